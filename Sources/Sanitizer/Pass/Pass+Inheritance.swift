extension Pass {
    /// What a member of a secret's object is taken for when its own name says nothing: `{"cvv": {"entered": "123"}}`
    /// is no less a verification code than `{"cvv": "123"}` (PCI DSS 3.3.1 knows no exception for a wrapper).
    ///
    /// Words about the value (`length`, `required`, `expires_at`) stay what they are. The rule holds on more loosely
    /// than by name alone: codes take digits only, credentials what has a token's shape; passwords and tracks, which
    /// have none, take everything.
    mutating func inherited(_ verdict: KeyVerdict) -> KeyVerdict {
        guard let rule = top.own.rule,
            verdict.hints.isDisjoint(with: [.qualifier, .time, .version, .identifier, .trace])
        else { return verdict }
        guard top.own.grip == .any else { return KeyVerdict(rule: rule, grip: top.own.grip) }
        switch rule {
        case .cvv, .pin: return KeyVerdict(rule: rule, grip: .digits)
        case .password, .track, .emv:
            return KeyVerdict(rule: rule, grip: verdict.hints.contains(.nameSlot) ? .token : .any)
        default: return KeyVerdict(rule: rule, grip: .token)
        }
    }

    /// Whether the object at hand is a card by what else it holds: a verification code or an expiry date, or a word
    /// for a card in the place of a type. Looked for once an object, among its first members, within 1 KiB.
    mutating func hasCardSign(_ bytes: ByteView) -> Bool {
        if top.cardSign == .unknown { top.cardSign = findCardSign(bytes) ? .yes : .no }
        return top.cardSign == .yes
    }

    private mutating func findCardSign(_ bytes: ByteView) -> Bool {
        var ahead = JSONTokenizer(position: top.inputStart)
        guard let first = try? ahead.next(in: bytes), first == .objectStart else { return false }
        var isType = false
        while ahead.position - top.inputStart < 1_024, let kind = try? ahead.next(in: bytes), ahead.depth > 0 {
            guard ahead.depth == 1 else { continue }
            if kind == .key {
                let name = bytes[ahead.start + 1..<ahead.end - 1]
                let rule = classifier.classify(name, profile: policy.profile).rule
                if rule == .cvv || rule == .expiry { return true }
                isType = Self.isWord(name, "type object brand network scheme kind method instrument funding issuer")
            } else if kind == .string, isType {
                let words: StaticString = """
                    card scheme credit debit prepaid creditcard credit_card debitcard debit_card paymentcard \
                    payment_card visa mastercard amex unionpay maestro rupay mada jcb discover diners elo mir troy verve
                    """
                if Self.isWord(bytes[ahead.start + 1..<ahead.end - 1], words) { return true }
            }
        }
        return false
    }

    /// Whether the member at hand is a private part of a JSON web key (RFC 7518, 6.2.2, 6.3.2, 6.4.1).
    mutating func isPrivateMember(_ bytes: ByteView) -> Bool {
        let name = bytes[top.keyStart..<top.keyEnd]
        guard name.count <= 2, Self.isWord(name, "d p q dp dq qi k") else { return false }
        if top.keySign == .unknown { top.keySign = findKeyType(bytes) ? .yes : .no }
        return top.keySign == .yes
    }

    /// Looks for the type of a key among the members of the object, within its first 8 KiB.
    private mutating func findKeyType(_ bytes: ByteView) -> Bool {
        var ahead = JSONTokenizer(position: top.inputStart)
        guard let first = try? ahead.next(in: bytes), first == .objectStart else { return false }
        while ahead.position - top.inputStart < 8_192, let kind = try? ahead.next(in: bytes), ahead.depth > 0 {
            guard ahead.depth == 1, kind == .key, bytes[ahead.start + 1..<ahead.end - 1].equalsIgnoringCase("kty")
            else {
                continue
            }
            guard (try? ahead.next(in: bytes)) == .string else { return false }
            return Self.isWord(bytes[ahead.start + 1..<ahead.end - 1], "rsa ec okp oct")
        }
        return false
    }

    /// Whether `text` is one of `words`, which are in lower case and separated by spaces.
    static func isWord(_ text: ByteView, _ words: StaticString) -> Bool {
        var start = 0
        while start < words.utf8CodeUnitCount {
            var end = start
            while end < words.utf8CodeUnitCount, unsafe words.utf8Start[end] != 0x20 { end += 1 }
            if end - start == text.count {
                var matched = 0
                while matched < text.count,
                    unsafe KeyTable.lowered(text[matched]) == words.utf8Start[start + matched]
                {
                    matched += 1
                }
                if matched == text.count { return true }
            }
            start = end + 1
        }
        return false
    }

    /// Whether a digit occurs.
    static func hasDigit(_ text: ByteView) -> Bool {
        for position in 0..<text.count where text[position] &- 0x30 < 10 { return true }
        return false
    }

    /// How many digits a text holds.
    static func digits(in text: ByteView) -> Int {
        var count = 0
        for position in 0..<text.count where text[position] &- 0x30 < 10 { count += 1 }
        return count
    }
}

extension Rule {
    /// Whether an object under a name of this rule hands the rule down to its members.
    var handsDown: Bool { dataClass == .authentication || dataClass == .secret }

    /// Whether the values of the rule are digits.
    var isDigits: Bool { self == .pan || self == .cvv || self == .pin }
}
