public import Telemetry
public import TelemetryWire

extension Configuration {
    /// How the reporter of a checkout SDK behaves unless its merchant says otherwise.
    ///
    /// Nothing is delivered without a DSN. Qasimha and Dodo promise that they send nothing: there it takes `isOptedIn`, too, by
    /// which the merchant says so, and the other privacy manifest. Everything else is as in any configuration.
    ///
    /// - Parameters:
    ///   - sdk: Whose checkouts are told.
    ///   - version: The SDK's version: the release of errors and messages.
    ///   - dsn: Where to; nil: nowhere, and the mode is `.off`.
    ///   - isOptedIn: Whether the merchant opted in to reporting, for SDKs that send nothing by themselves.
    public init(checkout sdk: CheckoutSDK, version: String, dsn: String? = nil, isOptedIn: Bool = false) {
        let mayDeliver = isOptedIn || !sdk.sendsNothingByDefault
        self.init(mode: dsn.flatMap { mayDeliver ? .deliver($0) : nil } ?? .off, release: "\(sdk.rawValue)@\(version)")
    }
}

extension CheckoutSDK {
    /// Whether its documentation promises that nothing is sent: reporting then is the merchant's decision.
    public var sendsNothingByDefault: Bool { self == .qasimha || self == .dodo }
}
