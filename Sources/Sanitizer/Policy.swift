/// Compiled rules for the pass. A value type without references to the outside; share one, build it once.
public struct Policy: Sendable {
    /// The profile it was compiled from.
    public let profile: Profile
    /// Version of the rules; stored with findings.
    public let version: UInt32

    /// Hosts whose name `strict` keeps whole; of any other it keeps the registrable part. Compared without case.
    public var allowedHosts: [String] = []

    /// Which payloads a policy is for.
    public enum Profile: String, Sendable, Hashable, CaseIterable {
        /// Detectors and key rules; diagnostic text is kept.
        case standard
        /// As `standard`, plus URLs cut to scheme and host, and human free text inside objects dropped.
        case strict
    }

    /// The version of the built-in rules.
    public static let builtInVersion: UInt32 = 1
    /// The built-in policy for messages, errors, breadcrumbs and events.
    public static let standard = Policy(profile: .standard, version: builtInVersion)
    /// The built-in policy for checkout attributes and raw checkout values.
    public static let strict = Policy(profile: .strict, version: builtInVersion)
}
