internal import Sanitizer
internal import TelemetryEnvelope

extension CheckoutAttribute {
    /// Which values it takes.
    package var shape: CheckoutShape { Self.shapes[Int(rawValue)] }

    /// By raw value; made once, since lists of words are long.
    private static let shapes: [CheckoutShape] = allCases.map(\.madeShape)

    private var madeShape: CheckoutShape {
        switch self {
        case .errorRecoverable, .errorAutoClose, .errorMappingMismatch, .configAutoClose, .configMethodChange,
            .configInvoice, .configLineItems, .configReceipt, .carouselShown, .orderPresent, .paymentIDPresent,
            .subscriptionIDPresent, .signaturePresent, .licenseKeyPresent, .emailPresent, .closedReported:
            .flag
        case .elapsed, .readyDuration, .readyThreshold, .duration, .widgetDuration: .seconds
        case .session, .flow: .id
        case .sdkVersion, .osName, .osVersion, .serviceName, .appBuild, .deviceModel, .orderReference, .exceptionType,
            .serverAddress:
            .token
        case .sequence: .integer(1...2_147_483_647)
        case .errorIndex: .integer(0...999)
        case .errorCount: .integer(0...1000)
        case .errorNativeCode: .integer(-2_147_483_648...2_147_483_647)
        case .statusCode: .integer(100...599)
        case .attemptNumber: .integer(1...1000000)
        case .attemptCount: .integer(0...1000000)
        case .abandonedAge: .integer(0...31622400)
        case .count: .integer(0...1000000000)
        case .sdkName: .words(CheckoutSDK.names)
        case .sdkWrapper: .words(CheckoutWrapper.names)
        case .environment: .words(CheckoutEnvironment.names)
        case .kind: .words(CheckoutKind.names)
        case .keyMode: .words(CheckoutKeyMode.names)
        case .sdkEvent, .callbackLost: .words(CheckoutSDKEvent.names)
        case .sdkCode: .words(CheckoutSDKCode.names)
        case .surface: .words(CheckoutSurface.names)
        case .networkType: .words(CheckoutNetworkType.names)
        case .errorType: .words(CheckoutErrorType.names)
        case .errorField: .words(CheckoutErrorField.names)
        case .urlScheme: .words(CheckoutURLScheme.names)
        case .bridgeReason: .words(CheckoutBridgeReason.names)
        case .retryCause: .words(CheckoutRetryCause.names)
        case .navigationReason: .words(CheckoutNavigationReason.names)
        case .authMethod: .words(CheckoutAuthMethod.names)
        case .orderTypeRequested: .words(CheckoutOrderTypeRequest.names)
        case .orderType: .words(CheckoutOrderType.names)
        case .orderTypeFailure: .words(CheckoutOrderTypeFailure.names)
        case .language: .words(CheckoutLanguage.names)
        case .integrationCheck: .words(CheckoutIntegrationCheck.names)
        case .deviceResult: .words(CheckoutDeviceResult.names)
        case .deviceSignal: .words(CheckoutDeviceSignal.names)
        case .presentation: .words(CheckoutPresentation.names)
        case .presentationStyle: .words(CheckoutPresentationStyle.names)
        case .paymentMethod: .words(CheckoutPaymentMethodKind.names)
        case .actionKind: .words(CheckoutActionKind.names)
        case .uploadSource: .words(CheckoutUploadSource.names)
        case .returnKind: .words(CheckoutReturnKind.names)
        case .returnChannel: .words(CheckoutReturnChannel.names)
        case .journeyType: .words(CheckoutJourneyType.names)
        case .journeyStatus: .words(CheckoutJourneyStatus.names)
        case .outcome, .terminalFirst, .terminalSecond: .words(CheckoutOutcome.names)
        case .certainty: .words(CheckoutCertainty.names)
        case .cancelReason: .words(CheckoutCancelReason.names)
        case .terminationSource: .words(CheckoutTerminationSource.names)
        case .abandonedPrior: .words(CheckoutAbandonedPrior.names)
        case .widgetReason: .words(CheckoutWidgetReason.names)
        case .dropReason: .words(DropReason.names)
        case .redactionRule: .words(Rule.allCases.map(\.rawValue) + ["_OTHER"])
        }
    }
}
