import TelemetryWire
import Testing

@testable import RelayCore

@Suite struct BatchReplyReceiptTests {
    private static let id = EventID(high: 1, low: 2)

    @Test("duplicates among new entries are named by their place in the batch, rejected ones counted in")
    func mixed() {
        let rejected = [BatchReply.Rejection(index: 0, reason: .tooLarge), .init(index: 3, reason: .invalidJSON)]
        let reply = BatchReply(batchID: Self.id, isStored: [true, false, true, false], rejected: rejected)
        #expect(reply.accepted == 2 && reply.duplicate == 2)
        #expect(reply.duplicates == [2, 5])
    }

    @Test("where all or none were stored before, nothing need be named", arguments: [true, false])
    func uniform(isStored: Bool) {
        let reply = BatchReply(batchID: Self.id, isStored: [isStored, isStored], rejected: [])
        #expect(reply.duplicates == nil)
        #expect(reply.duplicate == (isStored ? 0 : 2))
    }
}
