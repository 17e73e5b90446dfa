/// What a checkout has ever reached, in whatever order its entries came. Raw values are stored.
package struct FlowStages: OptionSet, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Asked for.
    package static let started = FlowStages(rawValue: 1)
    /// On the screen.
    package static let presented = FlowStages(rawValue: 2)
    /// The payer could act.
    package static let ready = FlowStages(rawValue: 4)
    /// The payer tried to pay.
    package static let attempted = FlowStages(rawValue: 8)
    /// The payer had to do something else.
    package static let actionRequired = FlowStages(rawValue: 16)
    /// It has an end.
    package static let ended = FlowStages(rawValue: 32)
    /// It was slow to become ready.
    package static let delayed = FlowStages(rawValue: 64)
    /// Its record was found without an end.
    package static let abandonedFound = FlowStages(rawValue: 128)
    /// The device was checked.
    package static let deviceChecked = FlowStages(rawValue: 256)
    /// The device may not pay.
    package static let deviceForbidden = FlowStages(rawValue: 512)

    /// The furthest stage by its name.
    package var name: String {
        if contains(.ended) { return "ended" }
        if contains(.actionRequired) { return "action_required" }
        if contains(.attempted) { return "attempt" }
        if contains(.ready) { return "ready" }
        if contains(.presented) { return "presented" }
        return contains(.started) ? "started" : "-"
    }
}
