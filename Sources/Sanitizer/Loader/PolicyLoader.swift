/// Reads one document on top of what is there already, and tells everything that is wrong with it. Fails closed: with a
/// single fault nothing of the document holds.
struct PolicyLoader {
    /// What the documents came to so far.
    var definition: PolicyDefinition
    /// The profile that the document names.
    var profile: Profile?
    var faults: [Policy.Fault] = []
    let tree: PolicyTree
    let hasKey: Bool
    /// What the document adds, for its own entry in the list of documents.
    var layer = PolicyDefinition.Layer()
    /// What earlier documents say something of.
    let fixed: UInt64

    private init(_ tree: PolicyTree, over definition: PolicyDefinition, hasKey: Bool) {
        self.tree = tree
        self.definition = definition
        self.hasKey = hasKey
        fixed = definition.layers.reduce(0) { $0 | $1.mentioned }
    }

    /// Reads `document` over `base`.
    static func load(
        _ document: Span<UInt8>,
        over base: PolicyDefinition,
        profile: Profile,
        hasKey: Bool
    ) throws(Policy.DocumentError) -> (definition: PolicyDefinition, profile: Profile) {
        var tree = PolicyTree()
        func fail(_ offset: Int, _ reason: String) -> Policy.DocumentError {
            let (line, column) = tree.place(offset)
            return Policy.DocumentError(faults: [Policy.Fault(line: line, column: column, path: "$", reason: reason)])
        }
        guard document.count <= PolicyLimits.document else { throw fail(0, "larger than 256 KiB") }
        do throws(PolicyTree.Failure) {
            try tree.read(document)
        } catch {
            throw fail(error.offset, error.reason)
        }
        guard base.layers.count < PolicyLimits.layers else {
            throw fail(0, "a third document: there is a deployment's and a project's")
        }
        var loader = PolicyLoader(tree, over: base, hasKey: hasKey)
        loader.readRoot(isFirst: base.layers.isEmpty, profile)
        guard loader.faults.isEmpty else { throw Policy.DocumentError(faults: loader.faults) }
        loader.definition.layers.append(loader.layer)
        return (loader.definition, loader.profile ?? profile)
    }

    // MARK: - Faults

    mutating func fault(_ node: Int, _ path: String, _ reason: String) {
        fault(at: tree.nodes[node].offset, path, reason)
    }

    mutating func fault(at offset: Int, _ path: String, _ reason: String) {
        guard faults.count < PolicyLimits.faults else { return }
        let (line, column) = tree.place(offset)
        faults.append(Policy.Fault(line: line, column: column, path: path, reason: reason))
    }

    /// The members of an object, of which each is known and stands once. Nil, with a fault, for anything else.
    mutating func members(_ node: Int, _ path: String, _ known: Set<String>?) -> [PolicyTree.Member]? {
        guard tree.nodes[node].kind == .object else {
            fault(node, path, "has to be an object")
            return nil
        }
        var seen: Set<String> = []
        var kept: [PolicyTree.Member] = []
        for member in tree.nodes[node].members {
            if let known, !known.contains(member.name) {
                fault(at: member.offset, path, "unknown member\(Self.shown(member.name))")
            } else if !seen.insert(member.name).inserted {
                fault(at: member.offset, path, "a member stands twice\(Self.shown(member.name))")
            } else {
                kept.append(member)
            }
        }
        return kept
    }

    /// A name, if it looks like one of a format and not like something that was pasted in.
    private static func shown(_ name: String) -> String {
        let isPlain = 1...32 ~= name.utf8.count && name.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 == 0x5F || $0 == 0x2D }
        return isPlain ? ": \(name)" : ""
    }

    mutating func elements(_ node: Int, _ path: String, limit: Int) -> [Int] {
        guard tree.nodes[node].kind == .array else {
            fault(node, path, "has to be a list")
            return []
        }
        guard tree.nodes[node].elements.count <= limit else {
            fault(node, path, "has more than \(limit) entries")
            return []
        }
        return tree.nodes[node].elements
    }

    mutating func string(_ node: Int, _ path: String, limit: Int = PolicyLimits.text) -> String? {
        guard tree.nodes[node].kind == .string else {
            fault(node, path, "has to be a string")
            return nil
        }
        guard 1...limit ~= tree.nodes[node].text.unicodeScalars.count else {
            fault(node, path, "has to have 1 to \(limit) characters")
            return nil
        }
        return tree.nodes[node].text
    }

    mutating func rule(_ node: Int, _ path: String) -> Rule? {
        guard let text = string(node, path) else { return nil }
        guard let rule = Rule(rawValue: text), rule != .limit else {
            fault(node, path, "no such rule")
            return nil
        }
        return rule
    }

    // MARK: - Members of the document

    private mutating func readRoot(isFirst: Bool, _ base: Profile) {
        let known: Set<String> = [
            "$schema", "description", "name", "version", "profile", "allowed_hosts", "words", "rules", "suppress",
            "allow",
            "methods",
        ]
        for member in members(0, "$", known) ?? [] {
            let path = "$.\(member.name)"
            switch member.name {
            case "$schema", "description": _ = string(member.node, path, limit: 4_096)
            case "name": if let name = string(member.node, path, limit: 64) { layer.name = name }
            case "version":
                guard let number = tree.nodes[member.node].number, 1...PolicyLimits.version ~= number else {
                    fault(member.node, path, "has to be a whole number from 1 to \(PolicyLimits.version)")
                    continue
                }
                layer.version = UInt32(number)
            case "profile": readProfile(member.node, path, base, isFirst)
            case "allowed_hosts": readHosts(member.node, path, isFirst)
            case "words": readWords(member.node, path)
            case "rules": readRules(member.node, path)
            case "suppress": readSuppressions(member.node, path)
            case "allow": readAllowances(member.node, path)
            default: readMethods(member.node, path)
            }
        }
    }

    private mutating func readProfile(_ node: Int, _ path: String, _ base: Profile, _ isFirst: Bool) {
        guard let text = string(node, path) else { return }
        guard let named = Profile(rawValue: text) else {
            return fault(node, path, "is standard or strict")
        }
        guard isFirst || named == .strict || base == .standard else {
            return fault(node, path, "the deployment is strict, a project cannot loosen it")
        }
        profile = named
    }

    private mutating func readHosts(_ node: Int, _ path: String, _ isFirst: Bool) {
        guard isFirst || definition.allowedHosts.isEmpty else {
            return fault(node, path, "the deployment has a list of hosts, a project cannot add to it")
        }
        for (index, element) in elements(node, path, limit: PolicyLimits.hosts).enumerated() {
            let place = "\(path)[\(index)]"
            guard let host = string(element, place, limit: 253) else { continue }
            guard host.utf8.allSatisfy({ $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }) else {
                fault(element, place, "a host has letters, digits, dashes and points, and nothing around it")
                continue
            }
            definition.allowedHosts.append(host)
        }
    }
}
