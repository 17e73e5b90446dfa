/// All paths of a policy as one automaton, so that a document is matched against all of them step by step: what a step
/// costs does not depend on how deep it is, and nothing is ever tried twice.
///
/// A state for every step of every path and one for its end, as bits. Only states that are alive are looked at.
struct PathAutomaton: Sendable {
    /// One step, without anything that is counted by reference.
    private struct Step {
        enum Kind: UInt8 { case end, name, index, type, any, deep }

        let kind: Kind
        /// The name among `names`.
        var name = 0..<0
        /// The index, or the number of the type; of an end the number of the pattern.
        var number = 0
    }

    /// What a step came to.
    struct Outcome {
        /// The patterns that end there.
        var ended = BitSet()
        /// Whether any pattern may end further down.
        var isLive = false
    }

    private var steps: ContiguousArray<Step> = []
    private var names: ContiguousArray<UInt8> = []
    private var starts: [Int] = []
    /// The ends among the states.
    private var ends: ContiguousArray<UInt64> = []
    /// Words of 64 states.
    let width: Int

    /// Compiles patterns; at most `BitSet.capacity` of them.
    init(_ patterns: [PathPattern]) {
        for (number, pattern) in patterns.enumerated() {
            starts.append(steps.count)
            for component in pattern.components {
                switch component {
                case .name(let name):
                    let start = names.count
                    names.append(contentsOf: name)
                    steps.append(Step(kind: .name, name: start..<names.count))
                case .index(let index): steps.append(Step(kind: .index, number: index))
                case .type(let type): steps.append(Step(kind: .type, number: type.number))
                case .any: steps.append(Step(kind: .any))
                case .deep: steps.append(Step(kind: .deep))
                }
            }
            steps.append(Step(kind: .end, number: number))
        }
        width = (steps.count + 63) / 64
        ends = ContiguousArray(repeating: 0, count: width)
        for state in steps.indices where steps[state].kind == .end { ends[state / 64] |= 1 << UInt64(state % 64) }
    }

    /// Puts the states before the first step into `states`, from `offset` on.
    func begin(_ states: inout ContiguousArray<UInt64>) {
        for word in 0..<width { states[word] = 0 }
        for start in starts { insert(start, &states, 0) }
    }

    private func insert(_ state: Int, _ states: inout ContiguousArray<UInt64>, _ offset: Int) {
        var state = state
        while true {
            states[offset + state / 64] |= 1 << UInt64(state % 64)
            // Of any number of steps none may be taken, but not at the end of a path.
            guard steps[state].kind == .deep, steps[state + 1].kind != .end else { return }
            state += 1
        }
    }

    /// Makes the step from the states at `from` to those at `target`.
    ///
    /// `name` is nil for an element, and for a member whose name was replaced.
    func step(
        _ states: inout ContiguousArray<UInt64>,
        from: Int,
        to target: Int,
        name: ByteView?,
        index: Int?,
        type: ValueType
    ) -> Outcome {
        for word in 0..<width { states[target + word] = 0 }
        for word in 0..<width {
            var bits = states[from + word] & ~ends[word]
            while bits != 0 {
                let state = word * 64 + bits.trailingZeroBitCount
                bits &= bits &- 1
                let step = steps[state]
                switch step.kind {
                case .end: continue
                case .deep:
                    insert(state, &states, target)
                    if steps[state + 1].kind == .end { insert(state + 1, &states, target) }
                    continue
                case .name: guard let name, equals(name, step.name) else { continue }
                case .index: guard index == step.number else { continue }
                case .type: guard type.number == step.number else { continue }
                case .any: break
                }
                insert(state + 1, &states, target)
            }
        }
        var outcome = Outcome()
        for word in 0..<width {
            let found = states[target + word]
            if found & ~ends[word] != 0 { outcome.isLive = true }
            var bits = found & ends[word]
            while bits != 0 {
                outcome.ended.insert(steps[word * 64 + bits.trailingZeroBitCount].number)
                bits &= bits &- 1
            }
        }
        return outcome
    }

    private func equals(_ name: ByteView, _ wanted: Range<Int>) -> Bool {
        guard name.count == wanted.count else { return false }
        for position in 0..<name.count where KeyTable.lowered(name[position]) != names[wanted.lowerBound + position] {
            return false
        }
        return true
    }
}

extension ValueType {
    /// A number for the type.
    fileprivate var number: Int {
        switch self {
        case .string: 0
        case .number: 1
        case .boolean: 2
        case .object: 3
        case .array: 4
        }
    }
}
