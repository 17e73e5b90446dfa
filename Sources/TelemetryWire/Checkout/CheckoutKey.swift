/// The name of an attribute together with the type of its values: `event[.outcome] = .completed`.
public struct CheckoutKey<Value>: Sendable {
    /// Which attribute.
    package let attribute: CheckoutAttribute

    init(_ attribute: CheckoutAttribute) {
        self.attribute = attribute
    }

    /// The name on the wire.
    public var name: StaticString { attribute.name }
}
