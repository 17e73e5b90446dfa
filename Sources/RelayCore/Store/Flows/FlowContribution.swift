internal import TelemetryWire

/// What one checkout adds to its group's figures. The difference of two is what an entry changes.
struct FlowContribution: Sendable, Hashable {
    /// Counts by the raw value of their counter.
    private(set) var counts = [Int64](repeating: 0, count: FlowCounter.width)
    /// The time to ready, in milliseconds.
    private(set) var readyMilliseconds: Int64?
    /// Errors.
    private(set) var errors: [FlowErrorCount] = []
    /// Whether it is among the checkouts that were presented, and that were started.
    private(set) var isPresented = false
    private(set) var isStarted = false
    /// How many checkouts it stands for, in millionths.
    private(set) var weight: Int64

    /// What a record adds; `isProvisional` if it is taken for abandoned by its silence.
    init(_ record: FlowRecord, isProvisional: Bool) {
        weight = record.weight
        add(.entries, record.entries)
        add(.lost, record.lost)
        add(.duplicates, record.duplicates)
        add(.conflicts, record.conflicts)
        guard !record.isSession else {
            add(.sessions)
            add(.widgetsLoaded, record.widgetsLoaded)
            add(.widgetsHidden, record.widgetsHidden)
            return
        }
        add(.late, record.late)
        add(.terminalDuplicates, max(0, record.endings - 1) + record.toldDuplicates)
        add(.attempts, record.attempts)
        add(.attemptsFailed, record.failedAttempts)
        errors = record.errors
        isPresented = record.stages.contains(.presented)
        isStarted = record.stages.contains(.started)
        addStages(record.stages)
        addEnd(record)
        addReadiness(record, isProvisional: isProvisional)
        if isProvisional { add(.abandonedProvisional) }
    }

    /// A counter's value.
    subscript(counter: FlowCounter) -> Int64 { counts[counter.rawValue] }

    private mutating func addStages(_ stages: FlowStages) {
        let isReady = stages.contains(.ready)
        let isAttempted = stages.contains(.attempted)
        add(.flows)
        add(.started, isStarted)
        add(.presented, isPresented)
        add(.ready, isReady)
        add(.attempted, isAttempted)
        add(.actionRequired, stages.contains(.actionRequired))
        add(.ended, stages.contains(.ended))
        add(.presentedOfStarted, isPresented && isStarted)
        add(.readyOfPresented, isReady && isPresented)
        add(.attemptedOfReady, isAttempted && isReady)
        add(.attemptedReadyUnknown, isAttempted && !isReady)
        add(.deviceChecked, stages.contains(.deviceChecked))
        add(.deviceForbidden, stages.contains(.deviceForbidden))
        add(.withError, !errors.isEmpty)
        add(.withErrorOfPresented, !errors.isEmpty && isPresented)
    }

    private mutating func addEnd(_ record: FlowRecord) {
        guard let outcome = record.outcome else {
            add(.abandoned, isPresented && record.stages.contains(.abandonedFound))
            return
        }
        add(.of(outcome))
        add(.ofPresented(outcome), isPresented)
        add(.completedOfAttempted, outcome == .completed && record.stages.contains(.attempted))
        add(.completedConfirmed, outcome == .completed && record.certainty == .confirmed)
        add(.notOpenedOfStarted, outcome == .notOpened && isStarted)
    }

    private mutating func addReadiness(_ record: FlowRecord, isProvisional: Bool) {
        let stages = record.stages
        let isReady = stages.contains(.ready)
        let isSlow = stages.contains(.delayed) && isPresented
        let hasLeft = isProvisional || !stages.isDisjoint(with: [.ended, .abandonedFound])
        add(.slow, isSlow)
        add(.slowThenReady, isSlow && isReady)
        add(.slowThenLeft, isSlow && !isReady && hasLeft)
        add(.readyMeasured, record.readyMilliseconds != nil)
        add(.readyCensored, isPresented && stages.contains(.ended) && !isReady)
        readyMilliseconds = record.readyMilliseconds
    }

    private mutating func add(_ counter: FlowCounter, _ quantity: Int64 = 1) {
        counts[counter.rawValue] += quantity
    }

    private mutating func add(_ counter: FlowCounter, _ isTrue: Bool) {
        if isTrue { counts[counter.rawValue] += 1 }
    }
}
