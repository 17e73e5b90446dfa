/// Dates of HTTP headers (RFC 9110 §5.6.7): the fixed form, and the two obsolete ones that must be read.
enum HTTPDate {
    /// Milliseconds since 1970, or nil for what is no date.
    static func parse(_ text: Span<UInt8>) -> Int64? {
        guard text.count >= 24, text.count <= 40 else { return nil }
        var cursor = ByteCursor(text)
        // The day's name says nothing that the date does not.
        while let byte = cursor.peek, ASCII.isLetter(byte) { cursor.offset += 1 }
        if cursor.skip(0x2C) {
            return cursor.skip(0x20) ? dayFirst(&cursor) : nil
        }
        return cursor.skip(0x20) ? monthFirst(&cursor) : nil
    }

    /// `06 Nov 1994 08:49:37 GMT`, or `06-Nov-94 08:49:37 GMT`.
    private static func dayFirst(_ cursor: inout ByteCursor) -> Int64? {
        guard let day = cursor.number(digits: 2...2) else { return nil }
        let isOld = cursor.skip(0x2D)
        guard isOld || cursor.skip(0x20), let month = month(&cursor), cursor.skip(isOld ? 0x2D : 0x20),
            var year = cursor.number(digits: isOld ? 2...2 : 4...4)
        else { return nil }
        if isOld { year += year < 70 ? 2_000 : 1_900 }
        guard cursor.skip(0x20), let time = time(&cursor), cursor.skip(ignoringCase: " GMT"), cursor.isAtEnd else {
            return nil
        }
        return milliseconds(year, month, day, time)
    }

    /// `Nov  6 08:49:37 1994`.
    private static func monthFirst(_ cursor: inout ByteCursor) -> Int64? {
        guard let month = month(&cursor), cursor.skip(0x20) else { return nil }
        cursor.skipBlanks()
        guard let day = cursor.number(digits: 1...2), cursor.skip(0x20), let time = time(&cursor), cursor.skip(0x20),
            let year = cursor.number(digits: 4...4), cursor.isAtEnd
        else { return nil }
        return milliseconds(year, month, day, time)
    }

    private static func month(_ cursor: inout ByteCursor) -> Int? {
        let names: [StaticString] = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        for (index, name) in names.enumerated() where cursor.skip(ignoringCase: name) {
            return index + 1
        }
        return nil
    }

    private static func time(_ cursor: inout ByteCursor) -> Int? {
        guard let hour = cursor.number(digits: 2...2), cursor.skip(0x3A), let minute = cursor.number(digits: 2...2),
            cursor.skip(0x3A), let second = cursor.number(digits: 2...2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private static func milliseconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int64? {
        guard let days = CivilDate.days(year: year, month: month, day: day) else { return nil }
        return (Int64(days) * 86_400 + Int64(time)) * 1_000
    }
}
