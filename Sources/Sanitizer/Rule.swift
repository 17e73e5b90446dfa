/// What a finding is about. The raw value is the rule id: lower-case words without digits, as in `[redacted:pan]`.
///
/// Rule ids are part of the output format: a placeholder with a known id is a fixed point of the pass.
public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// Primary account number (card number).
    case pan
    /// Card expiry date beside a PAN.
    case expiry
    /// Magnetic-stripe track 1, 2 or 3.
    case track
    /// Card verification code (CVV, CVC, CID and its other names).
    case cvv
    /// PIN, PIN block or one-time code.
    case pin
    /// EMV chip data (BER-TLV).
    case emv
    /// 3-D Secure messages and cryptograms.
    case threeDS = "three-ds"
    /// Encrypted card fields.
    case encryptedCard = "encrypted-card"
    /// `Authorization` values: bearer, basic, digest, token.
    case authorization
    /// API keys recognised by shape or name.
    case apiKey = "api-key"
    /// JSON web tokens.
    case jwt
    /// PEM private keys, also truncated.
    case privateKey = "private-key"
    /// Passwords and passphrases, also inside URLs and connection strings.
    case password
    /// Tokens, secrets, signatures.
    case secret
    /// Cookie values.
    case cookie
    /// Session and checkout identifiers that grant access.
    case session
    /// E-mail addresses.
    case email
    /// Telephone numbers.
    case phone
    /// IPv4 and IPv6 addresses.
    case ipAddress = "ip-address"
    /// Hardware (MAC) addresses.
    case macAddress = "mac-address"
    /// Bank account numbers: IBAN, account, sort and routing codes.
    case bankAccount = "bank-account"
    /// Government identifiers: SSN, Aadhaar, tax ids, national ids, passports.
    case nationalID = "national-id"
    /// Names of persons.
    case name
    /// Postal addresses.
    case address
    /// Dates of birth.
    case birthDate = "birth-date"
    /// Stable device identifiers and device names.
    case device
    /// File paths that name a person or container.
    case path
    /// URL parts beyond what the profile allows.
    case url
    /// Free human text, `strict` only.
    case freeText = "free-text"
    /// Containers dropped whole, `strict` only.
    case container
    /// What could not be finished within the limits: fails closed.
    case limit
}

extension Rule {
    /// The class that decides which methods are legal for the rule.
    public var dataClass: DataClass {
        switch self {
        case .pan, .expiry: .cardholder
        case .track, .cvv, .pin, .emv, .threeDS, .encryptedCard: .authentication
        case .authorization, .apiKey, .jwt, .privateKey, .password, .secret, .cookie, .session: .secret
        case .limit: .limit
        default: .personal
        }
    }
}

/// The class of a finding. PCI DSS 3.3.1: sensitive authentication data is removed or replaced, nothing else.
public enum DataClass: String, Sendable, Hashable, CaseIterable {
    /// Cardholder data (PCI DSS 3.4.1, 3.5.1).
    case cardholder
    /// Sensitive authentication data (PCI DSS 3.3.1).
    case authentication
    /// Credentials of persons and systems.
    case secret
    /// Personal data.
    case personal
    /// Not examined because a limit was reached.
    case limit
}
