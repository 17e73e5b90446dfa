/// Network addresses: IPv4, IPv6, MAC.
extension TextScanner {
    /// Finds addresses at the start of each token.
    @inline(never)
    mutating func findAddresses(_ text: TextBytes, _ level: Level) {
        if level.isWhole, level.context.key.hints.contains(.version) {
            if explains { noteVersions(text) }
            return
        }
        var runs = AddressStarts(text)
        var position = runs.next(from: 0)
        while position < text.count {
            let byte = text[position]
            let isCandidate = explains || Self.mayBeAddress(at: position, in: text)
            if isCandidate, let end = Self.hardwareAddress(at: position, in: text) {
                add(position, end, .macAddress, .shape, text)
                position = end
            } else if isCandidate, let end = Self.addressSix(at: position, in: text) {
                add(position, end, .ipAddress, .shape, text)
                position = end
            } else if isCandidate, byte.isDigit, let end = Self.addressFour(at: position, in: text),
                !Self.isVersion(position, end, in: text)
            {
                add(position, end, .ipAddress, .shape, text)
                position = end
            } else {
                let start = position
                if explains { noteAddress(start, in: text) }
                while position &- start < 65, text[position].isHexadecimal || text[position] == 0x3A {
                    position &+= 1
                }
                position = max(position, start &+ 1)
            }
            position = runs.next(from: position)
        }
    }

    /// Whether the separator of an address stands where the first group at `position` may end: `:`, `-` behind two
    /// hexadecimal digits, or a point.
    @inline(__always)
    private static func mayBeAddress(at position: Int, in text: TextBytes) -> Bool {
        let word = text.word(at: position, filler: 0)
        let group = (~Lanes.hexadecimal(word) & Lanes.high).trailingZeroBitCount &>> 3
        guard group <= 4 else { return false }
        let mark = UInt8(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: group &* 8))
        return mark == 0x3A || mark == 0x2E && group > 0 || mark == 0x2D && group == 2
    }

    /// Whether the first point of the text may stand in a hardware address in fours; for texts with two points.
    static func mayHoldHardwareAddress(_ text: TextBytes) -> Bool {
        text[text.next(0x2E, from: 0) &+ 5] == 0x2E
    }

    /// One past a dotted quad at `start` that is not part of a longer number.
    static func addressFour(at start: Int, in text: TextBytes) -> Int? {
        guard let end = quad(at: start, in: text), !text[start &- 1].isWordByte else { return nil }
        if text[start &- 1] == 0x2E || text[start &- 1] == 0x2D && text[start &- 2].isWordByte { return nil }
        if text[end] == 0x2E, text[end &+ 1].isDigit { return nil }
        return text[end].isWordByte ? nil : end
    }

    private static func quad(at start: Int, in text: TextBytes) -> Int? {
        var position = start
        for octet in 0..<4 {
            if octet > 0 {
                guard text[position] == 0x2E else { return nil }
                position &+= 1
            }
            var value = 0
            let first = position
            while position &- first < 3, text[position].isDigit {
                value = value &* 10 &+ Int(text[position] &- 0x30)
                position &+= 1
            }
            guard position > first, value <= 255 else { return nil }
            if text[first] == 0x30, position &- first > 1 { return nil }
        }
        return text[position].isDigit ? nil : position
    }

    /// Whether a dotted quad is a version: after `v`, a product's name and `/` or `@`, a version word; before `-` or
    /// `+` and a build.
    private static func isVersion(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        if text[end] == 0x2B || text[end] == 0x2D && text[end &+ 1].isLetter { return true }
        // `119.0.0.0`: a network at most, never somebody's address.
        if text.matches(".0.0.0", at: end &- 6) { return true }
        let before = text[start &- 1]
        if before == 0x2F, text[start &- 2].isAlphanumeric { return true }
        if before == 0x40, text[start &- 2].isAlphanumeric { return !isBehindScheme(start, in: text) }
        var word = start
        while start &- word < 3,
            text[word &- 1] == 0x20 || text[word &- 1] == 0x3A || text[word &- 1] == 0x3D
                || text[word &- 1] == 0x22
        {
            word &-= 1
        }
        let last = word
        while last &- word < 24, text[word &- 1].isLetter { word &-= 1 }
        return text.isOne(
            of: """
                v ver version versions release sdk build firmware os ios android macos windows linux kernel darwin \
                appversion sdkversion swift xcode python node java ruby php chrome firefox safari edge opera openssl \
                boringssl libressl nginx apache curl libcurl gradle kotlin webview webkit electron unity dotnet net \
                mono driver plugin package library framework module assembly runtime bundle update patch tag oid \
                section clause chapter paragraph figure table rule requirement chromium crios firmware bios fw hotfix \
                culture productversion fileversion engine httpd tomcat redis mysql postgres postgresql sqlite docker \
                kubernetes helm npm pip gem react flutter dart rust golang pods upgraded downgraded
                """,
            word,
            last
        )
    }

    private static func isBehindScheme(_ position: Int, in text: TextBytes) -> Bool {
        var cursor = position
        while position &- cursor < 65, cursor > 0, text[cursor &- 1] > 0x20 {
            cursor &-= 1
            if text[cursor] == 0x2F, text[cursor &- 1] == 0x2F { return true }
        }
        return false
    }

    /// One past an IPv6 address at `start` (RFC 4291, 2.2), with an IPv4 tail or a zone if it has one.
    static func addressSix(at start: Int, in text: TextBytes) -> Int? {
        guard text[start &- 1] != 0x3A, text[start &- 1] != 0x2E else { return nil }
        var position = start
        var groups = 0
        var compressed = false
        var hasDigit = false
        var end = start
        if text[position] == 0x3A {
            guard text[position &+ 1] == 0x3A else { return nil }
            compressed = true
            position &+= 2
            end = position
        }
        while groups < 8 {
            let first = position
            while position &- first < 5, text[position].isHexadecimal {
                if text[position].isDigit { hasDigit = true }
                position &+= 1
            }
            let length = position &- first
            if length == 0 { break }
            if text[position] == 0x2E, groups >= 1 || compressed, let tail = quad(at: first, in: text) {
                groups &+= 2
                end = tail
                break
            }
            guard length <= 4 else { return nil }
            groups &+= 1
            end = position
            guard text[position] == 0x3A else { break }
            if text[position &+ 1] == 0x3A {
                guard !compressed else { return nil }
                compressed = true
                position &+= 2
                end = position
            } else if text[position &+ 1].isHexadecimal {
                position &+= 1
            } else {
                break
            }
        }
        guard compressed ? groups <= 7 && groups >= 1 : groups == 8 else { return nil }
        guard hasDigit || groups >= 3, !text[end].isWordByte else { return nil }
        if text[end] == 0x3A, text[end &+ 1] == 0x3A || text[end &+ 1].isHexadecimal { return nil }
        if text[end] == 0x25, text[end &+ 1].isAlphanumeric {
            end &+= 1
            while text[end].isAlphanumeric { end &+= 1 }
        }
        return end
    }

    /// One past `0200.5e10.0001`; without a letter it is a number of something else.
    private static func dottedHardwareAddress(at start: Int, in text: TextBytes) -> Int? {
        var hasLetter = false
        for offset in 0..<14 {
            let byte = text[start &+ offset]
            if offset == 4 || offset == 9 {
                guard byte == 0x2E else { return nil }
            } else {
                guard byte.isHexadecimal else { return nil }
                if !byte.isDigit { hasLetter = true }
            }
        }
        let end = start &+ 14
        guard hasLetter, text[start &- 1] != 0x2E, !text[end].isWordByte else { return nil }
        return text[end] == 0x2E && text[end &+ 1].isAlphanumeric ? nil : end
    }

    /// One past six pairs of hexadecimal digits with the same `:` or `-` between, or three fours with points.
    static func hardwareAddress(at start: Int, in text: TextBytes) -> Int? {
        if text[start &+ 4] == 0x2E { return dottedHardwareAddress(at: start, in: text) }
        let separator = text[start &+ 2]
        guard separator == 0x3A || separator == 0x2D else { return nil }
        guard text[start &- 1] != separator else { return nil }
        var position = start
        for pair in 0..<6 {
            if pair > 0 {
                guard text[position] == separator else { return nil }
                position &+= 1
            }
            guard text[position].isHexadecimal, text[position &+ 1].isHexadecimal else { return nil }
            position &+= 2
        }
        if text[position] == separator, text[position &+ 1].isHexadecimal { return nil }
        return text[position].isWordByte ? nil : position
    }
}
