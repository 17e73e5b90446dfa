import Sanitizer
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryDelivery

private struct DeclinedError: ReportableError {
    var secret = "4111 1111 1111 1111"
    var reportDomain: String { "payments.network" }
    var reportCode: String { "timeout" }
}

private enum PlainError: Error {
    case failed(String)
}

@Suite struct ReporterMemoryTests {
    private static let pan = "4111 1111 1111 1111"

    private static func reporter(_ change: (inout Configuration) throws -> Void = { _ in }) throws -> Reporter {
        var configuration = Configuration(mode: .memory(capacity: 100), release: "checkout@4.2.0", environment: "test")
        try change(&configuration)
        return try Reporter(configuration)
    }

    @Test("keeps the bytes that would leave: scrubbed, whole, with what every event carries")
    func message() throws {
        let reporter = try Self.reporter()
        let id = try #require(reporter.capture("card \(Self.pan) was declined", level: .error))
        let event = try #require(reporter.memory.first)
        #expect(event.id == id)
        #expect(event.text.hasPrefix("{\"timestamp\":\""))
        #expect(
            event.text.contains("\"level\":\"error\",\"platform\":\"native\",\"sdk\":{\"name\":\"telemetry.swift\"")
        )
        #expect(event.text.contains("\"release\":\"checkout@4.2.0\",\"environment\":\"test\","))
        #expect(event.text.contains("\"message\":{\"formatted\":\"card [redacted:pan] was declined\"}"))
        #expect(event.text.contains("\"event_id\":\"\(id)\""))
        #expect(event.text.contains("\"_meta\":{\"message\":{\"formatted\":{"))
        #expect(!event.text.containsPAN)
        let envelope = String(decoding: event.envelope, as: UTF8.self)
        let size = event.json.count
        #expect(envelope == "{\"event_id\":\"\(id)\"}\n{\"type\":\"event\",\"length\":\(size)}\n\(event.text)\n")
    }

    @Test("a policy of the host's is in force for all of an event, and a key for digests is nothing that a client has")
    func policies() throws {
        let document = ContiguousArray(
            #"""
            {"words":{"secret":["acme voucher"]},"rules":[{"rule":"device","path":"**.till"}],
             "suppress":[{"rule":"email"}],"methods":{"pan":"truncate"}}
            """#.utf8
        )
        let reporter = try Self.reporter {
            $0.policy = try Policy(document: document.span)
            $0.environment = "acme_voucher=abc123def7"
        }
        reporter.setTag("till", "T-9")
        reporter.addBreadcrumb("acme_voucher=abc123def8")
        reporter.capture("card \(Self.pan), to a.person@mail.example", level: .error)
        reporter.capture(eventJSON: #"{"extra":{"acme_voucher":"V-9"},"contexts":{"checkout_raw":{"till":"T-8"}}}"#)
        let events = reporter.memory.map(\.text)
        #expect(events.count == 2)
        #expect(events[0].contains("card 411111******1111, to a.person@mail.example"))
        #expect(events[0].contains("\"environment\":\"acme_voucher=[redacted:secret]\""))
        #expect(events[1].contains("\"acme_voucher\":\"[redacted:secret]\""))
        for event in events {
            for value in ["T-8", "T-9", "abc123def", "V-9"] { #expect(!event.contains(value), "\(event)") }
        }
        for method in ["pan", "secret", "email"] {
            let keyed = ContiguousArray("{\"methods\":{\"\(method)\":\"hmac\"}}".utf8)
            #expect(throws: Policy.DocumentError.self) { try Policy(document: keyed.span) }
        }
    }

    @Test("a sampled reporter says its rate in every envelope")
    func sampledEnvelope() throws {
        let reporter = try Self.reporter { $0.sampleRate = 0.5 }
        while reporter.memory.isEmpty { reporter.capture("x") }
        let envelope = String(decoding: try #require(reporter.memory.first).envelope, as: UTF8.self)
        #expect(envelope.split(separator: "\n").first?.hasSuffix(",\"sample_rate\":0.500000}") == true)
    }

    @Test("a context that is too large is noted, costs no event, and leaves what was set before")
    func largeContexts() throws {
        let reporter = try Self.reporter()
        let words = String(repeating: "word ", count: 1_600)
        let large = ["a": ContextValue.string(words), "b": .string(words), "c": .string(words)]
        let huge = ["list": ContextValue.array((0..<200).map { _ in .string(words) })]
        reporter.setContext("device", ["model": .string("first")])
        reporter.setContext("device", large)
        reporter.setContext("screen", huge)
        reporter.setContext("screen \(Self.pan)", huge)
        #expect(reporter.capture("x") != nil)
        var text = try #require(reporter.memory.last).text
        #expect(text.contains("\"device\":{\"model\":\"first\"}"))
        #expect(text.contains("\"device\":{\"\":{\"err\":[\"value_too_long\"]}}"))
        #expect(text.contains("\"screen\":{\"\":{\"err\":[\"value_too_long\"]}}"))
        #expect(!text.contains("\"list\"") && !text.containsPAN)
        // All of them together are bounded too, and the newest stay.
        for number in 0..<40 { reporter.setContext("part\(number)", ["a": .string(words)]) }
        #expect(reporter.capture("y") != nil)
        text = try #require(reporter.memory.last).text
        #expect(text.utf8.count < 80_000)
        #expect(text.contains("\"part39\":") && text.contains("\"part36\":") && !text.contains("\"part20\":"))
        reporter.setContext("part39", nil)
        reporter.capture("z")
        #expect(try #require(reporter.memory.last).text.contains("\"part39\":") == false)
    }

    @Test("tags are bounded together, whatever their escapes make of them")
    func manyTags() throws {
        let reporter = try Self.reporter()
        let value = String(repeating: "\u{1}", count: 1_000)
        for number in 0..<200 { reporter.setTag("tag\(number)", value) }
        #expect(reporter.capture("x") != nil)
        let text = try #require(reporter.memory.last).text
        #expect(text.contains("\"tag199\":") && !text.contains("\"tag0\":") && text.utf8.count < 80_000)
    }

    @Test("what the host said is overwritten when a capture is over, and large memory is given back")
    func idleScratch() throws {
        let reporter = try Self.reporter()
        // A number of this test's own: memory behind what was written may hold what other tests have freed.
        reporter.capture("card 3530 1113 3330 0000", level: .error)
        var box = reporter.scope.pool.lend()
        let bytes = box.scratch.raw.bytes
        #expect(bytes.isEmpty && bytes.capacity >= 2_048)
        let idle = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(decoding: UnsafeBufferPointer(start: $0, count: 2_048), as: UTF8.self) }
        }
        #expect(idle?.contains("3530 1113") == false)
        reporter.scope.pool.takeBack(box)
        reporter.capture(eventJSON: "{\"message\":\"" + String(repeating: "word ", count: 100_000) + "\"}")
        #expect(reporter.memory.count == 2)
        box = reporter.scope.pool.lend()
        #expect(box.scratch.raw.bytes.capacity < 300_000)
        #expect(box.scratch.clean.capacity < 300_000 && box.scratch.event.capacity < 300_000)
    }

    @Test("texts are escaped wherever in a word of eight bytes a character stands that needs it")
    func escapes() {
        for character in ["\"", "\\", "\n", "\u{1}", "\u{1F}", "é", "\u{7F}", "€", " "] {
            for place in 0..<25 {
                let text =
                    String(repeating: "ab", count: place / 2) + (place % 2 == 0 ? "" : "c") + character + "z€z\"q"
                var raw = RawJSON(capacity: 0)
                raw.append(string: text, limit: 100)
                let decoded = ContextValue(json: raw.bytes.span)
                #expect(decoded == .string(text), "\(text.debugDescription)")
            }
        }
    }

    @Test("delivered and remembered events are the same bytes but for id and time")
    func sameBytes() async throws {
        let transport = RecordingTransport()
        let delivering = try Reporter(recordingTo: transport) { $0.release = "checkout@4.2.0" }
        let remembering = try Self.reporter { $0.environment = nil }
        for reporter in [delivering, remembering] {
            reporter.setTag("method", "card")
            reporter.setContext("device", ["model": "first"])
            reporter.addBreadcrumb("tapped \"pay\"", category: "ui", data: ["step": 3])
            reporter.capture("said \"no\"\n", level: .error)
            reporter.capture(error: PlainError.failed(Self.pan))
            reporter.addBreadcrumb("card \(Self.pan)", category: "ui")
            reporter.capture("after a note", level: .error)
        }
        #expect(await delivering.flush(timeout: .seconds(10)) == .finished)
        func plain(_ texts: [String]) -> [String] {
            texts.map { text in
                text.replacing(#/"event_id":"[0-9a-f]{32}"/#, with: "ID").replacing(
                    #/"timestamp":"[^"]*"/#,
                    with: "TIME"
                )
            }
        }
        #expect(plain(transport.events.map(\.text)) == plain(remembering.memory.map(\.text)))
        #expect(transport.events.count == 3 && !transport.envelopes.contains { $0.text.containsPAN })
        #expect(transport.events.last?.text.contains("\"_meta\":{\"breadcrumbs\":{\"values\":{\"1\"") == true)
    }

    @Test("a full memory store takes an event as quickly as an empty one, and keeps the newest in order")
    func fullMemory() throws {
        let clock = ContinuousClock()
        func seconds(capacity: Int) -> Duration {
            let store = MemoryStore(capacity: capacity)
            var event = SanitizedBuffer()
            event.append("{}")
            for number in 0..<capacity {
                _ = store.offer(event, id: EventID(high: 0, low: UInt64(number)), level: .info, sampleRate: 1)
            }
            let took = clock.measure {
                for number in 0..<2_000 {
                    _ = store.offer(event, id: EventID(high: 1, low: UInt64(number)), level: .info, sampleRate: 1)
                }
            }
            let events = store.events
            #expect(events.count == capacity && events.last?.id == EventID(high: 1, low: 1_999))
            #expect(zip(events, events.dropFirst()).allSatisfy { ($0.id.high, $0.id.low) < ($1.id.high, $1.id.low) })
            #expect(store.bytes == 2 * capacity && store.ledger.isBalanced)
            return took
        }
        let small = seconds(capacity: 500)
        #expect(seconds(capacity: 50_000) < small * 10 + .milliseconds(50))
    }

    @Test("an error tells its type, and domain and code only if it says so itself")
    func errors() throws {
        let reporter = try Self.reporter()
        reporter.capture(error: DeclinedError())
        reporter.capture(error: PlainError.failed("for Jane Roe, \(Self.pan)"))
        let texts = reporter.memory.map(\.text)
        #expect(texts[0].contains("DeclinedError"))
        #expect(texts[0].contains("\"value\":\"payments.network: timeout\""))
        #expect(texts[1].contains("PlainError"))
        #expect(texts[1].contains("\"value\":\"failed\""))
        #expect(texts.allSatisfy { !$0.containsPAN && !$0.contains("Roe") && !$0.contains("stacktrace") })
    }

    @Test("no planted value survives in any field, wherever the host puts it")
    func everywhere() throws {
        let reporter = try Self.reporter { $0.release = "r-\(Self.pan)" }
        reporter.setTag("note", "saw \(Self.pan)")
        reporter.setTag("key \(Self.pan)", "x")
        reporter.setContext("state", ["last": .string(Self.pan), "list": ["a", .object(["cvv": 123])], "n": 1.5])
        reporter.addBreadcrumb("typed \(Self.pan)", category: "ui", data: ["number": .integer(4_111_111_111_111_111)])
        reporter.capture("m \(Self.pan)")
        reporter.capture(eventJSON: "{\"message\":\"\(Self.pan)\",\"extra\":{\"a\":[{\"b\":\"\(Self.pan)\"}]}}")
        let events = reporter.memory
        #expect(events.count == 2)
        for event in events {
            #expect(!event.text.containsPAN)
            #expect(event.text.contains("[redacted:pan]"))
        }
        #expect(events[0].text.contains("\"tags\":{\"note\":\"saw [redacted:pan]\""))
        #expect(events[0].text.contains("\"n\":1.5"))
        #expect(!events[0].text.contains("123}"))
    }

    @Test("redactions in tags, contexts and breadcrumbs are noted in _meta where they stand")
    func scopeNotes() throws {
        let reporter = try Self.reporter { $0.maxBreadcrumbs = 2 }
        reporter.setTag("note", "saw \(Self.pan)")
        reporter.setContext("state", ["last": .string(Self.pan)])
        reporter.addBreadcrumb("one \(Self.pan)")
        reporter.addBreadcrumb("two \(Self.pan)")
        reporter.addBreadcrumb("three")
        reporter.capture("clean")
        let text = try #require(reporter.memory.first?.text)
        let meta = try #require(text.range(of: "\"_meta\":")).upperBound
        let notes = String(text[meta...])
        #expect(notes.contains("\"tags\":{\"note\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",4,18]"))
        #expect(notes.contains("\"contexts\":{\"state\":{\"last\":"))
        #expect(notes.contains("\"breadcrumbs\":{\"values\":{\"0\":{\"message\":"))
        #expect(!notes.contains("\"1\":"))
    }

    @Test("the strict profile rules contexts.checkout_raw, set or handed over")
    func rawCheckout() throws {
        let reporter = try Self.reporter()
        reporter.setContext("checkout_raw", ["return_url": "https://shop.example.com/orders/17?token=abc"])
        reporter.setContext("page", ["return_url": "https://shop.example.com/orders/17"])
        reporter.capture("x")
        reporter.capture(eventJSON: "{\"contexts\":{\"checkout_raw\":{\"u\":\"https://shop.example.com/orders/17\"}}}")
        let texts = reporter.memory.map(\.text)
        #expect(texts[0].contains("\"page\":{\"return_url\":\"https://shop.example.com/orders/17\"}"))
        #expect(texts[0].occurrences(of: "orders/17") == 1)
        #expect(!texts[1].contains("orders/17"))
    }

    @Test("tags are replaced and removed by name; the newest 200 stay")
    func tags() throws {
        let reporter = try Self.reporter()
        reporter.setTag("a", "1")
        reporter.setTag("b", "1")
        reporter.setTag("a", "2")
        reporter.setTag("b", nil)
        reporter.capture("x")
        #expect(reporter.memory.last?.text.contains("\"tags\":{\"a\":\"2\"},") == true)
        for number in 0..<250 { reporter.setTag("t\(number)", "v") }
        reporter.capture("x")
        let text = try #require(reporter.memory.last?.text)
        #expect(text.occurrences(of: "\"t") > 199 && !text.contains("\"t49\"") && text.contains("\"t249\""))
    }

    @Test("breadcrumbs keep the newest within their number", arguments: [0, 1, 7])
    func breadcrumbCount(limit: Int) throws {
        let reporter = try Self.reporter { $0.maxBreadcrumbs = limit }
        for number in 0..<20 { reporter.addBreadcrumb("crumb-\(number).") }
        reporter.capture("x")
        let text = try #require(reporter.memory.first?.text)
        #expect(text.occurrences(of: "crumb-") == limit)
        #expect(text.contains("crumb-19.") == (limit > 0))
        #expect(text.contains("breadcrumbs") == (limit > 0))
    }

    @Test("breadcrumbs keep the newest within 16 KiB")
    func breadcrumbBytes() throws {
        let reporter = try Self.reporter()
        let filler = String(repeating: "word ", count: 200)
        for number in 0..<50 { reporter.addBreadcrumb("crumb-\(number). \(filler)") }
        reporter.capture("x")
        let text = try #require(reporter.memory.first?.text)
        #expect(text.utf8.count < ScopeAttachment.breadcrumbBytes + 1_000)
        #expect(text.occurrences(of: "crumb-") >= 12)
        #expect(text.contains("crumb-49."))
    }

    @Test("a whole event keeps its id and fields; what is missing is filled in")
    func eventJSON() throws {
        let reporter = try Self.reporter()
        let id = "0123456789abcdef0123456789abcdef"
        let whole = """
            {"event_id":"\(id)","timestamp":1764498000,"level":"warning","platform":"cocoa","sdk":{"name":"s","version":"1"},\
            "release":"r","environment":"e","message":"m"}
            """
        #expect(reporter.capture(eventJSON: whole)?.description == id)
        #expect(reporter.memory.last?.text == whole)
        let added = try #require(reporter.capture(eventJSON: Array("{\"message\":\"m\"}".utf8)))
        let text = try #require(reporter.memory.last?.text)
        #expect(text.hasPrefix("{\"timestamp\":\"20"))
        #expect(text.contains("\"level\":\"error\",\"platform\":\"native\",\"sdk\":{"))
        #expect(text.contains("\"release\":\"checkout@4.2.0\",\"environment\":\"test\","))
        #expect(text.contains("\"event_id\":\"\(added)\""))
    }

    @Test(
        "what is no event is refused with its reason, and nothing else is lost",
        arguments: [
            ("{", DropReason.invalidJSON), ("", .invalidJSON), ("[1]", .invalidItem), ("nope", .invalidJSON),
            ("{\"event_id\":\"x\"}", .invalidItem), ("{\"a\":1}{", .invalidJSON),
        ]
    )
    func badEvents(text: String, reason: DropReason) throws {
        let reporter = try Self.reporter()
        #expect(reporter.capture(eventJSON: text) == nil)
        #expect(reporter.capture("still there") != nil)
        #expect(reporter.stats.ledger.dropped[reason] == 1)
        #expect(reporter.stats.ledger.isBalanced)
    }

    @Test("an event over 1 MiB is too large")
    func tooLarge() throws {
        let reporter = try Self.reporter()
        let text = "{\"message\":\"" + String(repeating: "a b ", count: 300_000) + "\"}"
        #expect(reporter.capture(eventJSON: text) == nil)
        #expect(reporter.stats.ledger.dropped[.tooLarge] == 1)
    }

    @Test("a long message is cut, but never within digits")
    func longMessage() throws {
        let reporter = try Self.reporter()
        let filler = String(repeating: "word ", count: Reporter.messageLimit / 5 - 2)
        reporter.capture(filler + Self.pan)
        let text = try #require(reporter.memory.first?.text)
        #expect(text.contains("word…\"") || text.contains("word …\""))
        #expect(!text.containsPAN)
    }

    @Test("of a list of numbers too long to keep no part of a number stays")
    func longNumbers() throws {
        let reporter = try Self.reporter()
        reporter.capture(String(repeating: "4111 1111 1111 1111, ", count: Reporter.messageLimit / 16))
        let text = try #require(reporter.memory.first?.text)
        #expect(text.contains("\"formatted\":\"…\""))
    }

    @Test("levels and sampling are counted, and the text of what is not wanted is never made")
    func gates() throws {
        let reporter = try Self.reporter { $0.minimumLevel = .warning }
        var made = 0
        func text() -> String {
            made += 1
            return "x"
        }
        #expect(reporter.capture(text(), level: .info) == nil)
        #expect(reporter.capture(text(), level: .warning) != nil)
        #expect(made == 1)
        #expect(reporter.capture(eventJSON: "{\"level\":\"debug\"}") == nil)
        #expect(reporter.stats.ledger.dropped[.levelFilter] == 2)
        let none = try Self.reporter { $0.sampleRate = 0 }
        #expect(none.capture("x") == nil)
        #expect(none.stats.ledger.dropped[.sampleRate] == 1)
        let half = try Self.reporter { $0.sampleRate = 0.5 }
        for _ in 0..<1_000 { half.capture("x") }
        let dropped = half.stats.ledger.dropped[.sampleRate]
        #expect(dropped > 400 && dropped < 600)
        #expect(half.stats.ledger.isBalanced)
    }

    @Test("keeps the newest within its capacity, counts the rest, and ids differ")
    func capacity() throws {
        let reporter = try Self.reporter { $0.mode = .memory(capacity: 3) }
        let ids = (0..<10).compactMap { reporter.capture("m\($0)") }
        #expect(Set(ids).count == 10)
        #expect(reporter.memory.map(\.id) == Array(ids.suffix(3)))
        #expect(reporter.stats.ledger.dropped[.queueOverflow] == 7)
        #expect(reporter.stats.ledger.pending == 3)
        #expect(reporter.stats.ledger.isBalanced)
    }

    @Test("captures from many threads at once are whole and counted")
    func concurrent() async throws {
        let reporter = try Self.reporter { $0.mode = .memory(capacity: 10_000) }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        reporter.setTag("t", "\(task)")
                        reporter.addBreadcrumb("b \(number)")
                        reporter.capture("task \(task) number \(number). \(Self.pan)")
                    }
                }
            }
        }
        let events = reporter.memory
        #expect(events.count == 400)
        #expect(Set(events.map(\.id)).count == 400)
        #expect(events.allSatisfy { $0.text.contains("[redacted:pan]") && !$0.text.containsPAN })
    }

    @Test("hostile values neither trap nor break the JSON")
    func hostile() throws {
        let reporter = try Self.reporter()
        var deep = ContextValue.string("end")
        for _ in 0..<10_000 { deep = .array([deep]) }
        reporter.setContext("deep", ["v": deep])
        reporter.setContext("numbers", ["a": .double(.nan), "b": .double(-.infinity), "c": .integer(.min), "d": 1e300])
        reporter.setTag("", "")
        reporter.setTag("quote\"\\\n\u{0}", "\u{1}\u{7F}\u{2028}")
        reporter.addBreadcrumb("\u{0}\u{1F}\"\\", category: "\"")
        reporter.capture("\u{0}\u{8}\u{1F}\"\\/\u{FFFD}🧨")
        let text = try #require(reporter.memory.first?.text)
        // Handed over again as a whole event, it is taken: it is JSON.
        #expect(reporter.capture(eventJSON: text) != nil)
        #expect(text.contains("\"a\":null,\"b\":null,\"c\":-9223372036854775808"))
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<String.Index>? { firstRange(of: part) }
}
