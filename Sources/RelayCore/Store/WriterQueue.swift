internal import Glibc

/// What waits for the writer: bounded, many producers, one consumer that takes everything at once.
@safe final class WriterQueue: @unchecked Sendable {
    /// Reports a batch's fate.
    typealias Completion = @Sendable (Result<BatchReceipt, StoreError>) -> Void

    /// One batch and whom to tell.
    struct Entry: Sendable {
        let batch: IngestBatch
        let bytes: Int
        let completion: Completion
    }

    /// Work for the writer's thread that is not a batch: key changes, tests.
    typealias Task = @Sendable (GroupWriter) -> Void

    /// What the writer does next.
    enum Work: Sendable {
        /// Commit these together.
        case group([Entry])
        /// Run this between groups.
        case task(Task)
        /// Nothing waits and nothing more will come.
        case finished
    }

    // Safe and Sendable: every field below is touched only between lock and unlock of `mutex`; both primitives live
    // in memory of their own until deinit.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private var entries: [Entry] = []
    private var head = 0
    private var tasks: [Task] = []
    private var bytes = 0
    private var isClosed = false

    private let limits: SQLiteStore.Limits

    /// An empty queue.
    init(limits: SQLiteStore.Limits) {
        self.limits = limits
        unsafe mutex = .allocate(capacity: 1)
        unsafe arrived = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe arrived.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(arrived, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(arrived)
        unsafe pthread_mutex_destroy(mutex)
        unsafe arrived.deallocate()
        unsafe mutex.deallocate()
    }

    /// Adds a batch, or says why not: `.busy` or `.closed`.
    func add(_ entry: Entry) -> StoreError? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if isClosed { return .closed }
        let waiting = entries.count - head
        // A batch larger than the whole limit still passes when nothing else waits.
        guard waiting < limits.queuedBatches, waiting == 0 || bytes + entry.bytes <= limits.queuedBytes else {
            return .busy
        }
        entries.append(entry)
        bytes += entry.bytes
        unsafe pthread_cond_signal(arrived)
        return nil
    }

    /// Adds a task; false once closed.
    func add(_ task: @escaping Task) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if isClosed { return false }
        tasks.append(task)
        unsafe pthread_cond_signal(arrived)
        return true
    }

    /// Refuses further work; what waits is still handed out.
    func close() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        isClosed = true
        unsafe pthread_cond_signal(arrived)
    }

    /// Batches waiting now.
    var depth: Int {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return entries.count - head
    }

    /// Waits for work and takes it: tasks first, then as many batches as one group may hold.
    func next() -> Work {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while tasks.isEmpty, head == entries.count {
            if isClosed { return .finished }
            unsafe pthread_cond_wait(arrived, mutex)
        }
        if !tasks.isEmpty { return .task(tasks.removeFirst()) }
        return .group(takeGroup())
    }

    private func takeGroup() -> [Entry] {
        var group: [Entry] = []
        var rows = 0
        var size = 0
        while head < entries.count {
            let entry = entries[head]
            let entryRows = max(1, entry.batch.events.count + entry.batch.entries.count)
            if !group.isEmpty, rows + entryRows > limits.groupRows || size + entry.bytes > limits.groupBytes { break }
            group.append(entry)
            rows += entryRows
            size += entry.bytes
            head += 1
        }
        bytes -= size
        if head == entries.count {
            entries.removeAll(keepingCapacity: true)
            head = 0
        } else {
            entries.removeSubrange(..<head)
            head = 0
        }
        return group
    }
}
