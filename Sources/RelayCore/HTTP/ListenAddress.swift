/// A host and port to listen on.
struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name or address; IPv6 without brackets.
    var host: String
    /// The port; 0 lets the system choose.
    var port: UInt16

    /// Reads `HOST:PORT`, `[IPv6]:PORT`, or `PORT` alone on the loopback address. Nil for anything else.
    init?(_ text: String) {
        if let port = UInt16(text) {
            self.init(host: "127.0.0.1", port: port)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// An address from its parts.
    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `HOST:PORT`, IPv6 in brackets.
    var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension ListenAddress {
    /// As a client on this machine reaches it: the wildcard addresses become loopback.
    var reachable: ListenAddress {
        switch host {
        case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
        case "::": ListenAddress(host: "::1", port: port)
        default: self
        }
    }
}
