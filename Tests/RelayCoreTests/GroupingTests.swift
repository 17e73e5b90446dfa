import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer

@Suite struct GroupingTests {
    private func fingerprint(_ json: String) throws -> Fingerprint {
        try #require(PipelineFixture().store(json).batch.events.first).fingerprint
    }

    private func exception(_ value: String, line: Int = 1, function: String = "charge", release: String = "1") -> String
    {
        """
        {"release":"\(release)","exception":{"values":[{"type":"Declined","value":"\(value)","stacktrace":{"frames":[\
        {"module":"shop","function":"\(function)","lineno":\(line),"in_app":true}]}}]}}
        """
    }

    @Test("one exception at one place is one issue, whatever its message, line and release")
    func samePlace() throws {
        let one = try fingerprint(exception("order 1"))
        #expect(try fingerprint(exception("something else", line: 99, release: "2")) == one)
        #expect(try fingerprint(exception("order 1", function: "refund")) != one)
        #expect(one.algorithm == 1)
    }

    @Test("messages that differ in numbers and ids are one issue")
    func shapes() throws {
        let one = try fingerprint(#"{"message":"order 17 of 9ec79c33-ec99-42ab-8353-589fcb2e04dc declined"}"#)
        #expect(try fingerprint(#"{"message":"order 42 of 00000000-ec99-42ab-8353-589fcb2e04dc declined"}"#) == one)
        #expect(try fingerprint(#"{"message":"order 42 of nobody declined"}"#) != one)
    }

    @Test("a template groups what was made from it")
    func templates() throws {
        let one = try fingerprint(#"{"logentry":{"message":"declined by %s","formatted":"declined by acme"}}"#)
        #expect(try fingerprint(#"{"logentry":{"message":"declined by %s","formatted":"declined by other"}}"#) == one)
    }

    @Test("a client's own fingerprint decides, and may extend the default")
    func explicit() throws {
        let one = try fingerprint(#"{"message":"a","fingerprint":["gateway","timeout"]}"#)
        #expect(try fingerprint(#"{"message":"b","fingerprint":["gateway","timeout"]}"#) == one)
        #expect(try fingerprint(#"{"message":"b","fingerprint":["gatewaytimeout"]}"#) != one)
        let extended = try fingerprint(#"{"message":"a","fingerprint":["{{ default }}","x"]}"#)
        #expect(try fingerprint(#"{"message":"a","fingerprint":["{{default}}","x"]}"#) == extended)
        #expect(try fingerprint(#"{"message":"b","fingerprint":["{{ default }}","x"]}"#) != extended)
        #expect(try fingerprint(#"{"message":"a","fingerprint":[]}"#) == fingerprint(#"{"message":"a"}"#))
    }

    @Test("a fingerprint is stable: stored ones still mean the same issue")
    func golden() throws {
        let value = try fingerprint(#"{"message":"declined"}"#)
        // SHA-256 of the parts with their lengths before them, by another implementation.
        #expect(value.high == 0x6EF1_962B_FB8A_B2F2)
        #expect(value.low == 0xEE0B_C8BE_05BE_D00E)
    }

    @Test(
        "the shape of a message",
        arguments: [
            ("order 17 failed", "order <n> failed"),
            ("took 12.5 ms", "took <n> ms"),
            ("at 0x7f57734ded10", "at <hex>"),
            ("hash deadbeef01 ok", "hash <hex> ok"),
            ("decade facade", "decade facade"),
            ("id 9ec79c33-ec99-42ab-8353-589fcb2e04dc.", "id <uuid>."),
            ("retry-3 of pay2go", "retry-<n> of pay<n>go"),
            ("a  b\n\tc", "a b c"),
            ("[redacted:pan] declined", "[redacted:pan] declined"),
            ("", ""),
        ]
    )
    func shape(_ message: String, _ shape: String) {
        #expect(String(decoding: MessageShape.normalized(message.utf8), as: UTF8.self) == shape)
    }
}
