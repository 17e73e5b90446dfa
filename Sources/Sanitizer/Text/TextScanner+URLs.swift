/// Credentials in URLs and in the data source names of database drivers.
extension TextScanner {
    /// Finds `scheme://user:password@host`, `user:password@tcp(host)`, `thin:user/password@host`.
    @inline(never)
    mutating func findUserinfo(_ text: TextBytes) {
        var position = 0
        while true {
            position = text.first(from: position) {
                Lanes.equal($0, 0x2F) | Lanes.equal($0, 0x40) | Lanes.equal($0, 0x6A)
            }
            guard position < text.count else { return }
            if text[position] == 0x2F, text[position &+ 1] == 0x2F {
                let start = position &+ 2
                let isWeb =
                    text[position &- 1] == 0x3A
                    && text.isOne(of: "http https ws wss", wordStart(position &- 1, text), position &- 1)
                let end = takeAuthority(from: start, isWeb: isWeb, in: text)
                position = max(end, start)
            } else if text[position] == 0x40 {
                if text.matches("@tcp(", at: position) || text.matches("@unix(", at: position) {
                    takeSourceName(at: position, in: text)
                }
                position &+= 1
            } else if text[position] == 0x6A, text.matches("jdbc:oracle:", at: position) {
                position = takeThinName(from: position &+ 12, in: text)
            } else {
                position &+= 1
            }
        }
    }

    private func wordStart(_ end: Int, _ text: TextBytes) -> Int {
        var start = end
        while end &- start < 12, text[start &- 1].isLetter { start &-= 1 }
        return start
    }

    /// Everything up to the last `@` of the authority goes: a password may hold one. Returns where to go on.
    private mutating func takeAuthority(from start: Int, isWeb: Bool, in text: TextBytes) -> Int {
        var last = -1
        var position = start
        var isPastQuery = false
        scan: while position < text.count {
            switch text[position] {
            case 0x2F where last < 0 && Self.hasPassword(start, position, in: text) && !isPastQuery:
                // A password may hold a slash that nobody encoded: what stands before it is no port.
                var cursor = position
                while cursor &- position < 128, text[cursor] > 0x20, !text[cursor].isQuote, text[cursor] != 0x3F,
                    text[cursor] != 0x40, text[cursor] != 0x3C, text[cursor] != 0x3E
                {
                    cursor &+= 1
                }
                guard text[cursor] == 0x40 else { break scan }
            case 0...0x20, 0x22, 0x27, 0x3C, 0x3E, 0x60, 0x2F: break scan
            case 0x3F, 0x23:
                // Part of the password of a database URL, the end of the authority of any other.
                if isWeb { break scan }
                isPastQuery = true
            case 0x40: last = position
            default: break
            }
            position &+= 1
        }
        guard last > start else { return position }
        if position == text.count, last < position &- 1, !isWeb, Self.isCutPassword(start, last, position, in: text) {
            last = position
        }
        if isPastQuery {
            // `db://host?mail=a@b` has no userinfo: a colon must stand before the first mark.
            var cursor = start
            while cursor < last, text[cursor] != 0x3F, text[cursor] != 0x23 {
                if text[cursor] == 0x3A { break }
                cursor &+= 1
            }
            guard text[cursor] == 0x3A, cursor < last else { return position }
            var equals = cursor
            while equals < last {
                if text[equals] == 0x3D { return position }
                equals &+= 1
            }
        }
        if Placeholder.end(at: start, in: text) != last, !Self.isRemote(start, last, in: text) {
            add(start, last, .password, .shape, text)
        }
        return position
    }

    /// Finds credentials of a URL that was cut off before its `@` at the end of the text.
    mutating func findCutCredentials(_ text: TextBytes) {
        var start = text.count
        while text.count &- start < 200, text[start &- 1] > 0x20, text[start &- 1] != 0x2F, !text[start &- 1].isQuote {
            if text[start &- 1] == 0x40 { return }
            start &-= 1
        }
        guard text[start &- 1] == 0x2F, text[start &- 2] == 0x2F, text[start &- 3] == 0x3A,
            Self.hasPassword(start, text.count, in: text)
        else { return }
        add(start, text.count, .password, .shape, text)
    }

    /// Whether a colon stands in `start ..< end` and what follows it is no port, no list and no variable: it
    /// holds a letter beside a digit or a sign.
    private static func hasPassword(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard text[start] != 0x5B, end &- start <= 256 else { return false }
        var colon = start
        while colon < end, text[colon] != 0x3A { colon &+= 1 }
        guard end &- colon >= 3 else { return false }
        var letters = 0
        var others = 0
        for position in colon &+ 1..<end {
            let byte = text[position]
            switch byte {
            case 0x24, 0x7B, 0x7D, 0x3C, 0x3E, 0x5B, 0x5D, 0x28, 0x29, 0x2C, 0x2A, 0x3D: return false
            default: if byte.isLetter { letters &+= 1 } else { others &+= 1 }
            }
        }
        return letters > 0 && others > 0
    }

    /// Whether the text was cut off inside a password that holds an `@`: behind the last one stands no host.
    private static func isCutPassword(_ start: Int, _ last: Int, _ end: Int, in text: TextBytes) -> Bool {
        // Two of them in what can hold one.
        var earlier = start
        while earlier < last, text[earlier] != 0x40 { earlier &+= 1 }
        guard earlier < last else { return false }
        for position in last &+ 1..<end where text[position] == 0x2E || text[position] == 0x3A { return false }
        return true
    }

    /// `user:password@tcp(…)`, read from the `@`.
    private mutating func takeSourceName(at position: Int, in text: TextBytes) {
        var start = position
        var hasColon = false
        while position &- start < 96, text[start &- 1] > 0x20, !text[start &- 1].isQuote {
            if text[start &- 1] == 0x2F || text[start &- 1] == 0x3D { break }
            start &-= 1
            if text[start] == 0x3A { hasColon = true }
        }
        if hasColon, Placeholder.end(at: start, in: text) != position {
            add(start, position, .password, .shape, text)
        }
    }

    /// `jdbc:oracle:thin:user/password@…`, read from behind `oracle:`. Returns where to go on.
    private mutating func takeThinName(from start: Int, in text: TextBytes) -> Int {
        var position = start
        var name = start
        var hasSlash = false
        while position &- start < 128, position < text.count, text[position] > 0x20, text[position] != 0x40 {
            if text[position] == 0x3A, !hasSlash { name = position &+ 1 }
            if text[position] == 0x2F { hasSlash = true }
            position &+= 1
        }
        if hasSlash, text[position] == 0x40 { add(name, position, .password, .shape, text) }
        return position
    }
}
