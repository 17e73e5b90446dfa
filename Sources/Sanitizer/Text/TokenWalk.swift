/// Walks over the tokens of a text by its map: runs of letters, digits, `_` and `-` that no `-` begins.
struct TokenWalk {
    private let map: TextMap
    private var window = 0
    private var starts: UInt64 = 0
    /// Whether the window before ended within a token.
    private var isWithin = false

    /// The tokens of the text of `map`.
    @inline(__always)
    init(_ map: TextMap) {
        self.map = map
        load(from: 0)
    }

    /// Where the next token starts; nil behind the last one.
    @inline(__always)
    mutating func next() -> Int? {
        while starts == 0 {
            window &+= 1
            guard window < map.windows else { return nil }
            load(from: 0)
        }
        let start = window &* 64 &+ starts.trailingZeroBitCount
        starts &= starts &- 1
        return start
    }

    /// Goes on at `position`, where a token starts if one of its bytes is there.
    mutating func restart(at position: Int) {
        isWithin = false
        starts = 0
        window = position >> 6
        if window < map.windows { load(from: position & 63) }
    }

    @inline(__always)
    private mutating func load(from bit: Int) {
        let seen: UInt64 = ~0 << UInt64(truncatingIfNeeded: bit)
        let tokens = map[.tokens, window] & seen
        let fronts = tokens & ~(tokens << 1 | (isWithin ? 1 : 0))
        let dashes = map[.dashes, window] & seen
        starts = fronts
        var endsInFront = false
        if dashes != 0 {
            // Where dashes stand in front, the sum carries from the first of them to the byte behind the last.
            starts = (fronts | (dashes &+ (fronts & dashes)) & tokens) & ~dashes
            let length = (~tokens).leadingZeroBitCount
            endsInFront = (~dashes).leadingZeroBitCount >= length && !(length == 64 && isWithin)
        }
        isWithin = tokens >> 63 != 0 && !endsInFront
    }
}

/// Walks over the runs of letters of a part of a text, by its map.
struct LetterWalk {
    private let map: TextMap
    private let end: Int
    private var window: Int
    private var starts: UInt64

    /// The runs in `start ..< end`, which is not empty and which letters neither precede nor follow.
    @inline(__always)
    init(_ map: TextMap, _ start: Int, _ end: Int) {
        self.map = map
        self.end = end
        window = start >> 6
        let letters = map[.letters, window] & ~0 << UInt64(truncatingIfNeeded: start & 63)
        starts = letters & ~(letters << 1)
    }

    /// Where the next run starts; nil behind the last one.
    @inline(__always)
    mutating func next() -> Int? {
        while starts == 0 {
            guard (window &+ 1) &* 64 < end else { return nil }
            let before = map[.letters, window] >> 63
            window &+= 1
            let letters = map[.letters, window]
            starts = letters & ~(letters << 1 | before)
        }
        let start = window &* 64 &+ starts.trailingZeroBitCount
        starts &= starts &- 1
        return start < end ? start : nil
    }
}
