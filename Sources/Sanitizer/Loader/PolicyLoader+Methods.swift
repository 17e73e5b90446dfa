extension PolicyLoader {
    /// `{"pan": "truncate", "secret": "remove", "email": {"mask": {"keep_last": 4}}}`: by class, and by rule.
    mutating func readMethods(_ node: Int, _ path: String) {
        // Classes first, so that what a document says of one rule outranks what it says of its class.
        let found = members(node, path, nil) ?? []
        for member in found {
            guard let dataClass = DataClass(rawValue: member.name) else { continue }
            readMethod(member.node, "\(path).\(member.name)", of: dataClass, at: member.offset, path)
        }
        for member in found where DataClass(rawValue: member.name) == nil {
            guard let rule = Rule(rawValue: member.name), !rule.isStructural else {
                fault(at: member.offset, path, "no such rule or class, or one that has no methods")
                continue
            }
            readMethod(member.node, "\(path).\(rule.rawValue)", of: rule)
        }
    }

    private mutating func readMethod(
        _ node: Int,
        _ place: String,
        of dataClass: DataClass,
        at offset: Int,
        _ path: String
    ) {
        let bits = Rule.allCases.reduce(0 as UInt64) { $1.dataClass == dataClass ? $0 | $1.bit : $0 }
        switch dataClass {
        case .authentication:
            guard let method = authenticationMethod(node, place) else { return }
            if mayChange(bits, method == .remove, node, place) { definition.methods.authentication = method }
        case .secret:
            guard let method = personalMethod(node, place) else { return }
            if mayChange(bits, method == .remove || method == .replace, node, place) {
                definition.methods.secret = method
            }
        case .personal:
            guard let method = personalMethod(node, place) else { return }
            if mayChange(bits, method == .remove || method == .replace, node, place) {
                definition.methods.personal = method
            }
        case .cardholder, .limit:
            fault(at: offset, path, "no such class with methods; card numbers are pan, dates expiry")
            return
        }
        layer.mentioned |= bits
    }

    private mutating func readMethod(_ node: Int, _ place: String, of rule: Rule) {
        switch rule.dataClass {
        case .cardholder where rule == .pan:
            guard let method = cardMethod(node, place) else { return }
            // One a deployment: the project may say the same and nothing else.
            guard fixed & rule.bit == 0 || definition.layers.isEmpty || method == definition.methods.card else {
                return fault(node, place, "the deployment has a method for card numbers, and there is one only")
            }
            guard definition.layers.isEmpty || method == definition.methods.card else {
                return fault(node, place, "a deployment chooses the method for card numbers, not a project")
            }
            definition.methods.card = method
        case .cardholder:
            guard let method = authenticationMethod(node, place) else { return }
            if mayChange(rule.bit, method == .remove, node, place) { definition.methods.expiry = method }
        case .authentication:
            guard let method = authenticationMethod(node, place) else { return }
            if mayChange(rule.bit, method == .remove, node, place) {
                definition.methods.authenticationRules[rule] = method
            }
        case .secret, .personal, .limit:
            guard let method = personalMethod(node, place) else { return }
            if mayChange(rule.bit, method == .remove || method == .replace, node, place) {
                definition.methods.personalRules[rule] = method
            }
        }
        layer.mentioned |= rule.bit
    }

    /// Whether this document may give these rules another method: a project only if the deployment is silent about
    /// them, or to leave less than it does.
    private mutating func mayChange(_ bits: UInt64, _ leavesNothing: Bool, _ node: Int, _ path: String) -> Bool {
        guard fixed & bits != 0, !leavesNothing else { return true }
        fault(node, path, "the deployment says something of this, a project cannot loosen it")
        return false
    }

    private mutating func authenticationMethod(_ node: Int, _ path: String) -> AuthenticationMethod? {
        guard tree.nodes[node].kind == .string, let method = AuthenticationMethod(rawValue: tree.nodes[node].text)
        else {
            fault(node, path, "is remove or replace and nothing else")
            return nil
        }
        return method
    }

    private mutating func cardMethod(_ node: Int, _ path: String) -> CardMethod? {
        guard tree.nodes[node].kind == .string, let kind = CardMethod.Kind(rawValue: tree.nodes[node].text) else {
            fault(node, path, "is replace, truncate or hmac")
            return nil
        }
        guard kind != .hmac || hasKey else {
            fault(node, path, "hmac needs a key, which only a relay has")
            return nil
        }
        return CardMethod(kind: kind)
    }

    private mutating func personalMethod(_ node: Int, _ path: String) -> PersonalMethod? {
        if tree.nodes[node].kind == .object { return mask(node, path) }
        switch tree.nodes[node].kind == .string ? tree.nodes[node].text : "" {
        case "remove": return .remove
        case "replace": return .replace
        case "mask": return .mask
        case "hmac":
            guard hasKey else {
                fault(node, path, "hmac needs a key, which only a relay has")
                return nil
            }
            return .hmac
        default:
            fault(node, path, "is remove, replace, mask or hmac")
            return nil
        }
    }

    private mutating func mask(_ node: Int, _ path: String) -> PersonalMethod? {
        guard let outer = members(node, path, ["mask"]) else { return nil }
        guard let member = outer.first else {
            fault(node, path, "needs mask")
            return nil
        }
        guard let ends = members(member.node, "\(path).mask", ["keep_first", "keep_last"]) else { return nil }
        var kept = ["keep_first": 0, "keep_last": 0]
        for end in ends {
            guard let number = tree.nodes[end.node].number, 0...Int64(PersonalMethod.keepLimit) ~= number else {
                fault(end.node, "\(path).mask.\(end.name)", "has to be a whole number from 0 to 4")
                return nil
            }
            kept[end.name] = Int(number)
        }
        return .mask(keepingFirst: kept["keep_first"] ?? 0, last: kept["keep_last"] ?? 0)
    }
}
