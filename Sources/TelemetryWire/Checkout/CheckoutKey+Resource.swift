public import TelemetryEnvelope

/// Attributes of whoever sends the event, and those that any event may carry.

extension CheckoutKey<CheckoutSDK> {
    /// `checkout.sdk.name`. The SDK.
    public static var sdkName: Self { Self(.sdkName) }
}

extension CheckoutKey<CheckoutToken> {
    /// `checkout.sdk.version`. The SDK's version: the release that figures are compared by.
    public static var sdkVersion: Self { Self(.sdkVersion) }
    /// `os.name`. The system's name.
    public static var osName: Self { Self(.osName) }
    /// `os.version`. The system's version, major and minor.
    public static var osVersion: Self { Self(.osVersion) }
    /// `service.name`. The merchant's app, by an alias. Opt-in.
    public static var serviceName: Self { Self(.serviceName) }
    /// `app.build_id`. The app's build. Opt-in.
    public static var appBuild: Self { Self(.appBuild) }
    /// `device.model.identifier`. The device's model. Opt-in.
    public static var deviceModel: Self { Self(.deviceModel) }
}

extension CheckoutKey<CheckoutWrapper> {
    /// `checkout.sdk.wrapper`. What wraps the native SDK.
    public static var sdkWrapper: Self { Self(.sdkWrapper) }
}

extension CheckoutKey<CheckoutEnvironment> {
    /// `deployment.environment.name`. Where the checkout runs; from the key's prefix or the page's host.
    public static var environment: Self { Self(.environment) }
}

extension CheckoutKey<EventID> {
    /// `session.id`. The process: random, in memory only.
    public static var session: Self { Self(.session) }
}

extension CheckoutKey<EventID> {
    /// `checkout.flow.id`. The checkout that the event belongs to; absent outside of any.
    public static var flow: Self { Self(.flow) }
}

extension CheckoutKey<Int> {
    /// `checkout.sequence`. Which event of the flow it is, strictly increasing from 1; of the session outside of any flow.
    public static var sequence: Self { Self(.sequence) }
}

extension CheckoutKey<CheckoutSeconds> {
    /// `checkout.elapsed`. Since the checkout was presented, by a monotonic clock.
    public static var elapsed: Self { Self(.elapsed) }
}

extension CheckoutKey<CheckoutKind> {
    /// `checkout.kind`. What is paid for.
    public static var kind: Self { Self(.kind) }
}

extension CheckoutKey<CheckoutKeyMode> {
    /// `checkout.key.mode`. What the public key is for.
    public static var keyMode: Self { Self(.keyMode) }
}

extension CheckoutKey<CheckoutSDKEvent> {
    /// `checkout.sdk.event`. What the SDK calls it.
    public static var sdkEvent: Self { Self(.sdkEvent) }
}

extension CheckoutKey<CheckoutSDKCode> {
    /// `checkout.sdk.code`. The SDK's own type, status or code.
    public static var sdkCode: Self { Self(.sdkCode) }
}

extension CheckoutKey<CheckoutToken> {
    /// `checkout.order.ref`. The order, as 16 hexadecimal digits of an HMAC under the merchant's key. Opt-in.
    public static var orderReference: Self { Self(.orderReference) }
}

extension CheckoutKey<CheckoutSurface> {
    /// `checkout.surface`. Where on the screen it happened.
    public static var surface: Self { Self(.surface) }
}

extension CheckoutKey<CheckoutNetworkType> {
    /// `network.connection.type`. How the device was connected.
    public static var networkType: Self { Self(.networkType) }
}
