import FuzzSupport
import Sanitizer

/// The JSON pass, both profiles: what comes out is JSON, is bounded, and, where asked for, a fixed point.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    let isAccepted = Scrub.json(input, .standard) != nil
    for policy in [Policy.standard, .strict] {
        guard let once = Scrub.json(input, policy) else {
            require(!isAccepted, "a document is JSON under each profile or under none", input)
            continue
        }
        require(isAccepted, "a document is JSON under each profile or under none", input)
        require(once.count <= 4 * count + (65 << 10), "output is bounded", input)
        guard let twice = Scrub.json(once, policy) else {
            require(false, "output is JSON", input, once)
            return 0
        }
        require(once == twice || !asksForFixedPoints, "output is a fixed point", input, once, twice)
    }
    return 0
}
