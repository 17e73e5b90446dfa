import Testing

@testable import Sanitizer

/// What can be written into a buffer, and read back out of it.
@Suite struct SanitizedBufferTests {
    @Test("numbers are written whole and clamped below the length of a card number")
    func counters() {
        var buffer = SanitizedBuffer(capacity: 64)
        expect(buffer.isEmpty && buffer.capacity >= 64)
        for number in [0, 7, 10, 1_234_567, -3, .max] {
            buffer.append(counter: number)
            buffer.append(" ")
        }
        expect(text(of: buffer) == "0 7 10 1234567 0 99999999999 ")
    }

    @Test("ids are 32 hexadecimal digits")
    func ids() {
        var buffer = SanitizedBuffer()
        buffer.append(hex: 0x0123_4567_89AB_CDEF, 0xF)
        expect(text(of: buffer) == "0123456789abcdef000000000000000f")
    }

    @Test("buffers, parts of buffers, rules and literals are put together")
    func parts() {
        var other = SanitizedBuffer()
        other.append("abcdef")
        var buffer = SanitizedBuffer()
        buffer.append(other)
        buffer.append(other, in: 4..<99)
        buffer.append(Rule.pan)
        expect(text(of: buffer) == "abcdefefpan")
        expect(String(decoding: buffer.bytes(in: -3..<2).value, as: UTF8.self) == "ab")
        buffer.removeAll()
        expect(buffer.isEmpty)
    }

    @Test(
        "a text becomes a JSON string and comes back",
        arguments: [
            "", "plain", "a \"quote\" \\ back", "line\nfeed\r\t", "\u{0}\u{1}\u{B}\u{1F}", "\u{E9}\u{4E2D}\u{1F600}",
        ]
    )
    func quoting(_ original: String) {
        var buffer = SanitizedBuffer()
        buffer.append(quoted: Sanitized(trusted: original))
        expect(isJSON(text(of: buffer)))
        expect(buffer.string(in: 0..<buffer.count)?.value == original)
        expect(buffer.string(at: 0..<buffer.count, limit: 100)?.value == original)
    }

    @Test("a string is cut at a scalar, and only a string is one")
    func strings() {
        var buffer = SanitizedBuffer()
        buffer.append(#"{"a":"x\u00e9yz","n":-12.5,"t":true,"o":[1]}"#)
        expect(buffer.string(at: 5..<16, limit: 99)?.value == "x\u{E9}yz")
        expect(buffer.string(at: 5..<16, limit: 2)?.value == "x")
        expect(buffer.string(at: 5..<16, limit: 3)?.value == "x\u{E9}")
        expect(buffer.string(at: 5..<16, limit: 0)?.value == "")
        expect(buffer.string(at: 6..<16, limit: 9) == nil)
        expect(buffer.string(at: 5..<6, limit: 9) == nil)
        expect(buffer.string(in: 6..<9) == nil)
        expect(buffer.scalarText(at: 5..<16, limit: 99)?.value == "x\u{E9}yz")
        expect(buffer.scalarText(at: 21..<26, limit: 99)?.value == "-12.5")
        expect(buffer.scalarText(at: 21..<26, limit: 3)?.value == "-12")
        expect(buffer.scalarText(at: 0..<44, limit: 99) == nil)
        expect(buffer.scalarText(at: 40..<43, limit: 99) == nil)
        expect(buffer.scalarText(at: 900..<901, limit: 99) == nil)
    }

    @Test("a literal is what it says")
    func literal() {
        expect(Sanitized<String>(literal: "checkout").value == "checkout")
    }
}
