public import TelemetryDelivery

extension Reporter {
    /// Sends what was captured so far without waiting for company, and waits for it, `timeout` at the longest.
    ///
    /// Ends the reporter's own backing off once; a wait that the server asked for stands. Suspends, never blocks.
    @discardableResult
    public func flush(timeout: Duration) async -> FlushResult {
        guard case .deliver(let worker) = sink else { return .disabled }
        return await worker.flush(timeout: timeout, closes: false)
    }

    /// As `flush`, but blocks the calling thread: for command lines and the end of a process.
    @discardableResult
    public func flushBlocking(timeout: Duration) -> FlushResult {
        guard case .deliver(let worker) = sink else { return .disabled }
        return worker.flushBlocking(timeout: timeout, closes: false)
    }

    /// Takes no more events (later ones are counted as `closed`), sends what is left within `timeout`, drops the rest
    /// and ends the reporter's thread. May be called again.
    @discardableResult
    public func close(timeout: Duration) async -> FlushResult {
        switch sink {
        case .off: return .disabled
        case .memory(let store):
            store.close()
            return .disabled
        case .deliver(let worker): return await worker.flush(timeout: timeout, closes: true)
        }
    }

    /// As `close`, but blocks the calling thread.
    @discardableResult
    public func closeBlocking(timeout: Duration) -> FlushResult {
        switch sink {
        case .off: return .disabled
        case .memory(let store):
            store.close()
            return .disabled
        case .deliver(let worker): return worker.flushBlocking(timeout: timeout, closes: true)
        }
    }
}
