import Testing

@testable import Sanitizer

/// Values in the less usual places and forms, each beside what only looks like it.
@Suite struct TextSiblingTests {
    @Test("is taken, and what surrounds it stays", arguments: taken)
    func takes(_ input: String, _ output: String) {
        #expect(TextScan.redact(input) == output)
        #expect(TextScan.redact(output) == output)
        let bytes = Array(input.utf8)
        #expect(bytes.withUnsafeBufferPointer { unsafe TextScanner.mayHoldAnything($0) })
    }

    @Test("is left alone", arguments: left)
    func leaves(_ text: String) {
        #expect(TextScan.redact(text) == text)
    }
}

private let taken: [(String, String)] = [
    ("card number 6234567890123452 refused", "card number [redacted:pan] refused"),
    ("card no. 6234567890123452 refused", "card no. [redacted:pan] refused"),
    ("card #6234567890123452 refused", "card #[redacted:pan] refused"),
    ("<card><number>6234567890123452</number></card> x", "<card><number>[redacted:pan]</number></card> x"),
    ("issuer refused 9682083489991598 at step 3", "issuer refused [redacted:pan] at step 3"),
    ("qty 20x4111111111111111 sold", "qty 20x[redacted:pan] sold"),
    ("ref a378282246310005 sold", "ref a[redacted:pan] sold"),
    ("ref 4.111111111111111e15 x", "ref [redacted:pan]e15 x"),
    ("card 4111\u{B}1111\u{B}1111\u{B}1111 x", "card [redacted:pan] x"),
    ("card 4111\u{2022}1111\u{2022}1111\u{2022}1111 x", "card [redacted:pan] x"),
    ("card 4111, 1111, 1111, 1111 x", "card [redacted:pan] x"),
    ("card 4111 - 1111 - 1111 - 1111 x", "card [redacted:pan] x"),
    ("4111111111111111,12/31,123", "[redacted:pan],[redacted:expiry],[redacted:cvv]"),
    ("cvv\u{FF08}737\u{FF09}rejected", "cvv\u{FF08}[redacted:cvv]\u{FF09}rejected"),
    ("cvv -> 737 rejected", "cvv -> [redacted:cvv] rejected"),
    ("cvv[737] rejected", "cvv[[redacted:cvv]] rejected"),
    ("amount=1&cvc=12", "amount=1&cvc=[redacted:cvv]"),
    ("{\"step\":\"confirm\",\"cvv\":7", "{\"step\":\"confirm\",\"cvv\":[redacted:cvv]"),
    ("pin block 0412AC89ABCDEF67 rejected", "pin block [redacted:pin] rejected"),
    (
        "tlv 5A 08 41 11 11 11 11 11 11 11 5F 24 03 30 12 31 end",
        "tlv [redacted:emv] end"
    ),
    ("swipe B4111111111111111^DOE/JOHN^30121011234500000000 err", "swipe [redacted:track] err"),
    ("<cvv><value>123</value></cvv><b>x</b>", "<cvv><value>[redacted:cvv]</value></cvv><b>x</b>"),
    ("password\\\":\\\"hunter22x\\\" retry", "password\\\":\\\"[redacted:password]\\\" retry"),
    ("Pwd={qwe}};rty99};Database=x", "Pwd=[redacted:password];Database=x"),
    ("params['password'] = 'hunter22x' set", "params['password'] = '[redacted:password]' set"),
    ("[('X-Api-Key', 'abc123def456'), ('Accept', 'x')] 1", "[('X-Api-Key', '[redacted:api-key]'), ('Accept', 'x')] 1"),
    ("password is hunter22x retry", "password is [redacted:password] retry"),
    ("token \"abc123def\" rejected", "token \"[redacted:secret]\" rejected"),
    ("apikey abc123def456 retry", "apikey [redacted:api-key] retry"),
    ("https://a.test/reset/9f2c1ab07de4453b8d0f6c77 404", "https://a.test/reset/[redacted:secret] 404"),
    ("https://a.test/cb?code=4%2F0AXsecretcode99&state=xyz", "https://a.test/cb?code=[redacted:secret]&state=xyz"),
    ("GET /a/NDExMTExMTExMTExMTExMQ/b 500", "GET /a/[redacted:pan]/b 500"),
    (
        "https://h.test/p?x=Authorization%3A%20Bearer%20abc123def456&y=1",
        "https://h.test/p?x=Authorization%3A%20[redacted:authorization]&y=1"
    ),
    ("ssn 219.09.9999 mismatch", "ssn [redacted:national-id] mismatch"),
    ("mail \"bob smith\"@example.org bounced", "mail [redacted:email] bounced"),
    ("https://wa.me/966501234567 later", "https://wa.me/[redacted:phone] later"),
    ("mac 0200.5e10.0001 up", "mac [redacted:mac-address] up"),
    (
        "Authorization: Bearer\r\n abc123def456\r\nHost: x.test",
        "Authorization: [redacted:authorization]\r\nHost: x.test"
    ),
]

private let left: [String] = [
    "prices 2499 3999 7999 2999 SAR",
    "dump 3829 2961 8182 33f9 22e9 3795 11de 5689",
    "00092bf0: ee7b d4a7 3ca5 84c9 5c57 3803 5906 7728  ................",
    "00000000: 4111 1111 1111 1111 4242 4242 4242 4242  A.......BBBBBBBB",
    "sum 7c6c3fee2a1e84597ac442112ae00b729113891baf9bebad16e8a415153989ee26e3eb79f9d2d27a844d6888a1b6a10c"
        + "760f56354577120623eb5538ac14873f",
    "git clone git@gitlab.example.test:pay/checkout.git",
    "ssh://git@github.com/x/y.git",
    "WWW-Authenticate: Bearer realm=\"api\", error=\"invalid_token\"",
    "WWW-Authenticate: Basic realm=\"Access to 2 sites\"",
    "openssl 3.0.2.1", "assembly 4.0.0.0, Culture=neutral", "section 1.2.3.4 of the manual", "119.0.0.0 blocked",
    "const token = getToken();", "self.password = password", "WHERE token = $1", "password = ?",
    "password=${DB_PASSWORD}", "token=$TOKEN", "Password: ******", "password=[FILTERED]",
    "cfg password=config.password",
    "usage: login <password> <host> 2", "Unexpected token \"a1b2c3\" at 4", "[\"password\", \"token\", \"email1\"]",
    "<dict><key>step</key><string>confirm 1</string></dict>", "numbers 4111, 1111, 1111, 1111 x",
    "years 2019 - 2020 - 2021 - 2022", "https://a.test/session/6f0d2f9e-3a53-4c0b-9f6b-0f3f7a1f2f12 404",
    "https://a.test/cb?code=payment_declined_402&state=x", "GET /token/refresh/status/page2 200",
    "ratio 4.111111111111111e5 x",
]
