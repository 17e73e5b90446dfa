/// The fast way through what is ordinary, which is most of any document.
///
/// Only what the general walk would pass over without a trace is taken here; whatever asks for a closer look, faulty
/// syntax included, is left to it, with the tokenizer in front. So nothing is decided twice, and this file can be read
/// as a list of reasons to leave things alone.
extension Pass {
    /// Takes names, values and brackets while they are ordinary. Not for `strict`, which looks at every value.
    @inline(never)
    mutating func glide(_ tokenizer: inout JSONTokenizer, _ bytes: ByteView) {
        var observer = NoObserver()
        glide(&tokenizer, bytes, watches: false, &observer)
    }

    /// The same for an observer that is told of each value when `watches`.
    @inline(__always)
    mutating func glide<Observer: PassObserver & ~Copyable>(
        _ tokenizer: inout JSONTokenizer,
        _ bytes: ByteView,
        watches: Bool,
        _ observer: inout Observer
    ) {
        guard var cursor = ByteCursor(bytes, at: tokenizer.position) else { return }
        var state = tokenizer.expectation
        guard state != .nothing else { return }
        var frame = unsafe frames.place
        var place = unsafe Place(frame.pointee)
        // Nothing is changed on this way, so output and input keep their distance.
        let shift = watches ? writer.offset(of: 0) : 0
        var slot = keyCache.last
        defer { keyCache.last = slot }
        walk: while cursor.isInside {
            var byte = cursor[0]
            if state == .separator, byte == 0x2C {
                cursor.skip(1)
                byte = cursor[0]
                if byte == 0x20 {
                    byte = Self.byte(behindBlankAt: cursor)
                    cursor.skip(1)
                }
                state = place.isObject ? .key : .value
            } else if byte == place.bracket, state != .key, state != .value {
                let begin = unsafe frame.pointee.outputStart
                cursor.skip(1)
                tokenizer.leave()
                frames.pop()
                unsafe frame = frames.place
                unsafe frame.pointee.lastEnd = cursor.position
                unsafe place = Place(frame.pointee)
                if watches {
                    path.leave()
                    observer.containerEnded(at: path, range: begin..<cursor.position + shift)
                }
                state = .separator
                if tokenizer.depth > 0 {
                    if frames.count >= glideFloor { continue walk }
                    glideFloor = policyFloor
                    break walk
                }
                state = .nothing
                break walk
            } else if state == .separator {
                break walk
            }
            if state == .key || state == .keyOrEnd {
                guard byte == 0x22 else { break walk }
                if let next = keyCache.successor(of: slot, at: cursor) {
                    slot = next
                } else {
                    guard let next = knownName(cursor), cursor[Int(keyCache[next].count) &+ 2] == 0x3A else {
                        break walk
                    }
                    keyCache.follow(slot, by: next)
                    slot = next
                }
                let count = Int(keyCache[slot].count)
                let start = cursor.position &+ 1
                unsafe frame.pointee.setKey(start, count, keyCache[slot].verdict)
                place.set(keyCache[slot].ease)
                if watches { path.set(keyAt: start, count: count) }
                cursor.skip(count &+ 3)
                byte = cursor[0]
                if byte == 0x20 {
                    byte = Self.byte(behindBlankAt: cursor)
                    cursor.skip(1)
                }
                state = .value
            }
            let kind: JSONScalar
            let length: Int
            switch byte {
            case 0x22:
                guard place.ease.contains(.text) else { break walk }
                if let count = Self.plainWord(cursor) {
                    length = count
                } else if let count = ordinaryText(cursor, unsafe frame.pointee.verdict) {
                    length = count
                } else {
                    break walk
                }
                kind = .string
            case 0x2D, 0x30...0x39:
                guard place.ease.contains(.number),
                    let count = Self.ordinaryNumber(cursor, unsafe frame.pointee.verdict)
                else { break walk }
                kind = .number
                length = count
            case 0x7B, 0x5B:
                guard place.ease.contains(.container), tokenizer.depth < JSONTokenizer.depthLimit else { break walk }
                let isArray = byte == 0x5B
                if place.isArray {
                    unsafe frame.pointee.index += 1
                    if watches { unsafe path.set(index: frame.pointee.index - frame.pointee.removed) }
                }
                let own = unsafe frame.pointee.verdict
                let isChange = unsafe frame.pointee.isChange
                frames.push(isArray: isArray, own: own)
                unsafe frame = frames.place
                unsafe frame.pointee.isChange = isChange
                unsafe frame.pointee.inputStart = cursor.position
                unsafe frame.pointee.isAlternating = isArray && own.hints.contains(.headerList)
                if watches {
                    unsafe frame.pointee.outputStart = cursor.position + shift
                    observer.containerBegan(at: path, isArray: isArray, offset: cursor.position + shift)
                    path.enter()
                }
                unsafe place = Place(frame.pointee)
                tokenizer.enter(isObject: !isArray)
                cursor.skip(1)
                state = isArray ? .valueOrEnd : .keyOrEnd
                continue walk
            case 0x74:
                guard UInt32(truncatingIfNeeded: cursor.word(0)) == 0x6575_7274 else { break walk }
                kind = .true
                length = 4
            case 0x66:
                guard UInt32(truncatingIfNeeded: cursor.word(1)) == 0x6573_6C61 else { break walk }
                kind = .false
                length = 5
            case 0x6E:
                guard UInt32(truncatingIfNeeded: cursor.word(0)) == 0x6C6C_756E else { break walk }
                kind = .null
                length = 4
            default: break walk
            }
            guard !place.isRoot else { break walk }
            if place.isArray {
                unsafe frame.pointee.index += 1
                if watches { unsafe path.set(index: frame.pointee.index - frame.pointee.removed) }
            }
            let start = cursor.position
            cursor.skip(length)
            unsafe frame.pointee.lastEnd = start &+ length
            if watches { observer.scalar(kind, at: path, range: start + shift..<start + length + shift) }
            state = .separator
        }
        tokenizer.position = cursor.position
        tokenizer.expectation = state
    }

    /// The byte behind a space. A call, so that there is a branch, which is guessed: all documents of one writer have
    /// spaces or none, and without a guess every token would wait for this byte.
    @inline(never)
    private static func byte(behindBlankAt cursor: ByteCursor) -> UInt8 {
        cursor[1]
    }

    /// What the fast walk has to know of the container at hand.
    private struct Place {
        /// What may be taken without a look at the surroundings.
        var ease: KeyCache.Ease
        /// The most that any name leaves of that.
        let mask: UInt8
        /// Its closing bracket; no byte of JSON for the place of a root value.
        let bracket: UInt8

        var isObject: Bool { bracket == 0x7D }
        var isArray: Bool { bracket == 0x5D }
        var isRoot: Bool { bracket == 0 }

        @inline(__always)
        init(_ frame: borrowing PassFrame) {
            switch frame.shape {
            case .root:
                bracket = 0
                mask = 0
                ease = .container
            case .object:
                bracket = 0x7D
                mask = frame.speaks ? 0 : 0xFF
                ease = KeyCache.Ease(rawValue: KeyCache.Ease(frame.verdict).rawValue & mask)
            case .array:
                bracket = 0x5D
                mask = 0
                ease = frame.pairIndex < 0 ? .container : []
            }
        }

        /// A member whose name has `ease`.
        @inline(__always)
        mutating func set(_ ease: KeyCache.Ease) {
            self.ease = KeyCache.Ease(rawValue: ease.rawValue & mask)
        }
    }

    /// The slot of the name whose opening quote is at the cursor, when it is known. Known names are plain: no quote,
    /// backslash or control byte is in them, so the first quote is the closing one. Mutating, as all that is called on the
    /// way of every document is: for a method that is not, the compiler copies the whole pass.
    @inline(never)
    private mutating func knownName(_ cursor: ByteCursor) -> Int? {
        let block = cursor.block(1)
        let (first, last) = block.words
        let (low, high) = block.equal(0x22).words
        // Without a branch, as no one can guess how long the next name is: what lies before the first quote.
        let isLong: UInt64 = low == 0 ? ~0 : 0
        let count = (low.trailingZeroBitCount &+ high.trailingZeroBitCount & Int(truncatingIfNeeded: isLong)) &>> 3
        // A zero, which is no JSON, would look like the end of the name.
        guard cursor[count &+ 1] == 0x22, cursor[count] != 0 else { return nil }
        let tag = KeyCache.Tag(first & (low &- 1) & ~low, last & (high &- 1) & ~high & isLong)
        let slot = keyCache.search(tag)
        return slot < 0 ? nil : slot
    }

    /// The length, quotes included, of the string at the cursor if it is a short text without a digit and without a
    /// mark that a detector starts from: too little for any of them, and almost half of all texts.
    @inline(__always)
    private static func plainWord(_ cursor: ByteCursor) -> Int? {
        let block = cursor.block(1)
        // The quote, what is no plain ASCII, digits and the signs behind them.
        let stops = block.equal(0x22) | block.equal(0x5C) | block.below(0x20)
        let marks = (block.above(0x2F) ^ block.above(0x40)) | block.equal(0x25) | block.equal(0x5F)
        let count = (stops | marks).first
        guard cursor[count &+ 1] == 0x22, count < 16 else { return nil }
        // What starts like this may be JSON, or a placeholder.
        let first = cursor[1]
        guard first != 0x5B, first != 0x7B else { return nil }
        return count &+ 2
    }

    /// The length, quotes included, of the string at the cursor if there is nothing in it: ASCII without escapes, and
    /// nothing that a detector finds.
    @inline(__always)
    private mutating func ordinaryText(_ cursor: ByteCursor, _ verdict: KeyVerdict) -> Int? {
        var tally = TextTally()
        var end = 1
        while true {
            let block = cursor.block(end)
            // Signed, so that bytes outside ASCII are below a space as well.
            let stops = block.equal(0x22) | block.equal(0x5C) | block.below(0x20)
            if !stops.isZero {
                let count = stops.first
                // Too short for anything, if it is the end.
                if end &+ count < 7 {
                    end &+= count
                    break
                }
                tally.add(block.keeping(0, count, filler: TextTally.filler))
                end &+= count
                break
            }
            tally.add(block)
            end &+= 16
            if end & 0x7F0 == 0x7F0 { tally.fold() }
            guard cursor.isInside(at: end) else { return nil }
        }
        guard cursor[end] == 0x22 else { return nil }
        // What starts like this may be JSON, or a placeholder.
        let first = cursor[1]
        guard first != 0x5B, first != 0x7B else { return nil }
        if end >= 7, !Self.isPlainNumber(cursor, end &- 1) {
            let text = unsafe cursor.text(1, end &- 1)
            guard let bytes = unsafe TextBytes(text) else { return nil }
            let summary = tally.summary
            if summary.mayHoldAnything(bytes), !isClean(bytes, summary, verdict) { return nil }
        }
        return end &+ 1
    }

    /// Whether the `count` characters behind the quote at the cursor are a machine address of up to 64 bits (`0x7f…`),
    /// or a number or version of up to eight characters and two points. No detector takes such a text: neither is long
    /// enough for chip data, and the fewest digits that one looks at without another mark are nine, or four among ten
    /// characters.
    @inline(__always)
    private static func isPlainNumber(_ cursor: ByteCursor, _ count: Int) -> Bool {
        guard cursor[1] &- 0x30 < 10, count <= 16 else { return false }
        let block = cursor.block(1)
        let digit = block.above(0x2F) ^ block.above(0x39)
        if cursor[2] == 0x78 {
            guard cursor[1] == 0x30 else { return false }
            let lower = block | ByteBlock(0x20)
            // The `x` itself is in lane 1.
            let hexadecimal = digit | (lower.above(0x60) ^ lower.above(0x66)) | ByteBlock(0xFF00, 0)
            return hexadecimal.firstZero >= count
        }
        guard count <= 8, (digit | block.equal(0x2E)).firstZero >= count else { return false }
        let points = block.equal(0x2E).words.0
        return points.nonzeroBitCount <= 16
    }

    /// Whether the detectors find nothing in a text that may hold something, and it is nothing but a text.
    @inline(never)
    private mutating func isClean(_ text: TextBytes, _ summary: TextSummary, _ verdict: KeyVerdict) -> Bool {
        // A private key may go on here.
        guard keyLines == 0 else { return false }
        if summary.digits > CleanTexts.digitLimit, HexadecimalID.isPlain(text) { return true }
        let tag = CleanTexts.Tag(text, digits: summary.digits, verdict)
        if let tag, cleanTexts.holds(tag, text) { return true }
        // White space may precede JSON; `@` starts a note on a redaction.
        guard text[0] > 0x20, text[0] != 0x40, text.count <= Self.wholeTextLimit else { return false }
        scan(text, verdict)
        guard scanner.hits.isEmpty else { return false }
        if let tag { cleanTexts.insert(tag, text) }
        return true
    }

    /// Asks the detectors.
    @inline(__always)
    private mutating func scan(_ text: TextBytes, _ verdict: KeyVerdict) {
        let view = unsafe ByteView(text.buffer(0, text.count))
        let context = TextScanner.Context(
            key: verdict.settled(for: view, isNumber: false, .standard),
            profile: .standard
        )
        scanner.scan(text, context: context)
    }

    /// The length of the number at the cursor if it cannot hold anything: without an exponent, and less than twelve
    /// digits before the point, or a time.
    @inline(__always)
    private static func ordinaryNumber(_ cursor: ByteCursor, _ verdict: KeyVerdict) -> Int? {
        let first = cursor[0] == 0x2D ? 1 : 0
        guard let point = cursor.endOfDigits(first), point > first else { return nil }
        guard cursor[first] != 0x30 || point == first &+ 1 else { return nil }
        var end = point
        let mark = cursor[point]
        if mark == 0x2E {
            guard let last = cursor.endOfDigits(point &+ 1), last > point &+ 1 else { return nil }
            end = last
            guard end < 12 || point &- first < 12 else { return nil }
        } else if end >= 12 {
            // No card number starts with 1 at these lengths: these are times.
            guard first == 0, cursor[0] == 0x31, !verdict.hints.contains(.card) else { return nil }
            guard end == 13 || end == 16 || end == 19 else { return nil }
        }
        return cursor[end] | 0x20 == 0x65 ? nil : end
    }
}

extension PassFrame {
    /// The member at hand has a plain name, `count` bytes from `start` on.
    @inline(__always)
    fileprivate mutating func setKey(_ start: Int, _ count: Int, _ verdict: KeyVerdict) {
        keyStart = start
        keyEnd = start &+ count
        isKeyEscaped = false
        hasMember = true
        renamed = nil
        index &+= 1
        self.verdict = verdict
    }
}
