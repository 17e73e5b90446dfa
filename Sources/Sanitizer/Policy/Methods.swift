/// What is done with sensitive authentication data (PCI DSS 3.3.1: not kept after authorisation, in no form), and with
/// expiry dates.
public enum AuthenticationMethod: String, Sendable, Hashable, CaseIterable {
    /// Nothing of it is left.
    case remove
    /// `[redacted:<rule>]` stands in its place.
    case replace
}

/// What is done with card numbers (PCI DSS 3.5.1). One of them a deployment: a truncated number beside a digest of it, or
/// two ways to truncate, can be put together again.
public struct CardMethod: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case replace, truncate, hmac
    }

    let kind: Kind

    /// `[redacted:pan]` stands in its place.
    public static let replace = CardMethod(kind: .replace)
    /// The first six and last four digits stay of 14 to 19, the last four of 12 and 13 (PCI SSC, FAQ 1091). What is not
    /// a card number by itself, such as one inside a larger secret, is replaced.
    public static let truncate = CardMethod(kind: .truncate)
    /// A keyed digest of the digits (PCI DSS 3.5.1.1). The relay's alone: a client has no place for a key.
    package static let hmac = CardMethod(kind: .hmac)
}

/// What is done with credentials and with personal data.
public struct PersonalMethod: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case remove, replace, hmac
        case mask(first: Int, last: Int)
    }

    let kind: Kind

    /// The most characters that a mask keeps at each end.
    public static let keepLimit = 4

    /// Nothing of it is left.
    public static let remove = PersonalMethod(kind: .remove)
    /// `[redacted:<rule>]` stands in its place.
    public static let replace = PersonalMethod(kind: .replace)
    /// `****` stands in its place.
    public static let mask = mask(keepingFirst: 0, last: 0)
    /// A keyed digest of its bytes, the relay's alone.
    package static let hmac = PersonalMethod(kind: .hmac)

    /// `****` with letters and digits of the value's ends around it: at most four at each end, and together at most a
    /// quarter of the value. Numbers outside 0…4 are clamped.
    ///
    /// A value that holds anything of a payment class is replaced instead.
    public static func mask(keepingFirst first: Int, last: Int) -> PersonalMethod {
        PersonalMethod(kind: .mask(first: min(max(first, 0), keepLimit), last: min(max(last, 0), keepLimit)))
    }
}

/// Which method each rule has. Illegal combinations have no spelling: the types of the members differ.
public struct Methods: Sendable, Hashable {
    /// Card numbers.
    public var card = CardMethod.replace
    /// Expiry dates beside card numbers.
    public var expiry = AuthenticationMethod.replace
    /// Sensitive authentication data: codes, tracks, PINs, chip data, 3-D Secure, encrypted card fields.
    public var authentication = AuthenticationMethod.replace
    /// Credentials.
    public var secret = PersonalMethod.replace
    /// Personal data.
    public var personal = PersonalMethod.replace
    /// Single rules that differ from their class.
    var authenticationRules: [Rule: AuthenticationMethod] = [:]
    var personalRules: [Rule: PersonalMethod] = [:]

    /// Everything is replaced.
    public init() {}

    /// The method of one rule.
    subscript(_ rule: Rule) -> Treatment {
        switch rule.dataClass {
        case .cardholder: rule == .pan ? .card(card) : .authentication(expiry)
        case .authentication: .authentication(authenticationRules[rule] ?? authentication)
        case .secret: .personal(personalRules[rule] ?? secret)
        case .personal: rule.isStructural ? .authentication(.replace) : .personal(personalRules[rule] ?? personal)
        case .limit: .authentication(.replace)
        }
    }
}

/// A method together with the class that it is legal for.
enum Treatment: Sendable, Hashable {
    case authentication(AuthenticationMethod)
    case card(CardMethod)
    case personal(PersonalMethod)
}

extension Rule {
    /// Whether what the rule takes is a form of document rather than a value: it has no method but its own.
    var isStructural: Bool { self == .url || self == .freeText || self == .container || self == .limit }

    /// Whether the rule is about payment data: nothing may loosen it.
    var isPayment: Bool { dataClass == .cardholder || dataClass == .authentication }

    /// The rules that nothing loosens, as bits: payment data, and what was not finished.
    static let unloosened = allCases.reduce(0 as UInt64) { $1.isPayment || $1 == .limit ? $0 | $1.bit : $0 }

    /// A bit for sets of rules.
    var bit: UInt64 { 1 << UInt64(Self.places[self] ?? 63) }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
