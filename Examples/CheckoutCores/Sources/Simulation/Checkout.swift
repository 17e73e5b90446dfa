internal import CheckoutTelemetry

/// One checkout as the reference defines it: a plain function of the events that left, in whatever order they did. The first of
/// several with one number counts, and what happened before what is told by the numbers alone.
struct Checkout {
    let events: [Departure]
    let repeats: Int

    /// A checkout from everything that left under its id.
    init(_ all: [Departure]) {
        var seen: Set<Int> = []
        events = all.filter { seen.insert($0.sequence).inserted }.sorted { $0.sequence < $1.sequence }
        repeats = all.count - events.count
    }

    /// What it is grouped by: each part by the first event that says it.
    var group: Departure.Group {
        let groups = events.map(\.group)
        return Departure.Group(
            environment: groups.lazy.compactMap(\.environment).first,
            sdk: groups.first?.sdk ?? .other,
            version: groups.first?.version ?? "",
            wrapper: groups.lazy.compactMap(\.wrapper).first,
            kind: groups.lazy.compactMap(\.kind).first
        )
    }

    /// Whether it ever got there.
    func reached(_ name: CheckoutEventName) -> Bool { events.contains { $0.name == name } }

    /// How many of a name.
    func count(_ name: CheckoutEventName) -> Int { events.count { $0.name == name } }

    /// The end that counts.
    var end: Departure? { events.first { $0.name == .ended } }

    /// Numbers that are missing below the highest of every segment of numbers.
    var missing: Int {
        let segments = Dictionary(grouping: events) { ($0.sequence - 1) >> 20 }
        return segments.reduce(0) { sum, segment in
            let highest = (segment.value.map(\.sequence).max() ?? 0) - segment.key << 20
            return sum + highest - segment.value.count
        }
    }

    /// What came after the end although it is not about the end.
    var afterEnd: Int {
        guard let end else { return 0 }
        let mayFollow: Set<CheckoutEventName> = [
            .ended, .terminalDuplicate, .abandonedFound, .abandonedCleared, .listenerReleased, .telemetryDropped,
            .telemetryRedacted,
        ]
        return events.count { $0.sequence > end.sequence && !mayFollow.contains($0.name) }
    }

    /// Ends that do not count, told or not.
    var extraEnds: Int { max(0, count(.ended) - 1) + count(.terminalDuplicate) }

    /// Whether it is taken for abandoned by its silence: shown, no end, and half an hour old.
    func isSilent(at now: Int64) -> Bool {
        guard reached(.presented), !reached(.ended), !reached(.abandonedFound) else { return false }
        return (events.map(\.time).max() ?? now) + 30 * 60 * 1_000 < now
    }

    /// Milliseconds until the payer could act: the shortest that is told.
    var readiness: Int64? { events.compactMap { $0.name == .ready ? $0.readyDuration : nil }.min() }

    /// Its errors, by type and code, and how many events say each. Advice and failed attempts are none.
    var errors: [Fault: Int] {
        let silent: Set<CheckoutEventName> = [.readyDelayed, .attemptFailed, .configValidated]
        let faults = events.compactMap { event in
            silent.contains(event.name)
                ? nil : event.errorType.map { Fault(type: $0.rawValue, code: event.code?.rawValue) }
        }
        return Dictionary(faults.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// An error as it is grouped: by type and the SDK's code.
    struct Fault: Hashable {
        let type: String
        let code: String?
    }
}
