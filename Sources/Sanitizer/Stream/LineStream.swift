/// Scrubs a stream of lines that arrives in chunks: logs as text, or one JSON value a line.
///
/// The same bytes give the same output and the same findings however they are cut into chunks. One line out for every
/// line in, each with the line ending it had; a last line without one is a line as well. Whole lines are scrubbed where
/// they stand in the chunk; of an unfinished one at most `limit` bytes are kept. Scratch memory does not grow with the
/// stream, nor with the length of lines beyond some 96 KiB.
///
/// Any bytes are accepted. What is not UTF-8 comes out with U+FFFD in place of the invalid bytes; NUL is a byte like any
/// other. What lines say about one another is described at `LineCarry`. Not synchronized: one owner at a time.
public struct LineStream: ~Copyable {
    /// What a line is.
    public enum Format: Sendable, Hashable {
        /// One JSON value; what is none is scrubbed as text.
        case ndjson
        /// Text, whatever it looks like.
        case text
    }

    /// The longest line that is examined by default: 16 MiB.
    public static let defaultLimit = 16 << 20
    /// How much output is held back for an observer that drains.
    private static let drainSize = 256 << 10

    /// How many lines have ended so far.
    public private(set) var lines = 0
    /// How many of them were over the limit, and replaced by `[redacted:limit]`.
    public private(set) var linesOverLimit = 0

    private let format: Format
    private let policy: Policy
    private let limit: Int
    private var pass: Pass
    private var carry = LineCarry()
    /// The line at hand, as far as chunks brought it; never over the limit.
    private var pending: ContiguousArray<UInt8> = []
    /// Whether the line at hand is over the limit already.
    private var isSkipping = false

    /// A stream at its beginning.
    ///
    /// - Parameters:
    ///   - format: What lines hold.
    ///   - policy: The rules.
    ///   - stage: Recorded in findings.
    ///   - limit: The longest line in bytes, its ending not counted; below one counts as one.
    public init(format: Format, policy: Policy, stage: Finding.Stage, limit: Int = LineStream.defaultLimit) {
        self.format = format
        self.policy = policy
        self.limit = max(1, limit)
        pass = Pass(stage: stage)
    }

    /// Takes the next bytes and appends to `output` what can be told by now: every line that they complete.
    ///
    /// Nothing is held back that was told to be complete, so a log can be followed as it grows.
    public mutating func feed<Observer: LineObserver>(
        _ chunk: Span<UInt8>,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) {
        unsafe chunk.withUnsafeBufferPointer { buffer in
            feed(unsafe ByteView(buffer), &output, &observer)
        }
    }

    /// Ends the stream: a line without an ending is complete. The next chunk begins a new stream.
    public mutating func finish<Observer: LineObserver>(
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) {
        if isSkipping || !pending.isEmpty { endLine(&output, &observer) }
        carry = LineCarry()
        if Observer.drains, !output.isEmpty { observer.drain(&output) }
    }

    private mutating func feed<Observer: LineObserver>(
        _ chunk: ByteView,
        _ output: inout SanitizedBuffer,
        _ observer: inout Observer
    ) {
        var start = 0
        while let feed = chunk.firstLineFeed(from: start) {
            let line = chunk[start..<feed]
            if pending.isEmpty, !isSkipping, line.count <= limit {
                scrub(line, &output, &observer)
            } else {
                keep(line)
                endLine(&output, &observer)
            }
            output.append("\n")
            start = feed + 1
            if Observer.drains, output.count >= Self.drainSize { observer.drain(&output) }
        }
        keep(chunk[start..<chunk.count])
    }

    /// Adds a part of the line at hand, up to the limit.
    private mutating func keep(_ part: ByteView) {
        guard part.count > 0, !isSkipping else { return }
        let size = pending.count + part.count
        guard size <= limit else {
            isSkipping = true
            pending.removeAll(keepingCapacity: true)
            return
        }
        if size > pending.capacity {
            // Doubling would hold a long line twice. Memory that is not written to is not there yet.
            pending.reserveCapacity(size <= 1 << 20 ? min(limit, 2 * size) : limit)
        }
        unsafe pending.append(contentsOf: part.buffer)
    }

    /// Scrubs the line that was kept, or stands in for it.
    private mutating func endLine<Observer: LineObserver>(
        _ output: inout SanitizedBuffer,
        _ observer: inout Observer
    ) {
        if isSkipping {
            isSkipping = false
            lines += 1
            linesOverLimit += 1
            observer.lineBegan()
            carry = LineCarry()
            output.append(format == .ndjson ? "\"[redacted:limit]\"" : "[redacted:limit]")
            return
        }
        var line: ContiguousArray<UInt8> = []
        swap(&line, &pending)
        unsafe line.withUnsafeBufferPointer { buffer in
            scrub(unsafe ByteView(buffer), &output, &observer)
        }
        swap(&line, &pending)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func scrub<Observer: LineObserver>(
        _ line: ByteView,
        _ output: inout SanitizedBuffer,
        _ observer: inout Observer
    ) {
        lines += 1
        observer.lineBegan()
        if format == .ndjson {
            guard line.count > 0 else { return }
            do throws(Pass.Failure) {
                _ = try pass.run(document: line, policy: policy, meta: .keep, into: &output, observer: &observer)
                carry = LineCarry()
                return
            } catch {
                observer.lineIsText()
            }
        }
        switch carry.take(line) {
        case .plain:
            guard line.count > 0 else { return }
            pass.run(text: line, after: nil, policy: policy, into: &output, observer: &observer)
        case .led:
            _ = unsafe carry.lead.withUnsafeBufferPointer { lead in
                pass.run(text: line, after: unsafe ByteView(lead), policy: policy, into: &output, observer: &observer)
            }
        case .key:
            // The first line of a private key stands in for any other: what is written and reported is the same.
            let head: StaticString = "-----BEGIN PRIVATE KEY-----"
            let view = unsafe ByteView(UnsafeBufferPointer(start: head.utf8Start, count: head.utf8CodeUnitCount))
            pass.run(text: view, after: nil, policy: policy, into: &output, observer: &observer)
        }
    }
}

extension ByteView {
    /// The first line feed at or after `start`.
    fileprivate func firstLineFeed(from start: Int) -> Int? {
        var position = start
        if let base = unsafe buffer.baseAddress {
            while position + 32 <= count {
                let first = unsafe ByteBlock(at: base + position).equal(0x0A)
                let second = unsafe ByteBlock(at: base + position + 16).equal(0x0A)
                guard (first | second).isZero else { break }
                position += 32
            }
        }
        while position + 8 <= count {
            let found = Lanes.equal(word(at: position), 0x0A)
            if found != 0 { return position + Lanes.first(found) }
            position += 8
        }
        while position < count {
            if self[position] == 0x0A { return position }
            position += 1
        }
        return nil
    }
}
