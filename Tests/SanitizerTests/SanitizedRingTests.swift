import Testing

@testable import Sanitizer

/// The ring gives back what it was given, in order, whatever the place where it wraps around.
@Suite struct SanitizedRingTests {
    private static func buffer(_ text: String) -> SanitizedBuffer {
        var buffer = SanitizedBuffer()
        buffer.append(Sanitized(trusted: Array(text.utf8)))
        return buffer
    }

    private static func label(_ number: Int) -> SanitizedRing.Label {
        SanitizedRing.Label(
            kind: UInt8(truncatingIfNeeded: number),
            level: UInt8(truncatingIfNeeded: number &* 3),
            sequence: UInt64(number) &* 0x0123_4567_89AB_CDEF,
            high: ~UInt64(number),
            low: UInt64(number) << 40
        )
    }

    @Test("records of any length come out as they went in, around the end of any capacity", arguments: 64...112)
    func order(_ capacity: Int) {
        var ring = SanitizedRing(capacity: capacity)
        var random = SplitMix(seed: UInt64(capacity))
        var waiting: [(number: Int, text: String)] = []
        var number = 0
        for _ in 0..<400 {
            if random.next() % 3 > 0 {
                number += 1
                let text = String(repeating: "x\(number)", count: Int(random.next() % 6))
                let fits = ring.hasRoom(for: text.utf8.count)
                expect(fits == (ring.used + text.utf8.count + SanitizedRing.overhead <= capacity))
                expect(ring.push(Self.buffer(text), label: Self.label(number)) == fits)
                if fits { waiting.append((number, text)) }
            } else {
                var output = SanitizedBuffer()
                let expected = waiting.first
                expect(ring.first == expected.map { Self.label($0.number) })
                expect(ring.firstCount == expected?.text.utf8.count)
                expect(ring.pop(into: &output) == expected.map { Self.label($0.number) })
                expect(text(of: output) == expected?.text ?? "")
                if !waiting.isEmpty { waiting.removeFirst() }
            }
            expect(ring.count == waiting.count)
            expect(ring.isEmpty == waiting.isEmpty)
        }
    }

    @Test("a copy of all records takes none of them out")
    func copies() {
        var ring = SanitizedRing(capacity: 256)
        for number in 1...3 { expect(ring.push(Self.buffer("record \(number)"), label: Self.label(number))) }
        expect(ring.popFirst() == Self.label(1))
        var position = 0
        var output = SanitizedBuffer()
        var labels: [SanitizedRing.Label] = []
        while let label = ring.copy(at: &position, into: &output) { labels.append(label) }
        expect(labels == [Self.label(2), Self.label(3)])
        expect(text(of: output) == "record 2record 3")
        expect(ring.count == 2)
        expect(position == ring.used)
    }

    @Test("an emptied ring takes as much as a new one, and one without memory takes nothing")
    func limits() {
        var ring = SanitizedRing(capacity: 64)
        expect(ring.push(Self.buffer(String(repeating: "a", count: 32)), label: Self.label(1)))
        expect(!ring.hasRoom(for: 0))
        ring.removeAll()
        expect(ring.isEmpty && ring.used == 0 && ring.first == nil && ring.popFirst() == nil)
        expect(ring.push(Self.buffer(String(repeating: "b", count: 32)), label: Self.label(2)))
        expect(!ring.hasRoom(for: -1))

        var none = SanitizedRing(capacity: -5)
        expect(none.capacity == 0)
        expect(!none.push(Self.buffer(""), label: Self.label(3)))
        var position = 0
        var output = SanitizedBuffer()
        expect(none.copy(at: &position, into: &output) == nil)
        expect(none.pop(into: &output) == nil)
        expect(none.firstCount == nil)
    }
}
