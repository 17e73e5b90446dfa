internal import TelemetryDelivery

/// One result handed from one thread to another that waits for it.
final class Answer<Value: Sendable>: Sendable {
    private let result = Lock<Result<Value, StoreError>?>(nil)
    private let given = Gate()

    /// Hands the result over; once.
    func give(_ value: Result<Value, StoreError>) {
        result.withLock { $0 = value }
        given.open()
    }

    /// Waits for the result.
    func wait() -> Result<Value, StoreError> {
        given.wait()
        return result.withLock { $0 } ?? .failure(.closed)
    }
}
