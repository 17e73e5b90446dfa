package import Sanitizer

/// A redaction as it is stored; `Finding` itself can only be made by the sanitizer.
package struct StoredFinding: Sendable, Hashable {
    /// JSON Pointer of the value in the stored document.
    package var path: String
    /// The rule's id.
    package var rule: String
    /// What was done: `remove`, `replace` or `rename`.
    package var method: String
    /// Where the replacement stands, in UTF-8 bytes of the stored string.
    package var range: Range<Int64>
    /// Why.
    package var evidence: Finding.Evidence
    /// Which end of the wire: `client` or `relay`.
    package var stage: String
    /// The version of the policy; 0 if unknown.
    package var policyVersion: Int64
}
