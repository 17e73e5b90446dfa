import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

/// Checkout events: typed in, closed JSON out, and read back strictly.
@Suite struct CheckoutEventTests {
    static let flow = EventID(high: 0x0123_4567_89AB_CDEF, low: 0x0011_2233_4455_6677)

    /// An event of this name with every attribute that it may carry, at some value of each.
    static func full(_ name: CheckoutEventName, variant: Int = 0) -> CheckoutEvent {
        var event = CheckoutEvent(name, at: Timestamp(milliseconds: 1_764_550_000_120))
        for attribute in CheckoutAttribute.allCases {
            let value: CheckoutValue.Storage
            switch attribute.shape {
            case .words(let words): value = .word(words[variant % words.count])
            case .flag: value = .flag(variant % 2 == 0)
            case .integer(let range): value = .integer(variant % 2 == 0 ? range.lowerBound : range.upperBound)
            case .seconds: value = .seconds(CheckoutSeconds(milliseconds: Int64(variant) * 1_037))
            case .id: value = .id(flow)
            case .token: value = .token(CheckoutToken("iPhone15,2") ?? token)
            }
            event[attribute: attribute] = CheckoutValue(value)
        }
        return event
    }

    private static var token: CheckoutToken { CheckoutToken("x").unsafelyUnwrapped }

    static func json(_ event: CheckoutEvent) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        event.append(to: &bytes)
        return bytes
    }

    private func decode(_ text: String) throws -> (event: CheckoutEvent, anomalies: CheckoutAnomalies) {
        let bytes = ContiguousArray(text.utf8)
        return try CheckoutEvent.decode(bytes.span)
    }

    @Test("every event with every value of every attribute comes back the same", arguments: CheckoutEventName.allCases)
    func comesBack(_ name: CheckoutEventName) throws {
        for variant in 0..<40 {
            let event = Self.full(name, variant: variant)
            let read = try CheckoutEvent.decode(Self.json(event).span)
            #expect(read.event == event)
            #expect(read.anomalies.isEmpty)
        }
    }

    @Test("the scrubber finds nothing in any of them", arguments: CheckoutEventName.allCases)
    func isClean(_ name: CheckoutEventName) throws {
        var pass = Pass(stage: .client)
        var observer = NoObserver()
        for variant in 0..<40 {
            var output = SanitizedBuffer()
            let bytes = Self.json(Self.full(name, variant: variant))
            _ = try pass.run(input: bytes.span, policy: .checkout, into: &output, observer: &observer)
            #expect(output.bytes(in: 0..<output.count).value == Array(bytes))
        }
    }

    @Test("its policy is the document's, not the fallback")
    func readsPolicy() {
        #expect(Policy.checkout.version != Policy.strict.version)
        #expect(Policy.checkout.profile == .strict)
    }

    @Test("an event takes the attributes of its name only")
    func refusesOthers() {
        var event = CheckoutEvent(.presented, at: Timestamp(milliseconds: 1))
        event[.outcome] = .completed
        event[.statusCode] = 200
        event[.presentation] = .browser
        #expect(event[.outcome] == nil)
        #expect(event[.statusCode] == nil)
        #expect(event[.presentation] == .browser)
        event[.presentation] = nil
        #expect(event.fields.isEmpty)
    }

    @Test("numbers out of range are not taken")
    func refusesNumbers() {
        var event = CheckoutEvent(.connectionFailed, at: Timestamp(milliseconds: 1))
        event[.statusCode] = 600
        event[.sequence] = 0
        event[.errorNativeCode] = -1_001
        #expect(event[.statusCode] == nil)
        #expect(event[.sequence] == nil)
        #expect(event[.errorNativeCode] == -1_001)
    }

    @Test("what a newer SDK says is left out and counted; the event stands")
    func readsNewer() throws {
        let read = try decode(
            """
            {"name":"checkout.ended","timestamp":1764550000.5,"new":[{"a":1}],"attributes":{"checkout.sdk.name":"glomo",\
            "checkout.flow.id":"0123456789abcdef0011223344556677","checkout.sequence":2,"checkout.outcome":"refunded",\
            "checkout.colour":"blue","checkout.duration":"long","checkout.attempt.count":-1,\
            "checkout.signature.present":[[1],{"a":2}],"checkout.presentation":"browser"}}
            """
        )
        #expect(read.event[.outcome] == .other)
        #expect(read.event[.flow] == Self.flow)
        #expect(read.event[.duration] == nil)
        #expect(read.anomalies.unknownWords == 1)
        #expect(read.anomalies.unknownAttributes == 2)
        #expect(read.anomalies.droppedValues == 3)
        #expect(String(decoding: Self.json(read.event), as: UTF8.self).contains("\"checkout.outcome\":\"_OTHER\""))
    }

    @Test(
        "what cannot be placed is refused",
        arguments: [
            #"[]"#, #"{"name":"checkout.ended"}"#, #"{"name":"checkout.ended","timestamp":1}"#,
            #"{"name":"checkout.unheard","timestamp":1,"attributes":{"checkout.sdk.name":"dodo","session.id":"0123456789abcdef0011223344556677","checkout.sequence":1}}"#,
            #"{"name":"checkout.ended","timestamp":1,"attributes":{"checkout.sdk.name":"dodo","checkout.sequence":1}}"#,
            #"{"name":"checkout.ended","timestamp":1,"attributes":{"checkout.sdk.name":"dodo","session.id":"0123456789abcdef0011223344556677"}}"#,
            #"{"name":"checkout.ended","timestamp":1,"attributes":{"checkout.sequence":1,"session.id":"0123456789abcdef0011223344556677"}}"#,
            #"{"name":"checkout.ended","timestamp":1,"attributes":{"checkout.sdk.name":"dodo","checkout.sequence":2147483648,"session.id":"0123456789abcdef0011223344556677"}}"#,
            #"{"name":"checkout.ended","name":"checkout.ended","timestamp":1,"attributes":{"checkout.sdk.name":"dodo","session.id":"0123456789abcdef0011223344556677","checkout.sequence":1}}"#,
        ]
    )
    func refuses(_ text: String) {
        #expect(throws: DecodeError.self) { try decode(text) }
    }

    @Test("seconds have no zeros at their end", arguments: [(0, "0"), (5, "0.005"), (1_250, "1.25"), (60_000, "60")])
    func writesSeconds(milliseconds: Int64, text: String) {
        #expect(CheckoutValue.text(of: milliseconds) == text)
        #expect(CheckoutValue(.seconds(CheckoutSeconds(milliseconds: milliseconds))).text == text)
    }

    @Test("durations of any size are moved into the range")
    func boundsSeconds() {
        #expect(CheckoutSeconds(.seconds(-3)).milliseconds == 0)
        #expect(CheckoutSeconds(.milliseconds(1_250)).milliseconds == 1_250)
        #expect(CheckoutSeconds(.seconds(Int64.max)).milliseconds == CheckoutSeconds.limit)
        #expect(CheckoutSeconds(milliseconds: .max).milliseconds == CheckoutSeconds.limit)
    }

    @Test("a token is short and has no blanks")
    func readsTokens() {
        for text in ["", "a b", "ü", "[redacted:pan]", String(repeating: "a", count: 65)] {
            #expect(CheckoutToken(text) == nil)
        }
        #expect(CheckoutToken("17.4")?.description == "17.4")
    }

    @Test("names are unique, and a key's values are of its attribute's shape")
    func isConsistent() {
        #expect(Set(CheckoutAttribute.allCases.map(\.name.description)).count == CheckoutAttribute.allCases.count)
        for attribute in CheckoutAttribute.allCases {
            if case .words(let words) = attribute.shape {
                #expect(Set(words).count == words.count)
                #expect(words.last == (attribute == .dropReason ? "other" : "_OTHER"))
            }
        }
        for name in CheckoutEventName.allCases {
            #expect(CheckoutEventName.allCases[Int(name.index)] == name)
            #expect(Set(name.attributes).isDisjoint(with: CheckoutEventName.common))
            #expect(name.attributes.count == Set(name.attributes).count)
        }
    }

    @Test("severity follows from what is said")
    func hasLevel() {
        var ended = CheckoutEvent(.ended, at: Timestamp(milliseconds: 1))
        ended[.outcome] = .cancelled
        #expect(ended.level == .info)
        ended[.outcome] = .terminated
        #expect(ended.level == .info)
        ended[.terminationSource] = .connectionError
        #expect(ended.level == .warning)
        var error = CheckoutEvent(.error, at: Timestamp(milliseconds: 1))
        error[.errorType] = .validation
        #expect(error.level == .warning)
        error[.errorType] = .platformError
        #expect(error.level.severityNumber == 17)
    }

    /// Through the pass.
    private func passed(_ event: CheckoutEvent) throws -> [UInt8] {
        var pass = Pass(stage: .client)
        var observer = NoObserver()
        var output = SanitizedBuffer()
        _ = try pass.run(input: Self.json(event).span, policy: .checkout, into: &output, observer: &observer)
        return output.bytes(in: 0..<output.count).value
    }

    @Test("what is clean by its type is written as the pass would leave it", arguments: CheckoutEventName.allCases)
    func writesTyped(_ name: CheckoutEventName) throws {
        var written = 0
        for variant in [0, 1, 2, 3, 7, 19] {
            let whole = Self.full(name, variant: variant)
            for count in [0, 3, 10, 15] {
                var template = CheckoutEvent(.changed, at: Timestamp(milliseconds: 0))
                for (attribute, value) in whole.attributes.prefix(count) { template[attribute: attribute] = value }
                let base = CheckoutPrefix(of: template)
                var more = template
                for (attribute, value) in whole.attributes.dropFirst(count).prefix(2) where attribute.rawValue < 15 {
                    more[attribute: attribute] = value
                }
                for prefix in [base, CheckoutPrefix(base, more)] {
                    for event in [whole, Self.typed(whole, from: count)] {
                        var buffer = SanitizedBuffer()
                        let isWritten = event.append(to: &buffer, prefix: prefix)
                        guard isWritten else {
                            let left = buffer.count
                            #expect(left == 0)
                            continue
                        }
                        written += 1
                        let bytes = buffer.bytes(in: 0..<buffer.count).value
                        #expect(try bytes == passed(event))
                    }
                }
            }
        }
        #expect(written >= 18)
    }

    /// The event without what has to go through the pass, from its `first` attribute on.
    private static func typed(_ event: CheckoutEvent, from first: Int) -> CheckoutEvent {
        var typed = event
        for (attribute, _) in event.attributes.dropFirst(first)
        where attribute.shape == .token || attribute == .errorNativeCode {
            typed[attribute: attribute] = nil
        }
        return typed
    }

    @Test("a prefix of a card number is written as the pass leaves it, and a changed one is none")
    func scrubsPrefix() throws {
        var template = CheckoutEvent(.changed, at: Timestamp(milliseconds: 0))
        template[.sdkName] = .glomo
        template[.sdkVersion] = CheckoutToken("4111111111111111")
        let prefix = CheckoutPrefix(of: template)
        var event = CheckoutEvent(.ready, at: Timestamp(milliseconds: 5), as: template)
        event[.sequence] = 2
        var buffer = SanitizedBuffer()
        var isWritten = event.append(to: &buffer, prefix: prefix)
        #expect(isWritten)
        let text = String(decoding: buffer.bytes(in: 0..<buffer.count).value, as: UTF8.self)
        #expect(text.contains(#""checkout.sdk.version":"[redacted:pan]","checkout.sequence":2"#))
        event[.sdkVersion] = CheckoutToken("4000056655665556")
        buffer.removeAll()
        isWritten = event.append(to: &buffer, prefix: prefix)
        #expect(!isWritten)
        let count = buffer.count
        #expect(count == 0)
    }
}
