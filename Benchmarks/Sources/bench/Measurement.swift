import CBenchmarkHooks

/// What one case took: the best of several rounds.
struct Measurement {
    var nanoseconds = UInt64.max
    var instructions = UInt64.max
    var allocations = UInt64.max
    var bytes: Int
    var events: Int

    /// Millions of bytes a second of the thread's CPU time.
    var megabytesPerSecond: Double { Double(bytes) * 1_000 / Double(max(1, nanoseconds)) }

    /// Runs `body` once to warm up and `rounds` times on the clock.
    static func best(of rounds: Int, bytes: Int, events: Int, _ body: () -> Void) -> Measurement {
        var best = Measurement(bytes: bytes, events: events)
        let counter = Counter.shared
        body()
        for _ in 0..<rounds {
            let blocks = benchmark_allocations()
            let count = benchmark_instructions(counter)
            let start = benchmark_thread_nanoseconds()
            body()
            best.nanoseconds = min(best.nanoseconds, benchmark_thread_nanoseconds() - start)
            best.instructions = min(best.instructions, benchmark_instructions(counter) - count)
            best.allocations = min(best.allocations, benchmark_allocations() - blocks)
        }
        return best
    }

    private enum Counter {
        static let shared = benchmark_instructions_open()
    }

    /// One row of the table; `reference` is what else the same bytes could be made to pass through.
    func row(_ name: String, reference: Measurement?) -> String {
        let perByte = instructions == 0 ? "–" : fixed(Double(instructions) / Double(bytes), 1)
        let ratio = reference.map { fixed(Double(nanoseconds) / Double($0.nanoseconds), 2) } ?? "–"
        let perEvent = Double(nanoseconds) / Double(max(1, events))
        let blocks = Double(allocations) / Double(max(1, events))
        return
            "| \(name) | \(bytes / max(1, events)) | \(fixed(megabytesPerSecond, 0)) | \(fixed(perEvent, 0)) | \(perByte) "
            + "| \(fixed(blocks, 3)) | \(ratio) |"
    }
}

/// `value` with so many decimal places; no Foundation for that.
func fixed(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int((value * scale).rounded())
    guard places > 0 else { return String(whole) }
    let digits = String(whole % Int(scale))
    return "\(whole / Int(scale)).\(String(repeating: "0", count: places - digits.count))\(digits)"
}
