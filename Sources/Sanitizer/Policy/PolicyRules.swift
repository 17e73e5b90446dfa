/// What a policy adds to the built-in rules, compiled: immutable, shared by reference, read by every pass.
///
/// A policy without any has none of these, so that the built-in rules cost nothing more for it.
final class PolicyRules: Sendable {
    /// What is done with what is found.
    let methods: Methods
    /// For methods that need a key; without one their values are replaced.
    let digest: (any KeyedDigest)?
    /// The vocabulary of names, the policy's words included.
    let table: KeyTable

    init(methods: Methods = Methods(), digest: (any KeyedDigest)? = nil, table: KeyTable = .builtIn) {
        self.methods = methods
        self.digest = digest
        self.table = table
    }
}
