internal import CTelemetryCurl
internal import TelemetryDelivery
internal import TelemetryGzip

/// The one easy handle, reused for every request, with all that libcurl keeps pointers to.
///
/// A class because libcurl's callbacks hold a pointer to `reply`; belongs to the worker thread.
@safe final class CurlRequest {
    // Safe: `easy`, `body` and `headers` are owned here, and the transport removes the handle from its multi handle
    // before this is deallocated.
    let easy: UnsafeMutableRawPointer
    let reply = CurlReply()
    private var body: UnsafeMutablePointer<UInt8>?
    private var bodyCapacity = 0
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var destination: Destination?

    /// Nil if libcurl has no memory.
    init?() {
        guard let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = easy
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(headers)
        unsafe body?.deallocate()
    }

    /// Sets everything for one request.
    func prepare(_ batch: OutgoingBatch, environmentAuthorities: String?) throws(CurlOptionError) {
        reply.reset()
        if destination != batch.destination {
            destination = nil
            unsafe curl_easy_reset(easy)
            try configure(for: batch.destination, environmentAuthorities: environmentAuthorities)
            destination = batch.destination
        }
        try setHeaders(of: batch)
        try setBody(batch.body.bytes)
    }

    /// The status of the answer; nil if none came.
    var status: Int? {
        var code = 0
        guard unsafe telemetry_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK, code > 0 else {
            return nil
        }
        return code
    }

    /// Whether any byte of the request has left: false as long as name look-up, connection and handshake last.
    var wasSent: Bool {
        var size = 0
        return unsafe telemetry_curl_get_long(easy, CURLINFO_REQUEST_SIZE, &size) != CURLE_OK || size > 0
    }

    private func setBody(_ bytes: [UInt8]) throws(CurlOptionError) {
        if bodyCapacity < bytes.count {
            unsafe body?.deallocate()
            bodyCapacity = max(bytes.count, 4_096)
            unsafe body = .allocate(capacity: bodyCapacity)
        }
        unsafe bytes.withUnsafeBufferPointer { source in
            if let from = source.baseAddress { unsafe body?.update(from: from, count: source.count) }
        }
        // libcurl reads the body where it lies: it stays put until the next `prepare`.
        try unsafe set(pointer: body, for: CURLOPT_POSTFIELDS)
        try set(offset: Int64(bytes.count), for: CURLOPT_POSTFIELDSIZE_LARGE)
    }

    private func setHeaders(of batch: OutgoingBatch) throws(CurlOptionError) {
        var lines = batch.destination.headerLines
        lines.append("Content-Type: application/x-sentry-envelope")
        lines.append("Content-Encoding: gzip")
        lines.append("X-Telemetry-Sent-At: " + batch.sentAtText)
        // An empty value removes the header: no second of waiting where a server ignores `Expect`.
        lines.append("Expect:")
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else {
                unsafe curl_slist_free_all(list)
                throw CurlOptionError(code: Int32(CURLE_OUT_OF_MEMORY.rawValue))
            }
            unsafe list = longer
        }
        do throws(CurlOptionError) {
            try unsafe check(telemetry_curl_set_list(easy, CURLOPT_HTTPHEADER, list))
        } catch {
            unsafe curl_slist_free_all(list)
            throw error
        }
        unsafe curl_slist_free_all(headers)
        unsafe headers = list
    }
}

/// An option that this libcurl does not take.
struct CurlOptionError: Error {
    /// libcurl's code.
    var code: Int32
}

extension CurlRequest {
    /// Options that are the same for every request to a destination. Each is checked: an option that this libcurl
    /// does not know must not be silently absent.
    func configure(for destination: Destination, environmentAuthorities: String?) throws(CurlOptionError) {
        let network = destination.network
        // First of all, so that no later step can end up joining a hanging resolver's thread.
        try set(1, for: CURLOPT_QUICK_EXIT)
        try set(destination.url, for: CURLOPT_URL)
        try set(destination.isSecure ? "https" : "http", for: CURLOPT_PROTOCOLS_STR)
        try set(0, for: CURLOPT_FOLLOWLOCATION)
        try set(1, for: CURLOPT_POST)
        try set(1, for: CURLOPT_NOSIGNAL)
        try set(milliseconds(network.connectTimeout, longest: .seconds(60)), for: CURLOPT_CONNECTTIMEOUT_MS)
        try set(milliseconds(network.requestTimeout, longest: .seconds(300)), for: CURLOPT_TIMEOUT_MS)
        try set(64, for: CURLOPT_LOW_SPEED_LIMIT)
        try set(10, for: CURLOPT_LOW_SPEED_TIME)
        // One stream at a time: HTTP/2 gains nothing.
        try set(CURL_HTTP_VERSION_1_1, for: CURLOPT_HTTP_VERSION)
        try set(0, for: CURLOPT_HTTP09_ALLOWED)
        try set(1, for: CURLOPT_TCP_KEEPALIVE)
        try set(30, for: CURLOPT_TCP_KEEPIDLE)
        try set(110, for: CURLOPT_MAXAGE_CONN)
        try set(Int(CURL_NETRC_IGNORED.rawValue), for: CURLOPT_NETRC)
        try set(1, for: CURLOPT_SSL_VERIFYPEER)
        try set(2, for: CURLOPT_SSL_VERIFYHOST)
        try set(CURL_SSLVERSION_TLSv1_2, for: CURLOPT_SSLVERSION)
        if let file = network.certificateAuthorities ?? environmentAuthorities {
            try set(file, for: CURLOPT_CAINFO)
        }
        // An empty string keeps libcurl from reading the environment, which a host may be changing meanwhile.
        try set(network.proxy ?? "", for: CURLOPT_PROXY)
        try set("", for: CURLOPT_NOPROXY)
        try unsafe check(telemetry_curl_set_callback(easy, CURLOPT_WRITEFUNCTION, takeBody))
        try unsafe check(telemetry_curl_set_callback(easy, CURLOPT_HEADERFUNCTION, takeHeader))
        // Unretained: `reply` lives as long as the handle.
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(reply).toOpaque())
        try unsafe set(pointer: context, for: CURLOPT_WRITEDATA)
        try unsafe set(pointer: context, for: CURLOPT_HEADERDATA)
    }

    func set(_ value: Int, for option: CURLoption) throws(CurlOptionError) {
        try unsafe check(telemetry_curl_set_long(easy, option, value))
    }

    func set(offset: Int64, for option: CURLoption) throws(CurlOptionError) {
        try unsafe check(telemetry_curl_set_offset(easy, option, curl_off_t(offset)))
    }

    func set(_ value: String, for option: CURLoption) throws(CurlOptionError) {
        try unsafe check(telemetry_curl_set_string(easy, option, value))
    }

    func set(pointer: UnsafeRawPointer?, for option: CURLoption) throws(CurlOptionError) {
        try unsafe check(telemetry_curl_set_pointer(easy, option, pointer))
    }

    func check(_ code: CURLcode) throws(CurlOptionError) {
        guard code == CURLE_OK else { throw CurlOptionError(code: Int32(code.rawValue)) }
    }

    private func milliseconds(_ duration: Duration, longest: Duration) -> Int {
        Int(duration.clamped(to: .milliseconds(100)...longest).clampedNanoseconds / 1_000_000)
    }
}

// C callbacks: top-level, so that they belong to no actor. They run inside `curl_multi_perform` on the worker thread.

private func takeBody(
    data: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    unsafe handOver(data, size, count, context) { reply, bytes in unsafe reply.take(body: bytes) }
}

private func takeHeader(
    data: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    unsafe handOver(data, size, count, context) { reply, bytes in unsafe reply.take(header: bytes) }
}

/// Returns what was taken; anything but all of it ends the transfer.
private func handOver(
    _ data: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    to take: (CurlReply, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int {
    let (length, overflow) = size.multipliedReportingOverflow(by: count)
    guard !overflow, length > 0 else { return overflow ? 0 : length }
    guard let data = unsafe data, let context = unsafe context else { return 0 }
    let reply = unsafe Unmanaged<CurlReply>.fromOpaque(context).takeUnretainedValue()
    let bytes = unsafe UnsafeBufferPointer(
        start: UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self),
        count: length
    )
    return unsafe take(reply, bytes) ? length : 0
}
