import Foundation
import Synchronization
import TelemetryWire

@testable import RelayCore

/// A store in memory: keeps what it is given, answers when and what the test says.
final class MemoryStore: Store {
    enum Mode: Sendable {
        /// Answers at once, as the store would.
        case commits
        /// Answers with an error.
        case fails(StoreError)
        /// Keeps the completions until `release`.
        case holds
    }

    private struct State {
        var batches: [IngestBatch] = []
        var ids: Set<EventID> = []
        var batchIDs: Set<EventID> = []
        var mode = Mode.commits
        var refused: (over: Int, error: StoreError)?
        var held: [@Sendable () -> Void] = []
    }

    static let key = ProjectKey(
        id: 1,
        project: ProjectID(1),
        publicKey: "0123456789abcdef0123456789abcdef",
        isActive: true
    )
    static let disabled = ProjectKey(
        id: 2,
        project: ProjectID(1),
        publicKey: "fedcba9876543210fedcba9876543210",
        isActive: false
    )
    static let other = ProjectKey(
        id: 3,
        project: ProjectID(2),
        publicKey: "00000000000000000000000000000002",
        isActive: true
    )

    private let state = Mutex(State())
    private let writer = DispatchQueue(label: "store")

    var batches: [IngestBatch] { state.withLock { $0.batches } }
    var events: [IngestEvent] { batches.flatMap(\.events) }
    var heldCount: Int { state.withLock { $0.held.count } }

    func set(_ mode: Mode) {
        state.withLock { $0.mode = mode }
    }

    /// Batches of more events than this fail from now on, each alone, as in a group.
    func refuse(over events: Int, with error: StoreError) {
        state.withLock { $0.refused = (events, error) }
    }

    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for completion in held { completion() }
    }

    func key(publicKey: String) -> ProjectKey? {
        [Self.key, Self.disabled, Self.other].first { $0.publicKey == publicKey }
    }

    var isIntact: Bool { true }
    func inspector() throws(StoreError) -> any Inspector { throw .closed }
    func bootstrap() throws(StoreError) -> (key: ProjectKey?, isNew: Bool) { (Self.key, false) }
    func createKey(project: ProjectID) throws(StoreError) -> ProjectKey { throw .readOnly }
    func disableKey(publicKey: EventID) throws(StoreError) -> ProjectKey? { throw .readOnly }
    func rotateKey(publicKey: EventID) throws(StoreError) -> ProjectKey? { throw .readOnly }
    func setState(_ state: IssueSummary.State, of issue: ShortID) throws(StoreError) -> Bool { false }
    func close() {}

    func insert(_ batch: IngestBatch, completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void) {
        let now = state.withLock { state -> (@Sendable () -> Void)? in
            if case .fails(let error) = state.mode { return { completion(.failure(error)) } }
            let answer: @Sendable () -> Void
            if let refused = state.refused, batch.events.count > refused.over {
                answer = { completion(.failure(refused.error)) }
            } else {
                let receipt = Self.commit(batch, &state)
                answer = { completion(.success(receipt)) }
            }
            guard case .holds = state.mode else { return answer }
            state.held.append(answer)
            return nil
        }
        // One thread after another, as the store's writer: answers come in the order of the insertions.
        if let now { writer.async(execute: now) }
    }

    private static func commit(_ batch: IngestBatch, _ state: inout State) -> BatchReceipt {
        if let id = batch.batchID, !state.batchIDs.insert(id).inserted {
            return BatchReceipt(fates: batch.events.map { _ in .duplicate }, isRepeat: true)
        }
        state.batches.append(batch)
        let fates = batch.events.map { state.ids.insert($0.id).inserted ? BatchReceipt.Fate.stored : .duplicate }
        return BatchReceipt(fates: fates, isRepeat: false)
    }
}
