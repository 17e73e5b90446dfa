internal import Sanitizer
internal import TelemetryDelivery
public import TelemetryWire

/// Keeps the newest events of a reporter in `.memory` mode. Any thread.
final class MemoryStore: Sendable {
    private static let byteLimit = 16 << 20

    fileprivate struct State {
        // The oldest is at `head`; the places before it are empty, and go when they are half of all.
        var events: [MemoryEvent?] = []
        var head = 0
        var bytes = 0
        var ledger = Ledger()
        var isClosed = false
    }

    private let state = Lock(State())
    private let capacity: Int
    private let sampleRate: Double

    /// Keeps `capacity` events, one at least. `sampleRate` stands in their envelopes.
    init(capacity: Int, sampleRate: Double = 1) {
        self.capacity = max(capacity, 1)
        self.sampleRate = sampleRate
        ForkRegistry.add(self)
    }

    /// The ledger now.
    var ledger: Ledger { state.withLock { $0.ledger } }

    /// What is held, oldest first.
    var events: [MemoryEvent] { state.withLock { $0.events.compactMap(\.self) } }

    /// Bytes held.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Keeps an event; the oldest go until it fits. The reason if it is refused.
    func offer(_ event: borrowing SanitizedBuffer, id: EventID) -> DropReason? {
        let copy = event.bytes(in: 0..<event.count)
        return state.withLock { state in
            guard !state.isClosed else {
                state.ledger.refuse(.closed)
                return .closed
            }
            state.ledger.admit()
            state.events.append(MemoryEvent(id: id, clean: copy, sampleRate: sampleRate))
            state.bytes += copy.value.count
            while state.count > capacity || state.bytes > MemoryStore.byteLimit, state.count > 0 {
                state.removeFirst()
                state.ledger.settle(.dropped(.queueOverflow))
            }
            return nil
        }
    }

    /// Counts an event that was dropped before it came here.
    func refuse(_ reason: DropReason) {
        state.withLock { $0.ledger.refuse(reason) }
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
        guard head * 2 > events.count else { return }
        events.removeFirst(head)
        head = 0
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
        state.withHeldLock { $0 = State() }
    }
}

/// An event as it would have left.
public struct MemoryEvent: Sendable, Hashable {
    /// Its id.
    public let id: EventID
    private let clean: Sanitized<[UInt8]>
    private let sampleRate: Double

    init(id: EventID, clean: Sanitized<[UInt8]>, sampleRate: Double) {
        self.id = id
        self.clean = clean
        self.sampleRate = sampleRate
    }

    /// The event's JSON, byte for byte what would be on the wire inside its envelope. UTF-8.
    public var json: [UInt8] { clean.value }

    /// The event's JSON as text.
    public var text: String { String(decoding: clean.value, as: UTF8.self) }

    /// The whole envelope, byte for byte what would be compressed and sent, where one event makes an envelope.
    public var envelope: [UInt8] {
        EnvelopeFreezer.plainEnvelope(of: clean, id: id, sampleRate: sampleRate).value
    }
}
