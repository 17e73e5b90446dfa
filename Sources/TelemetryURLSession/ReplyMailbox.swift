internal import Dispatch
internal import TelemetryDelivery

/// Where a session's callbacks leave an answer, and the worker's thread waits for it. Any thread.
///
/// Takes only what belongs to the request that is expected: callbacks of abandoned requests come late, and change nothing.
final class ReplyMailbox: Sendable {
    /// A request: sessions begin to count their tasks anew.
    struct Key: Sendable, Hashable {
        var generation: Int
        var task: Int
    }

    /// What there is for the worker.
    enum Mail: Sendable {
        case result(TransportResult)
        case wake
        case nothing
    }

    private struct State {
        var key: Key?
        var reply: TransportReply?
        var result: TransportResult?
        var isWoken = false
        var isInForkedChild = false
    }

    private let state = Lock(State())
    // Signalled once for each wake and each result; a signal too many only makes the worker look once more.
    private let bell = DispatchSemaphore(value: 0)

    /// Whether this is a forked child, in which sessions do not work.
    var isInForkedChild: Bool { state.withLock { $0.isInForkedChild } }

    /// Expects the answer to another request, or none; forgets what is there.
    func expect(_ key: Key?) {
        state.withLock { state in
            state.key = key
            state.reply = nil
            state.result = nil
        }
    }

    /// Leaves a failure without a request.
    func fail(_ kind: TransportFailure.Kind) {
        state.withLock { $0.result = .failure(TransportFailure(kind: kind)) }
        bell.signal()
    }

    /// Takes status and headers. False if the answer is over, so that the rest need not come.
    func begin(_ reply: TransportReply, headerBytes: Int, for key: Key) -> Bool {
        let goesOn = state.withLock { state in
            guard state.key == key, state.result == nil else { return false }
            guard headerBytes <= SessionDelegate.headerLimit else {
                state.result = .failure(TransportFailure(kind: .replyTooLarge))
                return false
            }
            state.reply = reply
            return true
        }
        if !goesOn { bell.signal() }
        return goesOn
    }

    /// Takes bytes of the body. False if the answer is over: what is kept is the beginning, and an answer all the same.
    func append(_ bytes: some Collection<UInt8>, for key: Key) -> Bool {
        let goesOn = state.withLock { state in
            guard state.key == key, state.result == nil, var reply = state.reply else { return false }
            state.reply = nil
            let room = TransportReply.bodyLimit - reply.body.count
            reply.body.append(contentsOf: bytes.prefix(room))
            guard bytes.count <= room else {
                state.result = .reply(reply)
                return false
            }
            state.reply = reply
            return true
        }
        if !goesOn { bell.signal() }
        return goesOn
    }

    /// The request has ended. Nil: as it should; `fallback` is the answer if `begin` was never called.
    func end(_ failure: TransportFailure?, fallback: TransportReply?, for key: Key) {
        state.withLock { state in
            guard state.key == key, state.result == nil else { return }
            if let failure {
                state.result = .failure(failure)
            } else if let reply = state.reply ?? fallback {
                state.result = .reply(reply)
            } else {
                state.result = .failure(TransportFailure(kind: .other))
            }
        }
        bell.signal()
    }

    /// Ends the worker's current or next sleep.
    func wake() {
        let isFirst = state.withLock { state in
            defer { state.isWoken = true }
            return !state.isWoken
        }
        if isFirst { bell.signal() }
    }

    /// What there is, each thing once.
    func take() -> Mail {
        state.withLock { state in
            if let result = state.result {
                state.key = nil
                state.reply = nil
                state.result = nil
                return .result(result)
            }
            guard state.isWoken else { return .nothing }
            state.isWoken = false
            return .wake
        }
    }

    /// Sleeps until something comes, a minute at most.
    func sleep(_ duration: Duration) {
        let nanoseconds = duration.clamped(to: .zero ... .seconds(60)).clampedNanoseconds
        _ = bell.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
    }
}

extension ReplyMailbox: ForkParticipant {
    func prepareForFork() {
        state.acquire()
    }

    func resumeInParent() {
        state.release()
    }

    func restartInChild() {
        state.reinitialize()
        state.withHeldLock { $0 = State(isInForkedChild: true) }
    }
}
