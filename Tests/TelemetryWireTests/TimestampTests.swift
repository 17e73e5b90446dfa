import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct TimestampTests {
    static let base: Int64 = 1_796_028_766_000_000

    @Test(
        "RFC 3339 as clients write it",
        arguments: [
            ("2026-11-30T08:52:46Z", base), ("2026-11-30T08:52:46.25Z", base + 250_000), ("2026-11-30t08:52:46z", base),
            ("2026-11-30 08:52:46", base), ("2026-11-30T08:52:46", base), ("2026-11-30T10:52:46+02:00", base),
            ("2026-11-30T05:22:46-0330", base), ("2026-11-30T08:52:46.390461Z", base + 390_461),
            ("2026-11-30T08:52:46.778084087Z", base + 778_084), ("1970-01-01T00:00:00Z", 0),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000_000), ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
        ]
    )
    func rfc3339(_ text: String, _ microseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(
        "what is no time",
        arguments: [
            "", "2026-11-30", "2026-11-30T08:52Z", "2026-13-30T08:52:46Z", "2026-02-29T08:52:46Z",
            "2026-11-31T08:52:46Z",
            "2026-11-30T24:00:00Z", "2026-11-30T08:60:00Z", "2026-11-30T08:52:46.Z", "2026-11-30T08:52:46ZZ",
            "2026-11-30T08:52:46+2", "2026-11-30T08:52:46+24:00", "2026-11-30X08:52:46Z", "1969-12-31T23:59:59Z",
            "12026-11-30T08:52:46Z", "2026-11-30T08:52:460530", "0000-11-30T08:52:46Z",
        ]
    )
    func noTime(_ text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        "seconds since 1970",
        arguments: [
            ("1796028766", base), ("1796028766.25", base + 250_000), ("1.796028766e9", base), ("0", 0), ("-1", nil),
            ("253402300800", nil), ("1796028766250", nil), ("", nil), ("nan", nil), ("1e999", nil), ("0x10", nil),
        ] as [(String, Int64?)]
    )
    func unix(_ text: String, _ microseconds: Int64?) {
        #expect(Timestamp(unixSeconds: text)?.microseconds == microseconds)
    }

    @Test(
        "a printed time reads back",
        arguments: [0, 1, 999, 1_000, 951_782_400_000, 1_709_164_799_999, 1_796_028_766_250, 253_402_300_799_999]
    )
    func roundTrip(_ milliseconds: Int64) {
        var buffer = SanitizedBuffer()
        buffer.append(timestamp: Timestamp(milliseconds: milliseconds))
        let text = buffer.text
        #expect(text.count == 26)
        #expect(Timestamp(rfc3339: String(text.dropFirst().dropLast()))?.milliseconds == milliseconds)
    }

    @Test("times are clamped to the years 1970 to 9999")
    func clamped() {
        #expect(Timestamp(milliseconds: -5).milliseconds == 0)
        #expect(Timestamp(milliseconds: .max).microseconds == 253_402_300_799_999_999)
        #expect(Timestamp(milliseconds: .min).milliseconds == 0)
    }

    @Test("every day of four centuries is where the calendar says")
    func calendar() {
        var days = -719_162
        for year in 1...2_400 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            #expect(CivilDate.days(year: year, month: 1, day: 1) == days)
            #expect(CivilDate.date(days: days) == (year, 1, 1))
            #expect((CivilDate.days(year: year, month: 2, day: 29) != nil) == isLeap)
            days += isLeap ? 366 : 365
        }
    }
}
