/// Writes a policy as one document: what is built in of its profile, and what its documents add.
///
/// The document loads (`Policy.init(document:)`) and takes and leaves what the policy does. Under a policy of two
/// documents it is the sum of both.
struct PolicyText {
    /// The most bytes of a line of words.
    private static let width = 118
    private var text = "{"
    private var isFirst = true

    /// A string of JSON.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [0x22]
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case ..<0x20, 0x7F:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The document, with a line feed at its end.
    static func document(of policy: Policy) -> String {
        var text = PolicyText()
        let definition = policy.rules?.definition ?? PolicyDefinition()
        let last = definition.layers.last
        let name = last?.name ?? ""
        text.add("name", quoted(name.isEmpty ? policy.profile.rawValue : name))
        if let last { text.add("version", String(last.version)) }
        text.add("profile", quoted(policy.profile.rawValue))
        text.add("methods", block("{", methods(policy), "}"))
        text.add("words", block("{", words(definition), "}"))
        text.add("rules", block("[", definition.rules.map(\.source), "]"))
        text.add("suppress", block("[", definition.suppressionSources, "]"))
        text.add("allow", block("[", definition.allowanceSources, "]"))
        text.add("allowed_hosts", block("[", policy.allowedHosts.map { quoted($0) }, "]"))
        return text.text + "\n}\n"
    }

    private mutating func add(_ name: String, _ value: String) {
        text += (isFirst ? "\n  " : ",\n  ") + Self.quoted(name) + ": " + value
        isFirst = false
    }

    private static func block(_ open: String, _ lines: [String], _ close: String) -> String {
        guard !lines.isEmpty else { return open + close }
        return open + "\n    " + lines.joined(separator: ",\n    ") + "\n  " + close
    }

    /// Every class, and every rule that differs from its class.
    private static func methods(_ policy: Policy) -> [String] {
        let methods = policy.rules?.methods ?? Methods()
        var lines = [
            "\"pan\": \(quoted(methods.card.kind.rawValue))", "\"expiry\": \(quoted(methods.expiry.rawValue))",
            "\"authentication\": \(quoted(methods.authentication.rawValue))",
            "\"secret\": \(methods.secret.json)", "\"personal\": \(methods.personal.json)",
        ]
        for rule in Rule.allCases {
            if let method = methods.authenticationRules[rule] {
                lines.append("\(quoted(rule.rawValue)): \(quoted(method.rawValue))")
            }
            if let method = methods.personalRules[rule] {
                lines.append("\(quoted(rule.rawValue)): \(method.json)")
            }
        }
        return lines
    }

    private static func words(_ definition: PolicyDefinition) -> [String] {
        var lists: [Rule: [String]] = [:]
        for (name, word) in PolicyWord.builtIn { lists[word.rule, default: []].append(word.json(name)) }
        for name in definition.words.keys.sorted() {
            for word in definition.words[name] ?? [] { lists[word.rule, default: []].append(word.json(name)) }
        }
        return Rule.allCases.compactMap { rule in
            lists[rule].map { "\(quoted(rule.rawValue)): [\(wrapped($0))]" }
        }
    }

    private static func wrapped(_ items: [String]) -> String {
        var text = ""
        var count = width
        for (index, item) in items.enumerated() {
            if count + item.utf8.count + 2 > width {
                text += "\n      "
                count = 6
            } else {
                text += " "
            }
            text += item + (index + 1 < items.count ? "," : "")
            count += item.utf8.count + 2
        }
        return text + "\n    "
    }
}

extension Policy {
    /// The policy as one document that loads again and takes and leaves the same: what is built in of its profile, what
    /// its documents add, every method. Ends in a line feed.
    package var document: String { PolicyText.document(of: self) }
}

extension PersonalMethod {
    /// As documents write it.
    fileprivate var json: String {
        switch kind {
        case .remove: "\"remove\""
        case .replace: "\"replace\""
        case .hmac: "\"hmac\""
        case .mask(0, 0): "\"mask\""
        case .mask(let first, let last): "{\"mask\": {\"keep_first\": \(first), \"keep_last\": \(last)}}"
        }
    }
}

extension PolicyWord {
    /// An entry of a list of words.
    fileprivate func json(_ name: String) -> String {
        let usual: KeyVerdict.Grip = rule == .pan ? .digits : .any
        guard grip != usual || isWhole || profile != nil else { return PolicyText.quoted(name) }
        var text = "{\"name\": \(PolicyText.quoted(name))"
        if grip != usual { text += ", \"takes\": \"\(grip.name)\"" }
        if isWhole { text += ", \"whole\": true" }
        if let profile { text += ", \"profile\": \"\(profile.rawValue)\"" }
        return text + "}"
    }
}
