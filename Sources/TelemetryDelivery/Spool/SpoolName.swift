internal import TelemetryEnvelope

/// Names of files and folders in a spool. They carry all that has to be known before a file is read: age, size, number of
/// events, tries. So nothing is asked of the file system but a listing.
///
/// A name counts only in exactly the form in which it is written here; every other one belongs to somebody else and is
/// left alone.
enum SpoolName {
    /// A frozen batch.
    struct Batch: Sendable, Hashable {
        /// When it was frozen, milliseconds since 1970.
        var created: Int64
        /// The id in the envelope's header: the batch's, or the event's where it is alone.
        var id: EventID
        /// Bytes before compression.
        var rawCount: Int
        /// Bytes of the file.
        var count: Int
        /// CRC-32 of the file.
        var checksum: UInt32
        /// Events in it, 1…999.
        var events: Int
        /// Whether errors or worse are among them.
        var isUrgent: Bool
        /// Failed tries so far.
        var attempts: Int

        /// Bytes of the largest file, and of the largest envelope in it: one event of the size limit with a report, or a
        /// full batch with its item headers.
        static let sizeLimit = 4 << 20

        /// As it stands in the folder.
        var text: String {
            "b-\(created)-\(id)-\(rawCount)-\(count)-\(hex(UInt64(checksum), 8))-\(events)-\(isUrgent ? "e" : "i")"
                + "-a\(attempts).env.gz"
        }

        /// Reads a name; nil for every other one.
        init?(_ text: String) {
            guard text.hasPrefix("b-"), text.hasSuffix(".env.gz") else { return nil }
            let parts = text.dropFirst(2).dropLast(7).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 8, parts[7].first == "a" else { return nil }
            guard
                let created = SpoolName.number(parts[0]),
                let id = EventID(String(parts[1])),
                let rawCount = SpoolName.number(parts[2]), rawCount <= Batch.sizeLimit,
                let count = SpoolName.number(parts[3]), count <= Batch.sizeLimit,
                let checksum = UInt32(parts[4], radix: 16),
                let events = SpoolName.number(parts[5]), (1..<Int64(Limits.standard.envelopeItems)).contains(events),
                let attempts = SpoolName.number(parts[7].dropFirst()), attempts <= 1_000_000
            else { return nil }
            self.init(
                created: created,
                id: id,
                rawCount: Int(rawCount),
                count: Int(count),
                checksum: checksum,
                events: Int(events),
                isUrgent: parts[6] == "e",
                attempts: Int(attempts)
            )
            guard self.text == text else { return nil }
        }

        /// A name from its parts.
        init(
            created: Int64,
            id: EventID,
            rawCount: Int,
            count: Int,
            checksum: UInt32,
            events: Int,
            isUrgent: Bool,
            attempts: Int = 0
        ) {
            self.created = created
            self.id = id
            self.rawCount = rawCount
            self.count = count
            self.checksum = checksum
            self.events = events
            self.isUrgent = isUrgent
            self.attempts = attempts
        }
    }

    /// A folder of one process: its destination, when it was made, and a random number.
    struct Folder: Sendable, Hashable {
        var destination: UInt64
        var created: Int64
        var random: UInt32

        var text: String { "q-\(hex(destination, 16))-\(created)-\(hex(UInt64(random), 8))" }

        init(destination: UInt64, created: Int64, random: UInt32) {
            self.destination = destination
            self.created = created
            self.random = random
        }

        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "q" else { return nil }
            guard
                let destination = UInt64(parts[1], radix: 16),
                let created = SpoolName.number(parts[2]),
                let random = UInt32(parts[3], radix: 16)
            else { return nil }
            self.init(destination: destination, created: created, random: random)
            guard self.text == text else { return nil }
        }
    }

    /// A segment of a journal.
    struct Segment: Sendable, Hashable {
        var created: Int64
        var random: UInt32

        var text: String { "j-\(created)-\(hex(UInt64(random), 8)).jrn" }

        init(created: Int64, random: UInt32) {
            self.created = created
            self.random = random
        }

        init?(_ text: String) {
            guard text.hasPrefix("j-"), text.hasSuffix(".jrn") else { return nil }
            let parts = text.dropFirst(2).dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let created = SpoolName.number(parts[0]), let random = UInt32(parts[1], radix: 16)
            else { return nil }
            self.init(created: created, random: random)
            guard self.text == text else { return nil }
        }
    }

    /// An empty file whose name says until when a destination wants nothing.
    struct Limit: Sendable, Hashable {
        var destination: UInt64
        var until: Int64

        var text: String { "limit-\(hex(destination, 16))-\(until)" }

        init(destination: UInt64, until: Int64) {
            self.destination = destination
            self.until = until
        }

        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "limit" else { return nil }
            guard let destination = UInt64(parts[1], radix: 16), let until = SpoolName.number(parts[2]) else {
                return nil
            }
            self.init(destination: destination, until: until)
            guard self.text == text else { return nil }
        }
    }

    /// A damaged file that was put aside.
    struct Quarantined: Sendable, Hashable {
        var created: Int64
        var count: Int
        var random: UInt32

        var text: String { "\(created)-\(count)-\(hex(UInt64(random), 8)).bad" }

        init(created: Int64, count: Int, random: UInt32) {
            self.created = created
            self.count = count
            self.random = random
        }

        init?(_ text: String) {
            guard text.hasSuffix(".bad") else { return nil }
            let parts = text.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
            guard
                parts.count == 3, let created = SpoolName.number(parts[0]), let count = SpoolName.number(parts[1]),
                let random = UInt32(parts[2], radix: 16)
            else { return nil }
            self.init(created: created, count: Int(count), random: random)
            guard self.text == text else { return nil }
        }
    }

    /// A file that is being written.
    static func temporary(_ random: UInt32) -> String { ".tmp-" + hex(UInt64(random), 8) }

    /// Whether this is such a file.
    static func isTemporary(_ text: String) -> Bool { text.hasPrefix(".tmp-") }

    /// The folder of damaged files.
    static let quarantine = "bad"

    /// What stands for a destination in names (FNV-1a over its URL). Keys may be rotated: they are no part of it.
    static func destination(_ url: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in url.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// Up to fifteen decimal digits.
    private static func number(_ text: Substring) -> Int64? {
        guard (1...15).contains(text.utf8.count) else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - 0x30)
        }
        return number
    }
}

private func hex(_ number: UInt64, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
