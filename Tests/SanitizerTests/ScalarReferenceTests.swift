import Testing

@testable import Sanitizer

/// The fast paths against slow, obvious twins: byte by byte, with the standard library's own idea of UTF-8.
@Suite struct ScalarReferenceTests {
    /// What a string token comes to: where it ends and what it holds, or nothing.
    private struct StringToken: Equatable {
        var end: Int
        var isEscaped = false
        var isForeign = false
        var hasHalfPair = false
    }

    /// Bytes that are next to each other in meaning or in value: ends, escapes, control bytes, broken sequences.
    private static let hostile: [[UInt8]] = [
        [0x22], [0x5C], [0x5C, 0x22], [0x5C, 0x5C], [0x5C, 0x75], Array(#"\u0041"#.utf8), Array(#"\ud83d\ude00"#.utf8),
        Array(#"\ud83d"#.utf8), Array(#"\ude00"#.utf8), Array(#"\uD8"#.utf8), Array(#"\n"#.utf8), Array(#"\x"#.utf8),
        [0x1F], [0x20], [0x21], [0x23], [0x5B], [0x5D], [0x7F], [0x80], [0xC2], [0xC3, 0xA9], [0xE0, 0x80, 0x80],
        [0xE2, 0x82, 0xAC], [0xED, 0xA0, 0x80], [0xEF, 0xBC, 0x94], [0xF0, 0x9F, 0x98, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x9F], [0xFF], [0x00], Array("abcdefgh".utf8), Array("4111".utf8), [0x61],
    ]

    @Test("skips strings as a loop over the bytes does, at every length and place", arguments: 0..<24)
    func strings(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 500)
        for _ in 0..<400 {
            var bytes = [UInt8](repeating: 0x61, count: Int(random.next() % 9)) + [0x22]
            let start = bytes.count - 1
            for _ in 0..<(random.next() % 12) {
                let isPlain = random.next() % 3 != 0
                bytes +=
                    isPlain
                    ? [UInt8(0x61 + random.next() % 26)] : Self.hostile[Int(random.next() % UInt64(Self.hostile.count))]
            }
            if random.next() % 4 != 0 { bytes.append(0x22) }
            let expected = Self.string(bytes, at: start)
            bytes.withUnsafeBufferPointer { buffer in
                let view = ByteView(buffer)
                var traits: JSONLexer.StringTraits = []
                let end = try? JSONLexer.string(in: view, at: start, traits: &traits)
                let found = end.map {
                    StringToken(
                        end: $0,
                        isEscaped: traits.contains(.escaped),
                        isForeign: traits.contains(.nonASCII),
                        hasHalfPair: traits.contains(.loneSurrogate)
                    )
                }
                #expect(found == expected, "\(bytes)")
            }
        }
    }

    @Test("knows well-formed UTF-8 as the standard library does: every two bytes, and more with every lead")
    func scalars() {
        var wrong: [[UInt8]] = []
        func check(_ bytes: [UInt8]) {
            var decoder = UTF8()
            var iterator = bytes.makeIterator()
            var expected = 0
            if case .scalarValue(let scalar) = decoder.decode(&iterator) { expected = UTF8.encode(scalar)?.count ?? 0 }
            let length = bytes.withUnsafeBufferPointer { JSONLexer.scalarLength(in: ByteView($0), at: 0) }
            if length != expected { wrong.append(bytes) }
        }
        let tails: [UInt8] = [0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for lead in UInt8(0x80)...0xFF {
            check([lead])
            for second in UInt8.min...UInt8.max { check([lead, second]) }
            for second in tails {
                for third in tails {
                    check([lead, second, third])
                    for fourth in tails { check([lead, second, third, fourth]) }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(8))")
    }

    @Test("takes and refuses documents as a plain parser does", arguments: 0..<16)
    func documents(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 9_000)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\"", "\"\\u00e9\"", "\"\\q\"", "true", "fals", "null", "0", "-1",
            "01", "1.5", "1.", "-", "1e5", "1E+", "2e-7", " ", "\n", "\u{A0}", "\"x", "nul", "{\"k\":1}", "[1,2]",
            "{\"k\":}", "[,]", "\u{FEFF}",
        ]
        for _ in 0..<600 {
            var text = ""
            if random.next() % 2 == 0 {
                for _ in 0..<(random.next() % 7 + 1) { text += pieces[Int(random.next() % UInt64(pieces.count))] }
            } else {
                // A document with one byte changed, left out or put in.
                var bytes = Array(#"{"a":[1,-2.5e3,"x\u0041\n"],"b":{"c":null,"d":[true,false]},"e":""}"#.utf8)
                let place = Int(random.next() % UInt64(bytes.count))
                let other = Array("{}[],:\"\\0e.-+ atx".utf8)
                switch random.next() % 3 {
                case 0: bytes[place] = other[Int(random.next() % UInt64(other.count))]
                case 1: bytes.remove(at: place)
                default: bytes.insert(other[Int(random.next() % UInt64(other.count))], at: place)
                }
                text = String(decoding: bytes, as: UTF8.self)
            }
            var parser = PlainParser(Array(text.utf8))
            #expect((scrub(text) != nil) == parser.isDocument(), "\(text.debugDescription)")
        }
    }

    @Test("lanes of words tell what bytes tell", arguments: 0..<8)
    func lanes(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 77)
        let edges = Array("/09:@AFGZ[`afgz{+-_ \"\\".utf8) + [0x00, 0x7F, 0x80, 0xB0, 0xC1, 0xFF]
        for _ in 0..<2_000 {
            let bytes = (0..<8).map { _ in
                random.next() % 2 == 0
                    ? edges[Int(random.next() % UInt64(edges.count))] : UInt8(truncatingIfNeeded: random.next())
            }
            let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            func mask(_ test: (UInt8) -> Bool) -> UInt64 {
                bytes.reversed().reduce(UInt64(0)) { $0 << 8 | (test($1) ? 0x80 : 0) }
            }
            let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
            let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
            #expect(Lanes.digits(word) == mask(isDigit))
            #expect(Lanes.letters(word) == mask(isLetter))
            #expect(Lanes.hexadecimal(word) == mask { isDigit($0) || (0x41...0x46).contains($0 & 0xDF) })
            #expect(Lanes.base64(word) == mask { isLetter($0) || isDigit($0) || "+/-_".utf8.contains($0) })
            #expect(Lanes.within(word, 0x3A, 0x3D) == mask { (0x3A...0x3D).contains($0) })
            #expect(Lanes.count(mask(isDigit)) == bytes.filter(isDigit).count)
            // These two are exact up to the first lane that holds.
            let quote = bytes.firstIndex(of: 0x22)
            #expect(Lanes.equal(word, 0x22) == 0 ? quote == nil : Lanes.first(Lanes.equal(word, 0x22)) == quote)
            let control = bytes.firstIndex { $0 < 0x20 }
            let found = Lanes.below(word, 0x20)
            #expect(found == 0 ? control == nil : Lanes.first(found) == control)
        }
    }

    @Test("steps through a text as a loop does", arguments: 0..<8)
    func steps(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 4_000)
        let alphabet = Array("0123456789abcxyzABC=: -_/+.\u{E9}".utf8)
        for _ in 0..<200 {
            let bytes = (0..<random.next() % 40).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = TextBytes(buffer) else { return }
                for start in 0...bytes.count {
                    func first(_ test: (UInt8) -> Bool) -> Int {
                        bytes[start...].firstIndex(where: test) ?? bytes.count
                    }
                    #expect(text.endOfDigitRun(from: start) == first { !$0.isDigit })
                    #expect(text.endOfLetters(from: start) == first { !$0.isLetter })
                    #expect(text.endOfHexadecimal(from: start) == first { !$0.isHexadecimal })
                    #expect(text.next(0x3D, from: start) == first { $0 == 0x3D })
                    #expect(text.next(0x3D, or: 0x3A, from: start) == first { $0 == 0x3D || $0 == 0x3A })
                    for length in [4, 12] {
                        let runs = bytes[start...].split { !$0.isDigit }
                        let holds = runs.contains { $0.count >= length }
                        #expect(text.holdsDigits(length, start, bytes.count) == holds)
                    }
                }
            }
        }
    }

    /// The string token at `start`, looked at byte by byte; nil when it is none.
    private static func string(_ bytes: [UInt8], at start: Int) -> StringToken? {
        var token = StringToken(end: 0)
        var position = start + 1
        func unit(_ at: Int) -> UInt32? {
            guard at + 6 <= bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 else { return nil }
            return UInt32(String(decoding: bytes[at + 2..<at + 6], as: UTF8.self), radix: 16)
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x22 {
                token.end = position + 1
                return token
            }
            if byte < 0x20 { return nil }
            if byte == 0x5C {
                token.isEscaped = true
                guard position + 1 < bytes.count else { return nil }
                if "\"\\/bfnrt".utf8.contains(bytes[position + 1]) {
                    position += 2
                } else {
                    guard let first = unit(position) else { return nil }
                    position += 6
                    guard (0xD800...0xDFFF).contains(first) else { continue }
                    if first < 0xDC00, position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75
                    {
                        guard let second = unit(position) else { return nil }
                        if (0xDC00...0xDFFF).contains(second) {
                            position += 6
                            continue
                        }
                    }
                    token.hasHalfPair = true
                }
            } else if byte < 0x80 {
                position += 1
            } else {
                token.isForeign = true
                var decoder = UTF8()
                var rest = bytes[position...].makeIterator()
                guard case .scalarValue(let scalar) = decoder.decode(&rest), let width = UTF8.encode(scalar)?.count
                else { return nil }
                position += width
            }
        }
        return nil
    }
}

/// JSON by the book (RFC 8259), one function a rule. Recursive, for short inputs.
private struct PlainParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the bytes are one value with white space around it.
    mutating func isDocument() -> Bool {
        position = 0
        return value() && position == bytes.count
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func space() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func value() -> Bool {
        space()
        guard position < bytes.count else { return false }
        let isValue: Bool
        switch bytes[position] {
        case UInt8(ascii: "{"): isValue = list("}") { $0.member() }
        case UInt8(ascii: "["): isValue = list("]") { $0.value() }
        case UInt8(ascii: "\""): isValue = string()
        case UInt8(ascii: "t"): isValue = take("true")
        case UInt8(ascii: "f"): isValue = take("false")
        case UInt8(ascii: "n"): isValue = take("null")
        default: isValue = number()
        }
        space()
        return isValue
    }

    private mutating func list(_ close: String, _ item: (inout PlainParser) -> Bool) -> Bool {
        position += 1
        space()
        if take(close) { return true }
        repeat { guard item(&self) else { return false } } while take(",")
        return take(close)
    }

    private mutating func member() -> Bool {
        space()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\""), string() else { return false }
        space()
        return take(":") && value()
    }

    private mutating func string() -> Bool {
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard position < bytes.count else { return false }
            let escape = bytes[position]
            position += 1
            if escape == UInt8(ascii: "u") {
                guard position + 4 <= bytes.count, bytes[position..<position + 4].allSatisfy(\.isHexadecimal) else {
                    return false
                }
                position += 4
            } else if !"\"\\/bfnrt".utf8.contains(escape) {
                return false
            }
        }
        return false
    }

    private mutating func digits() -> Bool {
        let start = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        return position > start
    }

    private mutating func number() -> Bool {
        _ = take("-")
        if !take("0"), !digits() { return false }
        if take("."), !digits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return digits()
        }
        return true
    }
}
