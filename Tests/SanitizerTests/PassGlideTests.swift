import Testing

@testable import Sanitizer

/// The fast way through ordinary members against the general walk, which it may only run ahead of.
@Suite struct PassGlideTests {
    /// Everything that a run says: output or failure, outcome, findings, structure.
    private struct Account: Equatable {
        var output: [UInt8] = []
        var outcome: Pass.Outcome?
        var failure: Pass.Failure?
        var findings: [Finding] = []
        var structure: [String] = []
    }

    private struct Watcher: PassObserver {
        var account = Account()

        private func place(_ path: borrowing PassPath) -> String {
            (0..<path.depth).map { level in
                path.index(at: level).map(String.init) ?? path.key(at: level)?.value ?? "?"
            }.joined(separator: "/")
        }

        mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
            account.structure.append("\(kind) \(place(path)) \(range)")
        }

        mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
            account.structure.append("began \(place(path)) \(isArray) \(offset)")
        }

        mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {
            account.structure.append("ended \(place(path)) \(range)")
        }

        mutating func finding(_ finding: Finding) { account.findings.append(finding) }
    }

    private struct Collector: PassObserver {
        static var watchesStructure: Bool { false }
        var account = Account()
        mutating func finding(_ finding: Finding) { account.findings.append(finding) }
    }

    private static func run(_ pass: inout Pass, _ document: [UInt8], meta: Pass.MetaHandling, glides: Bool) -> [Account]
    {
        pass.mayGlide = glides
        let bytes = ContiguousArray(document)
        var watcher = Watcher()
        var output = SanitizedBuffer()
        do {
            watcher.account.outcome = try pass.run(
                input: bytes.span,
                policy: .standard,
                meta: meta,
                into: &output,
                observer: &watcher
            )
            watcher.account.output = output.bytes(in: 0..<output.count).value
        } catch {
            return [Account(failure: error)]
        }
        var collector = Collector()
        output.removeAll()
        collector.account.outcome = try? pass.run(
            input: bytes.span,
            policy: .standard,
            meta: meta,
            into: &output,
            observer: &collector
        )
        collector.account.output = output.bytes(in: 0..<output.count).value
        return [watcher.account, collector.account]
    }

    private static let names = [
        "a", "id", "name", "value", "timestamp", "function", "instruction_addr", "instruction_address", "cvv", "card",
        "number", "headers", "message", "exp_month", "trace_id", "_meta", "k\\u0065y", "", "4111111111111111", "é",
        "[redacted:pan]", "event_id", "content", "password", "pan", "code",
    ]
    private static let texts = [
        "", "a", "CardEntry", "checkout.networking", "FraudSignals/ReviewOrder.swift", "0x7fdf63e3c37a",
        "say \\\"hi\\\"",
        "39263059f28c105d1fb17c2390c192cf", "4111111111111111", "4111 1111 1111 1111", "a@b.example", "é", "[1,2]",
        "{}",
        "[redacted:pan]", "@pan:replace", " {\\\"cvv\\\":\\\"123\\\"}", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "cvv: 123",
        "a text of some length, with a comma, that holds nothing of interest to anybody at all",
        "sixteen bytes on", "fifteen bytes .", "seventeen bytes .", "https://api.example/v1?page=2", "tab\\there",
    ]
    private static let numbers = [
        "0", "12", "-7", "1.5", "1764500000.25", "1764500000005", "4111111111111111", "1768537655625988156", "1e5",
        "4.111111111111111e15", "01", "1.", "-", "123456789012", "true", "false", "null", "tru", "nul",
        "411111111111.5",
    ]

    private static func value(_ random: inout SplitMix, _ depth: Int) -> String {
        func roll(_ sides: Int, _ random: inout SplitMix) -> Int { Int(random.next() % UInt64(sides)) }
        func space(_ random: inout SplitMix) -> String { ["", "", "", "", " ", "  ", "\t"][roll(7, &random)] }
        switch roll(depth > 0 ? 10 : 6, &random) {
        case 0...3: return "\"" + texts[roll(texts.count, &random)] + "\""
        case 4, 5: return numbers[roll(roll(4, &random) == 0 ? numbers.count : 8, &random)]
        case 6:
            let items = (0..<roll(5, &random)).map { _ in value(&random, depth - 1) + space(&random) }
            return "[" + items.joined(separator: "," + space(&random)) + "]"
        default:
            let members = (0..<roll(7, &random)).map { _ in
                "\"" + names[roll(names.count, &random)] + "\"" + space(&random) + ":" + space(&random)
                    + value(&random, depth - 1)
            }
            return "{" + members.joined(separator: "," + space(&random)) + "}"
        }
    }

    @Test("says what the general walk says, of documents and of what is left of them", arguments: 1...6)
    func agrees(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var fast = Pass(stage: .relay)
        var general = Pass(stage: .relay)
        for _ in 0..<250 {
            var document = Array(
                ("{\"first\":" + Self.value(&random, 4) + ",\"last\":[" + Self.value(&random, 3) + "]}").utf8
            )
            for round in 0..<3 {
                let meta: Pass.MetaHandling = round == 2 ? .divert : .keep
                let expected = Self.run(&general, document, meta: meta, glides: false)
                #expect(
                    Self.run(&fast, document, meta: meta, glides: true) == expected,
                    "\(String(decoding: document, as: UTF8.self))"
                )
                // A byte less, or another byte: most of these are no JSON.
                let place = Int(random.next() % UInt64(document.count))
                if random.next() & 1 == 0 {
                    document.remove(at: place)
                } else {
                    document[place] = Array("\"\\{}[]:, 0aé".utf8)[Int(random.next() % 13)]
                }
            }
        }
    }

    @Test("does run ahead: ordinary members never come to the general walk")
    func glides() {
        let member = #""function":"Checkout.start()","lineno":12,"in_app":true,"at":1764500000.25"#
        let document = ContiguousArray(
            ("{" + member + ",\"frames\":[{" + member + "},{" + member + "}]}"
                + "          ".utf8.map { _ in "     " }.joined()).utf8
        )
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        for _ in 0..<2 {
            _ = try? pass.run(input: document.span, policy: .standard, into: &output, observer: &observer)
        }
        // Once the names are known, only the end of the document is left.
        document.withUnsafeBufferPointer { buffer in
            var tokenizer = JSONTokenizer()
            let bytes = unsafe ByteView(buffer)
            pass.frames.reset()
            pass.glide(&tokenizer, bytes)
            #expect(tokenizer.position == bytes.count - 50)
            #expect(tokenizer.depth == 0)
        }
    }
}
