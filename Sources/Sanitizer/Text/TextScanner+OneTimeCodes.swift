/// Codes that a sentence gives away: `Use 482193 as your code`, `Your verification code is 482193`, `918 is not a valid cvv`.
extension TextScanner {
    /// Looks at both sides of the word `start ..< end`, which is `code`, `otp`, `pin` or a word of what a code is for.
    @inline(never)
    mutating func takeOneTimeCode(_ start: Int, _ end: Int, in text: TextBytes) {
        if text.isOne(of: "confirm verify complete continue", start, end) {
            takeRequested(before: start, in: text)
            return
        }
        if text.isOne(of: "code codes kode", start, end) {
            if let number = Self.stated(after: end, before: start, in: text) {
                add(number.lowerBound, number.upperBound, .pin, [.proximity, .key], text)
                return
            }
        }
        if let number = Self.given(before: start, in: text, end) {
            add(number.lowerBound, number.upperBound, .pin, [.proximity, .key], text)
        }
    }

    /// The code behind `code is`, where words around it say that it was sent to somebody: `your code is N`,
    /// `code de vérification est N`.
    private static func stated(after end: Int, before start: Int, in text: TextBytes) -> Range<Int>? {
        var position = end
        var isTold = false
        var fillers = 0
        while position &- end < 64 {
            while position &- end < 64, text[position].isBlank || text[position] == 0x3A || text[position].isQuote {
                position &+= 1
            }
            if text.element(at: position).kind == .digit { break }
            let word = position
            while position &- word < 20, text[position].isLetter || text[position] >= 0x80 { position &+= 1 }
            guard position > word, fillers < 5 else { return nil }
            if text.matchesIgnoringCase("verif", at: word) || text.matches("vérif", at: word)
                || text.isOne(of: "otp anda", word, position)
            {
                isTold = true
            } else if !text.isOne(of: "de is est es ist lautet adalah e", word, position),
                !text.matches("è", at: word), !text.matches("é", at: word)
            {
                return nil
            }
            fillers &+= 1
        }
        guard position > end, isTold || isPersonal(before: start, in: text) else { return nil }
        guard let close = number(at: position, in: text, lengths: 4...8), !isYear(position, close, in: text) else {
            return nil
        }
        return position..<close
    }

    /// Whether the word before `start` says whose code it is, or what for: `your code`, `verification code`.
    private static func isPersonal(before start: Int, in text: TextBytes) -> Bool {
        guard let word = self.word(before: start, in: text) else { return false }
        return text.isOne(
            of: """
                your votre ton ihr dein tu su seu sua uw anda otp sms login verification authentication confirmation \\
                access passcode time 2fa mfa tan tac
                """,
            word.lowerBound,
            word.upperBound
        )
    }

    /// The number before `N is your code` or `Use N as your code`: words for the owner, and few others, between.
    private static func given(before start: Int, in text: TextBytes, _ end: Int) -> Range<Int>? {
        let isCode = text.isOne(of: "code codes kode", start, end)
        var cursor = start
        var isOwned = !isCode
        for _ in 0..<6 {
            guard let word = self.word(before: cursor, in: text) else { return nil }
            let (first, last) = (word.lowerBound, word.upperBound)
            if text.isOne(of: "is as est ist es adalah", first, last) {
                guard isOwned else { return nil }
                return number(before: first, in: text)
            }
            if text.isOne(of: "your my votre ihr dein tu su seu anda", first, last) { isOwned = true }
            // Codes of other kinds are nobody's secret.
            if text.isOne(
                of: """
                    promo discount coupon referral voucher gift zip postal post area country product order booking tracking \\
                    error status response reason exit bar qr source return currency dialling dialing dress unit
                    """,
                first,
                last
            ) {
                return nil
            }
            cursor = first
        }
        return nil
    }

    /// `Enter N to confirm your payment`.
    private mutating func takeRequested(before start: Int, in text: TextBytes) {
        guard let word = Self.word(before: start, in: text),
            text.isOne(of: "to and", word.lowerBound, word.upperBound),
            let number = Self.number(before: word.lowerBound, in: text),
            let verb = Self.word(before: number.lowerBound, in: text),
            text.isOne(of: "enter use type input code otp pin", verb.lowerBound, verb.upperBound)
        else { return }
        add(number.lowerBound, number.upperBound, .pin, [.proximity, .key], text)
    }

    /// A security code behind which its name stands: `918 is not a valid cvv`, `got 918 as cvv`.
    mutating func takeCodeBefore(_ start: Int, in text: TextBytes) {
        var cursor = start
        for _ in 0..<6 {
            guard let word = Self.word(before: cursor, in: text) else { return }
            if text.isOne(of: "is as", word.lowerBound, word.upperBound) {
                guard let number = Self.number(before: word.lowerBound, in: text, lengths: 3...4),
                    !Self.isYear(number.lowerBound, number.upperBound, in: text)
                else { return }
                add(number.lowerBound, number.upperBound, .cvv, [.proximity, .key], text)
                return
            }
            guard
                text.isOne(
                    of: "not a the an valid invalid wrong correct incorrect my your card s no",
                    word.lowerBound,
                    word.upperBound
                )
            else { return }
            cursor = word.lowerBound
        }
    }

    /// The word before `position`, with one blank between.
    private static func word(before position: Int, in text: TextBytes) -> Range<Int>? {
        var end = position
        while position &- end < 3, text[end &- 1] == 0x20 || text[end &- 1] == 0x3A || text[end &- 1].isQuote {
            end &-= 1
        }
        guard end < position else { return nil }
        var start = end
        while end &- start < 20, text[start &- 1].isLetter || text[start &- 1] == 0x2D || text[start &- 1] >= 0x80 {
            start &-= 1
        }
        return start < end && !text[start &- 1].isDigit ? start..<end : nil
    }

    /// The digits before the blank before `position`, when there are as many as a code has and nothing is glued to
    /// them; `G-482193` is written so.
    private static func number(
        before position: Int,
        in text: TextBytes,
        lengths: ClosedRange<Int> = 4...8
    ) -> Range<Int>? {
        var end = position
        while position &- end < 3, text[end &- 1] == 0x20 || text[end &- 1].isQuote { end &-= 1 }
        guard end < position else { return nil }
        var start = end
        while end &- start <= 8, text[start &- 1].isDigit { start &-= 1 }
        let before = text[start &- 1]
        let isMarked = before == 0x2D && text[start &- 2].isUpper && !text[start &- 3].isWordByte
        guard lengths ~= end &- start, !before.isWordByte, before < 0x80, isMarked || before != 0x2D,
            before != 0x2E && before != 0x2C && before != 0x23 && before != 0x24, !isYear(start, end, in: text)
        else { return nil }
        return start..<end
    }

    private static func isYear(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        end &- start == 4 && text[start] == 0x32 && text[start &+ 1] == 0x30
    }
}
