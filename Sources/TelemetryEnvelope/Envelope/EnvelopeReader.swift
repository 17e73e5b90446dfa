/// Takes an envelope apart into its header and items, without copying a payload.
///
/// A view of the caller's bytes; cannot outlive them. The rules are those of Sentry's envelope format: lines end in LF
/// only (a CR before it belongs to the line or payload), a payload has the length its header says or else reaches to
/// the next LF, the last LF is optional, an envelope may be a header alone. One thread at a time.
package struct EnvelopeReader: ~Escapable {
    private let bytes: Span<UInt8>
    private let limits: Limits
    private var offset: Int
    private var items = 0
    /// The envelope's header.
    package let header: EnvelopeHeader

    /// One item of an envelope.
    package struct Item: Sendable, Hashable {
        /// Its header.
        package let header: ItemHeader
        /// Where its payload stands in the envelope.
        package let payload: Range<Int>
    }

    /// Reads the envelope's header.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, limits: Limits = .standard) throws(EnvelopeError) {
        guard bytes.count > 0 else { throw .emptyBody }
        let line = try EnvelopeReader.line(bytes, from: 0, limit: limits.headerLine)
        do {
            header = try EnvelopeHeader.decode(bytes.extracting(line), isLenient: true)
        } catch {
            throw .header
        }
        self.bytes = bytes
        self.limits = limits
        offset = min(line.upperBound + 1, bytes.count)
    }

    /// The next item; nil at the end. An error is for the whole envelope: after it, nothing can be told apart.
    @_lifetime(self: copy self)
    package mutating func next() throws(EnvelopeError) -> Item? {
        guard offset < bytes.count else { return nil }
        guard items < limits.envelopeItems else { throw .tooManyItems }
        let line = try EnvelopeReader.line(bytes, from: offset, limit: limits.headerLine)
        let itemHeader: ItemHeader
        do {
            itemHeader = try ItemHeader.decode(bytes.extracting(line))
        } catch {
            throw .itemHeader
        }
        // At the end of input a payload may be missing with its newline: it is empty.
        let start = min(line.upperBound + 1, bytes.count)
        let end: Int
        if let length = itemHeader.length {
            guard length <= bytes.count - start else { throw .itemTruncated }
            end = start + length
            guard end == bytes.count || bytes[end] == 0x0A else { throw .itemLength }
        } else {
            end = EnvelopeReader.newline(bytes, from: start, limit: bytes.count)
        }
        offset = min(end + 1, bytes.count)
        items += 1
        return Item(header: itemHeader, payload: start..<end)
    }

    /// The line from `start` without its newline.
    private static func line(_ bytes: Span<UInt8>, from start: Int, limit: Int) throws(EnvelopeError) -> Range<Int> {
        let end = newline(bytes, from: start, limit: min(bytes.count, start + limit + 1))
        guard end - start <= limit else { throw .headerTooLong }
        return start..<end
    }

    /// Where the next LF stands; `limit` if there is none before it.
    private static func newline(_ bytes: Span<UInt8>, from start: Int, limit: Int) -> Int {
        var index = start
        while index < limit, bytes[index] != 0x0A { index += 1 }
        return index
    }
}
