internal import Sanitizer

/// What `scrub` was asked to do.
struct ScrubOptions {
    /// What a line of the input is.
    enum Format: String {
        /// One JSON value; what is none is scrubbed as text.
        case ndjson
        /// Text.
        case text
    }

    var profile: Policy.Profile?
    var format = Format.ndjson
    var report: String?
    /// What the report tells.
    var findings = FindingsLevel.full

    static let help = """
        usage: telemetry-relay scrub [--profile standard|strict] [--policy FILE …] [--hmac-key FILE]
                                     [--format ndjson|text] [--report FILE [--findings full|counts|silent]]

        Reads standard input, writes it to standard output without card numbers, credentials and personal data.
          --profile   standard (default): detectors and key rules, diagnostic text kept
                      strict: also URLs cut to scheme and host, and human text inside objects dropped
          --policy    a policy document (docs/POLICY.md); a second one goes on top; --profile outranks both
          --hmac-key  the file with the key of the method hmac, else TELEMETRY_RELAY_HMAC_KEY
          --format    ndjson (default): one JSON value a line; text: plain lines
          --report    writes every finding and the counts by rule to FILE, as NDJSON, never a matched byte
          --findings  what the report holds: full (default), counts by rule, or silent, their number alone

        """

    /// Reads the options out of the command's arguments.
    init(_ arguments: CommandArguments) throws(UsageError) {
        if let word = arguments.value("--profile") {
            guard let profile = Policy.Profile(rawValue: word) else {
                throw UsageError("--profile is standard or strict, not \(word)")
            }
            self.profile = profile
        }
        if let word = arguments.value("--format") {
            guard let format = Format(rawValue: word) else {
                throw UsageError("--format is ndjson or text, not \(word)")
            }
            self.format = format
        }
        report = arguments.value("--report")
        if let word = arguments.value("--findings") {
            guard let level = FindingsLevel(rawValue: word) else {
                throw UsageError("--findings is full, counts or silent, not \(word)")
            }
            guard report != nil else { throw UsageError("--findings needs --report") }
            findings = level
        }
    }
}
