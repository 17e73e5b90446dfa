internal import Sanitizer

/// The line before an item's payload (Sentry envelope format, "Item Headers").
package struct ItemHeader: Sendable, Hashable {
    /// The type; nil for one that is not in the list of known ones.
    package var type: ItemType?
    /// The payload's length in bytes; nil means up to the next newline.
    package var length: Int?
    /// How many entries a container says it has.
    package var itemCount: Int?

    /// A header from its parts.
    package init(type: ItemType?, length: Int? = nil, itemCount: Int? = nil) {
        self.type = type
        self.length = length
        self.itemCount = itemCount
    }

    /// Reads a header line, without its newline. `type` is required; unknown members are skipped; `content_type`,
    /// `filename` and `attachment_type` are checked and forgotten; a second member of a known name refuses the header.
    package static func decode(_ line: Span<UInt8>) throws(DecodeError) -> ItemHeader {
        var reader = JSONReader(line)
        var header = ItemHeader(type: nil)
        var seen = SeenFields()
        try reader.beginObject("item")
        while let key = try reader.nextKey() {
            if reader.equals(key, "type") {
                try seen.mark(0, "type")
                let name = try reader.requiredString("type")
                guard !name.isEmpty else { throw DecodeError(.invalidItem, "type") }
                let bytes = ContiguousArray(reader.string(name).utf8)
                header.type = ItemType(bytes: bytes.span)
            } else if reader.equals(key, "length") {
                try seen.mark(1, "length")
                header.length = try reader.optionalCount("length")
            } else if reader.equals(key, "item_count") {
                try seen.mark(2, "item_count")
                header.itemCount = try reader.optionalCount("item_count")
            } else if reader.equals(key, "content_type") {
                try seen.mark(3, "content_type")
                _ = try reader.optionalString("content_type")
            } else if reader.equals(key, "filename") {
                try seen.mark(4, "filename")
                _ = try reader.optionalString("filename")
            } else if reader.equals(key, "attachment_type") {
                try seen.mark(5, "attachment_type")
                _ = try reader.optionalString("attachment_type")
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        guard seen.contains(0) else { throw DecodeError(.invalidItem, "type") }
        return header
    }
}
