import HeadlessSupport
import Testing

@Suite @MainActor
struct SupportTests {
    @Test("a URL is read in parts")
    func addresses() throws {
        let address = try #require(WebAddress("HTTPS://user:pw@Pay.Example:8443/A/b/?x=a%20b&y=&z;%2=1#f?g"))
        #expect(address.scheme == "https" && address.host == "pay.example" && address.path == "/A/b")
        #expect(address.query.map(\.name) == ["x", "y", "z", "%2"])
        #expect(address.value("x") == "a b" && address.value("y") == "" && address.value("w") == nil)
        #expect(WebAddress("app://back")?.isSamePlace(as: try #require(WebAddress("APP://Back/?q"))) == true)
        for text in ["", "x", ":", "1a://b", "a b://c", "://x"] { #expect(WebAddress(text) == nil) }
    }

    @Test("timers fire in order, at their time, unless they are cancelled")
    func timers() {
        let clock = SteppedClock(wallMilliseconds: 1_000)
        var seen: [String] = []
        _ = clock.after(.seconds(2)) { seen.append("b\(clock.wallMilliseconds)") }
        _ = clock.after(.seconds(1)) {
            seen.append("a\(clock.wallMilliseconds)")
            _ = clock.after(.milliseconds(500)) { seen.append("c\(clock.wallMilliseconds)") }
        }
        clock.cancel(clock.after(.seconds(1)) { seen.append("never") })
        clock.advance(by: .milliseconds(999))
        #expect(seen.isEmpty)
        clock.jumpWall(by: .seconds(3_600))
        clock.advance(by: .seconds(9))
        #expect(seen == ["a3602000", "c3602500", "b3603000"])
    }
}
