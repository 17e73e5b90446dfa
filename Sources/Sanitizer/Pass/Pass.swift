/// One pass over a document: validates it, finds what must not leave, writes the clean copy.
///
/// Owns its scratch memory, so a reused pass allocates nothing for a clean document. Not synchronized: one per thread.
public struct Pass: ~Copyable {
    /// Which end of the wire this pass works for; recorded in findings.
    public let stage: Finding.Stage

    var classifier = KeyClassifier()
    var scanner = TextScanner()
    var writer = PassWriter()
    var texts = DecodeStack()
    /// Scratch memory for a key with escapes, for a name beside a value, and for digits put together.
    var keyText = DecodedBytes()
    var assembled = DecodedBytes()
    /// A text without what is cut from its URLs (`strict`).
    var cutText = DecodedBytes()
    var path = PassPath()
    /// The containers around the current one, and the current one.
    var frames = FrameStack()
    /// The containers of the document itself, once a text inside it is walked; 0 while the document is.
    var outerFrames = 0
    /// What is cut from the text at hand (`strict`).
    var edits: ContiguousArray<TextEdit> = []
    /// The rules in force.
    var policy = Policy.standard
    /// Verdicts of names under the profile in force.
    var keyCache = KeyCache()
    /// Texts that the detectors left alone under `standard` and the rules in force.
    var cleanTexts = CleanTexts()
    /// Whether the observer follows the structure; asked once a run.
    var watches = false
    /// Whether the observer wants to know what was left, too.
    var explains = false
    /// The names on the way to the value at hand, when it does.
    var nameTrace = NameTrace()
    /// Whether what is ordinary may be taken the fast way. A rule that is to see every value has to turn it off.
    var glides = false
    /// False only where the general walk is wanted for comparison.
    var mayGlide = true
    /// Whether the policy in force asks where values stand; the states of its paths, for every open container.
    var selects = false
    var takesByPath = false
    var pathStates: ContiguousArray<UInt64> = []
    /// Of a policy that asks where values stand: how many containers are open where the fast walk may begin, and whether
    /// no path leads into the one at hand.
    var glideFloor = 0
    var leadsNowhere = false
    /// The rule of the policy that takes the value at hand whole.
    var forced: Rule?
    /// The rule that would have taken the value at hand, and why the policy leaves it; while the pass explains itself.
    var pardoned: (rule: Rule, reason: Decision.Reason)? {
        didSet { isPardonTold = false }
    }
    var isPardonTold = false
    var outcome = Outcome()
    var meta = MetaHandling.keep
    /// Bytes that may still be decoded in this run.
    var decodeBudget = 0
    /// Bytes that the paths of findings may still take in this run.
    var pathBudget = 0
    /// How many more texts may hold lines of a private key that began in an earlier one.
    var keyLines = 0
    /// How long the output may become, whether it has, and whether that was inside a string.
    var growthLimit = 0
    var outgrown = false
    var hasOutgrownText = false
    /// What stands before the text at hand, until somebody has looked at it.
    var lead: ByteView?
    /// A pass for texts that become JSON by what is replaced in them; made when one does. How often it may be asked.
    var secondLook: SecondLook?
    var looksLeft = Pass.secondLooks
    /// Whether the observer takes the output while it is written.
    var drains = false
    /// By how much what was replaced in the string at hand has shifted what follows, in its decoded bytes.
    var shift = 0
    /// The level at which the document itself stands: 1 when it is a text, whose quotes need no escape.
    var textLevel = 0

    /// Makes a pass with its scratch memory.
    public init(stage: Finding.Stage) {
        self.stage = stage
        edits.reserveCapacity(64)
    }

    /// The current container.
    var top: PassFrame {
        @inline(__always)
        _read { yield frames.top }
        @inline(__always)
        _modify { yield &frames.top }
    }

    /// What a run came to.
    public struct Outcome: Sendable, Hashable {
        /// Findings reported.
        public var findings = 0
        /// The input range of the value of a top-level `_meta` member that was left out of the output, if any. Of
        /// several, the last.
        public var metaRange: Range<Int>?
    }

    /// What to do with a top-level `_meta` member.
    public enum MetaHandling: Sendable, Hashable {
        /// Treated like any other member.
        case keep
        /// Left out of the output; its input range is in the outcome, for a caller that merges it.
        case divert
    }

    /// Why a document was refused.
    public typealias Failure = JSONFault

    /// Scrubs one JSON value. Clean input comes out byte for byte; on failure `output` is as it was, and what the
    /// observer was told is void.
    ///
    /// One pass, linear in the length of the input. Values that cannot be examined to their end (below 100 levels,
    /// beyond the decode budget of four times the input) are replaced by `[redacted:limit]`. Output is at most four
    /// times as long as the input and 64 KiB; beyond that the rest of every open container is left out and counted.
    public mutating func run<Observer: PassObserver & ~Copyable>(
        input: Span<UInt8>,
        policy: borrowing Policy,
        meta: MetaHandling = .keep,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) throws(Failure) -> Outcome {
        try unsafe input.withUnsafeBufferPointer { (buffer) throws(Failure) in
            try run(document: unsafe ByteView(buffer), policy: policy, meta: meta, into: &output, observer: &observer)
        }
    }

    /// As `run(input:)`.
    mutating func run<Observer: PassObserver & ~Copyable>(
        document: ByteView,
        policy: borrowing Policy,
        meta: MetaHandling,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) throws(Failure) -> Outcome {
        begin(policy: policy, size: document.count)
        self.meta = meta
        watches = Observer.watchesStructure
        let isLong = document.count > Self.wholeTextLimit
        drains = isLong && Observer.drains && !watches
        if drains { try Self.validate(document) }
        if explains != Observer.collectsDecisions { explain(Observer.collectsDecisions) }
        swap(&writer.buffer, &output)
        defer { swap(&writer.buffer, &output) }
        let start = writer.buffer.count
        growthLimit = drains ? .max : growthLimit + start
        do throws(Failure) {
            path.begin(document)
            try walk(document, document: document, level: 0, observer: &observer)
            copyOut(document, upTo: document.count, &observer)
        } catch {
            writer.buffer.storage.removeSubrange(min(start, writer.buffer.count)...)
            throw error
        }
        if isLong { texts.trim() }
        return outcome
    }

    /// Scrubs free text (a log line, an exception's description). Any bytes are accepted; output is UTF-8.
    ///
    /// What is not UTF-8 is scrubbed and written with U+FFFD in place of the invalid bytes.
    public mutating func run<Observer: PassObserver & ~Copyable>(
        text: Span<UInt8>,
        policy: borrowing Policy,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) -> Outcome {
        unsafe text.withUnsafeBufferPointer { buffer in
            run(text: unsafe ByteView(buffer), after: nil, policy: policy, into: &output, observer: &observer)
        }
    }

    /// As `run(text:)`, of a text that `lead` stands before: it is looked at with the text and not written.
    @discardableResult
    mutating func run<Observer: PassObserver & ~Copyable>(
        text: ByteView,
        after lead: ByteView?,
        policy: borrowing Policy,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) -> Outcome {
        begin(policy: policy, size: text.count)
        watches = Observer.watchesStructure
        drains = text.count > Self.wholeTextLimit && Observer.drains && !watches
        self.lead = lead
        if explains != Observer.collectsDecisions { explain(Observer.collectsDecisions) }
        swap(&writer.buffer, &output)
        defer { swap(&writer.buffer, &output) }
        growthLimit = drains ? .max : growthLimit + writer.buffer.count
        if text.isUTF8 {
            scrubLine(text, observer: &observer)
        } else {
            scrubRepaired(text, observer: &observer)
        }
        return outcome
    }

    mutating func scrubLine<Observer: PassObserver & ~Copyable>(
        _ line: ByteView,
        observer: inout Observer
    ) {
        // The text is level 1 of a document that consists of nothing else.
        textLevel = 1
        let mark = writer.mark
        let text = texts.open(line, at: 1, origin: 0, isEscaped: false)
        scrub(text, level: 1, document: line, verdict: .neutral, observer: &observer)
        if hasOutgrownText { replaceOutgrown(0..<line.count, since: mark, line, &observer) }
        copyOut(line, upTo: line.count, &observer)
    }

    private mutating func begin(policy: borrowing Policy, size: Int) {
        if policy.rules !== self.policy.rules { use(policy.rules) }
        if policy.profile != self.policy.profile { keyCache.removeAll() }
        self.policy = copy policy
        glides = mayGlide && policy.profile == .standard && (!selects || takesByPath)
        glideFloor = policyFloor
        leadsNowhere = false
        if selects {
            scanner.leaveSite()
            forced = nil
        }
        outcome = Outcome()
        meta = .keep
        decodeBudget = 4 * size + 64
        scanner.slack = SearchEffort.slack(for: size)
        pathBudget = 8 * size + (64 << 10)
        keyLines = 0
        growthLimit = Self.growthSlack + Self.growthFactor * size
        outgrown = false
        hasOutgrownText = false
        frames.reset()
        outerFrames = 0
        drains = false
        lead = nil
        shift = 0
        textLevel = 0
        path.begin(nil)
        writer.begin()
    }
}

extension ByteView {
    /// Whether the bytes are well-formed UTF-8.
    var isUTF8: Bool {
        var position = 0
        while position < count {
            if position + 8 <= count, word(at: position) & Lanes.high == 0 {
                position += 8
            } else if self[position] < 0x80 {
                position += 1
            } else {
                let length = JSONLexer.scalarLength(in: self, at: position)
                guard length > 0 else { return false }
                position += length
            }
        }
        return true
    }
}
