/// What a command takes; everything else is wrong usage.
struct CommandSyntax: Sendable, Hashable {
    /// Options without a value, with their dashes.
    var flags: Set<String> = []
    /// Options with a value.
    var values: Set<String> = []
    /// Options with a value that may stand more than once.
    var lists: Set<String> = []
    /// How many arguments that are no options.
    var positionals: ClosedRange<Int> = 0...0
}
