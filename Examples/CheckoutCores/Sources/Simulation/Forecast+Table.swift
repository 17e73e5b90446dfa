internal import CheckoutTelemetry

/// The expectation for people.
extension Forecast {
    /// The funnel of every group, as it has to come out; with sampling, as intervals.
    public func table(sample: Double) -> String {
        let columns = ["flows", "started", "presented", "ready", "attempted", "ended"]
        let ends = ["completed", "failed", "cancelled", "pending", "expired", "not_opened"]
        let head = ["environment", "sdk", "version", "wrapper", "kind"] + columns + ends + ["abandoned"]
        let rows = groups.values.filter { $0.counts["flows"] != nil }.map { figures -> [String] in
            let group = figures.group
            var row = [
                group.environment?.rawValue ?? "-", group.sdk.rawValue, group.version,
                group.wrapper?.rawValue ?? "-", group.kind?.rawValue ?? "-",
            ]
            row += columns.map { Self.told(figures.counts[$0] ?? 0, sample) }
            row += ends.map { Self.told(figures.counts[$0] ?? 0, sample) }
            let abandoned = ["abandoned", "abandoned_provisional"].map { figures.counts[$0] ?? 0 }.reduce(0, +)
            row.append(Self.told(abandoned, sample))
            return row
        }
        let all = [head] + rows.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func told(_ count: Int, _ sample: Double) -> String {
        guard sample < 1 else { return String(count) }
        let interval = interval(of: count, sample: sample)
        return "\(interval.lowerBound)–\(interval.upperBound)"
    }

    /// Where a count may be that was estimated from a sample: five standard errors of a binomial to either side, so that of a
    /// thousand figures none is out by chance.
    public static func interval(of count: Int, sample: Double, together: Int = 1) -> ClosedRange<Int> {
        guard sample > 0, sample < 1 else { return count...count }
        let error = 5 * (Double(count * together) * (1 - sample) / sample).squareRoot() + Double(5 * together) / sample
        return max(0, Int(Double(count) - error))...Int(Double(count) + error)
    }
}
