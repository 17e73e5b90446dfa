public import Telemetry
public import TelemetryDelivery
public import TelemetryWire

/// An event on its way from a session to a reporter, in a simulation.
@_spi(Simulation)
public struct OutgoingEvent: Sendable {
    /// What it says.
    public let event: CheckoutEvent
    let prefix: CheckoutPrefix
}

/// For simulations, which see what their cores send, lose and repeat some of it, and send the rest.
@_spi(Simulation) extension CheckoutSession {
    /// A session whose events go to `outlet`, on the caller's thread, instead of the reporter. Of the reporter only counts
    /// whether it is `.off`: then there is no event.
    public convenience init(
        simulating identity: CheckoutIdentity,
        reporter: Reporter,
        clock: any TelemetryClock,
        outlet: @escaping @Sendable (OutgoingEvent) -> Void
    ) {
        self.init(identity, reporter: reporter, clock: clock) { outlet(OutgoingEvent(event: $0, prefix: $1)) }
    }
}

@_spi(Simulation) extension Reporter {
    /// Takes an event that an outlet was given, as the session would have handed it over. Returns why it was dropped, or nil.
    public func capture(simulated outgoing: OutgoingEvent) -> DropReason? {
        capture(checkout: outgoing.event, prefix: outgoing.prefix)
    }
}
