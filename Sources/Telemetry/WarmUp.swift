internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryEnvelope

/// Uses once, before the first event, what is initialised at its first use.
///
/// Swift initialises a global table under a once-token, and makes the tables of generic types under a lock. A child forked while another thread held one would wait for it
/// for ever; and the first capture would pay for it.
enum WarmUp {
    /// A scratch that has been through a capture of everything.
    static func scratch(_ policy: Policy) -> ScratchBox {
        let box = ScratchBox(policy)
        use(&box.scratch)
        worker()
        return box
    }

    private static func use(_ scratch: inout EventScratch) {
        scratch.raw.append(
            """
            {"event_id":"0123456789abcdef0123456789abcdef","timestamp":1,"level":"error","message":{"formatted":\
            "4111 1111 1111 1111 a@example.com 192.0.2.1 +1 202 555 0100 Bearer abcdefghijklmnopqrstuvwxyz0123 cvv=123 \
            https://u:p@example.com/?token=abcdef0123456789 -----BEGIN PRIVATE KEY----- %3D GB82 WEST 1234 5698 7654 32"},\
            "tags":{"password":"x"},"contexts":{"checkout_raw":{"url":"https://example.com/a","name":"A B"}},\
            "breadcrumbs":{"values":[{"message":"x","data":{"card":"4111111111111111"}}]},"_meta":{"message":{}}}
            """
        )
        _ = try? scratch.scrub(eventID: EventID(high: 0, low: 0))
        _ = try? scratch.scrub(eventID: nil)
        _ = scratch.range(of: "_meta", "message")
        scratch.raw.removeAll()
        scratch.clean.removeAll()
    }

    /// The tables of what the worker reads and writes.
    private static func worker() {
        Worker.warmUp()
        var counts = DropCounts()
        counts[.queueOverflow] = 1
        _ = counts.nonZero
        let body =
            "{\"batch_id\":\"0123456789abcdef0123456789abcdef\",\"accepted\":0,\"duplicate\":0,\"rejected\":[{\"index\":0,\"reason\":\"other\"}]}"
        let reply = TransportReply(status: 429, retryAfter: "1", rateLimits: "1:error:key", body: Array(body.utf8))
        _ = ReplyReading(reply, wallMilliseconds: 0)
        _ = ReplyReading(TransportReply(status: 200, body: Array(body.utf8)), wallMilliseconds: 0)
    }
}
