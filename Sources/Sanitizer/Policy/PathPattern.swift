/// One path of a policy: components from the root of the document down.
struct PathPattern: Sendable, Hashable {
    /// What one step of a path has to be.
    enum Component: Sendable, Hashable {
        /// A member with this name, in lower case; ASCII letters match in any case.
        case name([UInt8])
        /// The element with this index.
        case index(Int)
        /// Anything of this type.
        case type(ValueType)
        /// Any member or element.
        case any
        /// Any number of steps, none included; at the end of a path one at least.
        case deep
    }

    /// The steps.
    let components: [Component]
}

/// All paths of a policy as one automaton, so that a document is matched against all of them step by step: what a step
/// costs does not depend on how deep it is, and nothing is ever tried twice.
struct PathAutomaton: Sendable {
    /// The steps of all patterns, each followed by an end.
    private var steps: [PathPattern.Component?] = []
    private var starts: [Int] = []
    /// The number of the pattern that ends at a step.
    private var ends: [Int: Int] = [:]
    /// Words of 64 states.
    let width: Int

    /// Compiles patterns; at most `BitSet.capacity` of them.
    init(_ patterns: [PathPattern]) {
        for (number, pattern) in patterns.enumerated() {
            starts.append(steps.count)
            for component in pattern.components { steps.append(component) }
            ends[steps.count] = number
            steps.append(nil)
        }
        width = (steps.count + 63) / 64
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
            guard steps[state] == .deep, steps[state + 1] != nil else { return }
            state += 1
        }
    }

    /// Makes the step from the states at `from` to those at `target` and says which patterns end there.
    ///
    /// `name` is nil for an element, and for a member whose name was replaced.
    func step(
        _ states: inout ContiguousArray<UInt64>,
        from: Int,
        to target: Int,
        name: ByteView?,
        index: Int?,
        type: ValueType
    ) -> BitSet {
        var found = BitSet()
        for word in 0..<width { states[target + word] = 0 }
        for word in 0..<width {
            var bits = states[from + word]
            while bits != 0 {
                let state = word * 64 + bits.trailingZeroBitCount
                bits &= bits &- 1
                guard let step = steps[state] else { continue }
                switch step {
                case .deep:
                    insert(state, &states, target)
                    if steps[state + 1] == nil { insert(state + 1, &states, target) }
                    continue
                case .name(let wanted): guard let name, Self.equals(name, wanted) else { continue }
                case .index(let wanted): guard index == wanted else { continue }
                case .type(let wanted): guard type == wanted else { continue }
                case .any: break
                }
                insert(state + 1, &states, target)
            }
        }
        for (state, pattern) in ends where states[target + state / 64] >> UInt64(state % 64) & 1 == 1 {
            found.insert(pattern)
        }
        return found
    }

    private static func equals(_ name: ByteView, _ wanted: [UInt8]) -> Bool {
        guard name.count == wanted.count else { return false }
        for position in wanted.indices where KeyTable.lowered(name[position]) != wanted[position] { return false }
        return true
    }
}
