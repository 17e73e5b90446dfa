extension PolicyLoader {
    /// `{"secret": ["acme voucher", {"name": "voucher", "takes": "token", "whole": true, "profile": "strict"}]}`
    mutating func readWords(_ node: Int, _ path: String) {
        for member in members(node, path, nil) ?? [] {
            guard let rule = Rule(rawValue: member.name), rule != .limit else {
                fault(at: member.offset, path, "no such rule, or one that has no words")
                continue
            }
            let place = "\(path).\(rule.rawValue)"
            for (index, element) in elements(member.node, place, limit: PolicyLimits.words).enumerated() {
                readWord(element, "\(place)[\(index)]", rule)
            }
        }
    }

    private mutating func readWord(_ node: Int, _ path: String, _ rule: Rule) {
        var word = PolicyWord(rule: rule, grip: rule == .pan ? .digits : .any)
        var nameNode: Int?
        if tree.nodes[node].kind == .object {
            guard let found = members(node, path, ["name", "takes", "whole", "profile"]) else { return }
            for member in found {
                let place = "\(path).\(member.name)"
                switch member.name {
                case "name": nameNode = member.node
                case "takes":
                    guard let grip = string(member.node, place).map({ KeyVerdict.Grip(named: $0) }) else { return }
                    guard let grip else { return fault(member.node, place, "is any, token or digits") }
                    word.grip = grip
                case "whole":
                    guard tree.nodes[member.node].kind == .true || tree.nodes[member.node].kind == .false else {
                        return fault(member.node, place, "is true or false")
                    }
                    word.isWhole = tree.nodes[member.node].kind == .true
                default:
                    guard let text = string(member.node, place) else { return }
                    guard let profile = Profile(rawValue: text) else {
                        return fault(member.node, place, "is standard or strict")
                    }
                    word.profile = profile
                }
            }
            if nameNode == nil { fault(node, path, "needs a name") }
        } else {
            nameNode = node
        }
        guard let nameNode, let name = words(nameNode, nameNode == node ? path : "\(path).name") else { return }
        layer.words += 1
        layer.mentioned |= rule.bit
        // What the vocabulary says already, a document may say again.
        guard !KeyTable.builtIn.says(name, word) else { return }
        if let reason = objection(to: name, tree.nodes[nameNode].text, word) {
            fault(node, path, reason)
        } else if definition.wordCount >= PolicyLimits.words {
            fault(node, path, "more than \(PolicyLimits.words) words in all")
        } else if definition.words[name]?.contains(word) != true {
            definition.words[name, default: []].append(word)
            definition.wordCount += 1
        }
    }

    /// Words joined and in lower case. Nil, with a fault, if there is none.
    mutating func words(_ node: Int, _ path: String) -> String? {
        guard let text = string(node, path, limit: 64) else { return nil }
        let joined = text.utf8.filter(KeyTable.isWordByte).map(KeyTable.lowered)
        let parts = text.utf8.split { !KeyTable.isWordByte($0) }.count
        guard 1...6 ~= parts, joined.count(where: { !$0.isContinuation }) >= 2, !joined.allSatisfy(\.isDigit) else {
            fault(node, path, "has to be one to six words")
            return nil
        }
        return String(decoding: joined, as: UTF8.self)
    }

    /// Why a name, as written and joined, cannot be given this rule; nil if it can.
    private func objection(to name: String, _ written: String, _ word: PolicyWord) -> String? {
        let rule = word.rule
        guard !rule.isStructural else { return "a rule that takes parts of documents has no words of its own" }
        let classifier = KeyClassifier()
        for (profile, text) in Profile.allCases.flatMap({ [($0, name), ($0, written)] }) {
            let bytes = ContiguousArray(text.utf8)
            let verdict = unsafe bytes.withUnsafeBufferPointer { unsafe classifier.classify($0, profile: profile) }
            let isStructural = !verdict.hints.isDisjoint(
                with: [.card, .cardPart, .part, .nameSlot, .valueSlot, .headerList, .form]
            )
            if let known = verdict.rule, known != rule {
                if known.isPayment { return "the name is one of payment data, which nothing loosens" }
                if fixed & known.bit != 0 { return "the name is one of a rule that the deployment says something of" }
            }
            if isStructural, verdict.rule != rule { return "the name has a meaning of its own in cards and lists" }
        }
        if Self.endsInPayment(Array(name.utf8), rule) {
            return "the name ends in one of payment data, which nothing loosens"
        }
        if let known = definition.words[name], known.contains(where: { $0.rule != rule && $0.meets(word) }) {
            return "another rule has these words already"
        }
        return nil
    }

    /// Whether the joined name, split some way, is one that payment data of another rule goes by: `acvv` would outrank
    /// `cvv` in `a_cvv`. Words that add nothing, and digits, may follow it.
    private static func endsInPayment(_ name: [UInt8], _ rule: Rule) -> Bool {
        var ends = [name.count]
        var next = 0
        while next < ends.count {
            let end = ends[next]
            next += 1
            if end > 1, name[end - 1].isDigit, !ends.contains(end - 1) { ends.append(end - 1) }
            var hash = KeyTable.seed
            for start in stride(from: end - 1, to: 0, by: -1) {
                hash = KeyTable.step(hash, name[start])
                guard let entry = KeyTable.builtIn.entry(hash: hash, length: end - start) else { continue }
                if entry.isFiller, !ends.contains(start) { ends.append(start) }
                if entry.isExact { continue }
                for verdict in [entry.standard, entry.strict] {
                    if let known = verdict.rule, known.isPayment, known != rule { return true }
                    if verdict.hints.contains(.card), verdict.rule == nil, rule != .pan { return true }
                }
            }
        }
        return false
    }
}

extension KeyVerdict.Grip {
    /// The grip that documents call so.
    fileprivate init?(named name: String) {
        guard let grip = Self.names.first(where: { $0.name == name })?.grip else { return nil }
        self = grip
    }

    /// As documents write it.
    var name: String { Self.names.first { $0.grip == self }?.name ?? "any" }

    private static let names: [(grip: Self, name: String)] = [
        (.any, "any"), (.token, "token"), (.digits, "digits"),
    ]
}
