import Testing

@testable import Sanitizer

/// What is not UTF-8 becomes U+FFFD exactly as the standard library has it.
@Suite struct ByteRepairTests {
    private func repaired(_ bytes: [UInt8]) -> [UInt8] {
        ContiguousArray(bytes).withUnsafeBufferPointer { Array(ByteView($0).repaired()) }
    }

    @Test("random bytes, weighted towards leads and tails, are repaired as a string is")
    func isAsStrings() {
        var random = SplitMix(seed: 20_261_201)
        let pieces: [[UInt8]] = [
            [0x41], [0xC2], [0xC0], [0xE0], [0xE2], [0xED], [0xEF], [0xF0], [0xF1], [0xF4], [0xF5], [0xFF], [0x80],
            [0x8F], [0x90], [0x9F], [0xA0], [0xBF], [0xD9, 0xA1], [0xE2, 0x80, 0x8B], [0xF0, 0x9D, 0x9F, 0x8E],
            Array("a plain text of some length".utf8),
        ]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<(random.next() % 12) { bytes += pieces[Int(random.next() % UInt64(pieces.count))] }
            #expect(repaired(bytes) == Array(String(decoding: bytes, as: UTF8.self).utf8))
        }
    }

    @Test("every pair and triple of bytes that could begin a character")
    func isAsStringsAtEdges() {
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xF4]
        for first in UInt8.min...UInt8.max {
            for second in edges {
                for third in edges {
                    let bytes = [first, second, third, 0x80, 0x41]
                    #expect(repaired(bytes) == Array(String(decoding: bytes, as: UTF8.self).utf8))
                }
            }
        }
    }
}
