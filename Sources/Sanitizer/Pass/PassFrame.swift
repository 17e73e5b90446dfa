/// One open object or array of the pass, or the place of a document's root value.
struct PassFrame {
    /// What kind of place it is.
    enum Shape: UInt8 {
        /// Around the root value.
        case root
        case object
        case array
    }

    /// What is known about an object's being a card, or a key.
    enum CardSign: UInt8 {
        case unknown, yes, no
    }

    /// Elements of one array that a key rule takes one by one; further ones are left out, so that a long list of short
    /// values does not grow by what replaces them.
    static let takenLimit = 16

    /// What kind of place it is.
    var shape = Shape.root
    /// What the name of this container says.
    var own = KeyVerdict.neutral
    /// What the name of the current member says; in an array, what its elements inherit.
    var verdict = KeyVerdict.neutral
    /// What the sibling that names this member says: `[name, value]`, `{"name": …, "value": …}`.
    var pair = KeyVerdict.neutral
    /// Whether `pair` was looked for.
    var hasPair = false
    /// The element that `pair` is about, in an array.
    var pairIndex = -1
    /// Whether names and values take turns (`rawHeaders`).
    var isAlternating = false
    /// Whether the object tells a change of a form: what was typed stands under plain names (`strict`).
    var isChange = false
    /// Whether a card number was taken in this object.
    var hasCard = false
    /// Whether one was looked for ahead, in vain: once an object, so that many expiry dates cost no more than one.
    var hasNoCardAhead = false
    /// Whether the name of the container stands in for names of members that say nothing.
    var handsDown = false
    /// Whether what the container is called can say something about any of its members.
    var speaks = false
    /// Whether the object is a card by what it holds; looked for when a number asks.
    var cardSign = CardSign.unknown
    /// Whether the object is a key by what it holds (RFC 7517); looked for when a member asks.
    var keySign = CardSign.unknown
    /// Whether `pair` is about a list of two that stands by itself.
    var isLonePair = false
    /// Elements that a key rule took whole, and elements that were left out since those were enough.
    var taken = 0
    var removed = 0
    /// The words of the policy that the current member's name ends in; of an array, those of its own.
    var names: UInt64 = 0
    /// Where the element at hand ends in the bytes being walked.
    var elementEnd = 0
    /// Where the container starts in the bytes being walked.
    var inputStart = 0
    /// Whether the current key was replaced, and by which rule.
    var renamed: Rule?
    /// Which placeholder key of the object the current one is, from 1.
    var placeholderKeys = 0
    /// Where the current key's inside stands in the bytes being walked, and whether it holds escapes.
    var keyStart = 0
    var keyEnd = 0
    var isKeyEscaped = false
    /// The index of the current element or member.
    var index = -1
    /// Whether a member is in the output so far.
    var hasMember = false
    /// Where the last member ended.
    var lastEnd = 0
    /// Where the container starts in the output.
    var outputStart = 0
    /// Elements that hold parts of one card number: bit 0 is the element `splitBase`; examined up to `splitEnd`.
    var splitMask: UInt64 = 0
    var splitBase = 0
    var splitEnd = 0
    /// The element or member that a card number was taken from, whole.
    var cardIndex = -1
    /// Elements behind a card number that are its expiry date or security code: bit 0 is the element `besideBase`.
    var besideBase = 0
    var dateMask: UInt8 = 0
    var codeMask: UInt8 = 0

    /// A frame for a container named by `verdict`.
    @inline(__always)
    init(shape: Shape = .root, own: KeyVerdict = .neutral) {
        self.shape = shape
        self.own = own
        if shape == .array { verdict = own }
        guard shape == .object else { return }
        if let rule = own.rule { handsDown = rule.handsDown }
        speaks = handsDown || !own.hints.isDisjoint(with: [.form, .card])
    }

    /// The same frame, named by a verdict without its rule.
    func withoutRule() -> PassFrame {
        PassFrame(shape: shape, own: KeyVerdict(hints: own.hints))
    }
}
