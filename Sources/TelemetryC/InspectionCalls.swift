public import CTelemetry
internal import Telemetry

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

// `telemetry.h` says what each of these does; here is only how it is done. Pointers are the header's: NULL, or valid for
// the call.

/// Fills in as much of the statistics as the program and the library both know.
@_cdecl("telemetry_get_stats")
public func telemetryGetStats(
    _ reporter: OpaquePointer?,
    _ stats: UnsafeMutablePointer<telemetry_stats>?,
    _ size: Int
) -> Int32 {
    guard let stats = unsafe stats, size > 0 else { return Status.invalidArgument }
    unsafe memset(stats, 0, size)
    guard let reporter = unsafe ReporterHandle.borrowed(reporter) else { return Status.invalidArgument }
    var known = telemetry_stats(reporter.stats)
    unsafe memcpy(stats, &known, min(size, MemoryLayout<telemetry_stats>.size))
    return Status.ok
}

extension telemetry_stats {
    fileprivate init(_ now: Statistics) {
        self.init()
        captured = UInt64(clamping: now.ledger.captured)
        adopted = UInt64(clamping: now.ledger.adopted)
        delivered = UInt64(clamping: now.ledger.delivered)
        duplicates = UInt64(clamping: now.ledger.duplicates)
        persisted = UInt64(clamping: now.ledger.persisted)
        pending = UInt64(clamping: now.ledger.pending)
        dropped = UInt64(clamping: now.ledger.dropped.total)
        queued_events = UInt64(clamping: now.queuedEvents)
        queued_bytes = UInt64(clamping: now.queuedBytes)
        requests = UInt64(clamping: now.delivery.requests)
        answers = UInt64(clamping: now.delivery.answers)
        spool_files = UInt64(clamping: now.delivery.spoolFiles)
        spool_bytes = UInt64(clamping: now.delivery.spoolBytes)
        last_status = Int32(clamping: now.delivery.lastStatus ?? 0)
        consecutive_failures = Int32(clamping: now.delivery.consecutiveFailures)
        breaker_open = now.delivery.isBreakerOpen ? 1 : 0
        spool_error = now.delivery.spoolFailure?.code ?? 0
    }
}

/// Writes the statistics as a JSON object, as `snprintf` would.
@_cdecl("telemetry_stats_json")
public func telemetryStatsJSON(
    _ reporter: OpaquePointer?,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    let text = unsafe ReporterHandle.borrowed(reporter).map { json($0.stats) } ?? "{}"
    let length = text.utf8.count
    guard let buffer = unsafe buffer, capacity != 0 else { return length }
    // A capacity beyond what memory can hold, as of someone who knows that it fits, arrives as a negative number.
    let count = capacity < 0 ? length : min(length, capacity - 1)
    for (index, byte) in text.utf8.prefix(count).enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
    unsafe buffer[count] = 0
    return length
}

/// Numbers and names of ours only: nothing in it needs an escape.
private func json(_ now: Statistics) -> String {
    let drops = now.ledger.dropped.nonZero.map { "\"\($0.reason.rawValue)\":\($0.count)" }.joined(separator: ",")
    return """
        {"captured":\(now.ledger.captured),"adopted":\(now.ledger.adopted),"delivered":\(now.ledger.delivered),\
        "duplicates":\(now.ledger.duplicates),"persisted":\(now.ledger.persisted),"pending":\(now.ledger.pending),\
        "dropped":{\(drops)},"queued_events":\(now.queuedEvents),"queued_bytes":\(now.queuedBytes),\
        "requests":\(now.delivery.requests),"answers":\(now.delivery.answers),\
        "spool_files":\(now.delivery.spoolFiles),"spool_bytes":\(now.delivery.spoolBytes),\
        "last_status":\(now.delivery.lastStatus ?? 0),"consecutive_failures":\(now.delivery.consecutiveFailures),\
        "breaker_open":\(now.delivery.isBreakerOpen),"spool_error":\(now.delivery.spoolFailure?.code ?? 0)}
        """
}

/// Shows what the memory mode has kept.
@_cdecl("telemetry_memory")
public func telemetryMemory(
    _ reporter: OpaquePointer?,
    _ visit: (@convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void)?,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let events = unsafe ReporterHandle.borrowed(reporter)?.memory else { return 0 }
    guard let visit = unsafe visit else { return events.count }
    for event in events {
        unsafe (event.json + [0]).withUnsafeBytes { bytes in
            unsafe visit(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count - 1, context)
        }
    }
    return events.count
}
