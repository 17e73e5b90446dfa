/// Dumps of bytes in groups of hexadecimal digits, as `xxd`, `tcpdump` and `hexdump` print them.
enum HexDump {
    /// How many groups each way are looked at.
    private static let reach = 16

    /// Whether the digits `start ..< end`, in groups with a space between, are a part of a dump: an offset and a
    /// colon begin the row, or groups of the same width hold letters as well.
    static func covers(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var low = start
        while start &- low < 9, text[low &- 1].isHexadecimal { low &-= 1 }
        var high = end
        while high &- end < 9, text[high].isHexadecimal { high &+= 1 }
        var width = 0
        while width < 9, text[low &+ width].isHexadecimal { width &+= 1 }
        var last = high
        while high &- last < 9, text[last &- 1].isHexadecimal { last &-= 1 }
        guard width == 2 || width == 4 || width == 8, high &- last == width else { return false }
        let isGlued = low < start || high > end
        var mixed = isGlued ? 1 : 0
        var cursor = low
        for _ in 0..<reach {
            guard text[cursor &- 1] == 0x20 else { break }
            cursor &-= 1
            while text[cursor &- 1] == 0x20 { cursor &-= 1 }
            if text[cursor &- 1] == 0x3A { return isOffset(before: cursor &- 1, in: text) }
            let first = cursor &- width
            guard isGroup(first, width, in: text) else { break }
            if isMixed(first, width, in: text) { mixed &+= 1 }
            cursor = first
        }
        cursor = high
        for _ in 0..<reach {
            guard text[cursor] == 0x20, isGroup(cursor &+ 1, width, in: text) else { break }
            if isMixed(cursor &+ 1, width, in: text) { mixed &+= 1 }
            cursor &+= 1 &+ width
        }
        return mixed >= 2
    }

    /// Four to sixteen hexadecimal digits before a colon, alone or behind `0x`; a word such as `card:` has other
    /// letters, and a cell of a time has fewer.
    private static func isOffset(before colon: Int, in text: TextBytes) -> Bool {
        var start = colon
        while colon &- start < 17, text[start &- 1].isHexadecimal { start &-= 1 }
        guard 4...16 ~= colon &- start else { return false }
        if text[start &- 1] == 0x78 { return text[start &- 2] == 0x30 }
        return text[start].isDigit && !text[start &- 1].isWordByte
    }

    private static func isGroup(_ start: Int, _ width: Int, in text: TextBytes) -> Bool {
        guard start >= 0, !text[start &- 1].isWordByte, !text[start &+ width].isWordByte else { return false }
        for offset in 0..<width where !text[start &+ offset].isHexadecimal { return false }
        return true
    }

    private static func isMixed(_ start: Int, _ width: Int, in text: TextBytes) -> Bool {
        var letters = 0
        for offset in 0..<width where !text[start &+ offset].isDigit { letters &+= 1 }
        return letters > 0 && letters < width
    }
}
