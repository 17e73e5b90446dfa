internal import Glibc
internal import TelemetryDelivery

/// The running relay's end of the admin socket: `admin.sock` in the data directory, mode 0600. Commands that change
/// keys come in here while the relay holds the writer's lock; their effect is in force when they are answered.
///
/// One thread of its own, one connection at a time, one line in and one line out.
package final class AdminSocket: Sendable {
    private let directory: DataDirectory
    private let listener: LocalSocket
    private let thread: Lock<WorkerThread?>

    /// Starts to listen. `address` is the base URL that new DSNs name, `http://127.0.0.1:8787`.
    package init(store: SQLiteStore, address: String) throws(StoreError) {
        let listener = try LocalSocket.listen(store.directory)
        directory = store.directory
        self.listener = listener
        let started = WorkerThread {
            AdminSocket.run(listener, store: store, address: address)
        }
        guard let started else { throw .failed(code: Int32(EAGAIN)) }
        thread = Lock(started)
    }

    deinit {
        stop()
    }

    /// Ends the thread after the request at hand and removes the socket. Call before the store is closed; repeated
    /// calls return at once.
    package func stop() {
        let running = thread.withLock { value in
            defer { value = nil }
            return value
        }
        guard let running else { return }
        listener.shutDown()
        running.join()
        unsafe unlink(directory.adminSocket)
    }

    private static func run(_ listener: LocalSocket, store: SQLiteStore, address: String) {
        while true {
            switch listener.accept() {
            case .connection(let connection): serve(connection, store, address)
            case .again: continue
            case .shutDown: return
            }
        }
    }

    private static func serve(_ connection: LocalSocket, _ store: SQLiteStore, _ address: String) {
        connection.setTimeout(seconds: 2)
        guard let line = connection.readLine() else { return }
        var reply: AdminReply
        if let request = AdminRequest(line: line), request == .address {
            reply = .address(address)
        } else if let request = AdminRequest(line: line) {
            do throws(StoreError) {
                reply = try request.perform(store).map { .done($0, address: address) } ?? .noSuchKey
            } catch {
                reply = .failed(error)
            }
        } else {
            reply = .failed(.failed(code: Int32(EINVAL)))
        }
        _ = connection.write(reply.line)
    }
}
