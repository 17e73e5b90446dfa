import Testing

@testable import Telemetry
@testable import TelemetryDelivery

private enum GatewayError: Error {
    case refused(card: String)
    case offline
}

private struct WrappedError: ReportableError {
    var inner: (any Error)?
    var reportDomain: String { "payments.network" }
    var reportCode: String { "timeout" }
    var reportDescription: String? {
        "GET https://user:pw@api.example.com:8443/v1/cards/4111111111111111?token=abc failed, see (http://x.example/y)"
    }
    var reportUnderlying: (any Error)? { inner }
}

private struct ForeignError: ReportableError {
    var reportType: String? { "TypeError" }
    var reportDomain: String { "TypeError" }
    var reportCode: String { "7" }
}

private struct LongError: ReportableError {
    var reportDescription: String?
    var reportDomain: String { "long" }
    var reportCode: String { "1" }
}

private final class CircularError: ReportableError {
    var reportDomain: String { "circle" }
    var reportCode: String { "1" }
    var reportUnderlying: (any Error)? { self }
}

private struct TalkativeError: Error, CustomStringConvertible {
    var description: String { "card 4111 1111 1111 1111 for a.person@mail.example" }
}

@Suite struct ErrorTests {
    private static func event(_ error: any Error, describes: Bool = false) throws -> String {
        var configuration = Configuration(mode: .memory(capacity: 1))
        configuration.sendsErrorDescriptions = describes
        let reporter = try Reporter(configuration)
        reporter.capture(error: error)
        let text = try #require(reporter.memory.first).text
        #expect(!text.containsPAN && !text.contains("a.person"))
        return text
    }

    @Test("an enumeration's case is told, its values are not, described or not", arguments: [false, true])
    func cases(describes: Bool) throws {
        let refused = try Self.event(GatewayError.refused(card: "4111111111111111"), describes: describes)
        #expect(refused.contains("GatewayError\",\"value\":\"refused\",\"mechanism\""))
        #expect(refused.contains("\"type\":\"TelemetryTests.GatewayError\""))
        #expect(!refused.contains("4111") && !refused.contains("[redacted"))
        #expect(try Self.event(GatewayError.offline, describes: describes).contains("\"value\":\"offline\""))
    }

    @Test("an error of another language has a type of its own")
    func foreignType() throws {
        let text = try Self.event(ForeignError())
        #expect(text.contains("\"type\":\"TypeError\",\"value\":\"code 7\""))
    }

    @Test("domain, code and the errors behind, the innermost first")
    func chain() throws {
        let text = try Self.event(WrappedError(inner: WrappedError(inner: GatewayError.offline)))
        let values = text.ranges(of: "\"value\":\"payments.network: timeout\"")
        #expect(values.count == 2)
        let inner = try #require(text.firstRange(of: "\"value\":\"offline\""))
        #expect(inner.lowerBound < values[0].lowerBound)
        #expect(text.contains("\"data\":{\"domain\":\"payments.network\",\"code\":\"timeout\"}"))
        #expect(!text.contains("api.example.com"))
    }

    @Test("a chain that leads back to itself ends")
    func circle() throws {
        #expect(try Self.event(CircularError()).ranges(of: "\"value\":\"circle: 1\"").count == ErrorSummary.chainLimit)
    }

    @Test("descriptions only when asked for, scrubbed, URLs cut to scheme and host")
    func descriptions() throws {
        let text = try Self.event(WrappedError(), describes: true)
        #expect(
            text.contains(
                "\"value\":\"payments.network: timeout: GET https://api.example.com:8443 failed, see (http://x.example)\""
            ),
            "\(text)"
        )
        #expect(!text.contains("/v1/") && !text.contains("token") && !text.contains("pw@"))
        #expect(!(try Self.event(TalkativeError()).contains("card")))
        #expect(try Self.event(TalkativeError(), describes: true).contains("card [redacted:pan] for [redacted:email]"))
    }

    @Test(
        "URLs are cut wherever they stand, also inside of JSON that is quoted",
        arguments: [
            ("see https://a.example/x?y=1, then http://b.example#z", "see https://a.example, then http://b.example"),
            (
                #"{"url":"https:\/\/u:p@api.example.com\/v1\/c?t=1","n":1}"#,
                #"{"url":"https:\/\/api.example.com","n":1}"#
            ),
            ("file:///Users/jane/x.txt is missing", "file:// is missing"),
            ("no URL: //x, a:/b, c:", "no URL: //x, a:/b, c:"), ("https://", "https://"), ("", ""),
        ]
    )
    func urls(text: String, cut: String) {
        #expect(ErrorSummary.cuttingURLs(text) == cut)
    }

    @Test("of a description without an end, little is kept, and no part of a number where it is cut")
    func longDescription() throws {
        for length in stride(from: 8_100, to: 8_200, by: 7) {
            let error = LongError(
                reportDescription: String(repeating: "x", count: length) + " 4111 1111 1111 1111 " + "y"
            )
            #expect(try Self.event(error, describes: true).utf8.count < 9_500)
        }
        let endless = LongError(
            reportDescription: "https://a.example/" + String(repeating: "1", count: 1_000_000) + " end"
        )
        #expect(try Self.event(endless, describes: true).contains("long: 1: https://a.example end"))
        let huge = LongError(reportDescription: String(repeating: "word ", count: 200_000))
        #expect(try Self.event(huge, describes: true).utf8.count < 9_500)
    }

    @Test("coding errors tell their case, and where, when asked")
    func coding() throws {
        let path = [Key("orders"), Key("4111111111111111"), Key("amount")]
        let context = DecodingError.Context(
            codingPath: path,
            debugDescription: "no key",
            underlyingError: GatewayError.offline
        )
        let error = DecodingError.keyNotFound(Key("amount"), context)
        let text = try Self.event(error)
        #expect(text.contains(": keyNotFound\"") || text.contains("\"value\":\"keyNotFound\""), "\(text)")
        #expect(text.contains("\"value\":\"offline\"") && !text.contains("orders"))
        #expect(try Self.event(error, describes: true).contains("orders.[redacted:pan].amount: no key"))
        let encoding = EncodingError.invalidValue(
            "4111111111111111",
            EncodingError.Context(codingPath: [], debugDescription: "not a number")
        )
        #expect(try Self.event(encoding, describes: true).contains("invalidValue: not a number"))
    }
}

private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
