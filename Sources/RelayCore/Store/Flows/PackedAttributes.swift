internal import Sanitizer
internal import TelemetryWire

/// Attributes of a checkout event in few bytes: names and words by their numbers in the store, numbers as varints.
///
/// Holds nothing raw: it is made of numbers, flags, ids and sanitized text only. Equal attributes give equal bytes.
struct PackedAttributes: Sendable, Hashable {
    /// What stands behind an attribute's number.
    enum Tag: UInt8 {
        case word = 0
        case no = 1
        case yes = 2
        /// An integer, zigzag.
        case integer = 3
        /// Milliseconds.
        case seconds = 4
        /// 16 bytes.
        case id = 5
        /// A text, its length before it.
        case text = 6
        /// The entry has no such attribute although its flow has.
        case absent = 7
    }

    private(set) var bytes: [UInt8] = []

    /// Nothing.
    init() {}

    mutating func add(_ attribute: Int64, word: Int64) {
        begin(attribute, .word)
        append(UInt64(bitPattern: word))
    }

    mutating func add(_ attribute: Int64, _ flag: Bool) {
        begin(attribute, flag ? .yes : .no)
    }

    mutating func add(_ attribute: Int64, integer: Int64) {
        begin(attribute, .integer)
        append(UInt64(bitPattern: integer << 1 ^ integer >> 63))
    }

    mutating func add(_ attribute: Int64, _ duration: CheckoutSeconds) {
        begin(attribute, .seconds)
        append(UInt64(bitPattern: duration.milliseconds))
    }

    mutating func add(_ attribute: Int64, _ id: EventID) {
        begin(attribute, .id)
        for half in [id.high, id.low] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: half >> shift))
            }
        }
    }

    mutating func add(_ attribute: Int64, _ text: Sanitized<String>) {
        begin(attribute, .text)
        append(UInt64(text.value.utf8.count))
        bytes.append(contentsOf: text.value.utf8)
    }

    mutating func addAbsence(of attribute: Int64) {
        begin(attribute, .absent)
    }

    /// The errors of a checkout: pairs of number and count.
    init(_ errors: [FlowErrorCount]) {
        for error in errors {
            append(UInt64(bitPattern: error.error))
            append(UInt64(bitPattern: error.events))
        }
    }

    /// These and then others.
    func followed(by others: PackedAttributes) -> PackedAttributes {
        var all = self
        all.bytes += others.bytes
        return all
    }

    private mutating func begin(_ attribute: Int64, _ tag: Tag) {
        append(UInt64(bitPattern: attribute))
        bytes.append(tag.rawValue)
    }

    private mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads what `PackedAttributes` wrote. Bytes that it did not write end in nil, not in a trap.
struct PackedReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all was read.
    var isAtEnd: Bool { offset >= bytes.count }

    /// The next number; nil at the end or for a broken one.
    mutating func number() -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        return nil
    }

    /// The next bytes; nil if there are not so many.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// The errors of a checkout; nil for broken bytes.
    static func errors(_ bytes: [UInt8]) -> [FlowErrorCount]? {
        var reader = PackedReader(bytes)
        var errors: [FlowErrorCount] = []
        while !reader.isAtEnd {
            guard let error = reader.number(), let events = reader.number() else { return nil }
            errors.append(FlowErrorCount(error: Int64(bitPattern: error), events: Int64(bitPattern: events)))
        }
        return errors
    }

    /// An attribute's number and its value as JSON; nil at the end or for broken bytes. The value is nil where the
    /// attribute is absent.
    mutating func attribute(_ words: [Int64: String]) -> (attribute: Int64, json: [UInt8]?)? {
        guard let attribute = number(), let code = take(1)?.first, let tag = PackedAttributes.Tag(rawValue: code),
            let json = value(tag, words)
        else { return nil }
        return (Int64(bitPattern: attribute), tag == .absent ? nil : json)
    }

    private mutating func value(_ tag: PackedAttributes.Tag, _ words: [Int64: String]) -> [UInt8]? {
        switch tag {
        case .absent: return []
        case .no: return Array("false".utf8)
        case .yes: return Array("true".utf8)
        case .word:
            guard let number = number(), let word = words[Int64(bitPattern: number)] else { return nil }
            return JSONLine.string(word)
        case .integer:
            guard let number = number() else { return nil }
            let value = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
            return Array(String(value).utf8)
        case .seconds:
            guard let number = number() else { return nil }
            let rest = String(number % 1_000)
            return Array((String(number / 1_000) + "." + String(repeating: "0", count: 3 - rest.count) + rest).utf8)
        case .id:
            guard let raw = take(16) else { return nil }
            var halves: (UInt64, UInt64) = (0, 0)
            for (index, byte) in raw.enumerated() {
                if index < 8 {
                    halves.0 = halves.0 << 8 | UInt64(byte)
                } else {
                    halves.1 = halves.1 << 8 | UInt64(byte)
                }
            }
            return JSONLine.string(EventID(high: halves.0, low: halves.1).description)
        case .text:
            guard let count = number(), let raw = take(Int(clamping: count)) else { return nil }
            return JSONLine.string(String(decoding: raw, as: UTF8.self))
        }
    }
}
