import Glibc
import TelemetryDelivery

/// A tiny HTTP/1.1 server on a loopback port, one thread a connection, that answers by a script.
package final class LoopbackServer: @unchecked Sendable {
    // Sendable: everything mutable is behind `state`'s lock.
    package enum Behaviour: Sendable {
        /// A whole answer; the connection stays open.
        case reply(Int, headers: [String] = [], body: String = "{}")
        /// Nothing, ever.
        case hang
        /// A chunked body without an end.
        case endlessBody(Int)
        /// A chunked body without an end, a piece every millisecond.
        case drippingBody(Int)
        /// Header lines without an end.
        case endlessHeaders
        /// The connection is reset in the middle.
        case reset
        /// A whole answer, one byte every few milliseconds.
        case slow(Int)
    }

    package struct Request: Sendable {
        package var head: String
        package var body: [UInt8]
    }

    private struct State {
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var connectionCount = 0
        var isStopped = false
        var readsNothing = false
    }

    package let port: UInt16
    private let listener: Int32
    private let state = Lock(State())
    private let behaviour: @Sendable (Int) -> Behaviour
    private let greeting: String?

    /// `behaviour` gets the number of the request, from 0. A `greeting` is sent to whoever connects, and nothing after it.
    package init(greeting: String? = nil, _ behaviour: @escaping @Sendable (Int) -> Behaviour) throws {
        self.greeting = greeting
        self.behaviour = behaviour
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(descriptor, raw, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, raw, &length) == 0
            }
        }
        guard bound else { throw TransportFailure(kind: .other, code: errno) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.start { [self] in accept() }
    }

    /// From now on no byte is read of what comes in, and little of it fits into the socket.
    package func readsNothing() {
        var size: Int32 = 4_096
        setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        state.withLock { $0.readsNothing = true }
    }

    package convenience init(_ behaviours: [Behaviour]) throws {
        try self.init { $0 < behaviours.count ? behaviours[$0] : behaviours[behaviours.count - 1] }
    }

    package var url: String { "http://127.0.0.1:\(port)/api/1/envelope/" }
    package var dsn: String { "http://0123456789abcdef0123456789abcdef@127.0.0.1:\(port)/1" }
    package var requests: [Request] { state.withLock { $0.requests } }
    package var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// Ends it. Descriptors are closed by the threads that use them: their numbers would otherwise be another test's by the
    /// time that a slow thread calls on them.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        defer { close(listener) }
        while !state.withLock({ $0.isStopped }) {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            let isStopped = state.withLock { state in
                if !state.isStopped {
                    state.connections.insert(connection)
                    state.connectionCount += 1
                }
                return state.isStopped
            }
            guard !isStopped else {
                close(connection)
                return
            }
            Thread.start { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: Int32) {
        defer {
            state.withLock { _ = $0.connections.remove(connection) }
            close(connection)
        }
        if let greeting {
            var byte: UInt8 = 0
            _ = Glibc.read(connection, &byte, 1)
            _ = send(greeting, on: connection)
            return
        }
        while state.withLock({ $0.readsNothing && !$0.isStopped }) { usleep(1_000) }
        var pending: [UInt8] = []
        while let request = read(connection, &pending) {
            let number = state.withLock { state in
                state.requests.append(request)
                return state.requests.count - 1
            }
            guard answer(behaviour(number), on: connection) else { return }
        }
    }

    private func answer(_ behaviour: Behaviour, on connection: Int32) -> Bool {
        switch behaviour {
        case .reply(let status, let headers, let body):
            let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers
            return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, on: connection)
        case .hang:
            var byte: UInt8 = 0
            while Glibc.read(connection, &byte, 1) > 0 {}
            return false
        case .endlessBody(let status), .drippingBody(let status):
            guard send("HTTP/1.1 \(status) X\r\nTransfer-Encoding: chunked\r\n\r\n", on: connection) else {
                return false
            }
            let chunk = "400\r\n" + String(repeating: "x", count: 1_024) + "\r\n"
            while send(chunk, on: connection) {
                if case .drippingBody = behaviour { usleep(1_000) }
            }
            return false
        case .endlessHeaders:
            guard send("HTTP/1.1 200 X\r\n", on: connection) else { return false }
            while send("X-Filler: " + String(repeating: "y", count: 500) + "\r\n", on: connection) {}
            return false
        case .slow(let status):
            for byte in "HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\n{}" {
                guard send(String(byte), on: connection) else { return false }
                usleep(2_000)
            }
            return true
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    private func send(_ text: String, on connection: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            bytes = bytes.dropFirst(written)
        }
        return true
    }

    private func read(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var head: String?
        var length = 0
        while true {
            if head == nil, let end = Self.headEnd(pending) {
                let text = String(decoding: pending[..<end], as: UTF8.self)
                head = text
                length = Self.contentLength(text)
                pending.removeFirst(end + 4)
            }
            if let head, pending.count >= length {
                let body = Array(pending[..<length])
                pending.removeFirst(length)
                return Request(head: head, body: body)
            }
            let count = Glibc.read(connection, &buffer, buffer.count)
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == [13, 10, 13, 10] }
    }

    private static func contentLength(_ head: String) -> Int {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
            return Int(line.dropFirst(15).filter { $0 != " " }) ?? 0
        }
        return 0
    }
}
