import CBenchmarkHooks
import Glibc
import Telemetry
import TelemetryCurl

let usage = """
    usage: reporter capture [COUNT]                             what a capture costs its caller
           reporter checkout [COUNT]                            what an event of a checkout costs, beside a capture
           reporter wire [FLOWS]                                what the bodies of so many checkouts weigh
           reporter load DSN RATE SECONDS BYTES                 so many events a second, paced
           reporter burst DSN COUNT BYTES                       as fast as they can be captured, every twentieth an error
           reporter file DSN FILE                               one event a line
           reporter repeat COUNT BYTES BREADCRUMBS              captures and nothing else, for an instruction counter

    """

let arguments = Array(CommandLine.arguments.dropFirst())

func number(_ index: Int) -> Int? { index < arguments.count ? Int(arguments[index]) : nil }

func configuration(_ mode: Configuration.Mode) -> Configuration {
    Configuration(mode: mode, release: "checkout@4.2.0", environment: "production")
}

/// The ledger as one line of JSON.
func report(_ reporter: Reporter, _ extra: String) {
    let ledger = reporter.stats.ledger
    let dropped = ledger.dropped.nonZero.map { "\"\($0.reason.rawValue)\":\($0.count)" }.joined(separator: ",")
    let unaccounted =
        ledger.captured + ledger.adopted - ledger.delivered - ledger.persisted - ledger.pending - ledger.dropped.total
    print(
        "{\(extra)\"captured\":\(ledger.captured),\"delivered\":\(ledger.delivered),\"pending\":\(ledger.pending),"
            + "\"dropped\":{\(dropped)},\"unaccounted\":\(unaccounted),\"requests\":\(reporter.stats.delivery.requests)}"
    )
}

switch arguments.first {
case "capture":
    CaptureBenchmark.table(count: number(1) ?? 20_000)
case "checkout":
    CheckoutBenchmark.table(count: number(1) ?? 20_000)
case "wire":
    CheckoutBenchmark.wire(count: number(1) ?? 1_000)
case "repeat":
    guard let count = number(1), let bytes = number(2), let breadcrumbs = number(3) else { fallthrough }
    let reporter = CaptureBenchmark.reporter(breadcrumbs: breadcrumbs)
    let texts = CaptureBenchmark.texts(eventBytes: bytes)
    for number in 0..<count { reporter.capture(texts[number % texts.count]) }
case "load":
    guard arguments.count > 1, let rate = number(2), let seconds = number(3), let bytes = number(4) else { fallthrough }
    let reporter = try Reporter(configuration(.deliver(arguments[1])), transport: CurlTransport())
    let texts = CaptureBenchmark.texts(eventBytes: bytes)
    let start = now()
    for number in 0..<rate * seconds {
        let due = start + UInt64(number) * 1_000_000_000 / UInt64(rate)
        while true {
            let moment = now()
            if moment >= due { break }
            if due - moment > 200_000 { usleep(100) }
        }
        reporter.capture(texts[number % texts.count], level: number % 20 == 0 ? .error : .info)
    }
    _ = reporter.flushBlocking(timeout: .seconds(30))
    report(reporter, "\"milliseconds\":\((now() - start) / 1_000_000),")
case "burst":
    guard arguments.count > 1, let count = number(2), let bytes = number(3) else { fallthrough }
    var setup = configuration(.deliver(arguments[1]))
    setup.ringBytes = 2 << 20
    setup.errorRingBytes = 2 << 20
    let reporter = try Reporter(setup, transport: CurlTransport())
    let texts = CaptureBenchmark.texts(eventBytes: bytes)
    let start = now()
    var refusedErrors = 0
    for number in 0..<count {
        let isError = number % 20 == 0
        if reporter.capture(texts[number % texts.count], level: isError ? .error : .info) == nil, isError {
            refusedErrors += 1
        }
    }
    let captured = (now() - start) / 1_000_000
    _ = reporter.flushBlocking(timeout: .seconds(30))
    report(reporter, "\"capturing_milliseconds\":\(captured),\"errors_lost\":\(refusedErrors),")
case "file":
    guard arguments.count > 2 else { fallthrough }
    var setup = configuration(.deliver(arguments[1]))
    setup.ringBytes = 16 << 20
    setup.errorRingBytes = 16 << 20
    let reporter = try Reporter(setup, transport: CurlTransport())
    guard Lines.each(of: arguments[2], { reporter.capture(eventJSON: $0) }) else { exit(1) }
    _ = reporter.flushBlocking(timeout: .seconds(30))
    report(reporter, "")
default:
    print(usage, terminator: "")
    exit(2)
}
