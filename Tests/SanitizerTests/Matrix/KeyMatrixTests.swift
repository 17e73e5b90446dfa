import Testing

@testable import Sanitizer

/// Keys of services by their shape: drawn from the alphabets that the services use, in the places where keys turn up.
@Suite struct KeyMatrixTests {
    @Test("a key goes whole in every place", arguments: KeyMaker.kinds.indices)
    func keys(_ index: Int) {
        let kind = KeyMaker.kinds[index]
        var maker = CardMaker(seed: UInt64(index) + 400)
        for _ in 0..<3 {
            let key = kind.make(&maker)
            let places = [
                CardForm("prose", "psp init with \(key) failed", "psp init with", "failed"),
                CardForm("quotes", "got \"\(key)\" from psp", "from psp"),
                CardForm("call", "client(\(key)) failed", "client(", "failed"),
                CardForm(
                    "query",
                    "https://h.example.test/x?a=\(percentEncoded(key))&lang=en",
                    "h.example.test",
                    "lang=en"
                ),
                CardForm("path", "https://h.example.test/\(percentEncoded(key))/end", "h.example.test", "/end"),
                CardForm("variable", "export MY_VALUE=\(key)", "export"),
                CardForm("Chinese", "密钥\(key)无效", "无效"),
                CardForm(json: "value", "{\"v\":\(quoted(key)),\"step\":\"confirm\"}", "confirm"),
                CardForm(
                    json: "header",
                    "{\"headers\":{\"X-Api-Key\":\(quoted(key)),\"Accept\":\"text/html\"}}",
                    "text/html"
                ),
                CardForm(json: "in a string", "{\"b\":\(quoted("{\"x\":\(quoted(key)),\"s\":\"okay\"}"))}", "okay"),
                CardForm(json: "base64", "{\"d\":\(quoted(base64("{\"k\":\(quoted(key))}")))}"),
            ]
            for place in places {
                guard let output = scrub(place.json)?.output else {
                    Issue.record("\(kind.name), \(place.name): refused")
                    continue
                }
                let trace = String(key.suffix(10))
                #expect(
                    !output.contains(trace) && !output.contains(percentEncoded(trace)),
                    "\(kind.name), \(place.name)"
                )
                for word in place.kept { #expect(output.contains(word), "\(kind.name), \(place.name): \(output)") }
                #expect(scrub(output)?.output == output, "\(kind.name), \(place.name)")
            }
        }
    }

    @Test(
        "a key that was cut off goes as far as it is there",
        arguments: [
            "sk_live_51H8xQ2eZv", "ghp_16C7e42F292c", "AKIAIOSFODNN7EX", "glpat-x9YrAdgOsC0", "shpat_a5de5cbb98",
        ]
    )
    func cutKeys(_ key: String) {
        #expect(scrub(text: "psp init with \(key)").output == "psp init with [redacted:api-key]")
        #expect(scrub(text: "psp init with \(key)… next").output == "psp init with [redacted:api-key]… next")
    }

    @Test(
        "what begins like a key and is none stays",
        arguments: [
            "npm_config_registry=x", "test_3ds_flow passed", "live_update_channel open", "sk_buff_head dropped",
            "pk_constraint violated",
            "mock_server_ready", "key-value store", "SKU-2024-BLACK", "access_token_count 3",
            "secret_santa_list_2024 open",
            "cs_test_flow ok", "gldt-", "ASIAN markets", "AIzawa said", "EAAA", "xapp-1", "whsec_",
            "hf_hub_download failed",
            "dapper dapi call", "GOCSPX", "figd_", "pul-request", "lin_api_", "ops_team", "ya29.", "SG.x",
        ]
    )
    func namesStay(_ text: String) {
        #expect(scrub(text: text).output == text)
    }
}

/// Keys as services make them.
enum KeyMaker {
    struct Kind {
        let name: String
        let make: @Sendable (inout CardMaker) -> String

        init(_ name: String, _ prefix: String, _ length: Int, _ alphabet: String = any, _ suffix: String = "") {
            self.name = name
            make = { maker in
                // The parts that decide have a digit before a letter, as random text of that length nearly always has.
                prefix + maker.text(length - 3, of: alphabet) + "7d4" + suffix
            }
        }

        init(_ name: String, _ make: @escaping @Sendable (inout CardMaker) -> String) {
            self.name = name
            self.make = make
        }
    }

    static let any = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    static let hex = "0123456789abcdef"
    static let lower = "abcdefghijklmnopqrstuvwxyz0123456789"

    static let kinds = [
        Kind("Stripe secret", "sk_live_", 24), Kind("Stripe long secret", "sk_live_51", 97),
        Kind("Stripe restricted", "rk_test_", 24),
        Kind("Stripe public", "pk_live_", 24), Kind("Stripe webhook", "whsec_", 32),
        Kind("Stripe ephemeral", "ek_live_", 40),
        Kind("Stripe session", "cs_test_a1", 58), Kind("Stripe intent", "pi_3JOHd5wJAImT4IB6QeTrVNUW_secret_", 25),
        Kind("Checkout.com", "sk_sbox_", 27, lower), Kind("Razorpay", "rzp_live_", 14), Kind("Moyasar", "pk_test_", 40),
        Kind("Glomo", "live_", 20), Kind("Glomo test", "test_", 20), Kind("Glomo mock", "mock_", 16),
        Kind("Dodo", "cks_", 24),
        Kind("Mollie", "live_", 30), Kind("Flutterwave", "FLWSECK_TEST-", 32, hex, "-X"),
        Kind("Square access", "EAAA", 60), Kind("Square", "sq0atp-", 22), Kind("Square id", "sq0idp-", 22),
        Kind("PayPal") { "access_token$production$" + $0.text(14, of: lower) + "4d$" + $0.text(32, of: hex) },
        Kind("PayPal OAuth", "A21AA", 90),
        Kind("Adyen") { "AQE" + $0.text(57, of: any) + "7d+/-" + $0.text(43, of: any) + "=-" + $0.text(16, of: any) },
        Kind("Klarna", "klarna_live_api_", 60), Kind("Plaid") { "access-production-" + $0.text(32, of: hex) },
        Kind("Amazon") { "AKIA" + $0.text(16, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") },
        Kind("Google", "AIza", 35), Kind("Google OAuth", "ya29.a0", 80), Kind("Google client", "GOCSPX-", 28),
        Kind("Google refresh", "1//0", 60), Kind("GitHub", "ghp_", 36), Kind("GitHub server", "ghs_", 36),
        Kind("GitHub fine") { "github_pat_" + $0.text(22, of: any) + "_" + $0.text(59, of: any) },
        Kind("GitLab", "glpat-", 20), Kind("GitLab trigger", "glptt-", 40, hex), Kind("GitLab runner", "glrt-", 20),
        Kind("Slack bot") {
            "xoxb-" + $0.text(12, of: "0123456789") + "-" + $0.text(12, of: "0123456789") + "-" + $0.text(24, of: any)
        },
        Kind("Slack app") {
            "xapp-1-A" + $0.text(10, of: "ABC0123456789") + "-" + $0.text(13, of: "0123456789") + "-"
                + $0.text(64, of: hex)
        },
        Kind("Twilio", "SK", 32, hex), Kind("SendGrid") { "SG." + $0.text(22, of: any) + "." + $0.text(43, of: any) },
        Kind("Mailgun", "key-", 32, hex), Kind("npm", "npm_", 36), Kind("PyPI", "pypi-AgEIcHlwaS5vcmc", 80),
        Kind("RubyGems", "rubygems_", 48, hex), Kind("Docker", "dckr_pat_", 27), Kind("OpenAI", "sk-", 48),
        Kind("OpenAI project", "sk-proj-", 74), Kind("Anthropic", "sk-ant-api03-", 93),
        Kind("Shopify", "shpat_", 32, hex),
        Kind("Shopify app", "shpca_", 32, hex), Kind("Hugging Face", "hf_", 34),
        Kind("DigitalOcean", "dop_v1_", 64, hex),
        Kind("Linear", "lin_api_", 40), Kind("Notion", "ntn_", 46),
        Kind("Postman") { "PMAK-" + $0.text(24, of: hex) + "-" + $0.text(34, of: hex) },
        Kind("Figma", "figd_", 40), Kind("Vault", "hvs.", 90), Kind("Databricks", "dapi", 32, hex),
        Kind("Grafana", "glsa_", 32, any, "_55542b66"),
        Kind("Sentry", "sntrys_", 60), Kind("New Relic", "NRAK-", 27), Kind("Atlassian", "ATATT3xFfGF0", 180),
        Kind("Telegram") { $0.text(10, of: "123456789") + ":AA" + $0.text(33, of: any) },
        Kind("Firebase") { "AAAA" + $0.text(7, of: any) + ":APA91b" + $0.text(134, of: any) },
        Kind("Supabase", "sbp_", 40, hex), Kind("age", "AGE-SECRET-KEY-1", 58),
        Kind("JWT") { _ in "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4MSJ9.c2lnbmF0dXJlLWJ5dGVzLTEyMzQ" },
        Kind("unsigned JWT") { _ in "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhYmMxMjMifQ." },
        Kind("JWE") {
            "eyJhbGciOiJSU0EtT0FFUCJ9." + $0.text(120, of: any) + "." + $0.text(16, of: any) + "."
                + $0.text(80, of: any) + "." + $0.text(22, of: any)
        },
    ]
}
