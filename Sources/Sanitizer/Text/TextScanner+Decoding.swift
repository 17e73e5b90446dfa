/// Encodings inside a text: escapes are resolved layer by layer, base64 and hexadecimal tokens one by one.
///
/// Three budgets, all fail closed: layers (`Level.depth`), bytes (four times the text's size), and what the searches
/// cost (`SearchEffort`). What they leave unopened goes as `.limit`.
extension TextScanner {
    /// Resolves one layer of escapes and searches what comes out; the hits are ranges of `text`. Of a long text only
    /// the surroundings of escapes are searched: the rest reads as it did. `cost` is what searching `text` comes to.
    @inline(never)
    mutating func searchUnescaped(_ text: TextBytes, _ level: Level, cost: Int) {
        var position = Self.firstEscape(from: 0, in: text)
        guard position < text.count else { return }
        let isWhole = text.count <= TextPart.wholeLimit || explains
        while position < text.count {
            var part = TextPart(from: isWhole ? 0 : position, in: text)
            part.extend(to: isWhole ? text.count : position, in: text)
            while true {
                position = Self.firstEscape(from: position &+ 1, in: text)
                guard position < text.count, part.meets(position) else { break }
                part.extend(to: position, in: text)
            }
            let share = cost &* (part.end &- part.start) / text.count
            guard level.depth > 0, decodeBudget >= part.end &- part.start,
                effort.affords(share, hasHits: !hits.isEmpty)
            else {
                closeEscaped(from: part.core, in: text)
                return
            }
            let end = part.end
            searchUnescaped(&part, in: text, level)
            if part.end > end { position = Self.firstEscape(from: part.end &- TextPart.margin, in: text) }
        }
    }

    /// Searches a part of `text` with one layer of escapes resolved, and more of it as long as what is found reaches the
    /// part's end.
    private mutating func searchUnescaped(_ part: inout TextPart, in text: TextBytes, _ level: Level) {
        var first = hits.count
        let noted = trace?.notes.count ?? 0
        var decoded = arenas.popLast() ?? DecodedText()
        var charged = part.start
        var before = effort
        while true {
            decodeBudget -= part.end &- charged
            charged = part.end
            decoded.reset()
            Self.unescape(part.start, part.end, in: text, into: &decoded)
            decoded.origins.append(UInt32(truncatingIfNeeded: part.end))
            search(decoded, level)
            if explains { trace?.moveNotes(from: noted) { decoded.origin(of: $0, $1) } }
            mapHits(from: first) { hit in
                let range = decoded.origin(of: hit.start, hit.end)
                hit.start = range.lowerBound
                hit.end = range.upperBound
                hit.evidence.insert(.decoded)
                // A header that was encoded into a parameter ends with it.
                if hit.rule == .authorization || hit.rule == .cookie {
                    hit.end = Self.endOfParameter(hit.start, hit.end, in: text)
                }
            }
            guard part.isCut(in: text), reaches(part.end &- TextPart.margin, from: first) else { break }
            let start = part.start
            first = grow(&part, in: text, from: first)
            // What is searched once more is counted once: parts grow twofold, so that it comes to no more than twice as much.
            if part.start == start { effort = before } else { before = effort }
        }
        arenas.append(decoded)
        if part.core > 0 { dropHits(from: first, before: part.core) }
    }

    /// Resolves one layer of the escapes in `start ..< end`; one that begins there may end behind it.
    private static func unescape(_ start: Int, _ end: Int, in text: TextBytes, into decoded: inout DecodedText) {
        var position = start
        while position < end {
            let next = min(end, nextEscape(from: position, in: text))
            decoded.append(text, position, next)
            position = next
            guard position < end else { return }
            if let escape = Escape(at: position, in: text) {
                if escape.isByte {
                    decoded.append(UInt8(truncatingIfNeeded: escape.scalar), from: position)
                } else {
                    decoded.append(scalar: escape.scalar, from: position)
                }
                position &+= escape.length
            } else {
                decoded.append(text[position], from: position)
                position &+= 1
            }
        }
    }

    /// The next escape from `position` on, or the end.
    private static func firstEscape(from position: Int, in text: TextBytes) -> Int {
        var position = nextEscape(from: position, in: text)
        while position < text.count, Escape(at: position, in: text) == nil {
            position = nextEscape(from: position &+ 1, in: text)
        }
        return position
    }

    /// The next `%`, `&` or backslash from `position` on, or the end.
    @inline(__always)
    private static func nextEscape(from position: Int, in text: TextBytes) -> Int {
        text.first(from: position) {
            Lanes.equal($0, 0x25) | Lanes.equal($0, 0x26) | Lanes.equal($0, 0x5C)
        }
    }

    /// The first `&name=` in `start ..< end`, when what stands before it is percent-encoded; `end` otherwise.
    private static func endOfParameter(_ start: Int, _ end: Int, in text: TextBytes) -> Int {
        guard text[start &- 3] == 0x25 || text[start &- 1] == 0x2B else { return end }
        var position = start
        while position < end {
            if text[position] == 0x26, text[position &+ 1].isLetter {
                var name = position &+ 1
                while name &- position < 64, text[name].isWordByte || text[name] == 0x2D { name &+= 1 }
                if text[name] == 0x3D { return max(position, start &+ 1) }
            }
            position &+= 1
        }
        return end
    }

    /// Searches a decoded text one level further down.
    private mutating func search(_ decoded: borrowing DecodedText, _ level: Level) {
        unsafe decoded.bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = unsafe TextBytes(buffer) else { return }
            var inner = level
            inner.context.key = .neutral
            inner.depth -= 1
            inner.isWhole = false
            search(bytes, inner)
        }
    }

    /// Takes every word that holds an escape, from `position` on.
    private mutating func closeEscaped(from position: Int, in text: TextBytes) {
        var position = position
        var floor = 0
        while position < text.count {
            guard Escape(at: position, in: text) != nil else {
                position &+= 1
                continue
            }
            var start = position
            while start > floor, !text[start &- 1].isBlank { start &-= 1 }
            var end = position
            while end < text.count, !text[end].isBlank { end &+= 1 }
            add(start, end, .limit, .limit, text)
            floor = end
            position = end
        }
    }

    /// Opens base64, base64url and hexadecimal tokens; one that holds anything goes whole.
    @inline(never)
    mutating func searchEncodedTokens(_ text: TextBytes, _ map: TextMap, _ level: Level) {
        var done = 0
        // Lines that were looked at together and are no text so are not looked at together again.
        var tried = 0
        for window in 0..<map.windows {
            var starts = map.longRuns(window) { map[.base64, $0] }
            while starts != 0 {
                let start = window &* 64 &+ starts.trailingZeroBitCount
                starts &= starts &- 1
                let end = map.end(from: start) { map[.base64, $0] }
                if end &- start >= 60, text[end] == 0x0A || text[end] == 0x0D {
                    if start < done { continue }
                    if start >= tried, let close = openLines(start, end, &tried, in: text, level) {
                        done = close
                        continue
                    }
                }
                if start >= done { openToken(start, end, in: text, level) }
            }
        }
    }

    /// Tries the run `start ..< end`, then what follows the first separators in it, as a path may precede a token.
    mutating func openToken(_ start: Int, _ end: Int, in text: TextBytes, _ level: Level) {
        var start = start
        for _ in 0..<16 {
            guard end &- start >= 16 else { return }
            let mayBeText = Base64.mayBePrintable(start, in: text)
            if mayBeText || Self.mayStartChipData(text[start])
                || end &- start >= Base64.shortestHexadecimal && text[start].isHexadecimal,
                openToken(whole: start, end, mayBeText: mayBeText, in: text, level)
            {
                return
            }
            // The token may end at a slash or a dash, where a further segment of a path follows.
            if mayBeText, Base64.isPrintable(start, start &+ 16, in: text, limit: .max) {
                var cut = start
                while cut < end, text[cut] != 0x2F { cut &+= 1 }
                if cut < end, cut &- start >= 16, openToken(whole: start, cut, mayBeText: true, in: text, level) {
                    start = cut &+ 1
                    continue
                }
                cut = start
                while cut < end, text[cut].isAlphanumeric { cut &+= 1 }
                if cut < end, cut &- start >= 16, openToken(whole: start, cut, mayBeText: true, in: text, level) {
                    start = cut &+ 1
                    continue
                }
            }
            start = text.first(from: start) { ~(Lanes.digits($0) | Lanes.letters($0)) & Lanes.high } &+ 1
        }
    }

    /// Whether base64 of a tag that chip data begin with (50…5F, 70…77, 82…87, 9A…9F) starts with `byte`.
    private static func mayStartChipData(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x55...0x58, 0x63...0x64, 0x67...0x68, 0x6D...0x6E: true
        default: false
        }
    }

    /// Whether `start ..< end` decodes to printable text. That is searched; a hit, or a spent budget, takes the token.
    /// `mayBeText` tells whether its first characters may stand for printable bytes.
    private mutating func openToken(
        whole start: Int,
        _ end: Int,
        mayBeText: Bool,
        in text: TextBytes,
        _ level: Level
    ) -> Bool {
        let isHexadecimal = Base64.isHexadecimalText(start, end, in: text)
        if !isHexadecimal, Self.mayStartChipData(text[start]), openChipData(start, end, in: text) { return true }
        guard isHexadecimal || mayBeText && Base64.isPrintable(start, end, in: text, limit: 24) else { return false }
        var close = end
        while text[close] == 0x3D, close &- end < 2 { close &+= 1 }
        guard level.depth > 0, decodeBudget >= end &- start else {
            add(start, close, .limit, .limit, text)
            return true
        }
        guard isHexadecimal || Base64.isPrintable(start, end, in: text, limit: .max) else { return false }
        decodeBudget -= end &- start
        var decoded = arenas.popLast() ?? DecodedText()
        decoded.reset()
        Base64.decode(start, end, isHexadecimal: isHexadecimal, in: text, into: &decoded)
        decoded.origins.append(UInt32(truncatingIfNeeded: end))
        searchOpened(decoded, start, close, in: text, level)
        arenas.append(decoded)
        return true
    }

    /// Searches what the token `start ..< close` was decoded to; a hit takes the token.
    mutating func searchOpened(
        _ decoded: borrowing DecodedText,
        _ start: Int,
        _ close: Int,
        in text: TextBytes,
        _ level: Level
    ) {
        let first = hits.count
        let noted = trace?.notes.count ?? 0
        search(decoded, level)
        if explains { trace?.moveNotes(from: noted) { _, _ in start..<close } }
        guard hits.count > first else { return }
        var best = hits[first]
        for index in first..<hits.count where hits[index].precedence > best.precedence { best = hits[index] }
        replaceHits(from: first, with: nil)
        add(start, close, best.rule, best.evidence.union(.decoded), text)
    }
}
