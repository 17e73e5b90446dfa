/// Walks over the tokens of a text by its map: runs of letters, digits, `_` and `-` that no `-` begins.
struct TokenWalk {
    /// Which tokens are wanted. Others may come along.
    enum Choice {
        /// Such of ten characters, shorter ones before a point, and those that begin with a word that was noted.
        case telling
        /// The same, and those that hold a word that announces a code.
        case announced
        /// The same in a text without spaces.
        case tellingWithoutSpace
    }

    private let map: TextMap
    private let choice: Choice
    private var window = 0
    private var starts: UInt64 = 0
    /// Whether the window before ended within a token.
    private var isWithin = false

    /// The tokens of the text of `map`.
    @inline(__always)
    init(_ map: TextMap, _ choice: Choice) {
        self.map = map
        self.choice = choice
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
        starts &= choice == .announced ? telling | announced : telling
    }

    /// Where a token that is wanted may begin in the window. Of places within tokens it says nothing, and of the window
    /// behind it asks no more than whether a token goes on there.
    @inline(__always)
    private var telling: UInt64 {
        let tokens = map[.tokens, window]
        let isLast = window &+ 1 == map.windows
        let next = isLast ? 0 : map[.tokens, window &+ 1]
        let two = tokens & (tokens >> 1 | next << 63)
        let four = two & (two >> 2 | next << 62)
        let eight = four & (four >> 4 | next << 60)
        let ten = eight & (two >> 8 | next << 56)
        return choice == .tellingWithoutSpace ? ten | dotted : ten | dotted | map[.speakers, window]
    }

    /// The places of the window from which on a token holds a word that announces a code, that word's first included.
    @inline(__always)
    private var announced: UInt64 {
        var tokens = map[.tokens, window]
        var places = map[.announcers, window]
        if tokens >> 63 != 0, window &+ 1 < map.windows {
            let next = map[.tokens, window &+ 1]
            let front = next & ~(next &+ 1)
            if next == ~0 || map[.announcers, window &+ 1] & front != 0 { places |= 1 << 63 }
        }
        guard places != 0 else { return 0 }
        // Down to where the token begins.
        places |= tokens & places >> 1
        tokens &= tokens >> 1
        places |= tokens & places >> 2
        tokens &= tokens >> 2
        places |= tokens & places >> 4
        tokens &= tokens >> 4
        places |= tokens & places >> 8
        tokens &= tokens >> 8
        places |= tokens & places >> 16
        tokens &= tokens >> 16
        return places | tokens & places >> 32
    }

    /// Where a point stands one to four places further on.
    @inline(__always)
    private var dotted: UInt64 {
        let dots = map[.dots, window]
        let next = window &+ 1 < map.windows ? map[.dots, window &+ 1] : 0
        guard dots | next != 0 else { return 0 }
        return dots >> 1 | next << 63 | dots >> 2 | next << 62 | dots >> 3 | next << 61 | dots >> 4 | next << 60
    }
}

/// Walks over the places that were noted in a part of a text, by its map.
struct AnnouncerWalk {
    private let map: TextMap
    private let end: Int
    private var window: Int
    private var places: UInt64

    /// The places in `start ..< end`, which is not empty.
    @inline(__always)
    init(_ map: TextMap, _ start: Int, _ end: Int) {
        self.map = map
        self.end = end
        window = start >> 6
        places = map[.announcers, window] & ~0 << UInt64(truncatingIfNeeded: start & 63)
    }

    /// The next place; nil behind the last one.
    @inline(__always)
    mutating func next() -> Int? {
        while places == 0 {
            guard (window &+ 1) &* 64 < end else { return nil }
            window &+= 1
            places = map[.announcers, window]
        }
        let place = window &* 64 &+ places.trailingZeroBitCount
        places &= places &- 1
        return place < end ? place : nil
    }
}
