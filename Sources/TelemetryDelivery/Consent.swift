/// Whether the person at the other end has agreed to what the reporter does.
public enum Consent: Sendable, Hashable, CaseIterable {
    /// Events are delivered.
    case granted
    /// Not asked yet: events are kept in memory, within the rings, and nothing is sent or written.
    case pending
    /// Declined: what is held is dropped, and nothing is kept, sent or written.
    case denied
}
