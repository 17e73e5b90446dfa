/// What rules are about, in words: the one source for listings, explanations and documents.
extension Rule {
    /// What the rule takes, as a noun.
    public var subject: String {
        switch self {
        case .pan: "card number"
        case .expiry: "card expiry date"
        case .track: "magnetic stripe"
        case .cvv: "card verification code"
        case .pin: "PIN or one-time code"
        case .emv: "chip data"
        case .threeDS: "3-D Secure data"
        case .encryptedCard: "encrypted card data"
        case .authorization: "authorization header"
        case .apiKey: "API key"
        case .jwt: "JSON web token"
        case .privateKey: "private key"
        case .password: "password"
        case .secret: "secret or token"
        case .cookie: "cookie"
        case .session: "session identifier"
        case .email: "e-mail address"
        case .phone: "telephone number"
        case .ipAddress: "IP address"
        case .macAddress: "hardware address"
        case .bankAccount: "bank account"
        case .nationalID: "government identifier"
        case .name: "name of a person"
        case .address: "postal address"
        case .birthDate: "date of birth"
        case .device: "device identifier"
        case .path: "path that names a person"
        case .url: "part of a URL"
        case .freeText: "free text"
        case .container: "container"
        case .limit: "not examined to its end"
        }
    }

    /// How the rule knows what it takes.
    public var recognition: String {
        switch self {
        case .pan: "issuer range, length and check digit; by name also without a check digit"
        case .expiry: "by name or right behind a card number, beside one"
        case .track: "sentinels, separators and the data behind a card number; by name"
        case .cvv: "by name, or announced in text, three or four digits"
        case .pin: "by name, or announced in text"
        case .emv: "tags with a length and a card number, track or PIN block in them; by name"
        case .threeDS: "by name"
        case .encryptedCard: "by name"
        case .authorization: "by name, or a scheme before a token"
        case .apiKey: "prefixes that services give their keys; by name"
        case .jwt: "two base64url parts or more, the first of them a JSON object; by name"
        case .privateKey: "PEM block, also cut off; by name"
        case .password: "by name, in URLs and connection strings, or announced in text"
        case .secret: "by name, in paths and webhooks, or announced in text"
        case .cookie: "by name; names and attributes of a cookie stay"
        case .session: "by name, with a token's shape"
        case .email: "local part and a domain of two labels; by name"
        case .phone: "international form, or local form beside a telephone word; by name"
        case .ipAddress: "IPv4 that is no version, IPv6; by name"
        case .macAddress: "six pairs or three fours of hexadecimal digits; by name"
        case .bankAccount: "country, length and check digits of an IBAN; by name"
        case .nationalID: "parts that are issued, check digit, or a word beside it; by name"
        case .name: "by name"
        case .address: "by name"
        case .birthDate: "by name"
        case .device: "by name"
        case .path: "folders of persons, names of files under names of documents"
        case .url: "everything but scheme and domain"
        case .freeText: "more than a token, inside an object; by name"
        case .container: "by name of a person or an order"
        case .limit: "depth, budget or length reached before the end"
        }
    }

    /// Whether only `strict` has the rule.
    public var isStrictOnly: Bool {
        switch self {
        case .path, .url, .freeText, .container: true
        default: false
        }
    }
}
