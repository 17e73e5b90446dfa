import Glibc
import TelemetryDelivery
import TelemetryWire

/// A transport without a network, which answers as our relay would.
final class ScriptedTransport: Transport, @unchecked Sendable {
    // Sendable: everything mutable is behind `state`'s lock.
    enum Answer: Sendable {
        /// Everything is stored.
        case accepted
        /// The one event of an envelope is stored, now or before.
        case alone(isDuplicate: Bool)
        /// A batch is stored, but these were before.
        case mixed(duplicates: [Int])
        /// Only a status.
        case status(Int)
        /// No answer.
        case failure(TransportFailure.Kind)
        /// Nothing, ever.
        case silence
    }

    private struct State {
        var inFlight: OutgoingBatch?
        var isWoken = false
        var count = 0
    }

    private let state = Lock(State())
    private let clock = SystemClock()
    private let answer: @Sendable (OutgoingBatch) -> Answer

    init(_ answer: @escaping @Sendable (OutgoingBatch) -> Answer) {
        self.answer = answer
    }

    /// How many requests there were.
    var count: Int { state.withLock { $0.count } }

    func submit(_ batch: OutgoingBatch) {
        state.withLock {
            $0.inFlight = batch
            $0.count += 1
        }
    }

    func poll(until deadline: Moment) -> TransportResult? {
        if let batch = state.withLock({ $0.inFlight }), let result = result(of: batch) {
            state.withLock { $0.inFlight = nil }
            return result
        }
        while true {
            let isWoken = state.withLock { state in
                defer { state.isWoken = false }
                return state.isWoken
            }
            if isWoken || clock.now >= deadline { return nil }
            usleep(500)
        }
    }

    func wake() {
        state.withLock { $0.isWoken = true }
    }

    func cancel() {
        state.withLock { $0.inFlight = nil }
    }

    private func result(of batch: OutgoingBatch) -> TransportResult? {
        switch answer(batch) {
        case .accepted: reply(200, Self.body(batch, duplicates: []))
        case .alone(let isDuplicate): reply(200, "{\"id\":\"\(batch.id)\",\"duplicate\":\(isDuplicate)}")
        case .mixed(let duplicates): reply(200, Self.body(batch, duplicates: duplicates))
        case .status(let status): reply(status, "{}")
        case .failure(let kind): .failure(TransportFailure(kind: kind))
        case .silence: nil
        }
    }

    private func reply(_ status: Int, _ body: String) -> TransportResult {
        .reply(TransportReply(status: status, understandsBatches: true, body: Array(body.utf8)))
    }

    private static func body(_ batch: OutgoingBatch, duplicates: [Int]) -> String {
        let list = duplicates.map(String.init).joined(separator: ",")
        return "{\"batch_id\":\"\(batch.id)\",\"accepted\":\(batch.eventCount - duplicates.count),"
            + "\"duplicate\":\(duplicates.count),\"rejected\":[],\"duplicates\":[\(list)]}"
    }
}
