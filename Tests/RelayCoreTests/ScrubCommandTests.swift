import Foundation
import Testing

@testable import RelayCore

@Suite struct ScrubCommandTests {
    /// Runs the command on `input`.
    private func scrub(_ arguments: [String], _ input: Data, lineLimit: Int = 1 << 20) throws -> CommandRun {
        try CommandRun(input) { streams in
            ScrubCommand.$lineLimit.withValue(lineLimit) { ScrubCommand.run(arguments, streams) }
        }
    }

    private func scrub(_ arguments: [String], _ input: String, lineLimit: Int = 1 << 20) throws -> CommandRun {
        try scrub(arguments, Data(input.utf8), lineLimit: lineLimit)
    }

    @Test("one line out for every line in, in order; a line that is not JSON is text")
    func lines() throws {
        let input = "{\"cvv\":\"123\"}\n\n{broken cvv: 123\n[1,2]\r\n\"last\""
        let run = try scrub([], input)
        #expect(run.output == "{\"cvv\":\"[redacted:cvv]\"}\n\n{broken cvv: [redacted:cvv]\n[1,2]\r\n\"last\"")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try scrub([], "").output.isEmpty)
        #expect(try scrub([], "\n\n").output == "\n\n")
    }

    @Test("text lines stay text, whatever they look like")
    func text() throws {
        let run = try scrub(["--format", "text"], "card 4111111111111111\n\"plain\"\n")
        #expect(run.output == "card [redacted:pan]\n\"plain\"\n" && run.status == 0)
    }

    @Test("profiles are chosen by option or by policy file, the option first")
    func profiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".json")
        try Data(#"{"profile":"strict","allowed_hosts":["a.pay.example"]}"#.utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let line = #"{"u":"https://a.pay.example/s/1"}"#
        #expect(try scrub(["--profile=strict"], line).output == #"{"u":"https://pay.example"}"#)
        #expect(try scrub(["--policy", folder.path], line).output == #"{"u":"https://a.pay.example"}"#)
        #expect(try scrub(["--policy", folder.path, "--profile", "standard"], line).output == line)
        let missing = try scrub(["--policy", folder.path + ".none"], line)
        #expect(missing.status == 1 && missing.output.isEmpty && missing.errors.contains("cannot read"))
        try Data("{}x".utf8).write(to: folder)
        #expect(try scrub(["--policy", folder.path], line).status == 1)
    }

    @Test(
        "wrong usage is told in one line and exits 2",
        arguments: [["--what"], ["--profile"], ["--profile", "lax"], ["--format", "xml"], ["file"]]
    )
    func usage(arguments: [String]) throws {
        let run = try scrub(arguments, "{}")
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("telemetry-relay scrub: "))
        #expect(run.errors.split(separator: "\n").count == 1)
        let help = try scrub(["--help"], "{}")
        #expect(help.status == 0 && help.output.hasPrefix("usage:"))
    }

    @Test("lines longer than a block come through; one over the limit is replaced and the exit is 1")
    func limits() throws {
        #expect(ScrubCommand.lineLimit == 16 << 20)
        let long = "\"" + String(repeating: "x", count: ScrubCommand.blockSize + 4_096) + "\""
        let run = try scrub([], long + "\n{\"pin\":1234}\n")
        #expect(run.output == long + "\n{\"pin\":\"[redacted:pin]\"}\n" && run.status == 0)
        let tooLong = String(repeating: "4", count: 1_025)
        let cut = try scrub([], "1\n" + tooLong + "\n2\n" + tooLong, lineLimit: 1_024)
        #expect(cut.output == "1\n\"[redacted:limit]\"\n2\n\"[redacted:limit]\"" && cut.status == 1)
        let text = try scrub(["--format", "text"], tooLong + "\n", lineLimit: 1_024)
        #expect(text.output == "[redacted:limit]\n" && text.status == 1)
        let allowed = String(repeating: "x", count: 1_024)
        #expect(try scrub(["--format", "text"], allowed, lineLimit: 1_024).output == allowed)
    }

    @Test("JSON in a line of text is quoted as JSON, not as JSON in a string")
    func quotes() throws {
        let input = #"{"cvv": 737, "a": 1}"# + "\n" + #"{"body":"{\"cvv\":737}"}"# + "\n"
        let run = try scrub(["--format", "text"], input)
        #expect(
            run.output == #"{"cvv": "[redacted:cvv]", "a": 1}"# + "\n" + #"{"body":"{\"cvv\":\"[redacted:cvv]\"}"}"#
                + "\n"
        )
    }

    @Test("a private key over several lines goes line by line, up to its end", arguments: [["--format", "text"], []])
    func keyBlock(arguments: [String]) throws {
        let body = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ", "AAAA", "Proc-Type: 4,ENCRYPTED", "qw=="]
        let input = ["boot -----BEGIN RSA PRIVATE KEY-----"] + body + ["-----END RSA PRIVATE KEY-----", "abcd", ""]
        let run = try scrub(arguments, input.joined(separator: "\n"))
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == input.count && lines[0].hasPrefix("boot [redacted:private-key]"))
        #expect(lines[1...4].allSatisfy { $0 == "[redacted:private-key]" }, "\(run.output)")
        #expect(lines[6] == "abcd")
        #expect(try scrub(arguments, run.output).output == run.output)
        let stray = try scrub(arguments, "-----BEGIN EC PRIVATE KEY-----\nit failed here\nAAAA")
        #expect(stray.output.hasSuffix("\nit failed here\nAAAA"))
    }

    @Test("the report can be counts by rule, or their number alone")
    func findingsLevels() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        // The third line is JSON up to its last byte: what was found until then is not counted twice.
        let input = "{\"cvv\":\"123\",\"m\":\"4111111111111111\"}\n{}\n{\"cvv\":\"123\"}x\n"
        let run = try scrub(["--report", file.path, "--findings", "counts"], input)
        #expect(run.status == 0)
        let counts = #"{"lines":3,"findings":3,"counts":{"pan":1,"cvv":2}}"# + "\n"
        #expect(try String(contentsOf: file, encoding: .utf8) == counts)
        #expect(try scrub(["--report", file.path, "--findings=silent"], input).output == run.output)
        #expect(try String(contentsOf: file, encoding: .utf8) == #"{"lines":3,"findings":3}"# + "\n")
        #expect(try scrub(["--findings", "counts"], input).status == 2)
        #expect(try scrub(["--report", file.path, "--findings", "some"], input).status == 2)
    }

    @Test("the report lists findings by line and counts by rule, and no matched byte")
    func report() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let input = "{\"a\":{\"cvv\":\"737\"}}\n{}\nnot json 4111111111111111\n"
        let run = try scrub(["--report", file.path], input)
        #expect(run.status == 0)
        let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3)
        let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(first["line"] as? Int == 1 && first["rule"] as? String == "cvv" && first["path"] as? String == "/a/cvv")
        #expect(lines[1].hasPrefix(#"{"line":3,"path":"","rule":"pan""#))
        #expect(lines[2] == #"{"lines":3,"findings":2,"counts":{"pan":1,"cvv":1}}"#)
        #expect(!lines.joined().contains("737") && !lines.joined().contains("4111"))
        #expect(try scrub(["--report", "/nonexistent/file"], input).status == 1)
    }

    @Test("a full disk is told in one line, by scrub and by a listing", arguments: ["scrub", "issues", "--help"])
    func fullDisk(command: String) throws {
        let fixture = try StoreFixture()
        _ = try fixture.insert(.of([.sample()]))
        let pipes = [Pipe(), Pipe()]
        try pipes[0].fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
        try pipes[0].fileHandleForWriting.close()
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let io = CommandIO(
            input: pipes[0].fileHandleForReading.fileDescriptor,
            output: full,
            errors: pipes[1].fileHandleForWriting.fileDescriptor
        )
        let arguments = command == "scrub" ? [command] : ["issues", command == "issues" ? "--json" : command]
        let data = command == "issues" ? ["--data", fixture.path] : []
        #expect(RelayCommandLine.run(arguments + data, extra: [], io) == 1)
        try pipes[1].fileHandleForWriting.close()
        let told = String(decoding: pipes[1].fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(told == "telemetry-relay \(arguments[0]): cannot write standard output: No space left on device\n")
    }
}
