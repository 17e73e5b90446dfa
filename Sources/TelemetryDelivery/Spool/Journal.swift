internal import Sanitizer
internal import TelemetryEnvelope

/// The journal of one folder: events that no batch file has yet, in segments that only grow.
///
/// A segment goes when the last of its events has found a batch file or its fate. Worker's thread only.
struct Journal: ~Copyable {
    private struct Segment {
        var name: String
        var number: UInt32
        var bytes: Int
        var live: Int
        var isAdopted = false
    }

    /// Bytes of a segment that are read at most: its size, and the most that one append adds.
    static let readLimit = 4 << 20
    /// Segments from which on dead ones in the middle go, too.
    private static let segmentLimit = 8

    private var segments: [Segment] = []
    private var current: SpoolFile?
    private var currentNumber: UInt32 = 0
    private var lastNumber: UInt32 = 0
    private var hasNewName = false
    // A wait for the disk has failed: what it was for is never known to be there, however often one asks again.
    private var isUnsyncable = false
    private var isDirty = false
    private let segmentSize: Int

    /// An empty journal. `segmentSize`: bytes from which on a new segment is begun.
    init(segmentSize: Int) {
        self.segmentSize = segmentSize
    }

    /// Whether something was written that may not be on the disk yet.
    var isUnsynced: Bool { isDirty || isUnsyncable }

    /// Bytes of all segments.
    var bytes: Int { segments.reduce(0) { $0 + $1.bytes } }

    /// Segments.
    var count: Int { segments.count }

    /// Writes the records behind each other, all or none. Returns the number of the segment that has them.
    mutating func append(
        _ records: ArraySlice<Record>,
        in directory: SpoolDirectory,
        newName: () -> SpoolName.Segment
    ) throws(SpoolFailure) -> UInt32 {
        if current == nil || (segments.last?.bytes ?? 0) >= segmentSize {
            // The next wait for the disk is for the new one only.
            try sync(in: directory)
            let name = newName().text
            current = try SpoolFile(new: name, in: directory)
            lastNumber &+= 1
            currentNumber = lastNumber
            segments.append(Segment(name: name, number: lastNumber, bytes: 0, live: 0))
            hasNewName = true
        }
        var frames: [UInt8] = []
        frames.reserveCapacity(records.reduce(0) { $0 + $1.bytes.value.count + JournalFrame.headerSize })
        for record in records { JournalFrame.append(record, to: &frames) }
        let index = segments.count - 1
        do throws(SpoolFailure) {
            try current?.write(frames)
        } catch {
            // What was written of them ends the segment for a reader; without it, it may go on.
            if current?.truncate(to: segments[index].bytes) != true { retireCurrent(in: directory) }
            throw error
        }
        segments[index].bytes += frames.count
        segments[index].live += records.count
        isDirty = true
        return segments[index].number
    }

    /// Takes over a segment that an earlier process left, with `live` events in it.
    mutating func adopt(_ name: String, bytes: Int, live: Int) -> UInt32 {
        lastNumber &+= 1
        // Behind others of that kind, in front of our own: the last one is the one that grows.
        let place = segments.firstIndex { !$0.isAdopted } ?? segments.count
        segments.insert(
            Segment(name: name, number: lastNumber, bytes: bytes, live: live, isAdopted: true),
            at: place
        )
        return lastNumber
    }

    /// Waits until everything written is on the disk.
    mutating func sync(in directory: SpoolDirectory) throws(SpoolFailure) {
        guard isDirty else { return }
        do throws(SpoolFailure) {
            try current?.sync()
            if hasNewName { try directory.sync() }
        } catch {
            isUnsyncable = true
            throw error
        }
        hasNewName = false
        isDirty = false
    }

    /// Events are needed no longer: they are in a batch file, or have found their fate. Where their segment stays for the sake
    /// of others, that is written behind them, so that a later process does not take them again.
    mutating func release(_ records: [Record], in directory: SpoolDirectory) {
        var isReleased = false
        for record in records {
            guard case .journal(let number) = record.custody else { continue }
            guard let index = segments.firstIndex(where: { $0.number == number }) else { continue }
            segments[index].live -= 1
            isReleased = true
        }
        guard isReleased else { return }
        removeDead(in: directory)
        let left = records.filter { record in
            guard case .journal(let number) = record.custody else { return false }
            return segments.contains { $0.number == number && $0.bytes > 0 }
        }
        guard !left.isEmpty, let current, let index = segments.firstIndex(where: { $0.number == currentNumber }) else {
            return
        }
        var frame: [UInt8] = []
        JournalFrame.append(released: left.map(\.id), to: &frame)
        do throws(SpoolFailure) {
            try current.write(frame)
            segments[index].bytes += frame.count
        } catch {
            if !current.truncate(to: segments[index].bytes) { retireCurrent(in: directory) }
        }
    }

    /// Removes segments of which nothing is needed, from the oldest on: what a segment says of older ones is needed as long as
    /// those are there. The one that grows is emptied instead, while it is small.
    private mutating func removeDead(in directory: SpoolDirectory) {
        while let first = segments.first, first.live <= 0 || segments.count > Journal.segmentLimit {
            if first.number == currentNumber, let current {
                guard first.live <= 0 else { break }
                isDirty = false
                if first.bytes < segmentSize, current.truncate(to: 0) {
                    segments[0].bytes = 0
                    segments[0].live = 0
                    break
                }
                self.current = nil
            }
            if first.live > 0 {
                // Something keeps an old segment: rather send what follows it again than keep all of it.
                guard let dead = segments.firstIndex(where: { $0.live <= 0 && $0.number != currentNumber }) else {
                    break
                }
                directory.remove(segments[dead].name)
                segments.remove(at: dead)
                continue
            }
            directory.remove(first.name)
            segments.removeFirst()
        }
        if segments.allSatisfy({ $0.live <= 0 }) { isUnsyncable = false }
    }

    /// Removes all segments, whatever is in them.
    mutating func removeAll(in directory: SpoolDirectory) {
        current = nil
        isDirty = false
        isUnsyncable = false
        for segment in segments { directory.remove(segment.name) }
        segments = []
    }

    /// Forgets all segments, whose folder is gone.
    mutating func forget() {
        current = nil
        isDirty = false
        isUnsyncable = false
        segments = []
    }

    /// Closes the files. Empty segments are removed.
    mutating func close(in directory: SpoolDirectory) {
        current = nil
        for segment in segments where segment.live <= 0 { directory.remove(segment.name) }
        segments.removeAll { $0.live <= 0 }
    }

    private mutating func retireCurrent(in directory: SpoolDirectory) {
        try? sync(in: directory)
        current = nil
        if let last = segments.last, last.live <= 0 {
            directory.remove(last.name)
            segments.removeLast()
        }
    }
}
