/// Finds what must not leave in plain text: escapes of the surrounding syntax are resolved already.
///
/// Owns its scratch memory; the hits of the last scan are sorted and do not overlap. Not synchronized: one per thread.
struct TextScanner: ~Copyable {
    /// What surrounds the text.
    struct Context {
        /// What the key beside the text says.
        var key: KeyVerdict = .neutral
        /// The profile in force.
        var profile: Profile = .standard
        /// How many more times an encoding may be opened.
        var decodeDepth = 4
        /// Whether the text is a value or a line, which share with the others of the document what searches may cost.
        var sharesSlack = false
    }

    /// What a detector knows about the text it looks at: the whole value, or what was decoded from a part of it.
    struct Level {
        var context: Context
        /// How many more encodings may be opened.
        var depth: Int
        /// Whether the text is the whole value beside the key.
        var isWhole: Bool
    }

    /// The hits of the last scan, ascending, disjoint.
    var hits: ContiguousArray<TextHit> = []
    /// What names say under the policy in force.
    var classifier = KeyClassifier() {
        didSet { dullLabels.removeAll() }
    }
    /// What the policy in force adds; nil for the built-in ones.
    var rules: PolicyRules?
    /// Where the text at hand stands in the terms of those, which rules and which allowances hold there.
    var site = PolicySite()
    var suppressed: UInt64 = 0
    var allowed: UInt64 = 0
    /// Whether they take words of texts.
    var hasTokenRules = false
    /// What stands for a value, as the last call of `replace` wrote it.
    var replacement: ContiguousArray<UInt8> = []
    /// Labels that `classifier` had nothing to say about.
    var dullLabels = LabelCache()
    /// What stands where in the texts at hand.
    var maps = TextMaps()
    /// What tells most words that announce nothing.
    let sieve = WordSieve()
    /// Scratch memory for decoded texts, one an open level.
    var arenas: ContiguousArray<DecodedText> = []
    /// Bytes that may still be decoded in this scan.
    var decodeBudget = 0
    /// What the searches of this scan cost, and may.
    var effort = SearchEffort()
    /// What the texts of the document that are still to come may cost beyond their shares.
    var slack = 0
    /// What was left and why, when somebody asks.
    var trace: DecisionTrace?

    /// Makes a scanner with its scratch memory.
    init() {
        sieve.add(Self.announcers, to: .announcers)
        sieve.add(Self.speakers, to: .speakers)
        hits.reserveCapacity(64)
        // Two levels of what clean texts are decoded to: nothing grows in the middle of a stream.
        arenas.append(DecodedText(capacity: 1_024))
        arenas.append(DecodedText(capacity: 1_024))
    }

    /// Whether a scan of `text` can find anything; a few instructions a word. A caller that asks first spares most
    /// texts the call to `scan`.
    @inline(__always)
    static func mayHoldAnything(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes = unsafe TextBytes(text), bytes.count >= 6 else { return false }
        return TextSummary(bytes).mayHoldAnything(bytes)
    }

    /// Scans `text` and fills `hits`. Linear in the length of the text; allocates nothing when nothing is found.
    mutating func scan(_ text: UnsafeBufferPointer<UInt8>, context: Context) {
        if !hits.isEmpty { hits.removeAll(keepingCapacity: true) }
        if explains { trace?.removeAll() }
        guard let bytes = unsafe TextBytes(text) else { return }
        scan(bytes, context: context)
    }

    /// Fills `hits` with what a first look finds: for a text that goes anyway, and whose hits are only told.
    mutating func survey(_ text: UnsafeBufferPointer<UInt8>, context: Context) {
        hits.removeAll(keepingCapacity: true)
        guard let bytes = unsafe TextBytes(text) else { return }
        decodeBudget = 4 * bytes.count
        effort = SearchEffort(count: bytes.count, slack: SearchEffort.slack(for: bytes.count))
        search(bytes, Level(context: context, depth: context.decodeDepth, isWhole: true))
        if hits.count > 1 { merge() }
    }

    /// The same for a text that is not empty, whoever asks why left out.
    mutating func scan(_ bytes: TextBytes, context: Context) {
        if !hits.isEmpty { hits.removeAll(keepingCapacity: true) }
        decodeBudget = 4 * bytes.count
        effort = SearchEffort(
            count: bytes.count,
            slack: context.sharesSlack ? slack : SearchEffort.slack(for: bytes.count)
        )
        search(bytes, Level(context: context, depth: context.decodeDepth, isWhole: true))
        guard !hits.isEmpty else { return }
        if hits.count > 1 { merge() }
        settle(bytes, context)
        // Clean texts may be passed over unseen, so they count for nothing.
        if context.sharesSlack { slack = max(0, slack &- effort.excess) }
    }

    /// Adds a hit of whole characters, unless it lies within a placeholder.
    mutating func add(_ start: Int, _ end: Int, _ rule: Rule, _ evidence: Finding.Evidence, _ text: TextBytes) {
        var (start, end) = (start, min(end, text.count))
        guard start >= 0, start < end else { return }
        // Walks end after so many bytes, perhaps inside a character: it goes whole, so that UTF-8 stays UTF-8.
        var steps = 0
        while steps < 3, start > 0, text[start].isContinuation { (start, steps) = (start &- 1, steps &+ 1) }
        steps = 0
        while steps < 3, end < text.count, text[end].isContinuation { (end, steps) = (end &+ 1, steps &+ 1) }
        guard !Placeholder.covers(start, end, in: text) else { return }
        var hit = TextHit(start: start, end: end, rule: rule, evidence: evidence)
        if rules != nil {
            if let reason = unsafe pardon(rule, text.buffer(start, end)) {
                if explains { note(rule, start, end, reason, evidence) }
                return
            }
            if rule == .pan { hit.digits = CardDigits(text, start, end) }
        }
        hits.append(hit)
        if explains, evidence.contains(.key) { trace?.took(start, end, rule) }
    }

    /// Replaces the hits from number `first` on.
    mutating func replaceHits(from first: Int, with hit: TextHit?) {
        hits.removeSubrange(first...)
        if let hit { hits.append(hit) }
    }

    /// Rewrites the hits from number `first` on.
    mutating func mapHits(from first: Int, _ body: (inout TextHit) -> Void) {
        for index in first..<hits.count { body(&hits[index]) }
    }

    /// Sorts the hits and unites those that overlap; the union is named by the one that ranks highest.
    mutating func merge() {
        hits.sort { ($0.start, $1.end) < ($1.start, $0.end) }
        var kept = 0
        for index in 1..<hits.count {
            let next = hits[index]
            if next.start < hits[kept].end {
                // The `@` that ends a URL's credentials begins no address: the host stays.
                if next.rule == .email, hits[kept].rule == .password, !hits[kept].evidence.contains(.key) { continue }
                let isWithin = next.end <= hits[kept].end
                hits[kept].end = max(hits[kept].end, next.end)
                hits[kept].isSettled = hits[kept].isSettled && next.isSettled
                // Both, where one is all there is to the other; what holds more than the number is no number.
                if next.start > hits[kept].start || !isWithin || next.rule != .pan || hits[kept].rule != .pan {
                    hits[kept].digits = .none
                }
                if next.precedence > hits[kept].precedence { hits[kept].rule = next.rule }
                hits[kept].evidence.formUnion(next.evidence)
            } else {
                kept += 1
                hits[kept] = next
            }
        }
        hits.removeSubrange((kept + 1)...)
    }
}
