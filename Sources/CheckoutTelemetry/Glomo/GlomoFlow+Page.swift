public import TelemetryWire

/// What happens while the checkout is shown.
extension GlomoFlow {
    /// The retry surface is shown.
    public func retryShown(cause: CheckoutRetryCause) {
        flow.record(.retryShown) { $0[.retryCause] = cause }
    }

    /// The payer asked for a retry.
    public func retryRequested() {
        flow.record(.retryRequested)
    }

    /// The bank's page was opened over the checkout; whether the strip about remittances has content.
    public func overlayOpened(showsCarousel: Bool = false) {
        flow.record(.overlayOpened) {
            $0[.surface] = .bankOverlay
            $0[.carouselShown] = showsCarousel
        }
    }

    /// The bank's page was closed.
    public func overlayClosed() {
        flow.record(.overlayClosed) { $0[.surface] = .bankOverlay }
    }

    /// A document is uploaded: that it is, and from where.
    public func uploadStarted(source: CheckoutUploadSource) {
        flow.record(.uploadStarted) { $0[.uploadSource] = source }
    }

    /// The bank's page may not go there.
    public func navigationBlocked(url: String) {
        refused(.navigationBlocked, url, on: .bankOverlay)
    }

    /// The checkout's page may not have that opened.
    public func urlRejected(url: String) {
        refused(.urlRejected, url, on: .checkout)
    }

    private func refused(_ name: CheckoutEventName, _ url: String, on surface: CheckoutSurface) {
        let outline = URLOutline(url)
        flow.record(name) {
            $0[.surface] = surface
            $0[.navigationReason] = .schemeNotAllowed
            $0[.urlScheme] = outline.scheme
            $0[.serverAddress] = outline.domain
        }
    }

    /// A message of the page was not taken.
    public func bridgeMessageRejected(reason: CheckoutBridgeReason) {
        flow.record(.bridgeMessageRejected) { $0[.bridgeReason] = reason }
    }

    /// `validate(_:)` was called: which fields it found fault with. Belongs to no checkout.
    public static func validated(_ errors: [SdkError], publicKey: String?, in session: CheckoutSession) {
        let mode = keyMode(publicKey)
        session.record(.configValidated) {
            $0[.keyMode] = mode
            $0[.environment] = environment(mode)
            $0[.errorCount] = min(errors.count, 1_000)
            $0[.errorType] = errors.first.map { $0.type?.errorType ?? .other }
            $0[.errorField] = errors.first?.field
        }
    }
}
