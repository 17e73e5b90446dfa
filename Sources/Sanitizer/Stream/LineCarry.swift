/// What the lines of a stream say about the next one. Three things cross a line ending, the rest of a line stands for
/// itself:
///
/// - a private key, from its BEGIN line to its END line (`KeyBlock`);
/// - a label at the end of a line (`cvv:`, `"cvv":`, `<cvv>`, `name="cvv"`), whose value may begin the next line, also
///   behind a blank one: the value is judged as it would be in one text;
/// - a `Cookie`, `Set-Cookie` or `Authorization` header that is folded (RFC 9112, 5.2): a line that begins with a blank.
///
/// A card number that a line ending cuts in two is two numbers: to know it, every line that ends in digits would have to
/// wait for the next one, and a log that is followed would lag by a line.
struct LineCarry {
    /// What a line is, by those before it.
    enum Kind {
        /// A line like any other.
        case plain
        /// What is in `lead` goes before it.
        case led
        /// A line of a private key.
        case key
    }

    /// What to read before the line at hand. At most some 200 bytes.
    private(set) var lead: ContiguousArray<UInt8> = []

    /// How much of a line's end is kept.
    private static let tailLimit = 128

    private var key = KeyBlock()
    private var tail: ContiguousArray<UInt8> = []
    private var header: ContiguousArray<UInt8> = []

    /// Takes the next line, without its line feed.
    mutating func take(_ line: ByteView) -> Kind {
        if key.holds(line) { return .key }
        guard line.count > 0 else { return blank(line) }
        var end = line.count
        while end > 0, line[end - 1] <= 0x20 { end -= 1 }
        guard end > 0 else { return blank(line) }
        var kind = Kind.plain
        if line[0] == 0x20 || line[0] == 0x09, !header.isEmpty {
            lead = header
            kind = .led
        } else {
            readHeader(line)
            if !tail.isEmpty {
                swap(&lead, &tail)
                kind = .led
            }
        }
        tail.removeAll(keepingCapacity: true)
        switch line[end - 1] {
        case 0x22, 0x27, 0x3A, 0x3D, 0x3E: keepTail(line)
        default: break
        }
        return kind
    }

    /// A blank line ends a header; the value of a part's headers follows it (RFC 7578).
    private mutating func blank(_ line: ByteView) -> Kind {
        header.removeAll(keepingCapacity: true)
        guard !tail.isEmpty else { return .plain }
        guard line.count <= 8, tail.count <= Self.tailLimit + 1 else {
            tail.removeAll(keepingCapacity: true)
            return .plain
        }
        unsafe tail.append(contentsOf: line.buffer)
        tail.append(0x0A)
        return .plain
    }

    private mutating func keepTail(_ line: ByteView) {
        var start = max(0, line.count - Self.tailLimit)
        while start < line.count, line[start] & 0xC0 == 0x80 { start += 1 }
        unsafe tail.append(contentsOf: line[start..<line.count].buffer)
        tail.append(0x0A)
    }

    /// Remembers the name of a header whose value goes whole.
    private mutating func readHeader(_ line: ByteView) {
        header.removeAll(keepingCapacity: true)
        switch line[0] | 0x20 {
        case 0x61, 0x63, 0x70, 0x73: break
        default: return
        }
        for name in ["authorization:", "cookie:", "proxy-authorization:", "set-cookie:"] as [StaticString]
        where Self.begins(line, with: name) {
            unsafe header.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
            header.append(0x20)
            return
        }
    }

    private static func begins(_ line: ByteView, with name: StaticString) -> Bool {
        guard line.count >= name.utf8CodeUnitCount else { return false }
        for index in 0..<name.utf8CodeUnitCount {
            guard unsafe line[index].lowered == name.utf8Start[index] else { return false }
        }
        return true
    }
}
