/// A text or document around a card number, and what of it has to stay.
struct CardForm {
    /// What it is called in a failure.
    let name: String
    /// The input, as JSON.
    let json: String
    /// Diagnostic words that must survive.
    let kept: [String]

    /// A form of plain text.
    init(_ name: String, _ text: String, _ kept: String...) {
        self.name = name
        json = quoted(text)
        self.kept = kept
    }

    /// A form of JSON.
    init(json name: String, _ json: String, _ kept: String...) {
        self.name = name
        self.json = json
        self.kept = kept
    }
}

extension CardForm {
    /// Places in prose, code, markup and records where `text`, a number in some form, may stand.
    static func places(_ text: String) -> [CardForm] {
        [
            CardForm("middle", "issuer refused \(text) at step 3", "issuer refused", "at step 3"),
            CardForm("start", "\(text) was refused", "was refused"),
            CardForm("end", "refused by \(text)", "refused by"),
            CardForm("alone", text),
            CardForm("round brackets", "bad (\(text)) seen", "bad", "seen"),
            CardForm("square brackets", "bad [\(text)] seen", "bad", "seen"),
            CardForm("quotes", "bad \"\(text)\" seen", "bad", "seen"),
            CardForm("angle quotes", "bad «\(text)» seen", "bad", "seen"),
            CardForm("full stop", "refused \(text). next", " next"),
            CardForm("comma", "refused \(text), next", " next"),
            CardForm("question", "refused \(text)? next", " next"),
            CardForm("Chinese", "卡号错误\(text)被拒绝", "被拒绝"),
            CardForm("Arabic", "رقم \(text) مرفوض", "مرفوض"),
            CardForm("emoji", "💳\(text)💥 next", "next"),
            CardForm("log line", "level=info ref=\(text) step=confirm", "level=info", "step=confirm"),
            CardForm("quoted log line", "level=info ref=\"\(text)\" step=confirm", "level=info", "step=confirm"),
            CardForm("quoted record", "\"id\",\"\(text)\",\"12.50\"", "12.50"),
            CardForm("tabbed record", "id\t\(text)\tUSD", "USD"),
            CardForm("piped record", "id|\(text)|USD", "USD"),
            CardForm("element", "<pay><ref>\(text)</ref><step>confirm</step></pay>", "confirm"),
            CardForm("attribute", "<card ref=\"\(text)\" brand=\"visa\"/>", "brand=\"visa\""),
            CardForm("character data", "<a><![CDATA[\(text)]]></a><b>okay</b>", "okay"),
            CardForm("part", "--b1\r\nContent-Disposition: form-data; name=\"ref\"\r\n\r\n\(text)\r\n--b1--", "b1--"),
            CardForm("header", "POST / HTTP/1.1\r\nX-Ref: \(text)\r\nContent-Length: 12\r\n\r\n", "Content-Length: 12"),
            CardForm("Swift", "Card(number: \"\(text)\", brand: visa)", "brand: visa"),
            CardForm("Swift optional", "Optional(\"\(text)\") next", "next"),
            CardForm("Python", "{'number': '\(text)', 'step': 'confirm'}", "confirm"),
            CardForm("Ruby", "{:number=>\"\(text)\", :step=>\"confirm\"}", "confirm"),
            CardForm("SQL", "INSERT INTO cards VALUES (1, '\(text)', 'visa')", "'visa'"),
            CardForm("YAML", "number: \(text)\nstep: confirm\n", "step: confirm"),
            CardForm(json: "value", "{\"ref\":\(quoted(text)),\"step\":\"confirm\"}", "confirm"),
            CardForm(json: "name", "{\"by\":{\(quoted(text)):{\"attempts\":2}}}", "attempts"),
            CardForm(json: "list", "{\"args\":[\"pay\",\(quoted(text)),\"--fast\"]}", "--fast"),
            CardForm(
                json: "pair",
                "{\"headers\":[[\"X-Ref\",\(quoted(text))],[\"Accept\",\"text/html\"]]}",
                "text/html"
            ),
            CardForm(
                json: "named",
                "{\"params\":[{\"name\":\"ref\",\"value\":\(quoted(text))}],\"s\":\"okay\"}",
                "okay"
            ),
        ]
    }

    /// Encodings of `text` that are resolved on the way.
    static func encodings(_ text: String) -> [CardForm] {
        let percent = percentEncoded(text)
        let object = "{\"r\":\(quoted(text)),\"step\":\"confirm\"}"
        var forms = [
            CardForm("query", "https://psp.example.test/pay?q=\(percent)&x=okay", "psp.example.test", "x=okay"),
            CardForm("path", "GET https://psp.example.test/cards/\(percent)/verify 500", "/verify", "500"),
            CardForm("matrix parameter", "/p;ref=\(percent);v=1?x=okay", "x=okay"),
            CardForm("fragment", "https://psp.example.test/a#n=\(percent)&x=okay", "x=okay"),
            CardForm("hash route", "https://psp.example.test/#/pay/\(percent)/done", "/done"),
            CardForm("user information", "https://\(percent):x@psp.example.test/v1", "psp.example.test"),
            CardForm("form", "amount=100&card%5Bnumber%5D=\(percent)&currency=usd", "amount=100", "currency=usd"),
            CardForm("bracketed form", "amount=100&card[number]=\(percent)&currency=usd", "amount=100", "currency=usd"),
            CardForm("cookie", "Cookie: lang=en; ref=\(percent); x=1", "Cookie: lang="),
            CardForm("percent twice", "next=%2Fpay%3Fq%3D\(percentEncoded(percent))&x=okay", "x=okay"),
            CardForm("percent all", "q=" + text.utf8.map { "%" + hexadecimal($0) }.joined() + "&x=okay", "x=okay"),
            CardForm(
                "decimal references",
                "<a>" + text.unicodeScalars.map { "&#\($0.value);" }.joined() + "</a><b>okay</b>",
                "okay"
            ),
            CardForm(
                "hexadecimal references",
                "<a>" + text.unicodeScalars.map { "&#x" + String($0.value, radix: 16) + ";" }.joined()
                    + "</a><b>okay</b>",
                "okay"
            ),
            CardForm(
                "percent of code units",
                "q=" + text.utf16.map { "%u" + codeUnit($0) }.joined() + "&x=okay",
                "x=okay"
            ),
            CardForm(
                "bytes in backslashes",
                "got '" + text.utf8.map { "\\x" + hexadecimal($0) }.joined() + "' now",
                "now"
            ),
            CardForm(
                "code units in backslashes",
                "got '" + text.utf16.map { "\\u" + codeUnit($0) }.joined() + "' now",
                "now"
            ),
            CardForm(
                json: "escapes of JSON",
                "{\"r\":\"" + text.utf16.map { "\\u" + codeUnit($0) }.joined() + "\",\"s\":\"okay\"}",
                "okay"
            ),
            CardForm(
                json: "escapes of a name",
                "{\"by\":{\"" + text.utf16.map { "\\u" + codeUnit($0) }.joined() + "\":{\"attempts\":2}}}",
                "attempts"
            ),
            CardForm("base64 of JSON", "payload \(base64(object)) end", "payload", "end"),
            CardForm("base64 of prose", "payload \(base64("refused \(text) now")) end", "payload", "end"),
            CardForm("base64url", "GET /cb?d=\(base64(object, isURL: true))&x=okay", "x=okay"),
            CardForm("base64 twice", "payload \(base64(base64(object))) end", "payload", "end"),
            CardForm("data URL", "src data:application/json;base64,\(base64(object))", "src data:"),
            CardForm(
                "hexadecimal",
                "dump " + "refused \(text) now".utf8.map { hexadecimal($0) }.joined() + " end",
                "dump",
                "end"
            ),
            CardForm(json: "base64 in JSON", "{\"d\":\(quoted(base64(object))),\"s\":\"okay\"}", "okay"),
        ]
        var inner = object
        for depth in 1...4 {
            forms.append(
                CardForm(
                    json: "JSON in a string, \(depth) deep",
                    "{\"body\":\(quoted(inner)),\"ok\":\"fine\"}",
                    "fine",
                    "confirm"
                )
            )
            forms.append(CardForm("JSON in prose, \(depth) deep", "got \(inner) from psp", "from psp"))
            inner = depth == 4 ? inner : quoted(inner)
        }
        return forms
    }

    /// Forms that only an undivided number of ASCII digits has: JSON numbers, lists of digits, tracks, chip data.
    static func numeric(_ number: String) -> [CardForm] {
        let mantissa = String(number.prefix(1)) + "." + String(number.dropFirst())
        let groups = CardMaker.groups(number).map { "\"\($0)\"" }.joined(separator: ",")
        let digits = number.map { "\"\($0)\"" }.joined(separator: ",")
        let card = tag("5A", number.count % 2 == 0 ? number : number + "F")
        let track = number + "D3112201123456789"
        let trackTag = tag("57", track.count % 2 == 0 ? track : track + "F")
        let chips = [
            card + tag("9F36", "012A"), tag("9F02", "000000001000") + card + tag("5F24", "311231"),
            trackTag + tag("9F36", "012A"), tag("82", "1980") + tag("95", "0000008000") + trackTag, tag("70", card),
            tag("77", card + tag("9F36", "012A")), tag("4F", "A0000000031010") + tag("50", "56495341") + card,
            tag("9F6B", track.count % 2 == 0 ? track : track + "F"),
        ]
        var forms = [
            CardForm(json: "integer", "{\"ref\":\(number),\"ok\":false}", "false"),
            CardForm(json: "float", "{\"ref\":\(number).0,\"ok\":false}", "false"),
            CardForm(json: "exponent", "{\"ref\":\(mantissa)e\(number.count - 1),\"ok\":false}", "false"),
            CardForm(json: "signed exponent", "{\"ref\":\(mantissa)E+\(number.count - 1),\"ok\":false}", "false"),
            CardForm(json: "negative", "{\"ref\":-\(number),\"ok\":false}", "false"),
            CardForm(json: "integer in a list", "{\"a\":[1,\(number)],\"ok\":false}", "false"),
            CardForm(json: "integer in a string", "{\"b\":\"{\\\"n\\\":\(number),\\\"s\\\":\\\"okay\\\"}\"}", "okay"),
            CardForm(json: "digits in a list", "{\"digits\":[\(digits)],\"ok\":true}", "true"),
            CardForm("spelled", "typed " + number.map { String($0) }.joined(separator: " ") + " now", "typed", "now"),
            CardForm("track 1", "swipe %B\(number)^DOE/JOHN^3112201130504392? err", "swipe", "err"),
            CardForm("track 2", "swipe ;\(number)=31122011234567890? err", "swipe", "err"),
            CardForm("track 2 in hexadecimal", "swipe \(number)D31122011234567890 err", "swipe", "err"),
            CardForm(json: "track in JSON", "{\"d\":\"\(number)=31122011234567890\",\"s\":\"okay\"}", "okay"),
        ]
        if number.count != 13 {
            forms.append(CardForm(json: "groups in a list", "{\"fields\":[\(groups)],\"ok\":true}", "true"))
        }
        for (index, chip) in chips.enumerated() {
            forms.append(CardForm("chip data \(index)", "chip \(chip) sent", "chip", "sent"))
            forms.append(CardForm("lower chip data \(index)", "chip \(chip.lowercased()) sent", "chip", "sent"))
            forms.append(
                CardForm(json: "chip data in JSON \(index)", "{\"icc\":\"\(chip)\",\"terminal\":\"T-17\"}", "T-17")
            )
        }
        return forms
    }
}

/// A BER-TLV field of hexadecimal digits.
private func tag(_ tag: String, _ value: String) -> String {
    tag + hexadecimal(UInt8(value.count / 2)) + value
}

/// Two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}

/// Four hexadecimal digits.
func codeUnit(_ unit: UInt16) -> String {
    hexadecimal(UInt8(unit >> 8)) + hexadecimal(UInt8(truncatingIfNeeded: unit))
}

/// RFC 3986: everything but unreserved characters.
func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
        let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }
    .joined()
}

/// RFC 4648, padded unless for URLs.
func base64(_ text: String, isURL: Bool = false) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + (isURL ? "-_" : "+/"))
    var output = ""
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let chunk = bytes[start..<min(start + 3, bytes.count)]
        var bits = chunk.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - chunk.count))
        var characters: [Character] = []
        for place in 0..<4 {
            characters.insert(place < 3 - chunk.count ? "=" : alphabet[bits & 63], at: 0)
            bits >>= 6
        }
        output += String(characters)
    }
    return isURL ? output.filter { $0 != "=" } : output
}
