import Testing

@testable import RelayCore

@Suite struct CheckoutFigureTests {
    @Test(
        "Intervals after Wilson, against published values",
        arguments: [(1, 3, 0.0615, 0.7923), (2, 3, 0.2077, 0.9385), (0, 20, 0.0, 0.1611), (81, 263, 0.2553, 0.3662)]
    )
    func wilson(n: Int64, of: Int64, low: Double, high: Double) {
        let interval = WilsonInterval(n, of: of)
        #expect(abs(interval.low - low) < 0.0002)
        #expect(abs(interval.high - high) < 0.0002)
    }

    @Test("Of nothing there is no rate, and certainty has its bound")
    func bounds() {
        #expect(WilsonInterval(0, of: 0).rate == nil)
        #expect(WilsonInterval(5, of: 5).high == 1)
        #expect(WilsonInterval(9, of: 5).n == 5)
        #expect(!WilsonInterval(1, of: 3).isApart(from: WilsonInterval(2, of: 3)))
        #expect(WilsonInterval(100, of: 1_000).isApart(from: WilsonInterval(200, of: 1_000)))
    }

    @Test("Versions in the order of Semantic Versioning 2.0.0, rule 11")
    func versions() {
        let ordered = [
            "nightly", "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
            "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.2", "1.10.0", "2.0.0",
        ]
        #expect(ordered.reversed().sorted { SemanticVersion($0) < SemanticVersion($1) } == ordered)
    }

    @Test("A bucket holds what is near, and its middle stays where it is")
    func buckets() {
        for value in [0, 127, 128, 1_000, 14_999, 31_622_400_000] as [Int64] {
            let middle = ReadyBucket.middle(of: value)
            #expect(abs(middle - value) * 100 <= value)
            #expect(ReadyBucket.middle(of: middle) == middle)
        }
        #expect(ReadyBucket.middle(of: 127) == 127)
    }

    @Test("Quantiles by nearest rank", arguments: [(500, 20), (950, 50), (10, 10), (1_000, 50)])
    func quantiles(permille: Int64, expected: Int64) {
        let values: [(milliseconds: Int64, n: Int64)] = [(10, 2), (20, 1), (30, 1), (50, 1)]
        #expect(ReadyBucket.quantile(permille, of: values) == expected)
        #expect(ReadyBucket.quantile(permille, of: []) == nil)
    }

    @Test(
        "A weight is one over the rate, bounded",
        arguments: [
            (nil, 1_000_000), (1, 1_000_000), (0.1, 10_000_000), (0, 1_000_000), (1e-9, 10_000_000_000),
            (0.3, 3_333_333),
        ] as [(Double?, Int64)]
    )
    func weights(rate: Double?, weight: Int64) {
        #expect(CheckoutEntry.weight(sampleRate: rate) == weight)
    }

    @Test("Attributes that were not written by the packer end in nothing, not in a trap")
    func packed() {
        for length in 0..<40 {
            for byte in [UInt8(0), 0x7F, 0x80, 0xFF, 6, 5] {
                var reader = PackedReader([UInt8](repeating: byte, count: length))
                while reader.attribute([0: "a"]) != nil {}
                _ = PackedReader.errors([UInt8](repeating: byte, count: length))
            }
        }
    }
}
