/// How requests travel. Redirects, cookies, netrc and unverified TLS have no switch: they are off.
public struct NetworkOptions: Sendable, Hashable {
    /// Name look-up, connection and TLS handshake together. Clamped to 0.1…60 s.
    public var connectTimeout: Duration
    /// The whole request. Clamped to 0.1…300 s.
    public var requestTimeout: Duration
    /// A PEM file of certificate authorities to trust instead of the system's. Nil: the environment's `SSL_CERT_FILE`
    /// if set, else the system's.
    public var certificateAuthorities: String?
    /// A proxy's URL. Nil: none, whatever the environment says.
    public var proxy: String?

    /// Options; the defaults suit a phone and a server alike.
    public init(
        connectTimeout: Duration = .seconds(5),
        requestTimeout: Duration = .seconds(15),
        certificateAuthorities: String? = nil,
        proxy: String? = nil
    ) {
        self.connectTimeout = connectTimeout
        self.requestTimeout = requestTimeout
        self.certificateAuthorities = certificateAuthorities
        self.proxy = proxy
    }
}

/// Where batches go: one per reporter, the same for all of its requests.
public struct Destination: Sendable, Hashable {
    /// The endpoint's URL, without user information.
    public let url: String
    /// Whether the URL's scheme is `https`. Plain `http` is only made for loopback hosts.
    public let isSecure: Bool
    /// Complete header lines that every request carries: authentication and user agent.
    public let headerLines: [String]
    /// How requests travel.
    public let network: NetworkOptions

    /// A destination from its parts.
    package init(url: String, isSecure: Bool, headerLines: [String], network: NetworkOptions) {
        self.url = url
        self.isSecure = isSecure
        self.headerLines = headerLines
        self.network = network
    }
}
