import Testing

@testable import Sanitizer

/// Random legal policies over random documents, and what no policy can do.
@Suite struct PolicyPropertyTests {
    private static let digest = MethodTests.FakeDigest()

    /// Nothing is left of what was planted where the built-in rules take it, in any piece that tells the number.
    private func isGone(_ output: String, of document: String) throws -> Bool {
        let built = try #require(scrub(document, .standard)?.output)
        let (left, digits) = (built.filter(\.isNumber), output.filter(\.isNumber))
        return !PolicyDice.planted.contains { value in
            let number = value.filter(\.isNumber)
            return !left.contains(number) && digits.contains(number)
        }
    }

    @Test(
        "output stays JSON, settles in one run, and holds no payment data, whatever the policy says",
        arguments: 1...6
    )
    func legal(seed: Int) throws {
        var dice = PolicyDice(seed: seed)
        for _ in 0..<24 {
            let text = dice.policy()
            let loaded = try policy(text, digest: Self.digest)
            for _ in 0..<6 {
                let document = dice.document()
                let once = try #require(scrub(document, loaded), "\(document)")
                #expect(isJSON(once.output), "\(text) \(document)")
                #expect(try isGone(once.output, of: document), "\(text) \(document) → \(once.output)")
                let again = try #require(scrub(once.output, loaded))
                #expect(again.output == once.output, "\(text) \(document)")
                if once.outcome.findings == 0 { #expect(once.output == document, "\(text)") }
                // A relay with the built-in rules finds no payment data in what a client with any policy sends.
                let relay = try #require(scrub(once.output, .standard))
                #expect(!relay.findings.contains { $0.rule.isPayment }, "\(text) \(once.output) → \(relay.output)")
            }
        }
    }

    @Test(
        "a project over a deployment takes all that the deployment does, and what they come to is their sum",
        arguments: 1...4
    )
    func layers(seed: Int) throws {
        var dice = PolicyDice(seed: 1_000 + seed)
        for _ in 0..<24 {
            let base = try policy(dice.policy(), digest: Self.digest)
            let over = dice.policy(isProject: true)
            guard let project = try? policy(over, over: base, digest: Self.digest) else { continue }
            // Read as one document, both say the same.
            let sum = try policy(project.document, digest: Self.digest)
            #expect(project.version >> 8 & 0xFFF == base.version >> 8 & 0xFFF)
            for _ in 0..<6 {
                let document = dice.document()
                let output = try #require(scrub(document, project)?.output)
                #expect(scrub(document, sum)?.output == output, "\(project.document) \(document)")
                #expect(try isGone(output, of: document), "\(over) \(document)")
            }
        }
    }

    @Test("the fast walk under a policy passes over nothing that the general one takes", arguments: 1...5)
    func fastWalk(seed: Int) throws {
        var dice = PolicyDice(seed: 3_000 + seed)
        for _ in 0..<24 {
            let words = dice.roll(3) == 0 ? dice.policy() : dice.pathPolicy()
            let loaded = try policy(words, digest: Self.digest)
            for _ in 0..<8 {
                let document = ContiguousArray(dice.document(6).utf8)
                var outputs: [String] = []
                for mayGlide in [true, false] {
                    var pass = Pass(stage: .client)
                    pass.mayGlide = mayGlide
                    var output = SanitizedBuffer()
                    var observer = NoObserver()
                    _ = try pass.run(input: document.span, policy: loaded, into: &output, observer: &observer)
                    outputs.append(text(of: output))
                }
                #expect(outputs[0] == outputs[1], "\(words) \(String(decoding: document, as: UTF8.self))")
            }
        }
    }

    @Test(
        "a broken document is refused with line, path and reason, and leaves the one below in force",
        arguments: 1...6
    )
    func illegal(seed: Int) throws {
        var dice = PolicyDice(seed: 2_000 + seed)
        let poisons = [
            #""suppress":[{"rule":"pan"}]"#, #""suppress":[{"rule":"cvv","path":"a"}]"#, #""methods":{"track":"mask"}"#,
            #""methods":{"pan":"remove"}"#, #""allow":[{"values":["4111111111111111"]}]"#,
            #""words":{"device":["cvv"]}"#,
            #""words":{"email":["o_card_number"]}"#, #""rules":[{"rule":"device","path":"a..b"}]"#, #""nmae":1"#,
            #""rules":[{"rule":"device","when":{"regex":"(a+)+"}}]"#, #""version":0"#, #""profile":"lax""#,
        ]
        for _ in 0..<40 {
            let good = dice.policy()
            let poison = dice.pick(poisons)
            // In a line of its own. A member that stands twice is a fault, too.
            let rest = good == "{}" ? "" : "," + good.dropFirst().dropLast()
            let text = "{\n\(poison)\(rest)}"
            do throws(Policy.DocumentError) {
                _ = try policy(text, digest: Self.digest)
                Issue.record("loaded: \(text)")
            } catch {
                let fault = try #require(error.faults.first)
                #expect(fault.line == 2 && fault.column >= 1 && fault.path.hasPrefix("$"), "\(fault) \(text)")
                #expect(!fault.reason.isEmpty && !fault.reason.contains("4111"))
            }
        }
    }
}
