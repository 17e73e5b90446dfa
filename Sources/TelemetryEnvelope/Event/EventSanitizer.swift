package import Sanitizer

/// Makes a clean event out of a raw one: the pass, the fields' types, the lists' limits, and notes of it all in `_meta`.
///
/// Both ends run it. Owns its scratch memory, so a reused one allocates next to nothing for a clean event. Linear in
/// the event's size. Not synchronized: one per thread.
package struct EventSanitizer: ~Copyable {
    /// What the pass wrote, before lists were cut and fields dropped: ranges that the observer got lie in it. Valid until
    /// the next run. Clean, but not the event to keep.
    package private(set) var passed = SanitizedBuffer()

    /// How many components the path of a note in `_meta` has at most; notes on deeper values stand at that value around
    /// them.
    package static let notePathLimit = MetaTree.pathLimit
    /// The most evidence bits that a note in `_meta` carries.
    package static let noteEvidenceLimit = MetaTree.evidenceLimit

    private var pass: Pass
    private var policy: Policy
    private var strict: Policy
    private let limits: Limits
    private var notes: EventNotes
    private var edits = EventEdits()
    private var replacements = SanitizedBuffer()
    private var incoming = IncomingMeta()

    /// What an event came to.
    package struct Outcome: Sendable, Hashable {
        /// The id in the output: the one given, else the event's own, else a new one.
        package var eventID: EventID
        /// When it happened by the client's clock, if it says so.
        package var timestamp: Timestamp?
        /// Its severity, if it says so.
        package var level: Level?
        /// How many findings there were; the observer got at most as many as the limit of notes.
        package var findings: Int
    }

    /// A sanitizer for one end of the wire. `strict` is for values that nobody understands (`contexts.checkout_raw`).
    package init(
        stage: Finding.Stage,
        limits: Limits = .standard,
        policy: Policy = .standard,
        strict: Policy = .strict
    ) {
        pass = Pass(stage: stage)
        notes = EventNotes(limits: limits)
        self.limits = limits
        self.policy = policy
        self.strict = strict
    }

    /// Takes other rules into force; `strict` is for values that nobody understands.
    package mutating func use(_ policy: Policy, strict: Policy) {
        self.policy = policy
        self.strict = strict
    }

    /// Appends the clean copy of `event` to `output`; on error `output` is as it was.
    ///
    /// `eventID`, where given, replaces the event's own; `newID` is for an event without one, and made here if nil. The observer sees the pass as it happens (ranges lie in
    /// `passed`), and after it the findings as they ended up. Throws `too_large`, `invalid_json`, `invalid_item` for what
    /// is no event, and `scrubbed_required_field` when the id was taken by the scrubber and none is given. A wrong type
    /// in an optional field never loses the event: the field is dropped and noted.
    package mutating func run<Observer: PassObserver & ~Copyable>(
        _ event: Span<UInt8>,
        eventID: EventID? = nil,
        newID: EventID? = nil,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) throws(DecodeError) -> Outcome {
        guard event.count <= limits.item else { throw DecodeError(.tooLarge, "event") }
        reset()
        let passOutcome = try runPass(event, observer: &observer)
        guard let document = notes.document, !notes.hasTooManyMembers else { throw DecodeError(.invalidItem, "event") }

        var tree = MetaTree(limit: limits.meta)
        var outcome = try checkMembers(given: eventID, newID: newID, tree: &tree)
        outcome.findings = notes.findings.count + notes.overflow
        scrubRawCheckouts(&outcome)
        cutLists(tree: &tree)
        dropBrokenFields()
        moveFindings(tree: &tree)
        mergeMeta(event, passOutcome.metaRange, tree: &tree, outcome: &outcome)
        for finding in notes.findings { observer.finding(finding) }

        tree.omit(notes.overflow)

        edits.write(
            passed,
            in: document.lowerBound..<document.upperBound - 1,
            replacements: replacements,
            into: &output
        )
        if !hasID {
            output.separate()
            output.append("\"event_id\":")
            output.append(id: outcome.eventID)
        }
        if !tree.isEmpty {
            output.separate()
            output.append("\"_meta\":")
            tree.append(to: &output)
        }
        output.append("}")
        return outcome
    }

    /// Copies `part` to `output`, which is emptied first, if there is nothing in it to find; false, and nothing copied, if
    /// there is, or if it is not JSON.
    ///
    /// For what a reporter has encoded itself: members whose types it knows, without ids, lists over their limits and what
    /// the strict rules are for. Then a pass that finds nothing leaves nothing to be done, and costs a fraction.
    package mutating func runIfClean(_ part: Span<UInt8>, into output: inout SanitizedBuffer) -> Bool {
        output.removeAll()
        var observer = NoObserver()
        let outcome = try? pass.run(input: part, policy: policy, into: &output, observer: &observer)
        guard let outcome, outcome.findings == 0, output.count == part.count else {
            output.removeAll()
            return false
        }
        return true
    }

    /// A name occurs once in an event that means well; of further values under it nothing is kept.
    private static let rawCheckoutLimit = 16

    private var hasID = false

    private mutating func reset() {
        passed.removeAll()
        replacements.removeAll()
        notes.removeAll()
        edits.removeAll()
        hasID = false
    }

    private mutating func runPass<Observer: PassObserver & ~Copyable>(
        _ event: Span<UInt8>,
        observer: inout Observer
    ) throws(DecodeError) -> Pass.Outcome {
        // The observer and the notes are lent to the watching observer and taken back whatever happens.
        var lent = EventNotes(limits: limits)
        swap(&lent, &notes)
        var shape = EventShape(inner: observer, notes: lent)
        lent = EventNotes(limits: limits)
        let result: Result<Pass.Outcome, Pass.Failure>
        do {
            result = .success(
                try pass.run(input: event, policy: policy, meta: .divert, into: &passed, observer: &shape)
            )
        } catch {
            result = .failure(error)
        }
        swap(&shape.notes, &notes)
        observer = shape.takeInner()
        switch result {
        case .success(let outcome): return outcome
        case .failure: throw DecodeError(.invalidJSON, "event")
        }
    }

    /// Looks at the members whose shape matters; plans what goes.
    private mutating func checkMembers(
        given: EventID?,
        newID: EventID?,
        tree: inout MetaTree
    ) throws(DecodeError) -> Outcome {
        var found: EventID?
        var outcome = Outcome(eventID: EventID(high: 0, low: 0), timestamp: nil, level: nil, findings: 0)
        for member in notes.members {
            var isValid = member.field.takes(member.kind)
            switch member.field {
            case .eventID:
                try checkID(member, given: given, found: &found, tree: &tree)
                continue
            case .timestamp where isValid && member.kind != .null:
                outcome.timestamp = timestamp(member)
                isValid = outcome.timestamp != nil
            case .level where isValid && member.kind != .null:
                outcome.level = level(member)
                isValid = outcome.level != nil
            default: break
            }
            if !isValid { drop(member, tree: &tree) }
        }
        // A new id costs a system call, so it is only made where there is none.
        outcome.eventID = given ?? found ?? newID ?? EventID.random()
        return outcome
    }

    /// The first id that holds is kept or, if one is given, replaced; what else claims to be one is dropped.
    private mutating func checkID(
        _ member: EventNotes.Member,
        given: EventID?,
        found: inout EventID?,
        tree: inout MetaTree
    ) throws(DecodeError) {
        let id = member.kind == .string ? id(member) : nil
        if let given, !hasID {
            hasID = true
            if id == given { return }
            let start = replacements.count
            replacements.append(id: given)
            edits.replace(member.range, with: start..<replacements.count)
            return
        }
        if let id, !hasID {
            hasID = true
            found = id
            return
        }
        guard !hasID, member.kind != .null else {
            edits.remove(member.range, in: passed)
            return
        }
        let isScrubbed = notes.findings.contains { $0.path.value == "/event_id" }
        throw DecodeError(isScrubbed ? .scrubbedRequiredField : .invalidItem, "event_id")
    }

    private func id(_ member: EventNotes.Member) -> EventID? {
        if let id = EventID(passed.span.extracting(member.content)) { return id }
        return passed.string(in: member.range).flatMap { EventID($0.value) }
    }

    private func level(_ member: EventNotes.Member) -> Level? {
        if let level = Level(bytes: passed.span.extracting(member.content)) { return level }
        return passed.string(in: member.range).flatMap { Level(name: $0.value) }
    }

    private func timestamp(_ member: EventNotes.Member) -> Timestamp? {
        if member.kind == .number { return Timestamp(unixSeconds: passed.span.extracting(member.range)) }
        if let time = Timestamp(rfc3339: passed.span.extracting(member.content)) { return time }
        return passed.string(in: member.range).flatMap { Timestamp(rfc3339: $0.value) }
    }

    /// Takes an optional member out. What the scrubber broke is noted as removed (with its finding), what the client got
    /// wrong as invalid.
    private mutating func drop(_ member: EventNotes.Member, tree: inout MetaTree) {
        edits.remove(member.range, in: passed)
        let name = Sanitized(literal: member.field.name)
        let pointer = Sanitized(pointer: [name])
        var isScrubbed = false
        notes.updateFindings { finding in
            guard finding.path == pointer else { return finding }
            isScrubbed = true
            return finding.moved(to: pointer, method: .remove)
        }
        if !isScrubbed { tree.add(.invalid, at: [name]) }
    }

    /// Scrubs once more, with the strict policy, what a checkout core holds and does not understand.
    private mutating func scrubRawCheckouts(_ outcome: inout Outcome) {
        let prefix = [Sanitized(literal: "contexts"), Sanitized(literal: "checkout_raw")]
        for (index, range) in notes.rawCheckouts.enumerated() {
            guard index < EventSanitizer.rawCheckoutLimit else {
                edits.remove(range, in: passed)
                continue
            }
            let start = replacements.count
            var collector = FindingCollector(limit: max(0, limits.notes - notes.findings.count))
            EventSanitizer.scrub(
                passed,
                in: range,
                with: strict,
                pass: &pass,
                into: &replacements,
                findings: &collector
            )
            edits.replace(range, with: start..<replacements.count)
            for finding in collector.findings {
                let path = Sanitized(pointer: prefix + finding.path.pointerComponents)
                notes.add(finding.moved(to: path))
            }
            outcome.findings += collector.findings.count + collector.overflow
        }
    }

    private static func scrub(
        _ source: borrowing SanitizedBuffer,
        in range: Range<Int>,
        with policy: borrowing Policy,
        pass: inout Pass,
        into output: inout SanitizedBuffer,
        findings: inout FindingCollector
    ) {
        do {
            _ = try pass.run(
                input: source.span.extracting(range),
                policy: policy,
                into: &output,
                observer: &findings
            )
        } catch {
            // The input is what the pass wrote, so it is JSON; were it not, nothing of it is kept.
            output.append("\"[redacted:limit]\"")
        }
    }

    private mutating func cutLists(tree: inout MetaTree) {
        for cut in notes.cuts {
            edits.remove(cut.range, in: passed)
            let remark = MetaTree.Remark(
                rule: .own(.limit, .remove),
                kind: .removed,
                range: nil,
                evidence: .limit
            )
            tree.add(remark, at: cut.list)
        }
    }

    /// Takes out typed fields below the top level in whose place a redaction stands.
    private mutating func dropBrokenFields() {
        var pointers: Set<String> = []
        for finding in notes.findings where finding.method != .rename {
            if TypedFields.contains(finding.path.pointerComponents) { pointers.insert(finding.path.value) }
        }
        guard !pointers.isEmpty else { return }
        let ranges = TypedFields.locate(pointers, in: passed.span)
        for range in ranges.values { edits.remove(range, in: passed) }
        notes.updateFindings { finding in
            ranges[finding.path.value] == nil ? finding : finding.moved(to: finding.path, method: .remove)
        }
    }

    /// Brings findings to where their values ended up, and notes them.
    private mutating func moveFindings(tree: inout MetaTree) {
        guard !notes.findings.isEmpty else { return }
        let cuts = notes.cuts
        notes.updateFindings { finding in
            guard let path = PathMove.apply(cuts, to: finding.path.pointerComponents) else {
                // What it stood in was cut; it was found all the same.
                return finding
            }
            tree.add(MetaTree.Remark(finding), at: path)
            return cuts.isEmpty ? finding : finding.moved(to: Sanitized(pointer: path))
        }
    }

    private mutating func mergeMeta(
        _ event: Span<UInt8>,
        _ range: Range<Int>?,
        tree: inout MetaTree,
        outcome: inout Outcome
    ) {
        guard let range else { return }
        let first = event[range.lowerBound]
        guard first == 0x7B else {
            // No notes: `null` and PHP's empty object say nothing, anything else is the client's mistake.
            if !IncomingMeta.isNothing(event.extracting(range)) {
                tree.add(.invalid, at: [Sanitized(literal: "_meta")])
            }
            return
        }
        let isMerged =
            range.count <= limits.meta
            && incoming.merge(event.extracting(range), pass: &pass, policy: policy, into: &tree, moving: notes.cuts)
        guard !isMerged else { return }
        let path = Sanitized(literal: "/_meta")
        notes.add(Finding.dropped(at: path, stage: pass.stage, policyVersion: policy.version))
        outcome.findings += 1
    }
}

extension MetaTree.Remark {
    /// The remark that notes a finding.
    init(_ finding: Finding) {
        self.init(
            rule: .own(finding.rule, finding.method),
            kind: Kind(finding.method),
            range: finding.range.isEmpty ? nil : finding.range,
            evidence: finding.evidence
        )
    }
}

extension MetaTree.Remark.Kind {
    /// What Sentry's interface calls a method.
    init(_ method: Finding.Method) {
        switch method {
        case .remove: self = .removed
        case .replace, .rename: self = .substituted
        case .mask, .truncate: self = .masked
        case .hmac: self = .pseudonymized
        }
    }
}
