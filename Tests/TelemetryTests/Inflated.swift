import TelemetryGzip

/// The text of an envelope that was sent.
func inflated(_ bytes: [UInt8]) throws -> String {
    let input = ContiguousArray(bytes)
    let output = try Inflater.inflate(input.span, as: .gzip, limit: 4 << 20)
    return String(decoding: output, as: UTF8.self)
}
