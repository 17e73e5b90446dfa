/// Where in a document the pass stands: keys and indices from the root down. At most 100 components (the depth limit).
///
/// Handed to observers by borrow; compare it on the spot. Comparing allocates nothing.
public struct PassPath: ~Copyable {
    /// One component: an index, or a key's bytes in `keyBytes` (JSON escapes resolved, renamed keys as renamed).
    struct Component {
        var index: Int
        var keyStart: Int
        var keyEnd: Int
        var isKey: Bool { index < 0 }
    }

    var components: ContiguousArray<Component> = []
    var keyBytes: ContiguousArray<UInt8> = []

    init() {
        components.reserveCapacity(100)
        keyBytes.reserveCapacity(1_024)
    }

    /// The number of components; 0 for the root.
    public var depth: Int { components.count }

    /// Whether the component at `level` (0 is the outermost) is the key `key`, byte for byte.
    public func key(at level: Int, is key: StaticString) -> Bool {
        guard level >= 0, level < components.count else { return false }
        let component = components[level]
        guard component.isKey, component.keyEnd - component.keyStart == key.utf8CodeUnitCount else { return false }
        for offset in 0..<key.utf8CodeUnitCount {
            guard unsafe key.utf8Start[offset] == keyBytes[component.keyStart + offset] else { return false }
        }
        return true
    }

    /// The array index at `level`, or nil if that component is a key.
    public func index(at level: Int) -> Int? {
        guard level >= 0, level < components.count, !components[level].isKey else { return nil }
        return components[level].index
    }

    /// The key at `level` as it stands in the output. Allocates.
    public func key(at level: Int) -> Sanitized<String>? {
        guard level >= 0, level < components.count, components[level].isKey else { return nil }
        let component = components[level]
        return Sanitized(trusted: String(decoding: keyBytes[component.keyStart..<component.keyEnd], as: UTF8.self))
    }
}
