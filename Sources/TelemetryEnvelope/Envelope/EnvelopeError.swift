/// Why bytes are no envelope. Raw values are the reason codes of a 400 reply; all are counted as `invalid_envelope`
/// but an empty body, which is `empty_envelope`.
package enum EnvelopeError: String, Error, Sendable, Hashable, CaseIterable {
    /// There is nothing at all.
    case emptyBody = "empty_body"
    /// The first line is not a header.
    case header = "invalid_envelope_header"
    /// A header line over the limit.
    case headerTooLong = "header_too_long"
    /// A line where an item's header is due is none.
    case itemHeader = "invalid_item_header"
    /// An item says to be longer than what is left.
    case itemTruncated = "item_truncated"
    /// Something other than a newline or the end follows an item's length.
    case itemLength = "invalid_item_length"
    /// More items than the limit.
    case tooManyItems = "too_many_items"

    /// What it is counted under.
    package var reason: DropReason {
        self == .emptyBody ? .emptyEnvelope : .invalidEnvelope
    }
}
