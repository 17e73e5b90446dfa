internal import TelemetryWire

/// Why an item was not taken.
enum ItemFailure: Error, Hashable {
    /// The item is at fault.
    case rejected(DropReason)
    /// This machine is: no memory for the compressor.
    case outOfMemory
}
