internal import TelemetryWire

/// A group's figures as they are printed: corrected for sampling, `n/a` where its SDK does not report it, small counts
/// hidden if that is asked for.
struct FunnelCells {
    let group: FunnelGroup
    /// Counts below this are hidden; 0 hides none.
    let minimum: Int64

    private var sdk: CheckoutSDK { group.group.reporter }

    /// What stands for what an SDK does not report.
    static let notReported = "n/a"

    /// Whether a count is too small to be shown. Zero is not: it says nothing of anybody.
    func isHidden(_ counter: FlowCounter) -> Bool {
        let n = group[counter].n
        return n > 0 && n < minimum
    }

    /// A count, corrected; nil if it is hidden or not reported.
    func count(_ counter: FlowCounter) -> Int64? {
        guard counter.isReported(by: sdk), !isHidden(counter) else { return nil }
        return group[counter].corrected
    }

    /// A rate with its interval over what was seen; nil if it is hidden or not reported.
    func interval(_ rate: FunnelRate) -> WilsonInterval? {
        guard rate.isReported(sdk), !isHidden(rate.numerator), !isHidden(rate.denominator) else { return nil }
        return WilsonInterval(group[rate.numerator].n, of: group[rate.denominator].n)
    }

    /// A rate corrected for sampling; nil without any, hidden or not reported.
    func rate(_ rate: FunnelRate) -> Double? {
        guard interval(rate)?.rate != nil, group[rate.denominator].weight > 0 else { return nil }
        return Double(group[rate.numerator].weight) / Double(group[rate.denominator].weight)
    }

    /// A quantile of the time to ready in milliseconds; nil if it is hidden or not reported.
    func ready(_ permille: Int64) -> Int64? {
        guard sdk.reportsReady, !isHidden(.readyMeasured) else { return nil }
        return ReadyBucket.quantile(permille, of: group.ready)
    }

    /// A count as text.
    func text(_ counter: FlowCounter) -> String {
        guard counter.isReported(by: sdk) else { return FunnelCells.notReported }
        return isHidden(counter) ? "<\(minimum)" : String(group[counter].corrected)
    }

    /// A rate as text.
    func text(_ rate: FunnelRate) -> String {
        guard rate.isReported(sdk) else { return FunnelCells.notReported }
        if isHidden(rate.numerator) || isHidden(rate.denominator) { return "-" }
        return self.rate(rate).map(FunnelCells.percent) ?? "-"
    }

    /// A quantile as text, in seconds.
    func readyText(_ permille: Int64) -> String {
        guard sdk.reportsReady else { return FunnelCells.notReported }
        return ready(permille).map(FunnelCells.seconds) ?? "-"
    }

    /// `12.3 %`.
    static func percent(_ share: Double) -> String {
        let tenths = Int64((min(max(share, 0), 1_000) * 1_000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// `1.234 s`.
    static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(max(0, milliseconds) % 1_000)
        return "\(max(0, milliseconds) / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest + " s"
    }
}
