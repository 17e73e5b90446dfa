/// Where in a document the pass stands: keys and indices from the root down. At most 100 components (the depth limit).
///
/// Handed to observers by borrow; compare it on the spot. Comparing allocates nothing.
@safe
public struct PassPath: ~Copyable {
    /// One component: an index, or the place of a key's bytes (JSON escapes resolved, renamed keys as renamed).
    struct Component {
        /// The index, or one of the two below.
        var index: Int
        var start = 0
        var count = 0

        /// A key whose bytes are the document's.
        static let written = -1
        /// A key whose bytes are the path's own.
        static let own = -2
        var isKey: Bool { index < 0 }
    }

    private var components: UnsafeMutablePointer<Component>
    private var capacity = 128
    /// The bytes of keys that do not stand in the document as they are.
    private var ownBytes: ContiguousArray<UInt8> = []
    /// The document at hand, while the pass runs.
    private var document: UnsafePointer<UInt8>?

    /// The number of components; 0 for the root.
    public private(set) var depth = 0

    init() {
        unsafe components = .allocate(capacity: 128)
    }

    deinit {
        unsafe components.deallocate()
    }

    /// Whether the component at `level` (0 is the outermost) is the key `key`, byte for byte.
    public func key(at level: Int, is key: StaticString) -> Bool {
        guard keyCount(at: level) == key.utf8CodeUnitCount else { return false }
        return withKey(at: level) { bytes in bytes.matches(key, at: 0) } ?? false
    }

    /// The array index at `level`, or nil if that component is a key.
    public func index(at level: Int) -> Int? {
        guard level >= 0, level < depth else { return nil }
        let index = unsafe components[level].index
        return index >= 0 ? index : nil
    }

    /// The key at `level` as it stands in the output. Allocates.
    public func key(at level: Int) -> Sanitized<String>? {
        withKey(at: level) { bytes in
            unsafe Sanitized(trusted: String(decoding: bytes.buffer, as: UTF8.self))
        }
    }

    /// How many UTF-8 bytes the key at `level` has; -1 for an index or no component. Tells most keys apart at once.
    package func keyCount(at level: Int) -> Int {
        guard level >= 0, level < depth, unsafe components[level].isKey else { return -1 }
        return unsafe components[level].count
    }

    @inline(__always)
    private func withKey<Value>(at level: Int, _ body: (ByteView) -> Value) -> Value? {
        guard level >= 0, level < depth else { return nil }
        let component = unsafe components[level]
        guard component.isKey else { return nil }
        if component.index == Component.written {
            guard let document = unsafe document else { return nil }
            return unsafe body(ByteView(UnsafeBufferPointer(start: document + component.start, count: component.count)))
        }
        return unsafe ownBytes.withUnsafeBufferPointer { buffer in
            unsafe body(ByteView(buffer)[component.start..<component.start + component.count])
        }
    }
}

extension PassPath {
    /// Starts at the root of a document, or of a text, which has no members.
    mutating func begin(_ document: ByteView?) {
        removeAll()
        unsafe self.document = document?.buffer.baseAddress
    }

    /// Goes back to the root.
    mutating func removeAll() {
        depth = 0
        ownBytes.removeAll(keepingCapacity: true)
    }

    /// Enters a container; its members name the new component.
    @inline(__always)
    mutating func enter() {
        if depth == capacity { grow() }
        unsafe (components + depth).initialize(to: Component(index: 0))
        depth += 1
    }

    /// Leaves the innermost container.
    @inline(__always)
    mutating func leave() {
        guard depth > 0 else { return }
        forgetOwn()
        depth -= 1
    }

    /// Names the innermost component by an index.
    @inline(__always)
    mutating func set(index: Int) {
        guard depth > 0 else { return }
        unsafe components[depth - 1].index = index
    }

    /// Names the innermost component by the key at `start` of the document.
    @inline(__always)
    mutating func set(keyAt start: Int, count: Int) {
        guard depth > 0 else { return }
        forgetOwn()
        unsafe components[depth - 1] = Component(index: Component.written, start: start, count: count)
    }

    /// Names the innermost component by a copy of a key.
    mutating func set(key: ByteView) {
        setOwn { bytes in unsafe bytes.append(contentsOf: key.buffer) }
    }

    /// Names the innermost component by the placeholder that replaced a key.
    mutating func set(placeholder rule: Rule, number: Int) {
        setOwn { bytes in
            let text = rule.placeholder
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
            guard number > 1 else { return }
            bytes.append(0x2D)
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    private mutating func setOwn(_ write: (inout ContiguousArray<UInt8>) -> Void) {
        guard depth > 0 else { return }
        forgetOwn()
        let start = ownBytes.count
        write(&ownBytes)
        unsafe components[depth - 1] = Component(index: Component.own, start: start, count: ownBytes.count - start)
    }

    /// Gives back what the innermost component holds of the path's own bytes: always the last of them.
    @inline(__always)
    private mutating func forgetOwn() {
        let component = unsafe components[depth - 1]
        if component.index == Component.own { ownBytes.removeSubrange(component.start...) }
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Component>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: components, count: capacity)
        unsafe components.deallocate()
        unsafe components = larger
        capacity *= 2
    }

    /// The path as a JSON Pointer (RFC 6901). Allocates.
    var pointer: Sanitized<String> { pointer(upTo: .max) }

    /// The path as a JSON Pointer, of the innermost container around it whose path has not many more bytes
    /// than `limit`. Allocates.
    func pointer(upTo limit: Int) -> Sanitized<String> {
        var text: ContiguousArray<UInt8> = []
        for level in 0..<depth {
            guard text.count <= limit &- max(0, keyCount(at: level)) else { break }
            text.append(0x2F)
            if let index = index(at: level) {
                text.append(contentsOf: String(index).utf8)
                continue
            }
            _ = withKey(at: level) { bytes in
                for position in 0..<bytes.count {
                    switch bytes[position] {
                    case 0x7E:
                        text.append(0x7E)
                        text.append(0x30)
                    case 0x2F:
                        text.append(0x7E)
                        text.append(0x31)
                    default: text.append(bytes[position])
                    }
                }
            }
        }
        return Sanitized(trusted: String(decoding: text, as: UTF8.self))
    }
}
