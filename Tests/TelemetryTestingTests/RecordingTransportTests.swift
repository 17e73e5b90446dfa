import Telemetry
import TelemetryTesting
import Testing

/// What a test of a host does with the library: nothing here reaches into it.
@Suite(.timeLimit(.minutes(1))) struct RecordingTransportTests {
    @Test("what is captured can be read back as it left: requests, envelopes, items, events, values")
    func reading() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.release = "checkout@4.2.0"
            configuration.minimumLevel = .info
        }
        reporter.capture("dropped", level: .debug)
        reporter.setContext("payment", ["method": "card", "a/b~c": [1, 2.5, true, nil]])
        let id = try #require(reporter.capture("card 4111 1111 1111 1111 was \"declined\"", level: .error))
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)

        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1 && request.number == 0 && request.attempt == 1)
        #expect(request.id == id && request.eventCount == 1)
        #expect(request.url == "https://telemetry.invalid/api/1/envelope/")
        #expect(request.headerLines.contains { $0.contains("sentry_key=") })
        let envelope = request.envelope
        #expect(envelope.isWellFormed && envelope.header["/event_id"] == .string(id.description))
        #expect(envelope.items.map(\.type) == ["event", "client_report"])
        #expect(envelope.items[1].json?["/discarded_events/0/reason"] == "level_filter")
        let event = try #require(transport.events.first)
        #expect(event.id == id)
        #expect(event["/level"] == "error" && event["/release"] == "checkout@4.2.0")
        #expect(event.message == "card [redacted:pan] was \"declined\"")
        #expect(event["/contexts/payment/a~1b~0c/1"] == 2.5)
        #expect(event["/contexts/payment/a~1b~0c"]?.elements == [1, 2.5, true, nil])
        #expect(event["/contexts/payment/a~1b~0c/4"] == nil && event["/message/x"] == nil && event["/none"] == nil)
        #expect(event["/contexts/payment"]?.names == ["a/b~c", "method"])
        #expect(event[""] == event.json)
        // Escaped in the JSON, and found all the same.
        #expect(!event.text.contains("was \"declined\"") && event.contains("was \"declined\""))
        #expect(transport.contains("was \"declined\"") && transport.contains("telemetry.invalid"))
        #expect(transport.contains("sentry_key=") && !transport.contains("4111"))
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
    }

    @Test("what memory mode keeps can be taken apart the same way, and is the same")
    func memory() async throws {
        let transport = RecordingTransport()
        let sent = try Reporter(recordingTo: transport)
        let kept = try Reporter(Configuration(mode: .memory(capacity: 10)))
        for reporter in [sent, kept] { reporter.capture("declined", level: .error) }
        #expect(await sent.flush(timeout: .seconds(10)) == .finished)
        let envelope = SentEnvelope(try #require(kept.memory.first).envelope)
        let event = try #require(envelope.events.first)
        #expect(envelope.isWellFormed && envelope.items.count == 1)
        #expect(envelope.header["/event_id"]?.string == event.id?.description)
        #expect(event.json.names == transport.events.first?.json.names && event.message == "declined")
        #expect(SentEvent(try #require(kept.memory.first).json) == event)
    }

    @Test(
        "answers come in the order of the script, the last from then on, and failed requests come again, byte for byte"
    )
    func script() async throws {
        let clock = ManualClock()
        let transport = RecordingTransport([.failure(.cannotConnect), .status(503), .accepted])
        let reporter = try Reporter(recordingTo: transport, clock: clock)
        reporter.capture("declined", level: .error)
        for count in 1...3 {
            // The first goes at once: as long as nobody has said that batches are understood there is no company to wait for.
            #expect(await transport.waitUntilIdle())
            #expect(transport.requests.count == count)
            // Beyond any back-off.
            clock.advance(by: .seconds(600))
        }
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(transport.requests.map(\.attempt) == [1, 2, 3])
        #expect(Set(transport.requests.map(\.body)).count == 1)
        #expect(transport.requests[2].sentAt - transport.requests[0].sentAt == 1_200_000)
        #expect(reporter.stats.ledger.delivered == 1 && reporter.stats.ledger.isBalanced)
    }

    @Test("a wait of an hour that the server asks for is kept, and over when the clock says so")
    func limit() async throws {
        let clock = ManualClock()
        let transport = RecordingTransport([.status(429, retryAfter: "3600"), .accepted])
        let reporter = try Reporter(recordingTo: transport, clock: clock)
        reporter.capture("declined", level: .error)
        #expect(await transport.waitUntilIdle())
        #expect(transport.requests.count == 1 && reporter.stats.delivery.lastStatus == 429)
        clock.advance(by: .seconds(3_599))
        #expect(await transport.waitUntilIdle())
        #expect(transport.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(await transport.waitForRequests(2))
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
    }

    @Test("a late answer is late by the transport's clock; silence lasts until the reporter gives up")
    func delays() async throws {
        let clock = ManualClock()
        let transport = RecordingTransport([ScriptedAnswer.accepted.delayed(by: .seconds(30)), .silence])
        let reporter = try Reporter(recordingTo: transport, clock: clock)
        reporter.capture("first", level: .error)
        #expect(await transport.waitForRequests(1))
        clock.advance(by: .milliseconds(29_999))
        #expect(await transport.waitUntilIdle())
        #expect(reporter.stats.ledger.delivered == 0)
        clock.advance(by: .milliseconds(1))
        #expect(await transport.waitUntilIdle())
        #expect(reporter.stats.ledger.delivered == 1)
        reporter.capture("second", level: .error)
        #expect(await transport.waitUntilIdle())
        clock.advance(by: .seconds(1))
        #expect(await transport.waitForRequests(2))
        #expect(await reporter.close(timeout: .zero) == .timedOut(pending: 1))
        #expect(transport.calls.cancels > 0 && reporter.stats.ledger.dropped[.closed] == 1)
    }

    @Test("what a relay had before is told by its place, in a batch and alone")
    func duplicates() async throws {
        let transport = RecordingTransport { request in
            request.eventCount == 1 ? .accepted(duplicates: [0]) : .accepted(duplicates: [1])
        }
        let reporter = try Reporter(recordingTo: transport)
        for number in 0..<4 { reporter.capture("event \(number)", level: .error) }
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(transport.requests.map(\.eventCount) == [1, 3])
        #expect(transport.envelopes[0].header["/batch_id"] == nil)
        #expect(transport.envelopes[1].header["/batch_id"] == .string(transport.requests[1].id.description))
        #expect(transport.events.map(\.message) == (0..<4).map { "event \($0)" })
        #expect(reporter.stats.ledger.delivered == 4)
    }

    @Test("only so many requests are kept, the newest; a transport that keeps none still answers")
    func bound() async throws {
        for limit in [2, 0] {
            let transport = RecordingTransport(.status(200, understandsBatches: false), keeping: limit)
            let reporter = try Reporter(recordingTo: transport)
            for number in 0..<5 { reporter.capture("event \(number)", level: .error) }
            #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
            #expect(transport.calls.submits == 5 && transport.requests.count == limit)
            #expect(transport.requests.map(\.number) == Array([3, 4].prefix(limit)))
        }
    }

    @Test("what passes on the way to another transport is kept")
    func forwarding() async throws {
        let end = RecordingTransport([.failure(.timedOut), .accepted])
        let transport = RecordingTransport(forwardingTo: end)
        let reporter = try Reporter(recordingTo: transport) { $0.batching.urgentInterval = .zero }
        reporter.capture("declined", level: .error)
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(transport.requests.map(\.body) == end.requests.map(\.body) && end.requests.count == 2)
        reporter.updateConsent(.denied)
        while end.calls.disconnects == 0 { await Task.yield() }
        #expect(transport.calls.disconnects == 1)
    }

    @Test(
        "bytes that are no envelope say so",
        arguments: ["", "{}\n{\"type\":\"event\",\"length\":9}\n{}", "no JSON\n", "[\n"]
    )
    func malformed(text: String) {
        let envelope = SentEnvelope(Array(text.utf8))
        #expect(!envelope.isWellFormed && envelope.events.isEmpty && envelope.text == text)
        #expect(!SentEnvelope(gzip: Array(text.utf8)).isWellFormed)
        #expect(SentEvent(Array(text.utf8)).id == nil)
    }
}
