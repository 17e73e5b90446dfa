/// What a hook decides about what it was shown.
public enum HookDecision: Sendable, Hashable {
    /// It goes, with the hook's changes. They are scrubbed again.
    case keep
    /// It does not go, and is counted as dropped.
    case drop
}
