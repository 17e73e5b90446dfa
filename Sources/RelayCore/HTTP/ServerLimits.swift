/// What one server lets its clients take: connections, memory, time.
struct ServerLimits: Sendable, Hashable {
    /// Threads that run requests.
    var threads = 2
    /// Open connections; further ones wait in the listen queue.
    var connections = 1_000
    /// Memory for one connection's request line, header and read buffer.
    var connectionMemory = 64 * 1_024
    /// Bytes of unfinished bodies held at one time over all connections; over it a request is answered with 503.
    var heldBodies = 128 * 1_024 * 1_024
    /// Of these, bytes of bodies from nobody known yet.
    var heldUnknownBodies = 8 * 1_024 * 1_024
    /// Bytes of a body of which the first look is taken, and those after which it is the last.
    var looks = 1_024...(16 * 1_024)
    /// Arguments in a request's query.
    var arguments = 256
    /// Seconds without a byte after which a connection is closed.
    var idle = 60
    /// Seconds from a connection's beginning to the end of its first request's header.
    var header = 10
    /// Seconds from an answer to the end of the next request's header, waiting included.
    var keepAlive = 75
    /// Seconds from the end of a header to the end of its body.
    var body = 60
    /// Seconds for which the rest of a refused body is read past.
    var discard = 5
    /// A refused body announced to be longer than this is answered at once; then the connection is closed.
    var discardAnnounced = 64 * 1_024
    /// Seconds for which a body is read past after its answer.
    var lingerSeconds = 30
    /// Bytes of a body that are read past after its answer, so that a client which is still sending comes to read it.
    var linger = 40 * 1_024 * 1_024
}
