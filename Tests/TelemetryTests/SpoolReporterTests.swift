import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryDelivery

/// The reporter with a spool: what lies on disk, and what a later reporter makes of it.
@Suite(.timeLimit(.minutes(2))) struct SpoolReporterTests {
    private static func reporter(
        _ directory: TemporaryDirectory,
        _ transport: RecordingTransport,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Reporter {
        try Reporter(recordingTo: transport) { configuration in
            configuration.spool = SpoolOptions(directory: directory.path + "/spool")
            change(&configuration)
        }
    }

    /// Ways in which a host comes to say a card number, each with the number in another form.
    private static func leak(_ number: Int, into reporter: Reporter, _ generator: inout SplitMix) {
        let forms = ["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "4111%201111%201111%201111"]
        let pan = forms[Int(generator.next() % 4)]
        let level = Level(rawValue: UInt8(generator.next() % 5)) ?? .error
        switch generator.next() % 9 {
        case 0: reporter.capture("card \(pan) was declined (\(number))", level: level)
        case 1: reporter.addBreadcrumb("typed \(pan)")
        case 2: reporter.setTag("last_input", "\(pan)")
        case 3: reporter.setContext("form", ["field": .string(pan), "step": .integer(Int64(number))])
        case 4: reporter.capture(eventJSON: "{\"message\":\"x\",\"extra\":{\"pan\":\"\(pan)\",\"n\":[\"\(pan)\"]}}")
        case 5: reporter.capture(eventJSON: "{\"contexts\":{\"checkout_raw\":{\"a\":{\"b\":\"\(pan)\"}}}}")
        case 6:
            reporter.capture(
                eventJSON: "{\"message\":\"m\",\"tags\":{\"\(pan)\":\"key\"},\"user\":{\"id\":\"\(pan)\"}}"
            )
        case 7: reporter.capture(error: Declined(reportCode: "51 \(pan)"), level: level)
        default: reporter.capture("url https://shop.example.com/pay?card=\(pan)&step=\(number)", level: level)
        }
    }

    private struct Declined: ReportableError {
        var reportDomain: String { "checkout" }
        var reportCode: String
    }

    @Test("no planted card number is in any spool file, and all of it is delivered later", arguments: [UInt64(1), 42])
    func nothingPlanted(seed: UInt64) async throws {
        var generator = SplitMix(seed: seed)
        let directory = TemporaryDirectory()
        var captured = 0
        let calls = AtomicCell(0)
        do {
            let reporter = try Self.reporter(directory, RecordingTransport(.failure(.cannotConnect))) { configuration in
                configuration.beforeSend = { event in
                    _ = calls.add(1)
                    event.members["extra"] = ["hook": .string("again 4111 1111 1111 1111")]
                    return .keep
                }
            }
            for number in 0..<300 {
                Self.leak(number, into: reporter, &generator)
                if number % 100 == 99 { await reporter.flush(timeout: .milliseconds(20)) }
            }
            // A flush does not wait for hooks: what they have not seen by then is in the journal, and they go on with it.
            #expect(
                eventually {
                    let ledger = reporter.stats.ledger
                    return calls.value == UInt64(ledger.captured) || ledger.dropped[.hookOverrun] > 2
                }
            )
            let result = await reporter.close(timeout: .milliseconds(500))
            guard case .deliver(let worker) = reporter.sink else { return }
            #expect(eventually { worker.spoolDescriptors.count == 0 })
            let ledger = reporter.stats.ledger
            // What a hook was too slow for is lost, and told of.
            captured = ledger.captured - ledger.dropped[.hookOverrun]
            #expect(result == .persisted(captured) || getenv("TELEMETRY_SANITIZER") != nil, "\(result) \(ledger)")
            #expect(ledger.persisted == captured && ledger.isBalanced)
            #expect(directory.files.contains { $0.hasSuffix(".env.gz") })
            #expect(directory.files.contains { $0.hasSuffix(".jrn") })
            var found = 0
            for file in directory.files {
                #expect(!file.containsPAN)
                let bytes = directory.read(file)
                let text =
                    file.hasSuffix(".gz") ? SentEnvelope(gzip: bytes).text : String(decoding: bytes, as: UTF8.self)
                #expect(!text.containsPAN, "in \(file)")
                found += text.occurrences(of: "[redacted:pan]")
            }
            #expect(found >= captured)
        }
        // The same rules find nothing in what they have made: not one event is refused on the way back.
        let transport = RecordingTransport()
        let next = try Self.reporter(directory, transport)
        next.capture("the first of the next process", level: .error)
        #expect(await next.close(timeout: .seconds(50)) == .finished)
        let ledger = next.stats.ledger
        #expect(ledger.adopted == captured && ledger.delivered == captured + 1 && ledger.dropped.isEmpty)
        #expect(transport.events.count == captured + 1)
        #expect(transport.envelopes.allSatisfy { !$0.text.containsPAN })
        #expect(directory.files.isEmpty)
    }

    @Test("without a spool, and in other modes, no file and no directory appears; denied consent makes none either")
    func noSpool() async throws {
        let directory = TemporaryDirectory()
        for consent in [Consent.denied, .pending] {
            let reporter = try Self.reporter(directory, RecordingTransport()) { $0.consent = consent }
            reporter.capture("event", level: .error)
            await reporter.close(timeout: .milliseconds(50))
        }
        for mode in [Configuration.Mode.off, .memory(capacity: 10)] {
            let reporter = try Self.reporter(directory, RecordingTransport()) { $0.mode = mode }
            reporter.capture("event", level: .error)
            await reporter.close(timeout: .milliseconds(50))
        }
        #expect(directory.names.isEmpty)
    }

    @Test("a host is told that its spool cannot be used, and that it can again be used")
    func diagnostics() async throws {
        let directory = TemporaryDirectory()
        let told = Lock([Diagnostic]())
        let reporter = try Reporter(recordingTo: RecordingTransport()) { configuration in
            configuration.spool = SpoolOptions(directory: directory.path + "/not/there")
            configuration.diagnostics = { diagnostic in told.withLock { $0.append(diagnostic) } }
        }
        reporter.capture("event", level: .error)
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(
            eventually {
                told.withLock { all in
                    all.contains {
                        if case .spoolUnavailable(let failure) = $0 { failure.step == .open } else { false }
                    }
                }
            }
        )
        #expect(reporter.stats.ledger.delivered == 1)
    }

    @Test(
        "parent and children share a directory: each child's event is in a folder of its own, and all arrive once",
        .disabled(
            if: getenv("TELEMETRY_SANITIZER") != nil,
            "ThreadSanitizer cannot follow threads that a forked child starts"
        )
    )
    func fork() async {
        await #expect(processExitsWith: .success) {
            guard let symbol = dlsym(nil, "fork") else { exit(2) }
            let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
            let directory = TemporaryDirectory()
            let isOver = AtomicCell(0)
            var captured = 0
            do {
                let reporter = try SpoolReporterTests.reporter(
                    directory,
                    RecordingTransport(.failure(.cannotConnect))
                )
                for _ in 0..<2 {
                    Thread.start {
                        while isOver.value == 0 {
                            reporter.capture("from a thread of the parent", level: .error)
                            usleep(200)
                        }
                    }
                }
                for round in 0..<40 {
                    usleep(UInt32(round % 7) * 300)
                    let child = fork()
                    if child == 0 {
                        // What is open here of the parent's spool would hold its lock.
                        guard reporter.capture("from the child", level: .error) != nil else { _exit(4) }
                        let result = reporter.closeBlocking(timeout: .seconds(1))
                        // Those of children before it are taken over with their folders.
                        guard case .persisted = result else {
                            print("child: \(result) \(reporter.stats.ledger)")
                            _exit(5)
                        }
                        _exit(reporter.stats.ledger.isBalanced ? 0 : 6)
                    }
                    var status: Int32 = 0
                    var ended = pid_t(0)
                    for _ in 0..<20_000 where child > 0 && ended == 0 {
                        ended = waitpid(child, &status, WNOHANG)
                        if ended == 0 { usleep(1_000) }
                    }
                    guard child > 0, ended == child, status == 0 else {
                        print("child ended with \(status >> 8), signal \(status & 127)")
                        exit(7)
                    }
                }
                isOver.store(1)
                usleep(20_000)
                guard case .persisted = reporter.closeBlocking(timeout: .seconds(2)) else { exit(8) }
                guard reporter.stats.ledger.isBalanced else { exit(9) }
                captured = reporter.stats.ledger.captured
            } catch {
                exit(10)
            }
            let transport = RecordingTransport()
            guard let next = try? SpoolReporterTests.reporter(directory, transport) else { exit(11) }
            next.capture("from the next process", level: .error)
            guard next.closeBlocking(timeout: .seconds(30)) == .finished else { exit(12) }
            let children = transport.events.filter { $0.contains("from the child") }
            let parents = transport.events.filter { $0.contains("from a thread of the parent") }
            guard children.count == 40, parents.count == captured, Set(children + parents).count == 40 + captured else {
                print("\(children.count) of 40 children, \(parents.count) of \(captured)")
                exit(13)
            }
            let isEmpty = directory.files.isEmpty
            // `exit` frees nothing.
            directory.remove()
            exit(isEmpty ? 0 : 14)
        }
    }
}
