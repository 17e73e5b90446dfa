internal import CTelemetryMHD
internal import Glibc
internal import Synchronization

/// The HTTP server: libmicrohttpd with epoll and a small thread pool.
///
/// A request that has to wait for the store gives its thread back: its connection is suspended, and resumed by the
/// responder. All C callbacks and all retain/release pairs are in this file.
@safe final class MHDServer: @unchecked Sendable {
    // Sendable and safe: `daemon` is only used by `stop`, under `ended`, and lives until then.
    /// The port it listens on.
    let port: UInt16
    private let core: ServerCore
    private let daemon: OpaquePointer
    private let ended = Mutex(false)
    private let sweeping: Sweeping

    /// Starts to serve on the listener.
    init(_ listener: Listener, handler: any HTTPHandler, limits: ServerLimits = ServerLimits()) throws(ListenError) {
        let core = ServerCore(handler: handler, limits: limits)
        // Balanced in `stop`, after the last callback.
        let context = unsafe Unmanaged.passRetained(core)
        let daemon = unsafe telemetry_mhd_start(
            listener.socket,
            UInt32(limits.threads),
            UInt32(limits.connections),
            UInt32(limits.idle),
            limits.connectionMemory,
            serverAccess,
            serverCompleted,
            serverConnection,
            context.toOpaque()
        )
        guard let daemon = unsafe daemon else {
            unsafe context.release()
            close(listener.socket)
            throw .library
        }
        port = listener.port
        self.core = core
        unsafe self.daemon = daemon
        let sweeping = Sweeping()
        self.sweeping = sweeping
        DetachedThread.start { [weak core] in
            while sweeping.isOn {
                core?.shutLateConnections()
                sleep(1)
            }
        }
    }

    /// Stops accepting, lets running requests end for up to `seconds`, and closes everything.
    ///
    /// False if requests were still running; then nothing is torn down, as a suspended connection cannot be: the
    /// caller ends the process.
    func stop(within seconds: Int) -> Bool {
        ended.withLock { ended in
            guard !ended else { return true }
            core.beginStopping()
            sweeping.end()
            let listener = unsafe MHD_quiesce_daemon(daemon)
            if listener >= 0 {
                close(listener)
            }
            var left = seconds * 100
            while core.requestsInFlight > 0, left > 0 {
                usleep(10_000)
                left -= 1
            }
            guard core.requestsInFlight == 0 else { return false }
            unsafe MHD_stop_daemon(daemon)
            unsafe Unmanaged.passUnretained(core).release()
            ended = true
            return true
        }
    }
}

/// Whether the thread that looks for late connections goes on.
private final class Sweeping: Sendable {
    private let on = Atomic<Bool>(true)

    var isOn: Bool { on.load(ordering: .relaxed) }

    func end() {
        on.store(false, ordering: .relaxed)
    }
}

/// One request on its way through the server.
@safe private final class ServerExchange: @unchecked Sendable {
    // Sendable and safe: everything but `answer` is only touched in callbacks of one connection, which the library
    // never runs side by side; `connection` outlives the exchange, and a suspended one lives until it is resumed.
    let core: ServerCore
    let connection: OpaquePointer
    let socket: Int32
    let head: HTTPRequestHead
    var intake: BodyIntake
    /// The refusal as it is sent, once it is noted.
    private var refused: HTTPResponse?
    var charged = 0
    var isWaiting = false
    private let answer = Mutex<HTTPResponse?>(nil)

    init(core: ServerCore, connection: OpaquePointer, head: HTTPRequestHead, intake: BodyIntake) {
        self.core = core
        unsafe self.connection = connection
        unsafe socket = telemetry_mhd_socket(connection)
        self.head = head
        self.intake = intake
    }

    /// Takes body bytes; false to close the connection.
    func take(_ bytes: Span<UInt8>) -> Bool {
        let step = intake.take(bytes) { count in
            guard core.reserve(count) else { return false }
            charged += count
            return true
        }
        switch step {
        case .more:
            return true
        case .discarding:
            let response = core.handler.refusal(head, intake.refusal ?? .tooLarge)
            core.withDeadlines { $0.discardBegan(self.socket, farewell: response.lastBytes, now: $1) }
            core.release(charged)
            charged = 0
            refused = response
            return true
        case .answer:
            answerEarly(refused ?? core.handler.refusal(head, intake.refusal ?? .tooLarge))
            return true
        case .cut:
            return false
        }
    }

    /// Answers past the library, which takes no answer in the middle of a body. What the client still sends is read
    /// past; then the connection is closed.
    func answerEarly(_ response: HTTPResponse) {
        intake.markAnswered()
        ServerCore.send(response.lastBytes, to: socket)
        core.withDeadlines { $0.discardBegan(self.socket, farewell: [], now: $1) }
    }

    /// The body is whole, or the connection was resumed: answers, or starts the work and suspends.
    func proceed() -> MHD_Result {
        if let ready = answer.withLock({ $0 }) {
            return queue(ready)
        }
        guard !isWaiting else { return .YES }
        if intake.isAnswered { return .NO }
        if let refusal = intake.refusal {
            return queue(refused ?? core.handler.refusal(head, refusal))
        }
        core.withDeadlines { table, _ in table.bodyEnded(self.socket) }
        switch core.handler.answer(head, body: intake.release()) {
        case .now(let response):
            return queue(response)
        case .later(let start):
            isWaiting = true
            unsafe MHD_suspend_connection(connection)
            start(HTTPResponder { [self] in complete($0) })
            return .YES
        }
    }

    /// Keeps the answer and wakes the connection. Any thread; the first call counts.
    private func complete(_ response: HTTPResponse) {
        let isFirst = answer.withLock { slot in
            guard slot == nil else { return false }
            slot = response
            return true
        }
        if isFirst {
            unsafe MHD_resume_connection(connection)
        }
    }

    func queue(_ response: HTTPResponse) -> MHD_Result {
        var body = response.body
        let made = unsafe body.withUnsafeMutableBytes { bytes in
            unsafe MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
        }
        guard let made = unsafe made else { return .NO }
        for field in response.fields {
            unsafe MHD_add_response_header(made, field.name, field.value)
        }
        if response.closes || core.isStopping {
            unsafe MHD_add_response_header(made, "Connection", "close")
        }
        let result = unsafe MHD_queue_response(connection, UInt32(response.status), made)
        unsafe MHD_destroy_response(made)
        return result
    }
}

// MARK: - Callbacks. Run on the library's threads; must not throw.

private func serverAccess(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection, let path = unsafe path,
        let method = unsafe method, let uploadSize = unsafe uploadSize, let slot = unsafe slot
    else { return .NO }
    guard let known = unsafe slot.pointee else {
        let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let head = unsafe readHead(connection, path: path, method: method)
        let exchange = unsafe begin(core, connection, head)
        // Balanced in `serverCompleted`, which the library calls once for every request that got here.
        unsafe slot.pointee = Unmanaged.passRetained(exchange.0).toOpaque()
        return exchange.1.map { exchange.0.queue($0) } ?? MHD_Result.YES
    }
    let exchange = unsafe Unmanaged<ServerExchange>.fromOpaque(known).takeUnretainedValue()
    let count = unsafe uploadSize.pointee
    guard count > 0, let upload = unsafe upload else { return exchange.proceed() }
    unsafe uploadSize.pointee = 0
    let goesOn = unsafe upload.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
        unsafe exchange.take(UnsafeBufferPointer(start: bytes, count: count).span)
    }
    return goesOn ? .YES : .NO
}

/// Decides by the head what happens to the body. An answer in the second place is to be given through the library.
private func begin(
    _ core: ServerCore,
    _ connection: OpaquePointer,
    _ head: HTTPRequestHead
) -> (ServerExchange, HTTPResponse?) {
    core.requestBegan()
    let announced = head.contentLength ?? 0
    let intake: BodyIntake
    var early: HTTPResponse?
    switch core.handler.intake(head) {
    case .accept(let limit) where announced > limit:
        early = core.handler.refusal(head, .tooLarge)
        intake = BodyIntake(refusing: .tooLarge, allowance: 0, linger: core.limits.linger)
    case .accept(let limit):
        intake = BodyIntake(limit: limit)
    case .refuse(let response):
        if announced > core.limits.discardAnnounced { early = core.handler.refusal(head, response) }
        intake = BodyIntake(
            refusing: response,
            allowance: core.limits.discardAnnounced,
            linger: core.limits.linger
        )
    }
    let exchange = unsafe ServerExchange(core: core, connection: connection, head: head, intake: intake)
    core.withDeadlines { $0.bodyBegan(exchange.socket, now: $1) }
    guard let early else { return (exchange, nil) }
    // A client that asks before it sends is told by the library. Any other one is sending already: closing now would
    // reset its connection, and the answer would be lost with it.
    if head.field("expect") != nil { return (exchange, early) }
    exchange.answerEarly(early)
    return (exchange, nil)
}

private func serverCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
) {
    guard let slot = unsafe slot, let known = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    let exchange = unsafe Unmanaged<ServerExchange>.fromOpaque(known).takeRetainedValue()
    exchange.core.withDeadlines { $0.answered(exchange.socket, now: $1) }
    exchange.core.requestEnded(releasing: exchange.charged)
}

private func serverConnection(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let connection = unsafe connection else { return }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let socket = unsafe telemetry_mhd_socket(connection)
    if code == .CONNECTION_NOTIFY_STARTED {
        core.withDeadlines { $0.opened(socket, now: $1) }
    } else {
        core.withDeadlines { table, _ in table.closed(socket) }
    }
}

// MARK: - Reading the head

private func readHead(
    _ connection: OpaquePointer,
    path: UnsafePointer<CChar>,
    method: UnsafePointer<CChar>
) -> HTTPRequestHead {
    let head = HTTPRequestHead(method: HTTPMethod(unsafe String(cString: method)), path: unsafe String(cString: path))
    let collector = HeadCollector(head)
    let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
    unsafe MHD_get_connection_values(connection, .HEADER_KIND, collectField, context)
    unsafe MHD_get_connection_values(connection, .GET_ARGUMENT_KIND, collectArgument, context)
    return collector.head
}

private final class HeadCollector {
    var head: HTTPRequestHead

    init(_ head: HTTPRequestHead) {
        self.head = head
    }
}

private func collectField(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let context = unsafe context, let name = unsafe name else { return .YES }
    let collector = unsafe Unmanaged<HeadCollector>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
    collector.head.fields.append(HTTPField(name: unsafe String(cString: name).lowercased(), value: text))
    return .YES
}

private func collectArgument(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let context = unsafe context, let name = unsafe name else { return .YES }
    let collector = unsafe Unmanaged<HeadCollector>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
    collector.head.query.append(HTTPField(name: unsafe String(cString: name), value: text))
    return .YES
}
