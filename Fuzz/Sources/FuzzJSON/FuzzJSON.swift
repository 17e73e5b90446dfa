import FuzzSupport
import Sanitizer

/// Two passes that live as long as the process, and one that never takes the fast walk.
private struct Engines: ~Copyable {
    var standard = Scrubber(.standard)
    var strict = Scrubber(.strict)
    var general = Scrubber(.standard)

    init() { general.walkPlainly() }
}

// libFuzzer calls from one thread.
nonisolated(unsafe) private var engines = Engines()

/// The JSON pass, both profiles: what is JSON comes out as JSON, bounded, the same whichever way and after whatever
/// other documents, explained or not; values planted beside it go; output is a fixed point.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    let isJSON = PlainJSON.isValue(input)
    guard let once = engines.standard.json(input) else {
        require(!isJSON, "a document that is JSON is accepted", input)
        require(engines.strict.json(input) == nil, "strict refuses what standard refuses", input)
        require(engines.general.json(input) == nil, "the general walk refuses what the fast one refuses", input)
        return 0
    }
    require(isJSON, "a document that is no JSON is refused", input)
    check(once, of: input)
    require(engines.general.json(input) == once, "the fast walk says what the general one says", input, once)
    require(engines.standard.json(once) == once, "standard output is a fixed point", input, once)

    guard let cut = engines.strict.json(input) else {
        require(false, "strict accepts what standard accepts", input)
        return 0
    }
    check(cut, of: input)
    require(engines.strict.json(cut) == cut, "strict output is a fixed point", input, cut)

    switch choice(input, of: 4) {
    case 0:
        var fresh = Scrubber(.standard)
        require(fresh.json(input) == once, "what a pass has seen before does not show", input, once)
    case 1:
        var fresh = Scrubber(.strict)
        require(fresh.json(input) == cut, "what a pass has seen before does not show in strict", input, cut)
    case 2:
        var account = DecisionCollector(limit: .max)
        require(engines.general.json(input, &account) == once, "explaining changes nothing", input, once)
    default:
        var account = DecisionCollector(limit: .max)
        require(engines.strict.json(input, &account) == cut, "explaining changes nothing in strict", input, cut)
    }

    guard Planted.isApart(input) else { return 0 }
    let planted = Planted.document(around: input)
    let output = choice(input, of: 3) == 0 ? engines.strict.json(planted) : engines.standard.json(planted)
    require(output.map(Planted.isGone) == true, "what is planted beside a document goes", input, output ?? [])
    return 0
}

private func check(_ output: [UInt8], of input: [UInt8]) {
    require(PlainJSON.isValue(output), "output is JSON", input, output)
    require(output.count <= 4 * input.count + (65 << 10), "output is bounded", input, output)
}
