/// Secrets that their own shape gives away.
extension TextScanner {
    /// Finds what begins with a telling word or is a telling token: keys of known services, JSON web tokens,
    /// credentials behind their scheme, codes that a word announces.
    @inline(never)
    mutating func findWords(_ text: TextBytes, _ map: TextMap, digits: Int, _ marks: TextMarks) {
        // A cryptogram in base64 may have fewer than a code has.
        let mayAnnounce = digits >= 3 || digits >= 1 && marks.hasLongToken
        let announces = (mayAnnounce || marks.has(.space)) && noteWords(map, in: text) && mayAnnounce
        let hasJoin = marks.has(.underscore)
        // A word that announces a code may stand in any token.
        var walk = TokenWalk(map, announces ? .announced : marks.has(.space) ? .telling : .tellingWithoutSpace)
        while let start = walk.next() {
            let end = map.end(from: start) { map[.tokens, $0] }
            var position = end
            let length = end &- start
            let next = text[end]
            let isSpeaker = next == 0x20 && 3...10 ~= length && map.holds(.speakers, start)
            let isTelling =
                length >= 10
                ? hasJoin || KeyShape.mayBegin(text[start])
                : length <= 4 && next == 0x2E && KeyShape.mayDot(text[start])
            if isSpeaker || isTelling { position = takeToken(start, end, digits, marks, in: text) }
            if announces, length >= 3, map.holds(.announcers, start, end) {
                takeAnnouncements(start, end, map, in: text)
            }
            // Behind a secret words start anew, wherever it ends.
            if position > end {
                if position < text.count { map.note(.speakers, position) }
                walk.restart(at: position)
            }
        }
    }

    /// Words that tell what the next one is: schemes, and what `takeSpoken` knows.
    static let speakers: StaticString =
        """
        bearer basic digest token password passwd passphrase pwd secret apikey api_key api-key masterauth auth identified
        """

    /// Looks at the token `start ..< end` and the space behind it. Returns where to go on.
    private mutating func takeToken(
        _ start: Int,
        _ end: Int,
        _ digits: Int,
        _ marks: TextMarks,
        in text: TextBytes
    ) -> Int {
        let length = end &- start
        let next = text[end]
        var position = end
        if length >= 10 {
            if marks.has(.underscore) || KeyShape.mayBegin(text[start]) {
                position = max(end, takeKey(start, end, in: text, marks))
            }
        } else if next == 0x2E {
            if length <= 4, let key = KeyShape.dotted(at: start, in: text) {
                add(start, key, .apiKey, .shape, text)
                position = max(end, key)
            }
        } else if next == 0x20, 5...6 ~= length {
            position = max(end, takeSchemed(start, end, in: text))
        }
        if 3...10 ~= length, digits >= 1, text[position] == 0x20, Self.maySpeak(start, in: text) {
            takeSpoken(start, end, in: text)
        }
        return position
    }

    /// Looks at the token `start ..< end` of ten letters, digits, `_` and `-` or more. Returns where the secret in it
    /// ends.
    private mutating func takeKey(_ start: Int, _ end: Int, in text: TextBytes, _ marks: TextMarks) -> Int {
        if let jwt = JSONWebToken.end(at: start, end, in: text) {
            add(start, jwt, .jwt, .shape, text)
            return jwt
        }
        if let key = KeyShape.end(at: start, end, in: text) {
            add(start, key, .apiKey, .shape, text)
            return key
        }
        if marks.has(.underscore), let secret = KeyShape.clientSecret(start, end, in: text) {
            add(start, secret, .secret, .shape, text)
            return secret
        }
        if explains { noteKey(start, end, in: text) }
        return end
    }

    /// `Bearer x`, `Basic x`, `Digest x`, `Token x`: the value needs a digit or a `=`, as prose uses the words too.
    private mutating func takeSchemed(_ start: Int, _ end: Int, in text: TextBytes) -> Int {
        switch text[start] | 0x20 {
        case 0x62, 0x64, 0x74: break
        default: return end
        }
        guard text.isOne(of: "bearer basic digest token", start, end) else { return end }
        let value = end &+ 1
        if isChallenge(start, value, in: text) {
            if explains { noteScheme(value, isChallenge: true, in: text) }
            return end
        }
        // `token eyJ…`: what it is says more than the word before it.
        if text[start] | 0x20 == 0x74, text.matches("eyJ", at: value) { return end }
        var cursor = value
        var digits = 0
        var letters = 0
        var equals = 0
        while cursor < text.count {
            let byte = text[cursor]
            guard byte.isBase64 || byte == 0x3D || byte == 0x2E || byte == 0x7E else { break }
            if byte.isDigit { digits &+= 1 } else if byte.isLetter { letters &+= 1 }
            if byte == 0x3D { equals &+= 1 }
            cursor &+= 1
            // Padding ends a token; `username="…"` is a parameter of Digest; `count=3` is neither.
            if byte == 0x3D, text[cursor] != 0x3D { break }
        }
        while cursor > value, text[cursor &- 1] == 0x2E { cursor &-= 1 }
        let length = cursor &- value
        let isDigest = text[start] | 0x20 == 0x64
        if equals > 0, text[cursor].isAlphanumeric || isDigest && !text[cursor].isQuote { return end }
        if isDigest, equals == 0 { return end }
        let isBearer = text[start] | 0x20 == 0x62 && length >= 4
        guard
            (digits > 0 || equals > 0) && letters > 0 && (isBearer || length >= 6)
                || digits >= 6 && text.isOne(of: "bearer", start, end) || length >= 24
        else {
            if explains { noteScheme(value, isChallenge: false, in: text) }
            return end
        }
        var close = cursor
        if equals > 0, text[cursor].isQuote {
            // `Digest username="…", realm="…"`: the parameters go together, up to the end of the line.
            while close < text.count, text[close] != 0x0A, text[close] != 0x0D { close &+= 1 }
        }
        add(value, close, .authorization, .shape, text)
        return close
    }

    /// Whether the scheme at `start` is followed by the parameters of a challenge (RFC 9110, 11.6.1): a realm or an
    /// error, and no answer to it.
    private func isChallenge(_ start: Int, _ value: Int, in text: TextBytes) -> Bool {
        var name = value
        while name &- value < 24, text[name].isLetter || text[name] == 0x5F { name &+= 1 }
        guard text[name] == 0x3D,
            text.isOne(of: "realm error error_description scope charset resource_metadata qop title", value, name)
        else { return false }
        guard text[start] | 0x20 == 0x64 else { return true }
        // Of Digest, what answers a challenge names the user and holds a response.
        var cursor = name
        while cursor &- value < 1_024, cursor < text.count, text[cursor] != 0x0A {
            if text.matchesIgnoringCase("response=", at: cursor) || text.matchesIgnoringCase("username=", at: cursor) {
                return false
            }
            cursor &+= 1
        }
        return cursor &- value < 1_024
    }

    /// Finds PEM blocks, whole or cut off at either end, with line breaks as they are or escaped (RFC 7468), and those
    /// of SSH2 (RFC 4716). What is public by its label stays.
    @inline(never)
    mutating func findPEM(_ text: TextBytes) {
        var position = 0
        var floor = 0
        while position < text.count {
            position = text.next(0x2D, from: position)
            let dashes = position
            while text[position] == 0x2D { position &+= 1 }
            guard position &- dashes >= 4 else {
                if position &- dashes == 1, text[position] == 0x4C, let end = takePrivateLines(around: dashes, in: text)
                {
                    position = end
                }
                continue
            }
            let label = text[position] == 0x20 ? position &+ 1 : position
            if text.matches("BEGIN ", at: label) || text.matches("BEGIN+", at: label) {
                guard !Self.isPublic(label &+ 6, in: text) else {
                    if explains { notePublicBlock(dashes, in: text) }
                    continue
                }
                let end = Self.endOfBlock(from: label &+ 6, in: text)
                add(dashes, end, .privateKey, .shape, text)
                position = end
                floor = end
            } else if text.matches("END ", at: label), !Self.isPublic(label &+ 4, in: text) {
                // Its beginning is missing.
                let start = Self.startOfBody(before: dashes, floor: floor, in: text)
                if dashes &- start >= 24 { add(start, dashes, .privateKey, .shape, text) }
                floor = position
            }
        }
    }

    /// Takes the lines behind `Private-Lines: 8`, whose dash is at `dash`, up to the next header or the end: the key of a
    /// PuTTY file. Returns where to go on, or nil when they are none.
    private mutating func takePrivateLines(around dash: Int, in text: TextBytes) -> Int? {
        guard text.matches("Private-Lines: ", at: dash &- 7), !text[dash &- 8].isWordByte else { return nil }
        var start = dash &+ 8
        while text[start].isDigit { start &+= 1 }
        while text[start].isBlank || text[start] == 0x5C || text[start] == 0x6E && text[start &- 1] == 0x5C {
            start &+= 1
        }
        let header = text.next(0x2D, from: start)
        var end = header
        // `Private-MAC:` begins a line.
        while header < text.count, end > start, text[end &- 1].isLetter { end &-= 1 }
        if text[end] == 0x6E, text[end &- 1] == 0x5C { end &-= 1 }
        while end > start, text[end &- 1].isBlank { end &-= 1 }
        guard end &- start >= 16, Placeholder.end(at: start, in: text) == nil else { return nil }
        add(start, end, .privateKey, .shape, text)
        return max(header, end)
    }

    /// Whether the block whose label is at `start` may be seen by anybody: certificates, requests for them, lists of
    /// revoked ones, public keys, parameters, signatures.
    private static func isPublic(_ start: Int, in text: TextBytes) -> Bool {
        var end = start
        // A form has a plus sign for the space.
        while end &- start < 48, text[end].isUpper || text[end].isDigit || text[end] == 0x20 || text[end] == 0x2B {
            end &+= 1
        }
        if text[end &- 1] == 0x20 { end &-= 1 }
        guard text.matches("----", at: end) || text.matches(" ----", at: end) else { return false }
        for kind in [
            "CERTIFICATE", "CERTIFICATE REQUEST", "PUBLIC KEY", "PUBLIC KEY BLOCK", "X509 CRL", "PARAMETERS",
            "PGP SIGNATURE", "PGP SIGNED MESSAGE", "PUBLIC+KEY",
        ] as [StaticString] {
            let first = end &- kind.utf8CodeUnitCount
            // The kind may follow the name of an algorithm.
            if text.matches(kind, at: first), first == start || first > start && !text[first &- 1].isAlphanumeric {
                return true
            }
        }
        return false
    }

    /// One past the block whose label starts at `start`: behind its end line, or the end of the text.
    private static func endOfBlock(from start: Int, in text: TextBytes) -> Int {
        var end = text.next(0x2D, from: start)
        while end < text.count {
            if text.matches("---- END ", at: end) || text.matches("-----END ", at: end)
                || text.matches("-----END+", at: end)
            {
                var close = end &+ 9
                while close &- end < 64, close < text.count, !text.matches("----", at: close) { close &+= 1 }
                guard text.matches("----", at: close) else { return end &+ 9 }
                while text[close] == 0x2D { close &+= 1 }
                return close
            }
            end = text.next(0x2D, from: end &+ 1)
        }
        return end
    }

    /// The start of the lines of base64 before the end line at `end`.
    private static func startOfBody(before end: Int, floor: Int, in text: TextBytes) -> Int {
        var start = end
        while start > floor {
            let byte = text[start &- 1]
            guard byte.isBase64 && byte != 0x2D || byte == 0x3D || byte == 0x0A || byte == 0x0D || byte == 0x5C else {
                break
            }
            start &-= 1
        }
        return start
    }
}

/// JSON web tokens and their encrypted kin (RFC 7519, 7516): base64url parts, the first of a JSON object.
enum JSONWebToken {
    /// One past the token whose first part is `start ..< end`, when it is one.
    static func end(at start: Int, _ end: Int, in text: TextBytes) -> Int? {
        guard text.matches("eyJ", at: start), text[end] == 0x2E else { return nil }
        var close = end
        var parts = 1
        while parts < 5, text[close] == 0x2E {
            var cursor = close &+ 1
            while text[cursor].isWordByte || text[cursor] == 0x2D { cursor &+= 1 }
            if cursor == close &+ 1 {
                // An empty signature, or encrypted key, keeps its point.
                guard parts >= 2 else { break }
            } else if parts == 1, cursor &- close < 5 {
                break
            }
            parts &+= 1
            close = cursor
        }
        return parts >= 2 ? close : nil
    }
}
