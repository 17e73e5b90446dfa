internal import CheckoutTelemetry

/// The forecast as JSON, groups in a fixed order. Written by hand: what is compared is numbers.
extension Forecast {
    /// One object with `events`, `outside`, `sample`, and figures three times: by group, by environment and release, and by
    /// environment and SDK. A figure is of all that was not lost; where reporters sample it is the interval `[low, high]` that a
    /// corrected one has to be in.
    public func json(sample: Double) -> String {
        let head = "\"events\":\(events),\"sample\":\(sample),\"outside\":\(outside)"
        let parts = [
            ("groups", groups),
            (
                "releases",
                merged { group in
                    Departure.Group(
                        environment: group.environment,
                        sdk: group.sdk,
                        version: group.version,
                        wrapper: nil,
                        kind: nil
                    )
                }
            ),
            (
                "sdks",
                merged { group in
                    Departure.Group(
                        environment: group.environment,
                        sdk: group.sdk,
                        version: "",
                        wrapper: nil,
                        kind: nil
                    )
                }
            ),
        ]
        let texts = parts.map { name, figures in
            let rows = figures.values.filter { $0.counts["flows"] != nil }.map { $0.json(sample) }.sorted()
            return "\"\(name)\":[\n\(rows.joined(separator: ",\n"))\n]"
        }
        return "{\(head),\(texts.joined(separator: ","))}\n"
    }

    /// Figures of groups that become one.
    private func merged(_ name: (Departure.Group) -> Departure.Group) -> [Departure.Group: Figures] {
        var merged: [Departure.Group: Figures] = [:]
        for (group, figures) in groups where figures.counts["flows"] != nil {
            merged[name(group), default: Figures(group: name(group))].merge(figures)
        }
        return merged
    }

    /// Figures of events: several of them are sampled together, so their intervals are wider.
    static let ofEvents: Set<String> = [
        "entries", "attempts", "attempts_failed", "lost_events", "late", "duplicates", "terminal_duplicates",
    ]

    /// A count, or where a corrected one has to be.
    static func text(_ name: String, _ count: Int, _ sample: Double) -> String {
        guard sample < 1 else { return "\"\(name)\":\(count)" }
        let interval = interval(of: count, sample: sample, together: ofEvents.contains(name) ? 12 : 1)
        return "\"\(name)\":[\(interval.lowerBound),\(interval.upperBound)]"
    }
}

extension Forecast.Figures {
    /// The group and its figures.
    func json(_ sample: Double) -> String {
        let names = [
            ("environment", group.environment?.rawValue), ("sdk", group.sdk.rawValue), ("version", group.version),
            ("wrapper", group.wrapper?.rawValue), ("kind", group.kind?.rawValue),
        ]
        var members = names.map { "\"\($0)\":\($1.map { "\"\($0)\"" } ?? "null")" }
        let ends = CheckoutOutcome.allCases.map { $0 == .other ? "other_outcome" : $0.rawValue }
        for name in Set(counts.keys).union(ends).union(["completed_confirmed"]).sorted() {
            members.append(Forecast.text(name, counts[name] ?? 0, sample))
        }
        members.append(Forecast.text("ready_measured", readiness.count, sample))
        members.append("\"ready_p50_ms\":\(quantile(50).map(String.init) ?? "null")")
        members.append("\"ready_p95_ms\":\(quantile(95).map(String.init) ?? "null")")
        let presented = ends.map { Forecast.text($0, presentedOutcomes[$0] ?? 0, sample) }
        members.append("\"of_presented\":{\(presented.joined(separator: ","))}")
        let faults = errors.map { key, figures in
            let code = key.code.map { "\"\($0)\"" } ?? "null"
            return "{\"error_type\":\"\(key.type)\",\"code\":\(code),\(figures.members(sample))}"
        }
        members.append("\"errors\":[\(faults.sorted().joined(separator: ","))]")
        let types = errorTypes.map { "\"\($0)\":{\($1.members(sample))}" }
        members.append("\"error_types\":{\(types.sorted().joined(separator: ","))}")
        return "{\(members.joined(separator: ","))}"
    }
}

extension Forecast.ErrorFigures {
    fileprivate func members(_ sample: Double) -> String {
        [("flows", flows), ("events", events), ("presented", presented), ("started", started)]
            .map { Forecast.text($0, $1, sample) }.joined(separator: ",")
    }
}
