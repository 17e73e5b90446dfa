extension Policy {
    /// A policy of ours that is the built-in one, but that single rules do not count at single places, each a path of
    /// names from the root. None of them about payment data. Needs no document and no loader.
    package init(_ profile: Profile, named name: String, leaving exceptions: [(rule: Rule, path: [String])]) {
        var definition = PolicyDefinition()
        var layer = PolicyDefinition.Layer()
        layer.name = name
        for (rule, path) in exceptions where rule.bit & Rule.unloosened == 0 {
            definition.paths.append(PathPattern(components: path.map { .name(Array($0.lowercased().utf8)) }))
            definition.suppressions.append(
                .init(rules: rule.bit, condition: .path(definition.paths.count - 1))
            )
            layer.suppressions += 1
        }
        definition.layers = [layer]
        self.init(profile: profile, definition, digest: nil)
    }
}
