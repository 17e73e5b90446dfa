import Foundation
import TelemetryGzip
import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer

@Suite struct BodyReaderTests {
    private func bytes(_ base64: String) throws -> ContiguousArray<UInt8> {
        ContiguousArray(try #require(Data(base64Encoded: base64)))
    }

    private func read(
        _ body: ContiguousArray<UInt8>,
        _ encoding: BodyEncoding,
        limit: Int = 64 << 20
    ) -> Result<String, IngestRefusal> {
        do throws(IngestRefusal) {
            let plain = try BodyReader.read(body.span, encoding: encoding, limit: limit, windowLog: 22)
            return .success(String(decoding: plain, as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    private func unlabelled(_ body: ContiguousArray<UInt8>) throws -> String {
        let plain = try BodyReader.readUnlabelled(body.span, limit: 1 << 20)
        return String(decoding: plain, as: UTF8.self)
    }

    private func gzip(_ text: StaticString, times: Int = 1) throws -> ContiguousArray<UInt8> {
        var buffer = SanitizedBuffer()
        for _ in 0..<times { buffer.append(text) }
        var deflater = try Deflater()
        return ContiguousArray(try deflater.gzip(buffer).bytes)
    }

    @Test(
        "reads the name of an encoding",
        arguments: [
            (nil, BodyEncoding.identity), ("", .identity), ("  ", .identity), ("identity", .identity), ("GZIP", .gzip),
            (" x-gzip ", .gzip), ("deflate", .deflate), ("br", .brotli), ("zstd", .unsupported),
            ("gzip, gzip", .unsupported), ("gzipp", .unsupported),
        ]
    )
    func names(_ header: String?, _ encoding: BodyEncoding) {
        #expect(BodyEncoding(header: header) == encoding)
    }

    @Test("inflates gzip, zlib and bare deflate, and brotli of every window up to 4 MiB")
    func inflates() throws {
        #expect(read(try gzip("hello"), .gzip) == .success("hello"))
        // zlib and raw deflate of "hello", by another implementation.
        #expect(read(try bytes("eJzLSM3JyQcABiwCFQ=="), .deflate) == .success("hello"))
        #expect(read(try bytes("y0jNyckHAA=="), .deflate) == .success("hello"))
        for stream in [
            "obAAwG+kdPMmqjK0ZAN5C3niAMcB", "wgIAv5HSzZuoytCSDeQt5IkDHAc=", "gbAAwG+kdPMmqjK0ZAN5C3niAMcB",
            "ExYA+I2Ubt5EVYaWbCBvIU8c4Dg=", "GxYA+I2Ubt5EVYaWbCBvIU8c4Dg=",
        ] {
            #expect(read(try bytes(stream), .brotli) == .success("hello hello hello hello"))
        }
    }

    @Test("refuses brotli windows over 4 MiB and the large-window form")
    func windows() throws {
        #expect(read(try bytes("HxYA+I2Ubt5EVYaWbCBvIU8c4Dg="), .brotli) == .failure(.windowTooLarge))
        #expect(read([0x11, 0x1E, 0, 0], .brotli) == .failure(.windowTooLarge))
    }

    @Test("broken, cut off and trailing streams are invalid")
    func broken() throws {
        let whole = try gzip("hello hello hello")
        #expect(read(ContiguousArray(whole.dropLast(3)), .gzip) == .failure(.invalidCompression))
        #expect(read(whole + [0x41], .gzip) == .failure(.invalidCompression))
        #expect(read(ContiguousArray("plain".utf8), .gzip) == .failure(.invalidCompression))
        #expect(read([], .gzip) == .failure(.invalidCompression))
        let brotli = try bytes("GxYA+I2Ubt5EVYaWbCBvIU8c4Dg=")
        #expect(read(ContiguousArray(brotli.dropLast(3)), .brotli) == .failure(.invalidCompression))
        #expect(read(brotli + [0x41], .brotli) == .failure(.invalidCompression))
        #expect(read([], .brotli) == .failure(.invalidCompression))
        #expect(read([0x1B, 0xFF, 0xFF, 0xFF], .brotli) == .failure(.invalidCompression))
        #expect(read(ContiguousArray("x".utf8), .unsupported) == .failure(.unsupportedEncoding))
    }

    @Test("a bomb ends at the limit, in time and memory")
    func bombs() throws {
        // 65 MiB of zeros in 114 bytes.
        let bomb = try bytes(
            "y///PwAkAOKxQHLv//j//weABEAcFoDu/R////8AkACIwwLQvf/j//8fABIAcVgAuvd//P//A0ACIA4LQPf+j///fwBIAMRhAeje//H//w8A"
                + "CYA4LADd+z/+//8BIAEQhwWge/9X//8PQAIgDgtA9/4B"
        )
        let before = ProcessMemory.peak()
        #expect(read(bomb, .brotli) == .failure(.tooLarge))
        let small = 1 << 20
        #expect(read(bomb, .brotli, limit: small) == .failure(.tooLarge))
        #expect(read(try gzip("0000000000000000", times: 1 << 18), .gzip, limit: small) == .failure(.tooLarge))
        #expect(ProcessMemory.peak() - before < 200 << 20)
        #expect(read(try gzip("hello"), .gzip, limit: 5) == .success("hello"))
        #expect(read(try gzip("hello"), .gzip, limit: 4) == .failure(.tooLarge))
        #expect(read(try bytes("y0jNyckHAA=="), .deflate, limit: 5) == .success("hello"))
        let brotli = try bytes("GxYA+I2Ubt5EVYaWbCBvIU8c4Dg=")
        #expect(read(brotli, .brotli, limit: 23) == .success("hello hello hello hello"))
        #expect(read(brotli, .brotli, limit: 22) == .failure(.tooLarge))
    }

    @Test("store bodies of old clients: base64 of zlib, zlib alone, base64 alone, JSON")
    func unlabelled() throws {
        let json = #"{"message":"old"}"#
        // base64 of zlib of the above, by another implementation; then the same in the URL alphabet without padding.
        let zlib = try bytes("eJyrVspNLS5OTE9VslLKz0lRqgUANngF3w==")
        for body in [
            ContiguousArray(json.utf8), zlib, ContiguousArray(zlib.withUnsafeBytes { Data($0) }.base64EncodedData()),
            ContiguousArray(Data(json.utf8).base64EncodedData()),
        ] {
            #expect(try unlabelled(body) == json)
        }
    }

    @Test("base64 takes both alphabets and line ends, and refuses anything else")
    func base64() {
        func decode(_ text: String) -> [UInt8]? {
            let bytes = ContiguousArray(text.utf8)
            return Base64.decode(bytes.span).map { Array($0) }
        }
        #expect(decode("-_+/") == [0xFB, 0xFF, 0xBF])
        #expect(decode("aGVs\r\nbG8=") == Array("hello".utf8))
        #expect(decode("aGVsbG8") == Array("hello".utf8))
        #expect(decode("aGVsb") == nil)
        #expect(decode("aGV=sbG8") == nil)
        #expect(decode("aGVs bG8=") == nil)
        #expect(decode("aA===") == nil)
    }

    @Test("the first bytes of a compressed envelope are enough to find its DSN")
    func prefix() throws {
        let fixture = PipelineFixture()
        let stream = try gzip("{\"dsn\":\"http://0123456789abcdef0123456789abcdef@relay.example/1\"}\n")
        func project(_ body: ContiguousArray<UInt8>, _ encoding: BodyEncoding) -> String? {
            guard case .dsn(let dsn) = fixture.pipeline.sender(in: body.span, encoding) else { return nil }
            return dsn.project
        }
        #expect(project(stream, .gzip) == "1")
        #expect(project(ContiguousArray(stream.dropLast(8)), .gzip) == "1")
        #expect(project(stream, .brotli) == nil)
        let empty = try gzip("{}\n")
        #expect(project(empty, .gzip) == nil)
        let bomb = try gzip("0000000000000000", times: 1 << 18)
        #expect(project(bomb, .gzip) == nil)
    }
}

/// The most memory that this process has had resident.
enum ProcessMemory {
    static func peak() -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1_024
    }
}
