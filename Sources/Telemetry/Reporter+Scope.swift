internal import Sanitizer
internal import TelemetryDelivery
public import TelemetryWire

extension Reporter {
    /// Adds a breadcrumb: what happened before. Scrubbed and encoded now; the oldest go beyond `maxBreadcrumbs` or 16 KiB.
    public func addBreadcrumb(
        _ message: @autoclosure () -> String,
        category: String = "default",
        level: Level = .info,
        data: [String: ContextValue] = [:]
    ) {
        if case .off = sink { return }
        let text = message()
        let scratch = scope.lend()
        defer { scope.takeBack(scratch) }
        scratch.raw.removeAll()
        scratch.raw.append("{\"breadcrumbs\":{\"values\":[{\"timestamp\":")
        scratch.event.removeAll()
        scratch.event.append(timestamp: Timestamp(milliseconds: clock.wallMilliseconds))
        scratch.raw.append(raw: scratch.event.span)
        scratch.raw.append(",\"category\":")
        scratch.raw.append(string: category, limit: 200)
        scratch.raw.append(",\"level\":\"")
        scratch.raw.append(level.name)
        scratch.raw.append("\",\"message\":")
        scratch.raw.append(string: text, limit: Reporter.textLimit)
        if !data.isEmpty {
            scratch.raw.append(",\"data\":")
            scratch.raw.append(data, stringLimit: Reporter.textLimit)
        }
        scratch.raw.append("}]}}")
        guard (try? scratch.scrub(eventID: nil)) != nil, let list = scratch.range(of: "breadcrumbs", "values"),
            list.count > 2
        else { return }
        scratch.event.removeAll()
        scratch.event.append(scratch.clean, in: list.lowerBound + 1..<list.upperBound - 1)
        let notes = scratch.range(of: "_meta", "breadcrumbs", "values", "0").map { scratch.clean.bytes(in: $0) }
        scope.addBreadcrumb(scratch.event, notes: notes)
    }

    /// Sets a tag of all later events; nil removes it. Name and value are scrubbed now; at most 200 tags.
    public func setTag(_ name: String, _ value: String?) {
        if case .off = sink { return }
        guard let value else { return scope.setTag(name.hashValue, nil) }
        let member = self.member(of: "tags", named: name) { raw in
            raw.append("{\"tags\":{")
            raw.append(string: name, limit: 200)
            raw.append(":")
            raw.append(string: value, limit: 1_024)
            raw.append("}}")
        }
        scope.setTag(name.hashValue, member)
    }

    /// Sets a context of all later events; nil removes it. Names and values are scrubbed now, those of `checkout_raw` by
    /// the strict profile.
    public func setContext(_ name: String, _ values: [String: ContextValue]?) {
        if case .off = sink { return }
        guard let values else { return scope.setContext(name.hashValue, nil) }
        let member = self.member(of: "contexts", named: name) { raw in
            raw.append("{\"contexts\":{")
            raw.append(string: name, limit: 200)
            raw.append(":")
            raw.append(values, stringLimit: Reporter.textLimit)
            raw.append("}}")
        }
        scope.setContext(name.hashValue, member)
    }

    private func member(
        of container: StaticString,
        named name: String,
        _ build: (inout RawJSON) -> Void
    ) -> Scope.Member? {
        let scratch = scope.lend()
        defer { scope.takeBack(scratch) }
        scratch.raw.removeAll()
        build(&scratch.raw)
        guard (try? scratch.scrub(eventID: nil)) != nil,
            let bytes = scratch.inside(scratch.range(of: container))
        else { return nil }
        let notes = scratch.inside(scratch.range(of: "_meta", container))
        return Scope.Member(nameHash: name.hashValue, bytes: bytes, notes: notes)
    }
}
