internal import Glibc
internal import Synchronization
internal import TelemetryDelivery

/// What all requests of one server share. Holds no handle of the server library.
final class ServerCore: Sendable {
    /// What answers requests.
    let handler: any HTTPHandler
    /// What clients may take.
    let limits: ServerLimits
    private let deadlines: Lock<ConnectionDeadlines>
    private let held = Atomic<Int>(0)
    private let heldUnknown = Atomic<Int>(0)
    private let active = Atomic<Int>(0)
    private let stopping = Atomic<Bool>(false)

    /// A core for one server.
    init(handler: any HTTPHandler, limits: ServerLimits) {
        self.handler = handler
        self.limits = limits
        deadlines = Lock(ConnectionDeadlines(limits: limits))
    }

    /// Requests between their header and the end of their answer.
    var requestsInFlight: Int { active.load(ordering: .relaxed) }

    /// Whether connections are closed after their answer.
    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    /// From here on every answer closes its connection.
    func beginStopping() {
        stopping.store(true, ordering: .relaxed)
    }

    /// Counts a request in.
    func requestBegan() {
        active.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a request out.
    func requestEnded() {
        active.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Takes room for bytes of a body; false if all bodies together would hold too much, or all of those that are from
    /// nobody known yet.
    func reserve(_ bytes: Int, isKnown: Bool) -> Bool {
        guard ServerCore.take(bytes, from: held, limit: limits.heldBodies) else { return false }
        if isKnown || ServerCore.take(bytes, from: heldUnknown, limit: limits.heldUnknownBodies) { return true }
        held.wrappingSubtract(bytes, ordering: .relaxed)
        return false
    }

    /// Gives room back.
    func release(_ bytes: Int, unknown: Int) {
        held.wrappingSubtract(bytes, ordering: .relaxed)
        heldUnknown.wrappingSubtract(unknown, ordering: .relaxed)
    }

    private static func take(_ bytes: Int, from held: borrowing Atomic<Int>, limit: Int) -> Bool {
        let (_, after) = held.wrappingAdd(bytes, ordering: .relaxed)
        guard after > limit else { return true }
        held.wrappingSubtract(bytes, ordering: .relaxed)
        return false
    }

    /// Reads or moves the deadlines. The closure must not call out.
    func withDeadlines(_ body: (inout sending ConnectionDeadlines, Int) -> Void) {
        let now = ServerCore.seconds()
        deadlines.withLock { body(&$0, now) }
    }

    /// Tells the connections that are late, and shuts down their sockets, or those of them that were told before. The
    /// server library then closes them.
    ///
    /// Under the lock: a socket is taken out of the table before it is closed, so none of these numbers is reused.
    func shutLateConnections() {
        let now = ServerCore.seconds()
        deadlines.withLock { table in
            for late in table.late(now: now) {
                switch late.step {
                case .tell(let farewell): ServerCore.send(farewell, to: late.socket)
                case .shut: ServerCore.shut(late.socket)
                }
            }
        }
    }

    /// Shuts down what would keep the server from ending: requests that have not come to their end, and in a second
    /// step also those whose answer is not taken. Requests that wait for the store are left.
    func shutUnfinished(includingAnswers: Bool) {
        deadlines.withLock { table in
            for socket in table.unfinished(includingAnswers: includingAnswers) {
                ServerCore.shut(socket)
            }
        }
    }

    /// Sends a few bytes if the socket takes them at once.
    static func send(_ bytes: [UInt8], to socket: Int32) {
        unsafe _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Ends a connection in both directions; the server library finds it closed.
    static func shut(_ socket: Int32) {
        _ = Glibc.shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Seconds of the monotonic clock.
    static func seconds() -> Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
        return now.tv_sec
    }
}
