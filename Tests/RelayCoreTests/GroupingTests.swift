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

    private func error(_ type: String, _ more: String) throws -> Fingerprint {
        try fingerprint(#"{"exception":{"values":[{"type":"\#(type)","value":"v"}]},\#(more)}"#)
    }

    @Test(
        "a fingerprint that says nothing but the default is the default",
        arguments: [
            #"["{{ default }}"]"#, #"["{{default}}","{{ default }}"]"#, "[null]", #"[""]"#, #"[" ",null]"#,
            #"["{{ default }}",null,""]"#, "[]",
        ]
    )
    func nothingOwn(_ list: String) throws {
        let plain = try error("T1", #""level":"error""#)
        #expect(try error("T1", #""fingerprint":\#(list)"#) == plain)
        #expect(try error("T2", #""fingerprint":\#(list)"#) != plain)
    }

    @Test("every byte and every part of a fingerprint counts, and null parts do not")
    func whole() throws {
        let long = String(repeating: "p", count: 5_000)
        func of(_ list: String) throws -> Fingerprint { try error("T", #""fingerprint":[\#(list)]"#) }
        #expect(try of(#""\#(long)A""#) != of(#""\#(long)B""#))
        let many = Array(repeating: #""x""#, count: 200).joined(separator: ",")
        #expect(try of(many + #","A""#) != of(many + #","B""#))
        #expect(try of(many + #","A""#) == of(many + #","A""#))
        #expect(try of(#""a",null"#) == of(#""a""#))
        #expect(try of(#""a","b""#) != of(#""ab""#))
    }

    @Test(
        "a part in braces is the event's field of that name",
        arguments: [
            ("type", #""a":1"#), ("error.type", #""a":1"#), ("transaction", #""transaction":"T1""#),
            ("level", #""level":"fatal""#), ("logger", #""logger":"T1""#), ("release", #""release":"T1""#),
            ("tags.shop", #""tags":{"shop":"T1"}"#), ("message", #""a":1"#),
        ]
    )
    func fields(_ name: String, _ member: String) throws {
        let list = #""fingerprint":["{{ \#(name) }}"]"#
        let other = member.replacing("T1", with: "T2").replacing("fatal", with: "info")
        func of(_ type: String, _ member: String) throws -> Fingerprint {
            let value = name == "message" ? type : "v"
            return try fingerprint(
                #"{"exception":{"values":[{"type":"\#(type)","value":"\#(value)"}]},\#(member),\#(list)}"#
            )
        }
        #expect(try of("T1", member) == of("T1", member))
        #expect(try of("T1", member) != of("T2", other))
    }

    @Test("a part in braces that names nothing is itself")
    func noField() throws {
        let one = try error("T1", #""fingerprint":["{{ shop }}"]"#)
        #expect(try error("T2", #""fingerprint":["{{ shop }}"]"#) == one)
        #expect(try error("T1", #""fingerprint":["{{ store }}"]"#) != one)
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
