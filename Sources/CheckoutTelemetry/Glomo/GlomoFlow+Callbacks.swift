internal import TelemetryDelivery
internal import TelemetryWire

/// The listener's six callbacks.
extension GlomoFlow {
    /// `onPaymentSuccess`: paid, as far as the SDK can say; the backend confirms. One without a signature is told as a warning.
    public func onPaymentSuccess(hasSignature: Bool, hasPaymentID: Bool = true) {
        flow.end(.completed, .confirmed) {
            $0[.sdkEvent] = .onPaymentSuccess
            $0[.signaturePresent] = hasSignature
            $0[.paymentIDPresent] = hasPaymentID
        }
    }

    /// `onPaymentFailure`: refused.
    public func onPaymentFailure(hasPaymentID: Bool = false) {
        flow.end(.failed, .confirmed) {
            $0[.sdkEvent] = .onPaymentFailure
            $0[.errorType] = .paymentDeclined
            $0[.paymentIDPresent] = hasPaymentID
        }
    }

    /// `onSdkError`: one event for each error. Before the checkout is shown they end it.
    public func onSdkError(_ errors: [SdkError]) {
        let wasPresented = flow.isPresented
        for (index, error) in errors.prefix(Self.toldErrors).enumerated() {
            flow.record(.error) {
                $0[.sdkEvent] = .onSdkError
                $0[.sdkCode] = error.type?.code ?? .other
                $0[.errorType] = error.type?.errorType ?? .other
                $0[.errorField] = error.field
                $0[.errorIndex] = index
                $0[.errorCount] = min(errors.count, 1_000)
            }
        }
        guard !wasPresented else { return }
        flow.end(.notOpened, .unknown) {
            $0[.sdkEvent] = .onSdkError
            $0[.sdkCode] = errors.first.map { $0.type?.code ?? .other }
            $0[.errorType] = errors.first.map { $0.type?.errorType ?? .other }
        }
    }

    /// How many errors of one callback are told; their count is of all.
    static let toldErrors = 100

    /// `onConnectionError`.
    ///
    /// A time-out that closes nothing, of a page that is shown and not yet ready, is the SDK's advice that it is slow, and no
    /// error. A cancelled navigation is nothing at all. Anything else before the checkout is shown ends it.
    ///
    /// - Parameters:
    ///   - type: Nil for one that is not documented.
    ///   - statusCode: HTTP's.
    ///   - errorCode: The platform's number.
    ///   - errorDomain: Told if it reads like one.
    ///   - failedURL: Told as scheme and registrable domain.
    ///   - shouldAutoClose: As reported.
    ///   - isRecoverable: As reported; where it differs from the table, that is told. Nil: by the table.
    public func onConnectionError(
        type: ConnectionErrorType?,
        statusCode: Int? = nil,
        errorCode: Int? = nil,
        errorDomain: String? = nil,
        failedURL: String? = nil,
        shouldAutoClose: Bool,
        isRecoverable: Bool? = nil
    ) {
        guard !Self.isUnreported(domain: errorDomain, code: errorCode) else { return }
        let wasPresented = flow.isPresented
        if type == .timeout, !shouldAutoClose, wasPresented, !flow.isReady {
            return flow.readyDelayed(after: .seconds(Self.readyThreshold)) {
                $0[.sdkEvent] = .onConnectionError
                $0[.sdkCode] = .timeout
                $0[.errorAutoClose] = false
            }
        }
        let url = failedURL.map(URLOutline.init)
        let code = type?.code ?? .other
        let errorType = type?.errorType ?? .other
        flow.record(.connectionFailed) {
            $0[.sdkEvent] = .onConnectionError
            $0[.sdkCode] = code
            $0[.errorType] = errorType
            $0[.errorRecoverable] = isRecoverable ?? type?.isRecoverable
            $0[.errorAutoClose] = shouldAutoClose
            if let isRecoverable, let type, isRecoverable != type.isRecoverable { $0[.errorMappingMismatch] = true }
            $0[.statusCode] = statusCode
            $0[.errorNativeCode] = errorCode
            $0[.exceptionType] = CheckoutToken.errorDomain(errorDomain)
            $0[.urlScheme] = url?.scheme
            $0[.serverAddress] = url?.domain
        }
        guard !wasPresented else { return }
        flow.end(.notOpened, .unknown) {
            $0[.sdkEvent] = .onConnectionError
            $0[.sdkCode] = code
            $0[.errorType] = errorType
        }
    }

    /// `onUserJourneyCompleted`: an asynchronous journey was handed in; nobody knows yet what comes of it.
    ///
    /// - Parameters:
    ///   - type: Nil for one that is not documented.
    ///   - status: Told if it is on our list, as `_OTHER` otherwise.
    public func onUserJourneyCompleted(type: JourneyType? = .bankTransfer, status: String? = nil) {
        flow.end(.journeySubmitted, .unknown) {
            $0[.sdkEvent] = .onUserJourneyCompleted
            $0[.journeyType] = type?.word ?? .other
            $0[.journeyStatus] = status.map { CheckoutJourneyStatus(reading: $0.lowercased()) }
        }
    }

    /// `onPaymentTerminate`: it ended without a result. The payer's own leave is a cancel.
    public func onPaymentTerminate(source: TerminationSource?) {
        if source == .programmatic, flow.outcome == .terminated, isClosing.exchange(0) == 1 { return }
        let isLeave = source == .userDismiss
        flow.end(isLeave ? .cancelled : .terminated, .unknown) {
            $0[.sdkEvent] = .onPaymentTerminate
            $0[.sdkCode] = source?.code ?? .other
            $0[.terminationSource] = source?.word ?? .other
            if isLeave { $0[.cancelReason] = .sheetDismissed }
        }
    }

    /// The listener was gone when a callback came: its result is lost to the host. Nothing of the payload is told.
    public func listenerReleased(callback: Callback) {
        flow.record(.listenerReleased) {
            $0[.callbackLost] = callback.word
            $0[.errorType] = .listenerReleased
        }
    }
}
