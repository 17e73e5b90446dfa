internal import TelemetryGzip
internal import TelemetryWire

/// Documents as they lie in the store: gzip.
enum StoredPayload {
    /// No document is larger than this: ingest rejects larger ones.
    static let limit = Limits.storedDocument

    /// The document. Throws `.corrupt` if the bytes are not a whole gzip stream within the limit.
    static func inflate(_ gzip: [UInt8]) throws(StoreError) -> [UInt8] {
        do throws(GzipError) {
            return Array(try Inflater.inflate(ContiguousArray(gzip).span, as: .gzip, limit: limit))
        } catch {
            throw .corrupt
        }
    }
}
