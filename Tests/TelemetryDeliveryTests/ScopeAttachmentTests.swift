import Sanitizer
import TelemetryEnvelope
import Testing

@testable import TelemetryDelivery

@Suite struct ScopeAttachmentTests {
    private static func crumb(_ number: Int, size: Int) -> SanitizedBuffer {
        var buffer = SanitizedBuffer()
        buffer.append("\"")
        buffer.append(counter: number)
        while buffer.count < size - 1 { buffer.append("x") }
        buffer.append("\"")
        return buffer
    }

    private static func text(_ attachment: borrowing ScopeAttachment) -> (event: String, notes: String) {
        var event = SanitizedBuffer()
        var notes = SanitizedBuffer()
        attachment.copy(into: &event, notes: &notes)
        return (
            String(decoding: event.bytes(in: 0..<event.count).value, as: UTF8.self),
            String(decoding: notes.bytes(in: 0..<notes.count).value, as: UTF8.self)
        )
    }

    @Test("keeps the newest breadcrumbs by number and by bytes, as a list would", arguments: [1, 3, 100])
    func trail(limit: Int) {
        var attachment = ScopeAttachment(breadcrumbs: limit)
        var model: [String] = []
        var generator = SplitMix(seed: 5)
        for number in 0..<3_000 {
            let size = number % 97 == 0 ? 16_384 : Int(generator.next() % 900) + 8
            let crumb = Self.crumb(number, size: size)
            attachment.addBreadcrumb(crumb, in: 0..<crumb.count, notes: nil)
            model.append(String(decoding: crumb.bytes(in: 0..<crumb.count).value, as: UTF8.self))
            while model.count > limit || model.reduce(0, { $0 + $1.utf8.count }) > ScopeAttachment.breadcrumbBytes {
                model.removeFirst()
            }
            guard number % 50 == 0 || number < 10 else { continue }
            #expect(
                Self.text(attachment).event == "\"breadcrumbs\":{\"values\":[" + model.joined(separator: ",") + "]},"
            )
        }
        let huge = Self.crumb(1, size: ScopeAttachment.breadcrumbBytes + 1)
        attachment.addBreadcrumb(huge, in: 0..<huge.count, notes: nil)
        #expect(Self.text(attachment).event.contains(model[model.count - 1]))
        attachment.removeBreadcrumbs()
        #expect(Self.text(attachment).event.isEmpty)
    }

    @Test("notes on breadcrumbs move with them and go with them")
    func notes() {
        var note = SanitizedBuffer()
        note.append("{}")
        var attachment = ScopeAttachment(breadcrumbs: 3)
        for number in 0..<5 {
            let crumb = Self.crumb(number, size: 20)
            attachment.addBreadcrumb(
                crumb,
                in: 0..<crumb.count,
                notes: number == 1 || number == 3 ? note.bytes(in: 0..<2) : nil
            )
        }
        // 2, 3 and 4 are left; 3 is the second of them.
        #expect(Self.text(attachment).notes == "{\"breadcrumbs\":{\"values\":{\"1\":{}}}}")
        var members = SanitizedBuffer()
        members.append("\"tags\":{\"a\":\"b\"},")
        var memberNotes = SanitizedBuffer()
        memberNotes.append("\"tags\":{\"a\":{}}")
        attachment.set(members, notes: memberNotes)
        #expect(Self.text(attachment).notes == "{\"tags\":{\"a\":{}},\"breadcrumbs\":{\"values\":{\"1\":{}}}}")
        #expect(Self.text(attachment).event.hasPrefix("\"tags\":{\"a\":\"b\"},\"breadcrumbs\":{\"values\":[\"2x"))
        for number in 5..<8 {
            let crumb = Self.crumb(number, size: 20)
            attachment.addBreadcrumb(crumb, in: 0..<crumb.count, notes: nil)
        }
        attachment.set(members, notes: SanitizedBuffer())
        #expect(!attachment.hasNotes && Self.text(attachment).notes.isEmpty)
    }

    @Test("an event in parts is the event in one piece, wherever the ring's end falls")
    func parts() {
        var attachment = ScopeAttachment(breadcrumbs: 5)
        let crumb = Self.crumb(7, size: 40)
        attachment.addBreadcrumb(crumb, in: 0..<crumb.count, notes: nil)
        let carried = Self.text(attachment).event
        let intake = Intake(urgentBytes: 4_096, ordinaryBytes: 4_096, attachment: attachment)
        var frame = SanitizedBuffer()
        frame.append("{head,tail}")
        var scratch = SanitizedBuffer()
        for number in 0..<500 {
            let body = Self.crumb(number, size: 12 + number % 300)
            let admission = intake.offer(
                frame: frame,
                split: 6,
                body: body,
                in: 1..<body.count - 1,
                id: EventID(high: 1, low: UInt64(number)),
                level: number % 2 == 0 ? .error : .info,
                kind: 0
            )
            #expect(admission == .admittedWake)
            let records = intake.take(records: 10, bytes: .max, using: &scratch).records
            let inner = String(decoding: body.bytes(in: 1..<body.count - 1).value, as: UTF8.self)
            #expect(
                records.map { String(decoding: $0.bytes.value, as: UTF8.self) } == [
                    "{head," + carried + inner + "tail}"
                ]
            )
            #expect(records.first?.id.low == UInt64(number))
        }
    }
}
