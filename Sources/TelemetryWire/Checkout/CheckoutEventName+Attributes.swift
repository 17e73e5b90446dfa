extension CheckoutEventName {
    /// The attributes that any event may carry: who sends it, which event of what it is, and what the SDK calls it.
    package static let common: [CheckoutAttribute] = [
        .sdkName, .sdkVersion, .sdkWrapper, .environment, .osName, .osVersion, .serviceName, .appBuild, .deviceModel,
        .session, .flow, .sequence, .elapsed, .kind, .keyMode, .sdkEvent, .sdkCode, .orderReference, .surface,
        .networkType,
    ]

    /// The attributes that this event may carry beside the common ones.
    package var attributes: [CheckoutAttribute] {
        switch self {
        case .flowStarted:
            [
                .orderTypeRequested, .configAutoClose, .configMethodChange, .configInvoice, .configLineItems,
                .configReceipt, .language, .presentation, .presentationStyle,
            ]
        case .configValidated, .configRejected: [.errorType, .errorField, .errorCount]
        case .integrationWarning: [.integrationCheck]
        case .deviceCheck: [.deviceResult, .deviceSignal]
        case .orderTypeResolved: [.orderType, .orderTypeFailure, .statusCode]
        case .presented: [.presentation, .presentationStyle, .language]
        case .ready: [.readyDuration]
        case .readyDelayed: [.readyThreshold, .errorAutoClose, .errorRecoverable]
        case .changed: []
        case .orderPrepared: [.orderPresent]
        case .attemptStarted, .attemptProcessing: [.attemptNumber, .paymentMethod, .orderPresent]
        case .actionRequired: [.attemptNumber, .actionKind, .orderPresent]
        case .attemptFailed: [.attemptNumber, .paymentMethod, .errorType, .errorRecoverable, .orderPresent]
        case .overlayOpened, .overlayClosed: [.carouselShown]
        case .uploadStarted: [.uploadSource]
        case .connectionFailed: Self.failure + [.configAutoClose]
        case .error: Self.failure + [.errorIndex, .errorCount, .errorField]
        case .retryShown, .retryRequested: [.retryCause]
        case .navigationBlocked, .urlRejected: [.navigationReason, .urlScheme, .serverAddress]
        case .authChallengeRejected: [.authMethod]
        case .returnReceived, .returnIgnored: [.returnKind, .returnChannel]
        case .bridgeMessageRejected: [.bridgeReason]
        case .listenerReleased: [.callbackLost, .errorType]
        case .terminalDuplicate: [.terminalFirst, .terminalSecond]
        case .ended:
            [
                .errorType, .returnKind, .returnChannel, .journeyType, .journeyStatus, .orderPresent,
                .paymentIDPresent, .subscriptionIDPresent, .signaturePresent, .licenseKeyPresent, .emailPresent,
                .outcome, .certainty, .cancelReason, .terminationSource, .duration, .attemptCount, .closedReported,
            ]
        case .abandonedFound, .abandonedCleared: [.abandonedAge, .abandonedPrior]
        case .widgetLoaded, .widgetHidden: [.widgetDuration, .widgetReason]
        case .telemetryDropped: [.dropReason, .count]
        case .telemetryRedacted: [.redactionRule, .count]
        }
    }

    private static let failure: [CheckoutAttribute] = [
        .errorType, .errorRecoverable, .errorAutoClose, .errorMappingMismatch, .errorNativeCode, .exceptionType,
        .statusCode, .urlScheme, .serverAddress,
    ]

    /// Whether the event may carry the attribute.
    package func takes(_ attribute: CheckoutAttribute) -> Bool {
        Self.sets[Int(index)].contains(attribute)
    }

    private static let sets: [CheckoutAttributeSet] = allCases.map { CheckoutAttributeSet(common + $0.attributes) }

    /// Its place in the list. Stores keep it: new events are added at the end.
    package var index: UInt8 { Self.indexes[self] ?? 0 }

    private static let indexes: [CheckoutEventName: UInt8] = {
        var indexes: [CheckoutEventName: UInt8] = [:]
        for (index, name) in allCases.enumerated() { indexes[name] = UInt8(truncatingIfNeeded: index) }
        return indexes
    }()
}
