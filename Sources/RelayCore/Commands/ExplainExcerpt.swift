internal import Sanitizer

/// What stands around a candidate in the clean text: whole words, since the middle of a long number may be a card number.
enum ExplainExcerpt {
    /// How much is shown on each side, in bytes, and of a candidate at most.
    private static let margin = 20
    private static let limit = 64

    /// Where the line ends that starts at `start`: at its line feed, or at the end.
    static func lineEnd(in output: borrowing SanitizedBuffer, from start: Int) -> Int {
        let bytes = output.span
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        return end
    }

    /// The excerpt for a decision about the value at `token`, which is a line of text or a token of JSON; nil when there
    /// is nothing to show.
    static func text(
        of decision: Decision,
        token: Range<Int>?,
        isText: Bool,
        in output: borrowing SanitizedBuffer
    ) -> String? {
        guard let token, !decision.isAboutName else { return nil }
        guard let range = decision.range else {
            // The value as a whole, if it is short.
            guard !isText, token.count <= limit else { return nil }
            return output.scalarText(at: token, limit: limit)?.value
        }
        let bytes: [UInt8] =
            isText
            ? output.bytes(in: token).value
            // A byte more than is shown tells that something follows.
            : Array((output.scalarText(at: token, limit: range.upperBound + margin + 1)?.value ?? "").utf8)
        guard range.upperBound <= bytes.count, !range.isEmpty, range.count <= limit else { return nil }
        return around(range, in: bytes)
    }

    private static func around(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        var start = max(0, range.lowerBound - margin)
        if start > 0 {
            // Behind the first blank; without one the word that the candidate stands in begins further off.
            var blank = start
            while blank < range.lowerBound, bytes[blank] != 0x20 { blank += 1 }
            start = blank < range.lowerBound ? blank + 1 : range.lowerBound
        }
        var end = min(bytes.count, range.upperBound + margin)
        if end < bytes.count {
            var blank = end
            while blank > range.upperBound, bytes[blank] != 0x20 { blank -= 1 }
            end = blank
        }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return (start > 0 ? "…" : "") + text + (end < bytes.count ? "…" : "")
    }
}
