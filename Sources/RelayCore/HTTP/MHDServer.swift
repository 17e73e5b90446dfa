internal import CTelemetryMHD
internal import Glibc
internal import Synchronization
internal import TelemetryDelivery

/// The HTTP server: libmicrohttpd with epoll and a small thread pool.
///
/// A request that has to wait for the store gives its thread back: its connection is suspended, and resumed by the
/// responder. All C callbacks and all retain/release pairs are in this file; what a request does is `ServerExchange`.
@safe final class MHDServer: @unchecked Sendable {
    // Sendable and safe: `daemon` is only used by `stop`, under `ended`, and lives until then.
    /// The port it listens on.
    let port: UInt16
    private let core: ServerCore
    // The library's from the start on; it closes it.
    private let socket: Int32
    private let daemon: OpaquePointer
    private let ended = Lock(false)
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
            serverTarget,
            context.toOpaque()
        )
        guard let daemon = unsafe daemon else {
            unsafe context.release()
            close(listener.socket)
            throw .library
        }
        port = listener.port
        socket = listener.socket
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

    /// Stops accepting, lets running requests end for up to `seconds`, cuts off those that have not come whole by then,
    /// and closes everything. At most a second more.
    ///
    /// False if requests still wait for the store; then nothing is torn down, as a suspended connection cannot be: the
    /// caller ends the process.
    func stop(within seconds: Int) -> Bool {
        ended.withLock { ended in
            guard !ended else { return true }
            core.beginStopping()
            // Not MHD_quiesce_daemon: in 0.9.75 it takes the socket out of the epoll set at the same time as the threads
            // do, and whoever comes second aborts the process. A socket that is shut down accepts nothing more either.
            ServerCore.shut(socket)
            guard isDrained(within: seconds * 100) || cutOff() else { return false }
            sweeping.end()
            unsafe MHD_stop_daemon(daemon)
            unsafe Unmanaged.passUnretained(core).release()
            ended = true
            return true
        }
    }

    /// Nothing was promised to a client whose request is not whole. Whether no request is left.
    private func cutOff() -> Bool {
        core.shutUnfinished(includingAnswers: false)
        if isDrained(within: 50) { return true }
        core.shutUnfinished(includingAnswers: true)
        return isDrained(within: 50)
    }

    /// Waits for the requests in flight, for so many hundredths of a second.
    private func isDrained(within hundredths: Int) -> Bool {
        var left = hundredths
        while core.requestsInFlight > 0, left > 0 {
            usleep(10_000)
            left -= 1
        }
        return core.requestsInFlight == 0
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
    var isExamined = false
    var early: HTTPResponse?
    switch head.fault(core.limits).map({ .refuse($0) }) ?? core.handler.intake(head) {
    case .accept(let limit) where announced > limit, .examine(let limit) where announced > limit:
        early = core.handler.refusal(head, .tooLarge)
        intake = BodyIntake(refusing: .tooLarge, allowance: 0, linger: core.limits.linger)
    case .accept(let limit):
        intake = BodyIntake(limit: limit)
    case .examine(let limit):
        intake = BodyIntake(limit: limit)
        isExamined = true
    case .refuse(let response):
        if announced > core.limits.discardAnnounced || response.closes { early = core.handler.refusal(head, response) }
        intake = BodyIntake(
            refusing: response,
            allowance: core.limits.discardAnnounced,
            linger: core.limits.linger
        )
    }
    let exchange = unsafe ServerExchange(
        core: core,
        connection: connection,
        head: head,
        intake: intake,
        isExamined: isExamined
    )
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
    exchange.release()
    exchange.core.requestEnded()
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

/// Called with the request's target before the library reads it. Its arguments need more of the connection's memory
/// than they are long, and where that does not suffice, the library has no room for an answer either.
private func serverTarget(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection else {
        return nil
    }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    var arguments = 1
    var place = unsafe target
    while unsafe place.pointee != 0 {
        if unsafe place.pointee == 0x26 { arguments += 1 }
        unsafe place += 1
    }
    guard arguments > core.limits.arguments else { return nil }
    let socket = unsafe telemetry_mhd_socket(connection)
    ServerCore.send(HTTPResponse.tooManyArguments.lastBytes, to: socket)
    ServerCore.shut(socket)
    return nil
}
