import Foundation
import Telemetry
import TelemetryTesting
import TelemetryURLSession
import Testing

private struct Wrapper: ReportableError {
    var reportDomain: String { "wrapper" }
    var reportCode: String { "1" }
    var reportUnderlying: (any Error)?
}

/// What is reported of Foundation's errors.
@Suite struct NSErrorTests {
    private static let pan = "4111 1111 1111 1111"
    private static let url = URL(string: "https://user:secret@api.example.com:8443/v1/cards/4111111111111111?token=abc")

    private static func event(_ error: any Error, describes: Bool = false) throws -> SentEvent {
        var configuration = Configuration(mode: .memory(capacity: 1))
        configuration.sendsErrorDescriptions = describes
        let reporter = try Reporter(configuration)
        reporter.capture(error: error)
        return SentEvent(try #require(reporter.memory.first).json)
    }

    private static func values(_ event: SentEvent) -> [String] {
        event["/exception/values"]?.elements.compactMap { $0["/value"]?.string } ?? []
    }

    /// An error with something of everything in its user information.
    private static func talkative(_ underlying: (any Error)? = nil) -> NSError {
        var information: [String: Any] = [
            NSLocalizedDescriptionKey: "card \(pan) was declined", NSLocalizedFailureReasonErrorKey: "Jane Roe",
            NSLocalizedRecoverySuggestionErrorKey: "ask Jane Roe", "request": "body \(pan)",
            NSDebugDescriptionErrorKey: "at \(pan)",
        ]
        information[NSURLErrorFailingURLErrorKey] = url
        information[NSUnderlyingErrorKey] = underlying
        return NSError(domain: "com.example.payments", code: -42, userInfo: information)
    }

    @Test("domain, code and the chain behind, the innermost first; nothing of the user information")
    func chain() throws {
        let error = Self.talkative(NSError(domain: NSPOSIXErrorDomain, code: 54))
        let event = try Self.event(Wrapper(reportUnderlying: error))
        #expect(Self.values(event) == ["NSPOSIXErrorDomain: 54", "com.example.payments: -42", "wrapper: 1"])
        #expect(event["/exception/values/1/mechanism/data/domain"] == "com.example.payments")
        #expect(event["/exception/values/1/mechanism/data/code"] == "-42")
        for text in ["declined", "Roe", "body", "4111", "redacted", "example.com:8443", "secret"] {
            #expect(!event.contains(text), "\(text)")
        }
    }

    @Test("described, it tells scheme and host of the URL that failed, and nothing else")
    func described() throws {
        let event = try Self.event(Self.talkative(), describes: true)
        #expect(Self.values(event) == ["com.example.payments: -42: https://api.example.com"])
        for text in ["declined", "Roe", "4111", "v1", "secret", "token", "redacted"] {
            #expect(!event.contains(text), "\(text)")
        }
    }

    @Test("errors that Foundation hands out as structures are followed, too")
    func structures() throws {
        let url = try #require(Self.url)
        let inner = Self.talkative()
        let network = URLError(
            .cannotConnectToHost,
            userInfo: [NSUnderlyingErrorKey: inner, NSURLErrorFailingURLErrorKey: url]
        )
        #expect(Self.values(try Self.event(network)) == ["com.example.payments: -42", "NSURLErrorDomain: -1004"])
        #expect(
            Self.values(try Self.event(network, describes: true)).last
                == "NSURLErrorDomain: -1004: https://api.example.com"
        )
        let file = CocoaError(
            .fileReadNoSuchFile,
            userInfo: [NSFilePathErrorKey: "/Users/jane/\(Self.pan)", NSUnderlyingErrorKey: POSIXError(.ENOENT)]
        )
        for describes in [false, true] {
            let event = try Self.event(file, describes: describes)
            #expect(Self.values(event) == ["NSPOSIXErrorDomain: 2", "NSCocoaErrorDomain: 260"])
            #expect(!event.contains("jane") && !event.contains("4111"))
        }
        let several = NSError(domain: "several", code: 1, userInfo: ["NSMultipleUnderlyingErrorsKey": [network, file]])
        #expect(
            Self.values(try Self.event(several)) == [
                "com.example.payments: -42", "NSURLErrorDomain: -1004", "several: 1",
            ]
        )
    }

    @Test("what decoders throw leads to Foundation's own error behind it")
    func decoding() throws {
        do {
            _ = try JSONDecoder().decode([String: Int].self, from: Data("{\"card\": 4111111111111111".utf8))
            Issue.record("it decodes")
        } catch {
            let event = try Self.event(error)
            #expect(Self.values(event).last?.hasSuffix("dataCorrupted") == true)
            #expect(Self.values(event).first?.hasPrefix("NSCocoaErrorDomain: ") == true, "\(Self.values(event))")
            #expect(!event.contains("4111"))
        }
    }

    @Test("long chains end at eight")
    func bound() throws {
        var error = NSError(domain: "end", code: 0)
        for number in 1...20 { error = NSError(domain: "link", code: number, userInfo: [NSUnderlyingErrorKey: error]) }
        #expect(Self.values(try Self.event(error)) == (13...20).map { "link: \($0)" })
    }
}
