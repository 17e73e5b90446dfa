/// Words of a text that a policy's rules take, and what it leaves.
extension TextScanner {
    /// Finds words that the policy takes: runs of letters, digits, `_` and `-`.
    @inline(never)
    mutating func findTokens(_ text: TextBytes) {
        guard let rules else { return }
        var position = 0
        while position < text.count {
            guard Self.isTokenByte(text[position]) else {
                position = (text[position] == 0x5B ? Placeholder.end(at: position, in: text) : nil) ?? position &+ 1
                continue
            }
            let start = position
            var isHidden = false
            while position < text.count, Self.isTokenByte(text[position]) {
                isHidden = isHidden || text[position] == 0x2A
                position &+= 1
            }
            // A word with something hidden in it was treated before.
            guard !isHidden else { continue }
            for entry in rules.tokens where holds(entry.condition, start, position, in: text) {
                add(start, position, entry.rule, [.policy, .shape], text)
                break
            }
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == 0x5F || byte == 0x2D || byte == 0x2A
    }

    /// Why a hit of `rule` on these bytes does not count: it is suppressed here, its value is allowed, or it is what
    /// its own mask left. Nil if it counts.
    func pardon(_ rule: Rule, _ value: UnsafeBufferPointer<UInt8>) -> Decision.Reason? {
        guard let rules, !rule.isPayment, rule != .limit else { return nil }
        if suppressed & rule.bit != 0 { return .suppressed }
        for index in rules.allowances.indices where allowed >> UInt64(index) & 1 == 1 {
            let allowance = rules.allowances[index]
            if allowance.rules & rule.bit != 0, unsafe allowance.allows(value) { return .allowedValue }
        }
        guard case .personal(let method) = rules.methods[rule], case .mask(let first, let last) = method.kind else {
            return nil
        }
        return unsafe Mask(first: first, last: last).isMade(value) ? .masked : nil
    }

    /// Nothing is known of where the text stands.
    mutating func leaveSite() {
        site = PolicySite()
        suppressed = 0
        allowed = 0
        guard let rules else { return }
        enterSite(rules)
    }

    /// No path leads to what comes next, and nothing of it is left for the policy's sake without a closer look.
    mutating func closeSite() {
        site = PolicySite()
        suppressed = 0
        allowed = 0
    }

    /// What the site at hand leaves.
    mutating func enterSite(_ rules: PolicyRules) {
        suppressed = 0
        allowed = 0
        for entry in rules.suppressions {
            guard let condition = entry.condition else {
                suppressed |= entry.rules
                continue
            }
            if holds(condition, 0, 0, in: nil) { suppressed |= entry.rules }
        }
        for index in rules.allowances.indices {
            guard let condition = rules.allowances[index].condition else {
                allowed |= 1 << UInt64(index)
                continue
            }
            if holds(condition, 0, 0, in: nil) { allowed |= 1 << UInt64(index) }
        }
    }
}

extension PolicyRules.Allowance {
    /// Whether the value is one of them. What follows a prefix is one word: nothing with a label of its own.
    fileprivate func allows(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.count <= PolicyLimits.text else { return false }
        if !values.isEmpty, unsafe values.contains(Array(value)) { return true }
        for prefix in prefixes where unsafe value.starts(with: prefix) {
            return unsafe value.allSatisfy { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || $0 == 0x40 }
        }
        return false
    }
}
