/// What is told about the lines of a stream, beside what every observer of the pass is told.
///
/// Callbacks run on the caller's thread, inside `LineStream.feed`. Findings between two `lineBegan` belong to the line
/// that the first of them announced.
public protocol LineObserver: PassObserver {
    /// The next line begins.
    mutating func lineBegan()
    /// The line at hand is not JSON and is looked at once more, as text: what was found in it so far is void.
    mutating func lineIsText()
}

extension LineObserver {
    /// Ignored unless implemented.
    public mutating func lineBegan() {}
    /// Ignored unless implemented.
    public mutating func lineIsText() {}
}

extension NoObserver: LineObserver {}
