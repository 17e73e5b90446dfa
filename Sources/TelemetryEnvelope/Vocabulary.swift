/// Closed vocabularies of the wire by their UTF-8 bytes, so that reading a name makes no `String`.
enum Vocabulary {
    static let itemTypes = Table<ItemType>()
    static let categories = Table<DataCategory>()
    static let dropReasons = Table<DropReason>()

    /// The cases of an enumeration by the bytes of their raw values.
    struct Table<Value: RawRepresentable & CaseIterable & Sendable>: Sendable where Value.RawValue == String {
        private let entries: [(name: ContiguousArray<UInt8>, value: Value)]

        init() {
            entries = Value.allCases.map { (ContiguousArray($0.rawValue.utf8), $0) }
        }

        /// The case whose raw value is exactly `bytes`. A few dozen comparisons of lengths, no allocation.
        func value(for bytes: Span<UInt8>) -> Value? {
            for entry in entries {
                let name = entry.name
                if equal(name.span, bytes) { return entry.value }
            }
            return nil
        }
    }
}

/// Whether two spans hold the same bytes.
func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    for offset in 0..<one.count where one[offset] != other[offset] {
        return false
    }
    return true
}

/// Whether a span holds exactly the bytes of a literal.
func equal(_ bytes: Span<UInt8>, _ literal: StaticString) -> Bool {
    guard bytes.count == literal.utf8CodeUnitCount else { return false }
    for offset in 0..<bytes.count where unsafe bytes[offset] != literal.utf8Start[offset] {
        return false
    }
    return true
}
