package import Sanitizer

extension SanitizedGzip {
    /// Why frozen bytes were not taken back. Never holds a byte of them.
    package enum Refusal: Error, Sendable, Hashable {
        /// Not one whole gzip member as `Deflater` makes it, or more than the limit once inflated.
        case damaged
        /// What is inside is not what the sanitizer makes of it.
        case unclean
    }

    /// Takes back bytes that were frozen earlier and have been where others could write, such as a spool file.
    ///
    /// They are inflated, `limit` bytes at most; `clean` gets the text and writes what a sanitizer makes of it. Only if
    /// that is the same text, byte for byte, are the frozen bytes kept. Since a `SanitizedBuffer` takes nothing else than
    /// clean bytes, no text passes that was not clean. The gzip header must be the one that `Deflater` writes, and nothing
    /// may follow the member: neither has room for hidden bytes. O(inflated bytes), plus the cost of `clean`.
    package static func reopening(
        frozen bytes: [UInt8],
        limit: Int,
        clean: (Span<UInt8>, inout SanitizedBuffer) -> Void
    ) throws(Refusal) -> SanitizedGzip {
        let frozen = ContiguousArray(bytes)
        let span = frozen.span
        guard span.count > headerSize + trailerSize, hasOwnHeader(span) else { throw .damaged }
        let text: ContiguousArray<UInt8>
        do throws(GzipError) {
            let member = span.extracting(headerSize..<span.count - trailerSize)
            text = try Inflater.inflate(member, as: .raw, limit: limit)
        } catch {
            throw .damaged
        }
        // RFC 1952 §2.3.1: CRC-32 of the text, then its length.
        let trailer = span.extracting(span.count - trailerSize..<span.count)
        guard word(trailer, at: 0) == Checksum.crc32(text.span) else { throw .damaged }
        guard word(trailer, at: 4) == UInt32(truncatingIfNeeded: text.count) else { throw .damaged }
        var expected = SanitizedBuffer(capacity: text.count)
        clean(text.span, &expected)
        guard equal(text.span, expected.span) else { throw .unclean }
        return SanitizedGzip(trusted: bytes, rawCount: text.count)
    }

    private static var headerSize: Int { 10 }
    private static var trailerSize: Int { 8 }

    /// Magic, deflate, no flags, no time; then compression level and system, one byte each.
    private static func hasOwnHeader(_ bytes: Span<UInt8>) -> Bool {
        guard bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else { return false }
        for index in 3..<8 where bytes[index] != 0 { return false }
        return [0, 2, 4].contains(bytes[8]) && (bytes[9] < 20 || bytes[9] == 255)
    }

    private static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
        var word: UInt32 = 0
        for index in 0..<4 { word |= UInt32(bytes[offset + index]) << UInt32(8 * index) }
        return word
    }

    private static func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        for index in 0..<one.count where one[index] != other[index] { return false }
        return true
    }
}
