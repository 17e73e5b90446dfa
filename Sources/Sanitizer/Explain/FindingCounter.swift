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
        guard let index = Rule.allCases.firstIndex(of: rule) else { return }
        counts[index] += 1
    }

    /// How many findings of a rule there were.
    public func count(of rule: Rule) -> Int {
        Rule.allCases.firstIndex(of: rule).map { counts[$0] } ?? 0
    }

    /// How many findings there were.
    public var total: Int { counts.reduce(0, +) }
}
