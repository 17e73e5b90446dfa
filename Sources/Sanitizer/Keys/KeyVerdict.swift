/// What the name of a key, label, header, parameter or tag says about the value beside it.
struct KeyVerdict: Equatable, Sendable {
    /// The rule that takes the value, or nil when the name alone takes nothing.
    var rule: Rule?
    /// How the rule looks at the value.
    var grip: Grip = .any
    /// Weaker evidence for detectors.
    var hints: Hints = []

    /// A name that says nothing.
    static let neutral = KeyVerdict()

    /// Which values a rule takes.
    enum Grip: UInt8, Equatable, Sendable {
        /// Whatever the value is.
        case any
        /// Only a value with a token's shape (no spaces, not a short word, not a small count).
        case token
        /// Only digits of a plausible length, in whatever form.
        case digits
    }

    /// Evidence for or against what detectors see in the value.
    struct Hints: OptionSet, Equatable, Sendable {
        let rawValue: UInt16

        /// A card word: waives Luhn for 12–19 digits directly at the name, unlocks short Maestro and UATP lengths.
        static let card = Hints(rawValue: 1 << 0)
        /// An identifier that is never a card (trace, span, account id, IMEI, EAN, sequence).
        static let identifier = Hints(rawValue: 1 << 1)
        /// A version: dotted numbers are not addresses.
        static let version = Hints(rawValue: 1 << 2)
        /// A point in time or a duration.
        static let time = Hints(rawValue: 1 << 3)
        /// A telephone word.
        static let phone = Hints(rawValue: 1 << 4)
        /// A human-text key (`strict` drops its value).
        static let freeText = Hints(rawValue: 1 << 5)
        /// A person or order subtree (`strict` drops it whole).
        static let container = Hints(rawValue: 1 << 6)
        /// The value names a sibling: `{"name": "Cookie", "value": …}`.
        static let nameSlot = Hints(rawValue: 1 << 7)
        /// The name adds nothing: what the sibling or the container is called counts.
        static let valueSlot = Hints(rawValue: 1 << 8)
        /// A list of names and values that take turns, or of pairs.
        static let headerList = Hints(rawValue: 1 << 9)
        /// A number, code or holder: what it is, the object around it says.
        static let cardPart = Hints(rawValue: 1 << 10)
        /// A word about the value and not for it: what it belongs to is not handed down to it (`{"cvv":{"length":3}}`).
        static let qualifier = Hints(rawValue: 1 << 11)
        /// An identifier of a trace, a span or a request: one only while the value has the shape of such.
        static let trace = Hints(rawValue: 1 << 12)
        /// A picture or a document: the name of its file tells whose.
        static let fileSlot = Hints(rawValue: 1 << 13)
        /// Fields that somebody filled in: a `name` among them is a person's.
        static let form = Hints(rawValue: 1 << 14)
        /// The name ends in one digit, or is one for a list of digits: the value may be a part of a number.
        static let part = Hints(rawValue: 1 << 15)
    }
}
