/// What a host forgot (`checkout.integration.check`).
public enum CheckoutIntegrationCheck: String, CheckoutWord {
    /// No usage description for the camera: the system ends the app.
    case missingCameraUsage = "missing_camera_usage"
    /// None for the photo library.
    case missingPhotoUsage = "missing_photo_usage"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What came of the device check (`checkout.device.result`).
public enum CheckoutDeviceResult: String, CheckoutWord {
    /// Nothing was found.
    case passed
    /// The device may not pay.
    case forbidden
    /// There was no check.
    case skipped
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What a device check found (`checkout.device.signal`).
public enum CheckoutDeviceSignal: String, CheckoutWord {
    /// A jailbreak.
    case jailbreak
    /// A debugger.
    case debugger
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Why a promotional widget was hidden (`checkout.widget.reason`).
public enum CheckoutWidgetReason: String, CheckoutWord {
    /// The key is not one.
    case invalidKey = "invalid_key"
    /// The amount has no plan.
    case amountOutOfRange = "amount_out_of_range"
    /// No answer.
    case networkError = "network_error"
    /// An answer that cannot be used.
    case badResponse = "bad_response"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What had become of a checkout whose record was found (`checkout.abandoned.prior`).
public enum CheckoutAbandonedPrior: String, CheckoutWord {
    /// The app was ended.
    case terminated
    /// It was cancelled.
    case cancelled
    /// It was pending.
    case pending
    /// It threw an error.
    case error
    /// One that this version does not know.
    case other = "_OTHER"
}
