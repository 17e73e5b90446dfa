import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct ReportTests {
    @Test("a client report reads back, unknown words as other")
    func report() throws {
        let text = ContiguousArray(
            """
            {"timestamp":1796028766.25,"discarded_events":[{"reason":"queue_overflow","category":"error","quantity":3},
            {"reason":"dog_ate_it","category":"socks","quantity":1,"extra":{"a":[1]}}],"rate_limited_events":
            [{"category":"log_item","reason":"\\u0063onsent","quantity":0}],"more":null}
            """.utf8
        )
        let report = try ClientReport.decode(text.span)
        #expect(report.timestamp == Timestamp(milliseconds: 1_796_028_766_250))
        #expect(
            report.entries == [
                .init(reason: .queueOverflow, category: .error, quantity: 3),
                .init(reason: .other, category: .other, quantity: 1),
                .init(reason: .consent, category: .logItem, quantity: 0),
            ]
        )
        var buffer = SanitizedBuffer()
        report.append(to: &buffer)
        let again = try ClientReport.decode(buffer.span)
        #expect(again == report)
    }

    @Test(
        "a wrong entry of a report costs that entry only",
        arguments: [
            "{\"reason\":\"a\",\"category\":\"b\",\"quantity\":1000000001}",
            "{\"reason\":\"a\",\"category\":\"b\",\"quantity\":18446744073709551616}",
            "{\"reason\":\"a\",\"category\":\"b\",\"quantity\":-1}", "{\"reason\":\"a\",\"quantity\":1}", "7",
            "[1,[2]]",
        ]
    )
    func wrongEntry(_ entry: String) throws {
        let good = "{\"reason\":\"queue_overflow\",\"category\":\"error\",\"quantity\":3}"
        let bytes = ContiguousArray("{\"discarded_events\":[\(good),\(entry),\(good)],\"timestamp\":\"x\"}".utf8)
        let report = try ClientReport.decode(bytes.span, isLenient: true)
        #expect(
            report.entries == Array(repeating: .init(reason: .queueOverflow, category: .error, quantity: 3), count: 2)
        )
        #expect(report.rejected == 1 && report.timestamp == nil)
        #expect(throws: DecodeError.self) { try ClientReport.decode(bytes.span) }
    }

    @Test("a batch reply reads back")
    func reply() throws {
        let reply = BatchReply(
            batchID: EventID(high: 1, low: 2),
            accepted: 5,
            duplicate: 1,
            rejected: [.init(index: 0, reason: .tooLarge), .init(index: 7, reason: .invalidItem)]
        )
        var buffer = SanitizedBuffer()
        reply.append(to: &buffer)
        #expect(
            buffer.text == """
                {"batch_id":"00000000000000010000000000000002","accepted":5,"duplicate":1,"rejected":\
                [{"index":0,"reason":"too_large"},{"index":7,"reason":"invalid_item"}]}
                """
        )
        let again = try BatchReply.decode(buffer.span)
        #expect(again == reply)
    }

    @Test("an index that comes twice is refused even with two reasons")
    func indexTwice() {
        let text = ContiguousArray(
            """
            {"batch_id":"00000000000000010000000000000002","accepted":0,"duplicate":0,"rejected":\
            [{"index":0,"reason":"too_large"},{"index":0,"reason":"invalid_item"}]}
            """.utf8
        )
        #expect(throws: DecodeError(.invalidItem, "rejected.index")) { try BatchReply.decode(text.span) }
    }

    @Test(
        "faults are named by our own words, never by the document's",
        arguments: [
            (
                "{\"discarded_events\":[{\"reason\":\"a\",\"category\":\"b\",\"quantity\":\"4111\"}]}",
                DropReason.invalidItem, "quantity"
            ),
            ("{\"timestamp\":\"4111 1111 1111 1111\"}", .invalidItem, "timestamp"), ("{", .invalidJSON, "json"),
            ("{} x", .invalidJSON, "json"), ("[]", .invalidItem, "client_report"),
        ]
    )
    func faults(_ text: String, _ reason: DropReason, _ field: String) {
        let bytes = ContiguousArray(text.utf8)
        let error = #expect(throws: DecodeError.self) { try ClientReport.decode(bytes.span) }
        #expect(error?.reason == reason && error?.field == field)
    }
}
