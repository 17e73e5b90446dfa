import TelemetryWire
import Testing

@testable import RelayCore

/// The running figures of the store against figures computed from the stored entries.
@Suite struct FlowPropertyTests {
    /// Random checkouts: complete ones, broken ones, ones that no SDK would send.
    private static func entries(_ random: inout SeededGenerator) -> [CheckoutEntry] {
        var all: [CheckoutEntry] = []
        let names: [CheckoutEventName] = [
            .flowStarted, .presented, .ready, .readyDelayed, .attemptStarted, .attemptFailed, .actionRequired, .ended,
            .ended, .error, .connectionFailed, .deviceCheck, .abandonedFound, .terminalDuplicate, .changed,
        ]
        for number in 0..<UInt64(40) {
            var maker = EntryMaker()
            maker.sdk = [.glomo, .qasimha, .inttegro, .dodo][Int.random(in: 0..<4, using: &random)]
            maker.version = ["1.0.0", "1.1.0-rc.1"][Int.random(in: 0..<2, using: &random)]
            maker.sampleRate = [nil, 0.1][Int.random(in: 0..<2, using: &random)]
            let isSession = number % 10 == 9
            maker.session = .flow(1_000 + number)
            let age = Int64.random(in: 0..<4_000_000, using: &random)
            var sequence = 0
            for _ in 0..<Int.random(in: 1..<14, using: &random) {
                sequence += Int.random(in: 1..<3, using: &random)
                if Int.random(in: 0..<12, using: &random) == 0 { sequence += 1 << 20 }
                // What groups a checkout is known from some entries only.
                maker.environment = Bool.random(using: &random) ? .production : nil
                maker.kind = Bool.random(using: &random) ? .order : nil
                let name =
                    isSession ? CheckoutEventName.widgetLoaded : names[Int.random(in: 0..<names.count, using: &random)]
                let at = -age + Int64.random(in: -1_000..<1_000, using: &random)
                let outcome = CheckoutOutcome.allCases[Int.random(in: 0..<9, using: &random)]
                let error = CheckoutErrorType.allCases[Int.random(in: 0..<4, using: &random)]
                let ready = Int64.random(in: 0..<5_000, using: &random)
                let isCoded = Bool.random(using: &random)
                all.append(
                    maker.entry(name, isSession ? nil : .flow(number), sequence, at: at) {
                        $0[.outcome] = outcome
                        $0[.certainty] = .confirmed
                        $0[.errorType] = error
                        if isCoded { $0[.sdkCode] = .timeout }
                        $0[.readyDuration] = CheckoutSeconds(milliseconds: ready)
                        $0[.deviceResult] = .forbidden
                    }
                )
            }
        }
        return all
    }

    private static func stored(_ inspector: any Inspector) throws -> [StoredFlow] {
        var flows: [StoredFlow] = []
        for number in 0..<UInt64(40) {
            flows += try inspector.flows(
                number % 10 == 9 ? .flow(1_000 + number) : .flow(number),
                project: nil,
                now: StoreFixture.now
            )
        }
        return flows
    }

    @Test(
        "In any order, in any batches, with losses and repetitions, the figures are those of the entries",
        arguments: 0..<12
    )
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var sent = Self.entries(&random)
        sent = sent.filter { _ in Int.random(in: 0..<20, using: &random) != 0 }
        sent += sent.filter { _ in Int.random(in: 0..<10, using: &random) == 0 }
        if seed % 3 != 0 { sent.shuffle(using: &random) }
        // A small cache, so that rows are read back; few open flows in some runs.
        var limits = SQLiteStore.Limits()
        limits.cachedFlows = [2, 8, 1_000][Int(seed % 3)]
        let fixture = try StoreFixture(limits: limits)
        var repeated: Int64 = 0
        var seen: Set<String> = []
        for entry in sent {
            let key = "\(entry.key?.id.description ?? "") \(entry.event[.sequence] ?? 0)"
            if !seen.insert(key).inserted { repeated += 1 }
        }
        var rest = sent[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1..<60, using: &random)
            _ = try fixture.insert(.checkouts(Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
            if Int.random(in: 0..<8, using: &random) == 0 { try fixture.reopen(limits: limits) }
        }
        let inspector = try SQLiteInspector(directory: fixture.directory)
        let flows = try Self.stored(inspector)
        #expect(flows.reduce(0) { $0 + $1.entries.count } == seen.count)
        #expect(flows.reduce(0) { $0 + $1.summary.duplicates + $1.summary.conflicts } == repeated)
        #expect(try Figures(inspector) == NaiveFunnel(flows, now: StoreFixture.now).figures)
    }

    @Test("What is sent twice in two orders comes to the same figures")
    func twoOrders() throws {
        var random = SeededGenerator(99)
        let entries = Self.entries(&random)
        var figures: [Figures] = []
        for order in [entries, entries.reversed(), entries.shuffled(using: &random)] {
            let fixture = try StoreFixture()
            for entry in order { _ = try fixture.insert(.checkouts([entry])) }
            figures.append(try Figures(SQLiteInspector(directory: fixture.directory)))
        }
        #expect(figures[0] == figures[1])
        #expect(figures[0] == figures[2])
    }
}
