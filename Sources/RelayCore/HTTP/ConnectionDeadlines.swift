/// When each open connection has to have come further, by socket.
///
/// The server library's own timeout is idle time, which a client that sends one byte now and then never reaches.
/// A value type without a clock: seconds come from the caller.
struct ConnectionDeadlines {
    /// What is done about a connection that is late.
    enum Step: Sendable, Hashable {
        /// Its client is told this; what it still sends is read past for a while, as closing now would reset the
        /// connection, and the answer would be lost with it.
        case tell([UInt8])
        /// Its socket is shut down.
        case shut
    }

    private enum Phase {
        /// A header or body is to come.
        case reading
        /// The answer is ours to make.
        case working
        /// The answer is to be taken.
        case sending
    }

    private struct Entry {
        var deadline: Int
        var phase = Phase.reading
        /// What a client that is late is told before its connection goes.
        var farewell: [UInt8] = []
        /// Whether it was told.
        var isTold = false
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

    /// The rest of a refused body is read past; `farewell` is its answer.
    mutating func discardBegan(_ socket: Int32, farewell: [UInt8], now: Int) {
        entries[socket] = Entry(deadline: now + limits.discard, farewell: farewell)
    }

    /// A refused body was answered; what still comes of it is read past.
    mutating func lingerBegan(_ socket: Int32, now: Int) {
        entries[socket] = Entry(deadline: now + limits.lingerSeconds, isTold: true)
    }

    /// Whether the request's answer was sent past the server library.
    func isTold(_ socket: Int32) -> Bool {
        entries[socket]?.isTold ?? false
    }

    /// The request is whole; from here on the delay is ours.
    mutating func bodyEnded(_ socket: Int32) {
        entries[socket] = Entry(deadline: Int.max, phase: .working)
    }

    /// The answer is on its way.
    mutating func answerBegan(_ socket: Int32, now: Int) {
        entries[socket] = Entry(deadline: now + limits.body, phase: .sending)
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

    /// The sockets that are late, with what to do. They stay known until they are closed; who is told something has to
    /// be shut later.
    mutating func late(now: Int) -> [(socket: Int32, step: Step)] {
        var late: [(socket: Int32, step: Step)] = []
        for (socket, entry) in entries where entry.deadline < now {
            guard !entry.farewell.isEmpty else {
                late.append((socket, .shut))
                continue
            }
            late.append((socket, .tell(entry.farewell)))
            lingerBegan(socket, now: now)
        }
        return late
    }

    /// The sockets on which something is to come from the client, or to be taken by it.
    func unfinished(includingAnswers: Bool) -> [Int32] {
        entries.compactMap { socket, entry in
            entry.phase == .reading || (includingAnswers && entry.phase == .sending) ? socket : nil
        }
    }
}
