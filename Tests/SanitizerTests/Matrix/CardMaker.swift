/// Card numbers of every issuer range, and the forms that people and programs give them.
///
/// A generator of its own with a fixed seed, so that a failure is the same one tomorrow.
struct CardMaker {
    /// The first digits of a range and the lengths that its numbers have.
    struct Brand {
        let name: String
        let prefix: String
        let lengths: [Int]
    }

    /// Every range of the issuer table, both ends where a range has some.
    static let brands = [
        Brand(name: "visa", prefix: "4", lengths: [13, 16, 19]),
        Brand(name: "mastercard-51", prefix: "51", lengths: [16]),
        Brand(name: "mastercard-55", prefix: "55", lengths: [16]),
        Brand(name: "mastercard-2221", prefix: "2221", lengths: [16]),
        Brand(name: "mastercard-2720", prefix: "2720", lengths: [16]),
        Brand(name: "amex-34", prefix: "34", lengths: [15]),
        Brand(name: "amex-37", prefix: "37", lengths: [15]),
        Brand(name: "diners-300", prefix: "300", lengths: [14, 16, 19]),
        Brand(name: "diners-3095", prefix: "3095", lengths: [14, 16]),
        Brand(name: "diners-36", prefix: "36", lengths: [14, 16, 19]),
        Brand(name: "diners-38", prefix: "38", lengths: [14, 16]),
        Brand(name: "discover-6011", prefix: "6011", lengths: [16, 19]),
        Brand(name: "discover-65", prefix: "65", lengths: [16, 19]),
        Brand(name: "unionpay-62", prefix: "62", lengths: [16, 17, 18, 19]),
        Brand(name: "unionpay-81", prefix: "81", lengths: [16, 17, 18, 19]),
        Brand(name: "jcb-3528", prefix: "3528", lengths: [16, 17, 18, 19]),
        Brand(name: "jcb-3589", prefix: "3589", lengths: [16, 19]),
        Brand(name: "maestro-50", prefix: "5018", lengths: [16, 18, 19]),
        Brand(name: "maestro-67", prefix: "6759", lengths: [14, 15, 16, 17, 18, 19]),
        Brand(name: "rupay-60", prefix: "607", lengths: [16]),
        Brand(name: "rupay-508", prefix: "508", lengths: [16]),
        Brand(name: "rupay-82", prefix: "82", lengths: [16]),
        Brand(name: "troy", prefix: "9792", lengths: [16]),
        Brand(name: "verve", prefix: "50610", lengths: [16, 18, 19]),
        Brand(name: "elo", prefix: "636297", lengths: [16]),
        Brand(name: "hipercard", prefix: "606282", lengths: [16]),
        Brand(name: "mir-2200", prefix: "2200", lengths: [16, 17, 18, 19]),
        Brand(name: "mir-2204", prefix: "2204", lengths: [16, 19]),
        Brand(name: "dankort", prefix: "5019", lengths: [16]),
        Brand(name: "mada", prefix: "968201", lengths: [16]),
        Brand(name: "mada-visa", prefix: "446404", lengths: [16]),
    ]

    private var random: SplitMix

    /// Starts with `seed`.
    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// A member of `choices`.
    mutating func pick<Element>(_ choices: [Element]) -> Element { random.pick(choices) }

    /// `count` characters of `alphabet`.
    mutating func text(_ count: Int, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String((0..<count).map { _ in characters[random.below(characters.count)] })
    }

    /// A number of `length` digits that starts with `prefix`, passes Luhn and has at least five different digits, so
    /// that no piece of it turns up elsewhere by chance.
    mutating func number(_ prefix: String, _ length: Int) -> String {
        while true {
            let body = prefix + text(length - prefix.count - 1, of: "0123456789")
            if Set(body).count >= 5 { return Self.completed(body) }
        }
    }

    /// `body` and its check digit.
    static func completed(_ body: String) -> String {
        body + ((0...9).map(String.init).first { passesLuhn(body + $0) } ?? "")
    }

    /// The check of ISO/IEC 7812-1, written out.
    static func passesLuhn(_ digits: String) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(String(digit)) ?? 0
            sum += place % 2 == 0 ? value : value * 2 - (value > 4 ? 9 : 0)
        }
        return sum % 10 == 0
    }

    /// The groups that a number of its length is printed in.
    static func groups(_ number: String) -> [String] {
        let digits = Array(number)
        let sizes = number.count == 15 ? [4, 6, 5] : number.count == 14 ? [4, 6, 4] : [4, 4, 4, 4, 4]
        var groups: [String] = []
        var start = 0
        for size in sizes where start < digits.count {
            groups.append(String(digits[start..<min(start + size, digits.count)]))
            start += size
        }
        return groups
    }
}

/// How the groups of a number are kept apart, by name.
let cardSeparators: [(name: String, text: String)] = [
    ("none", ""), ("space", " "), ("dash", "-"), ("dot", "."), ("slash", "/"), ("underscore", "_"),
    ("two spaces", "  "),
    ("tab", "\t"), ("line break", "\n"), ("carriage return", "\r\n"), ("no-break space", "\u{A0}"),
    ("thin space", "\u{2009}"),
    ("narrow no-break space", "\u{202F}"), ("figure space", "\u{2007}"), ("ideographic space", "\u{3000}"),
    ("en dash", "\u{2013}"), ("em dash", "\u{2014}"), ("minus", "\u{2212}"), ("no-break hyphen", "\u{2011}"),
    ("wide dash", "\u{FF0D}"), ("middle dot", "\u{B7}"), ("bullet", "\u{2022}"), ("wide dot", "\u{FF0E}"),
    ("soft hyphen", "\u{AD}"), ("zero width space", "\u{200B}"), ("zero width joiner", "\u{200D}"),
    ("word joiner", "\u{2060}"),
    ("byte order mark", "\u{FEFF}"), ("left-to-right mark", "\u{200E}"), ("line separator", "\u{2028}"),
    ("wave dash", "\u{301C}"), ("maqaf", "\u{5BE}"), ("wide filler", "\u{FFA0}"),
]

/// Where the decimal digits of scripts begin, by name.
let digitScripts: [(name: String, zero: UInt32)] = [
    ("ASCII", 0x30), ("Arabic-Indic", 0x660), ("Persian", 0x6F0), ("NKo", 0x7C0), ("Devanagari", 0x966),
    ("Bengali", 0x9E6),
    ("Gurmukhi", 0xA66), ("Gujarati", 0xAE6), ("Oriya", 0xB66), ("Tamil", 0xBE6), ("Telugu", 0xC66), ("Kannada", 0xCE6),
    ("Malayalam", 0xD66), ("Thai", 0xE50), ("Lao", 0xED0), ("Tibetan", 0xF20), ("Myanmar", 0x1040), ("Khmer", 0x17E0),
    ("Mongolian", 0x1810), ("wide", 0xFF10), ("bold", 0x1D7CE), ("monospace", 0x1D7F6),
]

/// `number` with its digits in another script.
func inScript(_ number: String, _ zero: UInt32) -> String {
    var output = ""
    for scalar in number.unicodeScalars {
        if (0x30...0x39).contains(scalar.value), let digit = Unicode.Scalar(zero + scalar.value - 0x30) {
            output.unicodeScalars.append(digit)
        } else {
            output.unicodeScalars.append(scalar)
        }
    }
    return output
}
