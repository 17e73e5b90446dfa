/// Secrets that a word right before them gives away, with no `=` or `:` between.
extension TextScanner {
    /// Whether a word that `takeSpoken` knows may start at `start`: by its first two letters.
    @inline(__always)
    static func maySpeak(_ start: Int, in text: TextBytes) -> Bool {
        let second = text[start &+ 1] | 0x20
        switch text[start] | 0x20 {
        case 0x70: return second == 0x61 || second == 0x77
        case 0x73: return second == 0x65
        case 0x74: return second == 0x6F
        case 0x61: return second == 0x70 || second == 0x75
        case 0x6D: return second == 0x61
        case 0x69: return second == 0x64
        default: return false
        }
    }

    /// Takes `password is hunter22x`, `token "abc123def"`, `apikey abc123def456` behind the word `start ..< end`.
    mutating func takeSpoken(_ start: Int, _ end: Int, in text: TextBytes) {
        if text[start] | 0x20 == 0x69 {
            // `IDENTIFIED BY '…'` in a statement.
            let value = end &+ 5
            guard text.isOne(of: "identified", start, end), text[end] == 0x20, text.isWord(at: end &+ 1, of: "by"),
                text[value &- 1].isQuote
            else { return }
            var close = value
            while close &- value < 256, close < text.count, text[close] != text[value &- 1] { close &+= 1 }
            if close > value, !ValueReference.isMask(value, close, in: text) {
                add(value, close, .password, .key, text)
            }
            return
        }
        switch (text[start] | 0x20, end &- start) {
        case (0x74, 5), (0x70, 3), (0x70, 6), (0x70, 8), (0x70, 10), (0x73, 6): break
        case (0x61, 4), (0x61, 6), (0x61, 7), (0x6D, 10): break
        default: return
        }
        let isToken = text.isOne(of: "token", start, end)
        // A command of servers, alone in its line: `AUTH secret`, `AUTH user secret` (Redis), `AUTH PLAIN …` (RFC 4954).
        let isCommand = end &- start == 4 && text.matches("AUTH", at: start) && Self.beginsLine(start, in: text)
        guard
            isToken || isCommand
                || text.isOne(
                    of: "password passwd passphrase pwd secret apikey api_key api-key masterauth",
                    start,
                    end
                ), text[end] == 0x20
        else { return }
        var value = end &+ 1
        if isCommand, text.isWord(at: value, of: "default plain login cram user") {
            while text[value].isLetter { value &+= 1 }
            guard text[value] == 0x20 else { return }
            value &+= 1
        }
        var isStated = false
        if text.isWord(at: value, of: "is was") {
            while text[value].isLetter { value &+= 1 }
            guard text[value] == 0x20 else { return }
            value &+= 1
            isStated = true
        }
        let quote = text[value].isQuote ? text[value] : 0
        if quote != 0 { value &+= 1 }
        var close = value
        while close &- value < 256, text[close] > 0x20, text[close] != quote || quote == 0, text[close] != 0x2C,
            text[close] != 0x3B, text[close] != 0x3C
        {
            // A label, a call or a parameter: others look at those. Padding ends what a server is told.
            if isCommand, text[close] == 0x3D, !text[close &+ 1].isAlphanumeric {
                close &+= 1
                continue
            }
            if text[close] == 0x3D || text[close] == 0x3A || text[close] == 0x28 { return }
            close &+= 1
        }
        if quote != 0 {
            guard text[close] == quote, isStated || !Self.complains(before: start, in: text) else { return }
        } else {
            while close > value, text[close &- 1] == 0x2E || text[close &- 1] == 0x29 || text[close &- 1] == 0x21 {
                close &-= 1
            }
            // What stands bare behind `token` the schemes look at.
            guard isStated || !isToken else { return }
        }
        guard !isCommand || text[close] < 0x20 || text[close].isQuote else { return }
        guard close &- value >= (isStated || quote != 0 ? 6 : 8), text[value].isAlphanumeric,
            KeyShape.isMixed(value, close, in: text), !Self.isUUID(at: value, in: text),
            !text.matches("eyJ", at: value), KeyShape.end(at: value, close, in: text) == nil
        else {
            // A word that nobody stated and nobody quoted is prose.
            if explains, isStated || quote != 0 {
                noteShapeless(isToken ? .secret : .password, value, close, in: text)
            }
            return
        }
        add(
            value,
            close,
            isToken ? .secret : text[start] | 0x20 == 0x61 && !isCommand ? .apiKey : .password,
            [.key, .shape],
            text
        )
    }

    /// Whether nothing but a prompt or a quote stands before `start` in its line.
    private static func beginsLine(_ start: Int, in text: TextBytes) -> Bool {
        var cursor = start
        while start &- cursor < 8, text[cursor &- 1] == 0x20 || text[cursor &- 1] == 0x3E { cursor &-= 1 }
        return text[cursor &- 1] < 0x20 || text[cursor &- 1].isQuote
    }

    /// Whether a parser complains: `Unexpected token "a1"`.
    private static func complains(before start: Int, in text: TextBytes) -> Bool {
        var word = start &- 1
        while start &- word < 16, text[word &- 1].isLetter { word &-= 1 }
        return text.isOne(of: "unexpected illegal invalid near at bad syntax unknown the", word, start &- 1)
    }
}
