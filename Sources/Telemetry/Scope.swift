internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryWire

/// What every event of a reporter carries: tags, contexts, breadcrumbs. Scrubbed and encoded when set, so that a
/// capture only copies. Also lends out scratch memory and ids. Any thread.
final class Scope: Sendable {
    /// Bytes of breadcrumbs that are kept, beside the limit on their number.
    static let breadcrumbBytes = 16_384
    private static let idleScratches = 4

    /// A member of `tags` or `contexts`.
    struct Member: Sendable {
        /// Stands for the name as the host wrote it, which may be anything and is not kept.
        var nameHash: Int
        /// `"name":value`
        var bytes: Sanitized<[UInt8]>
        /// `"name":{…}` for `_meta`, if something was redacted.
        var notes: Sanitized<[UInt8]>?
    }

    fileprivate struct State: ~Copyable {
        var tags: [Member] = []
        var contexts: [Member] = []
        var breadcrumbs: SanitizedRing
        var breadcrumbNotes: [(sequence: UInt64, notes: Sanitized<[UInt8]>)] = []
        var breadcrumbSequence: UInt64 = 0
        var scratches: [EventScratch] = []
        var generator = SplitMix.seededBySystem()
    }

    private let state: Lock<State>
    private let maxBreadcrumbs: Int

    /// An empty scope.
    init(maxBreadcrumbs: Int) {
        self.maxBreadcrumbs = min(max(maxBreadcrumbs, 0), Limits.standard.breadcrumbs)
        let capacity = Scope.breadcrumbBytes + self.maxBreadcrumbs * SanitizedRing.overhead
        state = Lock(State(breadcrumbs: SanitizedRing(capacity: self.maxBreadcrumbs > 0 ? capacity : 0)))
        ForkRegistry.add(self)
    }

    /// Lends a scratch with the scope copied into it, and an id. Nil if the event is sampled out.
    func begin(sampleRate: Double, copiesScope: Bool) -> (scratch: EventScratch, id: EventID)? {
        state.withLock { (state) -> (scratch: EventScratch, id: EventID)? in
            if sampleRate < 1, Double.random(in: 0..<1, using: &state.generator) >= sampleRate { return nil }
            let scratch = state.scratches.popLast() ?? EventScratch()
            scratch.scope.removeAll()
            scratch.scopeNotes.removeAll()
            if copiesScope { state.copy(into: scratch) }
            return (scratch, EventID.random(using: &state.generator))
        }
    }

    /// Lends a scratch alone.
    func lend() -> EventScratch {
        state.withLock { $0.scratches.popLast() } ?? EventScratch()
    }

    /// Takes a scratch back. What the host said in it is overwritten by the next use.
    func takeBack(_ scratch: EventScratch) {
        scratch.raw.removeAll()
        state.withLock { state in
            if state.scratches.count < Scope.idleScratches { state.scratches.append(scratch) }
        }
    }

    /// Sets or removes a tag; the oldest goes when there are too many.
    func setTag(_ nameHash: Int, _ member: Member?) {
        state.withLock { Scope.set(&$0.tags, nameHash, member) }
    }

    /// Sets or removes a context; the oldest goes when there are too many.
    func setContext(_ nameHash: Int, _ member: Member?) {
        state.withLock { Scope.set(&$0.contexts, nameHash, member) }
    }

    /// Adds a breadcrumb; the oldest go until it fits. One that is larger than all of the room is dropped.
    func addBreadcrumb(_ breadcrumb: borrowing SanitizedBuffer, notes: Sanitized<[UInt8]>?) {
        guard maxBreadcrumbs > 0, breadcrumb.count <= Scope.breadcrumbBytes else { return }
        state.withLock { state in
            let contentBytes = { (ring: borrowing SanitizedRing) in ring.used - ring.count * SanitizedRing.overhead }
            while state.breadcrumbs.count >= maxBreadcrumbs
                || contentBytes(state.breadcrumbs) + breadcrumb.count > Scope.breadcrumbBytes
            {
                guard let oldest = state.breadcrumbs.popFirst() else { return }
                if state.breadcrumbNotes.first?.sequence == oldest.sequence { state.breadcrumbNotes.removeFirst() }
            }
            let sequence = state.breadcrumbSequence
            state.breadcrumbSequence += 1
            let label = SanitizedRing.Label(kind: 0, level: 0, sequence: sequence, high: 0, low: 0)
            guard state.breadcrumbs.push(breadcrumb, label: label) else { return }
            if let notes { state.breadcrumbNotes.append((sequence, notes)) }
        }
    }

    private static func set(_ members: inout [Member], _ nameHash: Int, _ member: Member?) {
        members.removeAll { $0.nameHash == nameHash }
        guard let member else { return }
        if members.count >= Limits.standard.tags { members.removeFirst() }
        members.append(member)
    }
}

extension Scope: ForkParticipant {
    func prepareForFork() {
        state.acquire()
    }

    func resumeInParent() {
        state.release()
    }

    func restartInChild() {
        state.reinitialize()
        // The parent's ids must not come again.
        state.withHeldLock { $0.generator = SplitMix.seededBySystem() }
    }
}

extension Scope.State {
    fileprivate func copy(into scratch: EventScratch) {
        if !tags.isEmpty {
            scratch.scope.append("\"tags\":{")
            Scope.State.join(tags, into: &scratch.scope)
            scratch.scope.append("},")
        }
        if !contexts.isEmpty {
            scratch.scope.append("\"contexts\":{")
            Scope.State.join(contexts, into: &scratch.scope)
            scratch.scope.append("},")
        }
        if breadcrumbs.count > 0 {
            scratch.scope.append("\"breadcrumbs\":{\"values\":[")
            var position = 0
            var isFirst = true
            while position < breadcrumbs.used {
                if !isFirst { scratch.scope.append(",") }
                isFirst = false
                guard breadcrumbs.copy(at: &position, into: &scratch.scope) != nil else { break }
            }
            scratch.scope.append("]},")
        }
        copyNotes(into: &scratch.scopeNotes)
    }

    private static func join(_ members: [Scope.Member], into buffer: inout SanitizedBuffer) {
        for (index, member) in members.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(member.bytes)
        }
    }

    private func copyNotes(into buffer: inout SanitizedBuffer) {
        Scope.State.append(tags.compactMap(\.notes), as: "\"tags\":{", to: &buffer)
        Scope.State.append(contexts.compactMap(\.notes), as: "\"contexts\":{", to: &buffer)
        if let first = breadcrumbs.first?.sequence, !breadcrumbNotes.isEmpty {
            buffer.append(buffer.isEmpty ? "{\"breadcrumbs\":{\"values\":{" : ",\"breadcrumbs\":{\"values\":{")
            for (index, entry) in breadcrumbNotes.enumerated() {
                buffer.append(index == 0 ? "\"" : ",\"")
                buffer.append(counter: Int(entry.sequence - min(first, entry.sequence)))
                buffer.append("\":")
                buffer.append(entry.notes)
            }
            buffer.append("}}")
        }
        if !buffer.isEmpty { buffer.append("}") }
    }

    private static func append(_ notes: [Sanitized<[UInt8]>], as name: StaticString, to buffer: inout SanitizedBuffer) {
        guard !notes.isEmpty else { return }
        buffer.append(buffer.isEmpty ? "{" : ",")
        buffer.append(name)
        for (index, note) in notes.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(note)
        }
        buffer.append("}")
    }
}
