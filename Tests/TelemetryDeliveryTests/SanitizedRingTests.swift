import Sanitizer
import Testing

@testable import TelemetryDelivery

@Suite struct SanitizedRingTests {
    private static func label(_ number: UInt64) -> SanitizedRing.Label {
        SanitizedRing.Label(
            kind: UInt8(number % 200),
            level: UInt8(number % 5),
            sequence: number,
            high: number &* 3,
            low: ~number
        )
    }

    private static func buffer(_ number: UInt64, length: Int) -> SanitizedBuffer {
        var buffer = SanitizedBuffer()
        buffer.append(hex: number, number)
        var result = SanitizedBuffer()
        while result.count < length { result.append(buffer, in: 0..<min(32, length - result.count)) }
        return result
    }

    @Test("gives back exactly what was pushed, in order, whatever the sizes", arguments: 1...40)
    func model(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        let capacity = Int.random(in: 0...400, using: &generator)
        var ring = SanitizedRing(capacity: capacity)
        var model: [(number: UInt64, length: Int)] = []
        var output = SanitizedBuffer()
        for number in UInt64(0)..<500 {
            if Bool.random(using: &generator) {
                let length = Int.random(in: 0...120, using: &generator)
                let used = model.reduce(0) { $0 + $1.length + SanitizedRing.overhead }
                let fits = used + length + SanitizedRing.overhead <= capacity
                let hasRoom = ring.hasRoom(for: length)
                let isTaken = ring.push(Self.buffer(number, length: length), label: Self.label(number))
                #expect(hasRoom == fits)
                #expect(isTaken == fits)
                if fits { model.append((number, length)) }
            } else {
                output.removeAll()
                let popped = ring.pop(into: &output)
                guard !model.isEmpty else {
                    #expect(popped == nil)
                    continue
                }
                let expected = model.removeFirst()
                #expect(popped == Self.label(expected.number))
                let bytes = Self.buffer(expected.number, length: expected.length)
                let (got, wanted) = (output.bytes(in: 0..<output.count), bytes.bytes(in: 0..<bytes.count))
                #expect(got == wanted)
            }
            let (count, used, first, firstCount) = (ring.count, ring.used, ring.first, ring.firstCount)
            #expect(count == model.count)
            #expect(first == model.first.map { Self.label($0.number) })
            #expect(firstCount == model.first?.length)
            #expect(used == model.reduce(0) { $0 + $1.length + SanitizedRing.overhead })
        }
    }

    @Test("copies records in order without taking them")
    func copying() {
        var ring = SanitizedRing(capacity: 200)
        var output = SanitizedBuffer()
        // Moves the start, so that the copy goes around the end.
        let pushed = [
            ring.push(Self.buffer(9, length: 70), label: Self.label(9)),
            ring.push(Self.buffer(1, length: 10), label: Self.label(1)),
        ]
        let dropped = ring.popFirst()
        let last = ring.push(Self.buffer(2, length: 60), label: Self.label(2))
        #expect(pushed == [true, true])
        #expect(dropped == Self.label(9))
        #expect(last)
        var position = 0
        var labels: [SanitizedRing.Label] = []
        while let label = ring.copy(at: &position, into: &output) { labels.append(label) }
        #expect(labels == [Self.label(1), Self.label(2)])
        let (copied, held) = (output.count, ring.count)
        #expect(copied == 70)
        #expect(held == 2)
        let first = ring.pop(into: &output)
        #expect(first == Self.label(1))
        ring.removeAll()
        let isEmpty = ring.isEmpty && ring.used == 0
        #expect(isEmpty)
    }
}
