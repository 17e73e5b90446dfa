@_spi(Benchmarking) public import Sanitizer

/// Runs the engine over one input, for oracles that compare what came out.
///
/// Passes are kept from input to input, as a relay keeps them: whatever they remember (names, clean texts, scratch
/// memory) must not show. `isFresh` asks for one that has seen nothing.
public struct Scrubber: ~Copyable {
    private var pass = Pass(stage: .relay)
    private var stream: LineStream
    private let policy: Policy
    private let format: LineStream.Format

    /// One that scrubs under `policy`, and streams of lines of `format`, no longer than `limit`.
    public init(_ policy: Policy, _ format: LineStream.Format = .text, limit: Int = LineStream.defaultLimit) {
        self.policy = policy
        self.format = format
        stream = LineStream(format: format, policy: policy, stage: .relay, limit: limit)
    }

    /// Takes the general walk from now on, without the fast one that runs ahead of it.
    public mutating func walkPlainly() { EngineBenchmark.walkPlainly(&pass) }

    /// The pass over a JSON document; nil when it is refused.
    public mutating func json(_ input: [UInt8]) -> [UInt8]? {
        var observer = NoObserver()
        return json(input, &observer)
    }

    /// As above, told to `observer`.
    public mutating func json<Observer: PassObserver>(_ input: [UInt8], _ observer: inout Observer) -> [UInt8]? {
        var output = SanitizedBuffer()
        let bytes = ContiguousArray(input)
        do throws(Pass.Failure) {
            _ = try pass.run(input: bytes.span, policy: policy, into: &output, observer: &observer)
        } catch {
            return nil
        }
        return output.bytes(in: 0..<output.count).value
    }

    /// The pass over a text.
    public mutating func text(_ input: [UInt8]) -> [UInt8] {
        var observer = NoObserver()
        return text(input, &observer)
    }

    /// As above, told to `observer`.
    public mutating func text<Observer: PassObserver>(_ input: [UInt8], _ observer: inout Observer) -> [UInt8] {
        var output = SanitizedBuffer()
        let bytes = ContiguousArray(input)
        _ = pass.run(text: bytes.span, policy: policy, into: &output, observer: &observer)
        return output.bytes(in: 0..<output.count).value
    }

    /// A stream of lines that arrives in chunks of the sizes given, over and over.
    public mutating func lines(_ input: [UInt8], chunks: [Int]) -> [UInt8] {
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
