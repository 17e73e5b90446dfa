/// A short word that is not from a list: a version, an error's domain, a type's name, a host.
///
/// 1 to 64 of `A-Z a-z 0-9 _ . , : / + -`, the shape that `strict` lets stand; it goes through the pass like any text.
public struct CheckoutToken: Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let description: String

    /// The longest token, in bytes.
    public static let limit = 64

    /// A token; nil for text of another shape.
    public init?(_ text: String) {
        guard (1...Self.limit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        description = text
    }

    /// A token of bytes; nil for text of another shape.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count > 0, bytes.count <= Self.limit else { return nil }
        for offset in 0..<bytes.count where !Self.isAllowed(bytes[offset]) { return nil }
        description = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2E, 0x2C, 0x3A, 0x2F, 0x2B, 0x2D: true
        default: false
        }
    }
}
