internal import TelemetryWire

/// What may be told of a URL: its scheme, by the closed list, and the registrable domain of a host on the web.
///
/// Everything else (user information, the host's first labels, port, path, query, fragment) is not kept anywhere: it
/// holds sessions, accounts and names. No domain for other schemes than `http`, `https`, `ws`, `wss` and `ftp`, for
/// addresses of the internet protocol, for names without a point, and where the domain reads like a number.
struct URLOutline: Sendable, Hashable {
    /// The scheme; nil for text without one.
    let scheme: CheckoutURLScheme?
    /// The registrable domain, lower case: the last two labels, three under a country's generic second level.
    let domain: CheckoutToken?

    /// The longest domain that is told, in bytes; and the digits in a row that a label may have.
    private static let longest = 64
    private static let digits = 4
    // Bytes of a URL that are looked at: what ends a host comes before, or there is no telling where it ends.
    private static let reach = 2_048

    /// The outline of a URL as it came, or of anything else. Linear in the first 2,048 bytes; the rest
    /// is not looked at.
    init(_ text: String) {
        let bytes = ContiguousArray(text.utf8.prefix(Self.reach))
        guard let colon = Self.colon(bytes) else {
            (scheme, domain) = (nil, nil)
            return
        }
        let name = String(decoding: bytes[..<colon].map(Self.lowered), as: UTF8.self)
        scheme = CheckoutURLScheme(reading: name)
        domain = Self.hasHost(name) ? Self.domain(bytes, after: colon + 1) : nil
    }

    /// Where the scheme ends; nil if the text begins with none.
    private static func colon(_ bytes: ContiguousArray<UInt8>) -> Int? {
        for (offset, byte) in bytes.enumerated() {
            if byte == 0x3A { return offset == 0 ? nil : offset }
            let isLetter = (byte | 0x20) &- 0x61 < 26
            let isLater = byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
            guard isLetter || (offset > 0 && isLater) else { return nil }
        }
        return nil
    }

    private static func hasHost(_ scheme: String) -> Bool {
        ["https", "http", "wss", "ws", "ftp"].contains(scheme)
    }

    private static func domain(_ bytes: ContiguousArray<UInt8>, after start: Int) -> CheckoutToken? {
        guard bytes.count > start + 2, bytes[start] == 0x2F, bytes[start + 1] == 0x2F else { return nil }
        var host = start + 2
        var end = host
        // A backslash ends an authority as browsers read it; the last @ ends the user information.
        while end < bytes.count, ![0x2F, 0x5C, 0x3F, 0x23].contains(bytes[end]) {
            if bytes[end] == 0x40 { host = end + 1 }
            end += 1
        }
        guard end < reach else { return nil }
        var labels: [[UInt8]] = [[]]
        for byte in bytes[host..<end] {
            if byte == 0x3A { break }
            if byte == 0x2E {
                labels.append([])
            } else {
                labels[labels.count - 1].append(lowered(byte))
            }
        }
        if labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.count >= 2, labels.allSatisfy(isLabel), let top = labels.last, top.allSatisfy({ $0 > 0x39 }) else {
            return nil
        }
        let kept = labels.suffix(labels.count > 2 && isGeneric(labels) ? 3 : 2)
        guard kept.allSatisfy({ !readsLikeNumber($0) }) else { return nil }
        let name = String(decoding: Array(kept.joined(separator: [0x2E])), as: UTF8.self)
        return name.utf8.count <= longest ? CheckoutToken(name) : nil
    }

    private static func isLabel(_ label: [UInt8]) -> Bool {
        !label.isEmpty && label.count <= 63 && label.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D }
    }

    private static func readsLikeNumber(_ label: [UInt8]) -> Bool {
        var run = 0
        for byte in label {
            run = byte &- 0x30 < 10 ? run + 1 : 0
            if run > digits { return true }
        }
        return false
    }

    /// Whether the last two labels are a country's generic second level, under which anybody registers.
    private static func isGeneric(_ labels: [[UInt8]]) -> Bool {
        guard let top = labels.last, top.count == 2 else { return false }
        let second = String(decoding: labels[labels.count - 2], as: UTF8.self)
        return [
            "co", "ac", "go", "or", "ne", "com", "org", "net", "gov", "edu", "gob", "mil", "ltd", "plc",
        ].contains(second)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
