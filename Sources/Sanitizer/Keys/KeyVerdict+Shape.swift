extension KeyVerdict {
    /// The verdict as it holds for `value`: an identifier and a point in time are excused from being a card number
    /// only while they look like one.
    ///
    /// Identifiers of traces, spans and requests are 16 or 32 hexadecimal digits (W3C Trace Context, B3), or a 64-bit
    /// number of 17 digits and more; `strict` knows them as strings only. A time lies between 2000 and 2050, in the
    /// unit that its length says.
    func settled(for value: ByteView, isNumber: Bool, _ profile: Profile) -> KeyVerdict {
        guard !hints.isDisjoint(with: [.time, .trace]) else { return self }
        var verdict = self
        if hints.contains(.trace) {
            verdict.hints.remove(.trace)
            if !isNumber || profile == .standard, Self.isTraceID(value) { verdict.hints.insert(.identifier) }
        }
        if hints.contains(.time), !Self.isPlausibleTime(value) { verdict.hints.remove(.time) }
        return verdict
    }

    private static func isTraceID(_ value: ByteView) -> Bool {
        var isDecimal = true
        for position in 0..<value.count {
            let byte = value[position]
            if byte &- 0x30 < 10 { continue }
            guard (byte | 0x20) &- 0x61 < 6 else { return false }
            isDecimal = false
        }
        if value.count == 16 || value.count == 32 { return true }
        return isDecimal && (17...20).contains(value.count)
    }

    /// Whether digits that are as many as a card number's can be a time; true for everything else.
    private static func isPlausibleTime(_ value: ByteView) -> Bool {
        guard (12...19).contains(value.count) else { return true }
        var seconds = 0
        for position in 0..<value.count {
            guard value[position] &- 0x30 < 10 else { return true }
            if position < 10 { seconds = seconds * 10 + Int(value[position] - 0x30) }
        }
        switch value.count {
        // Milli-, micro- and nanoseconds since 1970.
        case 13, 16, 19: return (946_684_800..<2_524_608_000).contains(seconds)
        // Ticks since the year 1, and since 1601.
        case 18: return value[0] == 0x36 || value[0] == 0x31
        case 15: return false
        // Date and time in a row: 20261130120000.
        default: return value[0] == 0x32 && value[1] == 0x30 || value[0] == 0x31 && value[1] == 0x39
        }
    }
}
