/// When a rule of a policy document holds: what `path` and `when` say, put together.
///
/// Nested as deep as the loader allows (`PolicyLimits.conditionDepth`), so walking one recurses no deeper.
indirect enum Condition: Sendable, Hashable {
    /// The value stands at the path with this number in the policy's list.
    case path(Int)
    /// The value is of this type.
    case type(ValueType)
    /// The name of the value ends in the words with this number in the policy's list.
    case key(Int)
    /// Those words stand near the candidate, or its name ends in them.
    case near(Int)
    /// The candidate passes a check.
    case validator(Validator)
    /// The candidate has so many characters.
    case length(ClosedRange<Int>)
    /// The candidate begins with these bytes.
    case prefix([UInt8])
    case and([Condition])
    case or([Condition])
    case not(Condition)

    /// Whether the condition holds only where some path leads.
    var needsPath: Bool {
        switch self {
        case .path: true
        case .type, .key, .near, .validator, .length, .prefix, .not: false
        case .and(let parts): parts.contains(where: \.needsPath)
        case .or(let parts): parts.allSatisfy(\.needsPath)
        }
    }

    /// Whether the condition asks what the value is called.
    var asksForNames: Bool {
        switch self {
        case .key, .near: true
        case .path, .type, .validator, .length, .prefix: false
        case .not(let part): part.asksForNames
        case .and(let parts), .or(let parts): parts.contains(where: \.asksForNames)
        }
    }

    /// Whether the condition can be told without the value itself.
    var isAboutPlace: Bool {
        switch self {
        case .path, .type, .key: true
        case .near, .validator, .length, .prefix: false
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isAboutPlace)
        case .not(let part): part.isAboutPlace
        }
    }
}

/// The types of JSON value that a condition can ask for.
enum ValueType: String, Sendable, Hashable, CaseIterable {
    case string, number, boolean, object, array
}

/// Where a value stands, in the terms of one policy: which of its paths and words hold there.
struct PolicySite: Equatable {
    /// The paths that lead here.
    var paths = BitSet()
    /// The words that its name ends in.
    var names: UInt64 = 0
    /// What it is.
    var type = ValueType.string
}

/// Which of up to 128 things hold.
struct BitSet: Equatable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// How many things it can tell of.
    static let capacity = 128

    var isEmpty: Bool { low | high == 0 }

    mutating func insert(_ index: Int) {
        if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index - 64) }
    }

    func contains(_ index: Int) -> Bool {
        index < 64 ? low >> UInt64(index) & 1 == 1 : high >> UInt64(index - 64) & 1 == 1
    }
}
