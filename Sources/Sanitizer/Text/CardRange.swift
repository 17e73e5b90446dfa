/// Which lengths a card number may have, by its issuer range (IIN).
///
/// Ranges as the networks publish them: Visa, Mastercard (both series), American Express, Diners Club, Discover,
/// UnionPay, JCB, Maestro, RuPay, Troy, Verve, Elo, Hipercard, Mir, Dankort, UATP. Co-badged schemes such as mada lie
/// inside the ranges of Visa and Mastercard. Overlaps are unions, as a number is not told apart, only found.
struct CardRange: Equatable {
    /// Lengths that check digit and range prove alone; bit n stands for n + 12 digits.
    var lengths: UInt8 = 0
    /// Lengths that need a card word nearby as well.
    var cuedLengths: UInt8 = 0

    private static let only13: UInt8 = 0b0000_0010
    private static let only15: UInt8 = 0b0000_1000
    private static let only19: UInt8 = 0b1000_0000
    private static let from16: UInt8 = 0b1111_0000
    private static let only16: UInt8 = 0b0001_0000
    private static let maestro: UInt8 = 0b1111_1100
    private static let short: UInt8 = 0b0000_0011

    /// The ranges that hold numbers which start with these six digits.
    init(prefix: Int) {
        let two = prefix / 10_000
        let three = prefix / 1_000
        let four = prefix / 100
        switch two {
        case 10...19:
            cuedLengths |= Self.only15  // UATP
        case 20...27:
            if 2_200...2_204 ~= four { lengths |= Self.from16 }  // Mir
            if 2_221...2_720 ~= four { lengths |= Self.only16 }  // Mastercard
        case 30...39:
            if two == 34 || two == 37 { lengths |= Self.only15 }  // American Express
            if 300...305 ~= three || four == 3_095 || two == 36 || two >= 38 { lengths |= Self.maestro }  // Diners Club
            if 3_528...3_589 ~= four { lengths |= Self.from16 }  // JCB
            if three == 353 || three == 356 { lengths |= Self.only16 }  // RuPay with JCB
        case 40...49:
            lengths |= Self.only13 | Self.only16 | Self.only19  // Visa
        case 50, 56...58:
            lengths |= Self.maestro  // Maestro, Verve, RuPay 508, Dankort 5019, Elo
            cuedLengths |= Self.short
        case 51...55:
            lengths |= Self.only16  // Mastercard
        case 60...69:
            lengths |= Self.maestro  // Maestro, Discover, UnionPay, RuPay, Hipercard, Verve, Elo
            cuedLengths |= Self.short
        case 81:
            lengths |= Self.from16  // UnionPay, RuPay
        case 82:
            lengths |= Self.only16  // RuPay
        case 96:
            if four == 9_682 { lengths |= Self.only16 }  // mada
        case 97:
            if four == 9_792 { lengths |= Self.only16 }  // Troy
        default:
            break
        }
    }

    /// Whether no number of any length is issued in the range.
    @inline(__always)
    var isEmpty: Bool { lengths | cuedLengths == 0 }

    /// Whether `count` digits are a length of the range; `cued` when a card word stands nearby.
    @inline(__always)
    func holds(_ count: Int, cued: Bool) -> Bool {
        guard 12...19 ~= count else { return false }
        let bit: UInt8 = 1 << UInt8(count &- 12)
        return lengths & bit != 0 || (cued && cuedLengths & bit != 0)
    }
}
