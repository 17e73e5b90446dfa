/// Times to ready in few values: exact below 128 ms, above that 64 of them an octave, so within 0.8 % of what it was.
enum ReadyBucket {
    /// The middle of the bucket; of a middle it is itself.
    static func middle(of milliseconds: Int64) -> Int64 {
        let value = max(0, milliseconds)
        guard value >= 128 else { return value }
        let shift = Int64(57 - value.leadingZeroBitCount)
        return (value >> shift) << shift + (1 << shift) / 2
    }

    /// The value at a share of all, by nearest rank; nil without any. Values ascending, with how often each.
    static func quantile(_ permille: Int64, of values: [(milliseconds: Int64, n: Int64)]) -> Int64? {
        let total = values.reduce(0) { $0 + max(0, $1.n) }
        guard total > 0 else { return nil }
        // ⌈total · share⌉ without overflow.
        let rank = max(1, total / 1_000 * permille + (total % 1_000 * permille + 999) / 1_000)
        var seen: Int64 = 0
        for value in values {
            seen += max(0, value.n)
            if seen >= rank { return value.milliseconds }
        }
        return values.last?.milliseconds
    }
}
