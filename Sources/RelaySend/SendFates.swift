internal import TelemetryDelivery
internal import TelemetryWire

/// Fates on their way from the reporter's thread to the output, put back into the order of the input.
///
/// An id may stand in the input more than once; its fates go to its places in order. Any thread.
final class SendFates: Sendable {
    private struct State {
        // A window of the input: what is printed already has left it at the front.
        var places: [(id: EventID, fate: Fate?, isSettled: Bool)] = []
        var first = 0
        var waiting: [EventID: [Int]] = [:]
        var early: [EventID: [Fate]] = [:]
        var settled = 0
        var pending = 0
        var isAbandoned = false
    }

    private let state = Lock(State())

    /// How many fates have come in.
    var settled: Int { state.withLock { $0.settled } }

    /// How many places have no fate yet.
    var pending: Int { state.withLock { $0.pending } }

    /// The next place of the input is this event.
    func expect(_ id: EventID) {
        state.withLock { state in
            let place = state.first + state.places.count
            if let fate = state.early[id]?.first {
                state.early[id]?.removeFirst()
                if state.early[id]?.isEmpty == true { state.early[id] = nil }
                state.places.append((id, fate, true))
            } else {
                state.places.append((id, nil, false))
                state.waiting[id, default: []].append(place)
                state.pending += 1
            }
        }
    }

    /// The reporter says what became of an event, maybe before it was expected.
    func settle(_ id: EventID, _ fate: Fate) {
        state.withLock { state in
            guard !state.isAbandoned else { return }
            state.settled += 1
            guard let place = state.waiting[id]?.first else {
                state.early[id, default: []].append(fate)
                return
            }
            state.waiting[id]?.removeFirst()
            if state.waiting[id]?.isEmpty == true { state.waiting[id] = nil }
            state.places[place - state.first].fate = fate
            state.places[place - state.first].isSettled = true
            state.pending -= 1
        }
    }

    /// Nobody waits any longer: what has no fate by now stays without one.
    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            for index in state.places.indices { state.places[index].isSettled = true }
        }
    }

    /// Takes out the places at the front whose fate is known.
    func takeSettled() -> [(EventID, Fate?)] {
        state.withLock { state in
            let count = state.places.prefix { $0.isSettled }.count
            let taken = state.places[..<count].map { ($0.id, $0.fate) }
            state.places.removeFirst(count)
            state.first += count
            return taken
        }
    }
}
