/// Values that no one may ever see, in everything that a core holds. A small stock, so that a search for each of them is possible.
struct Secrets {
    private(set) var emails: [String] = []
    private(set) var phones: [String] = []
    private(set) var cards: [String] = []
    private(set) var accounts: [String] = []
    private(set) var references: [String] = []
    private(set) var signatures: [String] = []
    private(set) var tokens: [String] = []
    private(set) var names: [String] = []
    private(set) var licences: [String] = []

    /// The rear ends of keys and ids: what makes them ones of somebody.
    private(set) var tails: [String] = []

    /// A stock of every kind.
    init(seed: UInt64, each count: Int = 24) {
        var dice = Dice(seed: seed, flow: -1)
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        func word(_ length: Int) -> String { String((0..<length).map { _ in dice.pick(letters) }) }
        func digits(_ length: Int) -> String { String((0..<length).map { _ in Character("\(dice.number(0...9))") }) }
        for _ in 0..<count {
            let name = "q" + word(7)
            emails.append("\(name).x\(word(5))@mail-\(word(4)).example")
            phones.append("+2332" + digits(8))
            cards.append(Self.card(digits(12)))
            accounts.append("7" + digits(14))
            references.append("UTRN" + digits(13))
            signatures.append((0..<4).map { _ in String(dice.next() | 1 << 63, radix: 16) }.joined())
            tokens.append("cks_" + word(22))
            names.append("Zq\(word(6)) Ox\(word(7))")
            licences.append("LK-\(word(5))-\(word(5))-\(word(5))".uppercased())
            tails.append(word(16))
        }
    }

    /// Every one of them, for a search in what was stored.
    var all: [String] {
        emails + phones + cards + accounts + references + signatures + tokens + names + licences + tails
    }

    private static func card(_ body: String) -> String {
        let digits = ("401" + body).compactMap(\.wholeNumberValue)
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let doubled = place.isMultiple(of: 2) ? digit * 2 : digit
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return digits.map(String.init).joined() + String((10 - sum % 10) % 10)
    }
}
