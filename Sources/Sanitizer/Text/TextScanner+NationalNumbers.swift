/// Numbers that governments issue and that only a word before them tells from others: `CPF 529.982.247-25`, `passport no. Z9911223`.
extension TextScanner {
    /// Takes the number in which the digits at `digit` stand when a word for one is right before it. Returns where to
    /// go on, or nil when none is.
    @inline(never)
    mutating func takeNationalNumber(around digit: Int, in text: TextBytes) -> Int? {
        var start = digit
        while digit &- start < 4, text[start &- 1].isLetter { start &-= 1 }
        guard Self.isIntroduced(start, in: text), let kind = Self.announcedNumber(before: start, in: text) else {
            return nil
        }
        var end = start
        var digits = 0
        var letters = 0
        while end &- start < 24 {
            let byte = text[end]
            if byte.isDigit {
                digits &+= 1
            } else if byte.isLetter {
                letters &+= 1
            } else if text[end &- 1].isAlphanumeric, text[end &+ 1].isAlphanumeric,
                byte == 0x2D || byte == 0x2E || byte == 0x2F
                    || byte == 0x20 && text[end &- 1].isDigit && text[end &+ 1].isDigit && letters == 0
            {
                // Groups of one number.
            } else {
                break
            }
            end &+= 1
        }
        guard !text[end].isWordByte, kind.digits ~= digits, letters <= kind.letters else {
            if explains, digits >= 4 { note(.nationalID, start, end, .wrongDigits, .proximity) }
            return nil
        }
        add(start, end, .nationalID, [.shape, .proximity], text)
        return end
    }

    /// Whether a blank or a mark behind a word stands before `start`.
    @inline(__always)
    static func isIntroduced(_ start: Int, in text: TextBytes) -> Bool {
        let before = text[start &- 1]
        guard before == 0x20 || before == 0x3A || before == 0x23 else { return false }
        let word = text[start &- 2]
        return word.isLetter || word == 0x3A || word == 0x2E || word == 0x23
    }

    /// How many digits and letters a number of the kind has that the words before `start` name.
    private static func announcedNumber(
        before start: Int,
        in text: TextBytes
    ) -> (digits: ClosedRange<Int>, letters: Int)? {
        var cursor = start
        for _ in 0..<4 {
            while start &- cursor < 48,
                text[cursor &- 1] == 0x20 || text[cursor &- 1] == 0x3A || text[cursor &- 1] == 0x2E
                    || text[cursor &- 1] == 0x23
            {
                cursor &-= 1
            }
            let end = cursor
            while end &- cursor < 14, text[cursor &- 1].isLetter { cursor &-= 1 }
            guard cursor < end, !text[cursor &- 1].isWordByte, text[cursor &- 1] < 0x80 else { return nil }
            guard mayAnnounce(text[cursor] | 0x20, end &- cursor) else { return nil }
            let isUpper = text[cursor].isUpper && text[end &- 1].isUpper
            switch text[cursor] | 0x20 {
            case 0x62 where isUpper && text.isOne(of: "bsn bvn", cursor, end): return (9...11, 0)
            case 0x63:
                if text.isOne(of: "cpf", cursor, end) { return (11...11, 0) }
                if text.isOne(of: "cnpj", cursor, end) { return (14...14, 0) }
                if text.isOne(of: "cuit cuil", cursor, end) { return (11...11, 0) }
                if text.isOne(of: "curp", cursor, end) { return (8...10, 10) }
                if text.isOne(of: "cedula", cursor, end) { return (6...11, 0) }
            case 0x64 where isUpper && text.isOne(of: "dni", cursor, end): return (7...8, 1)
            case 0x66 where text.isOne(of: "fiscale", cursor, end): return (7...11, 9)
            case 0x69 where text.isOne(of: "id", cursor, end):
                return text.isWord(at: cursor &- 6, of: "civil")
                    || text.isWord(at: cursor &- 9, of: "national emirates")
                    || text.isWord(at: cursor &- 9, of: "identity") ? (8...15, 0) : nil
            case 0x6B where isUpper && text.isOne(of: "ktp", cursor, end): return (16...16, 0)
            case 0x6E:
                if isUpper, text.isOne(of: "nik", cursor, end) { return (16...16, 0) }
                if isUpper, text.isOne(of: "nin", cursor, end) { return (10...11, 0) }
                if isUpper, text.isOne(of: "nie nric nif", cursor, end) { return (7...8, 2) }
                if isUpper, text.isOne(of: "nino", cursor, end) { return (6...6, 3) }
                if text.isOne(of: "npwp", cursor, end) { return (15...16, 0) }
            case 0x70:
                if text.isOne(of: "passport pasaporte passeport reisepass", cursor, end) { return (6...9, 2) }
                if text.isOne(of: "pesel", cursor, end) { return (11...11, 0) }
            case 0x72 where isUpper && text.isOne(of: "rut", cursor, end): return (7...9, 1)
            case 0x73 where isUpper && text.isOne(of: "sin", cursor, end): return (9...9, 0)
            default: break
            }
            guard text.isOne(of: "no number num nr is was do da del de cliente of", cursor, end) else { return nil }
        }
        return nil
    }

    /// Whether one of the words above begins like this and is as long.
    @inline(__always)
    private static func mayAnnounce(_ first: UInt8, _ length: Int) -> Bool {
        let lengths: Int =
            switch first {
            case 0x62, 0x6B, 0x73, 0x77: 1 << 3
            case 0x63: 1 << 3 | 1 << 4 | 1 << 6 | 1 << 7
            case 0x64: 1 << 2 | 1 << 3
            case 0x66: 1 << 7
            case 0x69, 0x6F: 1 << 2
            case 0x6E: 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6
            case 0x70: 1 << 5 | 1 << 8 | 1 << 9
            case 0x72: 1 << 3 | 1 << 9
            default: 0
            }
        return lengths >> length & 1 == 1
    }
}
