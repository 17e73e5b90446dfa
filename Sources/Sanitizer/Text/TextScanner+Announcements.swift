/// Security codes, PINs and one-time codes that a word announces: `cvv2 code 9876`, `PIN 4821`, `Use 482193 as your code`.
extension TextScanner {
    /// Words that announce a code, alone or with others around them: those that `announcement` knows.
    static let announcers: StaticString =
        """
        cvv cvc cvn csc cvvc cv cavv code codes confirm complete continue security verify verification pin passcode password otp
        """

    /// Notes where words begin that may announce a code or say what the next word is. Whether any may announce one.
    @inline(__always)
    mutating func noteWords(_ map: TextMap, in text: TextBytes) -> Bool {
        var all: UInt64 = 0
        for window in 0..<map.windows {
            let letters = map[.letters, window]
            var starts = letters & ~map.behind(.letters, window)
            var announcers: UInt64 = 0
            var speakers: UInt64 = 0
            while starts != 0 {
                let place = starts.trailingZeroBitCount
                starts &= starts &- 1
                let length = (~(letters >> UInt64(truncatingIfNeeded: place))).trailingZeroBitCount
                let start = window &* 64 &+ place
                // A word that may go on in the next window may be any.
                let lists = UInt64(sieve.lists(text[start], text[start &+ 1], length) | (place &+ length >= 64 ? 3 : 0))
                announcers |= (lists & 1) << UInt64(truncatingIfNeeded: place)
                speakers |= (lists >> 1) << UInt64(truncatingIfNeeded: place)
            }
            map[.announcers, window] = announcers
            map[.speakers, window] = speakers
            all |= announcers
        }
        return all != 0
    }

    /// Looks for `cvv2 code 9876`, `PIN 4821`, `otp is 123456` at each word that was noted in the token `start ..< end`.
    @inline(__always)
    mutating func takeAnnouncements(_ start: Int, _ end: Int, _ map: TextMap, in text: TextBytes) {
        guard text[start] | 0x20 != 0x65 else { return }
        var walk = AnnouncerWalk(map, start, end)
        while let first = walk.next() {
            let last = map.end(from: first) { map[.letters, $0] }
            if last &- first >= 3 || text[last] == 0x32, let rule = Self.announcement(first, last, in: text),
                !text[first &- 1].isDigit
            {
                takeAnnounced(rule, first, last, in: text)
            }
        }
    }

    private mutating func takeAnnounced(_ rule: Rule, _ start: Int, _ word: Int, in text: TextBytes) {
        if rule == .threeDS { return takeCryptogram(after: word, in: text) }
        let count = hits.count
        if rule != .limit { takeAnnounced(rule, after: word, in: text) }
        guard hits.count == count else { return }
        if rule == .cvv {
            takeCodeBefore(start, in: text)
        } else {
            takeOneTimeCode(start, word, in: text)
        }
    }

    private mutating func takeAnnounced(_ rule: Rule, after word: Int, in text: TextBytes) {
        var position = word
        if text[position] == 0x32, !text[position &+ 1].isDigit { position &+= 1 }  // cvv2
        var fillers = 0
        while fillers <= 4 {
            while position < text.count, position &- word < 40 {
                let length = Self.introducer(at: position, in: text)
                guard length > 0 else { break }
                position &+= length
            }
            let element = text.element(at: position)
            if element.kind == .digit { break }
            var end = position
            while end &- position < 10, text[end].isLetter { end &+= 1 }
            if rule == .pin, text.isOne(of: "block", position, end) {
                takePINBlock(after: end, in: text)
                return
            }
            let isFiller =
                rule == .cvv
                ? text.isOne(
                    of: """
                        code number no num value is was of field entered typed the a with by shopper customer user \
                        cardholder but got
                        """,
                    position,
                    end
                )
                : text.isOne(
                    of: """
                        code number no num value is was of field entered typed the a with for your txn transaction payment \
                        login ist es est lautet adalah anda
                        """,
                    position,
                    end
                )
            guard isFiller else { return }
            fillers &+= 1
            position = end
        }
        guard position > word, text.element(at: position).kind == .digit else { return }
        let lengths = rule == .cvv ? 3...4 : 4...8
        guard let end = Self.number(at: position, in: text, lengths: lengths) else {
            if explains { noteCode(rule, position, in: text) }
            return
        }
        add(position, end, rule, [.proximity, .key], text)
    }

    /// Bytes of a mark that may stand between a word and its code: blanks, colons, `=`, `#`, brackets, quotes, arrows,
    /// and the wide forms of colon and bracket.
    private static func introducer(at position: Int, in text: TextBytes) -> Int {
        let byte = text[position]
        if byte.isBlank || byte == 0x3A || byte == 0x3D || byte == 0x23 || byte == 0x28 || byte == 0x5B || byte.isQuote
        {
            return 1
        }
        if byte == 0x2D, text[position &+ 1] == 0x3E { return 2 }
        if byte == 0x3C, text[position &+ 1] == 0x2F {
            // The end of an element.
            var end = position &+ 2
            while end &- position < 12, text[end].isLetter { end &+= 1 }
            return text[end] == 0x3E ? end &+ 1 &- position : 0
        }
        if byte == 0xEF, text.matches("：", at: position) || text.matches("（", at: position) { return 3 }
        if byte == 0xE2, text.matches("→", at: position) { return 3 }
        return 0
    }

    /// `cavv AAABBEg0VhI0VniQEjRWAAAAAAA=`: twenty bytes, in base64 or hexadecimal (EMV 3-D Secure).
    private mutating func takeCryptogram(after word: Int, in text: TextBytes) {
        var position = word
        for _ in 0..<3 {
            while position &- word < 24, case let length = Self.introducer(at: position, in: text), length > 0 {
                position &+= length
            }
            var end = position
            while end &- position < 6, text[end].isLetter { end &+= 1 }
            guard text.isOne(of: "is was value of", position, end) else { break }
            position = end
        }
        guard position > word else { return }
        var end = position
        while end &- position < 41, text[end].isBase64 { end &+= 1 }
        let length = end &- position
        if text[end] == 0x3D { end &+= 1 }
        guard length == 40 || 27...28 ~= length && end &- position == 28, !text[end].isWordByte,
            KeyShape.isMixed(position, end, in: text)
        else {
            if explains { noteShapeless(.threeDS, position, end, in: text) }
            return
        }
        add(position, end, .threeDS, [.proximity, .key], text)
    }

    /// `pin block 0412AC89ABCDEF67`: sixteen hexadecimal digits (ISO 9564-1).
    private mutating func takePINBlock(after word: Int, in text: TextBytes) {
        var position = word
        while position &- word < 8, Self.introducer(at: position, in: text) > 0 {
            position &+= Self.introducer(at: position, in: text)
        }
        var end = position
        while end &- position < 33, text[end].isHexadecimal { end &+= 1 }
        guard end &- position == 16 || end &- position == 32, !text[end].isWordByte else { return }
        add(position, end, .pin, [.proximity, .key], text)
    }

    /// `verification value` of a card, `verification code` that was sent.
    private static func verification(_ start: Int, _ end: Int, in text: TextBytes) -> Rule? {
        guard text.isOne(of: "verification", start, end) else { return nil }
        if text.isWord(at: end &+ 1, of: "value") || text.isWord(at: start &- 5, of: "card") { return .cvv }
        return text.isWord(at: end &+ 1, of: "code") ? .pin : nil
    }

    /// What a word announces: a security code, or a PIN or one-time code; `.limit` for a word that does so only with
    /// others around it.
    private static func announcement(_ start: Int, _ end: Int, in text: TextBytes) -> Rule? {
        switch text[start] | 0x20 {
        case 0x63 where end &- start <= 4:
            text.isOne(of: "cvv cvc cvn csc cvvc cv", start, end)
                ? .cvv
                : text.isOne(of: "cavv", start, end)
                    ? .threeDS : text.isOne(of: "code", start, end) ? .limit : nil
        case 0x63 where end &- start <= 8:
            text.isOne(of: "codes confirm complete continue", start, end) ? .limit : nil
        case 0x73 where end &- start == 8:
            text.isOne(of: "security", start, end) && text.isWord(at: end &+ 1, of: "code number") ? .cvv : nil
        case 0x76:
            end &- start == 6 && text.isOne(of: "verify", start, end) ? .limit : verification(start, end, in: text)
        case 0x70 where end &- start == 3 || end &- start == 8:
            text.isOne(of: "pin passcode", start, end)
                || text.isOne(of: "password", start, end) && text.isWord(at: start &- 5, of: "time") ? .pin : nil
        case 0x6F where end &- start == 3: text.isOne(of: "otp", start, end) ? .pin : nil
        default: nil
        }
    }
}
