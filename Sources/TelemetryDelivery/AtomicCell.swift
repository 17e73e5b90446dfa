internal import CTelemetryAtomics

/// A 64-bit cell that threads read and write without a lock. Loads acquire, stores release.
@safe package final class AtomicCell: @unchecked Sendable {
    // Sendable and safe: every access to `cell` is atomic, and it lives exactly as long as self.
    private let cell: UnsafeMutablePointer<UInt64>

    /// A cell that holds `value`.
    package init(_ value: UInt64) {
        unsafe cell = .allocate(capacity: 1)
        unsafe cell.initialize(to: value)
    }

    deinit {
        unsafe cell.deallocate()
    }

    /// The value.
    package var value: UInt64 {
        unsafe telemetry_atomic_load(cell)
    }

    /// Replaces the value.
    package func store(_ value: UInt64) {
        unsafe telemetry_atomic_store(cell, value)
    }

    /// Adds to the value, around the end, and returns the one before.
    package func add(_ value: UInt64) -> UInt64 {
        unsafe telemetry_atomic_add(cell, value)
    }

    /// Replaces the value and returns the one before.
    package func exchange(_ value: UInt64) -> UInt64 {
        unsafe telemetry_atomic_exchange(cell, value)
    }
}
