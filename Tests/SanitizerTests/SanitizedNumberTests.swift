import Testing

@testable import Sanitizer

@Suite struct SanitizedNumberTests {
    private static func text(_ write: (inout SanitizedBuffer) -> Void) -> String {
        var buffer = SanitizedBuffer()
        write(&buffer)
        return String(decoding: buffer.bytes(in: 0..<buffer.count).value, as: UTF8.self)
    }

    @Test("ids are 32 digits, every digit of every value")
    func hex() {
        for digit in UInt64(0)..<16 {
            for place in UInt64(0)..<16 {
                let word = digit << (place * 4)
                let digits = String(word, radix: 16)
                let expected = String(repeating: "0", count: 16 - digits.count) + digits
                let ones = String(repeating: "f", count: 16)
                #expect(Self.text { $0.append(hex: word, .max) } == expected + ones)
                #expect(Self.text { $0.append(hex: .max, word) } == ones + expected)
            }
        }
    }

    @Test("counters are decimal, and no longer than a card number could begin to be")
    func counters() {
        for number in [0, 1, 9, 10, 11, 99, 100, 12_345, 999_999_999, 99_999_999_999] {
            #expect(Self.text { $0.append(counter: number) } == String(number))
        }
        #expect(Self.text { $0.append(counter: -5) } == "0")
        #expect(Self.text { $0.append(counter: .max) } == "99999999999")
    }

    @Test("times have their parts in their places, and none beyond its range")
    func times() {
        let time = ((7 * 60 + 8) * 60 + 9) * 1_000 + 45
        #expect(
            Self.text { $0.append(year: 2026, month: 11, day: 5, millisecondOfDay: time) }
                == "\"2026-11-05T07:08:09.045Z\""
        )
        #expect(
            Self.text { $0.append(year: 12_345, month: 99, day: 0, millisecondOfDay: -1) }
                == "\"9999-12-01T00:00:00.000Z\""
        )
        #expect(
            Self.text { $0.append(year: 7, month: 1, day: 31, millisecondOfDay: .max) }
                == "\"0007-01-31T23:59:59.999Z\""
        )
    }
}
