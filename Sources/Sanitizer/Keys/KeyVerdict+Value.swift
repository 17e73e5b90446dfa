extension KeyVerdict {
    /// The verdict with more hints.
    func union(hints more: Hints) -> KeyVerdict {
        KeyVerdict(rule: rule, grip: grip, hints: hints.union(more))
    }

    /// Whether the rule takes `value`, a text with its escapes resolved. False without a rule.
    ///
    /// A word that only reports on the value (`missing`, `invalid`) is diagnosis and stays, whatever the grip.
    func takes(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe takes(ByteView(value))
    }

    /// As above, for a view.
    func takes(_ value: ByteView) -> Bool {
        guard let rule, !ValueShape.isReport(value) else { return false }
        switch grip {
        case .any: return true
        case .token: return ValueShape.isToken(value)
        case .digits: return ValueShape.isDigits(value, Self.plausibleDigits(rule))
        }
    }

    /// How many digits a value of `rule` has.
    private static func plausibleDigits(_ rule: Rule) -> ClosedRange<Int> {
        switch rule {
        case .pan: 12...19
        case .cvv: 3...4
        case .pin: 4...12
        case .phone: 7...15
        default: 4...19
        }
    }
}

/// Shapes of values that key rules ask about.
enum ValueShape {
    /// Whether the value says something about a value that is not there: empty, all mask characters, or one of a few
    /// words of status.
    static func isReport(_ value: ByteView) -> Bool {
        guard value.count <= 16 else { return false }
        if value.count == 0 { return true }
        var isMask = true
        for position in 0..<value.count where value[position] != 0x2A { isMask = false }
        if isMask { return true }
        let words: StaticString = """
             none null nil undefined missing present absent required optional yes no true false valid invalid empty \
            unknown n/a na not_provided provided masked hidden expired failed ok declined not_set set unset enabled \
            disabled incorrect wrong rejected accepted mismatch match include same-origin omit 
            """
        // Looked for as a whole word of the list; the list is ASCII without capitals.
        var start = 1
        while start < words.utf8CodeUnitCount {
            var end = start
            while end < words.utf8CodeUnitCount, unsafe words.utf8Start[end] != 0x20 { end += 1 }
            if end - start == value.count {
                var isEqual = true
                for offset in 0..<value.count
                where unsafe KeyTable.lowered(value[offset]) != words.utf8Start[start + offset] {
                    isEqual = false
                    break
                }
                if isEqual { return true }
            }
            start = end + 1
        }
        return false
    }

    /// Whether the value has a token's shape: at least six bytes without spaces, and either a digit beside letters,
    /// at least twelve digits, or at least sixteen bytes.
    static func isToken(_ value: ByteView) -> Bool {
        var start = 0
        var end = value.count
        while start < end, value[start] <= 0x20 { start += 1 }
        while end > start, value[end - 1] <= 0x20 { end -= 1 }
        let value = value[start..<end]
        guard value.count >= 6 else { return false }
        var digits = 0
        var letters = 0
        for position in 0..<value.count {
            let byte = value[position]
            if byte <= 0x20 { return false }
            if byte &- 0x30 < 10 { digits += 1 }
            if (byte | 0x20) &- 0x61 < 26 { letters += 1 }
        }
        return digits > 0 && letters > 0 || digits >= 12 || value.count >= 16
    }

    /// Whether the value is nothing but digits of any script and separators, `lengths` of them.
    static func isDigits(_ value: ByteView, _ lengths: ClosedRange<Int>) -> Bool {
        guard value.count <= 256 else { return false }
        var digits = 0
        var position = 0
        while position < value.count {
            let byte = value[position]
            if byte < 0x80 {
                if byte &- 0x30 < 10 { digits += 1 }
                if (byte | 0x20) &- 0x61 < 26 { return false }
                position += 1
                continue
            }
            let length = JSONLexer.scalarLength(in: value, at: position)
            guard length > 0 else { return false }
            let scalar = scalar(in: value, at: position, length: length)
            if scalar.properties.numericType == .decimal {
                digits += 1
            } else if scalar.properties.isAlphabetic {
                return false
            }
            position += length
        }
        return lengths.contains(digits)
    }

    /// The scalar of the well-formed sequence at `position`.
    static func scalar(in value: ByteView, at position: Int, length: Int) -> Unicode.Scalar {
        var bits = UInt32(value[position]) & (0xFF >> UInt32(length + 1))
        for offset in 1..<length { bits = bits << 6 | UInt32(value[position + offset] & 63) }
        return Unicode.Scalar(bits) ?? "\u{FFFD}"
    }
}
