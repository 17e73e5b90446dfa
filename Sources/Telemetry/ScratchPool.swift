internal import Sanitizer
internal import TelemetryDelivery

/// Scratch memory that captures lend each other, without a lock. Any thread.
@safe final class ScratchPool: Sendable {
    // Safe: a box in a slot is held by the reference that was put there with it, and whoever takes the bits out of the
    // slot, which only one thread can, takes that reference over.
    private let slots = (AtomicCell(0), AtomicCell(0), AtomicCell(0), AtomicCell(0))
    private let policy: Policy

    /// An empty pool for events that are scrubbed by `policy`.
    init(_ policy: Policy) {
        self.policy = policy
    }

    deinit {
        for slot in [slots.0, slots.1, slots.2, slots.3] { _ = take(from: slot) }
    }

    /// A scratch that nobody else has; a new one, if all are lent out.
    func lend() -> ScratchBox {
        take(from: slots.0) ?? take(from: slots.1) ?? take(from: slots.2) ?? take(from: slots.3) ?? ScratchBox(policy)
    }

    /// Takes a scratch back. What the host said in it is overwritten.
    func takeBack(_ box: consuming ScratchBox) {
        box.scratch.rest()
        var bits = unsafe UInt64(UInt(bitPattern: Unmanaged.passRetained(box).toOpaque()))
        for slot in 0..<4 {
            // What stood there moves on; what finds no place is given up.
            bits = self.slot(slot).exchange(bits)
            if bits == 0 { return }
        }
        if let pointer = unsafe UnsafeRawPointer(bitPattern: UInt(bits)) {
            unsafe Unmanaged<ScratchBox>.fromOpaque(pointer).release()
        }
    }

    private func slot(_ index: Int) -> AtomicCell {
        switch index {
        case 0: slots.0
        case 1: slots.1
        case 2: slots.2
        default: slots.3
        }
    }

    @inline(__always)
    private func take(from slot: AtomicCell) -> ScratchBox? {
        guard slot.value != 0 else { return nil }
        let bits = slot.exchange(0)
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: UInt(bits)) else { return nil }
        return unsafe Unmanaged<ScratchBox>.fromOpaque(pointer).takeRetainedValue()
    }
}
