package import Sanitizer
package import TelemetryEnvelope

/// Where captures meet the worker: two bounded rings (errors and worse; the rest) and the ledger under one lock.
///
/// Callers hold the lock for one copy. The worker is woken only when both rings were empty.
package final class Intake: Sendable {
    /// Everything behind the lock.
    struct State: ~Copyable {
        var urgent: SanitizedRing
        var ordinary: SanitizedRing
        var attachment: ScopeAttachment
        var ledger = Ledger()
        // 0 stands for events of earlier processes.
        var sequence: UInt64 = 1
        var isClosed = false
        var consent = Consent.granted
        var withdrawals = Withdrawals()
        // Whether the host has said that it may be suspended any moment.
        var isInBackground = false
        // The worker's side.
        var isWorkerRunning = false
        var requests: [FlushRequest] = []
        var isRateLimited = false
        var report = DeliveryReport()
        // Which process this is, counted in forks: a worker of an earlier one is none here.
        var generation = 0
        // Whether somebody wants to hear of drops, which ones they have heard of, and whether the worker knows of more.
        var tellsDrops = false
        var toldDrops = DropCounts()
        var hasUntoldDrops = false
    }

    /// How often consent was taken away, so that a worker also notices what was given back since.
    struct Withdrawals: Sendable, Hashable {
        /// Set to pending or denied.
        var all = 0
        /// Set to denied.
        var denials = 0
    }

    /// What a caller has to do after an offer.
    package enum Admission: Sendable, Hashable {
        /// Taken; the worker knows.
        case admitted
        /// Taken; the worker sleeps and must be woken (or started).
        case admittedWake
        /// Nothing has happened: what the event would carry along has notes, which belong into it.
        case hasNotes
        /// Counted as dropped. `wakes`: the worker sleeps, and somebody wants to hear of it.
        case refused(DropReason, wakes: Bool = false)
    }

    let state: Lock<State>
    private let urgentBytes: Int
    private let ordinaryBytes: Int
    let sampleRates: [Double]

    /// An open intake. Sizes are bytes of the rings, moved into 4 KiB…64 MiB. `sampleRates` are the shares that sampling
    /// keeps, by the kind of an event; 1 for kinds beyond them.
    package init(
        urgentBytes: Int,
        ordinaryBytes: Int,
        sampleRates: [Double] = [],
        consent: Consent = .granted,
        attachment: consuming sending ScopeAttachment = ScopeAttachment(breadcrumbs: 0)
    ) {
        self.sampleRates = sampleRates
        self.urgentBytes = min(max(urgentBytes, 4_096), 64 << 20)
        self.ordinaryBytes = min(max(ordinaryBytes, 4_096), 64 << 20)
        state = Lock(
            State(
                urgent: SanitizedRing(capacity: self.urgentBytes),
                ordinary: SanitizedRing(capacity: self.ordinaryBytes),
                attachment: attachment,
                consent: consent
            )
        )
    }

    /// Copies one clean event into its ring and counts it. Never blocks longer than a copy; allocates nothing.
    /// `isProtected`: into the ring for errors whatever its level.
    package func offer(
        _ event: borrowing SanitizedBuffer,
        id: EventID,
        level: Level,
        kind: UInt8 = 0,
        isProtected: Bool = false
    ) -> Admission {
        state.withLock { state in
            if let refusal = state.refusal(of: kind) { return refusal }
            switch place(event.count, id, level, kind, isUrgent: isProtected || level >= .error, &state) {
            case .refused(let refusal): return refusal
            case .urgent(let admission):
                state.urgent.append(event, in: 0..<event.count)
                return admission
            case .ordinary(let admission):
                state.ordinary.append(event, in: 0..<event.count)
                return admission
            }
        }
    }

    /// As above, for an event in parts, between which the attachment goes: `frame` up to `split`, attachment, `body`, the
    /// rest of `frame`. One copy of each.
    package func offer(
        frame: borrowing SanitizedBuffer,
        split: Int,
        body: borrowing SanitizedBuffer,
        in range: Range<Int>,
        id: EventID,
        level: Level,
        kind: UInt8
    ) -> Admission {
        state.withLock { state in
            if let refusal = state.refusal(of: kind) { return refusal }
            if state.attachment.hasNotes { return .hasNotes }
            let size = frame.count + state.attachment.count + range.count
            guard size <= Limits.standard.item else {
                return .refused(.tooLarge, wakes: state.refuse(.tooLarge))
            }
            switch place(size, id, level, kind, isUrgent: level >= .error, &state) {
            case .refused(let refusal): return refusal
            case .urgent(let admission):
                Self.write(frame, split, body, range, state.attachment, to: &state.urgent)
                return admission
            case .ordinary(let admission):
                Self.write(frame, split, body, range, state.attachment, to: &state.ordinary)
                return admission
            }
        }
    }

    private static func write(
        _ frame: borrowing SanitizedBuffer,
        _ split: Int,
        _ body: borrowing SanitizedBuffer,
        _ range: Range<Int>,
        _ attachment: borrowing ScopeAttachment,
        to ring: inout SanitizedRing
    ) {
        ring.append(frame, in: 0..<split)
        attachment.append(to: &ring)
        ring.append(body, in: range)
        ring.append(frame, in: split..<frame.count)
        ring.end()
    }

    /// Where a record was begun.
    private enum Place {
        case urgent(Admission)
        case ordinary(Admission)
        case refused(Admission)
    }

    private func place(
        _ size: Int,
        _ id: EventID,
        _ level: Level,
        _ kind: UInt8,
        isUrgent: Bool,
        _ state: inout State
    ) -> Place {
        // Without consent nothing is done with what lies in the rings.
        let mustWake = (state.isEmpty || !state.isWorkerRunning) && state.consent == .granted
        let label = SanitizedRing.Label(
            kind: kind,
            level: level.rawValue,
            sequence: state.sequence,
            high: id.high,
            low: id.low
        )
        guard isUrgent ? state.urgent.begin(size, label: label) : state.ordinary.begin(size, label: label) else {
            let capacity = isUrgent ? urgentBytes : ordinaryBytes
            let reason: DropReason =
                if size > capacity - SanitizedRing.overhead {
                    .tooLarge
                } else {
                    state.isRateLimited ? .rateLimitBackoff : .queueOverflow
                }
            return .refused(.refused(reason, wakes: state.refuse(reason, Record.kind(of: kind))))
        }
        state.sequence += 1
        state.ledger.admit()
        let admission: Admission = mustWake ? .admittedWake : .admitted
        return isUrgent ? .urgent(admission) : .ordinary(admission)
    }

    /// Access to what events carry along.
    package func withAttachment<Result>(_ body: (inout ScopeAttachment) -> Result) -> Result {
        state.withLock { body(&$0.attachment) }
    }

    /// Counts an event that was dropped before it came here. Whether the worker must be woken to tell of it; what the
    /// configuration keeps out is no news, and is told with the rest.
    package func refuse(_ reason: DropReason, _ kind: Record.Kind = .event) -> Bool {
        let isConfigured = reason == .levelFilter || reason == .sampleRate || reason == .consent
        return state.withLock { state in
            guard isConfigured else { return state.refuse(reason, kind) }
            state.ledger.refuse(reason, kind)
            return false
        }
    }

    /// Whether an event of `bytes` would find room now, whatever its level.
    package func hasRoom(for bytes: Int) -> Bool {
        state.withLock { $0.urgent.hasRoom(for: bytes) && $0.ordinary.hasRoom(for: bytes) }
    }

    /// The ledger, what waits in the rings and how delivery stands, in one locked snapshot.
    package var snapshot: (ledger: Ledger, ringRecords: Int, ringBytes: Int, delivery: DeliveryReport) {
        state.withLock {
            ($0.ledger, $0.urgent.count + $0.ordinary.count, $0.urgent.used + $0.ordinary.used, $0.report)
        }
    }
}

/// How delivery stands, as the worker last saw it.
public struct DeliveryReport: Sendable, Hashable {
    /// The HTTP status of the last answer.
    public package(set) var lastStatus: Int?
    /// The last failure without an answer; nil after an answer.
    public package(set) var lastFailure: TransportFailure?
    /// Failures in a row.
    public package(set) var consecutiveFailures = 0
    /// Whether five or more failures in a row have opened the circuit breaker.
    public package(set) var isBreakerOpen = false
    /// Whether the server understands batches.
    public package(set) var usesBatches = false
    /// Requests sent, retries included.
    public package(set) var requests = 0
    /// Requests that were answered, whatever the status.
    public package(set) var answers = 0
    /// Files of batches in the spool.
    public package(set) var spoolFiles = 0
    /// Bytes in the spool.
    public package(set) var spoolBytes = 0
    /// Why the spool takes nothing at the moment; nil if it does, or if there is none.
    public package(set) var spoolFailure: SpoolFailure?

    /// Nothing known yet.
    public init() {}
}
