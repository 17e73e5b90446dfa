/// Attributes of errors, of what was refused, and of the reporter itself.
public import Sanitizer
public import TelemetryEnvelope

extension CheckoutKey<CheckoutErrorType> {
    /// `error.type`. What went wrong, in neutral terms.
    public static var errorType: Self { Self(.errorType) }
}

extension CheckoutKey<Bool> {
    /// `checkout.error.recoverable`. Whether the payer can go on, as the SDK reported.
    public static var errorRecoverable: Self { Self(.errorRecoverable) }
    /// `checkout.error.auto_close`. Whether it closes the checkout, as the SDK reported.
    public static var errorAutoClose: Self { Self(.errorAutoClose) }
    /// `checkout.error.mapping_mismatch`. Whether what the SDK reported differs from its documented table.
    public static var errorMappingMismatch: Self { Self(.errorMappingMismatch) }
}

extension CheckoutKey<CheckoutErrorField> {
    /// `checkout.error.field`. The field at fault.
    public static var errorField: Self { Self(.errorField) }
}

extension CheckoutKey<Int> {
    /// `checkout.error.index`. Which of several errors this is, from 0.
    public static var errorIndex: Self { Self(.errorIndex) }
    /// `checkout.error.count`. How many errors there are.
    public static var errorCount: Self { Self(.errorCount) }
    /// `checkout.error.native_code`. The platform's number of the error.
    public static var errorNativeCode: Self { Self(.errorNativeCode) }
    /// `http.response.status_code`. The HTTP status.
    public static var statusCode: Self { Self(.statusCode) }
}

extension CheckoutKey<CheckoutToken> {
    /// `exception.type`. The error's domain or type; never its description.
    public static var exceptionType: Self { Self(.exceptionType) }
    /// `server.address`. The host's registrable domain.
    public static var serverAddress: Self { Self(.serverAddress) }
}

extension CheckoutKey<CheckoutURLScheme> {
    /// `url.scheme`. The URL's scheme.
    public static var urlScheme: Self { Self(.urlScheme) }
}

extension CheckoutKey<CheckoutBridgeReason> {
    /// `checkout.bridge.reason`. Why a message of the page was not taken.
    public static var bridgeReason: Self { Self(.bridgeReason) }
}

extension CheckoutKey<CheckoutRetryCause> {
    /// `checkout.retry.cause`. Why the retry surface was shown.
    public static var retryCause: Self { Self(.retryCause) }
}

extension CheckoutKey<CheckoutNavigationReason> {
    /// `checkout.navigation.reason`. Why a navigation was stopped.
    public static var navigationReason: Self { Self(.navigationReason) }
}

extension CheckoutKey<CheckoutAuthMethod> {
    /// `checkout.auth_challenge.method`. Which authentication was asked for.
    public static var authMethod: Self { Self(.authMethod) }
}

extension CheckoutKey<CheckoutSDKEvent> {
    /// `checkout.callback.lost`. The callback that found no listener.
    public static var callbackLost: Self { Self(.callbackLost) }
}

extension CheckoutKey<DropReason> {
    /// `telemetry.drop.reason`. Why the reporter dropped something.
    public static var dropReason: Self { Self(.dropReason) }
}

extension CheckoutKey<Rule> {
    /// `telemetry.redaction.rule`. Which rule redacted something.
    public static var redactionRule: Self { Self(.redactionRule) }
}

extension CheckoutKey<Int> {
    /// `telemetry.count`. How often.
    public static var count: Self { Self(.count) }
}
