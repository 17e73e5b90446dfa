import Testing

@testable import Sanitizer

/// Personal data: input, and the output to the byte.
@Suite struct TextPersonalTests {
    @Test("only the value goes", arguments: table)
    func redacts(_ input: String, _ output: String) {
        #expect(TextScan.redact(input) == output)
        #expect(TextScan.redact(output) == output, "a second scan finds nothing new")
    }
}

private let table: [(String, String)] = [
    (
        "icc 9F2608AABBCCDD112233445A0841111111111111115F3401019F360200FF end",
        "icc [redacted:emv] end"
    ),
    (
        "57114111111111111111D311220112345678900F",
        "[redacted:emv]"
    ),
    (
        "tlv=5a0a6212345678901232902f9f1a020682",
        "tlv=[redacted:emv]"
    ),
    (
        "/shop;jsessionid=AB12CD34EF56;x=1/page?y=2",
        "/shop;jsessionid=[redacted:session];x=1/page?y=2"
    ),
    (
        "mail bob.smith+tag@sub.example.co.uk bounced",
        "mail [redacted:email] bounced"
    ),
    (
        "<bob@example.com>: rejected",
        "<[redacted:email]>: rejected"
    ),
    (
        "user=bob%40example.com&x=1",
        "user=[redacted:email]&x=1"
    ),
    (
        "mailto:bob@example.org?subject=x",
        "mailto:[redacted:email]?subject=x"
    ),
    (
        "\u{639}\u{644}\u{64A}@\u{645}\u{62B}\u{627}\u{644}.\u{627}\u{644}\u{633}\u{639}\u{648}\u{62F}\u{64A}\u{629} \u{631}\u{641}\u{636}",
        "[redacted:email] \u{631}\u{641}\u{636}"
    ),
    (
        "user jürgen@müller.de bad",
        "user [redacted:email] bad"
    ),
    (
        "bob@example.com,amy@example.org;x",
        "[redacted:email],[redacted:email];x"
    ),
    (
        "o'brien@example.com x",
        "[redacted:email] x"
    ),
    (
        "call +1 (415) 555-2671 later",
        "call [redacted:phone] later"
    ),
    (
        "tel: 050-123-4567 x",
        "tel: [redacted:phone] x"
    ),
    (
        "mobile 0501234567 not reachable",
        "mobile [redacted:phone] not reachable"
    ),
    (
        "sms to 0044 7911 123456 failed",
        "sms to [redacted:phone] failed"
    ),
    (
        "payer 233241234567 limit",
        "payer [redacted:phone] limit"
    ),
    (
        "\u{644}\u{644}\u{62C}\u{648}\u{627}\u{644} \u{660}\u{665}\u{660}\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667} \u{63A}\u{64A}\u{631}",
        "\u{644}\u{644}\u{62C}\u{648}\u{627}\u{644} [redacted:phone] \u{63A}\u{64A}\u{631}"
    ),
    (
        "(415) 555-2671 rang",
        "[redacted:phone] rang"
    ),
    (
        "to +49-30-901820 x",
        "to [redacted:phone] x"
    ),
    (
        "wa.me/+447911123456",
        "wa.me/[redacted:phone]"
    ),
    (
        "msisdn=966501234567&x=1",
        "msisdn=[redacted:phone]&x=1"
    ),
    (
        "from 198.51.100.23:5432 refused",
        "from [redacted:ip-address]:5432 refused"
    ),
    (
        "peer [2001:db8::1]:443 reset",
        "peer [[redacted:ip-address]]:443 reset"
    ),
    (
        "x ::ffff:203.0.113.7 y",
        "x [redacted:ip-address] y"
    ),
    (
        "addr fe80::1ff:fe23:4567:890a%eth0 down",
        "addr [redacted:ip-address] down"
    ),
    (
        "ip=2001:0db8:85a3:0000:0000:8a2e:0370:7334 z",
        "ip=[redacted:ip-address] z"
    ),
    (
        "http://203.0.113.7/path",
        "http://[redacted:ip-address]/path"
    ),
    (
        "X-Forwarded-For: 203.0.113.7, 198.51.100.1",
        "X-Forwarded-For: [redacted:ip-address], [redacted:ip-address]"
    ),
    (
        "dev 02:00:5e:10:00:01 up",
        "dev [redacted:mac-address] up"
    ),
    (
        "dev 02-00-5E-10-00-01 up",
        "dev [redacted:mac-address] up"
    ),
    (
        "IBAN DE89 3704 0044 0532 0130 00 bad",
        "IBAN [redacted:bank-account] bad"
    ),
    (
        "iban GB82WEST12345698765432.",
        "iban [redacted:bank-account]."
    ),
    (
        "to GB82-WEST-1234-5698-7654-32 x",
        "to [redacted:bank-account] x"
    ),
    (
        "FR1420041010050500013M02606 fails",
        "[redacted:bank-account] fails"
    ),
    (
        "sa0380000000608010167519 ok",
        "[redacted:bank-account] ok"
    ),
    (
        "SSN: 219 09 9999 bad",
        "SSN: [redacted:national-id] bad"
    ),
    (
        "social security number 219099999 bad",
        "social security number [redacted:national-id] bad"
    ),
    (
        "id 219-09-9999.",
        "id [redacted:national-id]."
    ),
    (
        "aadhaar 234567890124 bad",
        "aadhaar [redacted:national-id] bad"
    ),
    (
        "uid 2345 6789 0124 x",
        "uid [redacted:national-id] x"
    ),
    (
        "tax PAN ABCPE1234F invalid",
        "tax PAN [redacted:national-id] invalid"
    ),
    (
        "national id 2596778148 rejected",
        "national id [redacted:national-id] rejected"
    ),
    (
        "pay to asha.rao@okaxis failed",
        "pay to [redacted:email] failed"
    ),
    (
        "IBAN: SA03-8000-0000-6080-1016-7519",
        "IBAN: [redacted:bank-account]"
    ),
    (
        "IBAN DE89\u{A0}3704\u{A0}0044\u{A0}0532\u{A0}0130\u{A0}00",
        "IBAN [redacted:bank-account]"
    ),
    (
        "\u{647}\u{627}\u{62A}\u{641} 0501234567",
        "\u{647}\u{627}\u{62A}\u{641} [redacted:phone]"
    ),
    (
        "tel 050.123.4567",
        "tel [redacted:phone]"
    ),
    (
        "tel ０５０１２３４５６７ x",
        "tel [redacted:phone] x"
    ),
    (
        "＋966501234567 x",
        "[redacted:phone] x"
    ),
]
