/// International bank account numbers (ISO 13616): country, length, mod 97.
enum BankAccountNumber {
    /// One past the number at `start`, written together or in groups, or nil.
    static func end(at start: Int, in text: TextBytes) -> Int? {
        guard text[start].isLetter, text[start &+ 1].isLetter, !text[start &- 1].isWordByte else { return nil }
        guard let length = length(text[start].lowered, text[start &+ 1].lowered) else { return nil }
        var position = start
        var taken = 0
        var tail = 0
        var head = 0
        var gaps = 0
        var letters = 0
        while taken < length {
            let byte = text[position]
            let element = text.element(at: position)
            if element.kind == .digit || byte.isLetter {
                let isDigit = element.kind == .digit
                let value = isDigit ? Int(element.value) : Int(byte.lowered &- 0x61) &+ 10
                if taken < 4 {
                    // The first four characters count as the last.
                    if taken >= 2, !isDigit { return nil }
                    head = head &* (value > 9 ? 100 : 10) &+ value
                } else {
                    tail = (tail &* (value > 9 ? 100 : 10) &+ value) % 97
                }
                if taken >= 8, !isDigit { letters &+= 1 }
                taken &+= 1
                gaps = 0
                position &+= element.length
                continue
            }
            guard taken >= 2, gaps == 0 || element.kind == .ignorable else { return nil }
            switch element.kind {
            case .space, .dash, .dot, .plus, .ignorable: position &+= element.length
            default: return nil
            }
            // Printed in fours; anything else is an id with dashes in it.
            if element.kind != .ignorable, taken & 3 != 0 { return nil }
            gaps &+= 1
            if gaps > 4 { return nil }
        }
        guard !text[position].isAlphanumeric, !(text[position] == 0x2D && text[position &+ 1].isAlphanumeric) else {
            return nil
        }
        // Lower case with letters behind those of the bank is a hash more often than an account.
        if !text[start].isUpper, letters > 0 { return nil }
        return (tail &* 1_000_000 &+ head) % 97 == 1 ? position : nil
    }

    /// The length that a country's numbers have (SWIFT registry), or nil.
    static func length(_ first: UInt8, _ second: UInt8) -> Int? {
        let lengths: StaticString = """
            ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 bi27 br29 by28 ch21 cr22 cy28 cz24 de22 dj27 dk18 do28 ee20 \
            eg29 es24 fi18 fk18 fo18 fr27 gb22 ge22 gi23 gl18 gr27 gt28 hn28 hr21 hu28 ie22 il23 iq23 is26 it27 jo30 \
            kw30 kz20 lb28 lc32 li21 lt20 lu20 lv21 ly25 mc27 md24 me22 mk19 mn20 mr27 mt31 mu30 ni28 nl18 no15 om23 \
            pk24 pl28 ps29 pt25 qa29 ro24 rs22 ru33 sa24 sc31 sd18 se24 si19 sk24 sm27 so23 st25 sv28 tl23 tn24 tr26 \
            ua29 va22 vg24 xk20 ye30
            """
        var index = 0
        while index &+ 4 <= lengths.utf8CodeUnitCount {
            if unsafe lengths.utf8Start[index] == first, unsafe lengths.utf8Start[index &+ 1] == second {
                let tens = unsafe lengths.utf8Start[index &+ 2] &- 0x30
                let ones = unsafe lengths.utf8Start[index &+ 3] &- 0x30
                return Int(tens) &* 10 &+ Int(ones)
            }
            index &+= 5
        }
        return nil
    }
}
