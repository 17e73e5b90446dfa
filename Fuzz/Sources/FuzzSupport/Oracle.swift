/// Stops the fuzzer with a word about the oracle that failed, and what it saw.
public func require(_ holds: Bool, _ what: StaticString, _ values: [UInt8]...) {
    guard !holds else { return }
    let seen = values.map { "\n  " + String(decoding: $0, as: UTF8.self).debugDescription }
    fatalError("oracle: \(what)" + seen.joined())
}

/// Values that an oracle puts beside what the fuzzer made up: they have to go, whatever that is.
public enum Planted {
    /// A card number that no word of the dictionary and no seed holds; an input that does is not asked.
    public static let card = "5105105105105100"
    /// A security code, likewise.
    public static let code = "8264"
    /// `{"pan":"5105105105105100"}` in base64.
    private static let encoded = "eyJwYW4iOiI1MTA1MTA1MTA1MTA1MTAwIn0="

    /// `value`, which is JSON, among members and elements that hold them.
    public static func document(around value: [UInt8]) -> [UInt8] {
        Array("[\"issuer refused 5105 1051 0510 5100 at step\",{\"cvv\":\"8264\",\"x\":".utf8) + value
            + Array(",\"n\":5105105105105100},".utf8) + value
            + Array(",\"body \(encoded)\",\"{\\\"pan\\\":\\\"5105-1051-0510-5100\\\"}\"]".utf8)
    }

    /// `text` before and behind lines that hold them.
    public static func lines(around text: [UInt8]) -> [UInt8] {
        text + Array("\nissuer refused 5105 1051 0510 5100 at step\nbody \(encoded) refused\n".utf8) + text
            + Array("\ncvv: 8264 refused, card number=5105105105105100\n".utf8)
    }

    /// Whether an input may be asked about: it has none of them, whole or in part.
    public static func isApart(_ input: [UInt8]) -> Bool {
        !contains(input, "510") && !contains(input, code) && !contains(input, "MTA1")
    }

    /// Whether none of them is left in `output`.
    public static func isGone(_ output: [UInt8]) -> Bool {
        // Five digits in a row, as far apart as they are printed, are a part too many.
        !contains(output, "5105") && !contains(output, "0510 ") && !contains(output, "5100")
            && !contains(output, code) && !contains(output, "MTA1")
    }

    private static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
        let word = Array(word.utf8)
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { start in
            bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
        }
    }
}

/// A number that depends on every byte of an input (FNV-1a): which of several ways it is put to the test.
public func choice(_ input: [UInt8], of count: Int) -> Int {
    let hash = input.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int((hash >> 24) % UInt64(count))
}
