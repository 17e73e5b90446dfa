import Testing

@testable import Sanitizer

/// Dates and codes beside a card number, and numbers and keys that are spread over a document.
@Suite struct CardRecordTests {
    @Test(
        "a date and a code beside a number go with it",
        arguments: [
            (
                "pay(4539148803436467, 987, 12/30) failed",
                "pay([redacted:pan], [redacted:cvv], [redacted:expiry]) failed"
            ),
            ("4539148803436467 987 12/30", "[redacted:pan] [redacted:cvv] [redacted:expiry]"),
            ("4539148803436467|12|2030|987", "[redacted:pan]|[redacted:expiry]|[redacted:cvv]"),
            ("4539148803436467;987;12/30", "[redacted:pan];[redacted:cvv];[redacted:expiry]"),
            ("4539148803436467 Dec 30 987", "[redacted:pan] [redacted:expiry] [redacted:cvv]"),
            ("4539148803436467 December 2030 987", "[redacted:pan] [redacted:expiry] [redacted:cvv]"),
            ("4539148803436467 1230 987", "[redacted:pan] [redacted:expiry] [redacted:cvv]"),
            ("12/30 4539148803436467 987", "[redacted:expiry] [redacted:pan] [redacted:cvv]"),
            ("987 4539148803436467 12/30", "[redacted:cvv] [redacted:pan] [redacted:expiry]"),
            ("pay('4539148803436467', '987')", "pay('[redacted:pan]', '[redacted:cvv]')"),
            ("(4539148803436467)(987)", "([redacted:pan])([redacted:cvv])"),
            ("\"4539148803436467\",\"12/30\",\"987\"", "\"[redacted:pan]\",\"[redacted:expiry]\",\"[redacted:cvv]\""),
            ("4539148803436467,987 from psp", "[redacted:pan],[redacted:cvv] from psp"),
            ("378282246310005 9876", "[redacted:pan] [redacted:cvv]"),
        ]
    )
    func companions(_ input: String, _ output: String) {
        #expect(scrub(text: input).output == output)
        #expect(scrub(text: output).output == output)
    }

    @Test(
        "a number beside a card number that is a status, an amount or a count stays",
        arguments: [
            ("id,4539148803436467,12.50,USD", "id,[redacted:pan],12.50,USD"),
            ("4539148803436467 402 declined", "[redacted:pan] 402 declined"),
            ("POST /cards/4539148803436467 500", "POST /cards/[redacted:pan] 500"),
            ("4539148803436467, 120 attempts", "[redacted:pan], 120 attempts"),
            ("4539148803436467 took 987 ms", "[redacted:pan] took 987 ms"),
            ("4539148803436467 1299 SAR", "[redacted:pan] 1299 SAR"),
            ("4539148803436467 at 12:30:45", "[redacted:pan] at 12:30:45"),
        ]
    )
    func neighbours(_ input: String, _ output: String) {
        #expect(scrub(text: input).output == output)
        #expect(scrub(text: output).output == output)
    }

    @Test(
        "elements behind a card number in a list",
        arguments: [
            (#"["4539148803436467","12/30","987"]"#, #"["[redacted:pan]","[redacted:expiry]","[redacted:cvv]"]"#),
            (
                #"["visa","4539148803436467","987","12/30",true]"#,
                #"["visa","[redacted:pan]","[redacted:cvv]","[redacted:expiry]",true]"#
            ),
            (
                #"[4539148803436467,12,2030,987]"#,
                #"["[redacted:pan]","[redacted:expiry]","[redacted:expiry]","[redacted:cvv]"]"#
            ),
            (
                #"["4539148803436467","Jane","12/30","987"]"#,
                #"["[redacted:pan]","Jane","[redacted:expiry]","[redacted:cvv]"]"#
            ),
            (#"[4539148803436467,250,"SAR"]"#, #"["[redacted:pan]",250,"SAR"]"#),
            (#"["4539148803436467","402","declined"]"#, #"["[redacted:pan]","402","declined"]"#),
        ]
    )
    func elements(_ input: String, _ output: String) {
        #expect(scrub(input)?.output == output)
        #expect(scrub(output)?.output == output)
    }

    @Test(
        "a number that is spread over members and elements",
        arguments: [
            (
                #"{"card1":"4539","card2":"1488","card3":"0343","card4":"6467","ok":true}"#,
                #"{"card1":"[redacted:pan]","card2":"[redacted:pan]","card3":"[redacted:pan]","card4":"[redacted:pan]","ok":true}"#
            ),
            (
                #"{"fields":[4111,1111,1111,1111]}"#,
                #"{"fields":["[redacted:pan]","[redacted:pan]","[redacted:pan]","[redacted:pan]"]}"#
            ),
            (#"{"boxes":[4111,1111,1111,1111]}"#, #"{"boxes":[4111,1111,1111,1111]}"#),
            (#"{"line1":"4539","line2":"1488","line3":"0344"}"#, #"{"line1":"4539","line2":"1488","line3":"0344"}"#),
        ]
    )
    func spread(_ input: String, _ output: String) {
        #expect(scrub(input)?.output == output)
        #expect(scrub(output)?.output == output)
    }

    @Test(
        "digits one by one are a number when all of them are",
        arguments: [
            ("typed 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7 now", "typed [redacted:pan] now"),
            ("typed 4-5-3-9-1-4-8-8-0-3-4-3-6-4-6-7 now", "typed [redacted:pan] now"),
            ("rated 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7 1 now", "rated 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7 1 now"),
            ("1 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7", "1 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7"),
        ]
    )
    func spelled(_ input: String, _ output: String) {
        #expect(scrub(text: input).output == output)
    }

    @Test(
        "a number that is named within a card needs no check digit",
        arguments: [
            "Card(number: \"6234567890123452\") confirm", "CardParams(number=\"6234567890123452\") confirm",
            "card{number:6234567890123452,x:1} confirm", "[\"number\": \"6234567890123452\", \"cvc\": \"987\"] confirm",
        ]
    )
    func named(_ input: String) {
        let output = scrub(text: input).output
        #expect(!output.contains("6234567890123452") && output.contains("confirm") && output.contains("umber"))
    }

    @Test(
        "an order's number is none",
        arguments: ["Order(number: 6234567890123452) ok", "Discard(number: 6234567890123452)"]
    )
    func notNamed(_ input: String) {
        #expect(scrub(text: input).output == input)
    }

    private static let lines = (0..<4).map { "MIIEpAIBAAKCAQEA7bq9XyLkqk8Q3zcv1Yh0fHk2u6cQp9sV4bJ1nRZ5tLwKxP\($0)D" }

    @Test("a private key whose lines are elements or breadcrumbs goes to its end")
    func keyLines() {
        let block =
            ["start", "-----BEGIN RSA PRIVATE KEY-----"] + Self.lines + [
                "Q7Ab9xK=", "-----END RSA PRIVATE KEY-----", "done",
            ]
        for template in ["[L]", "{\"message\":L,\"level\":\"info\",\"category\":\"log\"}"] {
            let parts = template.split(separator: "L", omittingEmptySubsequences: false)
            let values = block.map { "\(parts[0])\(quoted($0))\(parts[1])" }
            let output = scrub("{\"breadcrumbs\":[\(values.joined(separator: ","))]}")?.output ?? ""
            for line in Self.lines + ["Q7Ab9xK="] { #expect(!output.contains(line), "\(output)") }
            #expect(output.contains("start") && output.contains("done"))
            #expect(scrub(output)?.output == output)
        }
    }

    @Test("a private key without its first line goes, what is public stays")
    func keyEnds() {
        let body = Self.lines.joined(separator: "\n")
        #expect(
            scrub(text: body + "\n-----END RSA PRIVATE KEY-----").output
                == "[redacted:private-key]-----END RSA PRIVATE KEY-----"
        )
        let certificate = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----"
        #expect(scrub(text: certificate).output == certificate)
    }

    @Test(
        "a name for people, or an attribute behind its value, names what stands beside it",
        arguments: [
            (
                #"[{"label":"Security code","value":"987"},{"label":"City","value":"Riyadh"}]"#,
                #"[{"label":"Security code","value":"[redacted:cvv]"},{"label":"City","value":"Riyadh"}]"#
            ),
            (#"{"name":"Forgot password","value":"clicked"}"#, #"{"name":"Forgot password","value":"clicked"}"#),
            (#"["<input value='987' name='cvv'>"]"#, #"["<input value='[redacted:cvv]' name='cvv'>"]"#),
            (
                #"["<input type='password' value='hunter22x'>"]"#,
                #"["<input type='password' value='[redacted:password]'>"]"#
            ),
            (#"["<option value='987' name='size'>"]"#, #"["<option value='987' name='size'>"]"#),
            (#"{"DE52":"0412AC89ABCDEF67","mti":"0100"}"#, #"{"DE52":"[redacted:pin]","mti":"0100"}"#),
            (#"["BE68539007547034","be68539007547035"]"#, #"["[redacted:bank-account]","be68539007547035"]"#),
        ]
    )
    func names(_ input: String, _ output: String) {
        #expect(scrub(input)?.output == output)
        #expect(scrub(output)?.output == output)
    }
}
