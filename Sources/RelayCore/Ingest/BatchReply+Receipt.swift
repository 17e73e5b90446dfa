internal import TelemetryWire

extension BatchReply {
    /// The reply to a batch of whose entries `rejected` were refused. `isStored` says of the others, in their order,
    /// whether this request stored them; those that had been stored before are named where only some were.
    init(batchID: EventID, isStored: [Bool], rejected: [Rejection]) {
        let stored = isStored.count { $0 }
        self.init(batchID: batchID, accepted: stored, duplicate: isStored.count - stored, rejected: rejected)
        guard accepted > 0, duplicate > 0 else { return }
        let refused = Set(rejected.map(\.index))
        let kept = (0..<isStored.count + refused.count).lazy.filter { !refused.contains($0) }
        duplicates = zip(kept, isStored).compactMap { $1 ? nil : $0 }
    }
}
