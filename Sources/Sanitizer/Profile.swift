/// Which payloads rules are for.
public enum Profile: String, Sendable, Hashable, CaseIterable {
    /// Detectors and key rules; diagnostic text is kept.
    case standard
    /// As `standard`, plus URLs cut to scheme and host, and human free text inside objects dropped.
    case strict
}
