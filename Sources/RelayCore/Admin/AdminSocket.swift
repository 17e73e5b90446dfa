internal import Glibc
internal import TelemetryDelivery

/// The running relay's end of the admin socket: `admin.sock` in the data directory, mode 0600. Commands that change
/// keys come in here while the relay holds the writer's lock; their effect is in force when they are answered.
///
/// One thread of its own; one line in and one line out. Connections that say nothing keep nobody waiting.
package final class AdminSocket: Sendable {
    private let directory: DataDirectory
    private let listener: LocalSocket
    private let thread: Lock<WorkerThread?>

    /// Starts to listen. `address` is the base URL that new DSNs name, `http://127.0.0.1:8787`.
    package init(store: any Store, directory: DataDirectory, address: String) throws(StoreError) {
        let listener = try LocalSocket.listen(directory)
        self.directory = directory
        self.listener = listener
        let started = WorkerThread {
            var desk = AdminDesk(listener, store: store, address: address)
            desk.run()
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
}
