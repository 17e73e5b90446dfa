import Testing

@testable import Sanitizer

@Suite("notes on redactions") struct RemarkTests {
    @Test("every note of ours is a fixed point, in _meta and elsewhere", arguments: [Policy.standard, .strict])
    func fixedPoints(policy: Policy) throws {
        for rule in Rule.allCases {
            for method in Finding.Method.allCases {
                let note = "@\(rule.rawValue):\(method.rawValue)"
                let document = #"{"a":{"":{"rem":[["\#(note)","s",21,40]]}},"password":"\#(note)"}"#
                let result = try #require(scrub(document, policy))
                #expect(result.output == document && result.findings.isEmpty)
            }
        }
    }

    @Test(
        "what is only shaped alike gets no pass",
        arguments: [
            "@password:hunter2hunter2", "@password:replace2xyz", "@password:replace x9Kq7Lm2", "x@password:replaced9Z",
            "@password:Replace9", "@email:bob@example.com", "@pan:4111111111111111", "@password=replace77",
        ]
    )
    func noPass(text: String) throws {
        let result = try #require(scrub(#"{"x":"\#(text)"}"#))
        #expect(!result.findings.isEmpty)
    }
}
