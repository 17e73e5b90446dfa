import Testing

@testable import Sanitizer

@Suite("Hexadecimal ids")
struct HexadecimalIDTests {
    private static func isPlain(_ text: String) -> Bool {
        ContiguousArray(text.utf8).withUnsafeBufferPointer { buffer in
            unsafe TextBytes(buffer).map { HexadecimalID.isPlain($0) } ?? false
        }
    }

    private static func finds(_ text: String) -> Bool {
        var scanner = TextScanner()
        ContiguousArray(text.utf8).withUnsafeBufferPointer { buffer in
            unsafe scanner.scan(buffer, context: TextScanner.Context())
        }
        return !scanner.hits.isEmpty
    }

    @Test("What is plain is what the detectors leave", arguments: [16, 24, 32, 40, 48, 56, 64])
    func agreesWithDetectors(count: Int) {
        var random = SplitMix(seed: UInt64(count))
        var plain = 0
        for round in 0..<400 {
            // Few letters, so that long rows of digits come; some in capitals.
            let alphabet = Array(round % 4 == 0 ? "00112233445566778899AF" : "0123456789abcdef")
            let text = String((0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
            guard Self.isPlain(text) else { continue }
            plain += 1
            #expect(!Self.finds(text), "\(text)")
        }
        #expect(plain > 200)
    }

    @Test(
        "What holds something is not plain",
        arguments: [
            "5a0841111111111111115f24032512319f2608aabbccdd",  // a card number under its tag
            "4111111111111111",
            "ff05990812345678ffffffff9a0325010195050000000000",  // a PIN block
            "6d61726961406578616d706c652e636f6d20206d61696c20",  // an address, spelled out
            "ad1200012030200359100100",
        ]
    )
    func leavesTheRest(text: String) {
        #expect(!Self.isPlain(text))
    }

    @Test("UUIDs are plain, whatever their digits")
    func passesUUIDs() {
        #expect(Self.isPlain("41111111-1111-4111-8111-111111111111"))
        #expect(!Self.finds("41111111-1111-4111-8111-111111111111"))
        #expect(!Self.isPlain("41111111-1111-4111-8111-11111111111x"))
    }
}
