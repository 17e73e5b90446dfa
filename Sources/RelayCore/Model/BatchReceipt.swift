/// What became of a batch, after its commit.
package struct BatchReceipt: Sendable, Hashable {
    /// What became of one event.
    package enum Fate: UInt8, Sendable, Hashable {
        /// Stored by this batch.
        case stored
        /// Stored before; counted as duplicate.
        case duplicate
    }

    /// In the order of the batch's events.
    package var fates: [Fate]
    /// Whether the whole batch had been seen before.
    package var isRepeat: Bool

    /// A receipt from its parts.
    package init(fates: [Fate], isRepeat: Bool) {
        self.fates = fates
        self.isRepeat = isRepeat
    }
}
