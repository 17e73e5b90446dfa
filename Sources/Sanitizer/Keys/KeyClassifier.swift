/// Classifies names by their words: split at separators and camel humps, head-final, never by substring.
struct KeyClassifier {
    /// What `name` says; bytes are UTF-8 with escapes resolved. No allocation; names over 128 bytes are judged by
    /// their last 128.
    func classify(_ name: UnsafeBufferPointer<UInt8>, profile: Policy.Profile) -> KeyVerdict {
        .neutral
    }
}
