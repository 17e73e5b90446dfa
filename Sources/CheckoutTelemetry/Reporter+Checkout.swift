internal import Telemetry
internal import TelemetryWire

extension Reporter {
    /// Takes an event of a checkout, which begins with what `prefix` was made of. What is not clean by its type goes through
    /// the pass. Returns why it was dropped, or nil.
    func capture(checkout event: CheckoutEvent, prefix: CheckoutPrefix) -> DropReason? {
        captureCheckout(
            flow: event[.flow] ?? event[.session],
            level: event.level,
            isProtected: event.name == .ended,
            clean: { event.append(to: &$0, prefix: prefix) },
            raw: { event.append(to: &$0) }
        )
    }
}
