/// One limit that a server announced: do not send these categories for a while.
package struct RateLimit: Sendable, Hashable {
    /// The categories; nil means all.
    package var categories: Set<DataCategory>?
    /// How long from the moment of the reply: 0 to 86,400,000 milliseconds.
    package var milliseconds: Int64

    /// A limit from its parts; the time is clamped to 0…24 hours.
    package init(categories: Set<DataCategory>?, milliseconds: Int64) {
        self.categories = categories
        self.milliseconds = min(max(milliseconds, 0), 86_400_000)
    }

    /// What a reply says, whatever its status.
    ///
    /// `X-Sentry-Rate-Limits` counts on any status. Without it, a 429 or 503 with `Retry-After` limits everything, and a
    /// 429 without either limits everything for a minute. `now` (milliseconds since 1970) resolves dates.
    package static func announced(
        status: Int,
        rateLimits: String?,
        retryAfter: String?,
        now: Int64
    ) -> [RateLimit] {
        if let rateLimits {
            let bytes = ContiguousArray(rateLimits.utf8)
            let limits = parse(header: bytes.span)
            if !limits.isEmpty { return limits }
        }
        guard status == 429 || status == 503 else { return [] }
        if let retryAfter {
            let bytes = ContiguousArray(retryAfter.utf8)
            if let milliseconds = parse(retryAfter: bytes.span, now: now) {
                return [RateLimit(categories: nil, milliseconds: milliseconds)]
            }
        }
        return status == 429 ? [RateLimit(categories: nil, milliseconds: 60_000)] : []
    }

    /// Reads `X-Sentry-Rate-Limits`: `seconds:category;category:scope:reason:…, …`.
    ///
    /// Blanks are ignored, fields from the third on too, and unknown categories; an entry with none but unknown
    /// categories counts for nothing, one with an empty list for all. Entries without a number are skipped. At most 100.
    package static func parse(header: Span<UInt8>) -> [RateLimit] {
        var limits: [RateLimit] = []
        var start = 0
        while start < header.count, limits.count < 100 {
            var end = start
            while end < header.count, header[end] != 0x2C { end += 1 }
            if let limit = entry(header, start..<end) { limits.append(limit) }
            start = end + 1
        }
        return limits
    }

    private static func entry(_ header: Span<UInt8>, _ range: Range<Int>) -> RateLimit? {
        var cursor = ByteCursor(header, range)
        let secondsEnd = cursor.find(0x3A) ?? range.upperBound
        guard let milliseconds = seconds(header, range.lowerBound..<secondsEnd) else { return nil }
        guard secondsEnd < range.upperBound else { return RateLimit(categories: nil, milliseconds: milliseconds) }
        cursor.offset = secondsEnd + 1
        let listEnd = cursor.find(0x3A) ?? range.upperBound
        var categories: Set<DataCategory> = []
        var isEmpty = true
        var start = secondsEnd + 1
        while start < listEnd {
            var end = start
            while end < listEnd, header[end] != 0x3B { end += 1 }
            let name = trimmed(header, start..<end)
            if !name.isEmpty {
                isEmpty = false
                if let category = DataCategory(bytes: header.extracting(name)) { categories.insert(category) }
            }
            start = end + 1
        }
        if isEmpty { return RateLimit(categories: nil, milliseconds: milliseconds) }
        return categories.isEmpty ? nil : RateLimit(categories: categories, milliseconds: milliseconds)
    }

    /// Reads `Retry-After`: seconds, also with a fraction, or an HTTP date (RFC 9110 §10.2.3). Clamped to 0…24 hours.
    package static func parse(retryAfter: Span<UInt8>, now: Int64) -> Int64? {
        if let milliseconds = seconds(retryAfter, 0..<retryAfter.count) { return milliseconds }
        let range = trimmed(retryAfter, 0..<retryAfter.count)
        guard let date = HTTPDate.parse(retryAfter.extracting(range)) else { return nil }
        let (distance, overflow) = date.subtractingReportingOverflow(now)
        return overflow ? nil : min(max(distance, 0), 86_400_000)
    }

    /// A decimal number of seconds as clamped milliseconds; nil for what is no number (`NaN` and `inf` included).
    private static func seconds(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        let range = trimmed(text, range)
        guard !range.isEmpty, range.count <= 64 else { return nil }
        var bytes: [UInt8] = []
        for offset in range {
            let byte = text[offset]
            // Digits, sign, point, exponent: the standard parser would also take hexadecimal and words.
            guard ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65 else {
                return nil
            }
            bytes.append(byte)
        }
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), !value.isNaN else { return nil }
        // Rounded up: sending a little late is right, a little early is not.
        return Int64((min(max(value, 0), 86_400) * 1_000).rounded(.up))
    }

    private static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, ASCII.isBlank(text[start]) { start += 1 }
        while end > start, ASCII.isBlank(text[end - 1]) { end -= 1 }
        return start..<end
    }
}
