/// Attributes of a checkout's way.

extension CheckoutKey<CheckoutOrderTypeRequest> {
    /// `checkout.order_type.requested`. The type of order that was asked for.
    public static var orderTypeRequested: Self { Self(.orderTypeRequested) }
}

extension CheckoutKey<CheckoutOrderType> {
    /// `checkout.order_type`. The order's type.
    public static var orderType: Self { Self(.orderType) }
}

extension CheckoutKey<CheckoutOrderTypeFailure> {
    /// `checkout.order_type.failure`. Why it is not known.
    public static var orderTypeFailure: Self { Self(.orderTypeFailure) }
}

extension CheckoutKey<Bool> {
    /// `checkout.config.auto_close`. Whether connection failures close the checkout.
    public static var configAutoClose: Self { Self(.configAutoClose) }
    /// `checkout.config.allow_payment_method_change`. Whether the payer may change the payment method.
    public static var configMethodChange: Self { Self(.configMethodChange) }
    /// `checkout.config.show_invoice_download`. Whether an invoice is offered.
    public static var configInvoice: Self { Self(.configInvoice) }
    /// `checkout.config.show_line_items`. Whether line items are shown.
    public static var configLineItems: Self { Self(.configLineItems) }
    /// `checkout.config.show_receipt_download`. Whether a receipt is offered.
    public static var configReceipt: Self { Self(.configReceipt) }
    /// `checkout.carousel.shown`. Whether the page reported content for the strip.
    public static var carouselShown: Self { Self(.carouselShown) }
    /// `checkout.order.present`. Whether there was an order.
    public static var orderPresent: Self { Self(.orderPresent) }
    /// `checkout.payment.id_present`. Whether there was a payment's id.
    public static var paymentIDPresent: Self { Self(.paymentIDPresent) }
    /// `checkout.subscription.id_present`. Whether there was a subscription's id.
    public static var subscriptionIDPresent: Self { Self(.subscriptionIDPresent) }
    /// `checkout.signature.present`. Whether there was a signature.
    public static var signaturePresent: Self { Self(.signaturePresent) }
    /// `checkout.license_key.present`. Whether there was a licence key.
    public static var licenseKeyPresent: Self { Self(.licenseKeyPresent) }
    /// `checkout.email.present`. Whether there was a mail address.
    public static var emailPresent: Self { Self(.emailPresent) }
}

extension CheckoutKey<CheckoutLanguage> {
    /// `checkout.language`. The language that was asked for.
    public static var language: Self { Self(.language) }
}

extension CheckoutKey<CheckoutIntegrationCheck> {
    /// `checkout.integration.check`. What the host forgot.
    public static var integrationCheck: Self { Self(.integrationCheck) }
}

extension CheckoutKey<CheckoutDeviceResult> {
    /// `checkout.device.result`. What came of the device check.
    public static var deviceResult: Self { Self(.deviceResult) }
}

extension CheckoutKey<CheckoutDeviceSignal> {
    /// `checkout.device.signal`. What it found.
    public static var deviceSignal: Self { Self(.deviceSignal) }
}

extension CheckoutKey<CheckoutPresentation> {
    /// `checkout.presentation`. How it is presented.
    public static var presentation: Self { Self(.presentation) }
}

extension CheckoutKey<CheckoutPresentationStyle> {
    /// `checkout.presentation.style`. In which style.
    public static var presentationStyle: Self { Self(.presentationStyle) }
}

extension CheckoutKey<CheckoutSeconds> {
    /// `checkout.ready.duration`. From presentation until the payer can act.
    public static var readyDuration: Self { Self(.readyDuration) }
    /// `checkout.ready.threshold`. How long was waited before it was called slow.
    public static var readyThreshold: Self { Self(.readyThreshold) }
}

extension CheckoutKey<Int> {
    /// `checkout.attempt.number`. Which attempt to pay it is, from 1.
    public static var attemptNumber: Self { Self(.attemptNumber) }
}

extension CheckoutKey<CheckoutPaymentMethodKind> {
    /// `checkout.payment_method.kind`. How it is paid.
    public static var paymentMethod: Self { Self(.paymentMethod) }
}

extension CheckoutKey<CheckoutActionKind> {
    /// `checkout.action.kind`. What the payer has to do.
    public static var actionKind: Self { Self(.actionKind) }
}

extension CheckoutKey<CheckoutUploadSource> {
    /// `checkout.upload.source`. Where an upload came from.
    public static var uploadSource: Self { Self(.uploadSource) }
}

extension CheckoutKey<CheckoutReturnKind> {
    /// `checkout.return.kind`. Which return URL came back.
    public static var returnKind: Self { Self(.returnKind) }
}

extension CheckoutKey<CheckoutReturnChannel> {
    /// `checkout.return.channel`. How it came.
    public static var returnChannel: Self { Self(.returnChannel) }
}

extension CheckoutKey<CheckoutJourneyType> {
    /// `checkout.journey.type`. The journey.
    public static var journeyType: Self { Self(.journeyType) }
}

extension CheckoutKey<CheckoutJourneyStatus> {
    /// `checkout.journey.status`. How it stands.
    public static var journeyStatus: Self { Self(.journeyStatus) }
}
