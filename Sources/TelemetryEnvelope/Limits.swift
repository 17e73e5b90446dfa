/// The limits of the wire, one table for reporter, relay and documents (docs/ARCHITECTURE.md refers to it).
///
/// A reporter may configure lower ones, a relay lower or higher ones. Sizes are bytes.
public struct Limits: Sendable, Hashable {
    /// A request's body as it arrives. Over it: 413.
    public var compressedBody = 20 << 20
    /// A request's body once inflated. Over it: 413.
    public var inflatedBody = 64 << 20
    /// Binary logarithm of a brotli or zstd window. Over it: 400.
    public var windowLog = 22
    /// One of our own batches before compression. Over it: split, unless it is a single event.
    public var batch = 1 << 20
    /// One of our own batches compressed. Over it: split, unless it is a single event.
    public var compressedBatch = 512 << 10
    /// An event, container, log or feedback item. Over it: the item is rejected `too_large`.
    public var item = 1 << 20
    /// Entries of a container item. Over it: the item is rejected `too_large`.
    public var containerEntries = 1_000
    /// An envelope's or item's header line, without its newline. Over it: 400.
    public var headerLine = 8 << 10
    /// Items of an envelope. Over it: 400.
    public var envelopeItems = 1_000
    /// Nesting of a JSON document. Deeper values are replaced.
    public var jsonDepth = 100
    /// An incoming `_meta` member. A larger one is dropped.
    public var meta = 64 << 10
    /// Tags of an event; the newest are kept.
    public var tags = 200
    /// Breadcrumbs of an event; the newest are kept.
    public var breadcrumbs = 200
    /// Frames of a stack trace; the middle is cut.
    public var frames = 250
    /// Redaction notes in an event's `_meta`; further ones are left out.
    public var notes = 1_000
    /// A server's reply, as far as a reporter reads it.
    public var reply = 4 << 10
    /// Seconds that a server may ask to wait: `Retry-After` and rate limits are cut to 24 hours.
    public var retryAfter = 86_400

    /// A document once redacted, eight times an item: placeholders are longer than what they stand for. Larger ones are
    /// rejected `too_large`, and no reader of the store takes more. Not configurable, so that no store becomes unreadable.
    public static let storedDocument = 8 << 20

    /// The limits as shipped.
    public static let standard = Limits()

    /// The limits as shipped, to be changed.
    public init() {}
}
