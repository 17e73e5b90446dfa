import Testing

@testable import RelayCore

@Suite struct BodyIntakeTests {
    private let piece = ContiguousArray<UInt8>(repeating: 0x61, count: 1_024)

    @Test("a body in many pieces costs time in proportion to its size")
    func linear() {
        var intake = BodyIntake(limit: 16 << 20)
        let start = ContinuousClock.now
        for _ in 0..<16_384 { _ = intake.take(piece.span) { _ in true } }
        #expect(intake.bytes.count == 16 << 20)
        // Copied anew at each piece it would be 128 GiB.
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("over the limit nothing is kept, at twice the limit it is time to answer, at four times to close")
    func steps() {
        var intake = BodyIntake(limit: 2_048)
        func next() -> BodyIntake.Step { intake.take(piece.span) { _ in true } }
        #expect([next(), next()] == [.more, .more])
        #expect(next() == .discarding)
        #expect(intake.bytes.isEmpty)
        #expect(intake.refusal?.status == 413)
        #expect([next(), next()] == [.more, .answer])
        intake.markAnswered()
        #expect([next(), next(), next(), next()] == [.more, .more, .more, .cut])
    }

    @Test("without room it is refused for now")
    func overloaded() {
        var intake = BodyIntake(limit: 2_048)
        #expect(intake.take(piece.span) { _ in false } == .discarding)
        #expect(intake.refusal?.status == 503)
    }

    @Test("deadlines follow a connection through its requests, and a refused one is told why")
    func deadlines() {
        var table = ConnectionDeadlines(limits: ServerLimits())
        func late(_ now: Int) -> [ConnectionDeadlines.Step] { table.late(now: now).map(\.step) }
        table.opened(7, now: 100)
        #expect(late(110).isEmpty)
        #expect(late(111) == [.shut])
        table.bodyBegan(7, now: 111)
        #expect(late(171).isEmpty)
        #expect(late(172) == [.shut])
        table.bodyEnded(7)
        #expect(late(1_000_000).isEmpty)
        table.answered(7, now: 200)
        #expect(late(275).isEmpty)
        #expect(late(276) == [.shut])
        table.discardBegan(7, farewell: [1], now: 300)
        #expect(!table.isTold(7))
        #expect(late(306) == [.tell([1])])
        #expect(table.isTold(7) && late(307).isEmpty)
        #expect(late(337) == [.shut])
        table.closed(7)
        table.answered(7, now: 300)
        #expect(table.count == 0)
    }

    @Test("what a stop cuts off is what the client owes, and at last what it does not take; never what is ours")
    func unfinished() {
        var table = ConnectionDeadlines(limits: ServerLimits())
        table.opened(1, now: 0)
        table.bodyBegan(2, now: 0)
        table.bodyEnded(3)
        table.answerBegan(4, now: 0)
        table.lingerBegan(5, now: 0)
        #expect(table.unfinished(includingAnswers: false).sorted() == [1, 2, 5])
        #expect(table.unfinished(includingAnswers: true).sorted() == [1, 2, 4, 5])
    }
}
