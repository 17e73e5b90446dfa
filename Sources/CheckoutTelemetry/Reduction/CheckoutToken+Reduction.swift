internal import TelemetryWire

extension CheckoutToken {
    /// The domain or type of an error, if it reads like one; nil for anything else, so that no text gets in by this way.
    ///
    /// Letters, digits, points and underscores, beginning with a letter, without five digits in a row, at most 64 bytes,
    /// and ending in `Domain`, `Error`, `Exception` or in a name behind `com.apple.`.
    static func errorDomain(_ text: String?) -> CheckoutToken? {
        guard let text, (1...limit).contains(text.utf8.count), let first = text.utf8.first, (first | 0x20) &- 0x61 < 26
        else { return nil }
        var run = 0
        for byte in text.utf8 {
            let isDigit = byte &- 0x30 < 10
            guard isDigit || (byte | 0x20) &- 0x61 < 26 || byte == 0x2E || byte == 0x5F else { return nil }
            run = isDigit ? run + 1 : 0
            if run > 4 { return nil }
        }
        let isApple = text.hasPrefix("com.apple.") && run == 0
        guard isApple || text.hasSuffix("Domain") || text.hasSuffix("Error") || text.hasSuffix("Exception") else {
            return nil
        }
        return CheckoutToken(text)
    }
}

extension CheckoutToken {
    /// The reference of an order: 16 hexadecimal digits, lower case; nil for anything else, an order's id above all.
    static func orderReference(_ text: String?) -> CheckoutToken? {
        guard let text, text.utf8.count == 16, text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }) else {
            return nil
        }
        return CheckoutToken(text)
    }
}
