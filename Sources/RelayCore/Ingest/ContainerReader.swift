internal import Sanitizer
internal import TelemetryWire

/// Finds the entries of a container item: `{"items":[{…},…]}`, other members skipped.
enum ContainerReader {
    /// The ranges of the entries. The whole document is validated first, so that nothing is kept of a broken one.
    static func entries(_ payload: Span<UInt8>, limit: Int) throws(ItemFailure) -> [Range<Int>] {
        let found: (ranges: [Range<Int>], count: Int)?
        do throws(Pass.Failure) {
            found = try read(payload, limit: limit)
        } catch {
            throw .rejected(.invalidJSON)
        }
        guard let found else { throw .rejected(.invalidItem) }
        guard found.count <= limit else { throw .rejected(.tooLarge) }
        return found.ranges
    }

    /// The first `limit` entries and the number of all; nil for a document of another shape.
    private static func read(
        _ payload: Span<UInt8>,
        limit: Int
    ) throws(Pass.Failure) -> (ranges: [Range<Int>], count: Int)? {
        var reader = JSONReader(payload)
        var found: (ranges: [Range<Int>], count: Int)?
        guard try reader.next() == .objectStart else { return nil }
        while case .key(let key) = try reader.next() {
            guard reader.equals(key, "items") else {
                try reader.skipValue()
                continue
            }
            guard found == nil, try reader.next() == .arrayStart else { return nil }
            var ranges: [Range<Int>] = []
            var count = 0
            while let entry = try reader.skipValue() {
                count += 1
                if count <= limit { ranges.append(entry) }
            }
            found = (ranges, count)
        }
        // What follows the object is the reader's to refuse.
        guard try reader.next() == .end else { return nil }
        return found
    }
}
