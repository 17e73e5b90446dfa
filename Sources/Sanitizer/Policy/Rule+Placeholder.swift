extension Rule {
    /// What the rule leaves in place of a value.
    var placeholder: StaticString {
        switch self {
        case .pan: "[redacted:pan]"
        case .expiry: "[redacted:expiry]"
        case .track: "[redacted:track]"
        case .cvv: "[redacted:cvv]"
        case .pin: "[redacted:pin]"
        case .emv: "[redacted:emv]"
        case .threeDS: "[redacted:three-ds]"
        case .encryptedCard: "[redacted:encrypted-card]"
        case .authorization: "[redacted:authorization]"
        case .apiKey: "[redacted:api-key]"
        case .jwt: "[redacted:jwt]"
        case .privateKey: "[redacted:private-key]"
        case .password: "[redacted:password]"
        case .secret: "[redacted:secret]"
        case .cookie: "[redacted:cookie]"
        case .session: "[redacted:session]"
        case .email: "[redacted:email]"
        case .phone: "[redacted:phone]"
        case .ipAddress: "[redacted:ip-address]"
        case .macAddress: "[redacted:mac-address]"
        case .bankAccount: "[redacted:bank-account]"
        case .nationalID: "[redacted:national-id]"
        case .name: "[redacted:name]"
        case .address: "[redacted:address]"
        case .birthDate: "[redacted:birth-date]"
        case .device: "[redacted:device]"
        case .path: "[redacted:path]"
        case .url: "[redacted:url]"
        case .freeText: "[redacted:free-text]"
        case .container: "[redacted:container]"
        case .limit: "[redacted:limit]"
        }
    }

    /// What marks the place of a value that was removed from a longer text.
    static let removedMark: StaticString = "[redacted]"

    /// One past the placeholder or digest of a known rule, or the mark of something removed, that starts at `position`;
    /// nil elsewhere.
    @inline(__always)
    static func placeholderEnd(in text: ByteView, at position: Int) -> Int? {
        guard position + 10 <= text.count, text[position] == 0x5B else { return nil }
        return knownEnd(in: text, at: position)
    }

    @inline(never)
    private static func knownEnd(in text: ByteView, at position: Int) -> Int? {
        unsafe TextBytes(text.buffer).flatMap { bytes in
            text[position + 1] == 0x68
                ? DigestText.end(at: position, in: bytes) : placeholderEnd(at: position, in: bytes)
        }
    }

    /// The same of a placeholder or mark, no digest.
    @inline(never)
    static func placeholderEnd(at position: Int, in text: TextBytes) -> Int? {
        if text.matches(removedMark, at: position) { return position &+ 10 }
        guard text.matches("[redacted:", at: position) else { return nil }
        let start = position &+ 10
        var end = start
        while end &- start <= 20, text[end] != 0x5D {
            guard text[end] == 0x2D || text[end] &- 0x61 < 26 else { return nil }
            end &+= 1
        }
        return text[end] == 0x5D && isID(start, end, in: text) ? end &+ 1 : nil
    }

    /// Whether the bytes `start ..< end`, which are lower-case letters and dashes, are the id of a rule. By their length
    /// first: a text of nothing but placeholders asks for each of them several times.
    static func isID(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        let ids: StaticString =
            switch end &- start {
            case 3: "pan cvv pin emv jwt url"
            case 4: "name path"
            case 5: "track email phone limit"
            case 6: "expiry secret cookie device"
            case 7: "api-key session address"
            case 8: "three-ds password"
            case 9: "free-text container"
            case 10: "ip-address birth-date"
            case 11: "private-key mac-address national-id"
            case 12: "bank-account"
            case 13: "authorization"
            case 14: "encrypted-card"
            default: ""
            }
        return text.isOne(of: ids, start, end)
    }

    /// Whether `text` is the placeholder of a known rule and nothing else: a fixed point of the pass.
    static func isPlaceholder(_ text: ByteView) -> Bool {
        placeholderEnd(in: text, at: 0) == text.count
    }

    /// Whether a placeholder of a known rule stands somewhere in `text`.
    static func hasPlaceholder(_ text: ByteView) -> Bool {
        var position = 0
        while position + 10 <= text.count {
            if text[position] == 0x5B, placeholderEnd(in: text, at: position) != nil { return true }
            position += 1
        }
        return false
    }
}
