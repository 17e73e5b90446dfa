extension PolicyLoader {
    /// `path` and `when` of an entry together; nil where there is neither, and where one is wrong, with a fault.
    mutating func condition(
        _ members: [PolicyTree.Member],
        _ path: String,
        aboutPlace: Bool
    ) -> Condition? {
        var parts: [Condition] = []
        var count = 0
        for member in members where member.name == "path" || member.name == "when" {
            let place = "\(path).\(member.name)"
            let part =
                member.name == "path"
                ? selector(member.node, place) : condition(member.node, place, depth: 0, count: &count)
            guard let part else { return nil }
            if aboutPlace, !part.isAboutPlace {
                fault(member.node, place, "may ask for path, type and key only")
                return nil
            }
            parts.append(part)
        }
        return parts.count > 1 ? .and(parts) : parts.first
    }

    private mutating func selector(_ node: Int, _ path: String) -> Condition? {
        guard let text = string(node, path, limit: 1_024) else { return nil }
        do throws(SelectorParser.Failure) {
            return try SelectorParser.read(text, paths: &definition.paths)
        } catch {
            fault(node, path, error.reason)
            return nil
        }
    }

    /// One condition: an object with one member. Calls itself no deeper than `PolicyLimits.conditionDepth`.
    private mutating func condition(_ node: Int, _ path: String, depth: Int, count: inout Int) -> Condition? {
        guard depth < PolicyLimits.conditionDepth else {
            fault(node, path, "conditions are nested too deep")
            return nil
        }
        count += 1
        guard count <= PolicyLimits.conditions else {
            fault(node, path, "a condition with more than \(PolicyLimits.conditions) parts")
            return nil
        }
        let known: Set<String> = [
            "and", "or", "not", "path", "type", "key", "near", "validator", "length", "prefix",
        ]
        guard let members = members(node, path, known) else { return nil }
        guard members.count == 1, let member = members.first else {
            fault(node, path, "has to have one member")
            return nil
        }
        let place = "\(path).\(member.name)"
        let value = member.node
        switch member.name {
        case "and", "or":
            var parts: [Condition] = []
            let elements = elements(value, place, limit: PolicyLimits.conditions)
            if elements.isEmpty, tree.nodes[value].kind == .array { fault(value, place, "needs a part at least") }
            for (index, element) in elements.enumerated() {
                guard let part = condition(element, "\(place)[\(index)]", depth: depth + 1, count: &count) else {
                    return nil
                }
                parts.append(part)
            }
            return parts.isEmpty ? nil : member.name == "and" ? .and(parts) : .or(parts)
        case "not":
            return condition(value, place, depth: depth + 1, count: &count).map { .not($0) }
        case "path": return selector(value, place)
        case "type":
            guard let text = string(value, place) else { return nil }
            guard let type = ValueType(rawValue: text) else {
                fault(value, place, "is string, number, boolean, object or array")
                return nil
            }
            return .type(type)
        case "key": return name(value, place).map { .key($0) }
        case "near": return name(value, place).map { .near($0) }
        case "validator":
            guard let text = string(value, place) else { return nil }
            guard let validator = Validator(rawValue: text) else {
                fault(value, place, "no such validator")
                return nil
            }
            return .validator(validator)
        case "length": return length(value, place)
        default: return string(value, place).map { .prefix(Array($0.utf8)) }
        }
    }

    /// The number of the words in the policy's list.
    private mutating func name(_ node: Int, _ path: String) -> Int? {
        guard let joined = words(node, path) else { return nil }
        let words = NameWords(bytes: Array(joined.utf8))
        if let known = definition.names.firstIndex(of: words) { return known }
        guard definition.names.count < PolicyLimits.names else {
            fault(node, path, "more than \(PolicyLimits.names) different words in conditions")
            return nil
        }
        definition.names.append(words)
        return definition.names.count - 1
    }

    /// A number of bytes, or `{"min": 4, "max": 20}` with one of the two at least.
    private mutating func length(_ node: Int, _ path: String) -> Condition? {
        if tree.nodes[node].kind == .number {
            return count(node, path).map { .length($0...$0) }
        }
        guard let members = members(node, path, ["min", "max"]) else { return nil }
        guard !members.isEmpty else {
            fault(node, path, "needs min or max")
            return nil
        }
        var low = 1
        var high = 1 << 20
        for member in members {
            guard let number = count(member.node, "\(path).\(member.name)") else { return nil }
            if member.name == "min" { low = number } else { high = number }
        }
        guard low <= high else {
            fault(node, path, "min is above max")
            return nil
        }
        return .length(low...high)
    }

    private mutating func count(_ node: Int, _ path: String) -> Int? {
        guard let number = tree.nodes[node].number, 1...1_048_576 ~= number else {
            fault(node, path, "has to be a whole number from 1 to 1048576")
            return nil
        }
        return Int(number)
    }
}
