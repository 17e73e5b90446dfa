import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct RateLimitTests {
    static let day: Int64 = 86_400_000

    static func limit(_ milliseconds: Int64, _ categories: Set<DataCategory>?) -> RateLimit {
        RateLimit(categories: categories, milliseconds: milliseconds)
    }

    @Test(
        "X-Sentry-Rate-Limits",
        arguments: [
            ("60:error:key", [limit(60_000, [.error])]),
            ("60:error;transaction:organization:quota_exceeded", [limit(60_000, [.error, .transaction])]),
            ("60::key, 86400:transaction;span:organization", [limit(60_000, nil), limit(day, [.transaction, .span])]),
            (" 2.5 : error ; log_item : key ", [limit(2_500, [.error, .logItem])]),
            ("0.0001:error:key", [limit(1, [.error])]),
            ("60", [limit(60_000, nil)]), ("60:", [limit(60_000, nil)]), ("60:;;:key", [limit(60_000, nil)]),
            ("60:error;novel:key:x:y:z;more", [limit(60_000, [.error])]),
            ("60:novel;strange:key", []),
            ("60:novel:key, 5:error:key", [limit(5_000, [.error])]),
            ("-1:error:key", [limit(0, [.error])]), ("1e23:error:key", [limit(day, [.error])]),
            ("1e400:error", [limit(day, [.error])]), ("-1e23:error", [limit(0, [.error])]),
            ("86401:error", [limit(day, [.error])]),
            ("", []), (",,", []), (":error:key", []), ("soon:error:key", []), ("nan:error", []), ("inf:error", []),
            ("0x10:error", []), ("1 2:error", []),
            ("2:metric_bucket:organization:quota_exceeded:custom", [limit(2_000, [.metricBucket])]),
        ] as [(String, [RateLimit])]
    )
    func header(_ text: String, _ expected: [RateLimit]) {
        let bytes = ContiguousArray(text.utf8)
        #expect(RateLimit.parse(header: bytes.span) == expected)
    }

    @Test("at most a hundred entries are read")
    func bounded() {
        let bytes = ContiguousArray(String(repeating: "1:error,", count: 5_000).utf8)
        #expect(RateLimit.parse(header: bytes.span).count == 100)
    }

    /// 1994-11-06 08:49:37 UTC.
    static let moment: Int64 = 784_111_777_000

    @Test(
        "Retry-After in seconds and in the three forms of a date",
        arguments: [
            ("120", 120_000), (" 1.5 ", 1_500), ("0", 0), ("-5", 0), ("1e23", day), ("99999999999999999999", day),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:50:37 GMT", 60_000),
            ("Sunday, 06-Nov-94 08:50:37 GMT", 60_000), ("Sun Nov  6 08:50:37 1994", 60_000),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Mon, 30 Nov 2026 00:00:00 GMT", day),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:50:37", nil), ("Sun, 31 Feb 1994 08:50:37 GMT", nil),
            ("Sun, 06 Foo 1994 08:50:37 GMT", nil),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 06 Nov 1994 08:50:37 GMT+1", nil), ("", nil), ("later", nil),
            ("1994-11-06T08:50:37Z", nil), ("nan", nil),
        ] as [(String, Int64?)]
    )
    func retryAfter(_ text: String, _ expected: Int64?) {
        let bytes = ContiguousArray(text.utf8)
        #expect(RateLimit.parse(retryAfter: bytes.span, now: Self.moment) == expected)
    }

    @Test(
        "what a reply announces",
        arguments: [
            (200, nil, nil, []),
            (200, "5:error:key", nil, [limit(5_000, [.error])]),
            (200, nil, "60", []),
            (429, nil, nil, [limit(60_000, nil)]),
            (429, nil, "7", [limit(7_000, nil)]),
            (429, "5:error:key", "60", [limit(5_000, [.error])]),
            (429, "5:novel:key", nil, [limit(60_000, nil)]),
            (429, nil, "tomorrow", [limit(60_000, nil)]),
            (503, nil, "7", [limit(7_000, nil)]),
            (503, nil, nil, []),
            (500, nil, "7", []),
        ] as [(Int, String?, String?, [RateLimit])]
    )
    func announced(_ status: Int, _ header: String?, _ retryAfter: String?, _ expected: [RateLimit]) {
        let limits = RateLimit.announced(status: status, rateLimits: header, retryAfter: retryAfter, now: Self.moment)
        #expect(limits == expected)
    }
}
