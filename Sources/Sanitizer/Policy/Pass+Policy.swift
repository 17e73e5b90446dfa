/// What a policy of documents adds to the pass. Nothing here runs under a built-in policy.
extension Pass {
    /// Takes other rules into force: names are judged anew.
    @inline(never)
    mutating func use(_ rules: PolicyRules?) {
        keyCache.removeAll()
        classifier = KeyClassifier(rules?.table ?? .builtIn)
        scanner.use(rules)
    }

    /// What the surroundings of a value say, under the policy in force.
    @inline(never)
    mutating func ruled(_ verdict: KeyVerdict, _ value: ByteView) -> KeyVerdict {
        guard let rules = policy.rules, let rule = verdict.rule, unsafe !rules.admits(rule, value.buffer) else {
            return verdict
        }
        var verdict = verdict
        verdict.rule = nil
        return verdict
    }

    /// Writes what stands for the edit's value, the bytes `range` of `text`, under the policy's methods. Without a text
    /// it is a container.
    @inline(never)
    mutating func treat(_ edit: inout PassEdit, _ text: ByteView?, _ range: Range<Int>) {
        // What is cut from a URL, and what is left out of a list, leaves nothing.
        guard edit.method != .remove else { return }
        edit.isTreated = true
        // Of what was found inside an encoding the bytes here are not the value.
        let isKnown = !edit.evidence.contains(.decoded)
        if let text, isKnown, edit.rule == .pan, edit.digits.count == 0 {
            let bytes = unsafe TextBytes(text.buffer)
            edit.digits = bytes.map { CardDigits($0, range.lowerBound, range.upperBound) } ?? .none
        }
        edit.method = unsafe scanner.replace(
            edit.rule,
            digits: edit.digits,
            value: isKnown ? text?[range].buffer : nil,
            isWhole: text.map { $0.count == range.count } ?? true
        )
    }
}

extension TextScanner {
    /// Takes other rules into force.
    mutating func use(_ rules: PolicyRules?) {
        self.rules = rules
        classifier = KeyClassifier(rules?.table ?? .builtIn)
    }

    /// Writes what stands for a hit of `text`.
    mutating func replace(_ hit: TextHit, in text: TextBytes) -> Finding.Method {
        unsafe replace(
            hit.rule,
            digits: hit.digits,
            value: hit.evidence.contains(.decoded) ? nil : text.buffer(hit.start, hit.end),
            isWhole: hit.start == 0 && hit.end == text.count
        )
    }
}

extension PolicyRules {
    /// Whether a hit of `rule` on these bytes counts.
    func admits(_ rule: Rule, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard case .personal(let method) = methods[rule], case .mask(let first, let last) = method.kind else {
            return true
        }
        return unsafe !Mask(first: first, last: last).isMade(value)
    }
}
