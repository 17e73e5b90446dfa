import Testing

@testable import Sanitizer

/// Hostile texts cost no more than their length: four times the text, about four times the time.
@Suite(.serialized) struct TextGrowthTests {
    /// What was quadratic once, or is shaped like it.
    static let units = [
        "name=", "<phone><![CDATA[", "phone={", "card={", "phone: \u{201C} ", "name=\"", "name='\"", "key:\"\\\"",
        "<cvv>", "<cvv><![CDATA[", "<key>password</key>", "--password {", "-u a", "{\"", "\"cvv\":\"",
        "authorization: digest [redacted:authorization] ", "Digest x=\"", "4111 ", "2345 6789 0124 ", "4-1-4-1-",
        "5A 08 41 11 ", "41 ", "4, ", "4 - ", "B4111111111111111^", ";4111111111111111=", "//a?b:", "a@", "eyJ.",
        "-----BEGIN ", "[redacted:", "%2541", "&#52;", "QUFB/", "QUFBQUFBQUFBQUFB-", "/token/", "https://a/token/",
        "card number ", "password is ", "('cvv', ", "['", "wa.me/", "\"@", "0200.5e10.", "git@a.b:", "1.2.3.4 ",
    ]

    @Test("a known shape grows with its length", arguments: units)
    func known(_ unit: String) {
        #expect(Self.isLinear("", unit), "\(unit.debugDescription)")
    }

    /// Short fragments of what the scanner itself looks for.
    static let fragments = [
        "name=", "<x>", "<cvv>", "{", "}", "\u{201C}", "\u{201D}", "\"", "'", "\\\"", "--", "-u ", "[redacted:",
        "[redacted:pan]", "key: ", "card", "phone", "cvv", "password", "token", "=", ":", " ", ",", "-", "<![CDATA[",
        "]]>", "</x>", "4111", "1", "\n", "\r\n", "&", "%3A", "%22", "\\n", "@", "//", "http://", "authorization: ",
        "Bearer ", "Digest ", "<key>", "<string>", "value=", "?", "(", ")", "[", "]", "A1b2", "eyJ", "+", ".", "is ",
        "Cookie: ", "^", ";", "\u{A0}", "\u{664}", "-----BEGIN ", "5A08", "/token/",
    ]

    @Test("a repeated row of fragments grows with its length", arguments: 0..<12)
    func repeated(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 900)
        for _ in 0..<12 {
            let prefix = random.next() % 3 == 0 ? Self.piece(&random) : ""
            let unit = (0...random.next() % 5).map { _ in Self.piece(&random) }.joined()
            #expect(Self.isLinear(prefix, unit), "\(prefix.debugDescription) \(unit.debugDescription)")
        }
    }

    private static func piece(_ random: inout SplitMix) -> String {
        fragments[Int(random.next() % UInt64(fragments.count))]
    }

    /// Whether four times the text takes less than ten times as long, in one of three tries: a busy machine may
    /// disturb one, and a quadratic walk takes sixteen times as long in each.
    private static func isLinear(_ prefix: String, _ unit: String) -> Bool {
        let short = Array((prefix + String(repeating: unit, count: 6_000 / unit.utf8.count)).utf8)
        let long = Array((prefix + String(repeating: unit, count: 24_000 / unit.utf8.count)).utf8)
        for _ in 0..<3 {
            let most = duration(of: short) * 10 + .milliseconds(20)
            if duration(of: long) < most { return true }
        }
        return false
    }

    private static func duration(of bytes: [UInt8]) -> Duration {
        let clock = ContinuousClock()
        return clock.measure { _ = TextScan.hits(bytes) }
    }
}
