/// What happened, by the closed list of the checkout vocabulary. New ones are added at the end: stores keep the order.
public enum CheckoutEventName: String, CaseIterable, Hashable, Sendable {
    /// A checkout was asked for.
    case flowStarted = "checkout.flow.started"
    /// A configuration was looked at without starting a checkout; belongs to no flow.
    case configValidated = "checkout.config.validated"
    /// A configuration was refused.
    case configRejected = "checkout.config.rejected"
    /// The host forgot something.
    case integrationWarning = "checkout.integration.warning"
    /// The device was checked.
    case deviceCheck = "checkout.device.check"
    /// The order's type is known, or cannot be.
    case orderTypeResolved = "checkout.order_type.resolved"
    /// The checkout is on the screen.
    case presented = "checkout.presented"
    /// The payer can act.
    case ready = "checkout.ready"
    /// The payer still cannot act. A warning, never an error.
    case readyDelayed = "checkout.ready.delayed"
    /// Something in the checkout was changed.
    case changed = "checkout.changed"
    /// The order is made.
    case orderPrepared = "checkout.order.prepared"
    /// The payer tries to pay.
    case attemptStarted = "checkout.attempt.started"
    /// The provider works on it.
    case attemptProcessing = "checkout.attempt.processing"
    /// The payer has to do something else.
    case actionRequired = "checkout.action.required"
    /// The attempt failed; another may follow.
    case attemptFailed = "checkout.attempt.failed"
    /// The bank's page was opened.
    case overlayOpened = "checkout.overlay.opened"
    /// The bank's page was closed.
    case overlayClosed = "checkout.overlay.closed"
    /// A document is uploaded.
    case uploadStarted = "checkout.upload.started"
    /// A connection failed.
    case connectionFailed = "checkout.connection.failed"
    /// An error of the SDK.
    case error = "checkout.error"
    /// The retry surface is shown.
    case retryShown = "checkout.retry.shown"
    /// The payer asks for a retry.
    case retryRequested = "checkout.retry.requested"
    /// A navigation was stopped.
    case navigationBlocked = "checkout.navigation.blocked"
    /// A URL that the page asked to open was refused.
    case urlRejected = "checkout.url.rejected"
    /// An HTTP authentication was refused.
    case authChallengeRejected = "checkout.auth_challenge.rejected"
    /// A return URL of this checkout came.
    case returnReceived = "checkout.return.received"
    /// A URL came that belongs to no checkout.
    case returnIgnored = "checkout.return.ignored"
    /// A message of the page was not taken.
    case bridgeMessageRejected = "checkout.bridge.message.rejected"
    /// The host's listener was gone when a result came.
    case listenerReleased = "checkout.listener.released"
    /// A second end came, and does not count.
    case terminalDuplicate = "checkout.terminal.duplicate"
    /// It ended: exactly one a flow.
    case ended = "checkout.ended"
    /// The record of a checkout without an end was found.
    case abandonedFound = "checkout.abandoned.found"
    /// The record was taken away.
    case abandonedCleared = "checkout.abandoned.cleared"
    /// A promotional widget is shown.
    case widgetLoaded = "checkout.widget.loaded"
    /// A promotional widget was hidden.
    case widgetHidden = "checkout.widget.hidden"
    /// The reporter dropped something.
    case telemetryDropped = "telemetry.dropped"
    /// The scrubber found something where nothing may be.
    case telemetryRedacted = "telemetry.redacted"
}
