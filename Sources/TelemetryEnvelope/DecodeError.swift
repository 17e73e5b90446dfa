/// Why a document of the wire was refused: a reason that is counted, and which field was at fault.
package struct DecodeError: Error, Sendable, Hashable {
    /// What it is counted under.
    package let reason: DropReason
    /// The field of the vocabulary that was wrong, or what else was; never a byte of the document.
    package let field: String

    /// An error from its parts; `field` is a word of ours.
    package init(_ reason: DropReason, _ field: StaticString) {
        self.reason = reason
        self.field = field.description
    }
}
