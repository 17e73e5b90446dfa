internal import Glibc
internal import TelemetryWire

/// Answers the relay's requests: routes, authentication, the pipeline, and the wait for the store.
final class RelayHandler: HTTPHandler {
    private let store: IngestStore
    private let log: RelayLog
    private let pipeline: IngestPipeline

    /// A handler over one store.
    init(
        store: any Store,
        log: RelayLog,
        limits: Limits = .standard,
        policies: IngestPolicies = IngestPolicies()
    ) {
        self.store = IngestStore(store)
        self.log = log
        pipeline = IngestPipeline(limits: limits, policies: policies)
    }

    // MARK: - Head

    func intake(_ head: HTTPRequestHead) -> HTTPIntake {
        let route = Route(path: head.path)
        switch (route, head.method) {
        case (.health, .get), (.health, .head):
            return .accept(limit: 0)
        case (.health, _):
            return .refuse(.methodNotAllowed("GET, HEAD"))
        case (.envelope, .post), (.store, .post), (.legacyStore, .post):
            let limit = pipeline.limits.compressedBody
            do throws(IngestRefusal) {
                let key = try keyInHead(head, route)
                guard BodyEncoding(header: head.field("content-encoding")) != .unsupported else {
                    throw .unsupportedEncoding
                }
                return key == nil ? .examine(limit: limit) : .accept(limit: limit)
            } catch {
                return .refuse(error.response)
            }
        case (.envelope, .options), (.store, .options), (.legacyStore, .options):
            return .accept(limit: 0)
        case (.envelope, _), (.store, _), (.legacyStore, _):
            return .refuse(.methodNotAllowed("POST, OPTIONS"))
        case (.unkept(let what), _):
            return .refuse(.refusal(404, what.detail, causes: ["unkept_endpoint"]))
        case (.unknown, _):
            return .refuse(.notFound)
        }
    }

    func look(_ head: HTTPRequestHead, first bytes: Span<UInt8>) -> HTTPLook {
        let route = Route(path: head.path)
        switch pipeline.sender(in: bytes, BodyEncoding(header: head.field("content-encoding"))) {
        case .unclear: return .unclear(IngestRefusal.missingKey.response)
        case .none: return .refuse(IngestRefusal.missingKey.response)
        case .dsn(let dsn):
            do throws(IngestRefusal) {
                _ = try RequestAuth.admit(dsn.publicKey, to: route.project, store)
                return .wanted
            } catch {
                return .refuse(error.response)
            }
        }
    }

    func refusal(_ head: HTTPRequestHead, _ response: HTTPResponse) -> HTTPResponse {
        // Counted where it is known whose it is, whether or not that key may be used.
        if let reason = RelayHandler.reason(of: response), case .key(let auth) = RequestAuth.key(of: head),
            let key = store.key(publicKey: auth.publicKey)
        {
            var counts = OutcomeTally()
            counts.add(reason, .default)
            store.count(counts, key: key)
        }
        return refused(response, Route(path: head.path))
    }

    /// Writes to the store what was refused and is not counted yet. Before the store is closed.
    func flush() {
        store.flush()
    }

    /// What a refusal of a whole request, seen by its head, is counted under.
    private static func reason(of response: HTTPResponse) -> DropReason? {
        switch response.cause.description {
        case "too_large": .tooLarge
        case "overloaded": .rateLimited
        case "unsupported_encoding": .invalidCompression
        case "disabled_key": .unknownKey
        case "wrong_project": .wrongProject
        case "conflicting_length": .invalidEnvelope
        default: nil
        }
    }

    private func refused(_ response: HTTPResponse, _ route: Route) -> HTTPResponse {
        log.sampled(
            .warning,
            "refused",
            [.number("status", response.status), .literal("route", route.name), .literal("reason", response.cause)]
        )
        return decorated(response, route)
    }

    /// The key in the head; nil if only the body can name it.
    private func keyInHead(_ head: HTTPRequestHead, _ route: Route) throws(IngestRefusal) -> ProjectKey? {
        switch RequestAuth.key(of: head) {
        case .invalid: throw .conflictingKeys
        case .key(let auth): return try RequestAuth.admit(auth.publicKey, to: route.project, store)
        case .absent:
            guard case .envelope = route else { throw .missingKey }
            return nil
        }
    }

    // MARK: - Body

    func answer(_ head: HTTPRequestHead, body: ContiguousArray<UInt8>) -> HTTPAnswer {
        let route = Route(path: head.path)
        if route == .health { return .now(healthAnswer()) }
        if head.method == .options { return .now(.preflight) }
        let encoding = BodyEncoding(header: head.field("content-encoding"))
        let result: IngestResult
        let key: ProjectKey
        do throws(IngestRefusal) {
            if let known = try keyInHead(head, route) {
                key = known
            } else {
                key = try keyInBody(body.span, encoding, route)
            }
            let now = RelayHandler.milliseconds()
            if case .envelope = route {
                result = pipeline.envelope(body.span, encoding, key: key, receivedAt: now)
            } else {
                result = pipeline.store(body.span, encoding, key: key, receivedAt: now)
            }
        } catch {
            return .now(refusal(head, error.response))
        }
        if case .refused(let refusal) = result.reply {
            // Its answer does not wait for the counts.
            var counts = OutcomeTally(result.batch.outcomes)
            if let reason = refusal.reason { counts.add(reason, .default) }
            store.count(counts, key: key)
        }
        if let response = result.refusalResponse { return .now(refused(response, route)) }
        return .later { [self] responder in insert(result, key, route, responder) }
    }

    private func keyInBody(
        _ body: Span<UInt8>,
        _ encoding: BodyEncoding,
        _ route: Route
    ) throws(IngestRefusal) -> ProjectKey {
        guard case .dsn(let dsn) = pipeline.sender(in: body, encoding) else { throw .missingKey }
        return try RequestAuth.admit(dsn.publicKey, to: route.project, store)
    }

    // MARK: - Store

    private func insert(_ result: IngestResult, _ key: ProjectKey, _ route: Route, _ responder: HTTPResponder) {
        store.insert(result.batch, key: key) { [self] outcome in
            switch outcome {
            case .success(let receipt): responder(decorated(.stored(result, receipt), route))
            case .failure(let error): responder(refused(.unavailable(error), route))
            }
        }
    }

    // MARK: - Answers

    private func healthAnswer() -> HTTPResponse {
        switch store.state {
        case .ready: .json(200, "{\"status\":\"ok\"}")
        case .stuck: .json(503, "{\"status\":\"writer_stuck\"}")
        case .failed: failedAnswer()
        }
    }

    /// What is still to be counted is a way to try again, also where no traffic comes any more.
    private func failedAnswer() -> HTTPResponse {
        store.flush()
        return .json(503, "{\"status\":\"store_failed\"}")
    }

    /// Adds what every answer of a route carries.
    private func decorated(_ response: HTTPResponse, _ route: Route) -> HTTPResponse {
        switch route {
        case .envelope: response.adding("X-Telemetry-Batch", "1").forAnyOrigin
        case .store, .legacyStore, .unkept: response.forAnyOrigin
        case .health, .unknown: response
        }
    }

    /// Milliseconds since 1970.
    static func milliseconds() -> Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }
}
