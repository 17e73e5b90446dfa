import Testing

@testable import Sanitizer

/// What holds for every brand, separator, script and place, and for any text at all.
@Suite struct TextPropertyTests {
    /// Issuer prefixes and lengths, one of each range that the networks publish.
    static let brands: [(prefix: String, length: Int)] = [
        ("4", 13), ("4", 16), ("4", 19), ("51", 16), ("55", 16), ("2221", 16), ("2720", 16), ("34", 15), ("37", 15),
        ("300", 14), ("305", 16), ("3095", 14), ("36", 14), ("36", 19), ("38", 14), ("39", 16), ("6011", 16),
        ("6011", 19), ("644", 16), ("649", 17), ("65", 16), ("65", 19), ("62", 16), ("62", 17), ("62", 18), ("62", 19),
        ("81", 16), ("81", 19), ("3528", 16), ("3589", 19), ("5018", 16), ("5018", 19), ("5893", 18), ("6304", 16),
        ("6759", 14), ("6763", 15), ("607", 16), ("82", 16), ("508", 16), ("353", 16), ("356", 16), ("9792", 16),
        ("506099", 16), ("506198", 18), ("6500", 19), ("636297", 16), ("6062", 16), ("3841", 16), ("2200", 16),
        ("2204", 19), ("5019", 16),
    ]
    static let separators = [
        "", " ", "-", ".", "/", "_", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2013}", "\u{2014}", "\u{2212}", "\t", "\n",
        "\r\n", "\u{200B}", "\u{AD}", "\u{FEFF}", "  ", "\u{2011}", "\u{3000}", "\u{2060}",
    ]
    /// The zero of each script.
    static let scripts: [UInt32] = [0x30, 0xFF10, 0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0x1D7CE, 0x1D7F6, 0x104A0]
    static let places: [(before: String, after: String)] = [
        ("", ""), ("issuer refused ", " at step 3"), ("x=", "&y=1"), ("(", ")"), ("error: ", "."), ("[", "]"),
        ("{\"a\":\"", "\"}"), ("1,", ",x"), ("\u{628}\u{637}\u{627}\u{642}\u{629} ", " \u{645}\u{631}"),
    ]

    @Test("every brand is caught whole, whatever stands between and around its digits", arguments: brands)
    func brand(_ prefix: String, _ length: Int) {
        var random = SplitMix(seed: UInt64(length) &* 1_000_003 &+ UInt64(prefix.utf8.count))
        for separator in Self.separators {
            for zero in Self.scripts {
                let number = Self.number(prefix, length, &random)
                let written = Self.write(number, separator, zero)
                let place = Self.places[Int(random.next() % UInt64(Self.places.count))]
                let output = TextScan.redact(place.before + written + place.after)
                #expect(
                    output == place.before + "[redacted:pan]" + place.after,
                    "\(written.unicodeScalars.map(\.value))"
                )
            }
        }
    }

    @Test("one wrong digit and the number stays", arguments: brands)
    func checkDigit(_ prefix: String, _ length: Int) {
        var random = SplitMix(seed: UInt64(length))
        var digits = Array(Self.number(prefix, length, &random).utf8)
        digits[length - 1] = 0x30 + (digits[length - 1] - 0x30 + 1) % 10
        let text = "issuer refused \(String(decoding: digits, as: UTF8.self)) at step"
        #expect(TextScan.redact(text) == text)
        let labelled = TextScan.redact("card number: \(String(decoding: digits, as: UTF8.self)) at step")
        #expect(labelled == "card number: [redacted:pan] at step")
    }

    @Test("a scan of what a scan left finds nothing, hits are sorted and apart", arguments: 0..<8)
    func fixedPoint(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let pieces = [
            "card 4111 1111 1111 1111 declined", "password=hunter2;", "Cookie: a=b; c=d\n", "bob@example.com", "call ",
            "+966 50 123 4567", "203.0.113.7", "version 1.2.3.4", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "%2541",
            "4111", "Bearer a1b2c3d4", "https://u:p@h.test/x", "\"cvv\":\"737\"", "[redacted:pan]", "[redacted:email]",
            "[redacted:nothing]", "token", ": ", "=", "&", " ", "\"", "'", "\\n", "\\\"", "<cvv>", "</cvv>",
            "12/31 123",
            "\u{661}\u{662}\u{663}", "SA0380000000608010167519", "-----BEGIN X-----", "{", "}", "(", ")",
            "5A0841111111",
        ]
        for _ in 0..<150 {
            var text = ""
            for _ in 0..<(random.next() % 7 + 1) {
                let piece = pieces[Int(random.next() % UInt64(pieces.count))]
                text += random.next() % 3 == 0 ? String(piece.prefix(Int(random.next() % 12))) : piece
            }
            let hits = TextScan.hits(Array(text.utf8))
            #expect(hits.allSatisfy { $0.start < $0.end && $0.end <= text.utf8.count })
            #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.end <= $1.start })
            let once = TextScan.redact(text)
            #expect(TextScan.redact(once) == once, "\(text.debugDescription)")
        }
    }

    @Test("identifiers that machines make survive")
    func identifiers() {
        var random = SplitMix(seed: 77)
        for _ in 0..<2_000 {
            let words = [
                "id " + Self.uuid(&random), "trace " + Self.hexadecimal(32, &random),
                "at \(1_600_000_000_000 + random.next() % 300_000_000_000) ms",
                "ns \(1_600_000_000_000_000_000 + random.next() % 300_000_000_000_000_000)",
                "ord_\(100_000_000_000 + random.next() % 900_000_000_000)", "0x" + Self.hexadecimal(12, &random),
                "0.\(random.next())", "sdk@\(random.next() % 9).\(random.next() % 99).\(random.next() % 99)+17",
            ]
            let text = "CardForm: " + words[Int(random.next() % UInt64(words.count))] + " ok"
            #expect(TextScan.redact(text) == text)
        }
    }

    // MARK: Making numbers

    private static func number(_ prefix: String, _ length: Int, _ random: inout SplitMix) -> String {
        let rest = (0..<length - 1 - prefix.utf8.count).map { _ in String(random.below(10)) }
        return CardMaker.completed(prefix + rest.joined())
    }

    private static func write(_ number: String, _ separator: String, _ zero: UInt32) -> String {
        inScript(CardMaker.groups(number).joined(separator: separator), zero)
    }

    private static func hexadecimal(_ count: Int, _ random: inout SplitMix) -> String {
        // A letter first: sixteen digits by chance may be a card number.
        "a" + (1..<count).map { _ in String(random.next() % 16, radix: 16) }.joined()
    }

    private static func uuid(_ random: inout SplitMix) -> String {
        let digits = hexadecimal(32, &random)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}
