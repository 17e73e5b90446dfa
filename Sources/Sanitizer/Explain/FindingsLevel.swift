/// How much is told of findings, for whoever keeps a report of them.
public enum FindingsLevel: String, Sendable, Hashable, CaseIterable {
    /// Every finding: path, rule, method, range, evidence.
    case full
    /// How many of each rule.
    case counts
    /// How many.
    case silent
}
