/// A name beside a value in a text: `k=v`, `k: v`, `"k":"v"`, a parameter, an attribute, a header.
struct Label {
    /// The name, without quotes.
    var start: Int
    var end: Int
    /// Whether the name stands in quotes.
    var isQuoted: Bool
    /// The separator: `=` or `:`.
    var separator: UInt8
    /// What stands before the name: a letter's position is never here.
    var lead: UInt8

    /// How far back a name is looked for.
    static let reach = 64

    /// The name before the separator at `position`, or nil when there is none.
    init?(before position: Int, in text: TextBytes) {
        // The wide colon of East Asian text is one, too.
        separator = text[position] == 0x3D ? 0x3D : 0x3A
        var cursor = position
        if separator == 0x3D, text[cursor &- 1] == 0x3A { cursor &-= 1 }  // :=
        var blanks = 0
        while blanks < 2, text[cursor &- 1] == 0x20 {
            cursor &-= 1
            blanks &+= 1
        }
        // `params['password'] = …`: the quoted name within the brackets.
        if text[cursor &- 1] == 0x5D, text[cursor &- 2].isQuote { cursor &-= 1 }
        let last = text[cursor &- 1]
        if last.isQuote {
            end = cursor &- 1
            while text[end &- 1] == 0x5C { end &-= 1 }
            start = end
            while end &- start < Self.reach, start > 0, text[start &- 1] != last { start &-= 1 }
            if start == 0 || text[start &- 1] != last {
                // Cut off before the quote that opens it.
                start = end
                while end &- start < Self.reach, text[start &- 1].isWordByte { start &-= 1 }
                guard start == 0 else { return nil }
            }
            guard start < end else { return nil }
            isQuoted = true
            lead = last
            return
        }
        guard last.isWordByte || last == 0x5D || last >= 0x80 else { return nil }
        end = cursor
        isQuoted = false
        var words = 1
        while end &- cursor < Self.reach, cursor > 0 {
            let byte = text[cursor &- 1]
            if byte.isWordByte || byte >= 0x80 || byte == 0x2D || byte == 0x2E || byte == 0x5B || byte == 0x5D {
                if byte == 0x5D, Placeholder.ends(at: cursor &- 1, in: text) { break }
                if byte >= 0x80, text.isWidePunctuation(at: cursor &- 3) { break }
                cursor &-= 1
            } else if byte == 0x20, words < 4, text[cursor &- 2].isWordByte || text[cursor &- 2] >= 0x80, cursor >= 2 {
                words &+= 1
                cursor &-= 1
            } else {
                break
            }
        }
        while cursor < end, !(text[cursor].isWordByte || text[cursor] >= 0x80) { cursor &+= 1 }
        guard cursor < end else { return nil }
        start = cursor
        lead = text[cursor &- 1]
    }

    /// The same for a text of ASCII without square brackets, by its map.
    @inline(__always)
    init?(before position: Int, in text: TextBytes, _ map: TextMap) {
        var cursor = position
        if text[position] == 0x3D, text[cursor &- 1] == 0x3A { cursor &-= 1 }
        if text[cursor &- 1] == 0x20 {
            cursor &-= 1
            if text[cursor &- 1] == 0x20 { cursor &-= 1 }
        }
        let last = text[cursor &- 1]
        guard last.isWordByte else {
            guard last.isQuote, let quoted = Label(before: position, in: text) else { return nil }
            self = quoted
            return
        }
        end = cursor
        isQuoted = false
        separator = text[position] == 0x3D ? 0x3D : 0x3A
        var words = 1
        while true {
            cursor = max(map.start(before: cursor) { map[.tokens, $0] | map[.dots, $0] }, end &- Self.reach)
            guard words < 4, end &- cursor < Self.reach, cursor >= 2, text[cursor &- 1] == 0x20,
                text[cursor &- 2].isWordByte
            else { break }
            words &+= 1
            cursor &-= 1
        }
        while !text[cursor].isWordByte { cursor &+= 1 }
        start = cursor
        lead = text[cursor &- 1]
    }

    /// Whether the name is that of a type or component, as `PasswordField`: what follows is prose.
    func isTypeName(in text: TextBytes) -> Bool {
        let first = lastWord(in: text) ?? start
        guard !isQuoted, text[first].isUpper else { return false }
        var cursor = first &+ 1
        while cursor < end {
            if text[cursor].isUpper, text[cursor &- 1] &- 0x61 < 26 { return true }
            cursor &+= 1
        }
        return false
    }

    /// Where the last word of a name of several words begins, or nil.
    func lastWord(in text: TextBytes) -> Int? {
        guard !isQuoted else { return nil }
        var cursor = end
        while cursor > start {
            if text[cursor &- 1] == 0x20 { return cursor }
            cursor &-= 1
        }
        return nil
    }

    /// Whether the name begins its line, or a quoted piece of a command line such as `-H 'X-Api-Key: …'`.
    func beginsLine(in text: TextBytes) -> Bool {
        guard lastWord(in: text) == nil else { return false }
        var cursor = start
        while cursor > 0, text[cursor &- 1] == 0x20 || text[cursor &- 1] == 0x3E || text[cursor &- 1] == 0x3C {
            cursor &-= 1  // curl marks header lines by `>` and `<`
        }
        return cursor == 0 || text[cursor &- 1] == 0x0A || text[cursor &- 1] == 0x0D || text[cursor &- 1].isQuote
    }
}

/// The value beside a label.
struct LabelValue {
    /// The value, without quotes.
    var start: Int
    var end: Int
    /// The closing quote, or 0.
    var quote: UInt8
    /// Whether blanks stand between the separator and the value.
    var isSpaced: Bool
    /// Whether the text ends inside the quotes.
    var isOpen = false

    var isQuoted: Bool { quote != 0 }

    /// The value behind the separator at `position`, or nil when nothing stands there that could be one.
    init?(of label: Label, after position: Int, _ walks: inout LabelWalks, in text: TextBytes) {
        var cursor = position &+ 1
        if label.separator == 0x3D, text[cursor] == 0x3E { cursor &+= 1 }  // =>
        let limit = cursor &+ (label.isQuoted ? 64 : 4)
        let first = cursor
        while cursor < limit, label.isQuoted ? text[cursor].isBlank : text[cursor] == 0x20 || text[cursor] == 9 {
            cursor &+= 1
        }
        isSpaced = cursor > first
        if text.matches("Optional(", at: cursor) { cursor &+= 9 }
        guard cursor < text.count else { return nil }
        var open = cursor
        while text[open] == 0x5C, open &- cursor < 16 { open &+= 1 }
        let byte = text[open]
        if byte.isQuote {
            quote = byte
            start = open &+ 1
            end = Self.closingQuote(byte, escapes: open &- cursor, from: start, in: text)
            isOpen = end >= text.count
            return
        }
        if text.matches("“", at: cursor) {
            quote = byte
            start = cursor &+ 3
            end = walks.curly.end(from: start) { start in
                var end = start
                while end < text.count, !text.matches("”", at: end), text[end] != 0x0A { end &+= 1 }
                return end
            }
            return
        }
        quote = 0
        start = cursor
        if byte == 0x7B, label.separator == 0x3D, !isSpaced {
            // A value in braces, as ODBC writes one: two closing ones stand for one within.
            let close = walks.braced.end(from: cursor &+ 1) { start in
                var close = start
                while close < text.count {
                    if text[close] == 0x7D {
                        guard text[close &+ 1] == 0x7D else { break }
                        close &+= 1
                    }
                    close &+= 1
                }
                return close
            }
            end = min(close &+ 1, text.count)
            return
        }
        if isSpaced, Self.isNextLabel(at: cursor, behind: label, in: text) { return nil }
        end = walks.bare.end(from: cursor) { Self.endOfBareValue(from: $0, label, in: text) }
        guard end > start else { return nil }
    }

    /// The quote that closes what was opened with `escapes` backslashes before it; the end of the text without one.
    private static func closingQuote(_ quote: UInt8, escapes: Int, from start: Int, in text: TextBytes) -> Int {
        var position = start
        var slashes = 0
        while position < text.count {
            let byte = text[position]
            if byte == 0x5C {
                slashes &+= 1
            } else {
                if byte == quote, slashes <= escapes, escapes > 0 || slashes & 1 == 0 {
                    return position &- slashes
                }
                slashes = 0
            }
            position &+= 1
        }
        return position
    }

    /// One past a value without quotes. A colon, an `@`, a slash do not end it.
    private static func endOfBareValue(from start: Int, _ label: Label, in text: TextBytes) -> Int {
        let isParameter =
            label.separator == 0x3D
            && (label.lead == 0x3F || label.lead == 0x26 || label.lead == 0x23 || label.start == 0)
        let isMatrix = label.separator == 0x3D && label.lead == 0x3B && text[label.start &- 2].isWordByte
        var position = start
        var depth = 0
        scan: while position < text.count {
            switch text[position] {
            case 0...0x20, 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x60, 0x7C: break scan
            case 0x3B: break scan
            case 0x23 where isParameter: break scan
            case 0x2F where isMatrix, 0x3F where isMatrix: break scan
            case 0x2C where endsAtComma(position, in: text): break scan
            case 0x28, 0x5B, 0x7B:
                let isList = position == start && (text[position] != 0x5B || label.separator != 0x3D)
                if isList || Placeholder.end(at: position, in: text) != nil { break scan }
                depth &+= 1
            case 0x29, 0x5D, 0x7D:
                if depth == 0 { break scan }
                depth &-= 1
            case 0x5C where text[position &+ 1].isQuote || text[position &+ 1] == 0x6E || text[position &+ 1] == 0x5C:
                break scan
            case 0xE2 where text.matches("”", at: position) || text.matches("“", at: position): break scan
            case 0xE3 where text.isWidePunctuation(at: position), 0xEF where text.isWidePunctuation(at: position):
                break scan
            default: break
            }
            position &+= 1
        }
        while position > start,
            text[position &- 1] == 0x2E || text[position &- 1] == 0x2C || text[position &- 1] == 0x3A
        {
            position &-= 1
        }
        return position
    }

    /// Whether the next label stands where the value would: `password= host=db1`, `password: token: left empty`. Only
    /// small letters, as a password may hold the sign itself.
    private static func isNextLabel(at start: Int, behind label: Label, in text: TextBytes) -> Bool {
        var position = start
        while position &- start < 32, text[position] &- 0x61 < 26 || text[position] == 0x5F { position &+= 1 }
        guard position > start, text[position] == label.separator, text[label.end] == label.separator else {
            return false
        }
        let next = text[position &+ 1]
        // Two of them, or one at the end, may be the padding of base64.
        return label.separator == 0x3D ? next > 0x20 && next != 0x3D : next <= 0x20
    }

    /// Whether the comma at `position` ends a value: a blank, a quote or the next `name=` follows.
    private static func endsAtComma(_ position: Int, in text: TextBytes) -> Bool {
        var cursor = position &+ 1
        let next = text[cursor]
        if next <= 0x20 || next.isQuote || next == 0x7B || next == 0x5B { return true }
        while cursor &- position < 32, text[cursor].isWordByte || text[cursor] == 0x2D || text[cursor] == 0x2E {
            cursor &+= 1
        }
        return cursor > position &+ 1 && (text[cursor] == 0x3D || text[cursor] == 0x3A)
    }
}

extension Label {
    /// A label that is not a piece of text before a separator: a tag, a part's name, an option.
    init(markup position: Int) {
        start = position
        end = position
        isQuoted = true
        separator = 0x3D
        lead = 0x3E
    }
}

extension LabelValue {
    /// A value between two tags: as good as quoted.
    init(enclosed start: Int, _ end: Int) {
        self.start = start
        self.end = end
        quote = 0x3E
        isSpaced = false
    }
}
