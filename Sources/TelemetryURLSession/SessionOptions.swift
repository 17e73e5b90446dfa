internal import Foundation
internal import TelemetryDelivery

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What `NetworkOptions` mean for a `URLSession`.
enum SessionOptions {
    /// Whether a session can do what the options say. What it cannot do must not be left out silently.
    static func areSupported(_ network: NetworkOptions) -> Bool {
        guard network.certificateAuthorities == nil else { return false }
        #if canImport(FoundationNetworking)
        return network.proxy == nil
        #else
        guard let proxy = network.proxy else { return true }
        return proxyDictionary(proxy) != nil
        #endif
    }

    /// How long a request may take, within what is legal.
    static func requestTimeout(_ network: NetworkOptions) -> Duration {
        network.requestTimeout.clamped(to: .milliseconds(100) ... .seconds(300))
    }

    /// The session's own timer for silence, which only has to be longer than ours: whole seconds, since FoundationNetworking
    /// takes fractions of one for none.
    static func idleTimeout(_ timeout: Duration) -> TimeInterval {
        TimeInterval(timeout.components.seconds + 2)
    }

    /// A session that keeps nothing: no cookie, no cache, no credential, in memory neither.
    static func configuration(_ network: NetworkOptions) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = 1
        configuration.timeoutIntervalForRequest = idleTimeout(requestTimeout(network))
        configuration.timeoutIntervalForResource = idleTimeout(requestTimeout(network))
        // An empty dictionary keeps a session from asking the system.
        configuration.connectionProxyDictionary = network.proxy.flatMap(proxyDictionary) ?? [:]
        #if canImport(Darwin)
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        #endif
        return configuration
    }

    /// What a session takes for a proxy's URL (`http://host:port`); nil if it cannot be read.
    static func proxyDictionary(_ text: String) -> [AnyHashable: Any]? {
        guard let url = URL(string: text), let host = url.host, let port = url.port else { return nil }
        // The names of `kCFNetworkProxies…`, half of which iOS keeps to itself.
        return [
            "HTTPEnable": 1, "HTTPProxy": host, "HTTPPort": port, "HTTPSEnable": 1, "HTTPSProxy": host,
            "HTTPSPort": port,
        ]
    }
}
