internal import Synchronization

/// Answers the relay's requests: routes, authentication, the pipeline, and the wait for the store.
final class RelayHandler: HTTPHandler {
    private let store: any Store
    private let log: RelayLog
    private let health = Mutex(StoreHealth())

    /// A handler over one store.
    init(store: any Store, log: RelayLog) {
        self.store = store
        self.log = log
    }

    func intake(_ head: HTTPRequestHead) -> HTTPIntake {
        switch (Route(path: head.path), head.method) {
        case (.health, .get), (.health, .head):
            .accept(limit: 0)
        case (.health, _):
            .refuse(.methodNotAllowed("GET, HEAD"))
        case (.unkept(let what), _):
            .refuse(.refusal(404, what.detail, causes: ["unkept_endpoint"]))
        default:
            .refuse(.notFound)
        }
    }

    func answer(_ head: HTTPRequestHead, body: ContiguousArray<UInt8>) -> HTTPAnswer {
        .now(healthAnswer())
    }

    func refused(_ head: HTTPRequestHead, status: Int) {
        log.sampled(.warning, "refused", [.number("status", status)])
    }

    private func healthAnswer() -> HTTPResponse {
        let state = health.withLock { $0.state(now: ServerCore.seconds()) }
        return switch state {
        case .ready: .json(200, "{\"status\":\"ok\"}")
        case .stuck: .json(503, "{\"status\":\"writer_stuck\"}")
        case .failed: .json(503, "{\"status\":\"store_failed\"}")
        }
    }
}

extension HTTPResponse {
    /// No such endpoint.
    static let notFound = HTTPResponse.refusal(404, "no such endpoint", causes: ["not_found"])

    /// The endpoint is there, the method is not.
    static func methodNotAllowed(_ allowed: String) -> HTTPResponse {
        .refusal(
            405,
            "method not allowed",
            causes: ["method"],
            fields: [HTTPField(name: "Allow", value: allowed)]
        )
    }
}
