/// How far the walks over values went that may end in nothing taken, so that no byte is walked over twice.
///
/// Each of these walks ends at the first byte of a kind, wherever it starts. So one that starts within the last one
/// ends where that ended, be it at its closer or at the end of the text: `a=a=a=…` and `phone={phone={…` cost one
/// walk. One memory a search of a text.
struct LabelWalks {
    /// A walk that was made.
    struct Walk {
        private var start = 0
        private var end = 0

        /// The end of the walk from `position`, made by `body` unless the last walk has passed there.
        mutating func end(from position: Int, _ body: (Int) -> Int) -> Int {
            if position >= start, position < end { return end }
            start = position
            end = body(position)
            return end
        }
    }

    /// Values without quotes.
    var bare = Walk()
    /// Values in braces.
    var braced = Walk()
    /// Values in typographic quotes.
    var curly = Walk()
    /// Character data of an element.
    var characterData = Walk()
}
