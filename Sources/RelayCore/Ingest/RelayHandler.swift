internal import Glibc
internal import Synchronization
internal import TelemetryWire

/// Answers the relay's requests: routes, authentication, the pipeline, and the wait for the store.
final class RelayHandler: HTTPHandler {
    private let store: any Store
    private let log: RelayLog
    private let pipeline: IngestPipeline
    private let health = Mutex(StoreHealth())

    /// A handler over one store.
    init(store: any Store, log: RelayLog, limits: Limits = .standard) {
        self.store = store
        self.log = log
        pipeline = IngestPipeline(limits: limits)
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
            do throws(IngestRefusal) {
                _ = try keyInHead(head, route)
                guard BodyEncoding(header: head.field("content-encoding")) != .unsupported else {
                    throw .unsupportedEncoding
                }
            } catch {
                return .refuse(error.response)
            }
            return .accept(limit: pipeline.limits.compressedBody)
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

    func refusal(_ head: HTTPRequestHead, _ response: HTTPResponse) -> HTTPResponse {
        let route = Route(path: head.path)
        if let refusal = RelayHandler.countedByHead.first(where: { $0.cause.description == response.cause.description })
        {
            countByHead(refusal, head, route)
        }
        return refuse(route, response)
    }

    /// Refusals without a body that are some project's loss all the same.
    private static let countedByHead = [IngestRefusal.tooLarge, .unsupportedEncoding]

    private func countByHead(_ refusal: IngestRefusal, _ head: HTTPRequestHead, _ route: Route) {
        do throws(IngestRefusal) {
            guard let key = try keyInHead(head, route) else { return }
            let now = RelayHandler.milliseconds()
            count(refusal, IngestBatch(project: key.project, key: key.id, batchID: nil, receivedAt: now))
        } catch {
            // Without a key there is no project to count it for.
            return
        }
    }

    private func refuse(_ route: Route, _ response: HTTPResponse) -> HTTPResponse {
        note(response, route)
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
        do throws(IngestRefusal) {
            let key: ProjectKey
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
            return .now(refuse(route, error.response))
        }
        if case .refused(let refusal) = result.reply {
            count(refusal, result.batch)
            return .now(refuse(route, refusal.response))
        }
        return .later { [self] responder in insert(result, route, responder) }
    }

    private func keyInBody(
        _ body: Span<UInt8>,
        _ encoding: BodyEncoding,
        _ route: Route
    ) throws(IngestRefusal) -> ProjectKey {
        guard let dsn = pipeline.dsn(in: body, encoding) else { throw .missingKey }
        return try RequestAuth.admit(dsn.publicKey, to: route.project, store)
    }

    // MARK: - Store

    private func insert(_ result: IngestResult, _ route: Route, _ responder: HTTPResponder) {
        health.withLock { $0.began(now: ServerCore.seconds()) }
        store.insert(result.batch) { [self] outcome in
            let response: HTTPResponse
            switch outcome {
            case .success(let receipt):
                ended(nil)
                response = .stored(result, receipt)
            case .failure(let error):
                ended(error)
                response = .unavailable(error)
                note(response, route)
            }
            responder(decorated(response, route))
        }
    }

    /// Counts what a refused request lost. Its answer does not wait for that.
    private func count(_ refusal: IngestRefusal, _ batch: IngestBatch) {
        var batch = batch
        batch.events = []
        if let reason = refusal.reason {
            var tally = OutcomeTally()
            tally.add(reason, .default)
            batch.outcomes += tally.outcomes
        }
        guard !batch.outcomes.isEmpty else { return }
        health.withLock { $0.began(now: ServerCore.seconds()) }
        store.insert(batch) { [self] outcome in
            if case .failure(let error) = outcome { ended(error) } else { ended(nil) }
        }
    }

    private func ended(_ error: StoreError?) {
        health.withLock { $0.ended(error, now: ServerCore.seconds()) }
    }

    // MARK: - Answers

    private func healthAnswer() -> HTTPResponse {
        let state = health.withLock { $0.state(now: ServerCore.seconds()) }
        return switch state {
        case .ready: .json(200, "{\"status\":\"ok\"}")
        case .stuck: .json(503, "{\"status\":\"writer_stuck\"}")
        case .failed: .json(503, "{\"status\":\"store_failed\"}")
        }
    }

    private func note(_ response: HTTPResponse, _ route: Route) {
        log.sampled(
            .warning,
            "refused",
            [.number("status", response.status), .literal("route", route.name), .literal("reason", response.cause)]
        )
    }

    /// Adds what every answer of a route carries.
    private func decorated(_ response: HTTPResponse, _ route: Route) -> HTTPResponse {
        switch route {
        case .envelope: response.adding("X-Telemetry-Batch", "1").forAnyOrigin
        case .store, .legacyStore, .unkept: response.forAnyOrigin
        case .health, .unknown: response
        }
    }

    private static func milliseconds() -> Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }
}
