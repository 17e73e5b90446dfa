/// What a return URL is recognised by: scheme, host and path, as the SDKs document it. Query and fragment do not count and
/// are not kept; nothing of it leaves the process.
struct ReturnAddress: Sendable, Hashable {
    private let scheme: String
    private let host: String
    private let path: String

    /// The address of a URL; nil for text without a scheme. Scheme and host in any case, a path without its last slash.
    init?(_ text: String) {
        let whole = text.utf8.prefix(8_192)
        guard let colon = whole.firstIndex(of: 0x3A), colon != whole.startIndex else { return nil }
        scheme = (String(whole[..<colon]) ?? "").lowercased()
        guard !scheme.isEmpty else { return nil }
        var rest = whole[whole.index(after: colon)...]
        if let end = rest.firstIndex(where: { $0 == 0x3F || $0 == 0x23 }) { rest = rest[..<end] }
        var authority = rest[rest.startIndex..<rest.startIndex]
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        if let at = authority.lastIndex(of: 0x40) { authority = authority[authority.index(after: at)...] }
        while rest.last == 0x2F { rest = rest.dropLast() }
        host = (String(authority) ?? "").lowercased()
        path = String(rest) ?? ""
    }
}
