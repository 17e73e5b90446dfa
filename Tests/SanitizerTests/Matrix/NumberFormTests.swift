import Testing

@testable import Sanitizer

/// Card numbers as JSON numbers: wherever the point stands and whatever the exponent makes up for it.
@Suite struct NumberFormTests {
    /// A Visa number of 16 digits whose last `zeros` are zeros.
    private static func number(zeros: Int, _ random: inout SplitMix) -> String {
        while true {
            let body = "4" + (0..<15 - zeros).map { _ in String(1 + random.below(9)) }.joined()
            let number = body + String(repeating: "0", count: zeros)
            if CardMaker.passesLuhn(number) { return number }
        }
    }

    @Test("a mantissa without the zeros at its end is the number all the same", arguments: 1...6)
    func zeros(_ count: Int) {
        var random = SplitMix(seed: UInt64(count))
        let number = Self.number(zeros: count, &random)
        let mantissa = String(number.dropLast(count))
        for form in [
            "\(mantissa)e\(count)", "\(mantissa)E+\(count)", "-\(mantissa)e\(count)", "\(mantissa).0e\(count)",
        ] {
            #expect(scrub("{\"n\":\(form)}")?.output == #"{"n":"[redacted:pan]"}"#, "\(form)")
        }
    }

    @Test("the point may stand anywhere, with the exponent that belongs there", arguments: 1...15)
    func points(_ place: Int) {
        var random = SplitMix(seed: UInt64(place) + 50)
        let number = Self.number(zeros: 0, &random)
        let written = number.prefix(place) + "." + number.dropFirst(place)
        #expect(scrub("{\"n\":\(written)e\(16 - place)}")?.output == #"{"n":"[redacted:pan]"}"#)
        // Zeros behind it that the exponent takes away again.
        let longer = number + String(repeating: "0", count: place)
        #expect(scrub("{\"n\":\(longer)e-\(place)}")?.output == #"{"n":"[redacted:pan]"}"#, "\(longer)")
        // Twelve digits of it are no card number, and twenty neither.
        for other in ["\(written)e\(16 - place - 4)", "\(written)e\(16 - place + 4)"] {
            #expect(scrub("{\"n\":\(other)}")?.output == "{\"n\":\(other)}", "\(other)")
        }
    }
}
