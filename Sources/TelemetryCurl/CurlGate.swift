internal import TelemetryDelivery

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Keeps the reporter's threads out of libcurl once the process ends.
///
/// The TLS library behind libcurl frees what it has process-wide in a handler of `atexit`, while other threads still run: one
/// in the midst of a handshake would fault, and the host's ordinary end become a crash. Our handler, registered behind
/// that one and so called before it, lets nobody in any more and waits for those inside. They sleep outside, and are
/// inside for milliseconds.
enum CurlGate {
    // How many threads are inside, and in the highest bit whether the gate is closed: one word, so that either a thread sees
    // the bit or the handler the thread.
    private static let word = AtomicCell(0)
    private static let closed: UInt64 = 1 << 63

    /// Registers the handler. Once in a process, when the TLS library has registered its own.
    static func install() {
        _ = word.value
        _ = atexit(processEnds)
    }

    /// Whether the caller may go in; it then has to `leave`.
    static func enter() -> Bool {
        guard word.add(1) & closed == 0 else {
            leave()
            return false
        }
        return true
    }

    /// The caller is out again.
    static func leave() {
        _ = word.add(.max)
    }

    /// Runs `body` inside; never returns once the process ends. For the worker thread.
    static func pass<Result>(_ body: () -> Result) -> Result {
        while !enter() { pause(milliseconds: 60_000) }
        defer { leave() }
        return body()
    }

    /// In a forked child: whoever was inside is a thread of the parent.
    static func restartInChild() {
        word.store(word.value & closed)
    }

    /// For the handler. What takes longer is stuck, and the process ends all the same.
    fileprivate static func close() {
        _ = word.add(closed)
        for _ in 0..<500 where word.value & ~closed != 0 { pause(milliseconds: 1) }
    }

    private static func pause(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        _ = unsafe nanosleep(&time, nil)
    }
}

// A C callback: top-level, so that it belongs to no actor.
private func processEnds() {
    CurlGate.close()
}
