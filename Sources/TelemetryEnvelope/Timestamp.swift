public import Sanitizer

/// A point in time on the wire: microseconds since 1970-01-01 UTC, years 1970 to 9999.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01 UTC.
    public let microseconds: Int64

    private static let last: Int64 = 253_402_300_800_000_000 - 1

    /// A time from microseconds, clamped to the years 1970 to 9999.
    public init(microseconds: Int64) {
        self.microseconds = min(max(microseconds, 0), Self.last)
    }

    /// A time from milliseconds, clamped to the years 1970 to 9999.
    public init(milliseconds: Int64) {
        self.init(microseconds: min(max(milliseconds, 0), Self.last / 1_000 + 1) * 1_000)
    }

    /// Milliseconds since 1970-01-01 UTC, rounded down.
    public var milliseconds: Int64 { microseconds / 1_000 }

    /// Reads RFC 3339 (`2026-11-30T08:52:46.25Z`), also with a blank for the `T`, an offset without colon, or no zone
    /// at all, which clients mean as UTC. Nil for anything else, for dates that do not exist and for years before 1970.
    package init?(rfc3339 text: Span<UInt8>) {
        var cursor = ByteCursor(text)
        guard text.count >= 19, text.count <= 40, let year = cursor.number(digits: 4...4), cursor.skip(0x2D),
            let month = cursor.number(digits: 2...2), cursor.skip(0x2D), let day = cursor.number(digits: 2...2),
            cursor.skip(0x54) || cursor.skip(0x74) || cursor.skip(0x20),
            let hour = cursor.number(digits: 2...2), cursor.skip(0x3A), let minute = cursor.number(digits: 2...2),
            cursor.skip(0x3A), let second = cursor.number(digits: 2...2), hour < 24, minute < 60, second <= 60,
            let days = CivilDate.days(year: year, month: month, day: day)
        else { return nil }
        guard let fraction = Timestamp.fraction(&cursor), let offset = Timestamp.zone(&cursor), cursor.isAtEnd else {
            return nil
        }
        let seconds = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        guard seconds >= 0 else { return nil }
        self.init(microseconds: seconds * 1_000_000 + fraction)
    }

    /// Reads a JSON number of seconds since 1970. Nil for other text, negative numbers and years after 9999 (which is
    /// where milliseconds end up).
    package init?(unixSeconds text: Span<UInt8>) {
        guard text.count > 0, text.count <= 64 else { return nil }
        var cursor = ByteCursor(text)
        var whole: Int64 = 0
        while let byte = cursor.peek, ASCII.isDigit(byte), cursor.offset < 12 {
            whole = whole * 10 + Int64(byte - 0x30)
            cursor.offset += 1
        }
        if cursor.offset > 0, let fraction = Timestamp.fraction(&cursor), cursor.isAtEnd {
            guard whole < 253_402_300_800 else { return nil }
            self.init(microseconds: whole * 1_000_000 + fraction)
            return
        }
        // An exponent, a sign or very many digits: rare enough for a string.
        var bytes: [UInt8] = []
        for offset in 0..<text.count {
            let byte = text[offset]
            guard ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65 else {
                return nil
            }
            bytes.append(byte)
        }
        guard let seconds = Double(String(decoding: bytes, as: UTF8.self)), seconds >= 0, seconds < 253_402_300_800
        else { return nil }
        self.init(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// Reads `.digits` as microseconds, further digits cut; 0 if there is no point, nil if no digit follows it.
    private static func fraction(_ cursor: inout ByteCursor) -> Int64? {
        guard cursor.skip(0x2E) else { return 0 }
        guard let first = cursor.peek, ASCII.isDigit(first) else { return nil }
        var fraction: Int64 = 0
        var scale: Int64 = 100_000
        while let byte = cursor.peek, ASCII.isDigit(byte) {
            fraction += Int64(byte - 0x30) * scale
            scale /= 10
            cursor.offset += 1
        }
        return fraction
    }

    /// As `init(rfc3339:)` of bytes.
    package init?(rfc3339 text: String) {
        let bytes = ContiguousArray(text.utf8)
        self.init(rfc3339: bytes.span)
    }

    /// As `init(unixSeconds:)` of bytes.
    package init?(unixSeconds text: String) {
        let bytes = ContiguousArray(text.utf8)
        self.init(unixSeconds: bytes.span)
    }

    private static func zone(_ cursor: inout ByteCursor) -> Int? {
        if cursor.isAtEnd || cursor.skip(0x5A) || cursor.skip(0x7A) { return 0 }
        let isWest = cursor.skip(0x2D)
        guard isWest || cursor.skip(0x2B) else { return nil }
        let hours: Int
        let minutes: Int
        if let both = cursor.number(digits: 4...4) {
            (hours, minutes) = (both / 100, both % 100)
        } else {
            guard let first = cursor.number(digits: 2...2), cursor.skip(0x3A), let second = cursor.number(digits: 2...2)
            else { return nil }
            (hours, minutes) = (first, second)
        }
        guard hours < 24, minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// Orders by time.
    public static func < (one: Timestamp, other: Timestamp) -> Bool {
        one.microseconds < other.microseconds
    }
}

extension SanitizedBuffer {
    /// Appends a time as a JSON string in RFC 3339, UTC, milliseconds: `"2026-11-30T08:52:46.250Z"`.
    public mutating func append(timestamp: Timestamp) {
        let milliseconds = Int(timestamp.milliseconds)
        let date = CivilDate.date(days: milliseconds / 86_400_000)
        append(year: date.year, month: date.month, day: date.day, millisecondOfDay: milliseconds % 86_400_000)
    }

    /// Appends a number with leading zeros up to `digits` digits.
    package mutating func append(padded number: Int, digits: Int) {
        var floor = 10
        for _ in 1..<digits {
            if number < floor { append("0") }
            floor *= 10
        }
        append(counter: number)
    }
}
