/// Why what resembles an address, a telephone number, a track or chip data is left, told where detectors have given up.
/// Nothing here runs unless the scanner has a trace.
extension TextScanner {
    /// Notes an address that is none: a version or a network, a time of day, two colons between names, groups that are
    /// too many or too few.
    @inline(never)
    func noteAddress(_ start: Int, in text: TextBytes) {
        if text[start].isDigit, let end = Self.addressFour(at: start, in: text) {
            let isNetwork = text.matches(".0.0.0", at: end &- 6)
            note(.ipAddress, start, end, isNetwork ? .reservedAddress : .versionNumber, .shape)
        } else if text[start] == 0x3A {
            noteColons(start, in: text)
        } else if text[start].isHexadecimal {
            noteGroups(start, in: text)
        }
    }

    /// Notes `::` from its first or second colon on: between names, or alone.
    private func noteColons(_ start: Int, in text: TextBytes) {
        let first = text[start &- 1] == 0x3A ? start &- 1 : start
        guard text[first &+ 1] == 0x3A, text[first &+ 2] != 0x3A, text[first &- 1] != 0x3A else { return }
        var open = first
        var close = first &+ 2
        while first &- open < 64, text[open &- 1].isWordByte || text[open &- 1] == 0x3A { open &-= 1 }
        while close &- first < 64, text[close].isWordByte || text[close] == 0x3A { close &+= 1 }
        note(.ipAddress, open, close, close &- open == 2 ? .reservedAddress : .scopeOperator)
    }

    /// Notes groups of hexadecimal digits with the same sign between them.
    private func noteGroups(_ start: Int, in text: TextBytes) {
        var sign: UInt8 = 0
        var groups = 1
        var double = 0
        var hasLetter = false
        var isPairs = true
        var longest = 0
        var end = start
        var first = start
        while end &- start < 65 {
            if text[end].isHexadecimal {
                if !text[end].isDigit { hasLetter = true }
                end &+= 1
                continue
            }
            if text[end &- 1] != sign || sign == 0 { isPairs = isPairs && end &- first == 2 }
            longest = max(longest, end &- first)
            guard text[end] == 0x3A || text[end] == 0x2D, sign == 0 || text[end] == sign,
                text[end &+ 1].isHexadecimal || text[end] == 0x3A && text[end &+ 1] == 0x3A && double == 0
                    || text[end &- 1] == 0x3A
            else { break }
            sign = text[end]
            if text[end &+ 1] == sign { double = end }
            end &+= 1
            first = end
            groups &+= 1
        }
        if double > 0, !hasLetter || longest > 4 || groups < 4 {
            noteColons(double, in: text)
        } else if longest <= 2, !hasLetter, sign == 0x3A, groups == 3 {
            note(.ipAddress, start, end, .timeOfDay)
        } else if isPairs, groups >= (sign == 0x3A ? 3 : 4), hasLetter || groups > 3 {
            note(.macAddress, start, end, .wrongGroups)
        } else if sign == 0x3A, longest <= 4, groups >= 4 {
            note(.ipAddress, start, end, .wrongGroups)
        }
    }

    /// Notes `+` and digits that are no telephone number, five of them or more.
    @inline(never)
    func noteInternational(_ start: Int, _ length: Int, in text: TextBytes) {
        let before = text[start &- 1]
        guard !before.isWordByte, before < 0x80, before != 0x2B, before != 0x2D || !text[start &- 2].isWordByte else {
            return
        }
        var position = start &+ length
        if text[position] == 0x28 { position &+= 1 }
        let first = text.element(at: position)
        guard first.kind == .digit else { return }
        var digits = 0
        var end = position
        while position &- end <= 2, end &- start < 64 {
            let element = text.element(at: position)
            if element.kind == .digit {
                digits &+= 1
                end = position &+ element.length
            } else if !Self.isGap(element.kind), text[position] != 0x28, text[position] != 0x29 {
                break
            }
            position &+= element.length
        }
        guard digits >= 5 else { return }
        let reason: Decision.Reason =
            if text[end].isWordByte {
                .insideWord
            } else if first.value == 0 {
                .unknownCountry
            } else if 8...9 ~= digits, first.value != 1, first.value != 7 {
                .decimalFraction
            } else {
                .lengthNotIssued
            }
        note(.phone, start, end, reason)
    }

    /// What may stand between the groups of a telephone number.
    private static func isGap(_ kind: TextElement.Kind) -> Bool {
        kind == .space || kind == .dash || kind == .dot || kind == .slash
    }

    /// Notes digits behind a telephone word that are more or fewer than such a number has.
    @inline(never)
    func noteLocal(_ start: Int, in text: TextBytes) {
        guard Self.hasPhoneWord(before: start, in: text) else { return }
        var end = start
        var digits = 0
        var position = start
        while position &- end <= 1, end &- start < 64 {
            let element = text.element(at: position)
            if element.kind == .digit {
                digits &+= 1
                end = position &+ element.length
            } else if !Self.isGap(element.kind) {
                break
            }
            position &+= element.length
        }
        if digits >= 4 { note(.phone, start, end, .lengthNotIssued, .proximity) }
    }

    /// Notes what begins as a track does, up to the separator at `end`: behind the sentinel at `start` stands no number,
    /// or nothing like the rest of a track behind the separator.
    @inline(never)
    func noteTrack(_ start: Int, _ end: Int, in text: TextBytes) {
        var digits = 0
        for position in max(0, start)..<end where text[position].isDigit { digits &+= 1 }
        if digits >= 8 { note(.track, start, end &+ 1, .notATrack, .shape) }
    }

    /// Notes hexadecimal digits with a tag of a number, a track or a PIN block in them and no value that proves it.
    @inline(never)
    func noteChipData(_ start: Int, _ end: Int, in text: TextBytes) {
        if let reason = Self.refusalOfChipData(start, end, in: text) { note(.emv, start, end, reason, .shape) }
    }

    /// Why `start ..< end` is no chip data, when a sensitive tag stands at a byte's place in it, with a length that fits.
    static func refusalOfChipData(_ start: Int, _ end: Int, in text: TextBytes) -> Decision.Reason? {
        guard end &- start >= 16 else { return nil }
        var position = start
        while position &+ 16 <= end {
            let length = byte(at: position &+ 2, in: text)
            let close = position &+ 4 &+ 2 &* length
            if close <= end {
                switch byte(at: position, in: text) {
                case 0x5A where 6...10 ~= length, 0x57 where 8...20 ~= length:
                    var walk = CardWalk(start: position &+ 4)
                    while walk.count < 19, position &+ 4 &+ walk.count < close,
                        text[position &+ 4 &+ walk.count].isDigit
                    {
                        walk.take(text[position &+ 4 &+ walk.count] &- 0x30)
                    }
                    let next = text[position &+ 4 &+ walk.count] | 0x20
                    let isWhole = position &+ 4 &+ walk.count == close || next == 0x66 || next == 0x64
                    if walk.count >= 12, isWhole { return walk.passesLuhn ? .unknownIssuer : .checkDigitFails }
                case 0x99 where length == 8: return .notChipData
                default: break
                }
            }
            position &+= 2
        }
        return nil
    }

    /// Notes the label of a block whose content anybody may see.
    @inline(never)
    func notePublicBlock(_ start: Int, in text: TextBytes) {
        var end = start
        while text[end] == 0x2D { end &+= 1 }
        while end &- start < 72, end < text.count, text[end] != 0x2D { end &+= 1 }
        while text[end] == 0x2D { end &+= 1 }
        note(.privateKey, start, end, .publicByLabel, .shape)
    }

    /// Notes the fields of a split number that are none together: `digits` of them from `start` on.
    @inline(never)
    func noteSplitCard(_ sum: CardWalk, _ start: Int, _ end: Int) {
        guard sum.count >= 12 else { return }
        let range = CardRange(prefix: sum.prefix)
        let reason: Decision.Reason =
            if sum.isOneDigit {
                .oneDigit
            } else if range.isEmpty {
                .unknownIssuer
            } else if !sum.passesLuhn {
                .checkDigitFails
            } else {
                .lengthNotIssued
            }
        note(.pan, start, end, reason)
    }

    /// Notes a value that a word, a name or an option announces and that has not the shape of one.
    @inline(never)
    func noteShapeless(_ rule: Rule, _ start: Int, _ end: Int, in text: TextBytes, because: Decision.Reason? = nil) {
        guard end &- start >= 3, Placeholder.end(at: start, in: text) == nil else { return }
        note(rule, start, end, because ?? .notTokenShaped, .key)
    }
}
