import FuzzSupport
import Sanitizer

/// The text pass and the stream of lines, both profiles: output is UTF-8, bounded, the same however
/// the input is cut into chunks, and, where asked for, a fixed point.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    for policy in [Policy.standard, .strict] {
        let once = Scrub.text(input, policy)
        require(String(validating: once, as: UTF8.self) != nil, "output is UTF-8", input)
        require(once.count <= 12 * count + (65 << 10), "output is bounded", input)
        let twice = asksForFixedPoints ? Scrub.text(once, policy) : once
        require(once == twice, "output is a fixed point", input, once, twice)
        let chunks = [Int(input.first ?? 1) & 15, Int(input.last ?? 7) & 31]
        for format in [LineStream.Format.text, .ndjson] {
            let whole = Scrub.stream(input, policy, format, chunks: [max(1, count)])
            let parts = Scrub.stream(input, policy, format, chunks: chunks)
            require(whole == parts, "chunks make no difference", input, whole, parts)
        }
    }
    return 0
}
