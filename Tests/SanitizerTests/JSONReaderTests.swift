import Testing

@testable import Sanitizer

@Suite struct JSONReaderTests {
    /// Every token of `text` in one line, or the reason and offset of the refusal.
    private func trace(_ text: String) -> String {
        trace(bytes: ContiguousArray(text.utf8))
    }

    private func trace(bytes: ContiguousArray<UInt8>) -> String {
        var reader = JSONReader(bytes.span)
        var parts: [String] = []
        do throws(Pass.Failure) {
            while true {
                switch try reader.next() {
                case .objectStart: parts.append("{")
                case .objectEnd: parts.append("}")
                case .arrayStart: parts.append("[")
                case .arrayEnd: parts.append("]")
                case .key(let range): parts.append("k(\(reader.string(range)))")
                case .string(let range): parts.append("s(\(reader.string(range)))")
                case .number(let range): parts.append("n(\(reader.string(range)))")
                case .true: parts.append("true")
                case .false: parts.append("false")
                case .null: parts.append("null")
                case .end: return parts.joined(separator: " ")
                }
            }
        } catch {
            return "\(error.reason.rawValue)@\(error.offset)"
        }
    }

    @Test(
        "reads every kind of token",
        arguments: [
            ("0", "n(0)"), (" -0.5e+10 ", "n(-0.5e+10)"), ("1E2", "n(1E2)"), ("true", "true"), ("\t[\n]\r", "[ ]"),
            ("[null,false , 12]", "[ null false n(12) ]"),
            (#"{"a":{"b":[1]},"a":2}"#, "{ k(a) { k(b) [ n(1) ] } k(a) n(2) }"),
            (#""""#, "s()"), (#""a\"\\\/\b\f\n\r\té""#, "s(a\"\\/\u{8}\u{c}\n\r\té)"),
            (#""\ud83d\ude00😀""#, "s(😀😀)"), (#""\ud83dx""#, "s(\u{FFFD}x)"),
            (#""\udc00\ud83d""#, "s(\u{FFFD}\u{FFFD})"),
            ("[[],{},[{}]]", "[ [ ] { } [ { } ] ]"),
            (
                #"{"long key that spans words":"long value that spans words"}"#,
                "{ k(long key that spans words) s(long value that spans words) }"
            ),
        ]
    )
    func tokens(text: String, expected: String) {
        #expect(trace(text) == expected)
    }

    @Test(
        "refuses what is not JSON, and says where",
        arguments: [
            ("", "truncated@0"), ("  ", "truncated@2"), ("01", "syntax@1"), ("-", "truncated@1"), ("1.", "truncated@2"),
            (".5", "syntax@0"), ("+1", "syntax@0"), ("1e", "truncated@2"), ("tru", "truncated@3"), ("trux", "syntax@0"),
            ("nul0", "syntax@0"), ("[1,]", "syntax@3"), ("[,1]", "syntax@1"), ("[1 2]", "syntax@3"),
            ("[1", "truncated@2"),
            ("{", "truncated@1"), (#"{"a"}"#, "syntax@4"), (#"{"a":}"#, "syntax@5"), (#"{"a":1,}"#, "syntax@7"),
            ("{1:2}", "syntax@1"), ("[1}", "syntax@2"), (#"{"a":1]"#, "syntax@6"), ("1 2", "trailing@2"),
            ("[]]", "trailing@2"),
            (#""abc"#, "truncated@4"), ("\"a\nb\"", "syntax@2"), ("\"aaaaaaaaaaaa\u{1}\"", "syntax@13"),
            (#""\x""#, "syntax@2"),
            (#""\u12g4""#, "syntax@5"), (#""\u12"#, "truncated@5"), ("'a'", "syntax@0"), ("NaN", "syntax@0"),
            ("\u{FEFF}1", "syntax@0"),
        ]
    )
    func refusals(text: String, expected: String) {
        #expect(trace(text) == expected)
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xBF], [0xC3], [0xE2, 0x82],
            [0xF0, 0x9F, 0x98], [0xFF],
        ] as [[UInt8]]
    )
    func encodings(sequence: [UInt8]) {
        #expect(trace(bytes: ContiguousArray([0x22, 0x61] + sequence + [0x22])) == "encoding@2")
        #expect(
            trace(bytes: ContiguousArray([0x22] + Array("12345678901234567".utf8) + sequence + [0x22])) == "encoding@18"
        )
    }

    @Test("accepts every length of UTF-8 sequence at its bounds")
    func bounds() {
        for scalar in ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"] {
            #expect(trace("\"\(scalar)\"") == "s(\(scalar))")
        }
    }

    @Test("follows a hundred levels and no more")
    func depth() {
        let open = String(repeating: "[", count: 100)
        let close = String(repeating: "]", count: 100)
        #expect(trace(open + close).hasSuffix("]"))
        #expect(trace(open + "{}" + close) == "depth@100")
        let mixed = String(repeating: #"{"a":["#, count: 50)
        let ends = String(repeating: "]}", count: 50)
        #expect(trace(mixed + "1" + ends).hasSuffix("}"))
        #expect(trace(mixed + "1" + String(repeating: "}]", count: 50)) == "syntax@301")
    }

    @Test("skips values whole and stops at the end of a container")
    func skipping() throws {
        let bytes = ContiguousArray(#"{"a":{"b":[1,{"c":2}]},"d":"x"}"#.utf8)
        var reader = JSONReader(bytes.span)
        #expect(try reader.next() == .objectStart)
        guard case .key(let first) = try reader.next() else { return #expect(Bool(false)) }
        let isFirst = reader.equals(first, "a")
        #expect(isFirst)
        #expect(try reader.skipValue() == 5..<22)
        guard case .key(let second) = try reader.next() else { return #expect(Bool(false)) }
        let isSecond = reader.equals(second, "d")
        #expect(isSecond)
        #expect(try reader.skipValue() == 27..<30)
        #expect(try reader.skipValue() == nil)
        #expect(try reader.next() == .end)
        #expect(try reader.next() == .end)
    }

    @Test("compares strings with their escapes resolved")
    func comparison() throws {
        let bytes = ContiguousArray(#"["event_\u0069d","event_id","event_i","event_idx","\u00e9"]"#.utf8)
        var reader = JSONReader(bytes.span)
        _ = try reader.next()
        var equal: [Bool] = []
        while case .string(let range) = try reader.next() { equal.append(reader.equals(range, "event_id")) }
        #expect(equal == [true, true, false, false, false])
    }

    @Test("reads numbers exactly or not at all")
    func numbers() throws {
        let text = "[9223372036854775807,-9223372036854775808,9223372036854775808,1.0,0,1e400,1e3]"
        let bytes = ContiguousArray(text.utf8)
        var reader = JSONReader(bytes.span)
        _ = try reader.next()
        var integers: [Int64?] = []
        var doubles: [Double?] = []
        while case .number(let range) = try reader.next() {
            integers.append(reader.int64(range))
            doubles.append(reader.double(range))
        }
        #expect(integers == [.max, .min, nil, nil, 0, nil, nil])
        #expect(doubles[3] == 1 && doubles[5] == nil && doubles[6] == 1_000)
    }
}
