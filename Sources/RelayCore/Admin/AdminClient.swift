internal import Glibc

/// A command's end: through the running relay's admin socket, or, when none runs, on the store itself.
struct AdminClient: Sendable {
    private let directory: DataDirectory

    /// Where DSNs point when no relay runs to say where it listens.
    static let defaultAddress = "http://127.0.0.1:8787"

    /// A client for a data directory.
    init(_ directory: DataDirectory) {
        self.directory = directory
    }

    /// Has the request done by whoever can. Throws `.locked` if somebody writes there who does not answer.
    func perform(_ request: AdminRequest) throws(StoreError) -> AdminReply {
        // A relay that is starting holds the lock a moment before it listens, and one that stops a moment after.
        for _ in 0..<40 {
            if let reply = try ask(request) { return reply }
            do throws(StoreError) {
                let store = try directory.openStore()
                defer { store.close() }
                guard let key = try request.perform(store) else { return .noSuchKey }
                return .done(key, address: AdminClient.defaultAddress)
            } catch {
                guard error == .locked else { throw error }
                usleep(50_000)
            }
        }
        throw .locked
    }

    /// The base URL of the relay that runs on the directory, or nil if none answers.
    func address() -> String? {
        guard case .address(let address)? = try? ask(.address) else { return nil }
        return address
    }

    private func ask(_ request: AdminRequest) throws(StoreError) -> AdminReply? {
        guard let socket = try LocalSocket.connect(directory) else { return nil }
        guard socket.write(request.line), let line = socket.readLine(), let reply = AdminReply(line: line) else {
            // Asked but not answered: it may have been done, so it must not be done again.
            throw .busy
        }
        return reply
    }
}
