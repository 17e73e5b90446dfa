/// When each open connection has to have come further, by socket.
///
/// The server library's own timeout is idle time, which a client that sends one byte now and then never reaches.
/// A value type without a clock: seconds come from the caller.
struct ConnectionDeadlines {
    private struct Entry {
        var deadline: Int
        /// What a client that is late is told before its connection goes.
        var farewell: [UInt8] = []
    }

    private var entries: [Int32: Entry] = [:]
    private let limits: ServerLimits

    /// No connections yet.
    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Connections known.
    var count: Int { entries.count }

    /// A connection was accepted: its header has to come.
    mutating func opened(_ socket: Int32, now: Int) {
        entries[socket] = Entry(deadline: now + limits.header)
    }

    /// A header is complete: the body has to come.
    mutating func bodyBegan(_ socket: Int32, now: Int) {
        entries[socket] = Entry(deadline: now + limits.body)
    }

    /// The rest of a refused body is read past; `farewell` is its answer, unless that was given.
    mutating func discardBegan(_ socket: Int32, farewell: [UInt8], now: Int) {
        entries[socket] = Entry(deadline: now + limits.discard, farewell: farewell)
    }

    /// The request is whole; from here on the delay is ours.
    mutating func bodyEnded(_ socket: Int32) {
        entries[socket] = Entry(deadline: Int.max)
    }

    /// The answer is sent: the next request may come.
    mutating func answered(_ socket: Int32, now: Int) {
        guard entries[socket] != nil else { return }
        entries[socket] = Entry(deadline: now + limits.keepAlive)
    }

    /// The connection is gone.
    mutating func closed(_ socket: Int32) {
        entries[socket] = nil
    }

    /// The sockets that are late, with what to tell them. They stay known until they are closed.
    func late(now: Int) -> [(socket: Int32, farewell: [UInt8])] {
        entries.compactMap { $0.value.deadline < now ? ($0.key, $0.value.farewell) : nil }
    }
}
