import Glibc
import Sanitizer

/// Standard input to standard output through the engine, and rounds on demand: what the comparison with others runs.
enum Filter {
    /// Scrubs lines as `telemetry-relay scrub` does.
    static func run(_ format: LineStream.Format, _ policy: Policy) -> Int32 {
        var stream = LineStream(format: format, policy: policy, stage: .relay)
        var output = SanitizedBuffer(capacity: 1 << 19)
        var observer = NoObserver()
        var block = ContiguousArray<UInt8>(repeating: 0, count: 1 << 18)
        while true {
            let count = block.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
            guard count >= 0 else { return 1 }
            if count == 0 {
                stream.finish(into: &output, observer: &observer)
            } else {
                stream.feed(block.span.extracting(0..<count), into: &output, observer: &observer)
            }
            guard write(output.span) else { return 1 }
            output.removeAll()
            if count == 0 { return 0 }
        }
    }

    private static func write(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            var done = 0
            while done < buffer.count {
                guard let base = buffer.baseAddress else { return true }
                let count = Glibc.write(1, base + done, buffer.count - done)
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    /// For every line of standard input one pass over the corpus; answers with nanoseconds of CPU time.
    static func rounds(_ corpus: Corpus, _ policy: Policy) {
        var engine = Engine(policy)
        while readLine() != nil {
            let measured = Measurement.best(of: 1, bytes: corpus.size, events: corpus.lines.count) {
                engine.scrub(corpus)
            }
            print(measured.nanoseconds)
            fflush(nil)
        }
    }
}

/// A pass with what it needs, used again and again.
struct Engine: ~Copyable {
    var pass = Pass(stage: .relay)
    var output = SanitizedBuffer(capacity: 1 << 20)
    var observer = NoObserver()
    let policy: Policy

    init(_ policy: Policy) {
        self.policy = policy
    }

    /// Scrubs every line as a JSON document of its own. How many bytes came out.
    @discardableResult
    mutating func scrub(_ corpus: Corpus, forgetting: (inout Pass) -> Void = { _ in }) -> Int {
        var total = 0
        for line in corpus.lines {
            output.removeAll()
            forgetting(&pass)
            _ = try? pass.run(
                input: corpus.bytes.span.extracting(line),
                policy: policy,
                into: &output,
                observer: &observer
            )
            total += output.count
        }
        return total
    }

    /// Scrubs every line as text.
    mutating func scrubText(_ corpus: Corpus) {
        for line in corpus.lines {
            output.removeAll()
            _ = pass.run(
                text: corpus.bytes.span.extracting(line),
                policy: policy,
                into: &output,
                observer: &observer
            )
        }
    }
}
