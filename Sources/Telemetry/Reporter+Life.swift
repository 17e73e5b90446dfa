public import TelemetryDelivery

extension Reporter {
    /// Takes a new consent into force, at once and for everything that is held.
    ///
    /// `.pending` keeps events in memory and sends nothing; `.denied` drops what is held, breadcrumbs included, closes
    /// connections, ends the reporter's thread, and counts later events as `consent`; `.granted` delivers what waits and
    /// what comes. Any thread; returns at once.
    public func updateConsent(_ consent: Consent) {
        isDenied.store(consent == .denied ? 1 : 0)
        if consent == .denied { sink.withAttachment { $0.removeBreadcrumbs() } }
        switch sink {
        case .off: break
        case .memory(let store): store.update(consent)
        case .deliver(let worker): worker.update(consent)
        }
    }

    /// Tells that the host may be suspended or ended any moment: what waits leaves at once, without waiting for company.
    /// Returns at once; a host that is granted time calls `flush` to use it.
    public func enterBackground() {
        if case .deliver(let worker) = sink { worker.enterBackground() }
    }

    /// Tells that the host is in use again: what waits is tried again at once, unless the server has asked to wait.
    public func enterForeground() {
        if case .deliver(let worker) = sink { worker.enterForeground() }
    }
}
