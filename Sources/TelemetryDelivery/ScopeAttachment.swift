package import Sanitizer

/// What every event of a reporter carries: tags, contexts and breadcrumbs, clean and encoded, so that it is only copied.
///
/// Lives behind the lock of what takes the events, so that one stay behind it does both.
package struct ScopeAttachment: ~Copyable, Sendable {
    /// Bytes of breadcrumbs that are kept, beside the limit on their number.
    package static let breadcrumbBytes = 16_384

    /// `"tags":{…},"contexts":{…},` or nothing.
    private var members = SanitizedBuffer()
    /// `"tags":{…},"contexts":{…}`: notes for `_meta`, or nothing.
    private var memberNotes = SanitizedBuffer()
    private var trail: BreadcrumbTrail
    private var trailNotes: [(number: UInt64, notes: Sanitized<[UInt8]>)] = []
    private var opening = SanitizedBuffer()
    private var closing = SanitizedBuffer()

    /// Nothing to carry yet; at most so many breadcrumbs later.
    package init(breadcrumbs: Int) {
        trail = BreadcrumbTrail(limit: breadcrumbs, byteLimit: ScopeAttachment.breadcrumbBytes)
        opening.append("\"breadcrumbs\":{\"values\":[")
        closing.append("]},")
    }

    /// Whether something in it was redacted, which has to be noted in the event.
    package var hasNotes: Bool { !memberNotes.isEmpty || !trailNotes.isEmpty }

    /// Bytes that it adds to an event.
    var count: Int {
        members.count + (trail.count == 0 ? 0 : opening.count + trail.range.count + closing.count)
    }

    /// Takes over tags and contexts, each as members of an event with a comma behind, and notes on them.
    package mutating func set(_ members: borrowing SanitizedBuffer, notes: borrowing SanitizedBuffer) {
        self.members.removeAll()
        self.members.append(members)
        memberNotes.removeAll()
        memberNotes.append(notes)
    }

    /// Adds a breadcrumb; the oldest go until it fits.
    package mutating func addBreadcrumb(
        _ breadcrumb: borrowing SanitizedBuffer,
        in range: Range<Int>,
        notes: Sanitized<[UInt8]>?
    ) {
        let number = trail.append(breadcrumb, in: range)
        if !trailNotes.isEmpty {
            let passed = trail.passed
            trailNotes.removeAll { $0.number < passed }
        }
        if let notes, let number { trailNotes.append((number, notes)) }
    }

    /// Forgets the breadcrumbs.
    package mutating func removeBreadcrumbs() {
        trail.removeAll()
        trailNotes = []
    }

    /// Writes it into a record that was begun.
    func append(to ring: inout SanitizedRing) {
        ring.append(members, in: 0..<members.count)
        guard trail.count > 0 else { return }
        ring.append(opening, in: 0..<opening.count)
        ring.append(trail.bytes, in: trail.range)
        ring.append(closing, in: 0..<closing.count)
    }

    /// Appends it to an event, and what has to be noted of it to `notes`: an object for `_meta`, or nothing.
    package func copy(into event: inout SanitizedBuffer, notes: inout SanitizedBuffer) {
        event.append(members)
        if trail.count > 0 {
            event.append(opening)
            event.append(trail.bytes, in: trail.range)
            event.append(closing)
        }
        guard hasNotes else { return }
        notes.append("{")
        notes.append(memberNotes)
        if !trailNotes.isEmpty {
            notes.append(memberNotes.isEmpty ? "\"breadcrumbs\":{\"values\":{" : ",\"breadcrumbs\":{\"values\":{")
            for (index, entry) in trailNotes.enumerated() {
                notes.append(index == 0 ? "\"" : ",\"")
                notes.append(counter: Int(entry.number - min(trail.passed, entry.number)))
                notes.append("\":")
                notes.append(entry.notes)
            }
            notes.append("}}")
        }
        notes.append("}")
    }
}
