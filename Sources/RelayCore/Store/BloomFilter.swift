/// A set of hashes that may err on one side: what was inserted is always found, and about 2.4 % of the rest too.
///
/// Eight bits an entry at `capacity`, four probes. A value type; a copy shares its bytes until changed.
struct BloomFilter: Sendable {
    /// Entries it is sized for.
    static let capacity = 65_536
    private static let byteCount = capacity
    private static let mask = UInt64(byteCount * 8 - 1)

    /// The bits.
    private(set) var bytes: [UInt8]

    /// An empty filter.
    init() {
        bytes = [UInt8](repeating: 0, count: BloomFilter.byteCount)
    }

    /// A filter from stored bits; nil if their number is wrong.
    init?(bytes: [UInt8]) {
        guard bytes.count == BloomFilter.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Adds a hash whose bits are already well mixed.
    mutating func insert(_ hash: UInt64) {
        for probe in 0..<4 {
            let bit = BloomFilter.bit(hash, probe)
            bytes[bit >> 3] |= 1 << UInt8(bit & 7)
        }
    }

    /// Whether the hash may have been inserted; false is certain.
    func mayContain(_ hash: UInt64) -> Bool {
        for probe in 0..<4 {
            let bit = BloomFilter.bit(hash, probe)
            guard bytes[bit >> 3] & 1 << UInt8(bit & 7) != 0 else { return false }
        }
        return true
    }

    /// Double hashing: two halves of the hash make all four positions (Kirsch and Mitzenmacher).
    private static func bit(_ hash: UInt64, _ probe: Int) -> Int {
        Int((hash &+ UInt64(probe) &* (hash >> 32 | hash << 32 | 1)) & mask)
    }
}
