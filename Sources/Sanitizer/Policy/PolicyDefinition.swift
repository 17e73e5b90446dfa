/// A policy as its documents say it, checked and put together: what is compiled, and what is printed.
struct PolicyDefinition: Sendable, Hashable {
    /// A rule that takes values or words.
    struct Entry: Sendable, Hashable {
        /// What it is taken for.
        var rule: Rule
        /// When.
        var condition: Condition
        /// Words of a text instead of whole values.
        var takesTokens: Bool
        /// The entry as the document has it.
        var source: String
    }

    /// One document.
    struct Layer: Sendable, Hashable {
        /// What it calls itself; empty if it does not.
        var name = ""
        /// Its version, 1 unless it says so.
        var version: UInt32 = 1
        /// How much of each kind it adds.
        var words = 0
        var rules = 0
        var suppressions = 0
        var allowances = 0
        /// The rules that it says something of: no later one loosens those.
        var mentioned: UInt64 = 0
    }

    /// The documents, in order.
    var layers: [Layer] = []
    var methods = Methods()
    /// Names of values, joined, and what they say.
    var words: [String: [PolicyWord]] = [:]
    var wordCount = 0
    var paths: [PathPattern] = []
    var names: [NameWords] = []
    var rules: [Entry] = []
    var suppressions: [PolicyRules.Suppression] = []
    var allowances: [PolicyRules.Allowance] = []
    /// The entries of `suppress` and `allow` as the documents have them.
    var suppressionSources: [String] = []
    var allowanceSources: [String] = []
    var allowedHosts: [String] = []

    /// Whether there is anything to compile.
    var isBuiltIn: Bool {
        methods == Methods() && words.isEmpty && rules.isEmpty && suppressions.isEmpty && allowances.isEmpty
    }

    /// The version that findings carry: the project's, the deployment's and that of the built-in rules.
    var version: UInt32 {
        var version = Policy.builtInVersion
        if layers.count > 0 { version |= layers[0].version << 8 }
        if layers.count > 1 { version |= layers[1].version << 20 }
        return version
    }
}

/// How large a policy may be. Over any of them a document does not load.
enum PolicyLimits {
    /// Bytes of a document.
    static let document = 256 << 10
    /// Documents on top of each other: a deployment's and a project's.
    static let layers = 2
    static let hosts = 1_000
    static let words = 1_000
    static let rules = 64
    static let suppressions = 64
    static let allowances = 64
    /// Values of all allowances.
    static let values = 4_096
    /// Different paths, and steps of all of them.
    static let paths = BitSet.capacity
    static let steps = 1_024
    /// Different words that conditions ask for.
    static let names = 64
    /// Parts of one condition, and how deep they are nested.
    static let conditions = 64
    static let conditionDepth = 8
    /// Bytes of a word, a name, a value.
    static let text = 256
    /// Faults that are told of one document.
    static let faults = 50
    /// The highest version of a document.
    static let version: Int64 = 4_095
}
