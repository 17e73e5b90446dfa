internal import Sanitizer

/// Reads the `_meta` member that came with an event, and lets through what is certain to be harmless.
///
/// Names and words in it are scrubbed as plain strings: under their own names' rules, a note on a `password` member
/// would itself be taken for a password. Only remarks and faults are kept, with rule, kind, offsets and evidence (`why`),
/// and the count of notes that are missing (`omitted`); `len`, `val` and everything else of another party is dropped.
struct IncomingMeta: ~Copyable {
    /// How rules' names end, after a colon.
    private static let methods: [StaticString] = [
        ":remove", ":replace", ":rename", ":mask", ":truncate", ":hmac", ":filter", ":hash",
    ]

    private var words: ContiguousArray<UInt8> = []
    private var clean = SanitizedBuffer()
    private var entries: ContiguousArray<Entry> = []
    private var wordCount = 0
    /// The evidence bits of each remark, in document order.
    private var reasons: ContiguousArray<UInt32> = []
    private var omitted = 0

    /// A step of the walk through `_meta`, in document order. Words are numbered in order of arrival.
    private enum Entry {
        /// Into the member whose name is the next word.
        case enter
        /// Out of the current member.
        case leave
        /// A remark whose rule is the next word. With a method, the word after it is the rule without its method.
        case remark(StaticString?, MetaTree.Remark.Kind, Range<Int>?)
        /// A fault whose name is the next word.
        case fault
    }

    /// Adds the notes of `meta`, the member's value, to `tree`. False, and nothing is added, if it is not what it should
    /// be, too large, or does not survive scrubbing.
    mutating func merge(
        _ meta: Span<UInt8>,
        pass: inout Pass,
        policy: borrowing Policy,
        into tree: inout MetaTree,
        moving cuts: ContiguousArray<ListTracker.Cut>
    ) -> Bool {
        words.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        clean.removeAll()
        reasons.removeAll(keepingCapacity: true)
        wordCount = 0
        omitted = 0
        words.append(0x5B)
        guard (try? read(meta)) != nil else { return false }
        words.append(0x5D)
        let document = words
        var collector = WordCollector()
        guard (try? pass.run(input: document.span, policy: policy, into: &clean, observer: &collector)) != nil,
            collector.ranges.count == wordCount
        else { return false }
        add(collector.ranges, to: &tree, moving: cuts)
        tree.omit(omitted)
        return true
    }

    /// Collects words for the pass and the shape around them.
    private mutating func read(_ meta: Span<UInt8>) throws(DecodeError) {
        var reader = JSONReader(meta)
        try reader.beginObject("_meta")
        var depth = 1
        while depth > 0 {
            guard entries.count <= MetaTree.stepLimit else { throw DecodeError(.tooLarge, "_meta") }
            guard let key = try reader.nextKey() else {
                depth -= 1
                if depth > 0 { entries.append(.leave) }
                continue
            }
            if reader.equals(key, "") {
                try readNotes(&reader, of: meta, isRoot: depth == 1)
            } else {
                addWord(meta, key)
                entries.append(.enter)
                guard try reader.token() == .objectStart else { throw DecodeError(.invalidItem, "_meta") }
                depth += 1
            }
        }
        try reader.finish()
    }

    /// Reads `{"rem":[…],"why":[…],"err":[…],"omitted":0}`; other members are skipped.
    private mutating func readNotes(
        _ reader: inout JSONReader,
        of meta: Span<UInt8>,
        isRoot: Bool
    ) throws(DecodeError) {
        let first = reasons.count
        var told: ContiguousArray<UInt32> = []
        defer { if told.count == reasons.count - first { reasons.replaceSubrange(first..., with: told) } }
        try reader.beginObject("_meta")
        while let key = try reader.nextKey() {
            if reader.equals(key, "why") {
                if let range = try reader.skip() { told = IncomingMeta.counts(in: meta.extracting(range)) }
                continue
            }
            if isRoot, reader.equals(key, "omitted") {
                if let range = try reader.skip() { omitted = IncomingMeta.count(in: meta.extracting(range)) ?? 0 }
                continue
            }
            let isRemarks = reader.equals(key, "rem")
            guard isRemarks || reader.equals(key, "err") else {
                try reader.skip()
                continue
            }
            try reader.beginArray("_meta")
            while true {
                guard entries.count <= MetaTree.stepLimit else { throw DecodeError(.tooLarge, "_meta") }
                let token = try reader.token()
                if token == .arrayEnd { break }
                if isRemarks {
                    guard token == .arrayStart else { throw DecodeError(.invalidItem, "_meta.rem") }
                    try readRemark(&reader, of: meta)
                } else if case .string(let word) = token {
                    try addFault(meta, word)
                } else {
                    // `["name", {details}]`: the details may hold anything, so only the name is kept.
                    guard token == .arrayStart else { throw DecodeError(.invalidItem, "_meta.err") }
                    try addFault(meta, try reader.requiredString("_meta.err"))
                    while try reader.skip() != nil {}
                }
            }
        }
    }

    /// Reads the rest of `["rule","kind",start,end]`; the offsets may be missing.
    private mutating func readRemark(_ reader: inout JSONReader, of meta: Span<UInt8>) throws(DecodeError) {
        let rule = try reader.requiredString("_meta.rem")
        guard IncomingMeta.isID(meta, rule) else { throw DecodeError(.invalidItem, "_meta.rem") }
        var method: StaticString?
        addWord(meta, rule)
        for candidate in IncomingMeta.methods {
            let start = rule.upperBound - candidate.utf8CodeUnitCount
            guard start > rule.lowerBound, equal(meta.extracting(start..<rule.upperBound), candidate) else { continue }
            method = candidate
            addWord(meta, rule.lowerBound..<start)
            break
        }
        let kindName = try reader.requiredString("_meta.rem")
        var kind = MetaTree.Remark.Kind.annotated
        let kinds: [(StaticString, MetaTree.Remark.Kind)] = [
            ("s", .substituted), ("x", .removed), ("m", .masked), ("p", .pseudonymized), ("e", .encrypted),
        ]
        for (name, value) in kinds where reader.equals(kindName, name) { kind = value }
        var range: Range<Int>?
        if case .number(let lexeme) = try reader.token() {
            let end = try reader.requiredCount("_meta.rem")
            guard let start = reader.int64(lexeme), start >= 0, start <= end else {
                throw DecodeError(.invalidItem, "_meta.rem")
            }
            range = Int(start)..<end
            while try reader.skip() != nil {}
        }
        entries.append(.remark(method, kind, range))
        reasons.append(0)
    }

    /// The evidence bits of a `why`: small numbers of 0 or more. Empty if it is anything else.
    private static func counts(in value: Span<UInt8>) -> ContiguousArray<UInt32> {
        var reader = JSONReader(value)
        var counts: ContiguousArray<UInt32> = []
        guard (try? reader.beginArray("_meta.why")) != nil else { return [] }
        while let token = try? reader.token(), token != .arrayEnd {
            guard case .number(let lexeme) = token, let count = reader.int64(lexeme), counts.count < MetaTree.stepLimit,
                (0...Int64(MetaTree.evidenceLimit)).contains(count)
            else { return [] }
            counts.append(UInt32(count))
        }
        return counts
    }

    /// A count of notes that are missing, if that is what stands there.
    private static func count(in value: Span<UInt8>) -> Int? {
        var reader = JSONReader(value)
        return try? reader.requiredCount("_meta.omitted", upTo: MetaTree.omittedLimit)
    }

    /// Whether a member's value is `null` or an empty array.
    static func isNothing(_ value: Span<UInt8>) -> Bool {
        var reader = JSONReader(value)
        switch try? reader.token() {
        case .null: return true
        case .arrayStart: return (try? reader.token()) == .arrayEnd
        default: return false
        }
    }

    /// Adds a fault's name: lower-case words with underscores, as all known ones are.
    private mutating func addFault(_ meta: Span<UInt8>, _ name: Range<Int>) throws(DecodeError) {
        guard (1...40).contains(name.count) else { throw DecodeError(.invalidItem, "_meta.err") }
        for offset in name {
            let isWord = meta[offset] == 0x5F || meta[offset] &- 0x61 < 26
            guard isWord else { throw DecodeError(.invalidItem, "_meta.err") }
        }
        addWord(meta, name)
        entries.append(.fault)
    }

    /// Whether a rule is called like an identifier: a text could be what the note is about.
    private static func isID(_ meta: Span<UInt8>, _ name: Range<Int>) -> Bool {
        guard (1...64).contains(name.count) else { return false }
        for offset in name {
            switch meta[offset] {
            case 0x21, 0x2D, 0x2E, 0x3A, 0x40, 0x5F: continue  // ! - . : @ _
            case let byte: guard ASCII.isAlphanumeric(byte) else { return false }
            }
        }
        return true
    }

    private mutating func addWord(_ meta: Span<UInt8>, _ content: Range<Int>) {
        // Each in an array of its own: side by side, two words could be read as a name and its value.
        if wordCount > 0 { words.append(0x2C) }
        words.append(0x5B)
        words.append(0x22)
        for offset in content { words.append(meta[offset]) }
        words.append(0x22)
        words.append(0x5D)
        wordCount += 1
    }

    /// Goes through the shape again, with clean words.
    private func add(
        _ ranges: ContiguousArray<Range<Int>>,
        to tree: inout MetaTree,
        moving cuts: ContiguousArray<ListTracker.Cut>
    ) {
        var path: [Sanitized<String>] = []
        var word = 0
        var remark = 0
        for entry in entries {
            if case .leave = entry {
                path.removeLast()
                continue
            }
            let text = text(ranges[word])
            word += 1
            if case .enter = entry {
                path.append(text)
                continue
            }
            var rule = MetaTree.Remark.Rule.foreign(text)
            if case .remark(let method?, _, _) = entry {
                rule = MetaTree.Remark.Rule(text, without: self.text(ranges[word]), method: method)
                word += 1
            }
            var evidence: Finding.Evidence = []
            if case .remark = entry {
                evidence = Finding.Evidence(rawValue: reasons[remark])
                remark += 1
            }
            guard let moved = PathMove.apply(cuts, to: path) else { continue }
            switch entry {
            case .remark(_, let kind, let range):
                tree.add(MetaTree.Remark(rule: rule, kind: kind, range: range, evidence: evidence), at: moved)
            case .fault: tree.add(.foreign(text), at: moved)
            case .enter, .leave: break
            }
        }
    }

    private func text(_ range: Range<Int>) -> Sanitized<String> {
        clean.string(in: range)?.prefix(utf8: 200) ?? Sanitized(literal: "")
    }

    /// Where the pass wrote each word.
    private struct WordCollector: PassObserver {
        var ranges: ContiguousArray<Range<Int>> = []

        mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
            if path.depth == 2, kind == .string { ranges.append(range) }
        }
    }
}

extension MetaTree.Remark.Rule {
    /// A rule that came with an event: one of ours if it is called like one of ours. Of another party's the method goes
    /// where the pass took the two for a label and its value.
    fileprivate init(_ word: Sanitized<String>, without head: Sanitized<String>, method: StaticString) {
        let suffix = method.description
        let own = Finding.Method(rawValue: String(suffix.dropFirst()))
        if let own, head.value.hasPrefix("@"), let rule = Sanitizer.Rule(rawValue: String(head.value.dropFirst())) {
            self = .own(rule, own)
        } else {
            self = .foreign(word.value.hasSuffix(suffix) ? word : head)
        }
    }
}
