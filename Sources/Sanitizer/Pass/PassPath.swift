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

extension PassPath {
    /// Goes back to the root.
    mutating func removeAll() {
        components.removeAll(keepingCapacity: true)
        keyBytes.removeAll(keepingCapacity: true)
    }

    /// Enters a container; its members name the new component.
    mutating func enter() {
        components.append(Component(index: 0, keyStart: keyBytes.count, keyEnd: keyBytes.count))
    }

    /// Leaves the innermost container.
    mutating func leave() {
        guard let last = components.popLast() else { return }
        keyBytes.removeSubrange(last.keyStart...)
    }

    /// Names the innermost component by an index.
    mutating func set(index: Int) {
        guard !components.isEmpty else { return }
        components[components.count - 1].index = index
    }

    /// Names the innermost component by a key.
    mutating func set(key: ByteView) {
        set { bytes in unsafe bytes.append(contentsOf: key.buffer) }
    }

    /// Names the innermost component by the placeholder that replaced a key.
    mutating func set(placeholder rule: Rule, number: Int) {
        set { bytes in
            let text = rule.placeholder
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
            guard number > 1 else { return }
            bytes.append(0x2D)
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    private mutating func set(_ write: (inout ContiguousArray<UInt8>) -> Void) {
        guard let last = components.last else { return }
        keyBytes.removeSubrange(last.keyStart...)
        write(&keyBytes)
        components[components.count - 1] = Component(index: -1, keyStart: last.keyStart, keyEnd: keyBytes.count)
    }

    /// The path as a JSON Pointer (RFC 6901). Allocates.
    var pointer: Sanitized<String> {
        var text: ContiguousArray<UInt8> = []
        for component in components {
            text.append(0x2F)
            guard component.isKey else {
                text.append(contentsOf: String(component.index).utf8)
                continue
            }
            for byte in keyBytes[component.keyStart..<component.keyEnd] {
                switch byte {
                case 0x7E:
                    text.append(0x7E)
                    text.append(0x30)
                case 0x2F:
                    text.append(0x7E)
                    text.append(0x31)
                default: text.append(byte)
                }
            }
        }
        return Sanitized(trusted: String(decoding: text, as: UTF8.self))
    }
}
