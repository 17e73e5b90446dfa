internal import TelemetryEnvelope

/// What an attribute of a checkout event says: a word of a closed list, a number, a flag, an id or a short token.
/// Made from typed values only.
public struct CheckoutValue: Sendable, Hashable {
    enum Storage: Sendable, Hashable {
        /// A raw value of the attribute's enumeration.
        case word(String)
        case flag(Bool)
        case integer(Int64)
        case seconds(CheckoutSeconds)
        case id(EventID)
        case token(CheckoutToken)
    }

    let storage: Storage

    init(_ storage: Storage) {
        self.storage = storage
    }

    /// As people read it: a word, `true`, `12`, `0.412`, 32 hexadecimal digits.
    package var text: String {
        switch storage {
        case .word(let word): word
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .seconds(let duration): Self.text(of: duration.milliseconds)
        case .id(let id): id.description
        case .token(let token): token.description
        }
    }

    /// The flag, if it is one.
    package var flag: Bool? { if case .flag(let flag) = storage { flag } else { nil } }

    /// The number, if it is one.
    package var integer: Int64? { if case .integer(let number) = storage { number } else { nil } }

    /// The duration, if it is one.
    package var seconds: CheckoutSeconds? { if case .seconds(let duration) = storage { duration } else { nil } }

    /// The id, if it is one.
    package var id: EventID? { if case .id(let id) = storage { id } else { nil } }

    /// The value as JSON.
    func append(to json: inout ContiguousArray<UInt8>) {
        switch storage {
        case .flag, .integer, .seconds: json.append(contentsOf: text.utf8)
        case .word, .id, .token:
            json.append(0x22)
            json.append(contentsOf: text.utf8)
            json.append(0x22)
        }
    }

    /// Milliseconds as seconds, without zeros at the end.
    static func text(of milliseconds: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return String(whole) }
        var text = "\(whole)."
        var scale: Int64 = 100
        var left = rest
        while left > 0 {
            text.append(String(left / scale))
            left %= scale
            scale /= 10
        }
        return text
    }
}

/// Which values an attribute takes.
package enum CheckoutShape: Sendable, Hashable {
    /// A word of a closed list.
    case words([String])
    /// `true` or `false`.
    case flag
    /// An integer in a range.
    case integer(ClosedRange<Int64>)
    /// Seconds with milliseconds.
    case seconds
    /// 32 hexadecimal digits.
    case id
    /// A `CheckoutToken`.
    case token
}
