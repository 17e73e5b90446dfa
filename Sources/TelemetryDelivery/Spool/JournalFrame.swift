internal import Sanitizer
internal import TelemetryEnvelope
internal import TelemetryGzip

/// One event in a journal:
/// `magic u16 | version u8 | kind u8 | length u32 | crc32 u32 | sample rate u32 | event id 16 B | payload`, numbers
/// little-endian. The check value covers everything but itself. `kind` is the level and one, 64 more for what no hook of the
/// host has seen yet, and 128 more for a checkout event; the sample rate is in millionths. Kind 0 says that events are needed no longer: its payload
/// is their ids, it has none of its own.
enum JournalFrame {
    /// Bytes before the payload.
    static let headerSize = 32
    /// Bytes of the largest payload: an event's.
    static let payloadLimit = Limits.standard.item

    private static let releaseKind: UInt8 = 0
    private static let awaitsHooks: UInt8 = 64
    private static let isCheckout: UInt8 = 128
    private static let magic: UInt16 = 0x4A54
    private static let version: UInt8 = 1

    /// Appends the frame of a record.
    static func append(_ record: Record, to bytes: inout [UInt8]) {
        let start = bytes.count
        let rate = (min(max(record.sampleRate, 0), 1) * 1_000_000).rounded()
        let kind =
            record.level.rawValue + 1 + (record.awaitsHooks ? awaitsHooks : 0)
            + (record.kind == .checkout ? isCheckout : 0)
        begin(kind, record.bytes.value.count, UInt64(rate), record.id, to: &bytes)
        bytes.append(contentsOf: record.bytes.value)
        end(start, to: &bytes)
    }

    /// Appends the frame that says that events are needed no longer. At most 65,536 of them.
    static func append(released ids: [EventID], to bytes: inout [UInt8]) {
        let start = bytes.count
        begin(releaseKind, ids.count * 16, 0, EventID(high: 0, low: 0), to: &bytes)
        for id in ids {
            append(id.high, 8, to: &bytes)
            append(id.low, 8, to: &bytes)
        }
        end(start, to: &bytes)
    }

    private static func begin(_ kind: UInt8, _ length: Int, _ rate: UInt64, _ id: EventID, to bytes: inout [UInt8]) {
        append(UInt64(magic), 2, to: &bytes)
        bytes.append(version)
        bytes.append(kind)
        append(UInt64(length), 4, to: &bytes)
        append(0, 4, to: &bytes)
        append(rate, 4, to: &bytes)
        append(id.high, 8, to: &bytes)
        append(id.low, 8, to: &bytes)
    }

    private static func end(_ start: Int, to bytes: inout [UInt8]) {
        let checksum = checksum(of: bytes, at: start, length: bytes.count - start - headerSize)
        for index in 0..<4 { bytes[start + 8 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index)) }
    }

    /// A frame as it stands in a file. Its payload is raw: anybody may have written it.
    struct Raw: Sendable, Hashable {
        var kind: Record.Kind
        var id: EventID
        var level: Level
        var sampleRate: Double
        var awaitsHooks: Bool
        var payload: Range<Int>
    }

    /// What stands in a journal.
    enum Entry: Sendable, Hashable {
        case event(Raw)
        case released([EventID])
    }

    /// Reads the frame at `offset` and moves `offset` behind it. Nil, and nothing changed, if no whole and sound frame
    /// stands there.
    static func read(_ bytes: [UInt8], at offset: inout Int) -> Entry? {
        guard offset >= 0, bytes.count - offset >= headerSize else { return nil }
        guard word(bytes, offset, 2) == UInt64(magic), bytes[offset + 2] == version else { return nil }
        let length = Int(word(bytes, offset + 4, 4))
        guard length <= payloadLimit, length <= bytes.count - offset - headerSize else { return nil }
        guard word(bytes, offset + 8, 4) == UInt64(checksum(of: bytes, at: offset, length: length)) else { return nil }
        let rate = word(bytes, offset + 12, 4)
        guard rate <= 1_000_000 else { return nil }
        let kind = bytes[offset + 3]
        let start = offset + headerSize
        if kind == releaseKind {
            guard length % 16 == 0 else { return nil }
            offset = start + length
            return .released(stride(from: start, to: start + length, by: 16).map { eventID(bytes, $0) })
        }
        guard let level = Level(rawValue: (kind & ~(awaitsHooks | isCheckout)) &- 1) else { return nil }
        let id = eventID(bytes, offset + 16)
        offset = start + length
        return .event(
            Raw(
                kind: kind & isCheckout != 0 ? .checkout : .event,
                id: id,
                level: level,
                sampleRate: Double(rate) / 1_000_000,
                awaitsHooks: kind & awaitsHooks != 0,
                payload: start..<start + length
            )
        )
    }

    private static func eventID(_ bytes: [UInt8], _ offset: Int) -> EventID {
        EventID(high: word(bytes, offset, 8), low: word(bytes, offset + 8, 8))
    }

    private static func checksum(of bytes: [UInt8], at start: Int, length: Int) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let all = unsafe Span(_unsafeElements: buffer)
            let head = Checksum.crc32(all.extracting(start..<start + 8))
            return Checksum.crc32(all.extracting(start + 12..<start + headerSize + length), after: head)
        }
    }

    private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    private static func word(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<count { number |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        return number
    }
}
