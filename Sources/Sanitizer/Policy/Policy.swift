/// Compiled rules for the pass. A value type that shares what is large; build it once, use it on any thread.
public struct Policy: Sendable {
    /// The profile it was compiled from.
    public let profile: Profile
    /// Version of the rules; stored with findings.
    public let version: UInt32

    /// Hosts whose name `strict` keeps whole; of any other it keeps the registrable part. Compared without case.
    public var allowedHosts: [String] = []
    /// What documents and methods add to the built-in rules; nil where that is nothing.
    var rules: PolicyRules?

    /// Which payloads a policy is for.
    public typealias Profile = Sanitizer.Profile

    /// The version of the built-in rules.
    public static let builtInVersion: UInt32 = 1
    /// The built-in policy for messages, errors, breadcrumbs and events.
    public static let standard = Policy(profile: .standard, version: builtInVersion)
    /// The built-in policy for checkout attributes and raw checkout values.
    public static let strict = Policy(profile: .strict, version: builtInVersion)

    /// The built-in rules of a profile with other methods.
    public init(profile: Profile, methods: Methods) {
        self.init(profile: profile, methods: methods, digest: nil)
    }

    /// As above, with a key. Values whose method needs one are replaced without.
    package init(profile: Profile, methods: Methods, digest: (any KeyedDigest)?) {
        var definition = PolicyDefinition()
        definition.methods = methods
        self.init(profile: profile, definition, digest: digest)
    }

    /// Compiles a definition.
    init(profile: Profile, _ definition: PolicyDefinition, digest: (any KeyedDigest)?) {
        self.init(
            profile: profile,
            version: definition.version,
            allowedHosts: definition.allowedHosts,
            rules: definition.isBuiltIn && definition.layers.isEmpty ? nil : PolicyRules(definition, digest: digest)
        )
    }

    /// The same rules under another profile.
    public func under(_ profile: Profile) -> Policy {
        Policy(profile: profile, version: version, allowedHosts: allowedHosts, rules: rules)
    }

    init(profile: Profile, version: UInt32, allowedHosts: [String] = [], rules: PolicyRules? = nil) {
        self.profile = profile
        self.version = version
        self.allowedHosts = allowedHosts
        self.rules = rules
    }
}
