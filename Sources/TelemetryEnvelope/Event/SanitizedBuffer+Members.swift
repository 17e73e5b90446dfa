package import Sanitizer

/// Writing JSON out of clean parts.
extension SanitizedBuffer {
    /// Appends an id as a JSON string.
    package mutating func append(id: EventID) {
        append("\"")
        append(hex: id.high, id.low)
        append("\"")
    }

    /// Appends a comma unless the innermost container is empty so far.
    package mutating func separate() {
        var last = count
        while last > 0 {
            last -= 1
            let byte = span[last]
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: continue
            case 0x7B, 0x5B: return
            default:
                append(",")
                return
            }
        }
    }
}
