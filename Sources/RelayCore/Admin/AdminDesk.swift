internal import Glibc

/// Serves the connections of an admin socket on one thread, each when its line is there.
///
/// Whoever says nothing for two seconds is sent away, and the oldest of those who wait when there are too many.
struct AdminDesk: ~Copyable {
    /// Connections that may wait for their line.
    static let places = 32
    private static let patience: Int64 = 2_000

    private struct Guest {
        let socket: LocalSocket
        let since: Int64
        var line: [UInt8] = []
    }

    private let listener: LocalSocket
    private let store: any Store
    private let address: String
    private var guests: [Guest] = []

    /// A desk at a listening socket. `address` is the base URL that new DSNs name.
    init(_ listener: LocalSocket, store: any Store, address: String) {
        self.listener = listener
        self.store = store
        self.address = address
    }

    /// Serves until the listener is shut down.
    mutating func run() {
        while true {
            let ready = wait()
            // Before the newcomers: places may become free.
            for index in guests.indices.reversed() where ready.contains(guests[index].socket.descriptor) {
                var guest = guests[index]
                if listen(to: &guest) { guests[index] = guest } else { guests.remove(at: index) }
            }
            let now = AdminDesk.milliseconds()
            guests.removeAll { now - $0.since >= AdminDesk.patience }
            guard ready.contains(listener.descriptor) else { continue }
            switch listener.accept() {
            case .connection(let socket):
                socket.setTimeout(seconds: 1)
                if guests.count == AdminDesk.places { guests.removeFirst() }
                guests.append(Guest(socket: socket, since: now))
            case .again: continue
            case .shutDown: return
            }
        }
    }

    /// Waits until somebody has something to say, half a second at most; the descriptors that have.
    private func wait() -> Set<Int32> {
        var polled = ([listener] + guests.map(\.socket)).map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        guard unsafe poll(&polled, nfds_t(polled.count), guests.isEmpty ? -1 : 500) > 0 else { return [] }
        return Set(polled.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Takes in what a guest says and answers a whole line; false when that is over.
    private func listen(to guest: inout Guest) -> Bool {
        guard let bytes = guest.socket.read() else { return false }
        guest.line += bytes
        guard let end = guest.line.firstIndex(of: 0x0A) else { return guest.line.count < LocalSocket.lineLimit }
        _ = guest.socket.write(reply(to: Array(guest.line[..<end])).line)
        return false
    }

    private func reply(to line: [UInt8]) -> AdminReply {
        guard let request = AdminRequest(line: line) else { return .failed(.failed(code: Int32(EINVAL))) }
        if request == .address { return .address(address) }
        do throws(StoreError) {
            return try request.perform(store).map { .done($0, address: address) } ?? .noSuchKey
        } catch {
            return .failed(error)
        }
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
