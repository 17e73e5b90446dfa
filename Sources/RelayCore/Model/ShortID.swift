/// The name of an issue for people: the project's slug and a number, `CHECKOUT-41`.
package struct ShortID: Sendable, Hashable, CustomStringConvertible {
    /// The project's slug, upper case.
    package let slug: String
    /// The number in the project, from 1.
    package let number: Int64

    /// A short id from its parts.
    package init(slug: String, number: Int64) {
        self.slug = slug
        self.number = number
    }

    /// Reads `SLUG-NUMBER`, in any case. Nil for anything else.
    package init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"), dash != text.startIndex else { return nil }
        let digits = text[text.index(after: dash)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
            number > 0
        else { return nil }
        self.init(slug: text[..<dash].uppercased(), number: number)
    }

    /// `SLUG-NUMBER`.
    package var description: String { "\(slug)-\(number)" }
}
