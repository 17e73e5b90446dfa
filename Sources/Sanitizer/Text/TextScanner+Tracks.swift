/// Magnetic-stripe tracks (ISO/IEC 7813, 4909): the whole track goes, not only the number in it.
extension TextScanner {
    /// Takes the track that the card number `start ..< end` begins, if one does. Returns its end, or `end`.
    mutating func takeTrack(around start: Int, _ end: Int, in text: TextBytes) -> Int {
        let separator = text[end]
        if separator == 0x5E {
            let close = Self.endOfFormatB(from: end, in: text)
            add(Self.startOfFormatB(before: start, in: text), close, .track, [.shape, .checkDigit], text)
            return close
        }
        guard separator == 0x3D || separator | 0x20 == 0x64 else { return end }
        var cursor = end &+ 1
        var digits = 0
        while case let element = text.element(at: cursor), element.kind == .digit {
            digits &+= 1
            cursor &+= element.length
        }
        // Expiry (YYMM) and service code at least; `number=2031` is no track.
        guard digits > (separator == 0x3D ? 3 : 6) else { return end }
        while text[cursor].isHexadecimal || text[cursor] == 0x3D { cursor &+= 1 }
        if text[cursor] == 0x3F { cursor &+= 1 }
        let open = text[start &- 1] == 0x3B ? start &- 1 : start
        add(open, cursor, .track, [.shape, .checkDigit], text)
        return cursor
    }

    /// Finds tracks by their sentinels alone, whatever number they hold.
    @inline(never)
    mutating func findTracks(_ text: TextBytes, _ map: TextMap, _ marks: TextMarks) {
        var position = 0
        while true {
            if marks.has(.caret) {
                position = text.next(0x5E, or: 0x3D, from: position)
            } else {
                position = map.first(from: position) { map[.joints, $0] & map.behind(.digits, $0) }
            }
            guard position < text.count else { return }
            if text[position] == 0x5E {
                position = takeFormatB(at: position, in: text)
            } else {
                position = text[position] == 0x3D ? takeTrackTwo(at: position, in: text) : position &+ 1
            }
        }
    }

    /// Track 1: `%B<number>^<name>^<data>?`, read from its first `^`.
    private mutating func takeFormatB(at caret: Int, in text: TextBytes) -> Int {
        var start = caret
        var digits = 0
        while caret &- start <= 40 {
            let element = text.element(before: start)
            guard element.kind == .digit || element.kind == .space || element.kind == .ignorable else { break }
            if element.kind == .digit { digits &+= 1 }
            start &-= element.length
        }
        guard 12...19 ~= digits, text[start &- 1] | 0x20 == 0x62 else {
            if explains, text[start &- 1] | 0x20 == 0x62, !text[start &- 2].isAlphanumeric {
                noteTrack(start &- 1, caret, in: text)
            }
            return caret &+ 1
        }
        let end = Self.endOfFormatB(from: caret, in: text)
        add(Self.startOfFormatB(before: start, in: text), end, .track, .shape, text)
        return end
    }

    private static func startOfFormatB(before start: Int, in text: TextBytes) -> Int {
        guard text[start &- 1] | 0x20 == 0x62, !text[start &- 2].isAlphanumeric else { return start }
        return text[start &- 2] == 0x25 ? start &- 2 : start &- 1
    }

    /// What follows the first `^` goes up to the end sentinel; without one to the first blank behind the second `^`,
    /// or to the end of the line, 128 bytes at most.
    private static func endOfFormatB(from caret: Int, in text: TextBytes) -> Int {
        var end = caret &+ 1
        var hasSecond = false
        var blank = 0
        while end < text.count, end &- caret < 128 {
            let byte = text[end]
            if byte == 0x3F { return end &+ 1 }
            if byte == 0x0A || byte == 0x0D || byte == 0x22 { break }
            if byte == 0x5E { hasSecond = true }
            if byte == 0x20, hasSecond, blank == 0, text[end &- 1].isDigit { blank = end }
            end &+= 1
        }
        return blank > 0 ? blank : min(end, text.count)
    }

    /// Tracks 2 and 3: `;<number>=<data>?`, read from the first `=`.
    private mutating func takeTrackTwo(at equals: Int, in text: TextBytes) -> Int {
        var start = equals
        while equals &- start <= 24, text[start &- 1].isDigit { start &-= 1 }
        let sentinel = text[start &- 1]
        guard 12...21 ~= equals &- start, sentinel == 0x3B || sentinel == 0x2B else {
            if explains, sentinel == 0x3B { noteTrack(start &- 1, equals, in: text) }
            return equals &+ 1
        }
        var end = equals &+ 1
        while text[end].isDigit || text[end] == 0x3D { end &+= 1 }
        guard end &- equals > 7 else {
            if explains { noteTrack(start &- 1, equals, in: text) }
            return equals &+ 1
        }
        // Up to the end sentinel when there is one: track 3 has up to 107 characters.
        var close = end
        while close &- equals < 107, text[close] > 0x20, text[close] != 0x3F, !text[close].isQuote { close &+= 1 }
        if text[close] == 0x3F { end = close }
        if text[end] == 0x3F { end &+= 1 }
        add(start &- 1, end, .track, .shape, text)
        return end
    }
}
