import Foundation
import Testing

@testable import RelayCore
@testable import Sanitizer

/// Policies in files: `config check`, `explain --print`, `verify --policy`, keys, and what `serve` starts with.
@Suite struct PolicyCommandTests {
    /// A folder that goes when its owner does.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
            let file = url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            return file.path
        }
    }

    private static let hex = "00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210"

    private func check(_ arguments: String...) -> CommandTests.Run {
        let io = CommandIO(collecting: ())
        let code = RelayCommandLine.run(["config", "check"] + arguments, extra: [], io)
        return CommandTests.Run(code: code, output: io.outputText, errors: io.errorText)
    }

    // MARK: - config check

    @Test("a good policy is summed up, one fault a line is told of a bad one: file, line, column, path, reason")
    func checks() throws {
        let folder = try Folder()
        let good = try folder.write("good.json", #"{"name":"shop","version":3,"methods":{"pan":"truncate"}}"#)
        let fine = check("--policy", good)
        #expect(fine.code == 0 && fine.errors.isEmpty)
        #expect(fine.lines.first == "ok" && fine.output.contains("deployment shop, version 3"))
        #expect(fine.output.contains("pan: truncate"))
        let bad = try folder.write(
            "bad.json",
            "{\n \"nmae\": 1,\n \"suppress\": [{\"rule\": \"pan\"}],\n \"methods\": {\"cvv\": \"mask\"}\n}"
        )
        let run = check("--policy", bad)
        #expect(run.code == 1)
        #expect(
            run.lines.map(String.init) == [
                "\(bad):2:2: $: unknown member: nmae",
                "\(bad):3:24: $.suppress[0].rule: is about payment data, which nothing loosens",
                "\(bad):4:21: $.methods.cvv: is remove or replace and nothing else",
            ]
        )
        // A project's over the deployment's.
        let project = try folder.write("project.json", #"{"methods":{"pan":"replace"}}"#)
        #expect(check("--policy", good, "--policy", project).output.contains("a deployment has") == false)
        #expect(check("--policy", good, "--policy", project).code == 1)
        #expect(check("--policy", good, "--policy", try folder.write("p.json", "{}")).code == 0)
    }

    @Test(
        "what is no policy is refused with its place",
        arguments: [
            ("", "1:1"), ("[]", "1:1"), ("{\n \"name\": \"x\"\n", "3:1"), ("{} {}", "1:4"), ("{\"a\":}", "1:6"),
            (#"{"name":"a","name":"b"}"#, "1:13"), (#"{"name":1}"#, "1:9"), (#"{"rules":{}}"#, "1:10"),
            (#"{"methods":[]}"#, "1:12"), (#"{"words":{"secret":[{"nam":"x"}]}}"#, "1:22"),
            ("\u{FEFF}{}", "1:1"), (String(repeating: "[", count: 200_000), "1:200001"),
            (String(repeating: "{\"a\":", count: 20_000), "1:100001"),
            ("{\"description\":\"" + String(repeating: "x", count: 5_000) + "\"}", "1:16"),
        ]
    )
    func refused(document: String, place: String) throws {
        let folder = try Folder()
        let file = try folder.write("p.json", document)
        let run = check("--policy", file)
        #expect(run.code == 1)
        let first = try #require(run.lines.first)
        #expect(first.hasPrefix("\(file):\(place): $"), "\(first)")
        #expect(first.utf8.count < file.utf8.count + 120)
        #expect(run.lines.allSatisfy { $0.hasPrefix(file) })
    }

    @Test("what cannot be read is told by file; a folder, a file over the limit, a missing one")
    func unreadable() throws {
        let folder = try Folder()
        let missing = folder.url.appendingPathComponent("none.json").path
        #expect(check("--policy", missing).output.contains("cannot read \(missing): "))
        #expect(check("--policy", missing).code == 1)
        #expect(check("--policy", folder.url.path).code == 1)
        let huge = try folder.write(
            "huge.json",
            "{\"description\":\"" + String(repeating: "x", count: 256 << 10) + "\"}"
        )
        let run = check("--policy", huge)
        #expect(run.code == 1 && run.output == "cannot read \(huge): too large\n")
        // Of two files with faults both are told.
        let bad = try folder.write("bad.json", "{")
        #expect(check("--policy", missing, "--policy", bad).lines.count == 2)
        #expect(CommandTests.run("config", "chek").code == 2)
        #expect(CommandTests.run("config").code == 2)
    }

    @Test("the settings of serve are checked with the policy and the key that they name")
    func settings() throws {
        let folder = try Folder()
        let key = try folder.write("key", "first:\(Self.hex)\n")
        let policy = try folder.write("p.json", #"{"methods":{"pan":"hmac"}}"#)
        func config(_ key: String) throws -> String {
            try folder.write("c.json", #"{"policy":"\#(policy)","hmac_key":"\#(key)"}"#)
        }
        #expect(check("--config", try config(key)).code == 0)
        let without = try folder.write("d.json", #"{"policy":"\#(policy)"}"#)
        #expect(check("--config", without).output.contains("hmac needs a key, which only a relay has"))
        #expect(check("--config", try folder.write("e.json", #"{"polic":1}"#)).code == 1)
        #expect(check("--config", try config(key + "x")).code == 1)
    }

    // MARK: - Keys

    @Test(
        "a key has a name and 32 random bytes, or is refused without a byte of it",
        arguments: [
            "", hex, ":\(hex)", "Name:\(hex)", "seventeenlettersx:\(hex)", "k1:\(hex)", "k:\(hex.dropLast(2))",
            "k:\(hex)0", "k:\(hex.dropLast())g", "k:\(String(repeating: "00", count: 32))", "k:\(hex):x",
            "k:" + String(repeating: hex, count: 9), "k: \(hex)",
        ]
    )
    func badKeys(text: String) throws {
        let folder = try Folder()
        let file = try folder.write("key", text)
        let run = check("--policy", try folder.write("p.json", "{}"), "--hmac-key", file)
        #expect(run.code == 1 && run.output.hasPrefix("\(file): "))
        #expect(!run.output.contains("0011") && !run.output.contains("3210"))
    }

    @Test("a key that others can read is refused, and none is ever printed")
    func keyFiles() throws {
        let folder = try Folder()
        let policy = try folder.write("p.json", #"{"name":"shop","methods":{"pan":"hmac","secret":"hmac"}}"#)
        for mode in [0o644, 0o640, 0o604, 0o602] {
            let open = try folder.write("open", "k:\(Self.hex)", mode: mode)
            #expect(check("--policy", policy, "--hmac-key", open).output == "\(open): others can read it (chmod 600)\n")
        }
        let key = try folder.write("key", "  march:\(Self.hex.uppercased())\nnext line\n", mode: 0o400)
        var told = ""
        for arguments in [
            ["config", "check", "--policy", policy, "--hmac-key", key],
            ["explain", "--rules", "--policy", policy, "--hmac-key", key],
            ["explain", "--print", "--policy", policy, "--hmac-key", key],
        ] {
            let io = CommandIO(collecting: ())
            #expect(RelayCommandLine.run(arguments, extra: [], io) == 0)
            told += io.outputText + io.errorText
        }
        #expect(told.contains("hmac") && !told.lowercased().contains(String(Self.hex.prefix(8))))
        let read = try PolicyFiles(keyFile: key)
        #expect(read.key?.keyID == "march")
    }

    @Test("digests are HMAC-SHA-256, the same from day to day, and tell the key they were made with")
    func digests() throws {
        let key = try HMACKey("k:\(Self.hex)".utf8)
        let again = try HMACKey("k:\(Self.hex)".utf8)
        let other = try HMACKey("n:\(String(Self.hex.reversed()))".utf8)
        let message = ContiguousArray("telemetry".utf8)
        let digest = try #require(key.digest(of: message))
        #expect(digest.count == 32 && again.digest(of: message) == digest && other.digest(of: message) != digest)
        // HMAC pads a short key with zeros: one that is written so is as short.
        #expect((try? HMACKey("k:4a656665\(String(repeating: "00", count: 28))".utf8)) == nil)
        let document = ContiguousArray(#"{"m":"4111 1111 1111 1111"}"#.utf8)
        var outputs: [String] = []
        for key in [key, again, other] {
            var methods = Methods()
            methods.card = .hmac
            var pass = Pass(stage: .relay)
            var output = SanitizedBuffer()
            var observer = NoObserver()
            let policy = Policy(profile: .standard, methods: methods, digest: key)
            _ = try pass.run(input: document.span, policy: policy, into: &output, observer: &observer)
            outputs.append(String(decoding: output.bytes(in: 0..<output.count).value, as: UTF8.self))
        }
        #expect(outputs[0] == outputs[1] && outputs[0].hasPrefix(#"{"m":"[hmac:pan:k:"#))
        #expect(outputs[2].hasPrefix(#"{"m":"[hmac:pan:n:"#) && outputs[2].dropFirst(18) != outputs[0].dropFirst(18))
    }

    // MARK: - Printing

    @Test(
        "explain --print writes what config check takes, of the built-in policies and of documents",
        arguments: ["standard", "strict"]
    )
    func prints(profile: String) throws {
        let folder = try Folder()
        let printed = CommandTests.run("explain", "--print", "--profile", profile)
        #expect(printed.code == 0 && printed.output.contains("\"profile\": \"\(profile)\""))
        let file = try folder.write("printed.json", printed.output)
        #expect(check("--policy", file).code == 0)
        #expect(CommandTests.run("explain", "--print", "--policy", file).output.contains("\"cvv\": ["))
        #expect(CommandTests.run("explain", "--print", "--rules").code == 2)
    }

    // MARK: - verify

    @Test("verify looks with the policy that it is given, and attests its documents")
    func verify() throws {
        let folder = try Folder()
        let fixture = try StoreFixture()
        let payload = try CommandTests.gzip(#"{"message":"fine","tags":[["step","pay"]]}"#)
        _ = try fixture.insert(.of([.sample(payload: payload)]))
        let policy = try folder.write(
            "p.json",
            #"{"name":"audit","version":9,"rules":[{"rule":"device","path":"**.step"},{"rule":"device","path":"tags[0][1]"}]}"#
        )
        #expect(CommandTests.run("verify", "--data", fixture.path).code == 0)
        let run = CommandTests.run("verify", "--data", fixture.path, "--policy", policy)
        #expect(run.code == 1 && run.output.contains("/tags/0/1: device"), "\(run.output)")
        #expect(run.output.contains("built-in rules 1, audit version 9"))
        let json = CommandTests.run("verify", "--data", fixture.path, "--policy", policy, "--json")
        let last = try #require(json.lines.last)
        #expect(last.contains(#""policy_documents":[{"name":"audit","version":9}]"#), "\(last)")
        #expect(last.contains(#""built_in_version":1"#) && last.contains("\"policy_version\":\(9 << 8 | 1)"))
        let bad = try folder.write("bad.json", "{")
        #expect(CommandTests.run("verify", "--data", fixture.path, "--policy", bad).code == 1)
    }

    // MARK: - Projects

    @Test("a project's policy is in force for its traffic and for no other")
    func projects() throws {
        let folder = try Folder()
        _ = try folder.write("policies/2.json", #"{"rules":[{"rule":"device","path":"extra.till"}]}"#)
        _ = try folder.write("policies/31.json", #"{"profile":"strict"}"#)
        let files = try PolicyFiles(keyFile: nil)
        let deployment = try files.policy(try folder.write("d.json", #"{"words":{"secret":["acme voucher"]}}"#))
        let found = try PolicyFiles.projects(in: folder.url.appendingPathComponent("policies").path)
        #expect(found.map(\.project) == [2, 31])
        var projects: [Int64: Policy] = [:]
        for (project, path) in found { projects[project] = try files.policy(path, over: deployment) }
        let policies = IngestPolicies(deployment: deployment, projects: projects)
        let document = ContiguousArray(#"{"extra":{"till":"T-9","acme_voucher":"V7"}}"#.utf8)
        func output(_ project: Int64) throws -> String {
            var pass = Pass(stage: .relay)
            var output = SanitizedBuffer()
            var observer = NoObserver()
            let policy = policies.policy(of: project)
            _ = try pass.run(input: document.span, policy: policy, into: &output, observer: &observer)
            return String(decoding: output.bytes(in: 0..<output.count).value, as: UTF8.self)
        }
        #expect(try output(1) == #"{"extra":{"till":"T-9","acme_voucher":"[redacted:secret]"}}"#)
        #expect(try output(2) == #"{"extra":{"till":"[redacted:device]","acme_voucher":"[redacted:secret]"}}"#)
        #expect(policies.policy(of: 31).profile == .strict && policies.policy(of: 3).profile == .standard)
    }

    @Test("a folder of policies with anything else in it is refused, and one that is not there is none")
    func projectFiles() throws {
        let folder = try Folder()
        #expect(try PolicyFiles.projects(in: folder.url.appendingPathComponent("policies").path).isEmpty)
        for name in ["readme.txt", "0.json", "-1.json", "one.json", "1.json~", "1.JSON", "01x.json"] {
            let folder = try Folder()
            _ = try folder.write(name, "{}")
            #expect(throws: PolicyFiles.Failure.self, "\(name)") { try PolicyFiles.projects(in: folder.url.path) }
        }
    }

    @Test(
        "serve does not start with a policy that is broken: the deployment's, a project's, or a project's that loosens"
    )
    func failsClosed() throws {
        let folder = try Folder()
        let deployment = try folder.write("d.json", #"{"methods":{"email":"remove"}}"#)
        for (name, text) in [
            ("policies/1.json", "{"), ("policies/1.json", #"{"suppress":[{"rule":"email"}]}"#),
            ("policies/x.json", "{}"), ("policies/7.json", #"{"methods":{"pan":"hmac"}}"#),
        ] {
            let data = try Folder()
            _ = try data.write(name, text)
            #expect(
                ServeCommand.run(["--data", data.url.path, "--listen", "127.0.0.1:0", "--policy", deployment]) == 1,
                "\(text)"
            )
            // Nothing was made there.
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.url.path) == ["policies"])
        }
        let broken = try folder.write("b.json", #"{"suppress":[{"rule":"cvv"}]}"#)
        #expect(ServeCommand.run(["--data", folder.url.path, "--listen", "127.0.0.1:0", "--policy", broken]) == 1)
    }
}
