/// A URL in parts, as far as checkout cores look at them: scheme, host, path and query items.
public struct WebAddress: Hashable, Sendable {
    /// In lower case.
    public let scheme: String
    /// In lower case, without user information and port; empty if there is none.
    public let host: String
    /// As it stands, without a slash at its end.
    public let path: String
    /// Names and values of the query, percent-decoded, in their order.
    public let query: [Item]

    /// One item of a query.
    public struct Item: Hashable, Sendable {
        /// Before the equals sign.
        public let name: String
        /// Behind it; empty without one.
        public let value: String
    }

    /// Reads a URL; nil for text that does not begin with a scheme.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        var rest = text[text.index(after: colon)...]
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
        var items: Substring = ""
        if let mark = rest.firstIndex(of: "?") {
            items = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        var authority: Substring = ""
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = rest[..<slash]
            rest = rest[slash...]
        }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if let port = authority.lastIndex(of: ":") { authority = authority[..<port] }
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        host = authority.lowercased()
        path = String(rest)
        query = items.split(whereSeparator: { $0 == "&" || $0 == ";" }).map(Self.item)
    }

    /// The first value of a name in the query.
    public func value(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Whether another address is the same place: scheme, host and path. Queries do not count.
    public func isSamePlace(as other: WebAddress) -> Bool {
        scheme == other.scheme && host == other.host && path == other.path
    }

    private static func item(_ text: Substring) -> Item {
        let equals = text.firstIndex(of: "=")
        let value = equals.map { text[text.index(after: $0)...] } ?? ""
        return Item(name: decoded(text[..<(equals ?? text.endIndex)]), value: decoded(value))
    }

    private static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(0x25) || text.utf8.contains(0x2B) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        var pending = rest.next()
        while let byte = pending {
            pending = rest.next()
            guard byte == 0x25, let high = pending.flatMap(Self.digit) else {
                bytes.append(byte == 0x2B ? 0x20 : byte)
                continue
            }
            let second = rest.next()
            guard let low = second.flatMap(Self.digit) else {
                bytes.append(byte)
                continue
            }
            bytes.append(high << 4 | low)
            pending = rest.next()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
