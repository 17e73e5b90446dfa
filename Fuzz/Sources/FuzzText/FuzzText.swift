import FuzzSupport
import Sanitizer

/// Passes and streams that live as long as the process. Streams have a limit that inputs reach.
private struct Engines: ~Copyable {
    var standard = Scrubber(.standard)
    var strict = Scrubber(.strict)
    var text = Scrubber(.standard, .text, limit: 300)
    var strictText = Scrubber(.strict, .text)
    var ndjson = Scrubber(.standard, .ndjson)
    var strictNDJSON = Scrubber(.strict, .ndjson, limit: 300)

    /// A stream of one kind of four.
    mutating func lines(_ kind: Int, _ input: [UInt8], chunks: [Int]) -> [UInt8] {
        switch kind {
        case 0: text.lines(input, chunks: chunks)
        case 1: strictText.lines(input, chunks: chunks)
        case 2: ndjson.lines(input, chunks: chunks)
        default: strictNDJSON.lines(input, chunks: chunks)
        }
    }
}

// libFuzzer calls from one thread.
nonisolated(unsafe) private var engines = Engines()

/// The text pass and the stream of lines, both profiles: output is UTF-8, bounded, the same however the input is cut
/// into chunks, whatever came before, explained or not; a fixed point; a line for a line; values planted in lines beside it go.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    let once = engines.standard.text(input)
    check(once, of: input)
    let cut = engines.strict.text(input)
    check(cut, of: input)
    require(engines.standard.text(once) == once, "output is a fixed point", input, once)
    require(engines.strict.text(cut) == cut, "strict output is a fixed point", input, cut)

    let kind = choice(input, of: 4)
    let whole = engines.lines(kind, input, chunks: [max(1, count)])
    let chunks = [Int(input.first ?? 1) & 15, Int(input.last ?? 7) & 31, 1 + kind, Int(input.dropFirst().first ?? 0)]
    let parts = engines.lines(kind, input, chunks: chunks)
    require(whole == parts, "chunks make no difference", input, whole, parts)
    let feeds = { (bytes: [UInt8]) in bytes.count { $0 == 0x0A } }
    require(feeds(whole) == feeds(input), "a line for every line", input, whole)

    switch choice(input, of: 3) {
    case 0:
        var fresh = Scrubber(.standard)
        require(fresh.text(input) == once, "what a pass has seen before does not show", input, once)
    case 1:
        var account = DecisionCollector(limit: .max)
        require(engines.standard.text(input, &account) == once, "explaining changes nothing", input, once)
    default:
        var account = DecisionCollector(limit: .max)
        require(engines.strict.text(input, &account) == cut, "explaining changes nothing in strict", input, cut)
    }

    guard Planted.isApart(input) else { return 0 }
    let planted = Planted.lines(around: input)
    let output =
        choice(input, of: 2) == 0 ? engines.standard.text(planted) : engines.lines(kind, planted, chunks: chunks)
    require(Planted.isGone(output), "what is planted in lines beside a text goes", input, output)
    return 0
}

private func check(_ output: [UInt8], of input: [UInt8]) {
    require(String(validating: output, as: UTF8.self) != nil, "output is UTF-8", input, output)
    require(output.count <= 12 * input.count + (65 << 10), "output is bounded", input, output)
}
