internal import TelemetryWire

/// What an envelope's parts are handed to, in order.
protocol EnvelopeSink {
    /// The envelope's header. May refuse the whole.
    mutating func header(_ header: EnvelopeHeader) throws(IngestRefusal)
    /// How many bytes of such an item's payload are wanted; nil to read past it.
    func room(for item: ItemHeader) -> Int?
    /// An item. The payload is whole, or empty if it was over its room or not wanted.
    mutating func item(_ item: ItemHeader, payload: Span<UInt8>, isTooLarge: Bool)
}

/// Takes an envelope apart as it is inflated, piece by piece: unkept payloads are read past, never held, and at most
/// one kept payload is in memory at a time.
///
/// The rules are those of `EnvelopeReader`, which a test holds it to. A value type without I/O; linear.
struct EnvelopeStream {
    private enum State {
        /// In the envelope's header line.
        case header
        /// Before or in an item's header line.
        case itemHeader
        /// In a payload, with so many bytes to come, or nil up to the next newline.
        case payload(ItemHeader, left: Int?)
        /// After a payload of known length: a newline or the end has to come.
        case end
    }

    private let limits: Limits
    private var state = State.header
    private var held = ContiguousArray<UInt8>()
    private var seen = 0
    private var room: Int?
    private var isTooLarge = false
    private var items = 0
    private var isEmpty = true

    /// A stream of which nothing has come.
    init(limits: Limits) {
        self.limits = limits
    }

    /// Takes the next bytes.
    mutating func feed<Sink: EnvelopeSink>(_ chunk: Span<UInt8>, _ sink: inout Sink) throws(IngestRefusal) {
        var offset = 0
        if chunk.count > 0 { isEmpty = false }
        while offset < chunk.count {
            switch state {
            case .header, .itemHeader:
                offset = try line(chunk, from: offset, &sink)
            case .payload(let item, let left):
                offset = try payload(chunk, from: offset, item, left, &sink)
            case .end:
                guard chunk[offset] == 0x0A else { throw .envelope(.itemLength) }
                offset += 1
                state = .itemHeader
            }
        }
    }

    /// Says that no bytes follow.
    mutating func finish<Sink: EnvelopeSink>(_ sink: inout Sink) throws(IngestRefusal) {
        guard !isEmpty else { throw .envelope(.emptyBody) }
        switch state {
        case .itemHeader where held.isEmpty: return
        case .header, .itemHeader:
            let last = held
            held = []
            try endLine(last.span, &sink)
        case .payload, .end: break
        }
        guard case .payload(let item, let left) = state else { return }
        guard (left ?? 0) == 0 else { throw .envelope(.itemTruncated) }
        sink.item(item, payload: held.span, isTooLarge: isTooLarge)
    }

    // MARK: - Lines

    private mutating func line<Sink: EnvelopeSink>(
        _ chunk: Span<UInt8>,
        from start: Int,
        _ sink: inout Sink
    ) throws(IngestRefusal) -> Int {
        if case .itemHeader = state, held.isEmpty, items >= limits.envelopeItems { throw .envelope(.tooManyItems) }
        let most = limits.headerLine - held.count
        let newline = EnvelopeStream.newline(chunk, from: start, limit: min(chunk.count - start, most + 1) + start)
        guard newline - start <= most else { throw .envelope(.headerTooLong) }
        let part = chunk.extracting(start..<newline)
        guard newline < chunk.count else {
            hold(part)
            return newline
        }
        if held.isEmpty {
            try endLine(part, &sink)
        } else {
            hold(part)
            let whole = held
            held = []
            try endLine(whole.span, &sink)
        }
        return newline + 1
    }

    private mutating func endLine<Sink: EnvelopeSink>(
        _ line: Span<UInt8>,
        _ sink: inout Sink
    ) throws(IngestRefusal) {
        if case .header = state {
            let header: EnvelopeHeader
            do throws(DecodeError) {
                header = try EnvelopeHeader.decode(line, isLenient: true)
            } catch {
                throw .envelope(.header)
            }
            try sink.header(header)
            state = .itemHeader
            held.removeAll(keepingCapacity: true)
            return
        }
        let item: ItemHeader
        do throws(DecodeError) {
            item = try ItemHeader.decode(line)
        } catch {
            throw .envelope(.itemHeader)
        }
        items += 1
        room = sink.room(for: item)
        seen = 0
        isTooLarge = false
        held.removeAll(keepingCapacity: true)
        state = .payload(item, left: item.length)
        if item.length == 0 {
            sink.item(item, payload: held.span, isTooLarge: false)
            state = .end
        }
    }

    // MARK: - Payloads

    private mutating func payload<Sink: EnvelopeSink>(
        _ chunk: Span<UInt8>,
        from start: Int,
        _ item: ItemHeader,
        _ left: Int?,
        _ sink: inout Sink
    ) throws(IngestRefusal) -> Int {
        let end: Int
        let isWhole: Bool
        if let left {
            end = start + min(left, chunk.count - start)
            isWhole = end - start == left
        } else {
            end = EnvelopeStream.newline(chunk, from: start, limit: chunk.count)
            isWhole = end < chunk.count
        }
        let part = chunk.extracting(start..<end)
        guard isWhole else {
            keep(part)
            state = .payload(item, left: left.map { $0 - part.count })
            return end
        }
        if held.isEmpty, part.count <= room ?? 0, !isTooLarge {
            sink.item(item, payload: part, isTooLarge: false)
        } else {
            keep(part)
            sink.item(item, payload: held.span, isTooLarge: isTooLarge)
        }
        held.removeAll(keepingCapacity: held.capacity <= 64 * 1_024)
        state = left == nil ? .itemHeader : .end
        return left == nil ? end + 1 : end
    }

    private mutating func keep(_ part: Span<UInt8>) {
        guard let room, !isTooLarge else { return }
        seen += part.count
        guard seen <= room else {
            isTooLarge = true
            held = []
            return
        }
        hold(part)
    }

    private mutating func hold(_ part: Span<UInt8>) {
        unsafe part.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
    }

    /// Where the next newline stands; `limit` if there is none before it.
    private static func newline(_ bytes: Span<UInt8>, from start: Int, limit: Int) -> Int {
        var index = start
        while index < limit, bytes[index] != 0x0A { index += 1 }
        return index
    }
}
