/// Where on the screen it happened (`checkout.surface`): rules for URLs differ by surface.
public enum CheckoutSurface: String, CheckoutWord {
    /// The checkout's page.
    case checkout
    /// The bank's page over it.
    case bankOverlay = "bank_overlay"
    /// The system's browser.
    case browser
    /// A promotional widget.
    case widget
    /// A native sheet.
    case sheet
    /// One that this version does not know.
    case other = "_OTHER"
}

/// How a checkout is presented (`checkout.presentation`).
public enum CheckoutPresentation: String, CheckoutWord {
    /// The system's sign-in session.
    case webAuthSession = "web_auth_session"
    /// A web view.
    case webView = "web_view"
    /// The system's browser.
    case browser
    /// A native sheet.
    case sheet
    /// One that this version does not know.
    case other = "_OTHER"
}

/// The style of a presentation (`checkout.presentation.style`): one without a dismiss gesture is cancelled less.
public enum CheckoutPresentationStyle: String, CheckoutWord {
    /// A sheet that can be swiped away.
    case pageSheet = "page_sheet"
    /// The whole screen.
    case fullScreen = "full_screen"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Why a navigation was stopped (`checkout.navigation.reason`).
public enum CheckoutNavigationReason: String, CheckoutWord {
    /// The host is not on the list.
    case hostNotAllowed = "host_not_allowed"
    /// The scheme is not on the list.
    case schemeNotAllowed = "scheme_not_allowed"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// The scheme of a URL (`url.scheme`); of those that apps register themselves only that they are others.
public enum CheckoutURLScheme: String, CheckoutWord {
    /// HTTP.
    case http
    /// HTTPS.
    case https
    /// A blank page.
    case about
    /// A blob of the page.
    case blob
    /// A data URL.
    case data
    /// A script.
    case javascript
    /// A file.
    case file
    /// FTP.
    case ftp
    /// Mail.
    case mailto
    /// A call.
    case tel
    /// A message.
    case sms
    /// An Android intent.
    case intent
    /// A store's page.
    case market
    /// The App Store.
    case itmsApps = "itms-apps"
    /// India's UPI.
    case upi
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Which HTTP authentication was asked for (`checkout.auth_challenge.method`).
public enum CheckoutAuthMethod: String, CheckoutWord {
    /// Basic.
    case basic
    /// Digest.
    case digest
    /// NTLM.
    case ntlm
    /// Negotiate.
    case negotiate
    /// A form.
    case form
    /// A certificate of the client.
    case clientCertificate = "client_certificate"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Which return URL came back (`checkout.return.kind`).
public enum CheckoutReturnKind: String, CheckoutWord {
    /// The one for success.
    case success
    /// The one for failure.
    case failure
    /// The one for cancels.
    case cancel
    /// One that stands for several.
    case ambiguous
    /// One that this version does not know.
    case other = "_OTHER"
}

/// How a return came (`checkout.return.channel`).
public enum CheckoutReturnChannel: String, CheckoutWord {
    /// By a universal link.
    case universalLink = "universal_link"
    /// By a scheme of the app's.
    case customScheme = "custom_scheme"
    /// Within the process.
    case inProcess = "in_process"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Where an upload came from (`checkout.upload.source`).
public enum CheckoutUploadSource: String, CheckoutWord {
    /// The camera.
    case camera
    /// The photo library.
    case photoLibrary = "photo_library"
    /// The files.
    case files
    /// One that this version does not know.
    case other = "_OTHER"
}

/// How the device was connected (`network.connection.type`).
public enum CheckoutNetworkType: String, CheckoutWord {
    /// Wi-Fi.
    case wifi
    /// A cable.
    case wired
    /// A mobile network.
    case cell
    /// Not at all.
    case unavailable
    /// Nobody knows.
    case unknown
    /// One that this version does not know.
    case other = "_OTHER"
}
