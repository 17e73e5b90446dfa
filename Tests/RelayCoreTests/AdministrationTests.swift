import Foundation
import TelemetryWire
import Testing

@testable import RelayCore

@Suite("keys, lock and admin socket")
struct AdministrationTests {
    @Test("keys are made, listed, rotated and disabled in a directory where no relay runs")
    func offline() throws {
        let fixture = try StoreFixture(open: false)
        let created = CommandTests.run("keys", "create", "--data", fixture.path)
        #expect(created.code == 0)
        let dsn = created.output.trimmingCharacters(in: .newlines)
        let key = try #require(try? DSN(dsn)).publicKey
        #expect(dsn == "http://\(key)@127.0.0.1:8787/1")
        let other = CommandTests.run(
            "keys",
            "create",
            "--project",
            "7",
            "--address",
            "https://t.example/x/",
            "--data",
            fixture.path
        )
        #expect(other.output.hasSuffix("@t.example/x/7\n"))
        let rotated = CommandTests.run("keys", "rotate", dsn, "--data", fixture.path)
        #expect(rotated.code == 0 && rotated.output != created.output)
        let second = try #require(try? DSN(rotated.output.trimmingCharacters(in: .newlines))).publicKey
        #expect(CommandTests.run("keys", "disable", second, "--data", fixture.path).output == "disabled \(second)\n")
        let list = CommandTests.run("keys", "list", "--json", "--project", "1", "--data", fixture.path)
        let states = try list.lines.map { try #require(JSONTree(Array($0.utf8)))["state"]?.text }
        #expect(states == ["disabled", "disabled"])
        #expect(CommandTests.run("keys", "disable", EventID.random().description, "--data", fixture.path).code == 1)
    }

    @Test("a running relay is told through its socket, and obeys at once")
    func online() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let socket = try AdminSocket(store: store, directory: fixture.directory, address: "http://127.0.0.1:9999")
        var status = stat()
        #expect(stat(fixture.directory.adminSocket, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let created = CommandTests.run("keys", "create", "--project", "3", "--data", fixture.path)
        #expect(created.code == 0)
        let dsn = try #require(try? DSN(created.output.trimmingCharacters(in: .newlines)))
        #expect(dsn.port == 9_999)
        #expect(store.key(publicKey: dsn.publicKey)?.project == ProjectID(3))
        #expect(CommandTests.run("keys", "disable", dsn.publicKey, "--data", fixture.path).code == 0)
        #expect(store.key(publicKey: dsn.publicKey)?.isActive == false)
        #expect(CommandTests.run("keys", "list", "--data", fixture.path).output.contains(":9999/3"))
        #expect(CommandTests.run("keys", "rotate", EventID.random().description, "--data", fixture.path).code == 1)
        socket.stop()
        #expect(stat(fixture.directory.adminSocket, &status) != 0)
    }

    @Test("nonsense on the socket is answered, silence is dropped, and the next command is served")
    func nonsense() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let socket = try AdminSocket(store: store, directory: fixture.directory, address: "http://127.0.0.1:9999")
        defer { socket.stop() }
        for text in ["{}", "[", "{\"command\":\"keys.create\",\"project\":-1}", "{\"command\":\"keys.disable\"}"] {
            let client = try #require(try LocalSocket.connect(fixture.directory))
            let sent = Array((text + "\n").utf8).withUnsafeBytes {
                send(client.descriptor, $0.baseAddress, $0.count, 0)
            }
            #expect(sent > 0)
            let reply = try #require(client.readLine())
            #expect(AdminReply(line: reply) == .failed(.failed(code: EINVAL)))
        }
        let silent = try #require(try LocalSocket.connect(fixture.directory))
        #expect(CommandTests.run("keys", "create", "--data", fixture.path).code == 0)
        #expect(silent.descriptor >= 0)
    }

    @Test("many who connect and say nothing keep nobody waiting")
    func silentCrowd() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let socket = try AdminSocket(store: store, directory: fixture.directory, address: "http://127.0.0.1:9999")
        defer { socket.stop() }
        let clock = ContinuousClock()
        let took = try clock.measure {
            let silent = try (0..<AdminDesk.places * 2).compactMap { _ in try LocalSocket.connect(fixture.directory) }
            #expect(silent.count == AdminDesk.places * 2)
            #expect(CommandTests.run("keys", "create", "--data", fixture.path).code == 0)
        }
        #expect(took < .seconds(2))
    }

    @Test("a disabled key is not rotated into an active one; an address that makes no DSN is wrong usage")
    func refusals() throws {
        let fixture = try StoreFixture()
        let key = try #require(try fixture.store?.bootstrap().key)
        fixture.close()
        #expect(CommandTests.run("keys", "disable", key.publicKey, "--data", fixture.path).code == 0)
        let rotated = CommandTests.run("keys", "rotate", key.publicKey, "--data", fixture.path)
        #expect(rotated.code == 1 && rotated.output.isEmpty)
        #expect(rotated.errors == "telemetry-relay keys: no such key, or it is disabled\n")
        for address in ["ftp://x", "http://", "http://a b", "http://u@x"] {
            let run = CommandTests.run("keys", "create", "--address", address, "--data", fixture.path)
            #expect(run.code == 2 && run.output.isEmpty, "\(address)")
        }
        #expect(CommandTests.run("keys", "list", "--json", "--data", fixture.path).lines.count == 1)
    }

    @Test("no project is made whose number could be read as a card")
    func projectNumbers() throws {
        let fixture = try StoreFixture(open: false)
        let run = CommandTests.run("keys", "create", "--project", "4485023094620976", "--data", fixture.path)
        #expect(run.code == 2 && run.output.isEmpty)
        for number in ["999999999", "123456789", "41111111"] {
            #expect(CommandTests.run("keys", "create", "--project", number, "--data", fixture.path).code == 0)
        }
        let verified = CommandTests.run("verify", "--data", fixture.path)
        #expect(verified.code == 0, "\(verified.output)")
        #expect(AdminRequest(line: Array(#"{"command":"keys.create","project":4485023094620976}"#.utf8)) == nil)
    }

    @Test("something else than a file in the database's place is said so, and an empty file is no store yet")
    func foreignFiles() throws {
        let fixture = try StoreFixture(open: false)
        try fixture.directory.create()
        mkdir(fixture.directory.database, 0o700)
        for command in [["issues"], ["keys", "create"], ["verify"]] {
            let io = CommandIO(collecting: ())
            #expect(RelayCommandLine.run(command + ["--data", fixture.path], extra: [], io) == 1)
            #expect(io.errorText.hasSuffix("relay.db: damaged, or not a relay's database\n"), "\(io.errorText)")
        }
        rmdir(fixture.directory.database)
        #expect(FileManager.default.createFile(atPath: fixture.directory.database, contents: nil))
        #expect(CommandTests.run("issues", "--data", fixture.path).errors.contains("no store here"))
        #expect(CommandTests.run("keys", "create", "--data", fixture.path).code == 0)
        #expect(CommandTests.run("issues", "--data", fixture.path).output == "no issues\n")
    }

    @Test("a socket file that a killed relay left is no obstacle, neither to a command nor to the next relay")
    func staleSocket() throws {
        let fixture = try StoreFixture()
        let left = try LocalSocket.listen(fixture.directory)
        shutdown(left.descriptor, Int32(SHUT_RDWR))
        fixture.close()
        #expect(CommandTests.run("keys", "create", "--data", fixture.path).code == 0)
        let store = try fixture.reopen()
        let socket = try AdminSocket(store: store, directory: fixture.directory, address: "http://127.0.0.1:9999")
        #expect(AdminClient(fixture.directory).address() == "http://127.0.0.1:9999")
        socket.stop()
    }

    @Test("while another process holds the lock and answers no socket, a writing command says so; reading goes on")
    func lockedByAnother() throws {
        let fixture = try StoreFixture()
        _ = try fixture.insert(.of([.sample()]))
        fixture.close()
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        holder.arguments = ["flock", "--no-fork", fixture.directory.lock, "sh", "-c", "echo held; exec sleep 30"]
        let output = Pipe()
        holder.standardOutput = output
        try holder.run()
        defer {
            // One process, gone before other tests wait for the end of pipes that it may have inherited.
            kill(holder.processIdentifier, SIGKILL)
            holder.waitUntilExit()
        }
        #expect(String(decoding: output.fileHandleForReading.readData(ofLength: 4), as: UTF8.self) == "held")
        #expect(throws: StoreError.locked) { try SQLiteStore(directory: fixture.directory) }
        let run = CommandTests.run("keys", "create", "--data", fixture.path)
        #expect(run.code == 1)
        #expect(run.errors.contains("another process is writing"))
        #expect(CommandTests.run("events", "--json", "--data", fixture.path).lines.count == 1)
    }

    @Test("readers beside the writer see whole batches only, and every one that was completed")
    func concurrentReaders() throws {
        let fixture = try StoreFixture()
        let directory = fixture.directory
        let stop = Gate()
        let failures = Answer<Int>()
        DispatchQueue.global().async {
            var bad = 0
            for _ in 0..<60 {
                guard let inspector = try? SQLiteInspector(directory: directory),
                    let totals = try? inspector.statistics(project: nil)
                else {
                    bad += 1
                    continue
                }
                var listed = 0
                try? inspector.forEachEvent(InspectorQuery(limit: nil), issue: nil) { _ in
                    listed += 1
                    return true
                }
                if totals.events % 10 != 0 || listed < totals.events { bad += 1 }
            }
            failures.give(.success(bad))
            stop.open()
        }
        for count in 1...60 {
            _ = try fixture.insert(.of((0..<10).map { _ in .sample() }))
            let inspector = try SQLiteInspector(directory: directory)
            #expect(try inspector.statistics(project: nil).events == Int64(count * 10))
        }
        stop.wait()
        #expect(try failures.wait().get() == 0)
    }

    @Test("a directory that may not be read or written is said so", .enabled(if: geteuid() != 0))
    func permissions() throws {
        let fixture = try StoreFixture()
        fixture.close()
        chmod(fixture.path, 0o500)
        #expect(throws: StoreError.readOnly) { try SQLiteStore(directory: fixture.directory) }
        #expect(CommandTests.run("issues", "--data", fixture.path).code == 0)
        chmod(fixture.path, 0o000)
        let denied = CommandTests.run("issues", "--data", fixture.path)
        #expect(denied.code == 1)
        #expect(denied.errors == "telemetry-relay issues: \(fixture.path): permission denied\n")
    }
}
