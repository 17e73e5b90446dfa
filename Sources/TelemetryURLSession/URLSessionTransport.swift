internal import Foundation
public import TelemetryDelivery
internal import TelemetryGzip

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The transport over `URLSession`: one ephemeral session, one request at a time.
///
/// For Apple platforms. Hand one to one `Reporter`. Creating it opens nothing: the session is made for the first request. No
/// cookie, cache or credential is stored or sent, no redirect followed; a reply is read up to its limits. A deadline for the
/// whole request holds; a connection has no deadline of its own. Certificates are verified as the platform does: a file of
/// authorities (`NetworkOptions.certificateAuthorities`) is not supported, and with one no request is started, rather than
/// one that trusts others.
///
/// On Linux, over FoundationNetworking, this is for tests: use `TelemetryCurl` there. FoundationNetworking cannot stop a server
/// that sends faster than it reads, and keeps all of it; it takes proxies from the environment and none from
/// `NetworkOptions.proxy` (with one no request is started); it adds some 50 MB to a static binary; and it does not work in a
/// forked child, where every request fails at once.
public final class URLSessionTransport: Transport, @unchecked Sendable {
    // Sendable: everything mutable here belongs to the reporter's worker thread, by the contract of Transport; what other
    // threads write is behind the lock of `mailbox`.
    private let mailbox = ReplyMailbox()
    private let clock = SystemClock()
    private var session: URLSession?
    private var network: NetworkOptions?
    private var generation = 0
    private var flight: (task: URLSessionTask, deadline: Moment)?

    /// Makes a transport.
    public init() {
        ForkRegistry.add(mailbox)
    }

    deinit {
        if let session { SessionEnd.invalidate(session) }
    }

    /// Starts a request.
    public func submit(_ batch: OutgoingBatch) {
        abandon()
        let network = batch.destination.network
        guard !mailbox.isInForkedChild, SessionOptions.areSupported(network),
            let request = URLRequest(batch, timeout: SessionOptions.requestTimeout(network))
        else {
            return mailbox.fail(.notStarted)
        }
        if self.network != network { disconnect() }
        self.network = network
        let session = self.session ?? makeSession(network)
        let task = session.dataTask(with: request)
        mailbox.expect(ReplyMailbox.Key(generation: generation, task: task.taskIdentifier))
        flight = (task, clock.now + SessionOptions.requestTimeout(network))
        task.resume()
    }

    /// Sleeps until the answer is there.
    public func poll(until deadline: Moment) -> TransportResult? {
        while true {
            switch mailbox.take() {
            case .result(let result):
                flight = nil
                return result
            case .wake: return nil
            case .nothing: break
            }
            let now = clock.now
            if let flight, now >= flight.deadline {
                abandon()
                return .failure(TransportFailure(kind: .timedOut, code: Int32(URLError.timedOut.rawValue)))
            }
            guard now < deadline else { return nil }
            mailbox.sleep(min(deadline, flight?.deadline ?? deadline) - now)
        }
    }

    /// Ends the current or the next `poll` early.
    public func wake() {
        mailbox.wake()
    }

    /// Abandons the request under way.
    public func cancel() {
        abandon()
    }

    /// Abandons the request under way and closes the connections.
    public func disconnect() {
        abandon()
        if let session { SessionEnd.invalidate(session) }
        session = nil
    }

    private func abandon() {
        mailbox.expect(nil)
        if let flight { SessionEnd.cancel(flight.task) }
        flight = nil
    }

    private func makeSession(_ network: NetworkOptions) -> URLSession {
        generation += 1
        let made = URLSession(
            configuration: SessionOptions.configuration(network),
            delegate: SessionDelegate(mailbox, generation: generation),
            // Nil: a serial queue of the session's own.
            delegateQueue: nil
        )
        session = made
        return made
    }
}

extension URLRequest {
    /// The request for a batch; nil if its URL cannot be read.
    fileprivate init?(_ batch: OutgoingBatch, timeout: Duration) {
        guard let url = URL(string: batch.destination.url),
            url.scheme == (batch.destination.isSecure ? "https" : "http")
        else { return nil }
        self.init(
            url: url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: SessionOptions.idleTimeout(timeout)
        )
        httpMethod = "POST"
        httpShouldHandleCookies = false
        httpBody = Data(batch.body.bytes)
        for line in batch.destination.headerLines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            setValue(parts[1].drop { $0 == " " }.description, forHTTPHeaderField: String(parts[0]))
        }
        setValue("application/x-sentry-envelope", forHTTPHeaderField: "Content-Type")
        setValue("gzip", forHTTPHeaderField: "Content-Encoding")
        setValue(batch.sentAtText, forHTTPHeaderField: "X-Telemetry-Sent-At")
        // Replies are short: nothing is gained by inflating what a server might have blown up.
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
}
