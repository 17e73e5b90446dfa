import Foundation
import TelemetryWire

@testable import RelayCore

/// A relay on loopback over a store in memory, and a client of raw bytes.
final class HTTPFixture: Sendable {
    let store = MemoryStore()
    let server: MHDServer

    init(limits: Limits = .standard, server serverLimits: ServerLimits = ServerLimits()) throws {
        let handler = RelayHandler(store: store, log: RelayLog(descriptor: -1), limits: limits)
        server = try MHDServer(
            Listener(ListenAddress(host: "127.0.0.1", port: 0)),
            handler: handler,
            limits: serverLimits
        )
    }

    deinit {
        store.release()
        _ = server.stop(within: 2)
    }

    /// The reasons counted, sorted, once there are so many: counts come after the answer.
    func reasons(after count: Int) -> [DropReason] {
        var reasons: [DropReason] = []
        for _ in 0..<1_000 {
            reasons = store.batches.flatMap(\.outcomes).map(\.reason)
            if reasons.count >= count { break }
            usleep(5_000)
        }
        return reasons.sorted { $0.rawValue < $1.rawValue }
    }

    /// Sends bytes on a connection of its own and gives what came back.
    func exchange(_ request: String) throws -> HTTPReply {
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        return try connection.reply(hasBody: !request.hasPrefix("HEAD"))
    }

    func exchange(_ request: [UInt8]) throws -> HTTPReply {
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        return try connection.reply()
    }

    /// A POST with a body of known length.
    func post(
        _ path: String,
        _ body: [UInt8],
        headers: [String] = ["X-Sentry-Auth: Sentry sentry_key=\(MemoryStore.key.publicKey)"]
    ) throws -> HTTPReply {
        try exchange(HTTPFixture.request(path, body, headers: headers))
    }

    func post(_ path: String, _ body: String, headers: [String]? = nil) throws -> HTTPReply {
        if let headers { return try post(path, Array(body.utf8), headers: headers) }
        return try post(path, Array(body.utf8))
    }

    static func request(_ path: String, _ body: [UInt8], headers: [String]) -> [UInt8] {
        var head = "POST \(path) HTTP/1.1\r\nHost: relay\r\nContent-Length: \(body.count)\r\n"
        for header in headers { head += header + "\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

/// An answer as it came.
struct HTTPReply {
    let status: Int
    let head: String
    let body: String

    /// A header's value, by its lower-case name.
    func field(_ name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}

/// A TCP connection to loopback with timeouts of ten seconds.
final class RawConnection {
    struct Failure: Error {}

    private let socket: Int32
    private var received: [UInt8] = []

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure() }
    }

    deinit {
        close(socket)
    }

    /// Sends all of it, or stops where the other end does.
    func send(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let sent = bytes[offset...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            offset += sent
        }
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// The next answer; interim ones (1xx) are skipped.
    func reply(hasBody: Bool = true) throws -> HTTPReply {
        while true {
            let reply = try oneReply(hasBody: hasBody)
            if reply.status >= 200 { return reply }
        }
    }

    /// Whether the other end closes without another byte.
    func isClosed() -> Bool {
        var byte: UInt8 = 0
        return received.isEmpty && recv(socket, &byte, 1, 0) <= 0
    }

    private func oneReply(hasBody: Bool) throws -> HTTPReply {
        let end = Array("\r\n\r\n".utf8)
        var split = firstRange(of: end)
        while split == nil {
            try receive()
            split = firstRange(of: end)
        }
        guard let split else { throw Failure() }
        let head = String(decoding: received[..<split], as: UTF8.self)
        received.removeSubrange(..<(split + 4))
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let status = Int(words[1]) else { throw Failure() }
        let reply = HTTPReply(status: status, head: head, body: "")
        let length = hasBody ? reply.field("content-length").flatMap { Int($0) } ?? 0 : 0
        while received.count < length { try receive() }
        let body = String(decoding: received[..<length], as: UTF8.self)
        received.removeSubrange(..<length)
        return HTTPReply(status: status, head: head, body: body)
    }

    private func receive() throws {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let got = recv(socket, &chunk, chunk.count, 0)
        guard got > 0 else { throw Failure() }
        received.append(contentsOf: chunk[..<got])
    }

    private func firstRange(of pattern: [UInt8]) -> Int? {
        guard received.count >= pattern.count else { return nil }
        return (0...received.count - pattern.count).first { received[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}
