/// Secrets in the path and in the `code` parameter of a URL.
extension TextScanner {
    /// Finds `/token/x`, `/reset-password/x`, `/session/x` with a token for x, and incoming webhooks.
    @inline(never)
    mutating func findPathTokens(_ text: TextBytes, _ map: TextMap) {
        var position = 0
        // One past the last slash before `position`, when it is known.
        var name = 0
        while true {
            let anchor = map.first(from: position) { map[.slashes, $0] }
            guard anchor < text.count else { return }
            position = takeSegment(at: anchor, behind: name, in: text)
            name = position == anchor &+ 1 ? position : -1
        }
    }

    /// Looks at the segment behind the slash at `slash` when the one before it announces a secret. Returns where to go
    /// on.
    private mutating func takeSegment(at slash: Int, behind name: Int, in text: TextBytes) -> Int {
        let start = slash &+ 1
        guard text[start &+ 15].isBase64 else { return start }
        if text[start] == 0x2F, text[slash &- 1] == 0x31, let end = KeyShape.refreshToken(at: slash, in: text) {
            add(slash &- 1, end, .secret, .shape, text)
            return end
        }
        if let end = Self.webhook(at: start, in: text) {
            add(end.lowerBound, end.upperBound, .secret, .shape, text)
            return end.upperBound
        }
        guard name < 0 || 4...24 ~= slash &- name, Self.holdsDigit(start, in: text) else { return start }
        var name = slash
        while slash &- name < 24, text[name &- 1].isLetter || text[name &- 1] == 0x2D || text[name &- 1] == 0x5F {
            name &-= 1
        }
        guard slash &- name >= 4, text[name &- 1] == 0x2F, Self.announcesSecret(name, slash, in: text)
        else { return start }
        var end = start
        var digits = 0
        while text[end].isWordByte || text[end] == 0x2D || text[end] == 0x7E {
            if text[end].isDigit { digits &+= 1 }
            end &+= 1
        }
        guard end &- start >= 16, digits >= 2, digits < end &- start, KeyShape.isMixed(start, end, in: text),
            !(end &- start == 36 && Self.isUUID(at: start, in: text)), text[end] != 0x2E || !text[end &+ 1].isLetter
        else {
            if explains { noteShapeless(.secret, start, end, in: text) }
            return start
        }
        add(start, end, .secret, [.key, .shape], text)
        return end
    }

    /// Whether the segment `start ..< end` is one that a secret follows.
    private static func announcesSecret(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        switch text[start] | 0x20 {
        case 0x74: text.isOne(of: "token tokens", start, end)
        case 0x72:
            text.isOne(of: "reset reset-password reset_password resetpassword refresh_token", start, end)
        case 0x70: text.isOne(of: "password-reset password_reset password", start, end)
        case 0x73: text.isOne(of: "session sessions secret secrets", start, end)
        case 0x6D: text.isOne(of: "magic magic-link magic_link magiclink", start, end)
        case 0x69: text.isOne(of: "invite invitation invitations", start, end)
        case 0x76: text.isOne(of: "verify verify-email", start, end)
        case 0x63: text.isOne(of: "confirm", start, end)
        case 0x61: text.isOne(of: "activate auth apikey api-key api_key access_token", start, end)
        case 0x75: text.isOne(of: "unsubscribe", start, end)
        case 0x6C: text.isOne(of: "login", start, end)
        default: false
        }
    }

    /// Whether one of the sixteen bytes from `start` on is a digit.
    private static func holdsDigit(_ start: Int, in text: TextBytes) -> Bool {
        Lanes.digits(text.word(at: start, filler: 0)) | Lanes.digits(text.word(at: start &+ 8, filler: 0)) != 0
    }

    /// The secret part of an incoming webhook's or a bot's address whose host starts at `start`, or nil.
    private static func webhook(at start: Int, in text: TextBytes) -> Range<Int>? {
        var secret = start
        if text[start] == 0x68, text.matches("hooks.slack.com/", at: start) {
            secret &+= 16
            while text[secret].isLetter { secret &+= 1 }
        } else if text[start] == 0x61, text.matches("api/webhooks/", at: start) {
            secret &+= 12
        } else if text[start] == 0x62, text.matches("bot", at: start), text[start &+ 3].isDigit {
            var colon = start &+ 3
            while text[colon].isDigit { colon &+= 1 }
            guard text[colon] == 0x3A, text[colon &+ 1].isWordByte else { return nil }
            var end = colon &+ 1
            while text[end].isWordByte || text[end] == 0x2D { end &+= 1 }
            return end &- colon > 30 ? start &+ 3..<end : nil
        } else {
            return nil
        }
        guard text[secret] == 0x2F else { return nil }
        secret &+= 1
        var end = secret
        while text[end].isWordByte || text[end] == 0x2D || text[end] == 0x2F { end &+= 1 }
        return end &- secret >= 16 ? secret..<end : nil
    }

    /// The authorization code of OAuth behind the `=` at `equals` (RFC 6749, 4.1.2): mixed, and 20 bytes or beside a
    /// `state`. Returns where to go on.
    mutating func takeCode(at equals: Int, in text: TextBytes) -> Int {
        let start = equals &+ 1
        guard text.matches("code", at: equals &- 4), text[equals &- 5] == 0x3F || text[equals &- 5] == 0x26 else {
            return start
        }
        var end = start
        while end &- start < 1_024,
            text[end].isWordByte || text[end] == 0x2D || text[end] == 0x2E || text[end] == 0x25
                || text[end] == 0x2F || text[end] == 0x7E
        {
            end &+= 1
        }
        guard end &- start >= 10, KeyShape.isMixed(start, end, in: text) else {
            if explains { noteShapeless(.secret, start, end, in: text) }
            return start
        }
        var hasState = text.matches("&state=", at: end)
        var cursor = equals &- 5
        while !hasState, equals &- cursor < 256, cursor > 0, text[cursor] > 0x20 {
            hasState = text.matches("state=", at: cursor)
            cursor &-= 1
        }
        guard hasState || end &- start >= 20 else {
            if explains { noteShapeless(.secret, start, end, in: text, because: .noTellingWord) }
            return start
        }
        add(start, end, .secret, [.key, .shape], text)
        return end
    }
}
