@testable import Sanitizer

/// Scans of plain strings for the tests of the text engine.
enum TextScan {
    /// `text` with each hit replaced by its placeholder.
    static func redact(_ text: String, _ context: TextScanner.Context = TextScanner.Context()) -> String {
        var output: [UInt8] = []
        let bytes = Array(text.utf8)
        var position = 0
        for hit in hits(bytes, context) {
            output += bytes[position..<hit.start]
            output += Array("[redacted:\(hit.rule.rawValue)]".utf8)
            position = hit.end
        }
        output += bytes[position...]
        return String(decoding: output, as: UTF8.self)
    }

    /// The hits of a scan of `bytes`.
    static func hits(_ bytes: [UInt8], _ context: TextScanner.Context = TextScanner.Context()) -> [TextHit] {
        var scanner = TextScanner()
        bytes.withUnsafeBufferPointer { unsafe scanner.scan($0, context: context) }
        return Array(scanner.hits)
    }

    /// Whether the prefilter lets `text` through.
    static func mayHoldAnything(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { unsafe TextScanner.mayHoldAnything($0) }
    }
}
