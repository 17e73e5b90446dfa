import CheckoutTelemetry
import Foundation
import TelemetryTesting
import TelemetryWire
import Testing

/// Calls of an SDK, as a file of `Schemas/vectors` lists them, driven through the adapter in memory mode.
struct CheckoutScript: Decodable {
    struct Call: Decodable {
        /// Seconds since the first call.
        let at: Double
        let call: String
        let with: [String: Contract.Cell]?

        var arguments: Contract.Row { Contract.Row(cells: with ?? [:]) }
    }

    let describes: String
    let sdk: String
    let version: String
    let wrapper: String?
    let calls: [Call]

    /// The first call's time on the wall.
    static let start: Int64 = 1_764_550_000_000

    /// An SDK's adapter by the names of its calls; false for one that it does not have.
    typealias Driver = (_ name: String, _ arguments: Contract.Row) -> Bool

    /// Runs the calls; what would leave, as JSON, one entry each.
    func run() throws -> [String] {
        let clock = ManualClock(wallMilliseconds: Self.start)
        let reporter = try Reporter(Configuration(mode: .memory(capacity: 1_000)))
        let identity = CheckoutIdentity(
            CheckoutSDK(reading: sdk),
            version: version,
            wrapper: wrapper.map(CheckoutWrapper.init(reading:)) ?? .native
        )
        let session = CheckoutSession(identity, reporter: reporter, clock: clock)
        let drive = try #require(Self.driver(sdk, session))
        var now = 0.0
        for call in calls {
            clock.advance(by: .milliseconds(Int(((call.at - now) * 1_000).rounded())))
            now = call.at
            #expect(drive(call.call, call.arguments), "\(call.call)")
        }
        #expect(reporter.stats.ledger.isBalanced && reporter.stats.ledger.dropped.isEmpty)
        return reporter.memory.map { String(decoding: $0.json, as: UTF8.self) }
    }

    /// As `run`, decoded.
    func events() throws -> [CheckoutEvent] {
        try run().map { text in
            let bytes = ContiguousArray(text.utf8)
            let read = try CheckoutEvent.decode(bytes.span)
            #expect(read.anomalies.isEmpty, "\(text)")
            return read.event
        }
    }

    static func driver(_ sdk: String, _ session: CheckoutSession) -> Driver? {
        switch sdk {
        case "glomo": glomo(session)
        case "qasimha": qasimha(session)
        case "inttegro": inttegro(session)
        case "dodo": dodo(session)
        default: nil
        }
    }
}

extension Contract.Row {
    func flag(_ key: String) -> Bool? { if case .flag(let flag)? = cells[key] { flag } else { nil } }
    func rows(_ key: String) -> [Contract.Row] {
        if case .list(let cells)? = cells[key] { cells.compactMap(\.row) } else { [] }
    }

    /// A word of the vocabulary.
    func word<Word: CheckoutWord>(_ key: String, _ type: Word.Type = Word.self) -> Word? {
        self[key].map { Word(reading: $0) }
    }
}
