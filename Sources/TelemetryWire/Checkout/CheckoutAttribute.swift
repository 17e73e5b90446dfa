/// An attribute of the checkout vocabulary. Names are OpenTelemetry's where it has one; `checkout.*` is ours.
///
/// Raw values are the order in which they are written, and may change; what stays is `name`. What is the same in all events
/// of a session comes first, then what is in all of a flow.
package enum CheckoutAttribute: UInt8, CaseIterable, Sendable {
    /// The SDK.
    case sdkName
    /// The SDK's version: the release that figures are compared by.
    case sdkVersion
    /// What wraps the native SDK.
    case sdkWrapper
    /// The system's name.
    case osName
    /// The system's version, major and minor.
    case osVersion
    /// The merchant's app, by an alias. Opt-in.
    case serviceName
    /// The app's build. Opt-in.
    case appBuild
    /// The device's model. Opt-in.
    case deviceModel
    /// How the device was connected.
    case networkType
    /// The process: random, in memory only.
    case session
    /// Where the checkout runs; from the key's prefix or the page's host.
    case environment
    /// What is paid for.
    case kind
    /// What the public key is for.
    case keyMode
    /// The order, as 16 hexadecimal digits of an HMAC under the merchant's key. Opt-in.
    case orderReference
    /// The checkout that the event belongs to; absent outside of any.
    case flow
    /// Which event of the flow it is, strictly increasing from 1; of the session outside of any flow.
    case sequence
    /// Since the checkout was presented, by a monotonic clock.
    case elapsed
    /// What the SDK calls it.
    case sdkEvent
    /// The SDK's own type, status or code.
    case sdkCode
    /// Where on the screen it happened.
    case surface
    /// What went wrong, in neutral terms.
    case errorType
    /// Whether the payer can go on, as the SDK reported.
    case errorRecoverable
    /// Whether it closes the checkout, as the SDK reported.
    case errorAutoClose
    /// Whether what the SDK reported differs from its documented table.
    case errorMappingMismatch
    /// The field at fault.
    case errorField
    /// Which of several errors this is, from 0.
    case errorIndex
    /// How many errors there are.
    case errorCount
    /// The platform's number of the error.
    case errorNativeCode
    /// The error's domain or type; never its description.
    case exceptionType
    /// The HTTP status.
    case statusCode
    /// The URL's scheme.
    case urlScheme
    /// The host's registrable domain.
    case serverAddress
    /// Why a message of the page was not taken.
    case bridgeReason
    /// Why the retry surface was shown.
    case retryCause
    /// Why a navigation was stopped.
    case navigationReason
    /// Which authentication was asked for.
    case authMethod
    /// The callback that found no listener.
    case callbackLost
    /// The type of order that was asked for.
    case orderTypeRequested
    /// The order's type.
    case orderType
    /// Why it is not known.
    case orderTypeFailure
    /// Whether connection failures close the checkout.
    case configAutoClose
    /// Whether the payer may change the payment method.
    case configMethodChange
    /// Whether an invoice is offered.
    case configInvoice
    /// Whether line items are shown.
    case configLineItems
    /// Whether a receipt is offered.
    case configReceipt
    /// The language that was asked for.
    case language
    /// What the host forgot.
    case integrationCheck
    /// What came of the device check.
    case deviceResult
    /// What it found.
    case deviceSignal
    /// How it is presented.
    case presentation
    /// In which style.
    case presentationStyle
    /// From presentation until the payer can act.
    case readyDuration
    /// How long was waited before it was called slow.
    case readyThreshold
    /// Which attempt to pay it is, from 1.
    case attemptNumber
    /// How it is paid.
    case paymentMethod
    /// What the payer has to do.
    case actionKind
    /// Where an upload came from.
    case uploadSource
    /// Whether the page reported content for the strip.
    case carouselShown
    /// Which return URL came back.
    case returnKind
    /// How it came.
    case returnChannel
    /// The journey.
    case journeyType
    /// How it stands.
    case journeyStatus
    /// Whether there was an order.
    case orderPresent
    /// Whether there was a payment's id.
    case paymentIDPresent
    /// Whether there was a subscription's id.
    case subscriptionIDPresent
    /// Whether there was a signature.
    case signaturePresent
    /// Whether there was a licence key.
    case licenseKeyPresent
    /// Whether there was a mail address.
    case emailPresent
    /// How it ended.
    case outcome
    /// How far that can be believed.
    case certainty
    /// What stood behind a cancel.
    case cancelReason
    /// Who ended it.
    case terminationSource
    /// From the start until the end.
    case duration
    /// How often the payer tried.
    case attemptCount
    /// The outcome that counts.
    case terminalFirst
    /// The one that came later.
    case terminalSecond
    /// Whether the SDK said that its page is gone.
    case closedReported
    /// How old the record was: the lower bound of its bucket, in seconds.
    case abandonedAge
    /// What had become of the checkout.
    case abandonedPrior
    /// How long the widget took.
    case widgetDuration
    /// Why it was hidden.
    case widgetReason
    /// Why the reporter dropped something.
    case dropReason
    /// Which rule redacted something.
    case redactionRule
    /// How often.
    case count

    /// The name on the wire.
    package var name: StaticString {
        switch self {
        case .sdkName: "checkout.sdk.name"
        case .sdkVersion: "checkout.sdk.version"
        case .sdkWrapper: "checkout.sdk.wrapper"
        case .environment: "deployment.environment.name"
        case .osName: "os.name"
        case .osVersion: "os.version"
        case .serviceName: "service.name"
        case .appBuild: "app.build_id"
        case .deviceModel: "device.model.identifier"
        case .session: "session.id"
        case .flow: "checkout.flow.id"
        case .sequence: "checkout.sequence"
        case .elapsed: "checkout.elapsed"
        case .kind: "checkout.kind"
        case .keyMode: "checkout.key.mode"
        case .sdkEvent: "checkout.sdk.event"
        case .sdkCode: "checkout.sdk.code"
        case .orderReference: "checkout.order.ref"
        case .surface: "checkout.surface"
        case .networkType: "network.connection.type"
        case .errorType: "error.type"
        case .errorRecoverable: "checkout.error.recoverable"
        case .errorAutoClose: "checkout.error.auto_close"
        case .errorMappingMismatch: "checkout.error.mapping_mismatch"
        case .errorField: "checkout.error.field"
        case .errorIndex: "checkout.error.index"
        case .errorCount: "checkout.error.count"
        case .errorNativeCode: "checkout.error.native_code"
        case .exceptionType: "exception.type"
        case .statusCode: "http.response.status_code"
        case .urlScheme: "url.scheme"
        case .serverAddress: "server.address"
        case .bridgeReason: "checkout.bridge.reason"
        case .retryCause: "checkout.retry.cause"
        case .navigationReason: "checkout.navigation.reason"
        case .authMethod: "checkout.auth_challenge.method"
        case .callbackLost: "checkout.callback.lost"
        case .orderTypeRequested: "checkout.order_type.requested"
        case .orderType: "checkout.order_type"
        case .orderTypeFailure: "checkout.order_type.failure"
        case .configAutoClose: "checkout.config.auto_close"
        case .configMethodChange: "checkout.config.allow_payment_method_change"
        case .configInvoice: "checkout.config.show_invoice_download"
        case .configLineItems: "checkout.config.show_line_items"
        case .configReceipt: "checkout.config.show_receipt_download"
        case .language: "checkout.language"
        case .integrationCheck: "checkout.integration.check"
        case .deviceResult: "checkout.device.result"
        case .deviceSignal: "checkout.device.signal"
        case .presentation: "checkout.presentation"
        case .presentationStyle: "checkout.presentation.style"
        case .readyDuration: "checkout.ready.duration"
        case .readyThreshold: "checkout.ready.threshold"
        case .attemptNumber: "checkout.attempt.number"
        case .paymentMethod: "checkout.payment_method.kind"
        case .actionKind: "checkout.action.kind"
        case .uploadSource: "checkout.upload.source"
        case .carouselShown: "checkout.carousel.shown"
        case .returnKind: "checkout.return.kind"
        case .returnChannel: "checkout.return.channel"
        case .journeyType: "checkout.journey.type"
        case .journeyStatus: "checkout.journey.status"
        case .orderPresent: "checkout.order.present"
        case .paymentIDPresent: "checkout.payment.id_present"
        case .subscriptionIDPresent: "checkout.subscription.id_present"
        case .signaturePresent: "checkout.signature.present"
        case .licenseKeyPresent: "checkout.license_key.present"
        case .emailPresent: "checkout.email.present"
        case .outcome: "checkout.outcome"
        case .certainty: "checkout.outcome.certainty"
        case .cancelReason: "checkout.cancel.reason"
        case .terminationSource: "checkout.termination.source"
        case .duration: "checkout.duration"
        case .attemptCount: "checkout.attempt.count"
        case .terminalFirst: "checkout.terminal.first"
        case .terminalSecond: "checkout.terminal.second"
        case .closedReported: "checkout.closed.reported"
        case .abandonedAge: "checkout.abandoned.age"
        case .abandonedPrior: "checkout.abandoned.prior"
        case .widgetDuration: "checkout.widget.duration"
        case .widgetReason: "checkout.widget.reason"
        case .dropReason: "telemetry.drop.reason"
        case .redactionRule: "telemetry.redaction.rule"
        case .count: "telemetry.count"
        }
    }
}
