import Foundation
import TelemetryWire
import Testing

@testable import RelayCore

@Suite(.timeLimit(.minutes(1))) struct RelayHandlerTests {
    static let envelope =
        "{\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\"}\n{\"type\":\"event\"}\n{\"message\":\"m\"}"
    static let key = MemoryStore.key.publicKey
    static let other = MemoryStore.other.publicKey
    static let unknown = "99999999999999999999999999999999"

    struct Auth: Sendable, CustomTestStringConvertible {
        let name: String
        var headers: [String] = []
        var query = ""
        var dsn: String?
        let status: Int
        var testDescription: String { name }
    }

    static let auths: [Auth] = [
        Auth(name: "header", headers: ["X-Sentry-Auth: Sentry sentry_version=7, sentry_key=\(key)"], status: 200),
        Auth(
            name: "header with a secret",
            headers: ["X-Sentry-Auth: Sentry sentry_key=\(key),sentry_secret=x"],
            status: 200
        ),
        Auth(name: "authorization", headers: ["Authorization: Sentry sentry_key=\(key)"], status: 200),
        Auth(name: "another authorization", headers: ["Authorization: Bearer \(key)"], status: 403),
        Auth(name: "query", query: "?sentry_key=\(key)&sentry_version=7", status: 200),
        Auth(name: "envelope", dsn: "http://\(key)@relay.example/1", status: 200),
        Auth(name: "envelope of another project", dsn: "http://\(key)@relay.example/2", status: 404),
        Auth(name: "none", status: 403),
        Auth(
            name: "header and query agree",
            headers: ["X-Sentry-Auth: Sentry sentry_key=\(key)"],
            query: "?sentry_key=\(key)",
            status: 200
        ),
        Auth(
            name: "header and query differ",
            headers: ["X-Sentry-Auth: Sentry sentry_key=\(key)"],
            query: "?sentry_key=\(other)",
            status: 403
        ),
        Auth(
            name: "header and envelope differ",
            headers: ["X-Sentry-Auth: Sentry sentry_key=\(key)"],
            dsn: "http://\(other)@relay.example/1",
            status: 403
        ),
        Auth(
            name: "two headers differ",
            headers: ["X-Sentry-Auth: Sentry sentry_key=\(key)", "Authorization: Sentry sentry_key=\(other)"],
            status: 403
        ),
        Auth(name: "two queries differ", query: "?sentry_key=\(key)&sentry_key=\(other)", status: 403),
        Auth(name: "unknown", headers: ["X-Sentry-Auth: Sentry sentry_key=\(unknown)"], status: 403),
        Auth(name: "unknown in the envelope", dsn: "http://\(unknown)@relay.example/1", status: 403),
        Auth(
            name: "disabled",
            headers: ["X-Sentry-Auth: Sentry sentry_key=\(MemoryStore.disabled.publicKey)"],
            status: 403
        ),
        Auth(name: "of another project", headers: ["X-Sentry-Auth: Sentry sentry_key=\(other)"], status: 404),
        Auth(name: "malformed", headers: ["X-Sentry-Auth: Sentry sentry_key=<script>"], status: 403),
    ]

    @Test("lets in who has a key of the project, and tells nobody what was wrong with theirs", arguments: auths)
    func auth(_ one: Auth) throws {
        let fixture = try HTTPFixture()
        var body = Self.envelope
        if let dsn = one.dsn {
            body = "{\"dsn\":\"\(dsn)\"}\n{\"type\":\"event\"}\n{\"message\":\"m\"}"
        }
        let reply = try fixture.post("/api/1/envelope/\(one.query)", body, headers: one.headers)
        #expect(reply.status == one.status)
        #expect(fixture.store.events.count == (one.status == 200 ? 1 : 0))
        #expect(reply.field("x-telemetry-batch") == "1")
        for secret in [Self.key, Self.other, Self.unknown, MemoryStore.disabled.publicKey, "script"] {
            #expect(!reply.body.contains(secret) && !reply.head.contains(secret))
        }
        if one.status != 200 {
            #expect(reply.body.hasPrefix("{\"detail\":\""))
            #expect(reply.field("x-sentry-error") != nil)
        }
    }

    @Test(
        "knows its endpoints",
        arguments: [
            ("GET", "/healthz", 200), ("HEAD", "/healthz", 200), ("GET", "/healthz/", 200), ("DELETE", "/healthz", 405),
            ("GET", "/", 404), ("GET", "/api/1/envelope/", 405), ("PUT", "/api/1/store/", 405),
            ("OPTIONS", "/api/1/envelope/", 204), ("OPTIONS", "/api/1/store/", 204), ("POST", "/api/x/envelope/", 404),
            ("POST", "/api/99999999999999999999/envelope/", 404), ("POST", "/api//envelope/", 404),
            ("POST", "/api/1/security/", 404), ("GET", "/api/1/cron/a/b/", 404), ("GET", "/api/embed/error-page/", 404),
            ("POST", "/v1/logs", 404), ("POST", "/api/1/minidump/", 404), ("BREW", "/healthz", 405),
        ]
    )
    func routes(_ method: String, _ path: String, _ status: Int) throws {
        let reply = try HTTPFixture().exchange(
            "\(method) \(path) HTTP/1.1\r\nHost: relay\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        #expect(reply.status == status)
    }

    @Test("a browser's preflight is answered with what it needs")
    func preflight() throws {
        let reply = try HTTPFixture().exchange(
            "OPTIONS /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\nOrigin: https://shop.example\r\n"
                + "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-sentry-auth\r\n\r\n"
        )
        #expect(reply.field("access-control-allow-origin") == "*")
        #expect(reply.field("access-control-allow-headers")?.contains("X-Sentry-Auth") == true)
        #expect(reply.field("access-control-allow-headers")?.contains("Content-Encoding") == true)
    }

    @Test("stores by every endpoint, with and without slash, whatever the content type says")
    func endpoints() throws {
        let fixture = try HTTPFixture()
        let auth = "X-Sentry-Auth: Sentry sentry_key=\(Self.key)"
        let event = #"{"message":"m"}"#
        for path in ["/api/1/envelope/", "/api/1/envelope"] {
            for type in ["text/plain;charset=UTF-8", "application/json", "multipart/form-data", ""] {
                let envelope = "{}\n{\"type\":\"event\"}\n\(event)"
                let reply = try fixture.post(path, envelope, headers: [auth, "Content-Type: \(type)"])
                #expect(reply.status == 200)
            }
        }
        for path in ["/api/1/store/", "/api/1/store", "/api/store/", "/api/store"] {
            #expect(try fixture.post(path, event, headers: [auth, "Content-Encoding:"]).status == 200)
        }
        #expect(fixture.store.events.count == 12)
    }

    @Test(
        "a body that does not decode is refused",
        arguments: [("gzip", 400), ("deflate", 400), ("br", 400), ("zstd", 415), ("gzip, br", 415)]
    )
    func encodings(_ name: String, _ status: Int) throws {
        let fixture = try HTTPFixture()
        let headers = ["X-Sentry-Auth: Sentry sentry_key=\(Self.key)", "Content-Encoding: \(name)"]
        let reply = try fixture.post("/api/1/envelope/", "{}\n{}", headers: headers)
        #expect(reply.status == status)
        #expect(fixture.store.events.isEmpty)
        #expect(fixture.reasons(after: 1) == [.invalidCompression])
    }

    @Test("answers only after the store has committed")
    func waits() throws {
        let fixture = try HTTPFixture()
        fixture.store.set(.holds)
        let auth = ["X-Sentry-Auth: Sentry sentry_key=\(Self.key)"]
        let first = try RawConnection(port: fixture.server.port)
        let second = try RawConnection(port: fixture.server.port)
        first.send(HTTPFixture.request("/api/1/envelope/", Array(Self.envelope.utf8), headers: auth))
        second.send(HTTPFixture.request("/api/1/envelope/", Array("{}\n".utf8), headers: auth))
        while fixture.store.heldCount < 2 { usleep(1_000) }
        // Both threads are free while the requests wait.
        for _ in 0..<4 {
            let reply = try fixture.exchange("GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n")
            #expect(reply.status == 200)
        }
        fixture.store.release()
        #expect(try first.reply().body == #"{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}"#)
        #expect(try second.reply().body == "{}")
    }

    @Test("a batch that fails alone in its group is refused alone; its neighbours are answered 200")
    func oneOfAGroup() throws {
        let fixture = try HTTPFixture()
        fixture.store.set(.holds)
        fixture.store.refuse(over: 1, with: .failed(code: 18))
        let auth = ["X-Sentry-Auth: Sentry sentry_key=\(Self.key)"]
        let event = { "{\"type\":\"event\"}\n{\"event_id\":\"\(EventID.random())\",\"message\":\"m\"}\n" }
        let two = "{\"batch_id\":\"\(EventID.random())\"}\n" + event() + event()
        let connections = try (0..<3).map { _ in try RawConnection(port: fixture.server.port) }
        for (connection, body) in zip(connections, [Self.envelope, two, "{}\n" + event()]) {
            let waiting = fixture.store.heldCount
            connection.send(HTTPFixture.request("/api/1/envelope/", Array(body.utf8), headers: auth))
            while fixture.store.heldCount == waiting { usleep(1_000) }
        }
        fixture.store.release()
        #expect(try connections.map { try $0.reply().status } == [200, 503, 200])
        #expect(fixture.store.events.count == 2)
    }

    @Test(
        "a store that cannot is an honest refusal with a time to come back",
        arguments: [
            (StoreError.busy, 429), (.diskFull, 503), (.readOnly, 503), (.failed(code: 10), 503), (.closed, 503),
        ]
    )
    func unavailable(_ error: StoreError, _ status: Int) throws {
        let fixture = try HTTPFixture()
        fixture.store.set(.fails(error))
        let reply = try fixture.post("/api/1/envelope/", Self.envelope)
        #expect(reply.status == status)
        #expect((reply.field("retry-after").flatMap { Int($0) } ?? 0) > 0)
        #expect((reply.field("x-sentry-rate-limits") != nil) == (status == 429))
        let isSick = error != .busy && error != .closed
        let health = try fixture.exchange("GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n")
        #expect(health.status == (isSick ? 503 : 200))
        fixture.store.set(.commits)
        #expect(try fixture.post("/api/1/envelope/", Self.envelope).status == 200)
        #expect(try fixture.exchange("GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n").status == 200)
    }

    @Test("the same event again is 200 with the same id, and said to be a duplicate")
    func duplicate() throws {
        let fixture = try HTTPFixture()
        let first = try fixture.post("/api/1/envelope/", Self.envelope)
        let second = try fixture.post("/api/1/envelope/", Self.envelope)
        #expect(second.status == 200)
        #expect(second.body == String(first.body.dropLast()) + ",\"duplicate\":true}")
    }

    @Test("what a refused request lost is counted")
    func refusalsCount() throws {
        let fixture = try HTTPFixture()
        #expect(try fixture.post("/api/1/envelope/", "{}\n{\"type\":\"event\"}\n{").status == 400)
        #expect(try fixture.post("/api/1/envelope/", "no envelope").status == 400)
        #expect(fixture.reasons(after: 2) == [.invalidEnvelope, .invalidJSON])
    }

    @Test("every refusal of a known key is counted, also one that the store refused, once it takes something")
    func everyRefusalCounts() throws {
        let fixture = try HTTPFixture()
        let headers = ["X-Sentry-Auth: Sentry sentry_key=\(MemoryStore.disabled.publicKey)"]
        #expect(try fixture.post("/api/1/envelope/", "{}\n", headers: headers).status == 403)
        #expect(try fixture.post("/api/2/envelope/", "{}\n").status == 404)
        #expect(fixture.reasons(after: 2) == [.unknownKey, .wrongProject])
        for (error, reason) in [(StoreError.busy, DropReason.rateLimited), (.diskFull, .storeUnavailable)] {
            let fixture = try HTTPFixture()
            fixture.store.set(.fails(error))
            #expect(try fixture.post("/api/1/envelope/", Self.envelope).status >= 429)
            fixture.store.set(.commits)
            usleep(1_100_000)
            #expect(try fixture.post("/api/1/envelope/", Self.envelope).status == 200)
            #expect(fixture.reasons(after: 1) == [reason])
        }
    }

    @Test("counts wait for each other and survive a failure")
    func tally() throws {
        var tally = RefusalTally()
        var one = OutcomeTally()
        one.add(.tooLarge, .default)
        func next(_ now: Int) -> RefusalTally.Share? { tally.next(now: now) }
        #expect(next(0)?.key == nil)
        tally.add(one, key: MemoryStore.key)
        let first = try #require(next(0))
        tally.add(one, key: MemoryStore.key)
        #expect(next(0)?.key == nil)
        tally.ended(first, isWritten: false, now: 0)
        #expect(next(0)?.key == nil)
        let second = try #require(next(1))
        #expect(second.counts.outcomes.map(\.quantity) == [2])
        tally.ended(second, isWritten: true, now: 1)
        #expect(next(9)?.key == nil)
    }

    @Test("until there is a store, everything is refused with a time to come back")
    func starting() throws {
        let front = StartingHandler()
        let server = try MHDServer(Listener(ListenAddress(host: "127.0.0.1", port: 0)), handler: front)
        defer { _ = server.stop(within: 1) }
        func status(_ request: String) throws -> HTTPReply {
            let connection = try RawConnection(port: server.port)
            connection.send(request)
            return try connection.reply()
        }
        let post =
            "POST /api/1/envelope/?sentry_key=\(Self.key) HTTP/1.1\r\nHost: relay\r\nContent-Length: 3\r\n\r\n{}\n"
        let refused = try status(post)
        #expect(refused.status == 503)
        #expect((refused.field("retry-after").flatMap { Int($0) } ?? 0) > 0)
        #expect(try status("GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n").status == 503)
        front.begin(RelayHandler(store: MemoryStore(), log: RelayLog(descriptor: -1)))
        #expect(try status(post).status == 200)
        #expect(try status("GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n").status == 200)
    }
}
