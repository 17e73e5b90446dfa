extension Policy {
    /// What the policy comes to, one line a fact: documents, profile, how much of what, methods that are not `replace`.
    package var summary: [String] {
        let definition = rules?.definition ?? PolicyDefinition()
        var lines = ["profile \(profile.rawValue), version \(version) (built-in rules \(Self.builtInVersion))"]
        for (index, layer) in definition.layers.enumerated() {
            let name = layer.name.isEmpty ? "" : " \(layer.name)"
            lines.append(
                "\(index == 0 ? "deployment" : "project")\(name), version \(layer.version): \(layer.words) words, "
                    + "\(layer.rules) rules, \(layer.suppressions) suppressions, \(layer.allowances) allowed lists"
            )
        }
        if !allowedHosts.isEmpty { lines.append("\(allowedHosts.count) allowed hosts") }
        for rule in Rule.allCases {
            let name = methodName(of: rule)
            if name != "replace", rule != .url { lines.append("\(rule.rawValue): \(name)") }
        }
        return lines
    }

    /// The method of a rule as documents write it.
    package func methodName(of rule: Rule) -> String {
        if rule == .url { return "remove" }
        switch rules?.methods[rule] ?? .authentication(.replace) {
        case .authentication(let method): return method.rawValue
        case .card(let method): return method.kind.rawValue
        case .personal(let method):
            switch method.kind {
            case .remove: return "remove"
            case .replace: return "replace"
            case .hmac: return "hmac"
            case .mask(let first, let last): return first + last > 0 ? "mask, keep \(first)+\(last)" : "mask"
            }
        }
    }
}
