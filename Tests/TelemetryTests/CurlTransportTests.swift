import Glibc
import Sanitizer
import TelemetryEnvelope
import TelemetryGzip
import TelemetryTestSupport
import Testing

@testable import TelemetryCurl
@testable import TelemetryDelivery

@Suite(.timeLimit(.minutes(1))) struct CurlTransportTests {
    private static let clock = SystemClock()

    @Test("sends the body as it is, with its headers, and reads status, headers of interest and body")
    func roundTrip() throws {
        let server = try LoopbackServer([
            .reply(
                200,
                headers: ["x-telemetry-batch:  1 ", "Retry-After: 7", "X-Sentry-Rate-Limits: 1:error:key"],
                body: "{\"id\":1}"
            )
        ])
        defer { server.stop() }
        let transport = CurlTransport()
        let batch = try OutgoingBatch.sample(to: server.url)
        transport.submit(batch)
        let expected = TransportReply(
            status: 200,
            understandsBatches: true,
            retryAfter: "7",
            rateLimits: "1:error:key",
            body: Array("{\"id\":1}".utf8)
        )
        #expect(transport.result() == .reply(expected))
        let request = try #require(server.requests.first)
        #expect(request.body == batch.body.bytes)
        let head = request.head.lowercased()
        #expect(head.hasPrefix("post /api/1/envelope/ http/1.1\r\n"))
        #expect(head.contains("\r\ncontent-type: application/x-sentry-envelope"))
        #expect(head.contains("\r\ncontent-encoding: gzip"))
        #expect(head.contains("\r\nx-telemetry-sent-at: 2025-11-30t10:20:00.123z"))
        #expect(head.contains("\r\nx-test: 1"))
        #expect(!head.contains("expect:"))
        #expect(!head.contains("accept-encoding:"))
        #expect(!head.contains("cookie:"))
    }

    @Test("uses one connection for many requests and forgets the last answer")
    func reuse() throws {
        let server = try LoopbackServer([.reply(429, headers: ["Retry-After: 5"], body: "a"), .reply(503, body: "b")])
        defer { server.stop() }
        let transport = CurlTransport()
        transport.submit(try OutgoingBatch.sample(to: server.url))
        #expect(transport.result() == .reply(TransportReply(status: 429, retryAfter: "5", body: [0x61])))
        for _ in 1...5 {
            transport.submit(try OutgoingBatch.sample(to: server.url))
            #expect(transport.result() == .reply(TransportReply(status: 503, body: [0x62])))
        }
        #expect(server.connectionCount == 1)
        #expect(server.requests.count == 6)
    }

    @Test("hands a redirect back and does not follow it")
    func redirect() throws {
        let other = try LoopbackServer([.reply(200)])
        defer { other.stop() }
        let server = try LoopbackServer([.reply(307, headers: ["Location: \(other.url)"])])
        defer { server.stop() }
        let transport = CurlTransport()
        transport.submit(try OutgoingBatch.sample(to: server.url))
        guard case .reply(let reply) = transport.result() else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 307)
        #expect(other.requests.isEmpty)
    }

    @Test("cuts an endless body at its limit and keeps the answer")
    func endlessBody() throws {
        let server = try LoopbackServer([.endlessBody(200)])
        defer { server.stop() }
        let transport = CurlTransport()
        transport.submit(try OutgoingBatch.sample(to: server.url))
        guard case .reply(let reply) = transport.result() else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 200)
        #expect(reply.body.count == TransportReply.bodyLimit)
    }

    @Test("ends on endless headers")
    func endlessHeaders() throws {
        let server = try LoopbackServer([.endlessHeaders])
        defer { server.stop() }
        let transport = CurlTransport()
        transport.submit(try OutgoingBatch.sample(to: server.url))
        guard case .failure(let failure) = transport.result() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == .replyTooLarge)
    }

    @Test("a reset, a closed port, a silent server and a missing authority file are failures of their kind")
    func failures() throws {
        let reset = try LoopbackServer([.reset])
        defer { reset.stop() }
        let hang = try LoopbackServer([.hang])
        defer { hang.stop() }
        let gone = try LoopbackServer([.reset])
        gone.stop()
        let transport = CurlTransport()
        func kind(_ url: String, _ network: NetworkOptions = NetworkOptions()) throws -> TransportFailure.Kind? {
            transport.submit(try OutgoingBatch.sample(to: url, network: network))
            guard case .failure(let failure) = transport.result() else { return nil }
            return failure.kind
        }
        #expect(try kind(reset.url) == .connectionLost)
        #expect(try kind(gone.url) == .cannotConnect)
        #expect(try kind(hang.url, NetworkOptions(requestTimeout: .milliseconds(200))) == .timedOut)
        #expect(try kind("file:///etc/hostname") == .notStarted)
        #expect(try kind("http://no-such-host.invalid/") == .nameNotResolved)
    }

    @Test("a TLS handshake with a server that speaks none fails and is not downgraded")
    func tls() throws {
        let server = try LoopbackServer([.reply(200)])
        defer { server.stop() }
        let transport = CurlTransport()
        var batch = try OutgoingBatch.sample(to: server.url)
        batch = OutgoingBatch(
            id: batch.id,
            body: batch.body,
            eventCount: 1,
            destination: Destination(
                url: "https://127.0.0.1:\(server.port)/",
                isSecure: true,
                headerLines: [],
                network: NetworkOptions(requestTimeout: .milliseconds(500))
            )
        )
        transport.submit(batch)
        guard case .failure(let failure) = transport.result() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == .tls || failure.kind == .cannotConnect)
        #expect(server.requests.isEmpty)
    }

    @Test("cancelling a hanging request takes less than 50 ms, and the next request works")
    func cancel() throws {
        let hung = AtomicCell(0)
        let server = try LoopbackServer { _ in hung.value == 0 ? .hang : .reply(200) }
        defer { server.stop() }
        let transport = CurlTransport()
        let took = try quickest(of: 10) {
            let before = server.requests.count
            transport.submit(try OutgoingBatch.sample(to: server.url))
            while server.requests.count == before { _ = transport.poll(until: Self.clock.now + .milliseconds(5)) }
            return ContinuousClock().measure { transport.cancel() }
        }
        #expect(took < .milliseconds(50))
        hung.store(1)
        #expect(transport.poll(until: Self.clock.now + .milliseconds(5)) == nil)
        transport.submit(try OutgoingBatch.sample(to: server.url))
        #expect(transport.result() == .reply(TransportReply(status: 200, body: Array("{}".utf8))))
    }

    @Test("a wake from another thread ends the sleep; one before the sleep ends the next")
    func wake() {
        let transport = CurlTransport()
        transport.wake()
        var took = ContinuousClock().measure { _ = transport.poll(until: Self.clock.now + .seconds(5)) }
        #expect(took < .milliseconds(500))
        Thread.start {
            usleep(50_000)
            transport.wake()
        }
        // A write left over from the first wake may end one sleep early, without harm.
        took = ContinuousClock().measure {
            let deadline = Self.clock.now + .seconds(5)
            let start = Self.clock.now
            while Self.clock.now - start < .milliseconds(40) { _ = transport.poll(until: deadline) }
        }
        #expect(took < .seconds(2))
    }

    @Test("sleeps until the deadline when nothing happens")
    func deadline() {
        let transport = CurlTransport()
        let took = quickest(of: 5) {
            let took = ContinuousClock().measure { _ = transport.poll(until: Self.clock.now + .milliseconds(60)) }
            #expect(took >= .milliseconds(59))
            return took
        }
        #expect(took < .milliseconds(500))
    }
}
