/// Telephone numbers: international with `+`, local ones beside a word for them.
extension TextScanner {
    /// Finds telephone numbers.
    @inline(never)
    mutating func findPhones(_ text: TextBytes, _ map: TextMap, _ level: Level, _ marks: TextMarks) {
        guard marks.has(.nonASCII) || explains else { return findPlainPhones(text, map, marks) }
        var position = 0
        while true {
            position = text.first(from: position) {
                Lanes.digits($0) | $0 & Lanes.high | Lanes.equal($0, 0x2B) | Lanes.equal($0, 0x28)
            }
            guard position < text.count else { return }
            let element = text.element(at: position)
            if element.kind == .plus, let end = Self.international(at: position, element.length, in: text) {
                add(position, end, .phone, .shape, text)
                position = end
            } else if element.kind == .digit {
                position = takeLocal(at: position, Self.endOfDigits(from: position, in: text), in: text)
            } else if text[position] == 0x28, let end = Self.parenthesised(at: position, in: text) {
                add(position, end, .phone, .shape, text)
                position = end
            } else {
                if explains, element.kind == .plus { noteInternational(position, element.length, in: text) }
                position &+= element.length
            }
        }
    }

    /// Finds the same in a text of ASCII alone: at `+`, at `(` and behind a telephone word.
    private mutating func findPlainPhones(_ text: TextBytes, _ map: TextMap, _ marks: TextMarks) {
        let isMarked = marks.has([.plus, .parenthesis])
        // Where no other sign is, `wa.me/` has to be a word.
        var takesLinks: Bool? = isMarked ? true : nil
        var position = 0
        while true {
            position =
                isMarked
                ? text.first(from: position) {
                    Lanes.within($0, 0x30, 0x39) | Lanes.equal($0, 0x2B) | Lanes.equal($0, 0x28)
                }
                : map.nextDigit(from: position)
            guard position < text.count else { return }
            let end: Int?
            if text[position] == 0x2B {
                end = Self.international(at: position, 1, in: text)
            } else if text[position] == 0x28 {
                end = Self.parenthesised(at: position, in: text)
            } else {
                let before = text[position &- 1]
                var isCandidate = Self.isFiller(before) && before != 0x2E || position == 0 && text[0] == 0x30
                if before == 0x2F, text.matches("wa.me/", at: position &- 6) {
                    isCandidate = takesLinks ?? Self.holdsPhoneWord(text)
                    takesLinks = isCandidate
                }
                let close = map.endOfDigits(from: position)
                // Long numbers without a trunk or international prefix are counts and times.
                if isCandidate, close &- position <= 12 || text[position] == 0x30 {
                    position = takeLocal(at: position, close, in: text)
                } else {
                    position = close
                }
                continue
            }
            if let end { add(position, end, .phone, .shape, text) }
            position = end ?? position &+ 1
        }
    }

    /// One past `+` and 8 to 15 digits, grouped or not (ITU-T E.164).
    private static func international(at start: Int, _ length: Int, in text: TextBytes) -> Int? {
        let before = text[start &- 1]
        if before.isWordByte || before >= 0x80 && text.element(before: start).kind == .digit { return nil }
        if before == 0x2B || before == 0x2D && text[start &- 2].isWordByte { return nil }
        var position = start &+ length
        if text[position] == 0x28 { position &+= 1 }
        let first = text.element(at: position)
        guard first.kind == .digit, first.value != 0 else { return nil }
        guard let (digits, end) = grouped(from: position, in: text) else { return nil }
        // `+24.713552` is a coordinate, `+20261130.4` a build.
        if digits < 10, isDecimal(position, end, in: text) { return nil }
        // North America and Russia have eleven digits; anything longer with a leading 1 is a count.
        if first.value == 1 || first.value == 7 { return digits == 11 ? end : nil }
        return 8...15 ~= digits ? end : nil
    }

    /// Whether `start ..< end` are ASCII digits with one full stop among them.
    private static func isDecimal(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var points = 0
        for position in start..<end where !text[position].isDigit {
            guard text[position] == 0x2E else { return false }
            points &+= 1
        }
        return points == 1
    }

    /// One past `(555) 123-4567`.
    private static func parenthesised(at start: Int, in text: TextBytes) -> Int? {
        guard !text[start &- 1].isWordByte, text[start &+ 4] == 0x29 else { return nil }
        for offset in 1...3 where !text[start &+ offset].isDigit { return nil }
        var position = start &+ 5
        if text[position] == 0x20 { position &+= 1 }
        for offset in 0..<8 {
            let byte = text[position &+ offset]
            guard offset == 3 ? byte == 0x2D || byte == 0x2E || byte == 0x20 : byte.isDigit else { return nil }
        }
        return text[position &+ 8].isWordByte ? nil : position &+ 8
    }

    /// The digits from `start` on and one past the last, with at most two separators between each two.
    private static func grouped(from start: Int, in text: TextBytes) -> (digits: Int, end: Int)? {
        var position = start
        var digits = 0
        var end = start
        var gap = 0
        while position < text.count {
            let element = text.element(at: position)
            if element.kind == .digit {
                // Digits beyond the longest number belong to something else when a separator stands before them.
                if digits == 15 { return gap > 0 && !text[end].isWordByte ? (digits, end) : nil }
                digits &+= 1
                gap = 0
                end = position &+ element.length
            } else if element.kind == .ignorable {
                // Not seen, not counted; the walk is capped by the next test.
                if position &- end > 24 { break }
            } else if element.kind == .space || element.kind == .dash || element.kind == .dot
                || element.kind == .slash || text[position] == 0x28 || text[position] == 0x29
            {
                gap &+= 1
                if gap > 2 { break }
            } else {
                break
            }
            position &+= element.length
        }
        return text[end].isWordByte ? nil : (digits, end)
    }

    /// A number of 7 to 12 digits right behind a telephone word; the first of them are `start ..< end`. Returns where to
    /// go on.
    private mutating func takeLocal(at start: Int, _ end: Int, in text: TextBytes) -> Int {
        if text[start &- 1] == 0x2F, text.matches("wa.me/", at: start &- 6), 8...15 ~= end &- start {
            add(start, end, .phone, .shape, text)
            return end
        }
        guard !text[start &- 1].isWordByte, text[start &- 1] != 0x2E else { return end }
        // Of a short number more groups must follow.
        if end &- start < 7, !Self.mayContinue(text[end]) {
            if explains { noteLocal(start, in: text) }
            return end
        }
        if !explains, start > 0, !Self.mayFollowWord(start, in: text) { return end }
        // Long numbers without a trunk or international prefix are counts and times.
        guard let (digits, close) = Self.grouped(from: start, in: text), 7...14 ~= digits,
            digits <= 12 || text.element(at: start).value == 0
        else {
            if explains { noteLocal(start, in: text) }
            return end
        }
        guard Self.hasPhoneWord(before: start, in: text) || Self.isDialled(start, close, digits, in: text) else {
            if explains { notePhone(start, close, in: text) }
            return end
        }
        add(start, close, .phone, .proximity, text)
        return close
    }

    /// Whether the text is nothing but a mobile number with the prefix for calls abroad and a country's code, as
    /// `00966501234567`. Other numbers of such length, those on goods (GTIN-14) above all, are filled up with zeros, too.
    private static func isDialled(_ start: Int, _ end: Int, _ digits: Int, in text: TextBytes) -> Bool {
        guard start == 0, end == text.count, 13...15 ~= digits, text.matches("00", at: 0) else { return false }
        for code in [
            "9665", "9715", "9745", "9655", "9656", "9733", "9689", "9627", "916", "917", "918", "919", "447", "628",
            "2547", "2541", "2332", "2335", "2347", "2348", "2349", "2567", "2557", "2010", "2011", "2012", "336",
            "337",
            "4915", "4916", "4917", "4479",
        ] as [StaticString] where text.matches(code, at: 2) {
            return true
        }
        return false
    }

    /// Whether `byte` may begin what stands between two groups of a number.
    @inline(__always)
    private static func mayContinue(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x2D || byte == 0x2E || byte == 0x2F || byte == 0x28 || byte == 0x29 || byte >= 0x80
    }

    /// Whether any word is a telephone word.
    private static func holdsPhoneWord(_ text: TextBytes) -> Bool {
        var position = 0
        while position < text.count {
            guard text[position].isLetter else {
                position &+= 1
                continue
            }
            let start = position
            while text[position].isLetter { position &+= 1 }
            if isPhoneWord(start, position, in: text) { return true }
            if text[position] == 0x2E, text.matches("wa.me/", at: start) { return true }
        }
        return false
    }

    /// Whether a letter stands before the fillers before `position`: in soups of digits none does.
    @inline(__always)
    private static func mayFollowWord(_ position: Int, in text: TextBytes) -> Bool {
        var cursor = position &- 1
        while position &- cursor < Cue.reach, isFiller(text[cursor]) { cursor &-= 1 }
        return text[cursor].isLetter || text[cursor] >= 0x80
    }

    /// Whether a telephone word stands before `position`, with nothing but fillers between.
    static func hasPhoneWord(before position: Int, in text: TextBytes) -> Bool {
        var cursor = position
        for _ in 0..<4 {
            while position &- cursor < Cue.reach, cursor > 0, isFiller(text[cursor &- 1]) { cursor &-= 1 }
            if text[cursor &- 1] == 0x5D { return false }
            let end = cursor
            while end &- cursor < 40, text[cursor &- 1].isLetter || text[cursor &- 1] >= 0x80 { cursor &-= 1 }
            guard cursor < end else { return false }
            if isPhoneWord(cursor, end, in: text) { return true }
            guard isLink(cursor, end, in: text) else { return false }
        }
        return false
    }

    /// Whether the word may stand between a telephone word and its number.
    private static func isLink(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        switch (text[start] | 0x20, end &- start) {
        case (0x74, 2), (0x74, 3): text.isOne(of: "to the", start, end)
        case (0x61, 2), (0x6F, 2), (0x69, 2): text.isOne(of: "at on is", start, end)
        case (0x6E, 2), (0x6E, 3), (0x6E, 6): text.isOne(of: "no number nr num", start, end)
        case (0x77, 3), (0x77, 6): text.isOne(of: "was wallet", start, end)
        case (0x6D, 5): text.isOne(of: "money", start, end)
        case (0x66, 3), (0x66, 4): text.isOne(of: "for from", start, end)
        case (0x75, 4), (0x63, 8), (0x76, 3): text.isOne(of: "user customer via", start, end)
        default: false
        }
    }

    private static func isFiller(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x3A || byte == 0x23 || byte == 0x3D || byte == 0x2E || byte == 0x28 || byte.isQuote
    }

    private static func isPhoneWord(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        switch text[start] | 0x20 {
        case 0x61 where end &- start == 6: return text.isOne(of: "airtel", start, end)
        case 0x62 where end &- start == 5: return text.isOne(of: "bkash", start, end)
        case 0x65 where end &- start == 7: return text.isOne(of: "ecocash", start, end)
        case 0x67 where end &- start == 5: return text.isOne(of: "gcash gopay", start, end)
        case 0x6E where end &- start == 5: return text.isOne(of: "nagad", start, end)
        case 0x6F: return text.isOne(of: "ovo orange", start, end)
        case 0x63 where end &- start >= 4:
            return text.isOne(of: "cell cellphone call called calling contact", start, end)
        case 0x64: return text.isOne(of: "dial dialled dialing", start, end)
        case 0x66 where end &- start == 3: return text.isOne(of: "fax", start, end)
        case 0x68: return text.isOne(of: "handy hp handynummer", start, end)
        case 0x6D where end &- start <= 9:
            return text.isOne(of: "mobile msisdn momo mtn mpesa móvil mobilfunk", start, end)
        case 0x70 where end &- start == 4: return text.isOne(of: "pesa", start, end)
        case 0x70 where end &- start >= 5: return text.isOne(of: "phone payer phonenumber paytm phonepe", start, end)
        case 0x73 where end &- start == 3: return text.isOne(of: "sms", start, end)
        case 0x74:
            return text.isOne(
                of: "telephone tel telefon telefono telefone téléphone tél teléfono telefonnummer",
                start,
                end
            )
        case 0x77 where end &- start == 8: return text.isOne(of: "whatsapp", start, end)
        default: break
        }
        guard text[start] >= 0x80 else { return false }
        for position in start..<end where !text[position].isContinuation {
            if text.matches("جوال", at: position) || text.matches("هاتف", at: position)
                || text.matches("موبايل", at: position) || text.matches("फ़ोन", at: position)
                || text.matches("मोबाइल", at: position) || text.matches("電話", at: position)
                || text.matches("电话", at: position) || text.matches("телефон", at: position)
            {
                return true
            }
        }
        return false
    }
}
