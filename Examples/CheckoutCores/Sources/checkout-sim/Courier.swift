@_spi(Simulation) internal import CheckoutTelemetry
internal import TelemetryCurl

/// The reporters of the four SDKs, and what waits for room in them: a simulated day comes faster than a real one, and none of its
/// events may be lost on this side.
@MainActor
final class Courier {
    let reporters: [CheckoutSDK: Reporter]
    private var sent = 0
    private var refused = 0

    /// Reporters as the SDKs configure them. Merchants opted in, or nothing would leave two of them.
    init(_ arguments: Arguments) throws {
        var reporters: [CheckoutSDK: Reporter] = [:]
        if !arguments.isWithoutReporter {
            for sdk in [CheckoutSDK.glomo, .qasimha, .inttegro, .dodo] {
                var configuration = Configuration(
                    checkout: sdk,
                    version: "day",
                    dsn: arguments.isOff ? nil : arguments.dsn,
                    isOptedIn: true
                )
                configuration.sampleRates[.checkout] = arguments.sample
                // A day in a minute: batches fill faster than people pay.
                configuration.batching.maxEvents = 500
                configuration.batching.interval = .milliseconds(200)
                reporters[sdk] =
                    arguments.isOff
                    ? try Reporter(configuration) : try Reporter(configuration, transport: CurlTransport())
            }
        }
        self.reporters = reporters
    }

    /// Hands an event over, when there is room.
    func send(_ outgoing: OutgoingEvent) {
        guard let sdk = outgoing.event[.sdkName], let reporter = reporters[sdk] else { return }
        sent += 1
        if sent.isMultiple(of: 16) { waitForRoom(in: reporter) }
        if let reason = reporter.capture(simulated: outgoing), reason != .sampleRate { refused += 1 }
    }

    private func waitForRoom(in reporter: Reporter) {
        while reporter.stats.queuedBytes > 512 << 10 {
            usleepMilliseconds(2)
        }
    }

    /// Waits until everything arrived. Returns how many events did not.
    func finish() -> Int {
        var left = refused
        for reporter in reporters.values {
            _ = reporter.closeBlocking(timeout: .seconds(120))
            let ledger = reporter.stats.ledger
            left += ledger.pending + ledger.dropped.total - ledger.dropped[.sampleRate]
        }
        return left - refused
    }
}
