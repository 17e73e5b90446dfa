/// Why bytes could not be compressed or inflated. Never holds a byte of them.
public enum GzipError: Error, Sendable, Hashable {
    /// The input ends before the compressed stream does.
    case truncated
    /// Not a stream of the expected format, or its check value does not hold.
    case corrupt
    /// More output than the limit allows; what was produced stays within it.
    case overLimit
    /// Bytes follow the end of the stream.
    case trailing
    /// The input is larger than one call may take (4 GiB).
    case inputTooLarge
    /// zlib could not get its memory.
    case outOfMemory
}

extension GzipError: CustomStringConvertible {
    /// A bounded word for logs and labels.
    public var description: String {
        switch self {
        case .truncated: "truncated"
        case .corrupt: "corrupt"
        case .overLimit: "over the limit"
        case .trailing: "trailing bytes"
        case .inputTooLarge: "input too large"
        case .outOfMemory: "out of memory"
        }
    }
}
