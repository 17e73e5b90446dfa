import CheckoutTelemetry
import TelemetryWire

extension CheckoutScript {
    static func qasimha(_ session: CheckoutSession) -> Driver {
        var checkout = QasimhaFlow(session)
        return { name, with in
            switch name {
            case "checkout":
                checkout = QasimhaFlow(
                    session,
                    merchantURL: QasimhaFlow.MerchantURL(
                        success: with["success"] ?? "",
                        failure: with["failure"] ?? "",
                        cancel: with["cancel"]
                    ),
                    publicKey: with["publicKey"],
                    apiBaseURL: with["apiBaseURL"],
                    orderReference: with["orderReference"]
                )
            case "start":
                checkout.start(
                    presentation: QasimhaFlow.Presentation(rawValue: with["presentation"] ?? ""),
                    language: with["language"]
                )
            case "success": checkout.success(returned: with.word("returned") ?? .success)
            case "failure": checkout.failure(status: with["status"])
            case "cancelled": checkout.cancelled(reason: with.word("reason") ?? .other)
            case "handleReturn": checkout.handleReturn(url: with["url"] ?? "", channel: with.word("channel"))
            case "navigationBlocked": checkout.navigationBlocked(url: with["url"] ?? "")
            case "authChallengeRejected": checkout.authChallengeRejected(method: with["method"] ?? "")
            case "widgetLoaded":
                QasimhaFlow.widgetLoaded(
                    after: .milliseconds(with.integer("milliseconds") ?? 0),
                    publicKey: with["publicKey"],
                    apiBaseURL: with["apiBaseURL"],
                    in: session
                )
            case "widgetHidden":
                QasimhaFlow.widgetHidden(
                    reason: with.word("reason") ?? .other,
                    publicKey: with["publicKey"],
                    apiBaseURL: with["apiBaseURL"],
                    in: session
                )
            default: return false
            }
            return true
        }
    }

    static func inttegro(_ session: CheckoutSession) -> Driver {
        var checkout = InttegroFlow(session, subject: .order)
        return { name, with in
            switch name {
            case "checkout":
                checkout = InttegroFlow(
                    session,
                    subject: with["purchaseIntentID"] == nil ? .order : .purchaseIntent,
                    flowID: with["flowID"],
                    environment: with.word("environment"),
                    orderReference: with["orderReference"]
                )
            case "start":
                var features = InttegroFlow.Features()
                features.allowPaymentMethodChange = with.flag("allowPaymentMethodChange") ?? true
                features.showInvoiceDownload = with.flag("showInvoiceDownload") ?? false
                features.showLineItems = with.flag("showLineItems") ?? false
                features.showReceiptDownload = with.flag("showReceiptDownload") ?? false
                checkout.start(features: features)
            case "configurationRejected": checkout.configurationRejected(with.word("field"))
            case "observe":
                checkout.observe(
                    InttegroFlow.EventType(rawValue: with["type"] ?? ""),
                    sequence: with.integer("sequence") ?? -1,
                    occurredAt: with.integer("occurredAt").map(Int64.init),
                    InttegroFlow.EventDetails(
                        paymentMethod: with.word("paymentMethod"),
                        action: with.word("action"),
                        errorType: with.word("errorType"),
                        hasOrder: with.flag("hasOrder")
                    )
                )
            default: return false
            }
            return true
        }
    }

    static func dodo(_ session: CheckoutSession) -> Driver {
        var checkout = DodoFlow(session, checkoutURL: nil)
        return { name, with in
            switch name {
            case "checkout":
                checkout = DodoFlow(
                    session,
                    checkoutURL: with["checkoutURL"],
                    resuming: with["resuming"],
                    orderReference: with["orderReference"]
                )
            case "checkoutOfRecord":
                // The process goes on with the flow that the one before left.
                checkout = DodoFlow(
                    session,
                    checkoutURL: with["checkoutURL"],
                    resuming: checkout.flow.resumption?.description
                )
            case "start": checkout.start(style: DodoFlow.PresentationStyle(rawValue: with["style"] ?? "pageSheet"))
            case "onEvent":
                guard let event = DodoFlow.Event(rawValue: with["event"] ?? "") else { return false }
                checkout.onEvent(event)
            case "openURLIgnored": checkout.openURLIgnored()
            case "finished":
                guard let status = DodoFlow.Status(rawValue: with["status"] ?? "") else { return false }
                checkout.finished(
                    status,
                    hasPaymentID: with["paymentId"] != nil,
                    hasSubscriptionID: with["subscriptionId"] != nil,
                    hasLicenseKey: !with.strings("licenseKeys").isEmpty,
                    hasEmail: with["email"] != nil
                )
            case "failed":
                guard let code = DodoFlow.ErrorCode(rawValue: with["code"] ?? "") else { return false }
                checkout.failed(code)
            case "abandonedFound":
                checkout.abandonedFound(age: with.integer("age") ?? 0, prior: with.word("prior") ?? .other)
            case "abandonedCleared": checkout.abandonedCleared()
            default: return false
            }
            return true
        }
    }
}
