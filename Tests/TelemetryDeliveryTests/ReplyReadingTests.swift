import TelemetryEnvelope
import Testing

@testable import TelemetryDelivery

@Suite struct ReplyReadingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var status: Int
        var retryAfter: String?
        var rateLimits: String?
        var expected: Double?
        var testDescription: String { "\(status) \(retryAfter ?? "-") \(rateLimits ?? "-")" }
    }

    @Test(
        "limits are read from either header, and the longer wins",
        arguments: [
            Case(status: 200, expected: nil),
            Case(status: 200, retryAfter: "60", expected: nil),
            Case(status: 429, expected: 60),
            Case(status: 429, retryAfter: "7", expected: 7),
            Case(status: 503, retryAfter: "2.5", expected: 2.5),
            Case(status: 500, retryAfter: "9", expected: 9),
            Case(status: 503, expected: nil),
            Case(status: 200, rateLimits: "30:error:organization", expected: 30),
            Case(status: 200, rateLimits: "30:transaction:organization", expected: nil),
            Case(status: 200, rateLimits: "30::organization", expected: 30),
            Case(status: 200, rateLimits: "10:error, 40:error;session:key", expected: 40),
            Case(status: 429, retryAfter: "90", rateLimits: "10:error:key", expected: 90),
            Case(status: 429, retryAfter: "999999999", expected: 86_400),
            Case(status: 429, retryAfter: "soon", expected: 60),
            Case(status: 503, retryAfter: "-5", expected: 0),
            Case(status: 503, retryAfter: "Thu, 01 Jan 1970 00:01:40 GMT", expected: 100),
        ]
    )
    func limits(_ item: Case) {
        let reply = TransportReply(status: item.status, retryAfter: item.retryAfter, rateLimits: item.rateLimits)
        let reading = ReplyReading(reply, wallMilliseconds: 0)
        #expect(reading.limit == item.expected.map { .milliseconds(Int64($0 * 1_000)) })
    }

    @Test("a batch's reply is read, and one that cannot be read says nothing")
    func bodies() {
        let id = EventID(high: 1, low: 2)
        let text =
            "{\"batch_id\":\"\(id)\",\"accepted\":1,\"duplicate\":2,\"rejected\":[{\"index\":3,\"reason\":\"too_large\"}]}"
        var reading = ReplyReading(TransportReply(status: 200, body: Array(text.utf8)), wallMilliseconds: 0)
        #expect(reading.duplicates == 2)
        #expect(reading.rejected == [.init(index: 3, reason: .tooLarge)])
        #expect(reading.duplicatePlaces == nil)
        let named = text.dropLast() + ",\"duplicates\":[0,2]}"
        reading = ReplyReading(TransportReply(status: 200, body: Array(named.utf8)), wallMilliseconds: 0)
        #expect(reading.duplicates == 2 && reading.duplicatePlaces == [0, 2])
        let one = "{\"id\":\"\(id)\",\"duplicate\":true}"
        reading = ReplyReading(TransportReply(status: 200, body: Array(one.utf8)), wallMilliseconds: 0)
        #expect(reading.duplicates == 1)
        let cut = Array((text + String(repeating: " ", count: 4_096)).utf8.prefix(4_095)) + [0x7B]
        reading = ReplyReading(TransportReply(status: 200, body: cut), wallMilliseconds: 0)
        #expect(reading.isCut)
        for broken in ["", "{", "{\"id\":\"x\"}", String(text.dropLast(3)), "\u{0}"] {
            reading = ReplyReading(TransportReply(status: 200, body: Array(broken.utf8)), wallMilliseconds: 0)
            #expect(reading == ReplyReading())
        }
    }
}
