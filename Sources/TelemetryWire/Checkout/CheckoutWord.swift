public import TelemetryEnvelope

/// A closed enumeration of the checkout vocabulary: its raw values are all that an attribute of it can say.
///
/// A value that this version does not know is read as `other`, `_OTHER` on the wire; what stood there is not kept.
public protocol CheckoutWord: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// What a newer SDK may have meant; `_OTHER` on the wire (OpenTelemetry's fallback value).
    static var other: Self { get }
}

extension CheckoutWord {
    /// Reads a word, anything unknown as `other`.
    public init(reading text: String) {
        self = Self(rawValue: text) ?? .other
    }

    /// The raw values, in order.
    static var names: [String] { allCases.map(\.rawValue) }
}

/// `other` stands for what this version does not know there, too.
extension DropReason: CheckoutWord {}
