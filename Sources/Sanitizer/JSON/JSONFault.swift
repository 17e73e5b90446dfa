/// Why a document was refused. Offsets are bytes of the input; never a payload byte.
public struct JSONFault: Error, Sendable, Hashable {
    /// Where the document stopped being JSON.
    public let offset: Int
    /// What was wrong.
    public let reason: Reason

    /// The kinds of fault.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Not a JSON value.
        case syntax
        /// The input ends inside a value.
        case truncated
        /// Something follows the value.
        case trailing
        /// Bytes that are not UTF-8.
        case encoding
        /// Nested deeper than 100 levels. Only `JSONReader` refuses for it; the pass replaces the value.
        case depth
    }
}
