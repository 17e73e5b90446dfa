internal import Sanitizer
internal import TelemetryEnvelope

/// Lends an `EventScratch` out: what the pool holds.
final class ScratchBox: @unchecked Sendable {
    // Sendable: the pool hands it from one borrower to the next, and only the borrower touches it.
    var scratch: EventScratch

    /// A scratch that scrubs by `policy`.
    init(_ policy: Policy) {
        scratch = EventScratch(policy)
    }
}

/// The memory of one capture, reused by the next: raw JSON, the sanitizer, and clean buffers. One owner at a time.
struct EventScratch: ~Copyable {
    /// What the host said, as JSON. Raw; never leaves this object.
    var raw = RawJSON(capacity: 2_048)
    /// What the sanitizer made of it.
    var clean = SanitizedBuffer(capacity: 2_048)
    /// Tags, contexts and breadcrumbs, as members of an event, each followed by a comma.
    var scope = SanitizedBuffer(capacity: 1_024)
    /// A `_meta` object that notes what was redacted in the scope; empty if nothing was.
    var scopeNotes = SanitizedBuffer()
    /// The whole event.
    var event = SanitizedBuffer(capacity: 4_096)
    private var sanitizer: EventSanitizer
    private var pass = Pass(stage: .client)
    private let policy: Policy

    /// What an idle scratch keeps of each buffer: one huge event must not cost its memory for ever.
    private static let idleBytes = 262_144

    /// Memory for events that are scrubbed by `policy`; by `strict` of the same what nobody understands.
    init(_ policy: Policy) {
        self.policy = policy
        sanitizer = EventScratch.sanitizer(policy)
    }

    private static func sanitizer(_ policy: Policy) -> EventSanitizer {
        EventSanitizer(stage: .client, policy: policy, strict: policy.under(.strict))
    }

    /// Overwrites what is raw, and gives back memory out of proportion.
    mutating func rest() {
        raw.removeAll()
        if clean.capacity > EventScratch.idleBytes { clean = SanitizedBuffer(capacity: 2_048) }
        if event.capacity > EventScratch.idleBytes { event = SanitizedBuffer(capacity: 4_096) }
        if scope.capacity > EventScratch.idleBytes { scope = SanitizedBuffer(capacity: 1_024) }
        if sanitizer.passed.capacity > EventScratch.idleBytes { sanitizer = EventScratch.sanitizer(policy) }
    }

    /// Copies `raw` to `clean` if there is nothing in it to scrub; false, and `clean` empty, if there is. For what was
    /// encoded here: see `EventSanitizer.runIfClean`.
    mutating func passIfClean() -> Bool {
        let bytes = raw.bytes
        return sanitizer.runIfClean(bytes.span, into: &clean)
    }

    /// Scrubs `raw`, a checkout event, into `clean`. False if it cannot be.
    mutating func passCheckout() -> Bool {
        clean.removeAll()
        let bytes = raw.bytes
        var observer = NoObserver()
        return (try? pass.run(input: bytes.span, policy: .checkout, into: &clean, observer: &observer)) != nil
    }

    /// Scrubs `raw` into `clean`: a whole JSON object that ends with `event_id` and, if need be, `_meta`.
    mutating func scrub(eventID: EventID?) throws(DecodeError) -> EventSanitizer.Outcome {
        var observer = NoObserver()
        return try scrub(eventID: eventID, observer: &observer)
    }

    /// As above, with an observer of the pass, and an id for an event that has none.
    mutating func scrub<Observer: PassObserver>(
        eventID: EventID?,
        newID: EventID? = nil,
        observer: inout Observer
    ) throws(DecodeError) -> EventSanitizer.Outcome {
        clean.removeAll()
        // A second reference, not a copy: nothing writes to `raw` meanwhile.
        let bytes = raw.bytes
        return try sanitizer.run(bytes.span, eventID: eventID, newID: newID, into: &clean, observer: &observer)
    }

    /// Appends the members of `clean` to `event`, closing brace included.
    mutating func appendCleanMembers() {
        event.append(clean, in: 1..<clean.count)
    }

    /// The range of the value at a path of member names in `clean`; nil if there is none.
    func range(of path: StaticString...) -> Range<Int>? {
        var range = 0..<clean.count
        for name in path {
            guard let value = EventScratch.member(name, in: clean.span.extracting(range)) else { return nil }
            range = range.lowerBound + value.lowerBound..<range.lowerBound + value.upperBound
        }
        return range
    }

    /// What stands between the brackets of the container at `path` in `clean`.
    func inside(_ range: Range<Int>?) -> Sanitized<[UInt8]>? {
        guard let range, range.count > 2 else { return nil }
        return clean.bytes(in: range.lowerBound + 1..<range.upperBound - 1)
    }

    private static func member(_ name: StaticString, in object: Span<UInt8>) -> Range<Int>? {
        var reader = JSONReader(object)
        guard (try? reader.next()) == .objectStart else { return nil }
        while case .key(let key) = try? reader.next() {
            let isWanted = reader.equals(key, name)
            guard let value = try? reader.skipValue() else { return nil }
            if isWanted { return value }
        }
        return nil
    }
}
