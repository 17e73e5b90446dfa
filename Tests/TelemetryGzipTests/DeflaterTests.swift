import Sanitizer
import TelemetryGzip
import Testing

@Suite struct DeflaterTests {
    static func buffer(_ count: Int) -> SanitizedBuffer {
        var buffer = SanitizedBuffer()
        for number in 0..<count {
            buffer.append("{\"event\":")
            buffer.append(counter: number &* 7_919)
            buffer.append("}\n")
        }
        return buffer
    }

    static func inflate(_ gzip: SanitizedGzip) throws -> ContiguousArray<UInt8> {
        let bytes = ContiguousArray(gzip.bytes)
        return try Inflater.inflate(bytes.span, as: .gzip, limit: gzip.rawCount)
    }

    @Test("what goes in comes out", arguments: Deflater.Effort.allCases, [0, 1, 1_000, 50_000])
    func roundTrip(_ effort: Deflater.Effort, _ count: Int) throws {
        var deflater = try Deflater(effort: effort)
        let buffer = Self.buffer(count)
        let gzip = try deflater.gzip(buffer)
        #expect(gzip.rawCount == buffer.count)
        let bytes = try Self.inflate(gzip)
        let isSame = bytes.count == buffer.count && bytes.indices.allSatisfy { bytes[$0] == buffer.span[$0] }
        #expect(isSame)
    }

    @Test("a reused stream gives the same bytes as a new one, without a time")
    func reuse() throws {
        var reused = try Deflater()
        let buffer = Self.buffer(100)
        _ = try reused.gzip(Self.buffer(5_000))
        let again = try reused.gzip(buffer)
        var fresh = try Deflater()
        #expect(try fresh.gzip(buffer) == again)
        #expect(again.bytes.prefix(4) == [0x1F, 0x8B, 0x08, 0])
        #expect(again.bytes[4..<8] == [0, 0, 0, 0])
    }

    @Test("more effort gives fewer bytes")
    func effort() throws {
        var fast = try Deflater(effort: .fast)
        var standard = try Deflater(effort: .standard)
        let buffer = Self.buffer(5_000)
        let sizes = (try fast.gzip(buffer).bytes.count, try standard.gzip(buffer).bytes.count)
        #expect(sizes.1 < sizes.0 && sizes.0 < buffer.count)
    }
}
