import Foundation
import TelemetryWire

@testable import RelayCore
@testable import Sanitizer
@testable import TelemetryGzip

/// A store in a directory of its own, removed at the end.
final class StoreFixture: @unchecked Sendable {
    /// The moment at which every batch of these tests is received.
    static let now: Int64 = 1_790_000_000_000

    let path: String
    var directory: DataDirectory { DataDirectory(path: path) }
    private(set) var store: SQLiteStore?

    init(limits: SQLiteStore.Limits = .init(), open: Bool = true) throws {
        path = FileManager.default.temporaryDirectory.path + "/relay-store-" + EventID.random().description
        if open { try reopen(limits: limits) }
    }

    deinit {
        store?.close()
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func reopen(limits: SQLiteStore.Limits = .init()) throws -> SQLiteStore {
        store?.close()
        store = nil
        let opened = try SQLiteStore(directory: directory, limits: limits) { StoreFixture.now }
        _ = try opened.bootstrap()
        store = opened
        return opened
    }

    func close() {
        store?.close()
        store = nil
    }

    /// Inserts and waits for the commit.
    func insert(_ batch: IngestBatch) throws(StoreError) -> BatchReceipt {
        guard let store else { throw .closed }
        let answer = Answer<BatchReceipt>()
        store.insert(batch) { answer.give($0) }
        return try answer.wait().get()
    }

    /// A connection of the test's own beside the writer.
    func reader() throws -> SQLiteConnection {
        try SQLiteConnection(path: directory.database, mode: .readOnly)
    }
}

extension IngestBatch {
    static func of(_ events: [IngestEvent], batchID: EventID? = nil, project: Int64 = 1) -> IngestBatch {
        var batch = IngestBatch(
            project: ProjectID(project),
            key: 1,
            batchID: batchID,
            receivedAt: StoreFixture.now
        )
        batch.events = events
        return batch
    }
}

extension IngestEvent {
    static func sample(
        id: EventID = .random(),
        type: String? = "PaymentDeclined",
        message: String? = "card [redacted:pan] was declined",
        group: UInt64 = 7,
        level: Level = .error,
        payload: SanitizedGzip = SanitizedGzip(trusted: [31, 139, 8, 0], rawCount: 4),
        findings: [Finding] = []
    ) -> IngestEvent {
        var index = EventIndex()
        index.type = type.map { Sanitized(trusted: $0) }
        index.message = message.map { Sanitized(trusted: $0) }
        index.culprit = Sanitized(literal: "pay.submit")
        index.release = Sanitized(literal: "shop@1.4.0")
        index.environment = Sanitized(literal: "test")
        index.platform = Sanitized(literal: "python")
        index.sdkName = Sanitized(literal: "telemetry.swift")
        index.sdkVersion = Sanitized(literal: "0.1.0")
        return IngestEvent(
            id: id,
            kind: .event,
            timestamp: 1_789_999_999_000,
            level: level,
            payload: payload,
            index: index,
            fingerprint: Fingerprint(algorithm: 1, high: group, low: ~group),
            findings: findings
        )
    }
}

extension Finding {
    static func sample(path: String = "/message", rule: Rule = .pan) -> Finding {
        Finding(
            path: Sanitized(trusted: path),
            rule: rule,
            method: .replace,
            range: 5..<19,
            evidence: [.checkDigit, .issuerRange],
            stage: .relay,
            policyVersion: 1
        )
    }
}
