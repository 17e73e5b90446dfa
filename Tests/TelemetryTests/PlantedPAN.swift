extension String {
    /// Whether half of the planted card number is left. Fewer digits also turn up in random ids.
    var containsPAN: Bool {
        contains("4111 1111") || contains("41111111") || contains("1111 1111") || contains("11111111")
    }
}
