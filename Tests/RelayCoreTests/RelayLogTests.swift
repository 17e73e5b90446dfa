import Foundation
import Testing

@testable import RelayCore

@Suite struct RelayLogTests {
    @Test("a line is one JSON object")
    func line() {
        let line = RelayLog.line(
            .warning,
            "refused",
            [.number("status", 403), .literal("reason", "unknown_key"), .text("data", "/x \"y\"")],
            time: timespec(tv_sec: 1_767_225_600, tv_nsec: 5_000_000)
        )
        #expect(
            line == #"{"time":"2026-01-01T00:00:00.005Z","level":"warning","event":"refused","status":403,"#
                + #""reason":"unknown_key","data":"/x \"y\""}"# + "\n"
        )
    }

    @Test("text cannot end a line or move a cursor")
    func escapes() {
        #expect(
            RelayLog.quoted("a\r\n\u{1B}[31m\u{7F}\u{85}\u{202E}\\é")
                == #""a\u000d\u000a\u001b[31m\u007f\u0085\u202e\\é""#
        )
        #expect(RelayLog.quoted(String(repeating: "x", count: 9_000)).utf8.count == 514)
    }

    @Test("only so many lines a second, and the rest is counted")
    func window() {
        var window = LogWindow(limit: 2)
        #expect(window.admit(second: 1) == 0)
        #expect(window.admit(second: 1) == 0)
        #expect(window.admit(second: 1) == nil)
        #expect(window.admit(second: 1) == nil)
        #expect(window.admit(second: 2) == 2)
        #expect(window.admit(second: 2) == 0)
    }

    @Test("a reader that does not read holds up nobody; what was left out is counted once it reads again")
    func blockedReader() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        _ = fcntl(ends[1], 1_031, 4_096)  // F_SETPIPE_SZ
        let log = RelayLog(descriptor: ends[1])
        let start = ContinuousClock.now
        for _ in 0..<3_000 { log.note(.info, "refused") }
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(!log.drain(milliseconds: 20))
        let writing = ends[1]
        DetachedThread.start {
            log.drain(milliseconds: 10_000)
            close(writing)
        }
        let lines = String(decoding: FileHandle(fileDescriptor: ends[0]).readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n")
        let written = lines.count { $0.contains(#""event":"refused""#) }
        #expect(written >= LogQueue.lines)
        #expect(lines.last?.hasSuffix(#""event":"log_lines_left_out","count":\#(3_000 - written)}"#) == true)
    }

    @Test("the store is stuck when requests wait and nothing comes, and failed until something succeeds")
    func health() {
        var health = StoreHealth()
        #expect(health.state(now: 100) == .ready)
        health.began(now: 100)
        #expect(health.state(now: 110) == .ready)
        #expect(health.state(now: 111) == .stuck)
        health.ended(nil, now: 112)
        #expect(health.state(now: 500) == .ready)
        health.began(now: 500)
        health.ended(.diskFull, now: 500)
        #expect(health.state(now: 500) == .failed)
        health.began(now: 501)
        health.ended(.busy, now: 501)
        #expect(health.state(now: 501) == .failed)
        health.began(now: 502)
        health.ended(nil, now: 502)
        #expect(health.state(now: 502) == .ready)
    }
}
