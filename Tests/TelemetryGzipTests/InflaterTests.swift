import Sanitizer
import TelemetryGzip
import Testing

@Suite struct InflaterTests {
    /// `hello hello hello hello` by another implementation of each format.
    static let text = "hello hello hello hello"
    static let streams: [(Inflater.Format, [UInt8])] = [
        (
            .gzip,
            [
                0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8,
                0x40, 0x27, 0x01, 0xE3, 0x51, 0x3D, 0x8D, 0x17, 0x00, 0x00, 0x00,
            ]
        ),
        (.zlib, [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, 0xB1]),
        (.raw, [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01]),
    ]

    static func inflate(
        _ bytes: [UInt8],
        _ format: Inflater.Format,
        limit: Int = 1_000,
        step: Int = .max
    ) throws(GzipError)
        -> String
    {
        var inflater = try Inflater(format, limit: limit)
        var output: ContiguousArray<UInt8> = []
        var start = 0
        while start < bytes.count {
            let end = start + min(step, bytes.count - start)
            let chunk = ContiguousArray(bytes[start..<end])
            try inflater.feed(chunk.span, into: &output)
            start = end
        }
        try inflater.finish()
        #expect(inflater.isAtEnd && inflater.count == output.count)
        return String(decoding: output, as: UTF8.self)
    }

    @Test("inflates each format, whole and byte by byte", arguments: streams)
    func formats(_ format: Inflater.Format, _ bytes: [UInt8]) throws {
        #expect(try Self.inflate(bytes, format) == Self.text)
        #expect(try Self.inflate(bytes, format, step: 1) == Self.text)
        #expect(try Self.inflate(bytes, format, limit: Self.text.utf8.count) == Self.text)
    }

    @Test("HTTP's deflate takes a zlib wrapper and none", arguments: streams.dropFirst())
    func deflate(_ format: Inflater.Format, _ bytes: [UInt8]) throws {
        #expect(try Self.inflate(bytes, .deflate) == Self.text)
        #expect(try Self.inflate(bytes, .deflate, step: 1) == Self.text)
    }

    @Test("every truncation is told from damage", arguments: streams)
    func truncated(_ format: Inflater.Format, _ bytes: [UInt8]) {
        for count in 0..<bytes.count {
            #expect(throws: GzipError.truncated, "\(count)") { try Self.inflate(Array(bytes.prefix(count)), format) }
            #expect(throws: GzipError.truncated) { try Self.inflate(Array(bytes.prefix(count)), format, step: 3) }
        }
    }

    @Test("several gzip members are one stream")
    func members() throws {
        let one = Self.streams[0].1
        #expect(try Self.inflate(one + one + one, .gzip) == Self.text + Self.text + Self.text)
        #expect(try Self.inflate(one + one, .gzip, step: 1) == Self.text + Self.text)
        #expect(throws: GzipError.truncated) { try Self.inflate(one + one.dropLast(), .gzip) }
    }

    @Test("bytes after the end are refused", arguments: streams)
    func trailing(_ format: Inflater.Format, _ bytes: [UInt8]) {
        for step in [1, .max] {
            #expect(throws: GzipError.trailing) { try Self.inflate(bytes + [0], format, step: step) }
        }
    }

    @Test("a wrong check value, length or header is corrupt")
    func corrupt() {
        let gzip = Self.streams[0].1
        for index in [0, 1, 2, gzip.count - 1, gzip.count - 5] {
            var bytes = gzip
            bytes[index] ^= 0x80
            #expect(throws: GzipError.corrupt, "\(index)") { try Self.inflate(bytes, .gzip) }
        }
        #expect(throws: GzipError.corrupt) { try Self.inflate(Array("not compressed".utf8), .gzip) }
        #expect(throws: GzipError.corrupt) { try Self.inflate(Array("not compressed".utf8), .zlib) }
    }

    @Test("one byte over the limit fails after exactly the limit", arguments: streams)
    func overLimit(_ format: Inflater.Format, _ bytes: [UInt8]) throws {
        for limit in [0, 1, Self.text.utf8.count - 1] {
            var inflater = try Inflater(format, limit: limit)
            var output: ContiguousArray<UInt8> = []
            let input = ContiguousArray(bytes)
            #expect(throws: GzipError.overLimit) { try inflater.feed(input.span, into: &output) }
            #expect(output.count == limit)
            #expect(throws: GzipError.overLimit, "further calls say the same") {
                try inflater.feed(input.span, into: &output)
            }
            #expect(throws: GzipError.overLimit) { try inflater.finish() }
            #expect(output.count == limit)
        }
    }

    @Test("a bomb of a gigabyte costs no more than the limit")
    func bomb() throws {
        // A gzip member of 8 MiB of zeros, over and over: about one megabyte that would inflate to a gibibyte.
        var zeros = SanitizedBuffer(capacity: 1 << 23)
        for _ in 0..<(1 << 23) / 16 { zeros.append("0000000000000000") }
        var deflater = try Deflater()
        let member = try deflater.gzip(zeros)
        var inflater = try Inflater(.gzip, limit: 1 << 20)
        var output: ContiguousArray<UInt8> = []
        var fed = 0
        let chunk = ContiguousArray(member.bytes)
        #expect(throws: GzipError.overLimit) {
            for _ in 0..<128 {
                fed += chunk.count
                try inflater.feed(chunk.span, into: &output)
            }
        }
        #expect(output.count == 1 << 20)
        #expect(output.capacity < 4 << 20)
        #expect(fed == chunk.count)
    }

    @Test("random damage never traps and never passes the limit")
    func fuzz() throws {
        var generator = SplitMix(state: 7)
        for round in 0..<3_000 {
            let (format, original) = Self.streams[round % Self.streams.count]
            var bytes = original
            for _ in 0...Int.random(in: 0...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            var inflater = try Inflater(Bool.random(using: &generator) ? format : .deflate, limit: 64)
            var output: ContiguousArray<UInt8> = []
            let chunk = ContiguousArray(bytes)
            try? inflater.feed(chunk.span, into: &output)
            #expect(output.count <= 64)
        }
    }
}

/// A seeded generator, so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
