/// What the pass decided about one candidate: a value, or a part of one, that a rule took or looked at and left.
///
/// Decisions that took something correspond one to one to findings. The rest tells why a value that looks sensitive is
/// still there, which is what people ask when they see it. Never matched bytes, never an original length: what a
/// decision points at stands in the output, as a placeholder or as it was.
public struct Decision: Sendable, Hashable {
    /// JSON Pointer (RFC 6901) of the value in the output, as in a finding.
    public let path: Sanitized<String>
    /// The rule that took the candidate, or that would have.
    public let rule: Rule
    /// What was done with it; nil when it was left.
    public let method: Finding.Method?
    /// Why it was left; nil when it was taken.
    public let reason: Reason?
    /// What spoke for the rule.
    public let evidence: Finding.Evidence
    /// Where it stands: UTF-8 bytes of the decoded output string at `path`. Nil when the value as a whole is meant and
    /// nothing of it was replaced.
    public let range: Range<Int>?
    /// The words of a name that decided, lower-case, with a space between each two: `card number`, `count`. Nil when no
    /// name did. They stand in the output.
    public let words: Sanitized<String>?
    /// Whether the name of the member at `path` is meant, not its value.
    public let isAboutName: Bool

    /// Whether the rule took the candidate.
    public var isTaken: Bool { reason == nil }

    /// A decision to take, as a finding tells it.
    init(_ finding: Finding, words: Sanitized<String>?) {
        path = finding.path
        rule = finding.rule
        method = finding.method
        reason = nil
        evidence = finding.evidence
        range = finding.range
        self.words = words
        isAboutName = finding.method == .rename
    }

    /// A decision to leave.
    init(
        left rule: Rule,
        at path: Sanitized<String>,
        because reason: Reason,
        evidence: Finding.Evidence = [],
        range: Range<Int>? = nil,
        words: Sanitized<String>? = nil,
        isAboutName: Bool = false
    ) {
        self.path = path
        self.rule = rule
        method = nil
        self.reason = reason
        self.evidence = evidence
        self.range = range
        self.words = words
        self.isAboutName = isAboutName
    }
}
