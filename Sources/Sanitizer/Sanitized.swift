/// A value that came out of the sanitizer. Only this module can make one, so a function that takes `Sanitized`
/// cannot be handed raw bytes.
///
/// Producers: the pass, literals of a closed vocabulary, and operations on other sanitized values.
public struct Sanitized<Value: Sendable>: Sendable {
    /// The clean value.
    public let value: Value

    /// Internal on purpose: the pass and the files of this module are the only callers.
    init(trusted value: Value) {
        self.value = value
    }
}

extension Sanitized: Equatable where Value: Equatable {}
extension Sanitized: Hashable where Value: Hashable {}

extension Sanitized where Value == String {
    /// A literal of a closed vocabulary, known at compile time.
    public init(literal: StaticString) {
        self.init(trusted: literal.description)
    }
}
