internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryEnvelope

/// What the host has set for every event: tags and contexts, scrubbed and encoded when set. Makes the members that a sink's
/// attachment holds, and gives out ids and scratch memory. Any thread.
final class Scope: Sendable {
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
        var encoded = SanitizedBuffer()
        var notes = SanitizedBuffer()
    }

    private let state = Lock(State())
    /// Where events get their ids.
    let ids = EventIDs()
    /// Scratch memory.
    let pool: ScratchPool

    /// An empty scope. One that is not used (mode `.off`) takes no memory and registers nothing.
    init(isUsed: Bool = true, policy: Policy = .standard) {
        pool = ScratchPool(policy)
        guard isUsed else { return }
        pool.takeBack(WarmUp.scratch(policy))
        ForkRegistry.add(self)
    }

    /// Sets a tag, or removes it; the oldest go when there are too many.
    func setTag(_ nameHash: Int, _ member: Member?, in sink: Reporter.Sink) {
        state.withLock { state in
            Scope.set(&state.tags, nameHash, member)
            state.publish(to: sink)
        }
    }

    /// Sets a context, or removes it; the oldest go when there are too many.
    func setContext(_ nameHash: Int, _ member: Member?, in sink: Reporter.Sink) {
        state.withLock { state in
            Scope.set(&state.contexts, nameHash, member)
            state.publish(to: sink)
        }
    }

    /// Notes that a context was not taken; what was set under its name before stays.
    func refuseContext(_ nameHash: Int, _ note: Member, in sink: Reporter.Sink) {
        state.withLock { state in
            var member = note
            if let old = state.contexts.first(where: { $0.nameHash == nameHash }) { member.bytes = old.bytes }
            Scope.set(&state.contexts, nameHash, member)
            state.publish(to: sink)
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
        ids.reseed()
    }
}

extension Scope.State {
    /// Encodes all and hands it to whatever takes the events. The sink's lock is taken inside this one, never the other
    /// way round.
    fileprivate mutating func publish(to sink: Reporter.Sink) {
        encoded.removeAll()
        notes.removeAll()
        Scope.State.append(tags, as: "\"tags\":{", to: &encoded)
        Scope.State.append(contexts, as: "\"contexts\":{", to: &encoded)
        Scope.State.append(tags.compactMap(\.notes), as: "\"tags\":{", to: &notes)
        Scope.State.append(contexts.compactMap(\.notes), as: "\"contexts\":{", to: &notes)
        sink.withAttachment { $0.set(encoded, notes: notes) }
    }

    private static func append(_ members: [Scope.Member], as name: StaticString, to buffer: inout SanitizedBuffer) {
        guard members.contains(where: \.isKept) else { return }
        buffer.append(name)
        for (index, member) in members.lazy.filter(\.isKept).enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(member.bytes)
        }
        buffer.append("},")
    }

    private static func append(_ notes: [Sanitized<[UInt8]>], as name: StaticString, to buffer: inout SanitizedBuffer) {
        guard !notes.isEmpty else { return }
        if !buffer.isEmpty { buffer.append(",") }
        buffer.append(name)
        for (index, note) in notes.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(note)
        }
        buffer.append("}")
    }
}
