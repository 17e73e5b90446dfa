/// What a policy adds to the built-in rules, compiled: immutable, shared by reference, read by every pass.
///
/// A policy without any has none of these, so that the built-in rules cost nothing more for it.
final class PolicyRules: Sendable {
    /// A rule that takes what it names.
    struct Taking: Sendable, Hashable {
        /// What it is taken for.
        let rule: Rule
        /// When.
        let condition: Condition
    }

    /// A place at which hits of some rules do not count.
    struct Suppression: Sendable, Hashable {
        /// Their bits.
        let rules: UInt64
        /// When; nil for everywhere.
        let condition: Condition?
    }

    /// Values that some rules leave.
    struct Allowance: Sendable, Hashable {
        /// The bits of the rules.
        let rules: UInt64
        /// When; nil for everywhere.
        let condition: Condition?
        /// Whole values.
        let values: Set<[UInt8]>
        /// Beginnings of values that are one word.
        let prefixes: [[UInt8]]
    }

    /// What is done with what is found.
    let methods: Methods
    /// For methods that need a key; without one their values are replaced.
    let digest: (any KeyedDigest)?
    /// The vocabulary of names, the policy's words included.
    let table: KeyTable
    /// All paths; nil where there are none.
    let paths: PathAutomaton?
    /// The words that conditions ask for.
    let names: [NameWords]
    /// Rules that take whole values, and words of texts.
    let values: [Taking]
    let tokens: [Taking]
    let suppressions: [Suppression]
    let allowances: [Allowance]
    /// The rules that a deployment says something of, where a project's document lies over its: what the project does
    /// to other values does not reach those. As bits.
    let fixed: UInt64
    /// The rules that nothing loosens, as bits.
    let unloosened = Rule.unloosened
    /// What it was made from.
    let definition: PolicyDefinition

    init(_ definition: PolicyDefinition, digest: (any KeyedDigest)?) {
        self.definition = definition
        self.digest = digest
        methods = definition.methods
        table = KeyTable.builtIn.adding(definition.words)
        paths = definition.paths.isEmpty ? nil : PathAutomaton(definition.paths)
        names = definition.names
        values = definition.rules.filter { !$0.takesTokens }.map { Taking(rule: $0.rule, condition: $0.condition) }
        tokens = definition.rules.filter(\.takesTokens).map { Taking(rule: $0.rule, condition: $0.condition) }
        suppressions = definition.suppressions
        allowances = definition.allowances
        fixed = definition.layers.count > 1 ? definition.layers[0].mentioned : 0
    }

    /// Whether its rules take only where one of its paths leads: elsewhere what is ordinary stays so.
    /// None of what it leaves asks for names, which the fast walk does not hand down.
    var takesByPath: Bool {
        (values + tokens).allSatisfy(\.condition.needsPath)
            && (suppressions.map(\.condition) + allowances.map(\.condition)).allSatisfy { $0?.asksForNames != true }
    }

    /// Whether what stands where matters to any of it.
    var selects: Bool { !(values.isEmpty && tokens.isEmpty && suppressions.isEmpty && allowances.isEmpty) }
}
