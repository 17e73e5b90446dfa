/// Times for people and for `--json`: UTC, always.
enum TimeText {
    /// `2026-11-30T08:52:46.250Z` from milliseconds since 1970; clamped to the years 1970 to 9999.
    static func full(_ milliseconds: Int64) -> String {
        let time = min(max(milliseconds, 0), 253_402_300_799_999)
        return date(time) + "T" + clock(time) + "." + padded(time % 1_000, 3) + "Z"
    }

    /// `2026-11-30 08:52:46`.
    static func short(_ milliseconds: Int64) -> String {
        let time = min(max(milliseconds, 0), 253_402_300_799_999)
        return date(time) + " " + clock(time)
    }

    private static func clock(_ time: Int64) -> String {
        let seconds = time / 1_000 % 86_400
        return padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
    }

    /// Years begin in March, so that the leap day is the last of its year (days from civil, inverted).
    private static func date(_ time: Int64) -> String {
        let days = time / 86_400_000 + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civil = month < 10 ? month + 3 : month - 9
        return padded(year + era * 400 + (civil <= 2 ? 1 : 0), 4) + "-" + padded(civil, 2) + "-" + padded(day, 2)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
