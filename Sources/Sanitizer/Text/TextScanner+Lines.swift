/// Base64 that is broken into lines, as mail writes it (RFC 2045, 6.8): a value may stand across two of them.
extension TextScanner {
    /// Opens the lines of base64 that begin with the one at `start ..< end`; what holds anything goes whole. Returns
    /// where they end, or nil when they are none or hold no text, with `tried` where those end then.
    @inline(never)
    mutating func openLines(
        _ start: Int,
        _ end: Int,
        _ tried: inout Int,
        in text: TextBytes,
        _ level: Level
    ) -> Int? {
        let length = end &- start
        guard length & 3 == 0, Base64.mayBePrintable(start, in: text),
            Base64.isPrintable(start, end, in: text, limit: 24),
            let close = Self.endOfLines(end, length, in: text)
        else { return nil }
        tried = close
        guard level.depth > 0, decodeBudget >= close &- start else { return nil }
        var joined = arenas.popLast() ?? DecodedText()
        joined.reset()
        for position in start..<close where text[position].isBase64 { joined.append(text[position], from: position) }
        var decoded = arenas.popLast() ?? DecodedText()
        decoded.reset()
        var isText = false
        unsafe joined.bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = unsafe TextBytes(buffer), Base64.isPrintable(0, bytes.count, in: bytes, limit: .max)
            else {
                return
            }
            isText = true
            Base64.decode(0, bytes.count, isHexadecimal: false, in: bytes, into: &decoded)
        }
        arenas.append(joined)
        guard isText else {
            arenas.append(decoded)
            return nil
        }
        decodeBudget -= close &- start
        decoded.origins.append(UInt32(truncatingIfNeeded: close))
        searchOpened(decoded, start, close, in: text, level)
        arenas.append(decoded)
        return close
    }

    /// Where the lines end of which the first ends at `end`: all but the last are as long.
    private static func endOfLines(_ end: Int, _ length: Int, in text: TextBytes) -> Int? {
        var close = end
        while close < text.count {
            var start = close
            if text[start] == 0x0D { start &+= 1 }
            guard text[start] == 0x0A else { break }
            start &+= 1
            var stop = start
            while stop &- start <= length, text[stop].isBase64 { stop &+= 1 }
            guard stop > start, stop &- start <= length else { break }
            close = stop
            if stop &- start < length { break }
        }
        guard close > end else { return nil }
        var padding = 0
        while padding < 2, text[close] == 0x3D { (close, padding) = (close &+ 1, padding &+ 1) }
        return close
    }
}
