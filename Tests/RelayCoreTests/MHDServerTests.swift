import Foundation
import TelemetryWire
import Testing

@testable import RelayCore

@Suite(.timeLimit(.minutes(1))) struct MHDServerTests {
    static let auth = "X-Sentry-Auth: Sentry sentry_key=\(MemoryStore.key.publicKey)"

    private func limits(body: Int) -> Limits {
        var limits = Limits.standard
        limits.compressedBody = body
        return limits
    }

    private func chunked(_ body: [UInt8], size: Int = 10_000) -> [UInt8] {
        var request = Array(
            "POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\nTransfer-Encoding: chunked\r\n\r\n".utf8
        )
        for start in stride(from: 0, to: body.count, by: size) {
            let part = body[start..<min(start + size, body.count)]
            request += Array((String(part.count, radix: 16) + "\r\n").utf8) + part + [13, 10]
        }
        return request + Array("0\r\n\r\n".utf8)
    }

    @Test("takes a chunked body and several requests on one connection")
    func chunkedAndKeptAlive() throws {
        let fixture = try HTTPFixture()
        let connection = try RawConnection(port: fixture.server.port)
        let envelope = Array("{}\n{\"type\":\"event\"}\n{\"message\":\"m\"}".utf8)
        for _ in 0..<3 {
            connection.send(chunked(envelope, size: 7))
            #expect(try connection.reply().status == 200)
        }
        #expect(fixture.store.events.count == 3)
    }

    @Test("a request in single bytes is a request")
    func dribble() throws {
        let fixture = try HTTPFixture()
        let connection = try RawConnection(port: fixture.server.port)
        let request = HTTPFixture.request("/api/1/envelope/", Array("{}\n".utf8), headers: [Self.auth])
        for byte in request { connection.send([byte]) }
        #expect(try connection.reply().status == 200)
    }

    @Test("a body of known length over the limit gets its 413 at once")
    func announcedTooLarge() throws {
        let fixture = try HTTPFixture(limits: limits(body: 10_000))
        let connection = try RawConnection(port: fixture.server.port)
        connection.send(
            "POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\nContent-Length: 10001\r\n\r\n"
        )
        let reply = try connection.reply()
        #expect(reply.status == 413)
        #expect(reply.field("x-telemetry-batch") == "1")
        #expect(reply.field("x-sentry-error") != nil)
        #expect(fixture.reasons(after: 1) == [.tooLarge])
    }

    @Test("a chunked body over the limit is read past, then gets its 413, and the connection goes on")
    func chunkedTooLarge() throws {
        let fixture = try HTTPFixture(limits: limits(body: 50_000))
        let connection = try RawConnection(port: fixture.server.port)
        connection.send(chunked([UInt8](repeating: 0x20, count: 80_000)))
        #expect(try connection.reply().status == 413)
        connection.send(chunked(Array("{}\n".utf8)))
        #expect(try connection.reply().status == 200)
    }

    @Test("a client that sends all of a too large body before it listens gets its 413 too")
    func sendsBeforeListening() throws {
        let fixture = try HTTPFixture(limits: limits(body: 10_000))
        let body = [UInt8](repeating: 0x20, count: 8 << 20)
        #expect(try fixture.post("/api/1/envelope/", body).status == 413)
        #expect(try fixture.post("/api/2/envelope/", body).status == 404)
    }

    @Test("a client that asks before it sends is told no")
    func asksFirst() throws {
        let fixture = try HTTPFixture(limits: limits(body: 10_000))
        let connection = try RawConnection(port: fixture.server.port)
        connection.send(
            "POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\nContent-Length: 10001\r\n"
                + "Expect: 100-continue\r\n\r\n"
        )
        #expect(try connection.reply().status == 413)
        #expect(connection.isClosed())
    }

    @Test("a chunked body without end gets its 413 at twice the limit, and is cut off at four times")
    func endless() throws {
        let fixture = try HTTPFixture(limits: limits(body: 50_000))
        let connection = try RawConnection(port: fixture.server.port)
        let piece = [UInt8](repeating: 0x20, count: 130_000)
        connection.send(chunked(piece).dropLast(5))
        #expect(try connection.reply().status == 413)
        connection.send(Array("1fbd0\r\n".utf8) + piece)
        #expect(connection.isClosed())
    }

    @Test("a refused body that does not come to its end gets its answer at the deadline")
    func refusedDeadline() throws {
        var server = ServerLimits()
        server.discard = 1
        let fixture = try HTTPFixture(limits: limits(body: 50_000), server: server)
        let connection = try RawConnection(port: fixture.server.port)
        connection.send(chunked([UInt8](repeating: 0x20, count: 60_000)).dropLast(5))
        #expect(try connection.reply().status == 413)
        #expect(connection.isClosed())
    }

    @Test("bodies in flight share a budget; over it a request is refused for now, and the budget comes back")
    func budget() throws {
        var server = ServerLimits()
        server.heldBodies = 100_000
        let fixture = try HTTPFixture(server: server)
        let head = "POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\nContent-Length: 90000\r\n\r\n"
        let first = try RawConnection(port: fixture.server.port)
        first.send(Array(head.utf8) + [UInt8](repeating: 0x20, count: 89_000))
        usleep(200_000)
        let body = [UInt8](repeating: 0x20, count: 90_000)
        let second = try fixture.post("/api/1/envelope/", body)
        #expect(second.status == 503)
        #expect(second.field("retry-after") == "1")
        first.send([UInt8](repeating: 0x20, count: 1_000))
        #expect(try first.reply().status == 400)
        #expect(try fixture.post("/api/1/envelope/", body).status == 400)
    }

    @Test("a header that does not come to its end, and a body that does not, are cut off")
    func deadlines() throws {
        var server = ServerLimits()
        server.header = 1
        server.body = 1
        server.idle = 30
        let fixture = try HTTPFixture(server: server)
        let header = try RawConnection(port: fixture.server.port)
        let body = try RawConnection(port: fixture.server.port)
        header.send("POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n")
        body.send("POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\nContent-Length: 10\r\n\r\n{")
        #expect(header.isClosed())
        #expect(body.isClosed())
        #expect(fixture.store.batches.isEmpty)
    }

    @Test("stopping lets a waiting request end, and closes its connection")
    func stops() throws {
        let fixture = try HTTPFixture()
        fixture.store.set(.holds)
        let connection = try RawConnection(port: fixture.server.port)
        connection.send(HTTPFixture.request("/api/1/envelope/", Array("{}\n".utf8), headers: [Self.auth]))
        while fixture.store.heldCount < 1 { usleep(1_000) }
        let store = fixture.store
        DetachedThread.start {
            usleep(300_000)
            store.release()
        }
        #expect(fixture.server.stop(within: 5))
        let reply = try connection.reply()
        #expect(reply.status == 200)
        #expect(reply.field("connection")?.lowercased() == "close")
        #expect(throws: (any Error).self) { try RawConnection(port: fixture.server.port) }
    }

    @Test("stopping cuts off a body that does not come, and ends cleanly")
    func stalled() throws {
        let fixture = try HTTPFixture()
        let connection = try RawConnection(port: fixture.server.port)
        connection.send("POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\nContent-Length: 10\r\n\r\n{")
        usleep(200_000)
        let start = ContinuousClock.now
        #expect(fixture.server.stop(within: 1))
        #expect(ContinuousClock.now - start < .seconds(4))
        #expect(connection.isClosed())
        #expect(fixture.store.batches.isEmpty)
    }

    @Test("a request with two lengths, or a length beside a coding, is refused and ends the connection")
    func lengths() throws {
        let fixture = try HTTPFixture()
        for fields in [
            "Content-Length: 3\r\nContent-Length: 4", "Content-Length: 3\r\nContent-Length: 3",
            "Content-Length: 3\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        ] {
            let connection = try RawConnection(port: fixture.server.port)
            connection.send("POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\n\(Self.auth)\r\n\(fields)\r\n\r\n{}\n")
            #expect(try connection.reply().status == 400, "\(fields)")
        }
        #expect(fixture.store.events.isEmpty)
    }

    @Test("more arguments in the query than anybody needs are refused", arguments: [257, 1_000, 4_000])
    func arguments(_ count: Int) throws {
        let fixture = try HTTPFixture()
        let query = Array(repeating: "a=b", count: count).joined(separator: "&")
        let start = ContinuousClock.now
        let reply = try fixture.post("/api/1/envelope/?\(query)", "{}\n")
        #expect(reply.status == 414)
        // The library answers, too, and must not be stopped in the middle of that: it would find no response to send.
        usleep(300_000)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("a body from nobody known is looked at early, and refused before it has come")
    func keyless() throws {
        let fixture = try HTTPFixture()
        for start in [
            "{}\n", "{\"dsn\":\"http://\(RelayHandlerTests.unknown)@relay.example/1\"}\n", "no envelope\n", "",
        ] {
            let connection = try RawConnection(port: fixture.server.port)
            connection.send("POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\nContent-Length: 10000000\r\n\r\n")
            connection.send(Array(start.utf8) + [UInt8](repeating: 0x20, count: 40_000))
            #expect(try connection.reply().status == 403)
        }
        let dsn = "{\"dsn\":\"http://\(MemoryStore.key.publicKey)@relay.example/1\"}\n{\"type\":\"attachment\"}\n"
        let body = Array(dsn.utf8) + [UInt8](repeating: 0x61, count: 3 << 20)
        #expect(try fixture.post("/api/1/envelope/", body, headers: []).status == 200)
    }

    @Test("bodies from nobody known share a budget of their own, which others do not feel")
    func keylessBudget() throws {
        var server = ServerLimits()
        server.heldUnknownBodies = 1_000
        let fixture = try HTTPFixture(server: server)
        let first = try RawConnection(port: fixture.server.port)
        first.send("POST /api/1/envelope/ HTTP/1.1\r\nHost: relay\r\nContent-Length: 10000\r\n\r\n")
        first.send([UInt8](repeating: 0x20, count: 900))
        usleep(200_000)
        let body = [UInt8](repeating: 0x20, count: 900)
        #expect(try fixture.post("/api/1/envelope/", body, headers: []).status == 503)
        #expect(try fixture.post("/api/1/envelope/", "{}\n").status == 200)
    }

    @Test("stopping gives up on a request that the store never answers")
    func givesUp() throws {
        let fixture = try HTTPFixture()
        fixture.store.set(.holds)
        let connection = try RawConnection(port: fixture.server.port)
        connection.send(HTTPFixture.request("/api/1/envelope/", Array("{}\n".utf8), headers: [Self.auth]))
        while fixture.store.heldCount < 1 { usleep(1_000) }
        #expect(!fixture.server.stop(within: 0))
        fixture.store.release()
        #expect(try connection.reply().status == 200)
    }

    @Test("an address in use is an error with the system's words")
    func inUse() throws {
        let first = try Listener(ListenAddress(host: "127.0.0.1", port: 0))
        defer { close(first.socket) }
        #expect(throws: ListenError.system(EADDRINUSE)) {
            try Listener(ListenAddress(host: "127.0.0.1", port: first.port))
        }
    }
}
