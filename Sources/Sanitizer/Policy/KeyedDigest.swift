/// HMAC-SHA-256 under a key that this module never sees. The relay has one over libcrypto; clients have none.
package protocol KeyedDigest: Sendable {
    /// The name of the key: 1 to 16 lower-case letters. It stands in every output, so that a new key is told from the old.
    var keyID: String { get }
    /// The 32 bytes of the digest of `message`, or nil when there is none: the value is then replaced.
    ///
    /// Called on any thread, once for each value that a rule with the method `hmac` takes.
    func digest(of message: ContiguousArray<UInt8>) -> [UInt8]?
}
