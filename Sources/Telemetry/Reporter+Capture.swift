package import Sanitizer
internal import TelemetryDelivery
public import TelemetryEnvelope

extension Reporter {
    /// Bytes of a message that are kept; the rest is cut at a word.
    static let messageLimit = 65_536
    /// Bytes of other texts that are kept.
    static let textLimit = 8_192

    /// Reports a message, of a flow if it belongs to one. The text is only made if it is wanted. Returns the event's id, or
    /// nil if it was dropped.
    @discardableResult
    public func capture(
        _ message: @autoclosure () -> String,
        level: Level = .info,
        flow: FlowID? = nil
    ) -> EventID? {
        guard passesGate(level) else { return nil }
        // Made before anything is lent or locked: it is the host's code.
        let text = message()
        return captureOwn(.message, level: level, flow: flow) { raw in
            raw.append("{\"message\":{\"formatted\":\"")
            raw.append(text: text, limit: Reporter.messageLimit)
            raw.append("\"}}")
        }
    }

    /// Reports an error, and up to seven errors behind it, by type, domain and code (an enumeration's case without its
    /// values). Descriptions are sent only if the configuration says so, scrubbed and with URLs cut to scheme and host;
    /// localized descriptions, associated values and stacks never. Returns the event's id, or nil if it was dropped.
    @discardableResult
    public func capture(error: any Error, level: Level = .error, flow: FlowID? = nil) -> EventID? {
        guard passesGate(level) else { return nil }
        // Made before anything is lent or locked: some of it is the host's code.
        let chain = ErrorSummary.chain(error, describes: describesErrors)
        return captureOwn(.error, level: level, flow: flow) { raw in
            raw.append("{\"exception\":{\"values\":[")
            // The innermost comes first, as Sentry's clients write them; the last gives the event its title.
            for (index, summary) in chain.reversed().enumerated() {
                if index > 0 { raw.append(",") }
                raw.append(summary)
            }
            raw.append("]}}")
        }
    }

    /// Why nothing is captured now; nil if it is.
    func passesGate() -> DropReason? {
        if case .off = sink { return .other }
        if isDenied.value != 0 { return .consent }
        // What a hook captures would come back to the hook, and so on without end.
        if let hooks, hooks.isInside { return .beforeSend }
        return nil
    }

    /// Counts what mode, consent, hooks and level keep out.
    private func passesGate(_ level: Level) -> Bool {
        guard let reason = passesGate() ?? (level >= minimumLevel ? nil : .levelFilter) else { return true }
        refuse(reason)
        return false
    }

    private func captureOwn(
        _ kind: EventKind,
        level: Level,
        flow: FlowID?,
        _ build: (inout RawJSON) -> Void
    ) -> EventID? {
        guard isKept(kind, flow: flow) else {
            refuse(.sampleRate)
            return nil
        }
        let id = scope.ids.next()
        let box = scope.pool.lend()
        let isTaken = encode(kind, level, id, flow, in: &box.scratch, build)
        scope.pool.takeBack(box)
        return isTaken ? id : nil
    }

    /// Whether sampling keeps an event: by its flow, where it belongs to one.
    func isKept(_ kind: EventKind, flow: FlowID?) -> Bool {
        if sampling.keepsAll { return true }
        let rate = sampling.rate(of: kind)
        return rate >= 1 || (flow?.position ?? scope.ids.position()) < rate
    }

    private func encode(
        _ kind: EventKind,
        _ level: Level,
        _ id: EventID,
        _ flow: FlowID?,
        in scratch: inout EventScratch,
        _ build: (inout RawJSON) -> Void
    ) -> Bool {
        scratch.raw.removeAll()
        build(&scratch.raw)
        if let flow { scratch.raw.add(flow) }
        // Nearly always nothing is found, and then what was encoded here needs no second look and no assembly.
        if case .deliver(let worker) = sink, scratch.passIfClean() {
            let admission = offerParts(of: &scratch, to: worker, kind, level, id)
            switch admission {
            case .admitted, .admittedWake: return true
            case .refused: return false
            case .hasNotes: break
            }
        }
        return encodeWhole(kind, level, id, in: &scratch)
    }

    /// Copies head, scope and event straight into the ring.
    private func offerParts(
        of scratch: inout EventScratch,
        to worker: Worker,
        _ kind: EventKind,
        _ level: Level,
        _ id: EventID
    ) -> Intake.Admission {
        scratch.event.removeAll()
        appendHead(to: &scratch.event, level: level)
        let split = scratch.event.count
        scratch.event.append(",\"event_id\":\"")
        scratch.event.append(hex: id.high, id.low)
        scratch.event.append("\"}")
        // The braces of what was scrubbed are those of the event.
        return worker.offer(
            frame: scratch.event,
            split: split,
            body: scratch.clean,
            in: 1..<scratch.clean.count - 1,
            id: id,
            level: level,
            kind: kind.rawValue
        )
    }

    /// Assembles the whole event, notes on what was redacted included.
    private func encodeWhole(
        _ kind: EventKind,
        _ level: Level,
        _ id: EventID,
        in scratch: inout EventScratch
    ) -> Bool {
        copyScope(to: &scratch)
        // The scope is clean already; only the notes about it go through the sanitizer, which merges them.
        if !scratch.scopeNotes.isEmpty { scratch.raw.add(notes: scratch.scopeNotes) }
        do throws(DecodeError) {
            _ = try scratch.scrub(eventID: id)
        } catch {
            refuse(.internalError)
            return false
        }
        scratch.event.removeAll()
        appendHead(to: &scratch.event, level: level)
        scratch.event.append(scratch.scope)
        scratch.appendCleanMembers()
        return offer(scratch.event, id: id, level: level, kind: kind) == nil
    }

    private func copyScope(to scratch: inout EventScratch) {
        scratch.scope.removeAll()
        scratch.scopeNotes.removeAll()
        sink.withAttachment { $0.copy(into: &scratch.scope, notes: &scratch.scopeNotes) }
    }

    private func appendHead(to event: inout SanitizedBuffer, level: Level) {
        event.append("{\"timestamp\":")
        event.append(timestamp: Timestamp(milliseconds: clock.wallMilliseconds))
        event.append(identity.head(level))
    }

    /// Hands a clean event over. The reason if it was dropped.
    func offer(_ event: borrowing SanitizedBuffer, id: EventID, level: Level, kind: EventKind) -> DropReason? {
        guard event.count <= Limits.standard.item else {
            refuse(.tooLarge)
            return .tooLarge
        }
        switch sink {
        case .off: return .other
        case .memory(let store):
            return store.offer(event, id: id, level: level, sampleRate: sampling.rate(of: kind))
        case .deliver(let worker):
            let admission = worker.offer(event, id: id, level: level, kind: kind.rawValue)
            if case .refused(let reason, _) = admission { return reason }
            return nil
        }
    }

    /// Hands a clean checkout event over. `isProtected`: it goes where errors go, which others cannot fill.
    private func offer(checkout event: borrowing SanitizedBuffer, level: Level, isProtected: Bool) -> DropReason? {
        let id = scope.ids.next()
        switch sink {
        case .off: return .other
        case .memory(let store):
            let rate = sampling.rate(of: .checkout)
            return store.offer(event, kind: .checkout, id: id, level: level, sampleRate: rate)
        case .deliver(let worker):
            let admission = worker.offer(
                event,
                id: id,
                level: level,
                kind: Record.checkoutLabel,
                isProtected: isProtected
            )
            if case .refused(let reason, _) = admission { return reason }
            return nil
        }
    }

    /// Takes an event of a checkout. Kept or sampled out with its `flow`; the minimum level does not count. `clean` writes
    /// it if all of it is clean by its type, else it returns false and `raw` writes it, to go through the pass. Returns why it
    /// was dropped, or nil.
    package func captureCheckout(
        flow: EventID?,
        level: Level,
        isProtected: Bool,
        clean: (inout SanitizedBuffer) -> Bool,
        raw: (inout ContiguousArray<UInt8>) -> Void
    ) -> DropReason? {
        if let reason = passesGate() {
            refuse(reason, .checkout)
            return reason
        }
        if !sampling.keepsAll, let flow, !isKept(.checkout, flow: FlowID(flow)) {
            refuse(.sampleRate, .checkout)
            return .sampleRate
        }
        let box = scope.pool.lend()
        defer { scope.pool.takeBack(box) }
        return encode(in: &box.scratch, clean, raw, level, isProtected)
    }

    private func encode(
        in scratch: inout EventScratch,
        _ clean: (inout SanitizedBuffer) -> Bool,
        _ raw: (inout ContiguousArray<UInt8>) -> Void,
        _ level: Level,
        _ isProtected: Bool
    ) -> DropReason? {
        scratch.clean.removeAll()
        if !clean(&scratch.clean) {
            scratch.raw.removeAll()
            scratch.raw.append(raw)
            guard scratch.passCheckout() else {
                refuse(.internalError, .checkout)
                return .internalError
            }
        }
        return offer(checkout: scratch.clean, level: level, isProtected: isProtected)
    }

    /// Counts an event that is dropped before any ring.
    func refuse(_ reason: DropReason, _ kind: Record.Kind = .event) {
        switch sink {
        case .off: break
        case .memory(let store): store.refuse(reason, kind)
        case .deliver(let worker): worker.refuse(reason, kind)
        }
    }
}

extension RawJSON {
    /// One value of an exception list.
    fileprivate mutating func append(_ summary: ErrorSummary) {
        append("{\"type\":")
        append(string: summary.type, limit: 512)
        append(",\"value\":")
        append(string: summary.value, limit: Reporter.textLimit)
        append(",\"mechanism\":{\"type\":\"generic\",\"handled\":true,\"data\":{\"domain\":")
        append(string: ErrorSummary.cuttingURLs(summary.domain), limit: 512)
        append(",\"code\":")
        append(string: ErrorSummary.cuttingURLs(summary.code), limit: 512)
        append("}}}")
    }

    /// Adds the flow to the object that was written.
    fileprivate mutating func add(_ flow: FlowID) {
        removeClosingBrace()
        append(",\"extra\":{\"checkout.flow.id\":\"")
        append(ascii: flow.description)
        append("\"}}")
    }

    /// Adds `_meta` to the object that was written.
    fileprivate mutating func add(notes: borrowing SanitizedBuffer) {
        removeClosingBrace()
        append(",\"_meta\":")
        append(clean: notes)
        append("}")
    }
}
