public import TelemetryWire

/// Who sends checkout events: what is the same in all of them. Texts that are not tokens (1 to 64 of
/// `A-Z a-z 0-9 _ . , : / + -`) are left out.
public struct CheckoutIdentity: Sendable {
    /// The SDK.
    public var sdk: CheckoutSDK
    /// The SDK's version, the release that figures are compared by.
    public var version: String
    /// What wraps the native SDK.
    public var wrapper: CheckoutWrapper
    /// The system's name.
    public var osName: String?
    /// The system's version, major and minor.
    public var osVersion: String?
    /// The merchant's app, by an alias. Opt-in.
    public var serviceName: String?
    /// The app's build. Opt-in.
    public var appBuild: String?
    /// The device's model. Opt-in.
    public var deviceModel: String?
    /// How the device is connected, if that is known.
    public var networkType: CheckoutNetworkType?

    /// An identity; what is opt-in stays out.
    public init(_ sdk: CheckoutSDK, version: String, wrapper: CheckoutWrapper = .native) {
        self.sdk = sdk
        self.version = version
        self.wrapper = wrapper
    }

    /// The attributes, in an event that no one sends.
    func template(session: EventID) -> CheckoutEvent {
        var event = CheckoutEvent(.flowStarted, at: Timestamp(milliseconds: 0))
        event[.sdkName] = sdk
        event[.sdkVersion] = CheckoutToken(version)
        event[.sdkWrapper] = wrapper
        event[.osName] = osName.flatMap { CheckoutToken($0) }
        event[.osVersion] = osVersion.flatMap { CheckoutToken($0) }
        event[.serviceName] = serviceName.flatMap { CheckoutToken($0) }
        event[.appBuild] = appBuild.flatMap { CheckoutToken($0) }
        event[.deviceModel] = deviceModel.flatMap { CheckoutToken($0) }
        event[.session] = session
        event[.networkType] = networkType
        return event
    }
}
