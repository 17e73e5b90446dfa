internal import CheckoutTelemetry
internal import Glibc
internal import Replay
@_spi(Simulation) internal import Simulation

/// Sleeps for a moment, on the thread that simulates.
func usleepMilliseconds(_ milliseconds: UInt32) { usleep(milliseconds * 1_000) }

func complain(_ text: String) {
    let line = Array("checkout-sim: \(text)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
}

func save(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let isWritten = fputs(text, file) >= 0
    return fclose(file) == 0 && isWritten
}

/// The text of a file of 64 MiB at most; nil if there is none.
func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// Gives the cores what is in a file, a line each.
@MainActor
func replay(_ path: String, _ courier: Courier, _ now: Int64) async -> Int32 {
    guard let text = read(path) else {
        complain("cannot read \(path)")
        return 1
    }
    let replay = Replay(reporters: courier.reporters, now: now)
    for line in text.split(separator: "\n") {
        guard let outcome = await replay.run(String(line)) else { continue }
        let flows = outcome.flows.map { "flow:\($0)" }.joined(separator: " ")
        let events = outcome.events.map(\.rawValue).joined(separator: " ")
        print("\(outcome.id) \(outcome.isTaken ? "taken" : "not taken") \(flows) \(events)")
    }
    return courier.finish() == 0 ? 0 : 1
}

@MainActor
func run() async -> Int32 {
    let arguments: Arguments
    do {
        arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
        complain(error.text)
        print(Arguments.usage)
        return 2
    }
    if arguments.isHelp {
        print(Arguments.usage)
        return 0
    }
    let courier: Courier
    do {
        courier = try Courier(arguments)
    } catch {
        complain("\(error)")
        return 2
    }
    let now = SystemClock().wallMilliseconds
    if let path = arguments.replay { return await replay(path, courier, now) }
    var options = Day.Options(end: now)
    options.seed = arguments.seed
    options.flows = arguments.flows
    let outbox = Outbox(seed: arguments.seed, faults: arguments.faults) { courier.send($0) }
    let day = Day(options, outbox: outbox, reporters: courier.reporters)
    await day.run()
    let left = courier.finish()
    let flows = day.flows.map { "\($0.rawValue) \($1)" }.sorted().joined(separator: ", ")
    print("flows: \(arguments.flows) (\(flows))")
    let told = day.told.map { "\($0) \($1)" }.sorted().joined(separator: ", ")
    print("hosts were told: \(told)")
    let counts = "\(outbox.lost) lost, \(outbox.repeated) repeated, \(outbox.departures.count) sent"
    print("events: \(outbox.made) made, \(counts)")
    let forecast = Forecast(outbox.departures, now: now)
    print(forecast.table(sample: arguments.sample))
    if let path = arguments.expect, !save(forecast.json(sample: arguments.sample), to: path) {
        complain("cannot write \(path)")
        return 1
    }
    if let path = arguments.planted, !save(day.planted.joined(separator: "\n") + "\n", to: path) {
        complain("cannot write \(path)")
        return 1
    }
    guard left == 0 else {
        complain("\(left) events did not arrive")
        return 1
    }
    return 0
}

exit(await run())
