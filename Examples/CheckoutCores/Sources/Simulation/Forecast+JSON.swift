internal import CheckoutTelemetry

/// The expectation as JSON, groups in a fixed order. Written by hand: what is compared is numbers.
extension Forecast {
    /// One object with `events`, `outside`, `sample` and `groups`. Counts are of all that was not lost, sampled or not.
    public func json(sample: Double) -> String {
        let rows = groups.values.map(\.json).sorted()
        let head = "\"events\":\(events),\"sample\":\(sample),\"outside\":\(outside)"
        return "{\(head),\"groups\":[\n\(rows.joined(separator: ",\n"))\n]}\n"
    }
}

extension Forecast.Figures {
    /// The group and its figures.
    var json: String {
        let names = [
            ("environment", group.environment?.rawValue), ("sdk", group.sdk.rawValue), ("version", group.version),
            ("wrapper", group.wrapper?.rawValue), ("kind", group.kind?.rawValue),
        ]
        var members = names.map { "\"\($0)\":\($1.map { "\"\($0)\"" } ?? "null")" }
        members += counts.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }
        let ends = outcomes.sorted { $0.key < $1.key }.map {
            "\"\($0)\":{\"flows\":\($1.all),\"presented\":\($1.presented)}"
        }
        members.append("\"outcomes\":{\(ends.joined(separator: ","))}")
        members.append("\"ready_measured\":\(readiness.count)")
        members.append("\"ready_p50_ms\":\(quantile(50).map(String.init) ?? "null")")
        members.append("\"ready_p95_ms\":\(quantile(95).map(String.init) ?? "null")")
        let faults = errors.map { key, figures in
            "{\"type\":\"\(key.type)\",\"code\":\(key.code.map { "\"\($0)\"" } ?? "null"),\(figures.members)}"
        }
        members.append("\"errors\":[\(faults.sorted().joined(separator: ","))]")
        let types = errorTypes.map { "\"\($0)\":{\($1.members)}" }
        members.append("\"error_types\":{\(types.sorted().joined(separator: ","))}")
        return "{\(members.joined(separator: ","))}"
    }
}

extension Forecast.ErrorFigures {
    fileprivate var members: String { "\"flows\":\(flows),\"presented\":\(presented),\"started\":\(started)" }
}
