/// What the searches of a text have cost so far, and what they may come to.
///
/// A text is searched again for each layer of its encodings, and where replacing a hit bares what stood beside it. Texts
/// that people and programs write need that two or three times, at places. One made to need it everywhere and always
/// would cost ten times as much as it has to: past the limit it is not searched again, what was not looked at goes. The
/// cost is estimated from what the text holds, in units of some thirty instructions, never measured: the same text
/// always comes to the same.
struct SearchEffort {
    /// Units that were spent.
    private(set) var spent = 0
    private var share = 0
    private var limit = Int.max
    private var cleanLimit = Int.max

    /// For a byte of a text in which something was found, and for any byte: three searches of a log, hardly one of a
    /// soup of digits.
    private static let perByte = 18
    private static let perCleanByte = 28
    /// What the texts of a document with hits may take beyond that together: short ones need more, and ordinary ones of
    /// a few kilobytes may be full of hits and of escapes.
    private static let slackPerByte = 14
    private static let slackSize = 8_192
    private static let leastSlack = 16_384

    /// Without a limit.
    init() {}

    /// For a text of `count` bytes, which may take so much more if there are hits in it.
    init(count: Int, slack: Int) {
        share = count &* Self.perByte
        limit = share &+ slack
        cleanLimit = count &* Self.perCleanByte &+ Self.slack(for: count)
    }

    /// What texts may cost beyond their share in a document of `size` bytes.
    static func slack(for size: Int) -> Int { min(size, slackSize) &* slackPerByte &+ leastSlack }

    /// What was spent beyond the text's own share.
    var excess: Int { max(0, spent &- share) }

    /// Counts a search in.
    @inline(__always)
    mutating func spend(_ cost: Int) { spent &+= cost }

    /// Whether a search that costs so much is still within the limit, for a text with hits or without.
    @inline(__always)
    func affords(_ cost: Int, hasHits: Bool) -> Bool { spent &+ cost <= (hasHits ? limit : cleanLimit) }
}

extension TextMap {
    /// What a search of the text costs, in units of some thirty instructions: every group of digits is tried as what
    /// numbers may be, with those behind it, and every sign between a name and a value as one. Fitted to what searches of
    /// many soups and of logs were counted to take; right to a third.
    func searchCost(_ text: TextBytes, isForeign: Bool) -> Int {
        var numbers = 0
        var chained = 0
        var signs = 0
        for window in 0..<windows {
            var starts = self[.digits, window] & ~behind(.digits, window)
            numbers &+= starts.nonzeroBitCount
            // Behind one other sign: the groups of a number may stand so, escapes do not.
            starts &= self[.digits, window] << 2 | (window > 0 ? self[.digits, window &- 1] >> 62 : 0)
            while starts != 0 {
                let before = text[window &* 64 &+ starts.trailingZeroBitCount &- 1]
                if before == 0x20 || before &- 0x2B < 5 { chained &+= 1 }
                starts &= starts &- 1
            }
            signs &+= self[.joints, window].nonzeroBitCount
        }
        let base = isForeign ? count &* 8 : count &* 9 / 2
        return base &+ 17 &* numbers &+ 43 &* chained &+ 8 &* signs &+ 64
    }
}
