/// A data source name: where a reporter sends to, and as whom. `http(s)://public[:secret]@host[:port][/prefix]/project`.
///
/// The secret half of old DSNs is read and forgotten. Whether plain http is acceptable is the reporter's decision.
public struct DSN: Sendable, Hashable {
    /// How the server is reached.
    public let scheme: Scheme
    /// The public key; letters, digits, `-` and `_`, at most 64 bytes.
    public let publicKey: String
    /// The host name, lower case, or an IP address; IPv6 without its brackets.
    public let host: String
    /// The port, if the DSN names one.
    public let port: UInt16?
    /// What stands before the project, with its leading slash and without a trailing one; mostly empty.
    public let prefix: String
    /// The project; letters, digits, `-` and `_`, at most 64 bytes.
    public let project: String

    /// The schemes of a DSN.
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// Without TLS.
        case http
        /// With TLS.
        case https
    }

    /// Reads a DSN. At most 1,024 bytes; nothing is guessed or repaired.
    public init(_ text: String) throws(DSNError) {
        let bytes = ContiguousArray(text.utf8)
        try self.init(bytes.span)
    }

    /// Reads a DSN from its UTF-8 bytes.
    package init(_ text: Span<UInt8>) throws(DSNError) {
        guard text.count > 0 else { throw .empty }
        guard text.count <= 1_024 else { throw .tooLong }
        var cursor = ByteCursor(text)
        if cursor.skip(ignoringCase: "https://") {
            scheme = .https
        } else if cursor.skip(ignoringCase: "http://") {
            scheme = .http
        } else {
            throw .scheme
        }
        guard let userEnd = cursor.find(0x40) else { throw .publicKey }
        let keyEnd = min(userEnd, cursor.find(0x3A) ?? userEnd)
        guard let key = DSN.identifier(text, cursor.offset..<keyEnd) else { throw .publicKey }
        publicKey = key
        cursor.offset = userEnd + 1

        guard let hostEnd = cursor.find(0x2F) else { throw .project }
        (host, port) = try DSN.authority(text, cursor.offset..<hostEnd)

        // A trailing slash after the project is common in hand-written configuration.
        var end = text.count
        while end > hostEnd + 1, text[end - 1] == 0x2F { end -= 1 }
        var projectStart = end
        while projectStart > hostEnd + 1, text[projectStart - 1] != 0x2F { projectStart -= 1 }
        guard let project = DSN.identifier(text, projectStart..<end) else { throw .project }
        self.project = project
        var prefixEnd = projectStart
        while prefixEnd > hostEnd, text[prefixEnd - 1] == 0x2F { prefixEnd -= 1 }
        guard let prefix = DSN.path(text, hostEnd..<prefixEnd) else { throw .prefix }
        self.prefix = prefix
    }

    /// Where envelopes go: `POST` to this.
    public var envelopeURL: String {
        "\(base)/api/\(project)/envelope/"
    }

    /// Whether the host is this machine's loopback interface, where plain http gives nothing away.
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" || host.hasSuffix(".localhost") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private var base: String {
        let literal = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(literal)\(port.map { ":\($0)" } ?? "")\(prefix)"
    }
}

extension DSN: CustomStringConvertible {
    /// The DSN in its shortest form, without a secret.
    public var description: String {
        let literal = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(publicKey)@\(literal)\(port.map { ":\($0)" } ?? "")\(prefix)/\(project)"
    }
}

/// Which part of a DSN is wrong. Never holds the text.
public enum DSNError: String, Error, Sendable, Hashable, CaseIterable {
    /// There is nothing.
    case empty
    /// Over 1,024 bytes.
    case tooLong
    /// Neither `http://` nor `https://`.
    case scheme
    /// No `key@`, or the key has other bytes than letters, digits, `-` and `_`.
    case publicKey
    /// No host, or not a host name or address.
    case host
    /// Not a number from 1 to 65535.
    case port
    /// A path before the project with other bytes than letters, digits, `-`, `_`, `.`, `~`, or with `..`.
    case prefix
    /// No project, or it has other bytes than letters, digits, `-` and `_`.
    case project
}

extension DSN {
    /// Letters, digits, `-`, `_`; 1 to 64 bytes.
    static func identifier(_ text: Span<UInt8>, _ range: Range<Int>) -> String? {
        guard !range.isEmpty, range.count <= 64 else { return nil }
        return string(text, range) { byte in
            ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F
        }
    }

    private static func path(_ text: Span<UInt8>, _ range: Range<Int>) -> String? {
        guard !range.isEmpty else { return "" }
        let path = string(text, range) { byte in
            ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x2F || byte == 0x5F || byte == 0x7E
        }
        guard let path, !path.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else { return nil }
        return path
    }

    private static func authority(_ text: Span<UInt8>, _ range: Range<Int>) throws(DSNError) -> (String, UInt16?) {
        var hostRange = range
        var portRange: Range<Int>?
        let isLiteral = !range.isEmpty && text[range.lowerBound] == 0x5B
        if isLiteral {
            var close = range.lowerBound
            while close < range.upperBound, text[close] != 0x5D { close += 1 }
            guard close < range.upperBound else { throw .host }
            hostRange = range.lowerBound + 1..<close
            if close + 1 < range.upperBound {
                guard text[close + 1] == 0x3A else { throw .host }
                portRange = close + 2..<range.upperBound
            }
        } else {
            for offset in range where text[offset] == 0x3A {
                hostRange = range.lowerBound..<offset
                portRange = offset + 1..<range.upperBound
                break
            }
        }
        guard !hostRange.isEmpty, hostRange.count <= 253 else { throw .host }
        let host = string(text, hostRange) { byte in
            if isLiteral { return ASCII.isHexDigit(byte) || byte == 0x3A || byte == 0x2E }
            return ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
        }
        guard let host else { throw .host }
        guard let portRange else { return (host.lowercased(), nil) }
        guard let digits = string(text, portRange, where: ASCII.isDigit), let port = UInt16(digits), port > 0 else {
            throw .port
        }
        return (host.lowercased(), port)
    }

    private static func string(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        where isAllowed: (UInt8) -> Bool
    ) -> String? {
        var bytes: [UInt8] = []
        for offset in range {
            guard isAllowed(text[offset]) else { return nil }
            bytes.append(text[offset])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
