/// What a batch changes in the figures, added up and then written at once, inside the batch's transaction.
struct FlowTally {
    private struct CountKey: Hashable {
        var group: Int64
        var counter: Int
    }

    private struct ErrorKey: Hashable {
        var group: Int64
        var error: Int64
    }

    private struct ErrorChange {
        var flows = FlowCount()
        var presented = FlowCount()
        var started = FlowCount()
        var events = FlowCount()
    }

    private struct ReadyKey: Hashable {
        var group: Int64
        var milliseconds: Int64
    }

    private var counts: [CountKey: FlowCount] = [:]
    private var errors: [ErrorKey: ErrorChange] = [:]
    private var ready: [ReadyKey: Int64] = [:]

    /// Adds what a checkout contributes to a group.
    mutating func add(_ contribution: FlowContribution, group: Int64) {
        apply(contribution, group: group, sign: 1)
    }

    /// Takes back what a checkout contributed to a group.
    mutating func remove(_ contribution: FlowContribution, group: Int64) {
        apply(contribution, group: group, sign: -1)
    }

    /// Adds to one counter.
    mutating func add(_ counter: FlowCounter, group: Int64, weight: Int64) {
        counts[CountKey(group: group, counter: counter.rawValue), default: FlowCount()] += FlowCount(1, each: weight)
    }

    private mutating func apply(_ contribution: FlowContribution, group: Int64, sign: Int64) {
        let weight = contribution.weight
        for (counter, n) in contribution.counts.enumerated() where n != 0 {
            counts[CountKey(group: group, counter: counter), default: FlowCount()] += FlowCount(sign * n, each: weight)
        }
        for error in contribution.errors {
            var change = errors[ErrorKey(group: group, error: error.error)] ?? ErrorChange()
            let one = FlowCount(sign, each: weight)
            change.flows += one
            if contribution.isPresented { change.presented += one }
            if contribution.isStarted { change.started += one }
            change.events += FlowCount(sign * error.events, each: weight)
            errors[ErrorKey(group: group, error: error.error)] = change
        }
        if let duration = contribution.readyMilliseconds {
            ready[ReadyKey(group: group, milliseconds: duration), default: 0] += sign
        }
    }

    /// Writes the changes.
    func flush(_ rows: FlowTallyRows) throws(StoreError) {
        for (key, change) in counts where change != FlowCount() {
            try rows.add(change, group: key.group, counter: key.counter)
        }
        for (key, change) in errors {
            try rows.add(
                [change.flows, change.presented, change.started, change.events],
                group: key.group,
                error: key.error
            )
        }
        let changed = ready.filter { $0.value != 0 }
        for group in Set(changed.keys.map(\.group)) {
            let isExact = try rows.isExact(group)
            for (key, n) in changed where key.group == group {
                let value = isExact ? key.milliseconds : ReadyBucket.middle(of: key.milliseconds)
                try rows.add(n, group: group, milliseconds: value)
            }
            if isExact { try rows.coarsenIfLarge(group, added: changed.count { $0.key.group == group }) }
        }
    }
}
