extension PolicyLoader {
    /// `[{"rule": "customer", "path": "extra.**.customer", "when": {…}, "take": "value"}]`
    mutating func readRules(_ node: Int, _ path: String) {
        for (index, element) in elements(node, path, limit: PolicyLimits.rules).enumerated() {
            let place = "\(path)[\(index)]"
            guard let found = members(element, place, ["id", "description", "rule", "path", "when", "take"]) else {
                continue
            }
            var entry: Rule?
            var takesTokens = false
            var hasCondition = false
            for member in found {
                let place = "\(place).\(member.name)"
                switch member.name {
                case "rule":
                    entry = rule(member.node, place)
                    if entry == .url {
                        fault(member.node, place, "takes parts of addresses, not values")
                        entry = nil
                    }
                case "take":
                    guard let text = string(member.node, place) else { continue }
                    takesTokens = text == "token"
                    if text != "token", text != "value" { fault(member.node, place, "is value or token") }
                case "path", "when": hasCondition = true
                default: _ = string(member.node, place, limit: 4_096)
                }
            }
            guard hasCondition else {
                fault(element, place, "needs a path or a condition")
                continue
            }
            let condition = condition(found, place, aboutPlace: false)
            guard let entry else {
                if !found.contains(where: { $0.name == "rule" }) { fault(element, place, "needs a rule") }
                continue
            }
            guard let condition else { continue }
            if takesTokens, condition.isAboutPlace {
                fault(element, place, "a rule for tokens needs a condition about them")
                continue
            }
            guard definition.rules.count < PolicyLimits.rules else {
                fault(element, place, "more than \(PolicyLimits.rules) rules in all")
                continue
            }
            definition.rules.append(
                .init(rule: entry, condition: condition, takesTokens: takesTokens, source: tree.json(element))
            )
            layer.rules += 1
            layer.mentioned |= entry.bit
        }
    }

    /// `[{"rule": "email", "path": "contexts.app.**"}]`
    mutating func readSuppressions(_ node: Int, _ path: String) {
        for (index, element) in elements(node, path, limit: PolicyLimits.suppressions).enumerated() {
            let place = "\(path)[\(index)]"
            guard let found = members(element, place, ["id", "description", "rule", "path", "when"]) else { continue }
            var bits: UInt64 = 0
            for member in found {
                let place = "\(place).\(member.name)"
                switch member.name {
                case "rule": bits = loosened(member.node, place)
                case "path", "when": break
                default: _ = string(member.node, place, limit: 4_096)
                }
            }
            if !found.contains(where: { $0.name == "rule" }) { fault(element, place, "needs a rule") }
            let condition = condition(found, place, aboutPlace: true)
            guard definition.suppressions.count < PolicyLimits.suppressions else {
                fault(element, place, "more than \(PolicyLimits.suppressions) suppressions in all")
                continue
            }
            definition.suppressions.append(.init(rules: bits, condition: condition))
            definition.suppressionSources.append(tree.json(element))
            layer.suppressions += 1
        }
    }

    /// `[{"rule": "secret", "values": ["example-token", "test_*"]}]`
    mutating func readAllowances(_ node: Int, _ path: String) {
        for (index, element) in elements(node, path, limit: PolicyLimits.allowances).enumerated() {
            let place = "\(path)[\(index)]"
            guard let found = members(element, place, ["id", "description", "rule", "path", "when", "values"]) else {
                continue
            }
            var bits = ~(Rule.unloosened | fixed)
            var values: Set<[UInt8]> = []
            var prefixes: [[UInt8]] = []
            for member in found {
                let place = "\(place).\(member.name)"
                switch member.name {
                case "rule": bits = loosened(member.node, place)
                case "values":
                    for (index, element) in elements(member.node, place, limit: PolicyLimits.values).enumerated() {
                        readAllowed(element, "\(place)[\(index)]", &values, &prefixes)
                    }
                case "path", "when": break
                default: _ = string(member.node, place, limit: 4_096)
                }
            }
            if !found.contains(where: { $0.name == "values" }) { fault(element, place, "needs values") }
            let condition = condition(found, place, aboutPlace: true)
            let total = definition.allowances.reduce(values.count + prefixes.count) {
                $0 + $1.values.count + $1.prefixes.count
            }
            guard definition.allowances.count < PolicyLimits.allowances, total <= PolicyLimits.values else {
                fault(element, place, "more allowed values than there may be")
                continue
            }
            definition.allowances.append(
                .init(rules: bits, condition: condition, values: values, prefixes: prefixes)
            )
            definition.allowanceSources.append(tree.json(element))
            layer.allowances += 1
        }
    }

    private mutating func readAllowed(
        _ node: Int,
        _ path: String,
        _ values: inout Set<[UInt8]>,
        _ prefixes: inout [[UInt8]]
    ) {
        guard let text = string(node, path) else { return }
        var scanner = TextScanner()
        var bytes = Array(text.utf8)
        unsafe bytes.withUnsafeBufferPointer { unsafe scanner.scan($0, context: TextScanner.Context()) }
        guard !scanner.hits.contains(where: { $0.rule.isPayment }) else {
            return fault(node, path, "is payment data, which nothing allows")
        }
        guard bytes.last == 0x2A else {
            values.insert(bytes)
            return
        }
        bytes.removeLast()
        guard bytes.count(where: { !$0.isContinuation }) >= 3 else {
            return fault(node, path, "a prefix has three characters at least")
        }
        prefixes.append(bytes)
    }

    /// The bit of a rule that a document may loosen; 0, with a fault, of another.
    private mutating func loosened(_ node: Int, _ path: String) -> UInt64 {
        guard let rule = rule(node, path) else { return 0 }
        guard !rule.isPayment else {
            fault(node, path, "is about payment data, which nothing loosens")
            return 0
        }
        guard fixed & rule.bit == 0 else {
            fault(node, path, "the deployment says something of this rule, a project cannot loosen it")
            return 0
        }
        return rule.bit
    }
}
