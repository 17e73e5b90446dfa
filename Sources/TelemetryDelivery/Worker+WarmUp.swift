internal import Sanitizer

extension Worker {
    /// Uses once, on the thread that makes a reporter, the generic types that the worker's turns use.
    ///
    /// The runtime makes their tables at first use, under a lock of its own that `fork` knows nothing of: a child forked
    /// while the worker held it would wait for it for ever. Optimised code has most of them made already.
    package static func warmUp() {
        var records: [Record] = []
        records.reserveCapacity(1)
        var unseen: ArraySlice<Record> = records[...]
        _ = unseen.popFirst()
        unseen += records
        unseen.removeAll { $0.custody == .memory }
        records += unseen.filter { $0.custody == .memory }
        for record in records where record.awaitsHooks { unseen.append(record) }
        for record in unseen where record.awaitsHooks { records.append(record) }
        _ = records.isEmpty && unseen.isEmpty && records.reduce(0) { $0 + $1.bytes.value.count } == 0
        _ = unseen.reduce(0) { $0 + $1.bytes.value.count }
    }
}
