internal import Glibc
internal import Synchronization

/// What all requests of one server share. Holds no handle of the server library.
final class ServerCore: Sendable {
    /// What answers requests.
    let handler: any HTTPHandler
    /// What clients may take.
    let limits: ServerLimits
    private let deadlines: Mutex<ConnectionDeadlines>
    private let held = Atomic<Int>(0)
    private let active = Atomic<Int>(0)
    private let stopping = Atomic<Bool>(false)

    /// A core for one server.
    init(handler: any HTTPHandler, limits: ServerLimits) {
        self.handler = handler
        self.limits = limits
        deadlines = Mutex(ConnectionDeadlines(limits: limits))
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

    /// Counts a request out and gives its bytes back.
    func requestEnded(releasing bytes: Int) {
        active.wrappingSubtract(1, ordering: .relaxed)
        release(bytes)
    }

    /// Takes room for bytes of a body; false if all bodies together would hold too much.
    func reserve(_ bytes: Int) -> Bool {
        let (_, after) = held.wrappingAdd(bytes, ordering: .relaxed)
        guard after > limits.heldBodies else { return true }
        held.wrappingSubtract(bytes, ordering: .relaxed)
        return false
    }

    /// Gives room back.
    func release(_ bytes: Int) {
        held.wrappingSubtract(bytes, ordering: .relaxed)
    }

    /// Reads or moves the deadlines. The closure must not call out.
    func withDeadlines(_ body: (inout sending ConnectionDeadlines, Int) -> Void) {
        let now = ServerCore.seconds()
        deadlines.withLock { body(&$0, now) }
    }

    /// Shuts down the sockets of connections that are late. The server library then closes them.
    ///
    /// Under the lock: a socket is taken out of the table before it is closed, so none of these numbers is reused.
    func shutLateConnections() {
        let now = ServerCore.seconds()
        deadlines.withLock { table in
            for late in table.late(now: now) {
                if !late.farewell.isEmpty { ServerCore.send(late.farewell, to: late.socket) }
                shutdown(late.socket, Int32(SHUT_RDWR))
            }
        }
    }

    /// Sends a few bytes if the socket takes them at once.
    static func send(_ bytes: [UInt8], to socket: Int32) {
        unsafe _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Seconds of the monotonic clock.
    static func seconds() -> Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
        return now.tv_sec
    }
}
