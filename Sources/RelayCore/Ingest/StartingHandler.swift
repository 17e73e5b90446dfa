internal import Synchronization

/// Stands before the relay's handler. Until there is one, as the store cannot be opened for now, it refuses everything
/// with a time to come back, and the readiness check says why.
final class StartingHandler: HTTPHandler {
    private let handler = AtomicLazyReference<RelayHandler>()

    /// From here on everything is the handler's. The first call counts.
    func begin(_ handler: RelayHandler) {
        _ = self.handler.storeIfNil(handler)
    }

    func intake(_ head: HTTPRequestHead) -> HTTPIntake {
        if let handler = handler.load() { return handler.intake(head) }
        return Route(path: head.path) == .health ? .accept(limit: 0) : .refuse(.unavailable(.diskFull))
    }

    func look(_ head: HTTPRequestHead, first bytes: Span<UInt8>) -> HTTPLook {
        handler.load()?.look(head, first: bytes) ?? .refuse(.unavailable(.diskFull))
    }

    func answer(_ head: HTTPRequestHead, body: ContiguousArray<UInt8>) -> HTTPAnswer {
        handler.load()?.answer(head, body: body) ?? .now(.json(503, "{\"status\":\"store_failed\"}"))
    }

    func refusal(_ head: HTTPRequestHead, _ response: HTTPResponse) -> HTTPResponse {
        handler.load()?.refusal(head, response) ?? response
    }
}
