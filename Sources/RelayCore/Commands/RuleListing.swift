internal import Sanitizer

/// The policy in force and its rules, for `explain --rules`.
struct RuleListing {
    /// The policy.
    let policy: Policy

    /// Writes one line a rule, below what the policy is.
    func write(to io: CommandIO, isJSON: Bool) {
        let rules = Rule.allCases.filter { policy.profile == .strict || !$0.isStrictOnly }
        if isJSON {
            for rule in rules { io.print(json(rule)) }
            return
        }
        io.print("policy \(policy.profile.rawValue), rules version \(policy.version)\n")
        if !policy.allowedHosts.isEmpty {
            io.print("allowed hosts: \(TerminalText.escaped(policy.allowedHosts.joined(separator: ", ")))\n")
        }
        io.print("\n")
        var table = TextTable([
            .init(title: "RULE"), .init(title: "CLASS"), .init(title: "METHOD"), .init(title: "TAKES"),
            .init(title: "RECOGNISED BY", limit: 90),
        ])
        for rule in rules {
            table.add([
                rule.rawValue, rule.dataClass.rawValue, method(rule), rule.subject, rule.recognition,
            ])
        }
        io.print(table.render(heading: true, style: io.style))
    }

    private func method(_ rule: Rule) -> String {
        policy.methodName(of: rule)
    }

    private func json(_ rule: Rule) -> JSONLine {
        .object { object in
            object.add("rule", rule.rawValue)
            object.add("class", rule.dataClass.rawValue)
            object.add("method", method(rule))
            object.add("takes", rule.subject)
            object.add("recognised_by", rule.recognition)
            object.add("profile", policy.profile.rawValue)
            object.add("rules_version", Int64(policy.version))
        }
    }
}
