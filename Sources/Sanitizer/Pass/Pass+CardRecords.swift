extension Pass {
    /// The rule of an element that belongs to the card number before it in the list, as in `["4111…", "12/30", "987"]`.
    mutating func ruleBeside() -> Rule? {
        let offset = top.index - top.besideBase
        guard top.dateMask | top.codeMask != 0, offset >= 0, offset < 8 else { return nil }
        if top.codeMask >> UInt8(offset) & 1 == 1 { return .cvv }
        return top.dateMask >> UInt8(offset) & 1 == 1 ? .expiry : nil
    }

    /// Looks at the elements behind the one at hand, which was a card number: which of them are its expiry date and
    /// its security code. Six elements at most, which are short.
    mutating func gatherBeside(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) {
        top.cardIndex = -1
        top.besideBase = top.index + 1
        top.dateMask = 0
        top.codeMask = 0
        var ahead = copy tokenizer
        // A number of the same kind stands for the one that was taken.
        let quote = bytes[tokenizer.start] == 0x22 ? 1 : 0
        let digits = bytes[tokenizer.start + quote..<tokenizer.end - quote]
        let isAmex = digits.count == 15 && digits[0] == 0x33
        let number: StaticString = isAmex ? "378282246310005" : "4111111111111111"
        assembled.reserve(256)
        for offset in 0..<number.utf8CodeUnitCount { unsafe assembled.push(number.utf8Start[offset], from: 64) }
        var numbers: UInt8 = 0
        var hasDigits = false
        for element in 0..<6 {
            guard let kind = try? ahead.next(in: bytes), kind == .string || kind == .number,
                ahead.end - ahead.start <= 26, !ahead.traits.contains(.escaped)
            else { break }
            let inside = kind == .string ? ahead.start + 1..<ahead.end - 1 : ahead.start..<ahead.end
            if kind == .number { numbers |= 1 << UInt8(element) }
            // A name between is passed over; behind another number of a card's length nothing belongs to this one.
            let digits = Self.digits(in: bytes[inside])
            guard digits > 0 else { continue }
            guard digits < 12 else { break }
            hasDigits = true
            assembled.push(0x2C, from: 64)
            for position in inside { assembled.push(bytes[position], from: element) }
        }
        guard hasDigits else { return }
        unsafe scanner.survey(assembled.view.buffer, context: TextScanner.Context(profile: policy.profile))
        for hit in scanner.hits where hit.rule == .expiry || hit.rule == .cvv {
            for position in hit.start..<hit.end {
                let element = assembled.source(of: position)
                guard element < 8 else { continue }
                if hit.rule == .cvv { top.codeMask |= 1 << UInt8(element) } else { top.dateMask |= 1 << UInt8(element) }
            }
        }
        // A bare JSON number with no date beside it is as likely an amount.
        if top.dateMask == 0 { top.codeMask &= ~numbers }
    }

    /// Whether the text at hand is a line of a private key that began in a text before it: base64, a header of the
    /// block, its end. Keys that are spread over the elements of a list, or over breadcrumbs, come so.
    mutating func takesKeyLine(_ text: ByteView) -> Bool {
        guard keyLines > 0 else { return false }
        keyLines -= 1
        var start = 0
        while start < text.count, text[start] <= 0x20 { start += 1 }
        let line = text[start..<text.count]
        if line.matches("-----END ", at: 0) {
            keyLines = 0
            return false
        }
        if line.matches("Proc-Type:", at: 0) || line.matches("DEK-Info:", at: 0) { return true }
        var length = 0
        var isMixed = false
        for position in 0..<line.count {
            let byte = line[position]
            switch byte {
            case 0x30...0x39, 0x2B, 0x2F, 0x3D: isMixed = true
            case 0x41...0x5A, 0x61...0x7A: break
            case 0x09, 0x0A, 0x0D, 0x20: continue
            case 0x2D:
                guard line.matches("-----END ", at: position), length > 0 else { return false }
                keyLines = 0
                return true
            default: return false
            }
            length += 1
        }
        return length >= 32 || length >= 4 && isMixed && line[line.count - 1] == 0x3D
    }

    /// Notes that a private key began in `text` and did not end there.
    mutating func noteKey(_ text: ByteView) {
        var last = text.count
        while last > 0 {
            last -= 1
            if text[last] == 0x2D, text.matches("-----END ", at: last) { return }
            if text[last] == 0x2D, text.matches("-----BEGIN ", at: last) { break }
        }
        keyLines = Self.keyLineLimit
    }

    /// How many texts behind the beginning of a private key are looked at for its lines.
    static var keyLineLimit: Int { 256 }
}
