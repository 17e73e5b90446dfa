/// Copies the document to the output lazily: untouched spans in one piece, at the next replacement or at the end.
///
/// Holds the caller's buffer for the length of a run. Positions are bytes of the document.
struct PassWriter: ~Copyable {
    /// The output, moved in for the length of a run.
    var buffer = SanitizedBuffer()
    /// How much of the document is copied or replaced.
    private(set) var copied = 0

    /// Starts a document.
    mutating func begin() {
        copied = 0
    }

    /// Where the byte at `position` will stand in the output. Not behind what is copied.
    @inline(__always)
    func offset(of position: Int) -> Int {
        buffer.count + position - copied
    }

    /// Copies up to `position`.
    mutating func copy(_ document: ByteView, upTo position: Int) {
        guard position > copied else { return }
        unsafe buffer.storage.append(contentsOf: document.buffer[copied..<position])
        copied = position
    }

    /// Where output and document stand, to go back to.
    struct Mark {
        fileprivate var output: Int
        fileprivate var copied: Int
    }

    /// The state at hand.
    var mark: Mark { Mark(output: buffer.count, copied: copied) }

    /// Takes back what was written since `mark`.
    mutating func rewind(to mark: Mark) {
        buffer.storage.removeSubrange(min(mark.output, buffer.count)...)
        copied = mark.copied
    }

    /// Leaves out what stands before `position`.
    mutating func skip(to position: Int) {
        copied = max(copied, position)
    }

    /// Appends `[redacted:<rule>]`, with `quoteDepth` as the number of strings that quotes must be escaped for, or
    /// without quotes when it is nil.
    mutating func placeholder(_ rule: Rule, quoteDepth: Int?) {
        if let quoteDepth { quote(quoteDepth) }
        buffer.append(rule.placeholder)
        if let quoteDepth { quote(quoteDepth) }
    }

    /// Appends a text without quotes and backslashes, as `placeholder` does its own.
    mutating func text(_ bytes: ContiguousArray<UInt8>, quoteDepth: Int?) {
        if let quoteDepth { quote(quoteDepth) }
        buffer.storage.append(contentsOf: bytes)
        if let quoteDepth { quote(quoteDepth) }
    }

    private mutating func quote(_ depth: Int) {
        for _ in 1..<(1 << depth) { buffer.storage.append(0x5C) }
        buffer.storage.append(0x22)
    }
}
