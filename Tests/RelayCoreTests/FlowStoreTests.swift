import TelemetryWire
import Testing

@testable import RelayCore

@Suite struct FlowStoreTests {
    private let maker = EntryMaker()

    private func funnel(_ fixture: StoreFixture, now: Int64 = StoreFixture.now) throws -> [FunnelGroup] {
        try SQLiteInspector(directory: fixture.directory).funnel(project: nil, now: now)
    }

    private func flow(_ fixture: StoreFixture, _ id: EventID) throws -> StoredFlow {
        let flows = try SQLiteInspector(directory: fixture.directory)
            .flows(id, project: nil, now: StoreFixture.now)
        return try #require(flows.first)
    }

    private func duplicates(_ fixture: StoreFixture) throws -> [String] {
        try SQLiteInspector(directory: fixture.directory).outcomes(InspectorQuery())
            .map { "\($0.reason)/\($0.category)=\($0.quantity)" }
    }

    @Test("An entry comes back as it was, in the order of the numbers, whatever order it came in")
    func roundTrip() throws {
        let fixture = try StoreFixture()
        let full = maker.entry(.connectionFailed, .flow(1), 3) {
            $0[.osName] = CheckoutToken("iOS")
            $0[.deviceModel] = CheckoutToken("iPhone17,1")
            $0[.orderReference] = CheckoutToken("0123456789abcdef")
            $0[.errorType] = .tlsError
            $0[.sdkCode] = .sslError
            $0[.errorNativeCode] = -1_202
            $0[.exceptionType] = CheckoutToken("NSURLErrorDomain")
            $0[.errorRecoverable] = false
            $0[.errorAutoClose] = true
            $0[.elapsed] = CheckoutSeconds(milliseconds: 1_040)
            $0[.serverAddress] = CheckoutToken("pay.example")
        }
        var elsewhere = maker
        elsewhere.session = EventID(high: 8, low: 8)
        elsewhere.version = "1.0.1"
        var bare = maker.entry(.retryShown, .flow(1), 4)
        bare.event[.session] = nil
        let entries = [
            full, maker.entry(.flowStarted, .flow(1), 1), elsewhere.entry(.presented, .flow(1), 1 << 20 + 1), bare,
        ]
        _ = try fixture.insert(.checkouts(entries))
        let stored = try flow(fixture, .flow(1)).entries
        #expect(stored.map(\.event) == [entries[1], entries[0], entries[3], entries[2]].map(\.event))
        #expect(stored.allSatisfy { $0.receivedAt == StoreFixture.now })
    }

    @Test("A second entry with a number is a duplicate if it says the same, and a conflict if not: the first is kept")
    func repeated() throws {
        let fixture = try StoreFixture()
        let first = maker.entry(.presented, .flow(1), 2)
        _ = try fixture.insert(.checkouts([maker.entry(.flowStarted, .flow(1), 1), first, first]))
        _ = try fixture.insert(.checkouts([first, maker.entry(.ready, .flow(1), 2)]))
        let stored = try flow(fixture, .flow(1))
        #expect(stored.summary.duplicates == 2)
        #expect(stored.summary.conflicts == 1)
        #expect(stored.entries.map(\.event.name) == [.flowStarted, .presented])
        #expect(try duplicates(fixture) == ["duplicate/checkout_event=3"])
    }

    @Test("A batch that comes again changes nothing, its checkout events included")
    func repeatedBatch() throws {
        let fixture = try StoreFixture()
        var batch = IngestBatch.checkouts(maker.completed(.flow(1)))
        batch.batchID = .flow(77)
        _ = try fixture.insert(batch)
        let before = try Figures(SQLiteInspector(directory: fixture.directory))
        _ = try fixture.insert(batch)
        #expect(try Figures(SQLiteInspector(directory: fixture.directory)) == before)
        #expect(try duplicates(fixture).isEmpty)
    }

    @Test("A flow id that two projects use is two flows; one that two SDKs use is the first one's")
    func reusedID() throws {
        let fixture = try StoreFixture()
        _ = try fixture.store?.createKey(project: ProjectID(2))
        var other = maker
        other.sdk = .dodo
        _ = try fixture.insert(.checkouts(maker.completed(.flow(1))))
        _ = try fixture.insert(.checkouts(other.completed(.flow(1)), project: 2))
        _ = try fixture.insert(.checkouts([other.entry(.presented, .flow(1), 9)]))
        let groups = try funnel(fixture).sorted { $0.group.project.rawValue < $1.group.project.rawValue }
        #expect(groups.map { $0.group.sdk } == ["glomo", "dodo"])
        #expect(groups.map { $0[.completed].n } == [1, 1])
        #expect(groups[0][.late].n == 1)
    }

    @Test("A clock that jumps ahead keeps no flow open, and one that is behind loses nothing")
    func clocks() throws {
        let fixture = try StoreFixture()
        let year: Int64 = 365 * 86_400_000
        _ = try fixture.insert(.checkouts([maker.entry(.presented, .flow(1), 1, at: year)]))
        _ = try fixture.insert(.checkouts([maker.entry(.presented, .flow(2), 1, at: -year)]))
        let group = try #require(try funnel(fixture).first)
        #expect(group[.abandonedProvisional].n == 1)
        let later = try #require(try funnel(fixture, now: StoreFixture.now + FlowWriter.patience + 1).first)
        #expect(later[.abandonedProvisional].n == 2)
        #expect(try flow(fixture, .flow(1)).entries[0].event.timestamp.milliseconds == StoreFixture.now + year)
    }

    @Test("A later process goes on in a segment of its own: only what is missing inside of one is lost")
    func segments() throws {
        let fixture = try StoreFixture()
        let base = 1 << 20
        let numbers = [1, 2, 5, base + 1, base + 4, 3 * base + 2]
        for number in numbers.shuffled() {
            _ = try fixture.insert(.checkouts([maker.entry(.changed, .flow(1), number)]))
        }
        #expect(try flow(fixture, .flow(1)).summary.lost == 2 + 2 + 1)
    }

    @Test("The greatest number is taken, and overflows nothing")
    func overflow() throws {
        let fixture = try StoreFixture()
        var sampled = maker
        sampled.sampleRate = 0.000_000_1
        let last = Int(Int32.max)
        _ = try fixture.insert(.checkouts([sampled.entry(.attemptStarted, .flow(1), last)]))
        _ = try fixture.insert(.checkouts([sampled.entry(.attemptStarted, .flow(1), last - 1)]))
        let stored = try flow(fixture, .flow(1)).summary
        #expect(stored.lost == 1 << 20 - 3)
        #expect(stored.weight == CheckoutEntry.greatestWeight)
        let group = try #require(try funnel(fixture).first)
        #expect(group[.attempts] == FlowCount(n: 2, weight: 2 * CheckoutEntry.greatestWeight))
        #expect(group[.lost].weight == FlowCount.bound)
    }

    @Test("A flow without an end is taken for abandoned after half an hour, and a day late its end revises that")
    func dayLate() throws {
        let fixture = try StoreFixture()
        let day: Int64 = 86_400_000
        _ = try fixture.insert(
            .checkouts([maker.entry(.presented, .flow(1), 1, at: -day)], receivedAt: StoreFixture.now - day)
        )
        #expect(try funnel(fixture)[0][.abandonedProvisional].n == 1)
        _ = try fixture.insert(.checkouts([maker.entry(.ended, .flow(1), 2, at: -day) { $0[.outcome] = .pending }]))
        let group = try funnel(fixture)[0]
        #expect(group[.abandonedProvisional].n == 0)
        #expect(group[.pendingOfPresented].n == 1)
    }

    @Test("The record of a checkout that is found makes its abandonment certain")
    func found() throws {
        let fixture = try StoreFixture()
        var dodo = maker
        dodo.sdk = .dodo
        _ = try fixture.insert(.checkouts([dodo.entry(.presented, .flow(1), 1, at: -86_400_000)]))
        _ = try fixture.insert(.checkouts([dodo.entry(.abandonedFound, .flow(1), 1 << 20 + 1)]))
        let group = try funnel(fixture)[0]
        #expect(group[.abandoned].n == 1)
        #expect(group[.abandonedProvisional].n == 0)
        #expect(group[.lost].n == 0)
    }

    @Test("What is silent is given up when something is written, and asked for before that it is told as well")
    func sweep() throws {
        let fixture = try StoreFixture()
        // Open when they came, silent since: the store's clock stands still, so the past is written by hand.
        _ = try fixture.insert(.checkouts((1...5).map { maker.entry(.presented, .flow($0), 1, at: -1_799_000) }))
        let later = StoreFixture.now + 2_000
        #expect(try funnel(fixture, now: later)[0][.abandonedProvisional].n == 5)
        #expect(try funnel(fixture)[0][.abandonedProvisional].n == 0)
        fixture.close()
        let store = try SQLiteStore(directory: fixture.directory, limits: .init()) { later }
        let answer = Answer<BatchReceipt>()
        store.insert(.checkouts([maker.entry(.flowStarted, .flow(9), 1)])) { answer.give($0) }
        _ = try answer.wait().get()
        store.close()
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM flows WHERE state = 2") == 5)
        #expect(try funnel(fixture, now: later)[0][.abandonedProvisional].n == 5)
    }

    @Test("At most so many flows stay open: the oldest are taken for abandoned, and an end still revises that")
    func bounded() throws {
        var limits = SQLiteStore.Limits()
        limits.openFlows = 10
        let fixture = try StoreFixture(limits: limits)
        for number in UInt64(1)...40 {
            _ = try fixture.insert(
                .checkouts([maker.entry(.presented, .flow(number), 1, at: Int64(number) * 10 - 1_000)])
            )
        }
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM flows WHERE state = 1") == 10)
        #expect(try reader.integer("SELECT min(last_at) FROM flows WHERE state = 1") == StoreFixture.now - 690)
        #expect(try funnel(fixture)[0][.abandonedProvisional].n == 30)
        _ = try fixture.insert(.checkouts([maker.entry(.ended, .flow(3), 2) { $0[.outcome] = .completed }]))
        let group = try funnel(fixture)[0]
        #expect(group[.abandonedProvisional].n == 29)
        #expect(group[.completed].n == 1)
    }

    @Test("A flood of open flows leaves so many open as are allowed, whatever order they are as old in")
    func flood() throws {
        var limits = SQLiteStore.Limits()
        limits.openFlows = 500
        limits.cachedFlows = 64
        let fixture = try StoreFixture(limits: limits)
        var random = SeededGenerator(4)
        for batch in 0..<10 {
            let entries = (0..<1_000).map { number in
                maker.entry(
                    .presented,
                    .flow(UInt64(batch * 1_000 + number)),
                    1,
                    at: -Int64.random(in: 0..<1_700_000, using: &random)
                )
            }
            _ = try fixture.insert(.checkouts(entries))
        }
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM flows WHERE state = 1") == 500)
        let group = try funnel(fixture)[0]
        #expect(group[.presented].n == 10_000)
        #expect(group[.abandonedProvisional].n == 9_500)
    }

    @Test("Of two ends the one with the lower number counts, whichever comes first, and what lies behind it is late")
    func ends() throws {
        let ends = [
            maker.entry(.ended, .flow(1), 2) { $0[.outcome] = .failed },
            maker.entry(.changed, .flow(1), 3), maker.entry(.abandonedFound, .flow(1), 4),
            maker.entry(.ended, .flow(1), 5) { $0[.outcome] = .completed }, maker.entry(.changed, .flow(1), 6),
        ]
        for order in [ends, ends.reversed()] {
            let fixture = try StoreFixture()
            for entry in order { _ = try fixture.insert(.checkouts([entry])) }
            let summary = try flow(fixture, .flow(1)).summary
            #expect(summary.outcome == .failed)
            #expect(summary.late == 2)
            #expect(summary.terminalDuplicates == 1)
        }
    }

    @Test("What a process sends outside of checkouts is kept under its session and never in a funnel")
    func sessions() throws {
        let fixture = try StoreFixture()
        var qasimha = maker
        qasimha.sdk = .qasimha
        _ = try fixture.insert(
            .checkouts([qasimha.entry(.widgetLoaded, nil, 1), qasimha.entry(.widgetHidden, nil, 3)])
        )
        let group = try funnel(fixture)[0]
        #expect(group[.flows].n == 0)
        #expect(group[.widgetsLoaded].n == 1)
        #expect(group[.lost].n == 1)
        #expect(try flow(fixture, maker.session).summary.key.isSession)
    }

    @Test("A batch that fails takes its checkout events with it, and what comes after is counted right")
    func rollback() throws {
        let fixture = try StoreFixture()
        _ = try fixture.insert(.checkouts([maker.entry(.flowStarted, .flow(1), 1)]))
        var broken = IngestBatch.checkouts(maker.completed(.flow(1)) + maker.completed(.flow(2)), project: 99)
        broken.entries.append(maker.entry(.flowStarted, .flow(3), 1))
        #expect(throws: StoreError.self) { try fixture.insert(broken) }
        _ = try fixture.insert(.checkouts(Array(maker.completed(.flow(1)).dropFirst())))
        let inspector = try SQLiteInspector(directory: fixture.directory)
        let flows = try inspector.flows(.flow(1), project: nil, now: StoreFixture.now)
        #expect(try Figures(inspector) == NaiveFunnel(flows, now: StoreFixture.now).figures)
        #expect(try inspector.flows(.flow(2), project: nil, now: StoreFixture.now).isEmpty)
    }

    @Test("Many different times to ready go into buckets, and quantiles stay within a percent")
    func coarse() throws {
        let fixture = try StoreFixture()
        var number: UInt64 = 0
        for start in stride(from: Int64(0), to: 12_000, by: 2_000) {
            let entries = (start..<start + 2_000).map { time in
                number += 1
                return maker.entry(.ready, .flow(number), 1) {
                    $0[.readyDuration] = CheckoutSeconds(milliseconds: time + 1_000)
                }
            }
            _ = try fixture.insert(.checkouts(entries))
        }
        let group = try funnel(fixture)[0]
        #expect(!group.isExact)
        #expect(group.ready.count < 700)
        #expect(group.ready.reduce(0) { $0 + $1.n } == 12_000)
        let p95 = try #require(ReadyBucket.quantile(950, of: group.ready))
        #expect(abs(p95 - 12_399) < 124)
    }
}
