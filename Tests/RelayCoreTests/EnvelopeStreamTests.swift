import TelemetryWire
import Testing

@testable import RelayCore

@Suite struct EnvelopeStreamTests {
    /// What a stream or a reader gave, in words.
    private struct Recorder: EnvelopeSink {
        var seen: [String] = []
        var roomForAll: Int?

        mutating func header(_ header: EnvelopeHeader) throws(IngestRefusal) {
            seen.append("header \(header.eventID?.description ?? "-")")
        }

        func room(for item: ItemHeader) -> Int? { roomForAll }

        mutating func item(_ item: ItemHeader, payload: Span<UInt8>, isTooLarge: Bool) {
            seen.append(Recorder.line(item, payload, isTooLarge: isTooLarge))
        }

        static func line(_ item: ItemHeader, _ payload: Span<UInt8>, isTooLarge: Bool) -> String {
            var bytes: [UInt8] = []
            for offset in 0..<payload.count { bytes.append(payload[offset]) }
            return "\(item.type?.rawValue ?? "?") \(item.length ?? -1) \(isTooLarge) \(bytes)"
        }
    }

    private static let envelopes = [
        "", "\n", "{}", "{}\n", "{}\n\n", "x", "{\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\"}",
        "{}\n{\"type\":\"event\"}", "{}\n{\"type\":\"event\"}\n", "{}\n{\"type\":\"event\"}\n{}",
        "{}\n{\"type\":\"event\"}\n{}\n",
        "{}\n{\"type\":\"event\"}\n\n{\"type\":\"log\"}\n\n", "{}\n{\"type\":\"event\",\"length\":0}",
        "{}\n{\"type\":\"event\",\"length\":0}\n",
        "{}\n{\"type\":\"event\",\"length\":0}\n\n{\"type\":\"log\",\"length\":0}\n\n",
        "{}\n{\"type\":\"event\",\"length\":3}\na\nb\n{\"type\":\"future\"}\nxyz",
        "{}\n{\"type\":\"event\",\"length\":3}\nabc",
        "{}\n{\"type\":\"event\",\"length\":3}\nabcd", "{}\n{\"type\":\"event\",\"length\":3}\nabc \n",
        "{}\n{\"type\":\"event\",\"length\":3}\nab", "{}\n{\"type\":\"event\",\"length\":3}", "{}\n{\"length\":3}\nabc",
        "{}\n{\"type\":\"event\",\"length\":9223372036854775807}\nabc", "{}\r\n{\"type\":\"event\"}\r\nabc\r\n",
        "{}\n" + String(repeating: "{\"type\":\"a\"}\nb\n", count: 7),
        "{}\n" + String(repeating: "{\"type\":\"a\"}\nb\n", count: 8),
        "{\"a\":\"" + String(repeating: "x", count: 92) + "\"}\n{\"type\":\"event\"}\n{}",
        "{\"a\":\"" + String(repeating: "x", count: 93) + "\"}\n{\"type\":\"event\"}\n{}",
        "{}\n{\"type\":\"event\",\"a\":\"" + String(repeating: "x", count: 100) + "\"}\n{}",
        "{}\n{\"type\":\"event\",\"a\":\"" + String(repeating: "x", count: 100),
    ]

    private static var limits: Limits {
        var limits = Limits.standard
        limits.headerLine = 100
        limits.envelopeItems = 7
        return limits
    }

    private func reference(_ text: String) -> (seen: [String], refusal: IngestRefusal?) {
        let bytes = ContiguousArray(text.utf8)
        var seen: [String] = []
        do throws(EnvelopeError) {
            var reader = try EnvelopeReader(bytes.span, limits: Self.limits)
            seen.append("header \(reader.header.eventID?.description ?? "-")")
            while let item = try reader.next() {
                let payload = bytes.span.extracting(item.payload)
                seen.append(Recorder.line(item.header, payload, isTooLarge: false))
            }
            return (seen, nil)
        } catch {
            return (seen, .envelope(error))
        }
    }

    private func streamed(_ text: String, chunk: Int, room: Int? = 1_000) -> (seen: [String], refusal: IngestRefusal?) {
        let bytes = ContiguousArray(text.utf8)
        var recorder = Recorder(roomForAll: room)
        var stream = EnvelopeStream(limits: Self.limits)
        do throws(IngestRefusal) {
            var offset = 0
            while offset < bytes.count {
                let end = min(offset + chunk, bytes.count)
                try stream.feed(bytes.span.extracting(offset..<end), &recorder)
                offset = end
            }
            try stream.finish(&recorder)
            return (recorder.seen, nil)
        } catch {
            return (recorder.seen, error)
        }
    }

    @Test("gives what the reader of whole envelopes gives, whatever the pieces", arguments: envelopes)
    func equalsReader(_ text: String) {
        let expected = reference(text)
        for chunk in [1, 2, 3, 5, 7, 16, 64, 10_000] {
            let got = streamed(text, chunk: chunk)
            #expect(got.refusal == expected.refusal)
            // The reader may look further ahead before it refuses.
            if expected.refusal == nil { #expect(got.seen == expected.seen) }
        }
    }

    @Test("holds no more of a payload than its room, and nothing of one that is not wanted")
    func room() {
        let text = "{}\n{\"type\":\"event\",\"length\":5}\nabcde\n{\"type\":\"log\"}\nabc\n"
        for chunk in [1, 2, 1_000] {
            #expect(
                streamed(text, chunk: chunk, room: 4).seen == [
                    "header -", "event 5 true []", "log -1 false [97, 98, 99]",
                ]
            )
            #expect(
                streamed(text, chunk: chunk, room: nil).seen.dropFirst() == ["event 5 false []", "log -1 false []"]
            )
        }
    }
}
