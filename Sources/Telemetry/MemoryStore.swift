internal import Sanitizer
internal import TelemetryDelivery
public import TelemetryEnvelope

/// Keeps the newest events of a reporter in `.memory` mode. Any thread.
final class MemoryStore: Sendable {
    private static let byteLimit = 16 << 20

    fileprivate struct State: ~Copyable {
        var attachment: ScopeAttachment
        // The oldest is at `head`; the places before it are empty, and go when they are half of all.
        var events: [MemoryEvent?] = []
        var head = 0
        var bytes = 0
        var ledger = Ledger()
        var isClosed = false
        var consent = Consent.granted
        // Events before it have been through the host's hooks.
        var hooked = 0
    }

    private let state: Lock<State>
    private let capacity: Int
    private let hooks: Hooks?

    /// Keeps `capacity` events, one at least. Hooks are asked where events are read.
    init(capacity: Int, consent: Consent = .granted, hooks: Hooks? = nil, breadcrumbs: Int = 0) {
        state = Lock(State(attachment: ScopeAttachment(breadcrumbs: breadcrumbs), consent: consent))
        self.capacity = max(capacity, 1)
        self.hooks = hooks
        ForkRegistry.add(self)
    }

    /// The ledger now.
    var ledger: Ledger { state.withLock { $0.ledger } }

    /// What is held, oldest first.
    var events: [MemoryEvent] {
        if let hooks { show(to: HookFilter(hooks)) }
        return state.withLock { $0.events.compactMap(\.self) }
    }

    /// Shows events that no hook has seen to the hooks, one by one and outside the lock: they are the host's code.
    private func show(to filter: HookFilter) {
        while true {
            let next = state.withLock { (state) -> MemoryEvent? in
                guard state.hooked < state.events.count else { return nil }
                return state.events[max(state.hooked, state.head)]
            }
            guard let event = next else { return }
            // What checkout events say is a closed list: there is nothing for a hook to take out.
            let verdict = event.record.kind == .event ? filter.verdict(on: event.record) : .keep
            state.withLock { $0.settle(verdict, on: event) }
        }
    }

    /// Takes a new consent into force; if it is denied, what is held is dropped.
    func update(_ consent: Consent) {
        state.withLock { state in
            state.consent = consent
            guard consent == .denied else { return }
            while state.count > 0 {
                state.removeFirst()
                state.ledger.settle(.dropped(.consent))
            }
        }
    }

    /// Bytes held.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Keeps an event; the oldest go until it fits. The reason if it is refused.
    func offer(
        _ event: borrowing SanitizedBuffer,
        kind: Record.Kind = .event,
        id: EventID,
        level: Level,
        sampleRate: Double
    ) -> DropReason? {
        let copy = event.bytes(in: 0..<event.count)
        return state.withLock { state in
            guard !state.isClosed, state.consent != .denied else {
                let reason: DropReason = state.isClosed ? .closed : .consent
                state.ledger.refuse(reason, kind)
                return reason
            }
            state.ledger.admit()
            let record = Record(
                kind: kind,
                id: id,
                level: level,
                sequence: 0,
                sampleRate: sampleRate,
                bytes: copy
            )
            state.events.append(MemoryEvent(record))
            state.bytes += copy.value.count
            while state.count > capacity || state.bytes > MemoryStore.byteLimit, state.count > 0 {
                state.removeFirst()
                state.ledger.settle(.dropped(.queueOverflow))
            }
            return nil
        }
    }

    /// Access to what events carry along.
    func withAttachment<Result>(_ body: (inout ScopeAttachment) -> Result) -> Result {
        state.withLock { body(&$0.attachment) }
    }

    /// Counts an event that was dropped before it came here.
    func refuse(_ reason: DropReason, _ kind: Record.Kind = .event) {
        state.withLock { $0.ledger.refuse(reason, kind) }
    }

    /// Takes no more events; what is held stays readable.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}

extension MemoryStore.State {
    fileprivate var count: Int { events.count - head }

    /// Takes the oldest out. O(1) over many calls, however many are held.
    fileprivate mutating func removeFirst() {
        bytes -= events[head]?.json.count ?? 0
        events[head] = nil
        head += 1
        hooked = max(hooked, head)
        guard head * 2 > events.count else { return }
        events.removeFirst(head)
        hooked -= head
        head = 0
    }

    /// Enters what the hooks made of the first event that they had not seen, unless it is gone meanwhile.
    fileprivate mutating func settle(_ verdict: RecordVerdict, on event: MemoryEvent) {
        let place = max(hooked, head)
        guard place < events.count, events[place]?.id == event.id else { return }
        switch verdict {
        case .keep:
            hooked = place + 1
        case .replace(let clean):
            var record = event.record
            bytes += clean.value.count - record.bytes.value.count
            record.bytes = clean
            events[place] = MemoryEvent(record)
            hooked = place + 1
        case .drop(let reason):
            bytes -= event.json.count
            events.remove(at: place)
            ledger.settle(.dropped(reason))
        }
    }
}

extension MemoryStore: ForkParticipant {
    func prepareForFork() {
        state.acquire()
    }

    func resumeInParent() {
        state.release()
    }

    func restartInChild() {
        state.reinitialize()
        state.withHeldLock { state in
            state.events = []
            state.head = 0
            state.hooked = 0
            state.bytes = 0
            state.ledger = Ledger()
            state.isClosed = false
        }
    }
}

/// An event as it would have left.
public struct MemoryEvent: Sendable, Hashable {
    let record: Record

    init(_ record: Record) {
        self.record = record
    }

    /// Its id.
    public var id: EventID { record.id }

    /// The event's JSON, byte for byte what would be on the wire inside its envelope. UTF-8.
    public var json: [UInt8] { record.bytes.value }

    /// The event's JSON as text.
    public var text: String { String(decoding: record.bytes.value, as: UTF8.self) }

    /// The whole envelope, byte for byte what would be compressed and sent, where one event makes an envelope.
    public var envelope: [UInt8] {
        EnvelopeFreezer.plainEnvelope(of: record).value
    }
}
