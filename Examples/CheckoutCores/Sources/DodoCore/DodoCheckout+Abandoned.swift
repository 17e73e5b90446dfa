internal import CheckoutTelemetry
internal import HeadlessSupport

/// What is kept of a session from when its page is shown until it is final. On the device, for the SDK alone.
public struct SessionRecord: Hashable, Sendable {
    /// What the last process knew of it.
    public enum Prior: Hashable, Sendable {
        /// Nothing: it ended in the middle.
        case terminated
        /// Closed.
        case cancelled
        /// Not decided.
        case pending
        /// An error was thrown.
        case error
    }

    /// `cks_…`: a token.
    public let sessionId: String
    /// Milliseconds since 1970.
    public let createdAt: Int64
    /// Where telemetry goes on, if there is any.
    let flow: String?
    let checkoutUrl: String
    /// What became of it.
    public var prior = Prior.terminated
}

/// Where the record is kept. A stand-in for the platform's storage.
@MainActor
public protocol SessionRecords: AnyObject {
    /// The one record; nil if there is none.
    var record: SessionRecord? { get set }
}

/// Shows pages. A stand-in for the system's browser.
@MainActor
public protocol DodoBrowser {
    /// Shows a page; false if it cannot.
    func open(_ url: String, _ customization: BrowserCustomization, for checkout: DodoCheckout) -> Bool
}

/// Sessions that were left without a final status: to be looked at on launch, and after what is not final.
extension DodoCheckout {
    /// The session that was left, to be treated as pending. Telemetry goes on with the flow that it belongs to.
    public func abandonedSession() -> SessionRecord? {
        guard let record = records.record else { return nil }
        if let telemetry {
            if isFromEarlierProcess {
                flow = DodoFlow(telemetry, checkoutURL: record.checkoutUrl, resuming: record.flow)
            }
            let age = (clock.wallMilliseconds - record.createdAt) / 1_000
            flow?.abandonedFound(age: Int(clamping: max(age, 0)), prior: record.prior.word)
        }
        return record
    }

    /// The merchant's server knows the final status: the record goes.
    public func clearAbandonedSession() {
        guard records.record != nil else { return }
        records.record = nil
        flow?.abandonedCleared()
    }

    private var isFromEarlierProcess: Bool { flow == nil }
}

extension SessionRecord.Prior {
    var word: CheckoutAbandonedPrior {
        switch self {
        case .terminated: .terminated
        case .cancelled: .cancelled
        case .pending: .pending
        case .error: .error
        }
    }
}
