internal import CheckoutTelemetry
internal import Glibc
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
