internal import Sanitizer
internal import TelemetryDelivery
public import TelemetryEnvelope

extension Reporter {
    /// Adds a breadcrumb: what happened before. Scrubbed and encoded now; the oldest go beyond `maxBreadcrumbs` or 16 KiB.
    public func addBreadcrumb(
        _ message: @autoclosure () -> String,
        category: String = "default",
        level: Level = .info,
        data: [String: ContextValue] = [:]
    ) {
        guard passesGate() == nil else { return }
        // Made before anything is lent or locked: it is the host's code.
        let text = message()
        let box = scope.pool.lend()
        defer { scope.pool.takeBack(box) }
        encode(in: &box.scratch) { raw in
            raw.append("\"category\":")
            raw.append(string: category, limit: 200)
            raw.append(",\"level\":\"")
            raw.append(level.name)
            raw.append("\",\"message\":")
            raw.append(string: text, limit: Reporter.textLimit)
            guard !data.isEmpty else { return }
            raw.append(",\"data\":")
            raw.append(data, stringLimit: Reporter.textLimit)
        }
    }

    private func encode(in scratch: inout EventScratch, _ build: (inout RawJSON) -> Void) {
        let opening: StaticString = "{\"breadcrumbs\":{\"values\":[{"
        let closing: StaticString = "]}}"
        scratch.raw.removeAll()
        scratch.raw.append(opening)
        build(&scratch.raw)
        scratch.raw.append("}")
        scratch.raw.append(closing)
        let range: Range<Int>
        var notes: Sanitized<[UInt8]>?
        if scratch.passIfClean() {
            range = opening.utf8CodeUnitCount..<scratch.clean.count - closing.utf8CodeUnitCount
        } else {
            guard (try? scratch.scrub(eventID: Reporter.noID)) != nil,
                let list = scratch.range(of: "breadcrumbs", "values"), list.count > 2,
                scratch.clean.span[list.lowerBound + 1] == 0x7B
            else { return }
            range = list.lowerBound + 2..<list.upperBound - 1
            notes = scratch.range(of: "_meta", "breadcrumbs", "values", "0").map { scratch.clean.bytes(in: $0) }
        }
        // The time is ours and clean; the detectors need not look at its digits.
        scratch.event.removeAll()
        scratch.event.append("{\"timestamp\":")
        scratch.event.append(timestamp: Timestamp(milliseconds: clock.wallMilliseconds))
        scratch.event.append(",")
        scratch.event.append(scratch.clean, in: range)
        sink.withAttachment { $0.addBreadcrumb(scratch.event, in: 0..<scratch.event.count, notes: notes) }
    }

    /// Stands in while a part of an event is scrubbed.
    private static let noID = EventID(high: 0, low: 0)

    /// Sets a tag of all later events; nil removes it. Name and value are scrubbed now; the newest are kept, at most 200
    /// and 64 KiB.
    public func setTag(_ name: String, _ value: String?) {
        if case .off = sink { return }
        guard let value else { return scope.setTag(name.hashValue, nil, in: sink) }
        let member = self.member(of: "tags", named: name) { raw in
            raw.append("{\"tags\":{")
            raw.append(string: name, limit: 200)
            raw.append(":")
            raw.append(string: value, limit: 1_024)
            raw.append("}}")
        }
        if let member { scope.setTag(name.hashValue, member, in: sink) }
    }

    /// Sets a context of all later events; nil removes it. Names and values are scrubbed now, those of `checkout_raw` by
    /// the strict profile.
    ///
    /// A context has at most 16 KiB once it is encoded: a larger one is not taken, later events say so in `_meta`, and what
    /// was set under the name before stays. Of all contexts the newest are kept, at most 200 and 64 KiB.
    public func setContext(_ name: String, _ values: [String: ContextValue]?) {
        if case .off = sink { return }
        guard let values else { return scope.setContext(name.hashValue, nil, in: sink) }
        let member = self.member(of: "contexts", named: name) { raw in
            raw.append("{\"contexts\":{")
            raw.append(string: name, limit: 200)
            raw.append(":")
            raw.append(values, stringLimit: Reporter.textLimit)
            raw.append("}}")
        }
        if let member, member.bytes.value.count <= Scope.contextBytes {
            scope.setContext(name.hashValue, member, in: sink)
        } else if let note = noteOfLimit(onContext: name) {
            scope.refuseContext(name.hashValue, note, in: sink)
        }
    }

    /// What says in `_meta` that a context is missing. Its name is scrubbed without its values.
    private func noteOfLimit(onContext name: String) -> Scope.Member? {
        let empty: StaticString = "{}"
        guard
            let member = self.member(
                of: "contexts",
                named: name,
                { raw in
                    raw.append("{\"contexts\":{")
                    raw.append(string: name, limit: 200)
                    raw.append(":")
                    raw.append(empty)
                    raw.append("}}")
                }
            )
        else { return nil }
        var buffer = SanitizedBuffer()
        buffer.append(member.bytes)
        let name = buffer.bytes(in: 0..<buffer.count - empty.utf8CodeUnitCount)
        buffer.removeAll()
        let nothing = buffer.bytes(in: 0..<0)
        buffer.append(name)
        buffer.append("{\"\":{\"err\":[\"value_too_long\"]}}")
        return Scope.Member(nameHash: member.nameHash, bytes: nothing, notes: buffer.bytes(in: 0..<buffer.count))
    }

    private func member(
        of container: StaticString,
        named name: String,
        _ build: (inout RawJSON) -> Void
    ) -> Scope.Member? {
        let box = scope.pool.lend()
        defer { scope.pool.takeBack(box) }
        return encodeMember(of: container, named: name, in: &box.scratch, build)
    }

    private func encodeMember(
        of container: StaticString,
        named name: String,
        in scratch: inout EventScratch,
        _ build: (inout RawJSON) -> Void
    ) -> Scope.Member? {
        scratch.raw.removeAll()
        build(&scratch.raw)
        guard (try? scratch.scrub(eventID: Reporter.noID)) != nil,
            let bytes = scratch.inside(scratch.range(of: container))
        else { return nil }
        let notes = scratch.inside(scratch.range(of: "_meta", container))
        return Scope.Member(nameHash: name.hashValue, bytes: bytes, notes: notes)
    }
}
