/// Two releases of an SDK side by side, a rate at a time.
struct ReleaseComparison: Sendable {
    /// One rate in both.
    struct Row: Sendable {
        var rate: FunnelRate
        var one: WilsonInterval?
        var other: WilsonInterval?

        /// What can be said about the difference.
        var verdict: Verdict {
            guard let one, let other else { return .notReported }
            guard one.of >= ReleaseComparison.fewest, other.of >= ReleaseComparison.fewest else { return .tooFew }
            return one.isApart(from: other) ? .differs : .unclear
        }
    }

    /// What can be said about a difference.
    enum Verdict: String, Sendable {
        /// The intervals have no point in common.
        case differs
        /// They overlap: it may be chance.
        case unclear = "no_clear_difference"
        /// Too few checkouts to say anything.
        case tooFew = "n_too_small"
        /// Not reported by this SDK, or hidden.
        case notReported = "n/a"

        /// In words, for people.
        var text: String {
            switch self {
            case .differs: "differs"
            case .unclear: "no clear difference"
            case .tooFew: "n is too small"
            case .notReported: ""
            }
        }
    }

    /// With fewer checkouts than this on a side, nothing is said.
    static let fewest: Int64 = 30

    /// The project and environment.
    var project: ProjectID
    var environment: String?
    /// The rates.
    var rows: [Row]
    /// Both sides' figures.
    var one: FunnelCells
    var other: FunnelCells

    /// Compares what two releases came to, in each project and environment where one of them was seen. Wrappers and
    /// kinds are taken together.
    static func all(
        _ groups: [FunnelGroup],
        _ one: ReleaseName,
        _ other: ReleaseName,
        minimum: Int64
    ) -> [ReleaseComparison] {
        struct Place: Hashable {
            var project: ProjectID
            var environment: String?
        }
        var sides: [Place: (one: FunnelGroup?, other: FunnelGroup?)] = [:]
        for group in groups where group[.flows].n > 0 {
            let place = Place(project: group.group.project, environment: group.group.environment)
            if one.names(group.group) { add(group, to: &sides[place, default: (nil, nil)].one) }
            if other.names(group.group) { add(group, to: &sides[place, default: (nil, nil)].other) }
        }
        return sides.map { place, pair in
            func cells(_ group: FunnelGroup?, _ name: ReleaseName) -> FunnelCells {
                let empty = FlowGroup(
                    project: place.project,
                    environment: place.environment,
                    sdk: name.sdk,
                    version: name.version
                )
                return FunnelCells(group: group ?? FunnelGroup(group: empty), minimum: minimum)
            }
            let (mine, theirs) = (cells(pair.one, one), cells(pair.other, other))
            return ReleaseComparison(
                project: place.project,
                environment: place.environment,
                rows: FunnelRate.all.map { Row(rate: $0, one: mine.interval($0), other: theirs.interval($0)) },
                one: mine,
                other: theirs
            )
        }
        .sorted { FlowGroup.isBefore($0.one.group.group, $1.one.group.group) }
    }

    private static func add(_ group: FunnelGroup, to sum: inout FunnelGroup?) {
        guard sum != nil else {
            sum = group
            return
        }
        sum?.add(group)
    }
}

/// A release as people name it: `glomo@1.0.0`.
struct ReleaseName: Sendable, Hashable {
    let sdk: String
    let version: String

    /// Reads `SDK@VERSION`, or a version alone where the SDK is known. Nil for anything else.
    init?(_ text: String, sdk: String?) {
        guard let at = text.firstIndex(of: "@") else {
            guard let sdk, !text.isEmpty else { return nil }
            self.sdk = sdk
            version = text
            return
        }
        let name = String(text[..<at])
        let rest = String(text[text.index(after: at)...])
        guard !name.isEmpty, !rest.isEmpty, sdk == nil || sdk == name else { return nil }
        self.sdk = name
        version = rest
    }

    /// The name.
    var text: String { "\(sdk)@\(version)" }

    /// Whether a group is of this release.
    func names(_ group: FlowGroup) -> Bool { group.sdk == sdk && group.version == version }
}
