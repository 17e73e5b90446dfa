/// A value inside a context: what JSON can hold.
public enum ContextValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// A number; one that JSON cannot hold (infinite, not a number) becomes null.
    case double(Double)
    /// Yes or no.
    case bool(Bool)
    /// Values in order.
    case array([ContextValue])
    /// Values by name.
    case object([String: ContextValue])
    /// Nothing.
    case null
}

extension ContextValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Yes or no.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Values in order.
    public init(arrayLiteral elements: ContextValue...) { self = .array(elements) }
    /// Values by name; the last of a name counts.
    public init(dictionaryLiteral elements: (String, ContextValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
    /// Nothing.
    public init(nilLiteral: ()) { self = .null }
}
