/// A bounded first-in-first-out ring of sanitized records: clean bytes go in from a `SanitizedBuffer` and come out into
/// one, so that what waits in memory is as clean as what leaves.
///
/// One allocation, made at `init`; pushing and popping copy bytes and allocate nothing. Not synchronized.
package struct SanitizedRing: ~Copyable, Sendable {
    /// What stands beside a record's bytes.
    package struct Label: Sendable, Hashable {
        /// What the record is; its meaning is the caller's.
        package var kind: UInt8
        /// Its severity; its meaning is the caller's.
        package var level: UInt8
        /// A sequence number, so that two rings can be ordered against each other.
        package var sequence: UInt64
        /// The first half of the record's id.
        package var high: UInt64
        /// The second half of the record's id.
        package var low: UInt64

        /// A label from its parts.
        package init(kind: UInt8, level: UInt8, sequence: UInt64, high: UInt64, low: UInt64) {
            self.kind = kind
            self.level = level
            self.sequence = sequence
            self.high = high
            self.low = low
        }
    }

    /// Bytes that a record takes beside its own: length, kind, level, sequence and id.
    package static let overhead = 32

    private var storage: ContiguousArray<UInt8>
    private var head = 0
    // The record that is being written in parts: where the next byte goes, and how many are missing.
    private var cursor = 0
    private var missing = 0

    /// Bytes of the ring, record overhead included.
    package let capacity: Int
    /// Bytes in use, record overhead included.
    package private(set) var used = 0
    /// Records held.
    package private(set) var count = 0

    /// A ring of `capacity` bytes; every record costs its own bytes and `overhead`.
    package init(capacity: Int) {
        self.capacity = max(capacity, 0)
        storage = ContiguousArray(repeating: 0, count: self.capacity)
    }

    /// Whether nothing is held.
    package var isEmpty: Bool { count == 0 }

    /// Whether a record of `length` bytes fits now.
    package func hasRoom(for length: Int) -> Bool {
        length >= 0 && length <= Int(UInt32.max) && length <= capacity - used - SanitizedRing.overhead
    }

    /// Adds the buffer's bytes as one record. False, and nothing changed, if there is no room.
    package mutating func push(_ record: borrowing SanitizedBuffer, label: Label) -> Bool {
        guard begin(record.count, label: label) else { return false }
        append(record, in: 0..<record.count)
        return true
    }

    /// Adds a record of `length` bytes, which `append` has to bring before anything else is done with the ring; bytes that
    /// it leaves out are blanks. False, and nothing changed, if there is no room.
    package mutating func begin(_ length: Int, label: Label) -> Bool {
        guard hasRoom(for: length) else { return false }
        cursor = head + used
        if cursor >= capacity { cursor -= capacity }
        cursor = write(UInt64(length) << 16 | UInt64(label.kind) << 8 | UInt64(label.level), at: cursor)
        cursor = write(label.sequence, at: cursor)
        cursor = write(label.high, at: cursor)
        cursor = write(label.low, at: cursor)
        missing = length
        used += length + SanitizedRing.overhead
        count += 1
        return true
    }

    /// Writes the next part of the record that was begun; what goes beyond its length is left out.
    package mutating func append(_ part: borrowing SanitizedBuffer, in range: Range<Int>) {
        let range = range.clamped(to: 0..<part.count)
        let length = min(range.count, missing)
        copy(from: part, range.lowerBound, length)
        missing -= length
    }

    /// Ends the record that was begun, where its parts may have been too short.
    package mutating func end() {
        while missing > 0 {
            storage[cursor] = 0x20
            cursor = advanced(cursor, by: 1)
            missing -= 1
        }
    }

    /// The label of the oldest record.
    package var first: Label? {
        count > 0 ? header(at: head).label : nil
    }

    /// Bytes of the oldest record, without overhead.
    package var firstCount: Int? {
        count > 0 ? header(at: head).length : nil
    }

    /// Takes the oldest record out and appends its bytes to `buffer`. Nil, and nothing changed, if there is none.
    package mutating func pop(into buffer: inout SanitizedBuffer) -> Label? {
        guard count > 0 else { return nil }
        let (label, length) = header(at: head)
        append(length, after: 0, to: &buffer)
        drop(length)
        return label
    }

    /// Appends the record at `position`, counted in bytes from the oldest, and moves `position` to the next one. Nil, and
    /// nothing changed, at the end. Starts at 0; nothing may be pushed or taken in between.
    package func copy(at position: inout Int, into buffer: inout SanitizedBuffer) -> Label? {
        guard position >= 0, position < used else { return nil }
        let (label, length) = header(at: advanced(head, by: position))
        append(length, after: position, to: &buffer)
        position += length + SanitizedRing.overhead
        return label
    }

    /// Takes the oldest record out and forgets its bytes. Nil if there is none.
    package mutating func popFirst() -> Label? {
        guard count > 0 else { return nil }
        let (label, length) = header(at: head)
        drop(length)
        return label
    }

    /// Forgets everything and keeps the memory.
    package mutating func removeAll() {
        head = 0
        used = 0
        count = 0
        missing = 0
    }

    private mutating func drop(_ length: Int) {
        head = advanced(head, by: length + SanitizedRing.overhead)
        used -= length + SanitizedRing.overhead
        count -= 1
        if count == 0 { head = 0 }
    }

    private func append(_ length: Int, after position: Int, to buffer: inout SanitizedBuffer) {
        let start = advanced(head, by: position + SanitizedRing.overhead)
        let firstPart = min(length, capacity - start)
        buffer.storage.append(contentsOf: storage[start..<start + firstPart])
        buffer.storage.append(contentsOf: storage[0..<length - firstPart])
    }

    private func advanced(_ position: Int, by distance: Int) -> Int {
        let next = position + distance
        return next >= capacity ? next - capacity : next
    }

    private func header(at position: Int) -> (label: Label, length: Int) {
        let word = read(at: position)
        let label = Label(
            kind: UInt8(truncatingIfNeeded: word >> 8),
            level: UInt8(truncatingIfNeeded: word),
            sequence: read(at: advanced(position, by: 8)),
            high: read(at: advanced(position, by: 16)),
            low: read(at: advanced(position, by: 24))
        )
        return (label, Int(word >> 16))
    }

    private mutating func write(_ word: UInt64, at position: Int) -> Int {
        let end = position + 8
        guard end > capacity else {
            // Whole words where they do not go around the end: headers are a good part of a small record's cost.
            unsafe storage.withUnsafeMutableBytes {
                unsafe $0.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
            }
            return end == capacity ? 0 : end
        }
        var cursor = position
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            storage[cursor] = UInt8(truncatingIfNeeded: word >> shift)
            cursor = advanced(cursor, by: 1)
        }
        return cursor
    }

    private func read(at position: Int) -> UInt64 {
        guard position + 8 > capacity else {
            return unsafe storage.withUnsafeBytes {
                unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            }
        }
        var cursor = position
        var word: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            word |= UInt64(storage[cursor]) << shift
            cursor = advanced(cursor, by: 1)
        }
        return word
    }

    // Bulk copies go through raw memory: an element-wise loop would be most of the cost of a capture.
    private mutating func copy(from record: borrowing SanitizedBuffer, _ offset: Int, _ length: Int) {
        guard length > 0 else { return }
        let position = cursor
        let firstPart = min(length, capacity - position)
        unsafe record.storage.withUnsafeBufferPointer { source in
            unsafe storage.withUnsafeMutableBufferPointer { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + position).update(from: from + offset, count: firstPart)
                if firstPart < length { unsafe to.update(from: from + offset + firstPart, count: length - firstPart) }
            }
        }
        cursor = advanced(position, by: length)
    }
}
