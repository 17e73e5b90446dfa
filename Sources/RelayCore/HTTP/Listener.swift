internal import Glibc

/// A bound, listening TCP socket. The server that is started on it closes it.
struct Listener {
    /// The socket.
    let socket: Int32
    /// The port it is bound to, also when 0 was asked for.
    let port: UInt16

    /// Resolves, binds and listens.
    init(_ address: ListenAddress) throws(ListenError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let first = unsafe found
        else {
            throw .unknownHost
        }
        defer { unsafe freeaddrinfo(first) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let socket = unsafe Glibc.socket(first.pointee.ai_family, kind, 0)
        guard socket >= 0 else { throw .system(errno) }
        var on: Int32 = 1
        unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard unsafe bind(socket, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0, listen(socket, 1_024) == 0
        else {
            let code = errno
            close(socket)
            throw .system(code)
        }
        self.socket = socket
        self.port = Listener.boundPort(of: socket) ?? address.port
    }

    private static func boundPort(of socket: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getsockname(socket, address, &length)
            }
        }
        guard result == 0 else { return nil }
        // Both families keep the port in the same place, after the family.
        return unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }
}

/// Why a server could not listen.
enum ListenError: Error, Hashable, CustomStringConvertible {
    /// The host's name does not resolve.
    case unknownHost
    /// The system refused, with its error number.
    case system(Int32)
    /// The server library refused to start.
    case library

    /// One line for a person.
    var description: String {
        switch self {
        case .unknownHost: "the host name does not resolve"
        case .system(let code): unsafe String(cString: strerror(code))
        case .library: "the HTTP library refused to start"
        }
    }
}
