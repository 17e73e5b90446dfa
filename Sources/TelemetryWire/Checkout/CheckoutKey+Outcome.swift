/// Attributes of how it ended.

extension CheckoutKey<CheckoutOutcome> {
    /// `checkout.outcome`. How it ended.
    public static var outcome: Self { Self(.outcome) }
    /// `checkout.terminal.first`. The outcome that counts.
    public static var terminalFirst: Self { Self(.terminalFirst) }
    /// `checkout.terminal.second`. The one that came later.
    public static var terminalSecond: Self { Self(.terminalSecond) }
}

extension CheckoutKey<CheckoutCertainty> {
    /// `checkout.outcome.certainty`. How far that can be believed.
    public static var certainty: Self { Self(.certainty) }
}

extension CheckoutKey<CheckoutCancelReason> {
    /// `checkout.cancel.reason`. What stood behind a cancel.
    public static var cancelReason: Self { Self(.cancelReason) }
}

extension CheckoutKey<CheckoutTerminationSource> {
    /// `checkout.termination.source`. Who ended it.
    public static var terminationSource: Self { Self(.terminationSource) }
}

extension CheckoutKey<CheckoutSeconds> {
    /// `checkout.duration`. From the start until the end.
    public static var duration: Self { Self(.duration) }
    /// `checkout.widget.duration`. How long the widget took.
    public static var widgetDuration: Self { Self(.widgetDuration) }
}

extension CheckoutKey<Int> {
    /// `checkout.attempt.count`. How often the payer tried.
    public static var attemptCount: Self { Self(.attemptCount) }
    /// `checkout.abandoned.age`. How old the record was: the lower bound of its bucket, in seconds.
    public static var abandonedAge: Self { Self(.abandonedAge) }
}

extension CheckoutKey<Bool> {
    /// `checkout.closed.reported`. Whether the SDK said that its page is gone.
    public static var closedReported: Self { Self(.closedReported) }
}

extension CheckoutKey<CheckoutAbandonedPrior> {
    /// `checkout.abandoned.prior`. What had become of the checkout.
    public static var abandonedPrior: Self { Self(.abandonedPrior) }
}

extension CheckoutKey<CheckoutWidgetReason> {
    /// `checkout.widget.reason`. Why it was hidden.
    public static var widgetReason: Self { Self(.widgetReason) }
}
