/// Which marks a text holds and how many, for the choice of detectors. Exact.
struct TextMarks: Equatable {
    /// ASCII digits.
    var digits = 0
    /// `:`
    var colons = 0
    /// `.`
    var dots = 0
    /// `-`
    var dashes = 0
    /// Whether sixteen characters of the base64 alphabets stand in a row.
    var hasLongRun = false
    /// The same, where `/` ends a row.
    var hasLongSegment = false
    /// Marks that only need to be there.
    var present: Present = []

    /// Marks by name.
    struct Present: OptionSet, Equatable {
        let rawValue: UInt16
        /// `@`
        static let at = Present(rawValue: 1)
        /// `=`
        static let equals = Present(rawValue: 2)
        /// `<`
        static let less = Present(rawValue: 4)
        /// `+`
        static let plus = Present(rawValue: 8)
        /// `(`
        static let parenthesis = Present(rawValue: 16)
        /// `^`
        static let caret = Present(rawValue: 32)
        /// `%` or `\`
        static let escape = Present(rawValue: 64)
        /// `&`
        static let ampersand = Present(rawValue: 4096)
        /// `;`
        static let semicolon = Present(rawValue: 8192)
        /// `_`
        static let underscore = Present(rawValue: 128)
        /// A space.
        static let space = Present(rawValue: 256)
        /// `/`
        static let slash = Present(rawValue: 512)
        /// A comma behind a quote.
        static let pair = Present(rawValue: 1024)
        /// `[` or `]`
        static let bracket = Present(rawValue: 2048)
        /// A byte above 0x7F.
        static let nonASCII = Present(rawValue: 32_768)
    }

    /// No marks.
    init() {}

    /// Looks at `text` once, and draws its map.
    init(_ text: TextBytes, _ map: TextMap) {
        var run = 0
        var segment = 0
        var window = 0
        var left = text.count
        repeat {
            if left <= 16 {
                read(ByteWindow<OneBlock>(text, at: window &* 64), text, map, window)
            } else if left <= 32 {
                read(ByteWindow<TwoBlocks>(text, at: window &* 64), text, map, window)
            } else {
                read(ByteWindow<FourBlocks>(text, at: window &* 64), text, map, window)
            }
            let base64 = map[.base64, window]
            if TextMap.holdsSixteen(base64, &run) { hasLongRun = true }
            if TextMap.holdsSixteen(base64 & ~map[.slashes, window], &segment) { hasLongSegment = true }
            window &+= 1
            left &-= 64
        } while left > 0
    }

    /// Looks at a window: group by group of ASCII, as few texts hold all.
    private mutating func read<Width>(
        _ bytes: ByteWindow<Width>,
        _ text: TextBytes,
        _ map: TextMap,
        _ window: Int
    ) {
        typealias Window = ByteWindow<Width>
        let digit = bytes.gather { $0.above(0x2F) ^ $0.above(0x39) }
        let letter = bytes.gather {
            let lower = $0 | ByteBlock(0x20)
            return lower.above(0x60) ^ lower.above(0x7A)
        }
        digits &+= digit.nonzeroBitCount
        map[.digits, window] = Window.ordered(digit)
        map[.letters, window] = Window.ordered(letter)
        var tokens = digit | letter
        var base64: UInt64 = 0
        note(.space, bytes.holds { $0.equal(0x20) | $0.equal(0x0A) | $0.equal(0x09) })
        note(.nonASCII, bytes.holds { $0 & ByteBlock(0x80) })
        // - . /
        var (dash, dot, slash): (UInt64, UInt64, UInt64) = (0, 0, 0)
        if bytes.holds({ $0.above(0x2C) ^ $0.above(0x2F) }) {
            dash = bytes.gather { $0.equal(0x2D) }
            dot = bytes.gather { $0.equal(0x2E) }
            slash = bytes.gather { $0.equal(0x2F) }
            tokens |= dash
            base64 |= slash
            dashes &+= dash.nonzeroBitCount
            dots &+= dot.nonzeroBitCount
            note(.slash, slash != 0)
            dash = dash == 0 ? 0 : Window.ordered(dash)
            dot = Window.ordered(dot)
            slash = slash == 0 ? 0 : Window.ordered(slash)
        }
        map[.dashes, window] = dash
        map[.dots, window] = dot
        map[.slashes, window] = slash
        var joint: UInt64 = 0
        // : ; < = > ? @
        if bytes.holds({ $0.above(0x39) ^ $0.above(0x40) }) {
            colons &+= bytes.gather { $0.equal(0x3A) }.nonzeroBitCount
            // Mostly there are colons and nothing else.
            if bytes.holds({ $0.above(0x3A) ^ $0.above(0x40) }) {
                note(.semicolon, bytes.holds { $0.equal(0x3B) })
                note(.equals, bytes.holds { $0.equal(0x3D) })
                note(.less, bytes.holds { $0.equal(0x3C) })
                note(.at, bytes.holds { $0.equal(0x40) })
            }
            joint = Window.ordered(bytes.gather { $0.above(0x39) ^ $0.above(0x3D) })
        }
        // ! " # $ % & ' ( ) * + ,
        if bytes.holds({ $0.above(0x20) ^ $0.above(0x2C) }) {
            // In prose there are commas and nothing else.
            if bytes.holds({ $0.above(0x20) ^ $0.above(0x2B) }) {
                let plus = bytes.gather { $0.equal(0x2B) }
                base64 |= plus
                note(.plus, plus != 0)
                note(.escape, bytes.holds { $0.equal(0x25) })
                note(.ampersand, bytes.holds { $0.equal(0x26) })
                note(.parenthesis, bytes.holds { $0.equal(0x28) })
            }
            let comma = bytes.gather { $0.equal(0x2C) }
            if comma != 0, text[window &* 64 &- 1].isQuote || bytes.holds({ Self.isQuote($0) }) {
                let quotes = Window.ordered(bytes.gather { Self.isQuote($0) })
                let before: UInt64 = text[window &* 64 &- 1].isQuote ? 1 : 0
                let pair = Window.ordered(comma) & (quotes << 1 | before)
                note(.pair, pair != 0)
                joint |= pair
            }
        }
        map[.joints, window] = joint
        // [ \ ] ^ _ `
        if bytes.holds({ $0.above(0x5A) ^ $0.above(0x60) }) {
            let underscore = bytes.gather { $0.equal(0x5F) }
            tokens |= underscore
            note(.underscore, underscore != 0)
            // Nearly always there are low lines and nothing else.
            if bytes.holds({ $0.above(0x5A) ^ $0.above(0x5E) }) {
                note(.escape, bytes.holds { $0.equal(0x5C) })
                note(.caret, bytes.holds { $0.equal(0x5E) })
                note(.bracket, bytes.holds { $0.equal(0x5B) | $0.equal(0x5D) })
            }
        }
        let ordered = Window.ordered(tokens)
        map[.tokens, window] = ordered
        map[.base64, window] = base64 == 0 ? ordered : Window.ordered(tokens | base64)
    }

    /// `"`, `'` or a backquote.
    @inline(__always)
    private static func isQuote(_ bytes: ByteBlock) -> ByteBlock {
        bytes.equal(0x22) | bytes.equal(0x27) | bytes.equal(0x60)
    }

    @inline(__always)
    private mutating func note(_ mark: Present, _ isThere: Bool) {
        present = Present(rawValue: present.rawValue | (isThere ? mark.rawValue : 0))
    }

    /// Whether a token stands there that could be a key or base64: sixteen characters in a row. Without a digit a
    /// `/` ends the row: that is a path.
    @inline(__always)
    var hasLongToken: Bool { digits > 0 ? hasLongRun : hasLongSegment }

    /// Whether an escape sequence may stand there: a reference to a character ends with a semicolon.
    @inline(__always)
    var mayHoldEscape: Bool { has(.escape) || has(.ampersand) && has(.semicolon) }

    @inline(__always)
    func has(_ mark: Present) -> Bool { !present.isDisjoint(with: mark) }
}
