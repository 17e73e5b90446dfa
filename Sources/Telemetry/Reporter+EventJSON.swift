internal import Sanitizer
internal import TelemetryDelivery
public import TelemetryEnvelope

extension Reporter {
    /// What a whole event came to when it was handed over.
    package enum Admission: Sendable, Hashable {
        /// It waits for delivery under this id.
        case admitted(EventID)
        /// It was dropped.
        case refused(DropReason)
    }

    /// Reports a whole event in Sentry's event format, as JSON. Its `event_id` is kept, or one is added; `timestamp`,
    /// `level`, `platform`, `sdk`, `release` and `environment` are filled in where they are missing. Tags, contexts and
    /// breadcrumbs of the reporter are not added. Returns the event's id, or nil if it was dropped.
    @discardableResult
    public func capture(eventJSON: String) -> EventID? {
        var text = eventJSON
        return text.withUTF8 { unsafe capture(eventJSON: Span(_unsafeElements: $0)) }
    }

    /// As above, from UTF-8 bytes.
    @discardableResult
    public func capture(eventJSON: [UInt8]) -> EventID? {
        unsafe eventJSON.withUnsafeBufferPointer { unsafe capture(eventJSON: Span(_unsafeElements: $0)) }
    }

    private func capture(eventJSON: Span<UInt8>) -> EventID? {
        if case .admitted(let id) = admit(eventJSON: eventJSON) { id } else { nil }
    }

    /// As `capture(eventJSON:)`, and says why an event was dropped.
    package func admit(eventJSON: Span<UInt8>) -> Admission {
        if let reason = passesGate() { return refused(reason) }
        guard eventJSON.count <= Limits.standard.item else { return refused(.tooLarge) }
        guard isKept(.event, flow: nil) else { return refused(.sampleRate) }
        let box = scope.pool.lend()
        defer { scope.pool.takeBack(box) }
        return admit(eventJSON, newID: scope.ids.next(), in: &box.scratch)
    }

    private func admit(_ eventJSON: Span<UInt8>, newID: EventID, in scratch: inout EventScratch) -> Admission {
        scratch.raw.removeAll()
        scratch.raw.append(raw: eventJSON)
        var members = EventMembers()
        let outcome: EventSanitizer.Outcome
        do throws(DecodeError) {
            outcome = try scratch.scrub(eventID: nil, newID: newID, observer: &members)
        } catch {
            return refused(error.reason)
        }
        let level = outcome.level ?? .error
        guard level >= minimumLevel else { return refused(.levelFilter) }
        scratch.event.removeAll()
        scratch.event.append("{")
        if outcome.timestamp == nil {
            scratch.event.append("\"timestamp\":")
            scratch.event.append(timestamp: Timestamp(milliseconds: clock.wallMilliseconds))
            scratch.event.append(",")
        }
        if outcome.level == nil { scratch.event.append("\"level\":\"error\",") }
        if !members.hasPlatform { scratch.event.append(identity.platform) }
        if !members.hasSDK { scratch.event.append(identity.sdk) }
        if !members.hasRelease { scratch.event.append(identity.release) }
        if !members.hasEnvironment { scratch.event.append(identity.environment) }
        scratch.appendCleanMembers()
        if let reason = offer(scratch.event, id: outcome.eventID, level: level, kind: .event) {
            return .refused(reason)
        }
        return .admitted(outcome.eventID)
    }

    /// Whether an event of `bytes` would find room now; always, unless the reporter delivers.
    package func hasRoom(for bytes: Int) -> Bool {
        if case .deliver(let worker) = sink { worker.intake.hasRoom(for: bytes) } else { true }
    }

    private func refused(_ reason: DropReason) -> Admission {
        refuse(reason)
        return .refused(reason)
    }
}

/// Which of the members that would be filled in a whole event has.
struct EventMembers: PassObserver {
    private(set) var hasPlatform = false
    private(set) var hasSDK = false
    private(set) var hasRelease = false
    private(set) var hasEnvironment = false

    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        if path.depth == 1 { note(path) }
    }

    mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
        if path.depth == 1 { note(path) }
    }

    private mutating func note(_ path: borrowing PassPath) {
        if path.key(at: 0, is: "platform") { hasPlatform = true }
        if path.key(at: 0, is: "sdk") { hasSDK = true }
        if path.key(at: 0, is: "release") { hasRelease = true }
        if path.key(at: 0, is: "environment") { hasEnvironment = true }
    }
}
