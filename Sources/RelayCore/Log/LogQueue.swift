internal import Glibc
internal import TelemetryDelivery

/// Log lines on their way to a descriptor that may block: bounded, many producers, one thread that writes.
///
/// A reader that stops reading must not stop the relay, and the descriptor cannot be made non-blocking, as other
/// processes may share it (a terminal). Lines over the bound are left out and counted in one line of their own as soon
/// as there is room again.
@safe final class LogQueue: @unchecked Sendable {
    // Sendable and safe: `state` is under its mutex; the semaphore lives as long as self and is made for threads.
    /// Lines held at most.
    static let lines = 1_024
    /// Bytes held at most.
    static let bytes = 256 * 1_024

    /// What the writing thread does next.
    enum Work: Sendable, Hashable {
        /// Write this line.
        case line(String)
        /// So many lines were left out.
        case left(Int)
        /// Nothing waits and nothing more will come.
        case finished
    }

    private struct State {
        var waiting: [String] = []
        var head = 0
        var bytes = 0
        var left = 0
        var isWriting = false
        var isClosed = false
    }

    private let state = Lock(State())
    private let arrived: UnsafeMutablePointer<sem_t>

    /// An empty queue.
    init() {
        unsafe arrived = .allocate(capacity: 1)
        unsafe sem_init(arrived, 0, 0)
    }

    deinit {
        unsafe sem_destroy(arrived)
        unsafe arrived.deallocate()
    }

    /// Adds a line, or counts it as left out. Never blocks.
    func add(_ line: String) {
        let isAdded = state.withLock { state in
            let count = line.utf8.count
            guard !state.isClosed, state.waiting.count - state.head < LogQueue.lines,
                state.bytes + count <= LogQueue.bytes
            else {
                state.left += 1
                return false
            }
            state.waiting.append(line)
            state.bytes += count
            return true
        }
        if isAdded { unsafe sem_post(arrived) }
    }

    /// Nothing more will come; what waits is still handed out.
    func close() {
        state.withLock { $0.isClosed = true }
        unsafe sem_post(arrived)
    }

    /// Waits for work; the thread that writes is the only caller. The line of the last call counts as written.
    func next() -> Work {
        while true {
            let work = state.withLock { state -> Work? in
                state.isWriting = true
                if state.head < state.waiting.count {
                    let line = state.waiting[state.head]
                    state.head += 1
                    state.bytes -= line.utf8.count
                    if state.head == state.waiting.count || state.head >= 256 {
                        state.waiting.removeFirst(state.head)
                        state.head = 0
                    }
                    return .line(line)
                }
                if state.left > 0 {
                    defer { state.left = 0 }
                    return .left(state.left)
                }
                state.isWriting = false
                return state.isClosed ? .finished : nil
            }
            if let work { return work }
            unsafe _ = sem_wait(arrived)
        }
    }

    /// Waits until everything is written, for up to so many milliseconds. Whether it was.
    @discardableResult
    func drain(milliseconds: Int) -> Bool {
        var left = milliseconds
        while true {
            let isEmpty = state.withLock { $0.waiting.count == $0.head && $0.left == 0 && !$0.isWriting }
            if isEmpty || left <= 0 { return isEmpty }
            usleep(5_000)
            left -= 5
        }
    }
}
