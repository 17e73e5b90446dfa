internal import TelemetryDelivery

/// Collects an answer while libcurl's callbacks hand it over, within fixed limits.
///
/// Touched only by the worker thread: from the callbacks, which run inside `curl_multi_perform`, and between calls.
final class CurlReply {
    private static let headerLimit = 16_384
    private static let valueLimit = 1_024

    private(set) var body: [UInt8] = []
    private(set) var isBodyCut = false
    private(set) var areHeadersTooLarge = false
    private var headerBytes = 0
    private var understandsBatches = false
    private var retryAfter: String?
    private var rateLimits: String?

    init() {
        body.reserveCapacity(TransportReply.bodyLimit)
    }

    /// Forgets the last answer.
    func reset() {
        body.removeAll(keepingCapacity: true)
        isBodyCut = false
        areHeadersTooLarge = false
        headerBytes = 0
        forgetHeaders()
    }

    /// The answer, once its status is known.
    func reply(status: Int) -> TransportReply {
        TransportReply(
            status: status,
            understandsBatches: understandsBatches,
            retryAfter: retryAfter,
            rateLimits: rateLimits,
            body: body
        )
    }

    /// Takes bytes of the body. False when the limit is reached: what is kept is the beginning.
    func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let room = TransportReply.bodyLimit - body.count
        unsafe body.append(contentsOf: bytes.prefix(room))
        guard bytes.count > room else { return true }
        isBodyCut = true
        return false
    }

    /// Takes one header line. False when there are too many bytes of them.
    func take(header line: UnsafeBufferPointer<UInt8>) -> Bool {
        headerBytes += line.count
        guard headerBytes <= CurlReply.headerLimit else {
            areHeadersTooLarge = true
            return false
        }
        if unsafe line.starts(with: "HTTP/".utf8) {
            // An interim answer came before: only the last one's headers count.
            forgetHeaders()
        } else if let value = unsafe value(of: "x-telemetry-batch", in: line) {
            understandsBatches = value == "1"
        } else if let value = unsafe value(of: "retry-after", in: line) {
            retryAfter = value
        } else if let value = unsafe value(of: "x-sentry-rate-limits", in: line) {
            rateLimits = rateLimits.map { $0 + "," + value } ?? value
        }
        return true
    }

    private func forgetHeaders() {
        understandsBatches = false
        retryAfter = nil
        rateLimits = nil
    }

    // Header names are compared without case (RFC 9110, section 5.1); `name` is lower-case.
    private func value(of name: StaticString, in line: UnsafeBufferPointer<UInt8>) -> String? {
        let length = name.utf8CodeUnitCount
        guard line.count > length, unsafe line[length] == UInt8(ascii: ":") else { return nil }
        for offset in 0..<length {
            let byte = unsafe line[offset]
            let folded = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            guard unsafe folded == name.utf8Start[offset] else { return nil }
        }
        var start = length + 1
        var end = min(line.count, start + CurlReply.valueLimit)
        while start < end, unsafe isSpace(line[start]) { start += 1 }
        while end > start, unsafe isSpace(line[end - 1]) { end -= 1 }
        return unsafe String(decoding: line[start..<end], as: UTF8.self)
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
