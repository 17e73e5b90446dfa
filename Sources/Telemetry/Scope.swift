internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryWire

/// What every event of a reporter carries: tags, contexts, breadcrumbs. Scrubbed and encoded when set, so that a
/// capture only copies. Also lends out scratch memory and ids. Any thread.
final class Scope: Sendable {
    /// Bytes of breadcrumbs that are kept, beside the limit on their number.
    static let breadcrumbBytes = 16_384
    private static let idleScratches = 4
    /// Bytes of one context.
    static let contextBytes = 16_384
    /// Bytes of all contexts, and of all tags, notes included.
    static let memberBytes = 65_536

    /// A member of `tags` or `contexts`.
    struct Member: Sendable {
        /// Stands for the name as the host wrote it, which may be anything and is not kept.
        var nameHash: Int
        /// `"name":value`; empty where only the note stands that it was not taken.
        var bytes: Sanitized<[UInt8]>
        /// `"name":{…}` for `_meta`, if something was redacted.
        var notes: Sanitized<[UInt8]>?

        /// Whether there is more than a note.
        var isKept: Bool { !bytes.value.isEmpty }

        /// Bytes of both.
        var size: Int { bytes.value.count + (notes?.value.count ?? 0) }
    }

    fileprivate struct State: ~Copyable {
        var tags: [Member] = []
        var contexts: [Member] = []
        var breadcrumbs: SanitizedRing
        var breadcrumbNotes: [(sequence: UInt64, notes: Sanitized<[UInt8]>)] = []
        var breadcrumbSequence: UInt64 = 0
        var scratches: [ScratchBox] = []
        // The members as an event takes them, made anew by the first capture after a change.
        var encoded = SanitizedBuffer()
        var encodedNotes = SanitizedBuffer()
        var isStale = false
        var generator = SplitMix.seededBySystem()
    }

    private let state: Lock<State>
    private let maxBreadcrumbs: Int
    private let policy: Policy

    /// An empty scope. One that is not used (mode `.off`) takes no memory and registers nothing.
    init(maxBreadcrumbs: Int, isUsed: Bool = true, policy: Policy = .standard) {
        self.policy = policy
        self.maxBreadcrumbs = isUsed ? min(max(maxBreadcrumbs, 0), Limits.standard.breadcrumbs) : 0
        let capacity = Scope.breadcrumbBytes + self.maxBreadcrumbs * SanitizedRing.overhead
        state = Lock(State(breadcrumbs: SanitizedRing(capacity: self.maxBreadcrumbs > 0 ? capacity : 0)))
        guard isUsed else { return }
        takeBack(WarmUp.scratch(policy))
        ForkRegistry.add(self)
    }

    /// Lends a scratch with the scope copied into it, and an id. Nil if the event is sampled out: by its flow, where it
    /// belongs to one.
    func begin(sampleRate: Double, flow: FlowID? = nil, copiesScope: Bool) -> (box: ScratchBox, id: EventID)? {
        state.withLock { (state) -> (box: ScratchBox, id: EventID)? in
            if sampleRate < 1 {
                let position = flow?.position ?? Double.random(in: 0..<1, using: &state.generator)
                if position >= sampleRate { return nil }
            }
            let box = state.scratches.popLast() ?? ScratchBox(policy)
            if copiesScope { state.copy(into: &box.scratch) }
            return (box, EventID.random(using: &state.generator))
        }
    }

    /// Lends a scratch alone.
    func lend() -> ScratchBox {
        state.withLock { $0.scratches.popLast() } ?? ScratchBox(policy)
    }

    /// Takes a scratch back. What the host said in it is overwritten.
    func takeBack(_ box: ScratchBox) {
        box.scratch.rest()
        state.withLock { state in
            if state.scratches.count < Scope.idleScratches { state.scratches.append(box) }
        }
    }

    /// Sets a tag, or removes it; the oldest go when there are too many.
    func setTag(_ nameHash: Int, _ member: Member?) {
        state.withLock { state in
            Scope.set(&state.tags, nameHash, member)
            state.isStale = true
        }
    }

    /// Sets a context, or removes it; the oldest go when there are too many.
    func setContext(_ nameHash: Int, _ member: Member?) {
        state.withLock { state in
            Scope.set(&state.contexts, nameHash, member)
            state.isStale = true
        }
    }

    /// Notes that a context was not taken; what was set under its name before stays.
    func refuseContext(_ nameHash: Int, _ note: Member) {
        state.withLock { state in
            var member = note
            if let old = state.contexts.first(where: { $0.nameHash == nameHash }) { member.bytes = old.bytes }
            Scope.set(&state.contexts, nameHash, member)
            state.isStale = true
        }
    }

    /// Adds a breadcrumb; the oldest go until it fits. One that is larger than all of the room is dropped.
    func addBreadcrumb(_ breadcrumb: borrowing SanitizedBuffer, notes: Sanitized<[UInt8]>?) {
        guard maxBreadcrumbs > 0, breadcrumb.count <= Scope.breadcrumbBytes else { return }
        state.withLock { state in
            state.isStale = true
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

    /// Forgets what has happened so far. What the host has set stays.
    func removeBreadcrumbs() {
        state.withLock { state in
            state.breadcrumbs.removeAll()
            state.breadcrumbNotes = []
            state.isStale = true
        }
    }

    private static func set(_ members: inout [Member], _ nameHash: Int, _ member: Member?) {
        members.removeAll { $0.nameHash == nameHash }
        guard let member else { return }
        members.append(member)
        var total = members.reduce(0) { $0 + $1.size }
        while members.count > Limits.standard.tags || total > memberBytes, let oldest = members.first {
            total -= oldest.size
            members.removeFirst()
        }
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
    fileprivate mutating func copy(into scratch: inout EventScratch) {
        if isStale { encode() }
        scratch.scope.removeAll()
        scratch.scope.append(encoded)
        scratch.scopeNotes.removeAll()
        scratch.scopeNotes.append(encodedNotes)
    }

    private mutating func encode() {
        isStale = false
        encoded.removeAll()
        encodedNotes.removeAll()
        if tags.contains(where: \.isKept) {
            encoded.append("\"tags\":{")
            Scope.State.join(tags, into: &encoded)
            encoded.append("},")
        }
        if contexts.contains(where: \.isKept) {
            encoded.append("\"contexts\":{")
            Scope.State.join(contexts, into: &encoded)
            encoded.append("},")
        }
        if breadcrumbs.count > 0 {
            encoded.append("\"breadcrumbs\":{\"values\":[")
            var position = 0
            var isFirst = true
            while position < breadcrumbs.used {
                if !isFirst { encoded.append(",") }
                isFirst = false
                guard breadcrumbs.copy(at: &position, into: &encoded) != nil else { break }
            }
            encoded.append("]},")
        }
        encodeNotes()
    }

    private static func join(_ members: [Scope.Member], into buffer: inout SanitizedBuffer) {
        for (index, member) in members.lazy.filter(\.isKept).enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(member.bytes)
        }
    }

    private mutating func encodeNotes() {
        Scope.State.append(tags.compactMap(\.notes), as: "\"tags\":{", to: &encodedNotes)
        Scope.State.append(contexts.compactMap(\.notes), as: "\"contexts\":{", to: &encodedNotes)
        if let first = breadcrumbs.first?.sequence, !breadcrumbNotes.isEmpty {
            encodedNotes.append(
                encodedNotes.isEmpty ? "{\"breadcrumbs\":{\"values\":{" : ",\"breadcrumbs\":{\"values\":{"
            )
            for (index, entry) in breadcrumbNotes.enumerated() {
                encodedNotes.append(index == 0 ? "\"" : ",\"")
                encodedNotes.append(counter: Int(entry.sequence - min(first, entry.sequence)))
                encodedNotes.append("\":")
                encodedNotes.append(entry.notes)
            }
            encodedNotes.append("}}")
        }
        if !encodedNotes.isEmpty { encodedNotes.append("}") }
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
