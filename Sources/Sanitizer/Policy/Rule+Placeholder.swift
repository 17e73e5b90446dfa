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
        unsafe TextBytes(text.buffer).flatMap { Placeholder.end(at: position, in: $0) }
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
