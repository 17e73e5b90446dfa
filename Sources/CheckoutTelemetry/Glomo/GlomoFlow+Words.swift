public import TelemetryWire

extension GlomoFlow {
    /// The listener's six callbacks, as documented.
    public enum Callback: String, CaseIterable, Hashable, Sendable {
        /// Paid.
        case onPaymentSuccess
        /// Refused.
        case onPaymentFailure
        /// Errors of the SDK.
        case onSdkError
        /// A connection failure.
        case onConnectionError
        /// An asynchronous journey was handed in.
        case onUserJourneyCompleted
        /// It ended without a result.
        case onPaymentTerminate

        /// Whether a listener may leave it out.
        public var hasDefault: Bool { self == .onPaymentTerminate }

        var word: CheckoutSDKEvent { CheckoutSDKEvent(reading: rawValue) }
    }

    /// `TerminationSource`, as documented. What a newer SDK names otherwise has no case: pass nil.
    public enum TerminationSource: String, CaseIterable, Hashable, Sendable {
        /// The payer dismissed the sheet.
        case userDismiss
        /// The host closed it.
        case programmatic
        /// A connection failure closed it.
        case connectionError

        /// In the vocabulary.
        public var word: CheckoutTerminationSource {
            switch self {
            case .userDismiss: .userDismiss
            case .programmatic: .programmatic
            case .connectionError: .connectionError
            }
        }

        var code: CheckoutSDKCode { CheckoutSDKCode(reading: rawValue) }
    }

    /// `GlomoPayUserJourneyType`, as documented.
    public enum JourneyType: String, CaseIterable, Hashable, Sendable {
        /// A bank transfer.
        case bankTransfer

        var word: CheckoutJourneyType { .bankTransfer }
    }

    /// `orderType` of a checkout that is started, as documented.
    public enum OrderType: String, CaseIterable, Hashable, Sendable {
        /// Whatever the order is; the default.
        case auto
        /// An ordinary order.
        case standard
        /// A remittance under India's Liberalised Remittance Scheme.
        case lrs

        /// In the vocabulary.
        public var word: CheckoutOrderTypeRequest {
            switch self {
            case .auto: .auto
            case .standard: .standard
            case .lrs: .lrs
            }
        }
    }

    /// A usage description without which the system ends the app when the payer picks the option.
    public enum UsageDescription: String, CaseIterable, Hashable, Sendable {
        /// For the camera.
        case camera = "NSCameraUsageDescription"
        /// For the photo library.
        case photoLibrary = "NSPhotoLibraryUsageDescription"

        /// In the vocabulary.
        public var check: CheckoutIntegrationCheck {
            switch self {
            case .camera: .missingCameraUsage
            case .photoLibrary: .missingPhotoUsage
            }
        }
    }
}
