internal import Glibc
public import Sanitizer

/// Runs the pass over one input, for oracles that compare what came out.
public enum Scrub {
    /// The pass over a JSON document; nil when it is refused.
    public static func json(_ input: [UInt8], _ policy: Policy) -> [UInt8]? {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        let bytes = ContiguousArray(input)
        do throws(Pass.Failure) {
            _ = try pass.run(input: bytes.span, policy: policy, into: &output, observer: &observer)
        } catch {
            return nil
        }
        return output.bytes(in: 0..<output.count).value
    }

    /// The pass over a text.
    public static func text(_ input: [UInt8], _ policy: Policy) -> [UInt8] {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        let bytes = ContiguousArray(input)
        _ = pass.run(text: bytes.span, policy: policy, into: &output, observer: &observer)
        return output.bytes(in: 0..<output.count).value
    }

    /// A stream of lines that arrives in chunks of the sizes given, over and over.
    public static func stream(
        _ input: [UInt8],
        _ policy: Policy,
        _ format: LineStream.Format,
        chunks: [Int]
    ) -> [UInt8] {
        var stream = LineStream(format: format, policy: policy, stage: .relay)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        let bytes = ContiguousArray(input)
        var position = 0
        var turn = 0
        while position < bytes.count {
            let end = min(bytes.count, position + max(1, chunks[turn % chunks.count]))
            stream.feed(bytes[position..<end].span, into: &output, observer: &observer)
            position = end
            turn += 1
        }
        stream.finish(into: &output, observer: &observer)
        return output.bytes(in: 0..<output.count).value
    }
}

/// Whether to ask that output is a fixed point, too (`FUZZ_FIXED_POINT=1`): not every input's is, see docs/FUZZING.md.
public let asksForFixedPoints = getenv("FUZZ_FIXED_POINT") != nil

/// Stops the fuzzer with a word about the oracle that failed, and what it saw.
public func require(_ holds: Bool, _ what: StaticString, _ values: [UInt8]...) {
    guard !holds else { return }
    let seen = values.map { "\n  " + String(decoding: $0, as: UTF8.self).debugDescription }
    fatalError("oracle: \(what)" + seen.joined())
}
