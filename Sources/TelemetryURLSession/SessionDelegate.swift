internal import Foundation
internal import TelemetryDelivery

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What a session calls, on its own serial queue: hands answers to the mailbox within their limits.
///
/// A session keeps its delegate until it is invalidated, which is why this is not the transport.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// How many bytes of header fields are read.
    static let headerLimit = 16_384
    private static let valueLimit = 1_024

    private let mailbox: ReplyMailbox
    private let generation: Int

    init(_ mailbox: ReplyMailbox, generation: Int) {
        self.mailbox = mailbox
        self.generation = generation
    }

    private func key(_ task: URLSessionTask) -> ReplyMailbox.Key {
        ReplyMailbox.Key(generation: generation, task: task.taskIdentifier)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
        var headerBytes = 0
        for (name, value) in response.allHeaderFields {
            headerBytes += ((name as? String)?.utf8.count ?? 0) + ((value as? String)?.utf8.count ?? 0) + 4
        }
        let goesOn = mailbox.begin(Self.reply(response), headerBytes: headerBytes, for: key(dataTask))
        completionHandler(goesOn ? .allow : .cancel)
        // FoundationNetworking asks and does not listen.
        if !goesOn { SessionEnd.cancel(dataTask) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !mailbox.append(data, for: key(dataTask)) { SessionEnd.cancel(dataTask) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirection itself is the answer.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
        // The platform verifies servers; whoever asks for anything else gets nothing, and answers with a status.
        let isServerTrust = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
        completionHandler(isServerTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
        #else
        // FoundationNetworking makes a failure of it: the status is the answer.
        let reply = (challenge.failureResponse as? HTTPURLResponse).map(Self.reply)
        mailbox.end(nil, fallback: reply, for: key(task))
        completionHandler(.cancelAuthenticationChallenge, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let failure = error.map { TransportFailure($0) }
        let fallback = (task.response as? HTTPURLResponse).map(Self.reply)
        mailbox.end(failure, fallback: fallback, for: key(task))
    }

    private static func reply(_ response: HTTPURLResponse) -> TransportReply {
        TransportReply(
            status: response.statusCode,
            understandsBatches: value(of: "X-Telemetry-Batch", in: response) == "1",
            retryAfter: value(of: "Retry-After", in: response),
            rateLimits: value(of: "X-Sentry-Rate-Limits", in: response)
        )
    }

    private static func value(of name: String, in response: HTTPURLResponse) -> String? {
        response.value(forHTTPHeaderField: name).map { value in
            String(decoding: value.utf8.prefix(valueLimit), as: UTF8.self).trimmingCharacters(in: .whitespaces)
        }
    }
}

extension TransportFailure {
    /// The failure that a session's error means.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self.init(kind: .other)
            return
        }
        self.init(kind: Kind(error), code: Int32(truncatingIfNeeded: error.errorCode))
    }
}

extension TransportFailure.Kind {
    fileprivate init(_ error: URLError) {
        switch error.code {
        case .cannotFindHost, .dnsLookupFailed: self = .nameNotResolved
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            self = .cannotConnect
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .tls
        case .timedOut: self = .timedOut
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse: self = .connectionLost
        case .badURL, .unsupportedURL: self = .notStarted
        default: self = Self.isAboutTLS(error) ? .tls : .other
        }
    }

    /// FoundationNetworking has no code for failures of TLS: only libcurl's words tell them. They are read here and go no
    /// further.
    private static func isAboutTLS(_ error: URLError) -> Bool {
        #if canImport(FoundationNetworking)
        let text = error.localizedDescription
        return ["SSL", "TLS", "certificate"].contains { text.contains($0) }
        #else
        return false
        #endif
    }
}
