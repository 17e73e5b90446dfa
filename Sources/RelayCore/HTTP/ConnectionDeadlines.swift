/// When each open connection has to have come further, by socket.
///
/// The server library's own timeout is idle time, which a client that sends one byte now and then never reaches.
/// A value type without a clock: seconds come from the caller.
struct ConnectionDeadlines {
    private var deadlines: [Int32: Int] = [:]
    private let limits: ServerLimits

    /// No connections yet.
    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Connections known.
    var count: Int { deadlines.count }

    /// A connection was accepted: its header has to come.
    mutating func opened(_ socket: Int32, now: Int) {
        deadlines[socket] = now + limits.header
    }

    /// A header is complete: the body has to come.
    mutating func bodyBegan(_ socket: Int32, now: Int) {
        deadlines[socket] = now + limits.body
    }

    /// The rest of a refused body is read past.
    mutating func discardBegan(_ socket: Int32, now: Int) {
        deadlines[socket] = now + limits.discard
    }

    /// The request is whole; from here on the delay is ours.
    mutating func bodyEnded(_ socket: Int32) {
        deadlines[socket] = Int.max
    }

    /// The answer is sent: the next request may come.
    mutating func answered(_ socket: Int32, now: Int) {
        guard deadlines[socket] != nil else { return }
        deadlines[socket] = now + limits.keepAlive
    }

    /// The connection is gone.
    mutating func closed(_ socket: Int32) {
        deadlines[socket] = nil
    }

    /// The sockets that are late. They stay known until they are closed.
    func late(now: Int) -> [Int32] {
        deadlines.compactMap { $0.value < now ? $0.key : nil }
    }
}
