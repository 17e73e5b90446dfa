import Sanitizer

@testable import TelemetryEnvelope
@testable import TelemetryWire

extension SanitizedBuffer {
    /// The bytes as text.
    var text: String {
        String(decoding: bytes(in: 0..<count).value, as: UTF8.self)
    }
}

/// An envelope taken apart: each item's type and payload, or the error.
func readEnvelope(
    _ text: String,
    limits: Limits = .standard
) -> Result<(header: EnvelopeHeader, items: [(header: ItemHeader, payload: String)]), EnvelopeError> {
    readEnvelope(Array(text.utf8), limits: limits)
}

func readEnvelope(
    _ text: [UInt8],
    limits: Limits = .standard
) -> Result<(header: EnvelopeHeader, items: [(header: ItemHeader, payload: String)]), EnvelopeError> {
    let bytes = ContiguousArray(text)
    do throws(EnvelopeError) {
        var reader = try EnvelopeReader(bytes.span, limits: limits)
        var items: [(ItemHeader, String)] = []
        while let item = try reader.next() {
            items.append((item.header, String(decoding: bytes[item.payload], as: UTF8.self)))
        }
        return .success((reader.header, items))
    } catch {
        return .failure(error)
    }
}

/// A seeded generator, so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// What the event sanitizer made of a document.
struct SanitizedEvent {
    var text: String
    var outcome: EventSanitizer.Outcome
    var findings: [Finding]
}

/// Runs the event sanitizer over a document.
func sanitize(
    _ event: String,
    eventID: EventID? = nil,
    stage: Finding.Stage = .relay,
    limits: Limits = .standard
) throws(DecodeError) -> SanitizedEvent {
    var sanitizer = EventSanitizer(stage: stage, limits: limits)
    var output = SanitizedBuffer()
    var collector = FindingCollector()
    let bytes = ContiguousArray(event.utf8)
    let outcome = try sanitizer.run(bytes.span, eventID: eventID, into: &output, observer: &collector)
    return SanitizedEvent(text: output.text, outcome: outcome, findings: collector.findings)
}

/// Whether a text is one JSON value, nested within the limit.
func isJSON(_ text: String) -> Bool {
    let bytes = ContiguousArray(text.utf8)
    var reader = JSONReader(bytes.span)
    while let token = try? reader.next() {
        if token == .end { return true }
    }
    return false
}

/// An event without the evidence beside its notes, for tests that look at everything else.
func withoutReasons(_ text: String) -> String {
    var rest = Substring(text)
    var result = ""
    while let start = rest.firstRange(of: ",\"why\":[") {
        result += rest[..<start.lowerBound]
        rest = rest[start.upperBound...].drop { $0 != "]" }.dropFirst()
    }
    return result + rest
}
