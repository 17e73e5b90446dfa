import Glibc
@_spi(Benchmarking) import Sanitizer

let usage = """
    usage: bench [CORPUS]                        a table of speeds; CORPUS is NDJSON (Benchmarks/corpus.py makes one)
           bench scrub [strict] [text]           standard input to standard output, line by line
           bench rounds CORPUS [strict]          a pass over CORPUS for every line of standard input; prints nanoseconds
           bench repeat CORPUS COUNT [strict]    COUNT passes and nothing else, for an instruction counter

    """

let arguments = Array(CommandLine.arguments.dropFirst())
let policy: Policy = arguments.contains("strict") ? .strict : .standard

func corpus(at index: Int) -> Corpus {
    guard index < arguments.count, let corpus = Corpus(path: arguments[index]) else {
        print(usage, terminator: "")
        exit(2)
    }
    return corpus
}

/// An observer that follows the structure as an indexer does, and keeps nothing.
struct Watcher: PassObserver {
    var scalars = 0
    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) { scalars += 1 }
}

func table(_ corpus: Corpus?) {
    var engine = Engine(policy)
    print("| case | B/event | MB/s | ns/event | instructions/B | allocations/event | × tokenizer |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    var inputs: [(String, Corpus)] = [300, 600, 1_200].map { ("event, \($0) B", .events(of: $0, count: 2_000)) }
    if let corpus { inputs.append(("corpus", corpus)) }
    for (name, input) in inputs {
        let size = input.size
        let count = input.lines.count
        let rounds = max(5, 40_000_000 / max(1, size))
        var copy = ContiguousArray<UInt8>(repeating: 0, count: input.bytes.count)
        let copied = Measurement.best(of: rounds, bytes: size, events: count) {
            copy.withUnsafeMutableBytes { target in
                input.bytes.withUnsafeBytes { source in target.copyMemory(from: source) }
            }
        }
        var tokens = 0
        let tokenized = Measurement.best(of: rounds, bytes: size, events: count) {
            input.each { tokens &+= EngineBenchmark.tokens(in: $0) }
        }
        let scrubbed = Measurement.best(of: rounds, bytes: size, events: count) { engine.scrub(input) }
        let cold = Measurement.best(of: rounds, bytes: size, events: count) {
            engine.scrub(input, forgetting: { EngineBenchmark.forgetNames(&$0) })
        }
        let watched = Measurement.best(of: rounds, bytes: size, events: count) {
            var watcher = Watcher()
            for line in input.lines {
                engine.output.removeAll()
                _ = try? engine.pass.run(
                    input: input.bytes.span.extracting(line),
                    policy: policy,
                    into: &engine.output,
                    observer: &watcher
                )
            }
        }
        print(copied.row("\(name): copied", reference: tokenized))
        print(tokenized.row("\(name): tokenizer only", reference: nil))
        print(scrubbed.row("\(name): scrubbed", reference: tokenized))
        print(cold.row("\(name): scrubbed, names unknown", reference: tokenized))
        print(watched.row("\(name): scrubbed and watched", reference: tokenized))
    }
    let log = Corpus.log(count: 10_000)
    let text = Measurement.best(of: 10, bytes: log.size, events: log.lines.count) { engine.scrubText(log) }
    print(text.row("log lines as text", reference: nil))
}

switch arguments.first {
case "scrub": exit(Filter.run(arguments.contains("text") ? .text : .ndjson, policy))
case "rounds": Filter.rounds(corpus(at: 1), policy)
case "repeat":
    let input = corpus(at: 1)
    var engine = Engine(policy)
    for _ in 0..<(arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1) { engine.scrub(input) }
case "--help", "-h": print(usage, terminator: "")
case let path?: table(path == "strict" ? nil : corpus(at: 0))
case nil: table(nil)
}
