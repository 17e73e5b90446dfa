/// An observer that counts findings by rule: no paths, no allocation.
public struct FindingCounter: PassObserver {
    /// Nothing is reported of the structure.
    public static var watchesStructure: Bool { false }
    /// Findings are not told one by one.
    public static var collectsFindings: Bool { false }
    /// Findings are counted.
    public static var countsFindings: Bool { true }

    private var counts: ContiguousArray<Int>

    /// Counts nothing yet.
    public init() {
        counts = ContiguousArray(repeating: 0, count: Rule.allCases.count)
    }

    /// Counts a finding.
    public mutating func counted(_ rule: Rule) {
        counts[index(of: rule)] += 1
    }

    /// Adds what another has counted.
    public mutating func add(_ other: FindingCounter) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }

    /// Starts again.
    public mutating func removeAll() {
        for index in counts.indices { counts[index] = 0 }
    }

    /// How many findings of a rule there were.
    public func count(of rule: Rule) -> Int {
        counts[index(of: rule)]
    }

    private func index(of rule: Rule) -> Int {
        // Every rule is in the list that the counts are as long as.
        Self.rules.firstIndex(of: rule) ?? 0
    }

    private static let rules = ContiguousArray(Rule.allCases)

    /// How many findings there were.
    public var total: Int { counts.reduce(0, +) }
}
