import TelemetryWire
import Testing

@testable import CheckoutTelemetry

/// What is left of URLs and names of errors.
@Suite struct ReductionTests {
    @Test(
        "of a URL its scheme and registrable domain are left",
        arguments: [
            ("https://a.b.shop.example/p?q#f", "https", "shop.example"),
            ("HTTPS://User:pass@Pay.Shop.CO.UK:8443/x", "https", "shop.co.uk"),
            ("http://co.uk/", "http", "co.uk"),
            ("wss://x@y@shop.example.", "_OTHER", "shop.example"),
            ("https://shop.example\\@evil.example", "https", "shop.example"),
            ("https://evil.example/@shop.example", "https", "evil.example"),
            ("https://shop.example?@evil.example", "https", "shop.example"),
            ("https://4111111111111111.shop.example/", "https", "shop.example"),
            ("https://4111111111111111.example/", "https", nil),
            ("https://shop.example.4111/", "https", nil),
            ("https://203.0.113.7/", "https", nil),
            ("https://[2001:db8::1]/", "https", nil),
            ("https://localhost:9/", "https", nil),
            ("https:///path", "https", nil),
            ("https:shop.example", "https", nil),
            ("https://مثال.example/", "https", nil),
            ("https://a..example/", "https", nil),
            ("data:text/html,https://shop.example", "data", nil),
            ("javascript://shop.example/%0aalert(1)", "javascript", nil),
            ("upi://pay?pa=asha@okexample", "upi", nil),
            ("myapp://checkout.example/return?email=a@b.example", "_OTHER", nil),
            ("mailto:a@b.example", "mailto", nil),
            ("live_K3y9Qw81zzPq", nil, nil),
            ("4111111111111111:x", nil, nil),
            (":x", nil, nil),
            ("", nil, nil),
        ] as [(String, String?, String?)]
    )
    func outline(_ url: String, _ scheme: String?, _ domain: String?) {
        let outline = URLOutline(url)
        #expect(outline.scheme?.rawValue == scheme)
        #expect(outline.domain?.description == domain)
    }

    @Test("a very long URL costs no more than its beginning")
    func bounded() {
        #expect(URLOutline("https://" + String(repeating: "a.", count: 100_000) + "example/").domain == nil)
        #expect(URLOutline(String(repeating: "a", count: 100_000)).scheme == nil)
    }

    @Test(
        "names of errors are told, other text is not",
        arguments: [
            ("NSURLErrorDomain", true), ("kCFErrorDomainCFNetwork", false), ("RCTErrorDomain", true),
            ("com.apple.AuthenticationServices.WebAuthenticationSession", true), ("PlatformException", true),
            ("live_K3y9Qw81zzPq", false), ("asha.rao@shop.example", false), ("4111111111111111Error", false),
            ("a4111111111111111Error", false), ("Jane Roe's Error", false), ("", false),
            (String(repeating: "E", count: 60) + "Error", false),
        ]
    )
    func domains(_ text: String, _ isTold: Bool) {
        #expect((CheckoutToken.errorDomain(text) != nil) == isTold)
    }
}
