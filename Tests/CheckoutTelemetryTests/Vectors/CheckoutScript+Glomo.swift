import CheckoutTelemetry
import TelemetryWire

extension CheckoutScript {
    static func glomo(_ session: CheckoutSession) -> Driver {
        var checkout = GlomoFlow(session, publicKey: nil, orderId: nil)
        return { name, with in
            switch name {
            case "checkout":
                checkout = GlomoFlow(
                    session,
                    publicKey: with["publicKey"],
                    orderId: with["orderId"],
                    subscriptionId: with["subscriptionId"],
                    orderReference: with["orderReference"]
                )
            case "validate":
                GlomoFlow.validated(errors(with), publicKey: with["publicKey"], in: session)
            case "startCheckout":
                checkout.startCheckout(
                    orderType: GlomoFlow.OrderType(rawValue: with["orderType"] ?? "auto"),
                    autoCloseOnConnectionError: with.flag("autoCloseOnConnectionError") ?? true
                )
            case "close": checkout.close()
            case "presented": checkout.presented()
            case "ready": checkout.ready()
            case "orderTypeResolved": checkout.orderTypeResolved(with.word("type") ?? .other)
            case "orderTypeFailed": checkout.orderTypeFailed(with.word("failure") ?? .other)
            case "deviceChecked": checkout.deviceChecked(found: with.word("found"))
            case "usageDescriptionsMissing":
                checkout.usageDescriptionsMissing(with.strings("missing").compactMap(GlomoFlow.UsageDescription.init))
            default: return callback(name, with, checkout) || page(name, with, checkout)
            }
            return true
        }
    }

    private static func errors(_ with: Contract.Row) -> [GlomoFlow.SdkError] {
        with.rows("errors").map { GlomoFlow.SdkError(.init(rawValue: $0["type"] ?? ""), field: $0["field"]) }
    }

    private static func callback(_ name: String, _ with: Contract.Row, _ checkout: GlomoFlow) -> Bool {
        switch GlomoFlow.Callback(rawValue: name) {
        case .onPaymentSuccess?:
            checkout.onPaymentSuccess(
                hasSignature: with["signature"] != nil,
                hasPaymentID: with["paymentId"] != nil
            )
        case .onPaymentFailure?: checkout.onPaymentFailure(hasPaymentID: with["paymentId"] != nil)
        case .onSdkError?: checkout.onSdkError(errors(with))
        case .onConnectionError?:
            checkout.onConnectionError(
                type: GlomoFlow.ConnectionErrorType(rawValue: with["type"] ?? ""),
                statusCode: with.integer("statusCode"),
                errorCode: with.integer("errorCode"),
                errorDomain: with["errorDomain"],
                failedURL: with["failedURL"],
                shouldAutoClose: with.flag("shouldAutoClose") ?? false,
                isRecoverable: with.flag("isRecoverable")
            )
        case .onUserJourneyCompleted?:
            checkout.onUserJourneyCompleted(
                type: GlomoFlow.JourneyType(rawValue: with["journeyType"] ?? ""),
                status: with["status"]
            )
        case .onPaymentTerminate?:
            checkout.onPaymentTerminate(source: GlomoFlow.TerminationSource(rawValue: with["source"] ?? ""))
        case nil: return false
        }
        return true
    }

    private static func page(_ name: String, _ with: Contract.Row, _ checkout: GlomoFlow) -> Bool {
        switch name {
        case "listenerReleased":
            guard let callback = GlomoFlow.Callback(rawValue: with["callback"] ?? "") else { return false }
            checkout.listenerReleased(callback: callback)
        case "retryShown": checkout.retryShown(cause: with.word("cause") ?? .other)
        case "retryRequested": checkout.retryRequested()
        case "overlayOpened": checkout.overlayOpened(showsCarousel: with.flag("showsCarousel") ?? false)
        case "overlayClosed": checkout.overlayClosed()
        case "uploadStarted": checkout.uploadStarted(source: with.word("source") ?? .other)
        case "navigationBlocked": checkout.navigationBlocked(url: with["url"] ?? "")
        case "urlRejected": checkout.urlRejected(url: with["url"] ?? "")
        case "bridgeMessageRejected": checkout.bridgeMessageRejected(reason: with.word("reason") ?? .other)
        default: return false
        }
        return true
    }
}
