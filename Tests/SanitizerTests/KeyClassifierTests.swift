import Testing

@testable import Sanitizer

@Suite struct KeyClassifierTests {
    private let classifier = KeyClassifier()

    private func verdict(_ name: String, _ profile: Policy.Profile = .standard) -> KeyVerdict {
        Array(name.utf8).withUnsafeBufferPointer { classifier.classify($0, profile: profile) }
    }

    @Test(
        "takes names that end in sensitive words, however they are spelt",
        arguments: [
            ("cvv", .cvv), ("CVV", .cvv), ("cvv2", .cvv), ("ccCvv", .cvv), ("card-verification-value", .cvv),
            ("securityCode", .cvv), ("SecurityCode", .cvv), ("security code", .cvv), ("card[cvc]", .cvv),
            ("c:cvNumber", .cvv),
            ("CVVCode", .cvv), ("payment.card.cvc_2", .cvv), ("cid", .cvv), ("cvv_value", .cvv),
            ("cardNumber", .pan), ("card_number", .pan), ("CARDNUMBER", .pan), ("Card-Number", .pan), ("ccNum", .pan),
            ("billing.credit_card.number", .pan), ("pan", .pan), ("adyenCardNumber2", .pan), ("track2Data", .track),
            ("track_1", .track), ("encryptedPinBlock", .pin), ("pin", .pin), ("user_pin_code", .pin),
            ("pin_offline_block", .pin), ("encryptedCardNumber", .encryptedCard), ("password", .password),
            ("dbPassword", .password), ("PASSWORD_1", .password), ("authorization", .authorization),
            ("Proxy-Authorization", .authorization), ("x-api-key", .apiKey), ("aws_secret_access_key", .apiKey),
            ("csrftoken", .secret), ("csrf_token", .secret), ("clientSecret", .secret), ("access_token", .secret),
            ("token_value", .secret), ("Set-Cookie", .cookie), ("session_id", .session), ("customer.email", .email),
            ("phoneNumber", .phone), ("senderAccountNumber", .bankAccount), ("national_id", .nationalID),
            ("dob", .birthDate),
            ("firstName", .name), ("billing_address", .address), ("PaReq", .threeDS), ("cavv", .threeDS), ("jwt", .jwt),
        ] as [(String, Rule)]
    )
    func takes(name: String, rule: Rule) {
        #expect(verdict(name).rule == rule)
        #expect(verdict(name, .strict).rule != nil)
    }

    @Test(
        "leaves names that only contain such a word, or qualify it",
        arguments: [
            "token_count", "cookie_policy", "tokenization_status", "monkey", "secretary", "keyboard", "author",
            "authority",
            "bucket", "token_bucket", "card_id", "card_brand", "cvv_result", "cvv_check", "pin_entry_supported",
            "pinned",
            "authentication_flow", "http.auth_scheme_count", "session_count", "password_policy", "password_length",
            "idempotency_key", "cache_key", "primary_key", "keyframe", "passenger", "compass", "cardinality", "discard",
            "discardnumber", "last4", "bin", "unexpected token", "map_pin", "spinner", "username_hint", "emailed_at",
            "phone_model", "number", "code", "id", "value", "data", "", "_", "tokenizer", "author_name", "file_name",
            "épin",
            "authenticated", "md_size", "cacheCid", "secretsmanager", "Accept",
        ]
    )
    func leaves(name: String) {
        #expect(verdict(name).rule == nil)
    }

    @Test(
        "strict takes more",
        arguments: [
            ("publicKey", .apiKey), ("X-Public-Key", .apiKey), ("transactionReference", .bankAccount),
            ("paymentURL", .url),
            ("contact", .phone), ("postalCode", .address), ("filename", .path), ("upi", .bankAccount),
            ("receiptUrl", .url),
        ] as [(String, Rule)]
    )
    func strict(name: String, rule: Rule) {
        #expect(verdict(name).rule == nil)
        #expect(verdict(name, .strict).rule == rule)
    }

    @Test("strict knows human text and subtrees by name")
    func strictHints() {
        for name in [
            "message", "detail", "bodyHtml", "nativeStackIOS", "native_stack_android", "stackSymbols", "label",
        ] {
            #expect(verdict(name, .strict).hints.contains(.freeText), "\(name)")
            #expect(!verdict(name).hints.contains(.freeText), "\(name)")
        }
        for name in ["stacked", "bodybuilding", "somebody"] {
            #expect(!verdict(name, .strict).hints.contains(.freeText), "\(name)")
        }
        for name in ["customer", "order", "headers", "rawResponse"] {
            #expect(verdict(name, .strict).hints.contains(.container), "\(name)")
        }
    }

    @Test("hints for detectors")
    func hints() {
        #expect(verdict("cardNumber").hints.contains(.card))
        #expect(verdict("card").hints.contains(.card))
        #expect(!verdict("card_id").hints.contains(.card))
        #expect(verdict("trace_id").hints.contains(.trace))
        #expect(verdict("cloud.account.id").hints.contains(.identifier))
        #expect(verdict("packageVersion").hints.contains(.version))
        #expect(verdict("created_at").hints.contains(.time))
        #expect(verdict("phone").hints.contains(.phone))
    }

    @Test("a name of any length or content is judged without trouble")
    func extremes() {
        #expect(verdict(String(repeating: "a_", count: 10_000) + "password").rule == .password)
        #expect(verdict(String(repeating: "x", count: 200) + "password").rule == nil)
        #expect(verdict("\u{0}\u{1}\u{2}").rule == nil)
        #expect(verdict("a_b_c_d_e_f_g_h_i_j_cvv").rule == .cvv)
    }

    @Test("no two names of the vocabulary share a hash, and the table stays sparse")
    func table() {
        var names: Set<String> = []
        for group in KeyVocabulary.groups {
            for name in group.names.description.split(separator: " ") { names.insert(String(name)) }
        }
        #expect(KeyTable.builtIn.count == names.count)
        #expect(names.count * 4 < KeyTable.builtIn.slots.count)
    }

    @Test("a grip decides which values a rule takes")
    func grips() {
        func takes(_ name: String, _ value: String) -> Bool {
            Array(value.utf8).withUnsafeBufferPointer { verdict(name).takes($0) }
        }
        #expect(takes("cvv", "123") && takes("cvv", "anything at all"))
        #expect(!takes("cvv", "") && !takes("cvv", "missing") && !takes("cvv", "***") && !takes("cvv", "N/A"))
        #expect(takes("cid", "4821") && takes("cid", "٤٨٢١") && !takes("cid", "abc") && !takes("cid", "482112"))
        #expect(takes("pan", "4111 1111 1111 1112") && takes("pan", "４１１１１１１１１１１１１１１１") && !takes("pan", "AAAAA9999A"))
        #expect(!takes("tokens", "512") && takes("tokens", "abc123def") && takes("token", "1234"))
        #expect(!takes("pass", "3 of 7") && takes("pass", "hunter2x"))
        #expect(!takes("session", "CardForm") && takes("session", "4f9c2bd1e0aa77"))
    }
}
