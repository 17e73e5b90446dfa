internal import CTelemetryCurl
public import TelemetryDelivery

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The transport over libcurl: one multi handle, one reused easy handle, one request at a time.
///
/// Hand one to one `Reporter`. Creating it opens nothing: libcurl's handle is made for the first request.
@safe public final class CurlTransport: Transport, @unchecked Sendable {
    // Sendable and safe: `request` and `failure` belong to the reporter's worker thread, by the contract of Transport;
    // what `wake` needs from any thread is behind `multi`'s lock and in the atomic `isWoken`.
    @safe private struct MultiHandle {
        var pointer: UnsafeMutableRawPointer?
    }

    private let multi: Lock<MultiHandle>
    private let isWoken = AtomicCell(0)
    private let environmentAuthorities: String?
    private let clock = SystemClock()
    private var request: CurlRequest?
    private var isRegistered = false
    private var isInFlight = false
    private var failure: TransportFailure?

    /// Makes a transport. The environment's `SSL_CERT_FILE` is read here, once.
    public init() {
        let authorities = unsafe getenv("SSL_CERT_FILE").map { unsafe String(cString: $0) }
        environmentAuthorities = authorities.flatMap { $0.isEmpty ? nil : $0 }
        multi = unsafe Lock(MultiHandle(pointer: nil))
        // Here and not on the worker: a child forked in the midst of it could never finish it.
        _ = CurlLibrary.isUsable
    }

    deinit {
        // At the end of the process nothing is cleaned up any more.
        guard CurlGate.enter() else {
            if let request { _ = unsafe Unmanaged.passRetained(request) }
            return
        }
        defer { CurlGate.leave() }
        detach()
        request = nil
        multi.withLock { multi in
            if let pointer = unsafe multi.pointer { _ = unsafe curl_multi_cleanup(pointer) }
            unsafe multi.pointer = nil
        }
    }

    /// Starts a request.
    public func submit(_ batch: OutgoingBatch) {
        CurlGate.pass { start(batch) }
    }

    private func start(_ batch: OutgoingBatch) {
        detach()
        failure = nil
        guard let multi = unsafe makeHandle(), let request = request ?? CurlRequest() else {
            failure = TransportFailure(kind: .notStarted)
            return
        }
        self.request = request
        do throws(CurlOptionError) {
            try request.prepare(batch, environmentAuthorities: environmentAuthorities)
        } catch {
            failure = TransportFailure(kind: .notStarted, code: error.code)
            return
        }
        let code = unsafe curl_multi_add_handle(multi, request.easy)
        guard code == CURLM_OK else {
            failure = TransportFailure(kind: .notStarted, code: code.rawValue)
            return
        }
        isInFlight = true
    }

    /// Drives the request and sleeps in `curl_multi_poll`.
    public func poll(until deadline: Moment) -> TransportResult? {
        if let failure {
            self.failure = nil
            return .failure(failure)
        }
        guard let multi = unsafe makeHandle() else {
            pause(until: deadline)
            return nil
        }
        while true {
            if let result = CurlGate.pass({ unsafe drive(multi) }) { return result }
            if isWoken.exchange(0) != 0 { return nil }
            let now = clock.now
            guard now < deadline else { return nil }
            // Rounded up, so that the last fraction of a millisecond is not spent spinning.
            let rest = (deadline - now).clamped(to: .zero ... .seconds(60)).clampedNanoseconds
            _ = unsafe curl_multi_poll(multi, nil, 0, Int32(rest / 1_000_000 + 1), nil)
        }
    }

    /// Does what can be done without waiting. The end of the request, if it has come.
    private func drive(_ multi: UnsafeMutableRawPointer) -> TransportResult? {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(multi, &running)
        var code = CURLE_OK
        guard isInFlight, unsafe telemetry_curl_next_result(multi, &code) != 0 else { return nil }
        return finish(code)
    }

    /// Ends the current or the next `poll` early.
    public func wake() {
        // One write is enough until the worker has seen it.
        guard isWoken.exchange(1) == 0 else { return }
        multi.withLock { multi in
            if let pointer = unsafe multi.pointer { _ = unsafe curl_multi_wakeup(pointer) }
        }
    }

    /// Abandons the request in flight.
    public func cancel() {
        CurlGate.pass { detach() }
        failure = nil
    }

    /// Abandons the request in flight and closes all connections, libcurl's handles with them.
    public func disconnect() {
        CurlGate.pass {
            detach()
            failure = nil
            request = nil
            let pointer = unsafe multi.withLock { (multi) -> UnsafeMutableRawPointer? in
                defer { unsafe multi.pointer = nil }
                return unsafe multi.pointer
            }
            if let pointer = unsafe pointer { _ = unsafe curl_multi_cleanup(pointer) }
        }
    }

    // The pointer may be used outside the lock by the worker only: only it, deinit and a forked child take it away.
    private func handle() -> UnsafeMutableRawPointer? {
        unsafe multi.withLock { unsafe $0.pointer }
    }

    // The worker's first call makes it. A `wake` before that has left its mark in `isWoken`.
    private func makeHandle() -> UnsafeMutableRawPointer? {
        if let pointer = unsafe handle() { return unsafe pointer }
        guard CurlLibrary.isUsable else { return nil }
        // Before there is anything that a fork could catch half made, and never from inside the lock.
        if !isRegistered { ForkRegistry.add(self) }
        isRegistered = true
        return unsafe multi.withLock { multi in
            unsafe multi.pointer = curl_multi_init()
            return unsafe multi.pointer
        }
    }

    private func detach() {
        guard isInFlight, let request else { return }
        isInFlight = false
        if let multi = unsafe handle() { _ = unsafe curl_multi_remove_handle(multi, request.easy) }
    }

    private func finish(_ code: CURLcode) -> TransportResult {
        detach()
        guard let request else { return .failure(TransportFailure(kind: .other)) }
        // A body cut at its limit is still an answer: status and headers have been read.
        let isCut = code == CURLE_WRITE_ERROR && request.reply.isBodyCut
        if code == CURLE_OK || isCut, let status = request.status {
            return .reply(request.reply.reply(status: status))
        }
        var kind = request.reply.areHeadersTooLarge ? .replyTooLarge : TransportFailure.Kind(code)
        if !request.wasSent {
            // However it ended, no server has seen anything of it: what waits on disk may wait for one.
            if kind == .connectionLost { kind = .tls }
            if kind == .timedOut { kind = .cannotConnect }
        }
        return .failure(TransportFailure(kind: kind, code: Int32(code.rawValue)))
    }

    private func pause(until deadline: Moment) {
        let rest = (deadline - clock.now).clamped(to: .zero ... .milliseconds(50)).clampedNanoseconds
        var time = timespec(tv_sec: 0, tv_nsec: Int(rest))
        _ = unsafe nanosleep(&time, nil)
    }
}

extension CurlTransport: ForkParticipant {
    package func prepareForFork() {
        multi.acquire()
    }

    package func resumeInParent() {
        multi.release()
    }

    package func restartInChild() {
        multi.reinitialize()
        CurlGate.restartInChild()
        // Forgotten, not cleaned up: the parent owns the connections, and libcurl has no fork detection.
        if let request { _ = unsafe Unmanaged.passRetained(request) }
        request = nil
        isInFlight = false
        failure = nil
        isWoken.store(0)
        multi.withLock { unsafe $0.pointer = nil }
    }
}

extension TransportFailure.Kind {
    fileprivate init(_ code: CURLcode) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .nameNotResolved
        case CURLE_COULDNT_CONNECT: self = .cannotConnect
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
            self = .tls
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: self = .connectionLost
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_OUT_OF_MEMORY: self = .notStarted
        default: self = .other
        }
    }
}

/// libcurl's process-wide state. Initialised once, never cleaned up: the host may be using libcurl too.
private enum CurlLibrary {
    /// Whether libcurl can be used: initialised, and with a resolver that can time out.
    static let isUsable: Bool = {
        guard telemetry_curl_global_init() == CURLE_OK, telemetry_curl_resolves_asynchronously() != 0 else {
            return false
        }
        CurlGate.install()
        return true
    }()
}
