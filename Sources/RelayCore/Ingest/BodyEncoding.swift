/// How a request's body is compressed, by its `Content-Encoding`.
enum BodyEncoding: Sendable, Hashable {
    /// Not at all.
    case identity
    /// gzip (RFC 1952).
    case gzip
    /// zlib (RFC 1950), or bare deflate (RFC 1951) as some clients send it.
    case deflate
    /// Brotli (RFC 7932).
    case brotli
    /// One that the relay does not read.
    case unsupported

    /// Reads a header value. A missing or empty one is identity, which real clients send.
    init(header: String?) {
        var name = Substring(header ?? "")
        while name.first == " " || name.first == "\t" { name = name.dropFirst() }
        while name.last == " " || name.last == "\t" { name = name.dropLast() }
        switch name.lowercased() {
        case "", "identity": self = .identity
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .brotli
        default: self = .unsupported
        }
    }
}
