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
    ///
    /// - Parameters:
    ///   - planted: Text that every text of every argument is replaced by; names of calls are kept, and those that do not
    ///     take it are passed over.
    ///   - identity: Changes who sends.
    func run(planted: String? = nil, identity change: (inout CheckoutIdentity) -> Void = { _ in }) throws -> [String] {
        let clock = ManualClock(wallMilliseconds: Self.start)
        let reporter = try Reporter(Configuration(mode: .memory(capacity: 1_000)))
        var identity = CheckoutIdentity(
            CheckoutSDK(reading: sdk),
            version: version,
            wrapper: wrapper.map(CheckoutWrapper.init(reading:)) ?? .native
        )
        change(&identity)
        let session = CheckoutSession(identity, reporter: reporter, clock: clock)
        let drive = try #require(Self.driver(sdk, session))
        var now = 0.0
        for call in calls {
            clock.advance(by: .milliseconds(Int(((call.at - now) * 1_000).rounded())))
            now = call.at
            let arguments = planted.map { Contract.Row(cells: call.arguments.cells.planting($0)) } ?? call.arguments
            #expect(drive(call.call, arguments) || planted != nil, "\(call.call)")
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

extension [String: Contract.Cell] {
    /// The same with every text replaced.
    func planting(_ text: String) -> [String: Contract.Cell] {
        mapValues { $0.planting(text) }
    }
}

extension Contract.Cell {
    fileprivate func planting(_ text: String) -> Contract.Cell {
        switch self {
        case .text: .text(text)
        case .list(let cells): .list(cells.map { $0.planting(text) })
        case .table(let cells): .table(cells.planting(text))
        case .absent, .flag, .number: self
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
