internal import Sanitizer

/// The relay's key for keyed digests, with the name that stands in each of them.
///
/// Written as `NAME:HEX`: 1 to 16 lower-case letters, and at least 32 bytes in hexadecimal. A new key gets a new name, so
/// that digests of the old one stay told apart. Never printed, and no error has a byte of it.
struct HMACKey: KeyedDigest {
    /// The fewest bytes of a key, and the most.
    static let lengths = 32...256

    let keyID: String
    private let key: [UInt8]

    /// Why a text is no key, as one clause.
    struct Failure: Error, Hashable {
        let text: String
    }

    /// Reads `NAME:HEX`; white space around it is passed over, and so is everything behind the first line.
    init(_ text: some Sequence<UInt8>) throws(Failure) {
        let line = text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        let parts = line.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw Failure(text: "a key is NAME:HEX") }
        guard 1...16 ~= parts[0].count, parts[0].allSatisfy({ (0x61...0x7A).contains($0) }) else {
            throw Failure(text: "the name of a key is 1 to 16 lower-case letters")
        }
        var key: [UInt8] = []
        var half: UInt8?
        for byte in parts[1] {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: throw Failure(text: "a key is written in hexadecimal digits")
            }
            if let high = half {
                key.append(high << 4 | digit)
                half = nil
            } else {
                half = digit
            }
        }
        guard half == nil, Self.lengths ~= key.count, Set(key).count > 4 else {
            throw Failure(text: "a key has \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) random bytes")
        }
        keyID = String(decoding: parts[0], as: UTF8.self)
        self.key = key
    }

    func digest(of message: ContiguousArray<UInt8>) -> [UInt8]? { Digest.hmac(key: key, message) }
}
