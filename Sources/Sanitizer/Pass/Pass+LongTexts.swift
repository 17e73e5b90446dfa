/// Texts that are too long to be looked at in one piece: a filter meets lines of 16 MiB, and scratch memory must not
/// grow with them.
///
/// They are looked at through windows that overlap. What is found in a window counts if it touches the part that is
/// the window's own; the margins around that give detectors the surroundings they look at. Windows depend on the text
/// alone. A redaction that reaches the far edge of its window goes on to the next blank, since its end was not seen.
extension Pass {
    /// The longest text that is looked at in one piece, and the longest document that is written in one. Little more
    /// than a window, so that what windows cost beside is paid from here on and not at once further up.
    static let wholeTextLimit = 96 << 10
    private static let windowSize = 64 << 10
    /// Longer than a private key of 8,192 bits and than any header that servers take.
    private static let margin = 8 << 10

    /// As `scrub`, for a text over the limit. `strict` keeps none inside objects: no token is as long.
    @inline(never)
    mutating func scrubLong<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        level: Int,
        document: ByteView,
        verdict: KeyVerdict,
        observer: inout Observer
    ) {
        let isStrict = policy.profile == .strict
        edits.removeAll(keepingCapacity: true)
        if let rule = verdict.rule, isStrict || forced != nil || takes(verdict, text) {
            if rule == .pan || forced != nil { top.hasCard = true }
            let evidence: Finding.Evidence = forced != nil ? .policy : isStrict ? [.key, .profile] : .key
            if leavesOut(rule, evidence, level - 1, document, &observer) { return }
            replaceAll(text, rule, evidence, level, document, &observer)
            return
        }
        if explains, pardoned != nil { explainPardon(document, &observer) }
        if isStrict, verdict.hints.contains(.container) {
            replaceAll(text, .container, [.key, .profile], level, document, &observer)
            return
        }
        let dropsText = isStrict && verdict.hints.contains(.freeText)
        if !dropsText, Self.looksLikeJSON(text), Self.isJSON(text) {
            walkInside(text, level: level, document: document, verdict: verdict, observer: &observer)
            return
        }
        if isStrict, dropsText || !isBare {
            replaceAll(text, .freeText, dropsText ? [.key, .profile] : .profile, level, document, &observer)
            return
        }
        let context = TextScanner.Context(
            key: verdict.settled(for: text, isNumber: false, policy.profile),
            profile: policy.profile,
            sharesSlack: true
        )
        var windows = TextWindows(size: Self.windowSize, margin: Self.margin)
        while let window = windows.next(in: text) {
            let view = text[window.seen]
            edits.removeAll(keepingCapacity: true)
            gather(view, isStrict ? withoutURLs(view) : view, context, document, &observer)
            if explains { placeNotes(in: window, from: windows.done) }
            for index in edits.indices {
                var edit = edits[index]
                edit.start += window.seen.lowerBound
                var isCut = edit.start < windows.done
                edit.start = max(edit.start, windows.done)
                edit.end += window.seen.lowerBound
                guard edit.start < window.own.upperBound, edit.end > edit.start else { continue }
                if edit.end == window.seen.upperBound {
                    while edit.end < text.count, text[edit.end] > 0x20 { edit.end += 1 }
                    isCut = true
                }
                // Of a value that was not seen whole nothing stays.
                if policy.rules != nil { treat(&edit, isCut ? nil : text, edit.start..<edit.end) }
                if explains { explainNotes(before: edit.start, level, document, &observer) }
                apply(edit, level: level, isToken: false, document, &observer)
                windows.done = edit.end
            }
            if explains { explainNotes(before: .max, level, document, &observer) }
        }
    }

    /// Scrubs a text that is not UTF-8, with U+FFFD in place of invalid bytes: piece by piece, so that three bytes for
    /// each invalid one are never in memory for all of them.
    mutating func scrubRepaired<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        observer: inout Observer
    ) {
        var start = 0
        while start < text.count {
            let end = Self.endOfPiece(text, from: start)
            let piece = text[start..<end]
            let repaired = piece.repaired()
            writer.begin()
            unsafe repaired.withUnsafeBufferPointer { buffer in
                scrubLine(unsafe ByteView(buffer), observer: &observer)
            }
            start = end
        }
    }

    /// Where a piece ends that starts at `start`: in a long text at the last line feed, else at the last blank between
    /// words, else between two scalars.
    private static func endOfPiece(_ text: ByteView, from start: Int) -> Int {
        guard text.count - start > wholeTextLimit else { return text.count }
        let far = start + windowSize
        let near = far - margin
        var blank: Int?
        var position = far
        while position > near {
            if text[position - 1] == 0x0A { return position }
            // A blank between two letters cuts no number.
            if blank == nil, text[position - 1] == 0x20, isLetter(text[position - 2]), isLetter(text[position]) {
                blank = position
            }
            position -= 1
        }
        if let blank { return blank }
        position = far
        while position > near, text[position] & 0xC0 == 0x80 { position -= 1 }
        return position > near ? position : far
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether the whole of `document` is one JSON value; the first fault if not.
    static func validate(_ document: ByteView) throws(Failure) {
        var tokenizer = JSONTokenizer()
        while try tokenizer.next(in: document) != .end {}
    }

    /// How much output is handed out at once.
    private static let drainSize = 256 << 10

    /// Copies the document up to `position`, and hands the output out where the observer takes it.
    @inline(__always)
    mutating func copyOut<Observer: PassObserver & ~Copyable>(
        _ document: ByteView,
        upTo position: Int,
        _ observer: inout Observer
    ) {
        if drains { drainOut(document, upTo: position, &observer) }
        writer.copy(document, upTo: position)
    }

    @inline(never)
    private mutating func drainOut<Observer: PassObserver & ~Copyable>(
        _ document: ByteView,
        upTo position: Int,
        _ observer: inout Observer
    ) {
        while position - writer.copied > Self.drainSize {
            writer.copy(document, upTo: writer.copied + Self.drainSize)
            observer.drain(&writer.buffer)
        }
        if writer.buffer.count >= Self.drainSize { observer.drain(&writer.buffer) }
    }
}

/// The windows through which a long text is looked at, one after the other.
struct TextWindows {
    /// What is looked at, and which part of it is decided there.
    struct Window {
        /// What detectors see.
        let seen: Range<Int>
        /// What belongs to no other window.
        let own: Range<Int>
    }

    /// Up to where the text is decided; a redaction that goes beyond its window moves it.
    var done = 0
    private let size: Int
    private let margin: Int
    private var start = 0
    /// Where the last window began, and where the token began that it cut, if it did.
    private var low = 0
    private var token = 0

    /// Windows of `size` bytes with `margin` more on both sides.
    init(size: Int, margin: Int) {
        self.size = size
        self.margin = margin
    }

    /// The next window, or nil at the end. O(size).
    mutating func next(in text: ByteView) -> Window? {
        start = max(start, done)
        guard start < text.count else { return nil }
        let own = start..<min(text.count, start + size)
        var high = min(text.count, own.upperBound + margin)
        while high < text.count, text[high] & 0xC0 == 0x80 { high += 1 }
        let seen = begin(in: text)..<high
        start = own.upperBound
        return Window(seen: seen, own: own)
    }

    /// Where the window begins: between two scalars, and in a long token of base64 on a group of four.
    private mutating func begin(in text: ByteView) -> Int {
        let previous = low
        low = max(0, start - margin)
        var run = low
        while run > previous, text[run - 1].isBase64 { run -= 1 }
        if run == previous { run = token }
        token = run
        if run < low, text[low].isBase64 {
            low = run + (low - run) & ~3
        } else {
            while low > 0, text[low] & 0xC0 == 0x80 { low -= 1 }
            token = low
        }
        return low
    }
}
