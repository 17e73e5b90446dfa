import TelemetryWire

@testable import RelayCore

/// The figures of checkouts computed the plain way, from all entries of a checkout at once: what the store's
/// running figures are held to.
struct NaiveFunnel {
    private var counts: [String: [FlowCounter: (n: Int64, weight: Int64)]] = [:]
    private var ready: [String: [Int64: Int64]] = [:]
    private var errors: [String: [Int64]] = [:]

    /// The figures of checkouts as they are stored.
    init(_ flows: [StoredFlow], now: Int64) {
        for flow in flows { add(flow, now: now) }
    }

    var figures: Figures {
        var lines: [String] = []
        for (group, counters) in counts {
            for (counter, count) in counters where count.n != 0 || count.weight != 0 {
                lines.append("\(group) \(counter) \(count.n) \(count.weight)")
            }
        }
        for (group, times) in ready { for (time, n) in times { lines.append("\(group) ready \(time) \(n)") } }
        for (error, n) in errors { lines.append("\(error) " + n.map(String.init).joined(separator: " ")) }
        return Figures(lines: lines)
    }

    private mutating func add(_ flow: StoredFlow, now: Int64) {
        let events = flow.entries.sorted { $0.sequence < $1.sequence }
        let weight = flow.summary.weight
        func first<Value>(_ value: (CheckoutEvent) -> Value?) -> Value? {
            events.compactMap { value($0.event) }.first
        }
        let group = Figures.name(
            FlowGroup(
                project: flow.summary.group.project,
                environment: first { $0[.environment] }?.rawValue,
                sdk: first { $0[.sdkName] }?.rawValue ?? "",
                version: first { $0[.sdkVersion] }?.description,
                wrapper: first { $0[.sdkWrapper] }?.rawValue,
                kind: first { $0[.kind] }?.rawValue
            )
        )
        func count(_ name: CheckoutEventName) -> Int64 { Int64(events.count { $0.event.name == name }) }
        func has(_ name: CheckoutEventName) -> Bool { count(name) > 0 }
        var totals: [FlowCounter: Int64] = [
            .entries: Int64(events.count), .duplicates: flow.summary.duplicates, .conflicts: flow.summary.conflicts,
        ]
        let segments = Dictionary(grouping: events.map(\.sequence)) { ($0 - 1) >> 20 }
        totals[.lost] = segments.reduce(0) { $0 + ($1.value.max() ?? 0) - $1.key << 20 - Int64($1.value.count) }
        if flow.summary.key.isSession {
            totals[.sessions] = 1
            totals[.widgetsLoaded] = count(.widgetLoaded)
            totals[.widgetsHidden] = count(.widgetHidden)
            return add(totals, group, weight)
        }
        let end = events.first { $0.event.name == .ended }
        let allowed: Set<CheckoutEventName> = [
            .ended, .terminalDuplicate, .abandonedFound, .abandonedCleared, .listenerReleased, .telemetryDropped,
            .telemetryRedacted,
        ]
        let isPresented = has(.presented)
        let isReady = has(.ready)
        let silentSince = events.map { min($0.event.timestamp.milliseconds, $0.receivedAt) }.max() ?? 0
        let isProvisional = isPresented && end == nil && !has(.abandonedFound) && silentSince < now - 1_800_000
        if let end {
            totals[.late] = Int64(events.count { $0.sequence > end.sequence && !allowed.contains($0.event.name) })
        }
        totals[.terminalDuplicates] = max(0, count(.ended) - 1) + count(.terminalDuplicate)
        totals[.attempts] = count(.attemptStarted)
        totals[.attemptsFailed] = count(.attemptFailed)
        func set(_ counter: FlowCounter, _ isTrue: Bool) { totals[counter] = isTrue ? 1 : 0 }
        set(.flows, true)
        set(.started, has(.flowStarted))
        set(.presented, isPresented)
        set(.ready, isReady)
        set(.attempted, has(.attemptStarted))
        set(.actionRequired, has(.actionRequired))
        set(.ended, end != nil)
        set(.presentedOfStarted, isPresented && has(.flowStarted))
        set(.readyOfPresented, isReady && isPresented)
        set(.attemptedOfReady, has(.attemptStarted) && isReady)
        set(.attemptedReadyUnknown, has(.attemptStarted) && !isReady)
        set(.deviceChecked, has(.deviceCheck))
        set(.deviceForbidden, events.contains { $0.event[.deviceResult] == .forbidden })
        set(.abandonedProvisional, isProvisional)
        set(.abandoned, isPresented && end == nil && has(.abandonedFound))
        let isSlow = has(.readyDelayed) && isPresented
        set(.slow, isSlow)
        set(.slowThenReady, isSlow && isReady)
        set(.slowThenLeft, isSlow && !isReady && (end != nil || has(.abandonedFound) || isProvisional))
        set(.readyCensored, isPresented && end != nil && !isReady)
        let times = events.filter { $0.event.name == .ready }.compactMap { $0.event[.readyDuration]?.milliseconds }
        set(.readyMeasured, !times.isEmpty)
        if let time = times.min() { ready[group, default: [:]][time, default: 0] += 1 }
        if let end {
            let outcome = end.event[.outcome] ?? .other
            totals[.of(outcome)] = 1
            set(.ofPresented(outcome), isPresented)
            set(.completedOfAttempted, outcome == .completed && has(.attemptStarted))
            set(.completedConfirmed, outcome == .completed && end.event[.certainty] == .confirmed)
            set(.notOpenedOfStarted, outcome == .notOpened && has(.flowStarted))
        }
        addErrors(events.map(\.event), flow, isPresented, has(.flowStarted), weight, &totals)
        add(totals, group, weight)
    }

    private mutating func addErrors(
        _ events: [CheckoutEvent],
        _ flow: StoredFlow,
        _ isPresented: Bool,
        _ isStarted: Bool,
        _ weight: Int64,
        _ totals: inout [FlowCounter: Int64]
    ) {
        let counted = events.filter {
            $0[.errorType] != nil && ![.readyDelayed, .attemptFailed, .configValidated].contains($0.name)
        }
        totals[.withError] = counted.isEmpty ? 0 : 1
        totals[.withErrorOfPresented] = counted.isEmpty || !isPresented ? 0 : 1
        var kinds: [String: Int64] = [:]
        for event in counted {
            let type = event[.errorType]?.rawValue ?? ""
            kinds["\(type) *", default: 0] += 1
            if let code = event[.sdkCode] { kinds["\(type) \(code.rawValue)", default: 0] += 1 }
        }
        let environment = events.compactMap { $0[.environment]?.rawValue }.first ?? "-"
        let sdk = events.compactMap { $0[.sdkName]?.rawValue }.first ?? ""
        for (kind, n) in kinds {
            let key = "\(environment) \(sdk) error \(kind)"
            let old = errors[key] ?? [0, 0, 0, 0, 0]
            errors[key] = [
                old[0] + 1, old[1] + (isPresented ? 1 : 0), old[2] + (isStarted ? 1 : 0), old[3] + n,
                old[4] + n * weight,
            ]
        }
    }

    private mutating func add(_ totals: [FlowCounter: Int64], _ group: String, _ weight: Int64) {
        for (counter, n) in totals {
            let old = counts[group]?[counter] ?? (0, 0)
            counts[group, default: [:]][counter] = (old.n + n, old.weight + n * weight)
        }
    }
}
