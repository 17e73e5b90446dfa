internal import Glibc

/// A stream socket of the local machine, named by a file in the data directory.
@safe final class LocalSocket: Sendable {
    /// The descriptor; closed with the socket.
    let descriptor: Int32

    /// No line is longer.
    static let lineLimit = 4_096
    /// `MSG_NOSIGNAL`, which the importer does not offer in optimised builds.
    private static let noSignal: Int32 = 0x4000

    /// Takes over a descriptor.
    init(takingOwnershipOf descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Listens at the directory's admin socket, mode 0600, in place of what a killed process may have left there.
    static func listen(_ directory: DataDirectory) throws(StoreError) -> LocalSocket {
        unsafe unlink(directory.adminSocket)
        let socket = try make()
        let bound = try unsafe withAddress(directory) { address, size in unsafe bind(socket.descriptor, address, size) }
        guard bound == 0, unsafe chmod(directory.adminSocket, 0o600) == 0, Glibc.listen(socket.descriptor, 8) == 0
        else { throw DataDirectory.error(errno) }
        return socket
    }

    /// Connects to the directory's admin socket; nil if nobody listens there.
    static func connect(_ directory: DataDirectory) throws(StoreError) -> LocalSocket? {
        guard unsafe access(directory.adminSocket, F_OK) == 0 else { return nil }
        let socket = try make()
        let connected = try unsafe withAddress(directory) { address, size in
            unsafe Glibc.connect(socket.descriptor, address, size)
        }
        guard connected == 0 else { return nil }
        socket.setTimeout(seconds: 10)
        return socket
    }

    /// What came of waiting for somebody to connect.
    enum Accepted {
        /// Somebody did.
        case connection(LocalSocket)
        /// Nobody, for a passing reason.
        case again
        /// `shutDown` was called.
        case shutDown
    }

    /// Waits for a connection.
    func accept() -> Accepted {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted < 0 else {
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            return .connection(LocalSocket(takingOwnershipOf: accepted))
        }
        switch errno {
        case EINVAL, EBADF: return .shutDown
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            // No descriptor left: asking again at once would only burn the processor.
            usleep(100_000)
            return .again
        default: return .again
        }
    }

    /// Makes the present and every later `accept` return.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Bounds every later read and write.
    func setTimeout(seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Reads what is there, a few hundred bytes at most; nil at the end or after an error.
    func read() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 512)
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        return count > 0 ? Array(chunk[..<count]) : nil
    }

    /// Reads up to a line's end, at most 4 KiB; nil if there is none in time.
    func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        while line.count < LocalSocket.lineLimit {
            guard let bytes = read() else { return nil }
            line += bytes
            if let end = line.firstIndex(of: 0x0A) { return Array(line[..<end]) }
        }
        return nil
    }

    /// Writes a line and its end.
    func write(_ line: JSONLine) -> Bool {
        let bytes = line.bytes + [0x0A]
        var offset = 0
        while offset < bytes.count {
            let sent = unsafe bytes[offset...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return false }
            offset += sent
        }
        return true
    }

    private static func make() throws(StoreError) -> LocalSocket {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw DataDirectory.error(errno) }
        return LocalSocket(takingOwnershipOf: descriptor)
    }

    /// A socket's name has 107 bytes; through the directory's descriptor any directory fits.
    private static func withAddress(
        _ directory: DataDirectory,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(StoreError) -> Int32 {
        let folder = unsafe open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw DataDirectory.error(errno) }
        defer { close(folder) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array("/proc/self/fd/\(folder)/admin.sock".utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { target in
            unsafe target.copyBytes(from: name)
        }
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe body(generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
