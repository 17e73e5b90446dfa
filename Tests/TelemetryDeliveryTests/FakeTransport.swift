import Glibc
import TelemetryWire

@testable import TelemetryDelivery

/// A transport without a network: answers by a script, or never.
final class FakeTransport: Transport, @unchecked Sendable {
    // Sendable: everything mutable is behind `state`'s lock.
    struct State {
        var submitted: [OutgoingBatch] = []
        var inFlight: OutgoingBatch?
        var isWoken = false
        var cancels = 0
        var polls = 0
        var wakes = 0
    }

    let state = Lock(State())
    private let clock = SystemClock()
    private let answer: @Sendable (OutgoingBatch) -> TransportResult?

    /// `answer` gives the end of a request; nil: it never ends.
    init(answer: @escaping @Sendable (OutgoingBatch) -> TransportResult?) {
        self.answer = answer
    }

    static func replying(_ status: Int, batches: Bool = true) -> FakeTransport {
        FakeTransport { _ in .reply(TransportReply(status: status, understandsBatches: batches)) }
    }

    static func blackHole() -> FakeTransport {
        FakeTransport { _ in nil }
    }

    var submitted: [OutgoingBatch] { state.withLock { $0.submitted } }

    func submit(_ batch: OutgoingBatch) {
        state.withLock {
            $0.submitted.append(batch)
            $0.inFlight = batch
        }
    }

    func poll(until deadline: Moment) -> TransportResult? {
        while true {
            let (batch, isWoken) = state.withLock { state in
                defer { state.isWoken = false }
                state.polls += 1
                return (state.inFlight, state.isWoken)
            }
            if let batch, let result = answer(batch) {
                state.withLock { $0.inFlight = nil }
                return result
            }
            if isWoken || clock.now >= deadline { return nil }
            usleep(500)
        }
    }

    func wake() {
        state.withLock {
            $0.isWoken = true
            $0.wakes += 1
        }
    }

    func cancel() {
        state.withLock {
            $0.cancels += 1
            $0.inFlight = nil
        }
    }
}
