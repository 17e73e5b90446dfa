internal import Sanitizer
internal import TelemetryDelivery
public import TelemetryWire

/// Keeps the newest events of a reporter in `.memory` mode. Any thread.
final class MemoryStore: Sendable {
    private static let byteLimit = 16 << 20

    private struct State {
        var events: [MemoryEvent] = []
        var bytes = 0
        var ledger = Ledger()
        var isClosed = false
    }

    private let state = Lock(State())
    private let capacity: Int

    /// Keeps `capacity` events, one at least.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        ForkRegistry.add(self)
    }

    /// The ledger now.
    var ledger: Ledger { state.withLock { $0.ledger } }

    /// What is held, oldest first.
    var events: [MemoryEvent] { state.withLock { $0.events } }

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
            state.events.append(MemoryEvent(id: id, clean: copy))
            state.bytes += copy.value.count
            while state.events.count > capacity || state.bytes > MemoryStore.byteLimit {
                state.bytes -= state.events.removeFirst().json.count
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

    init(id: EventID, clean: Sanitized<[UInt8]>) {
        self.id = id
        self.clean = clean
    }

    /// The event's JSON, byte for byte what would be on the wire inside its envelope. UTF-8.
    public var json: [UInt8] { clean.value }

    /// The event's JSON as text.
    public var text: String { String(decoding: clean.value, as: UTF8.self) }

    /// The whole envelope, byte for byte what would be compressed and sent, where one event makes an envelope.
    public var envelope: [UInt8] { EnvelopeFreezer.plainEnvelope(of: clean, id: id).value }
}
