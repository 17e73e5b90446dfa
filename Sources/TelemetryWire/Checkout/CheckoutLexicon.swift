internal import Sanitizer
internal import TelemetryEnvelope

/// Every word of the vocabulary in quotes, as the pass leaves it: what is typed needs no look each time it is written.
///
/// Made at first use, by one pass over all of them.
struct CheckoutLexicon: Sendable {
    private let words: [String: Sanitized<[UInt8]>]

    static let shared = CheckoutLexicon()

    private init() {
        var all: Set<String> = Set(CheckoutEventName.allCases.map(\.rawValue))
        for attribute in CheckoutAttribute.allCases {
            if case .words(let words) = attribute.shape { all.formUnion(words) }
        }
        var pass = Pass(stage: .client)
        var observer = NoObserver()
        var output = SanitizedBuffer()
        var words: [String: Sanitized<[UInt8]>] = [:]
        for word in all {
            output.removeAll()
            let text = ContiguousArray("\"\(word)\"".utf8)
            guard (try? pass.run(input: text.span, policy: .checkout, into: &output, observer: &observer)) != nil
            else { continue }
            words[word] = output.bytes(in: 0..<output.count)
        }
        self.words = words
    }

    /// A word in quotes; nil for one that is not of the vocabulary.
    subscript(word: String) -> Sanitized<[UInt8]>? { words[word] }
}
