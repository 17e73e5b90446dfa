/// One redaction: where, which rule, what was done and on what evidence. Never matched bytes, never an original length.
public struct Finding: Sendable, Hashable {
    /// JSON Pointer (RFC 6901) of the value in the *output*, renamed keys included. Empty for a bare top-level value.
    public let path: Sanitized<String>
    /// The rule that took the value.
    public let rule: Rule
    /// What was done with it.
    public let method: Method
    /// Where the replacement stands: UTF-8 bytes of the decoded output string at `path`. Empty when nothing is left.
    public let range: Range<Int>
    /// Why it was taken.
    public let evidence: Evidence
    /// Which end of the wire found it.
    public let stage: Stage
    /// The version of the policy that was in force.
    public let policyVersion: UInt32

    init(
        path: Sanitized<String>,
        rule: Rule,
        method: Method,
        range: Range<Int>,
        evidence: Evidence,
        stage: Stage,
        policyVersion: UInt32
    ) {
        self.path = path
        self.rule = rule
        self.method = method
        self.range = range
        self.evidence = evidence
        self.stage = stage
        self.policyVersion = policyVersion
    }

    /// What a redaction does with a value.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The value is gone.
        case remove
        /// The value is replaced by `[redacted:<rule>]`.
        case replace
        /// An object key was replaced by a placeholder with a counter.
        case rename
        /// `****` stands in its place, with a few characters of its ends where the policy keeps them.
        case mask
        /// Of a card number the first six and last four digits are left, or the last four.
        case truncate
        /// A keyed digest stands in its place: `[hmac:<rule>:<key id>:…]`.
        case hmac
    }

    /// Which end of the wire found something. A hit at the relay on our own reporter's traffic is a client miss.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The reporter, before anything leaves the process.
        case client
        /// The relay, before anything is stored.
        case relay
    }

    /// Why a value was taken; bits, so that several reasons can stand together.
    public struct Evidence: OptionSet, Sendable, Hashable {
        /// The bit mask; stable across versions, so that it can be stored.
        public let rawValue: UInt32

        /// Makes a set from stored bits. Unknown bits are kept.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The name of the key or label says so.
        public static let key = Evidence(rawValue: 1 << 0)
        /// The shape of the value says so.
        public static let shape = Evidence(rawValue: 1 << 1)
        /// A check digit holds (Luhn, mod 97, Verhoeff).
        public static let checkDigit = Evidence(rawValue: 1 << 2)
        /// An issuer range and its length hold.
        public static let issuerRange = Evidence(rawValue: 1 << 3)
        /// A telling word stands nearby.
        public static let proximity = Evidence(rawValue: 1 << 4)
        /// Found inside an encoding (percent, base64, JSON in a string, …).
        public static let decoded = Evidence(rawValue: 1 << 5)
        /// The profile drops values of this kind whatever they hold.
        public static let profile = Evidence(rawValue: 1 << 6)
        /// A limit was reached; the value was not examined to its end.
        public static let limit = Evidence(rawValue: 1 << 7)
        /// Standard card grouping.
        public static let grouping = Evidence(rawValue: 1 << 8)
        /// A rule or a word of a policy document says so.
        public static let policy = Evidence(rawValue: 1 << 9)
    }
}
