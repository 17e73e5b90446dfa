import Sanitizer
package import TelemetryDelivery
import TelemetryEnvelope
import TelemetryGzip

extension OutgoingBatch {
    /// A batch of one small event for `url`, sent at a moment of its own.
    package static func sample(
        to url: String,
        isSecure: Bool = false,
        headerLines: [String] = ["X-Test: 1"],
        network: NetworkOptions = NetworkOptions()
    ) throws -> OutgoingBatch {
        var buffer = SanitizedBuffer()
        buffer.append("{\"event_id\":\"\"}\n")
        var deflater = try Deflater()
        var batch = OutgoingBatch(
            id: .random(),
            body: try deflater.gzip(buffer),
            eventCount: 1,
            destination: Destination(url: url, isSecure: isSecure, headerLines: headerLines, network: network)
        )
        batch.sentAt = 1_764_498_000_123
        return batch
    }
}

extension Transport {
    /// Polls until the request ends or `seconds` are over.
    package func result(within seconds: Int = 10) -> TransportResult? {
        let clock = SystemClock()
        let deadline = clock.now + .seconds(seconds)
        while clock.now < deadline {
            if let result = poll(until: deadline) { return result }
        }
        return nil
    }
}
