internal import TelemetryWire

/// The state of one checkout, or of what a process sent outside of any: what its entries come to, in whatever order
/// they arrive.
///
/// Every field is a minimum, maximum, union or count over the entries, so the same entries give the same state. What it
/// cannot know by itself it asks of the entries that came before (`FlowHistory`).
struct FlowRecord: Sendable, Hashable {
    /// Whether it is a process's.
    var isSession: Bool
    /// What it is grouped by: of each word the one from the lowest entry that has it.
    var group = FlowGroupWords()
    /// The entries that those come from.
    var groupSequences = FlowGroupWords()
    /// The earliest and the latest time, of each entry the earlier of occurrence and receipt; milliseconds since 1970.
    var firstAt = Int64.max
    var lastAt = Int64.min
    /// When it was on the screen.
    var presentedAt: Int64?
    /// What it reached.
    var stages: FlowStages = []
    /// The number of the first end.
    var endedSequence: Int64?
    /// What that end said.
    var outcome: CheckoutOutcome?
    var certainty: CheckoutCertainty?
    /// Ends, and duplicates of the end that the reporter held back and told.
    var endings: Int64 = 0
    var toldDuplicates: Int64 = 0
    /// Attempts to pay, and failed ones.
    var attempts: Int64 = 0
    var failedAttempts: Int64 = 0
    /// The shortest time to ready that it gave.
    var readyMilliseconds: Int64?
    /// Its errors by number, and how often; ascending.
    var errors: [FlowErrorCount] = []
    /// Widgets shown and hidden.
    var widgetsLoaded: Int64 = 0
    var widgetsHidden: Int64 = 0
    /// Entries stored.
    var entries: Int64 = 0
    /// The highest number.
    var highest: Int64 = 0
    /// Numbers that its entries span, over all segments.
    var span: Int64 = 0
    /// Entries after the end.
    var late: Int64 = 0
    /// Entries that came again, and those that said something else then.
    var duplicates: Int64 = 0
    var conflicts: Int64 = 0
    /// How many checkouts it stands for, in millionths.
    var weight = CheckoutEntry.unit

    /// Nothing yet.
    init(isSession: Bool) {
        self.isSession = isSession
    }

    /// Numbers that never came.
    var lost: Int64 { max(0, span - entries) }

    /// Whether it may yet be found to be abandoned.
    var isUnfinished: Bool {
        !isSession && stages.contains(.presented) && stages.isDisjoint(with: [.ended, .abandonedFound])
    }

    /// Takes an entry that is not there yet.
    mutating func add(_ step: FlowStep, _ history: some FlowHistory) throws(StoreError) {
        try count(step.sequence, history)
        group.take(step.group, sequence: step.sequence, &groupSequences)
        firstAt = min(firstAt, step.activeAt)
        lastAt = max(lastAt, step.activeAt)
        weight = max(weight, step.weight)
        for error in step.errors { add(error) }
        if let end = endedSequence, step.sequence > end, !step.mayFollowEnd { late += 1 }
        try follow(step, history)
        entries += 1
    }

    private mutating func follow(_ step: FlowStep, _ history: some FlowHistory) throws(StoreError) {
        switch step.name {
        case .flowStarted: stages.insert(.started)
        case .presented:
            stages.insert(.presented)
            presentedAt = min(presentedAt ?? Int64.max, step.occurredAt)
        case .ready:
            stages.insert(.ready)
            if let duration = step.readyMilliseconds {
                readyMilliseconds = min(readyMilliseconds ?? Int64.max, duration)
            }
        case .readyDelayed: stages.insert(.delayed)
        case .attemptStarted:
            stages.insert(.attempted)
            attempts += 1
        case .attemptFailed: failedAttempts += 1
        case .actionRequired: stages.insert(.actionRequired)
        case .deviceCheck:
            stages.insert(.deviceChecked)
            if step.isDeviceForbidden { stages.insert(.deviceForbidden) }
        case .abandonedFound: stages.insert(.abandonedFound)
        case .terminalDuplicate: toldDuplicates += 1
        case .ended: try end(step, history)
        case .widgetLoaded: widgetsLoaded += 1
        case .widgetHidden: widgetsHidden += 1
        default: break
        }
    }

    /// The end with the lowest number is the one that counts.
    private mutating func end(_ step: FlowStep, _ history: some FlowHistory) throws(StoreError) {
        stages.insert(.ended)
        endings += 1
        if let end = endedSequence, end <= step.sequence { return }
        // What lies between this end and the one that counted until now came after the end, as it turns out.
        if highest > step.sequence {
            late += try history.entries(after: step.sequence, before: endedSequence, except: FlowStep.mayFollowEnd)
        }
        endedSequence = step.sequence
        outcome = step.outcome ?? .other
        certainty = step.certainty
    }

    /// A resumed checkout goes on in a later segment of numbers; what lies between segments is no loss.
    private mutating func count(_ sequence: Int64, _ history: some FlowHistory) throws(StoreError) {
        let base = FlowRecord.base(of: sequence)
        if sequence > highest {
            span += sequence - (highest > base ? highest : base)
            highest = sequence
        } else if FlowRecord.base(of: highest) != base {
            let before = try history.highest(in: base + 1...base + FlowRecord.segment) ?? base
            span += max(0, sequence - before)
        }
    }

    private mutating func add(_ error: Int64) {
        let place = errors.firstIndex { $0.error >= error } ?? errors.endIndex
        if place < errors.endIndex, errors[place].error == error {
            errors[place].events += 1
        } else if errors.count < FlowRecord.errorLimit {
            errors.insert(FlowErrorCount(error: error, events: 1), at: place)
        }
    }

    /// Numbers of one process.
    static let segment: Int64 = 1 << 20
    /// Different errors that are kept of one checkout; the vocabulary has few hundred.
    static let errorLimit = 256

    /// What the numbers of a segment are counted from: they begin one above.
    static func base(of sequence: Int64) -> Int64 {
        (sequence - 1) / segment * segment
    }
}

/// An error of a checkout, and how often.
struct FlowErrorCount: Sendable, Hashable {
    /// Its number in the store.
    var error: Int64
    /// Entries that say it.
    var events: Int64
}

/// The entries of a checkout that came before.
protocol FlowHistory {
    /// The highest number in a range; nil if there is none.
    func highest(in range: ClosedRange<Int64>) throws(StoreError) -> Int64?

    /// How many lie between two numbers, or above the first, without those of certain names.
    func entries(
        after sequence: Int64,
        before end: Int64?,
        except names: Set<CheckoutEventName>
    ) throws(StoreError) -> Int64
}
