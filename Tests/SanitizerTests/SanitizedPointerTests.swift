import Testing

@testable import Sanitizer

/// Paths of findings, taken apart and put together.
@Suite struct SanitizedPointerTests {
    @Test(
        "a pointer's parts are its reference tokens",
        arguments: [
            ("", []), ("/", [""]), ("/a/b", ["a", "b"]), ("/a~1b/~0c", ["a/b", "~c"]), ("/a/", ["a", ""]),
            ("/0/x~01", ["0", "x~1"]),
        ] as [(String, [String])]
    )
    func parts(_ pointer: String, _ tokens: [String]) {
        let path = Sanitized<String>(trusted: pointer)
        #expect(path.pointerComponents.map(\.value) == tokens)
        #expect(Sanitized(pointer: path.pointerComponents).value == pointer)
    }

    @Test("a tilde that escapes nothing stays")
    func loose() {
        #expect(Sanitized<String>(trusted: "/a~x").pointerComponents.map(\.value) == ["a~x"])
    }

    @Test("an index is clamped")
    func index() {
        #expect(Sanitized<String>(index: 12).value == "12")
        #expect(Sanitized<String>(index: -1).value == "0")
        #expect(Sanitized<String>(index: .max).value == "99999999999")
    }

    @Test("a finding keeps what it says when its value is moved, and loses its range when that is dropped")
    func moved() throws {
        let finding = try #require(scrub(#"{"a":"4111111111111111"}"#)?.findings.first)
        let path = Sanitized<String>(trusted: "/b/0")
        let moved = finding.moved(to: path)
        #expect(moved.path == path && moved.rule == .pan && moved.range == finding.range)
        #expect(moved.method == finding.method && moved.evidence == finding.evidence)
        let removed = finding.moved(to: path, method: .remove)
        #expect(removed.method == .remove && removed.range == 0..<0)
        let dropped = Finding.dropped(at: path, stage: .relay, policyVersion: 3)
        #expect(dropped.rule == .limit && dropped.method == .remove && dropped.stage == .relay)
        #expect(dropped.policyVersion == 3 && dropped.evidence == .limit)
    }

    @Test("a key's length tells it from an index and from nothing")
    func keyCounts() {
        var path = PassPath()
        path.enter()
        path.set(index: 3)
        expect(path.keyCount(at: 0) == -1)
        expect(path.keyCount(at: -1) == -1)
        expect(path.keyCount(at: 9) == -1)
    }
}
