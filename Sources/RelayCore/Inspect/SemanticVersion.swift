/// A version as Semantic Versioning 2.0.0 orders it; what is no such version comes before all that are, by its text.
struct SemanticVersion: Sendable, Hashable, Comparable {
    private let text: String
    private let numbers: [UInt64]
    private let prerelease: [Substring]

    /// Reads a version: `1.2.3`, `1.2.3-rc.1+build`; also with one or two numbers, which are padded.
    init(_ text: String) {
        self.text = text
        let core = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let parts = core.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
        var read: [UInt64] = []
        for part in digits where part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            if let number = UInt64(part) { read.append(number) }
        }
        guard read.count == digits.count, (1...3).contains(read.count) else {
            numbers = []
            prerelease = []
            return
        }
        numbers = read + Array(repeating: 0, count: 3 - read.count)
        prerelease = parts.count == 2 ? parts[1].split(separator: ".", omittingEmptySubsequences: false) : []
    }

    static func == (one: SemanticVersion, other: SemanticVersion) -> Bool { one.text == other.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    static func < (one: SemanticVersion, other: SemanticVersion) -> Bool {
        if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
        if one.prerelease != other.prerelease {
            // A release comes after its own candidates.
            if one.prerelease.isEmpty { return false }
            if other.prerelease.isEmpty { return true }
            for (mine, theirs) in zip(one.prerelease, other.prerelease) where mine != theirs {
                return precedes(mine, theirs)
            }
            return one.prerelease.count < other.prerelease.count
        }
        return one.text < other.text
    }

    /// Numbers by value and before words; words by their ASCII order (rule 11.4).
    private static func precedes(_ one: Substring, _ other: Substring) -> Bool {
        switch (number(one), number(other)) {
        case (let one?, let other?): one == other ? false : one < other
        case (.some, nil): true
        case (nil, .some): false
        case (nil, nil): Array(one.utf8).lexicographicallyPrecedes(Array(other.utf8))
        }
    }

    private static func number(_ text: Substring) -> UInt64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }
}

extension FlowGroup {
    /// The order of listings: project, environment, SDK, version, wrapper, kind.
    static func isBefore(_ one: FlowGroup, _ other: FlowGroup) -> Bool {
        if one.project != other.project { return one.project.rawValue < other.project.rawValue }
        if one.environment != other.environment { return (one.environment ?? "") < (other.environment ?? "") }
        if one.sdk != other.sdk { return one.sdk < other.sdk }
        if one.version != other.version {
            return SemanticVersion(one.version ?? "") < SemanticVersion(other.version ?? "")
        }
        if one.wrapper != other.wrapper { return (one.wrapper ?? "") < (other.wrapper ?? "") }
        return (one.kind ?? "") < (other.kind ?? "")
    }
}
