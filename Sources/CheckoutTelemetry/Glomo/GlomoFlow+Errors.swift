public import TelemetryWire

extension GlomoFlow {
    /// `SdkErrorType`, as documented. What a newer SDK names otherwise has no case: pass nil.
    public enum SdkErrorType: String, CaseIterable, Hashable, Sendable {
        /// The configuration was refused.
        case validationError
        /// The device may not pay.
        case deviceForbidden
        /// The order could not be loaded: it was answered, but not with an order. Never a time-out.
        case networkError
        /// Anything else.
        case unknown

        /// In neutral terms.
        public var errorType: CheckoutErrorType {
            switch self {
            case .validationError: .validation
            case .deviceForbidden: .deviceForbidden
            case .networkError: .orderFault
            case .unknown: .other
            }
        }

        var code: CheckoutSDKCode { CheckoutSDKCode(reading: rawValue) }
    }

    /// One element of `onSdkError`: its type and its field. The SDK's message is for people, and not taken.
    public struct SdkError: Hashable, Sendable {
        /// The type; nil for one that is not documented.
        public var type: SdkErrorType?
        /// The field at fault; `.other` for a name that is not documented.
        public var field: CheckoutErrorField?

        /// An error of the SDK, its field by the SDK's name.
        public init(_ type: SdkErrorType?, field: String? = nil) {
            self.type = type
            self.field = field.map(CheckoutErrorField.init(reading:))
        }
    }

    /// `ConnectionErrorType`, as documented. What a newer SDK names otherwise has no case: pass nil.
    public enum ConnectionErrorType: String, CaseIterable, Hashable, Sendable {
        /// No connection.
        case noInternet
        /// The host's name was not resolved.
        case dnsFailure
        /// No answer in time.
        case timeout
        /// No secure connection.
        case sslError
        /// HTTP 4xx.
        case httpClientError
        /// HTTP 5xx.
        case httpServerError
        /// A resource of the page failed.
        case webResourceError
        /// Anything else.
        case unknown

        /// Whether the payer can try again, by the SDK's table.
        public var isRecoverable: Bool {
            switch self {
            case .noInternet, .timeout, .httpServerError: true
            case .dnsFailure, .sslError, .httpClientError, .webResourceError, .unknown: false
            }
        }

        /// In neutral terms.
        public var errorType: CheckoutErrorType {
            switch self {
            case .noInternet: .noInternet
            case .dnsFailure: .dnsFailure
            case .timeout: .timeout
            case .sslError: .tlsError
            case .httpClientError: .httpClientError
            case .httpServerError: .httpServerError
            case .webResourceError: .webResourceError
            case .unknown: .other
            }
        }

        var code: CheckoutSDKCode { CheckoutSDKCode(reading: rawValue) }
    }

    /// Whether the SDK does not report an error of the platform at all: a navigation that was cancelled, as superseded loads
    /// and redirects by the page do. `NSURLErrorDomain` -999 and `WebKitErrorDomain` 102; without a domain both numbers.
    public static func isUnreported(domain: String?, code: Int?) -> Bool {
        switch (domain, code) {
        case ("NSURLErrorDomain"?, -999), (nil, -999): true
        case ("WebKitErrorDomain"?, 102), (nil, 102): true
        default: false
        }
    }
}
