/// What a policy of documents adds to the pass. Nothing here runs under a built-in policy.
extension Pass {
    /// Takes other rules into force: names are judged anew.
    @inline(never)
    mutating func use(_ rules: PolicyRules?) {
        keyCache.removeAll()
        cleanTexts.removeAll()
        classifier = KeyClassifier(rules?.table ?? .builtIn)
        scanner.use(rules)
        selects = rules?.selects ?? false
        takesByPath = rules?.takesByPath ?? false
        let width = rules?.paths?.width ?? 0
        pathStates = ContiguousArray(repeating: 0, count: width * (JSONTokenizer.depthLimit + 2))
        rules?.paths?.begin(&pathStates)
    }

    /// Where the fast walk may begin: nowhere until a container is met into which no path of the policy leads.
    var policyFloor: Int {
        mutating get {
            guard selects, let rules = policy.rules else { return 0 }
            return rules.values.isEmpty && rules.tokens.isEmpty && rules.paths == nil ? 0 : .max
        }
    }

    /// A container was entered that no path of the policy leads into: what is ordinary in it may be passed over.
    @inline(never)
    mutating func lowerFloor() {
        guard leadsNowhere, frames.count < glideFloor else { return }
        glideFloor = frames.count
    }

    /// Whether every rule that takes asks for a path, and none leads to the value at hand.
    private var isOffPath: Bool {
        mutating get { takesByPath && scanner.site.paths.isEmpty }
    }

    /// Notes where the value at hand stands, in the terms of the policy.
    @inline(never)
    mutating func select(_ kind: JSONTokenizer.Kind, _ bytes: ByteView, _ level: Int) {
        guard let rules = policy.rules else { return }
        forced = nil
        scanner.site.type = ValueType(kind)
        var name: ByteView?
        if top.shape == .object {
            name = bytes[top.keyStart..<top.keyEnd]
            if top.isKeyEscaped, let raw = name {
                keyText.fill(raw)
                name = keyText.view
            }
            // What was replaced is called otherwise on a second pass.
            if top.renamed != nil { name = nil }
            top.names = 0
            if let name {
                for index in rules.names.indices where rules.names[index].end(name) { top.names |= 1 << UInt64(index) }
            }
        }
        scanner.site.names = top.names
        leadsNowhere = false
        if level == 0, let paths = rules.paths {
            scanner.site.paths = BitSet()
            let depth = frames.count
            // From the floor of the fast walk on no path leads anywhere.
            if depth > 0, depth <= JSONTokenizer.depthLimit, depth < glideFloor {
                let outcome = paths.step(
                    &pathStates,
                    from: (depth - 1) * paths.width,
                    to: depth * paths.width,
                    name: name,
                    index: top.shape == .array ? top.index : nil,
                    type: scanner.site.type
                )
                scanner.site.paths = outcome.ended
                leadsNowhere = !outcome.isLive
            }
        }
        scanner.enterSite(rules)
        pardoned = nil
    }

    /// What the surroundings of a value say, under the policy in force. A value that one of its rules takes is `forced`.
    @inline(never)
    mutating func ruled(_ verdict: KeyVerdict, _ value: ByteView) -> KeyVerdict {
        guard let rules = policy.rules else { return verdict }
        forced = nil
        // Nothing takes payment data for anything less.
        if let rule = verdict.rule, rule.isPayment, verdict.takes(value) { return verdict }
        var verdict = verdict
        if let rule = verdict.rule, let reason = unsafe scanner.pardon(rule, value.buffer) {
            if explains, verdict.takes(value) { pardoned = (rule, reason) }
            verdict.rule = nil
        }
        guard selects, value.count > 0, !isOffPath else { return verdict }
        let text = unsafe TextBytes(value.buffer)
        for entry in rules.values where scanner.holds(entry.condition, 0, value.count, in: text) {
            // What was treated before is not judged by its length and its beginning once more.
            guard !wasTreated(value, by: entry.condition) else { continue }
            if let reason = unsafe scanner.pardon(entry.rule, value.buffer) {
                if explains, pardoned == nil { pardoned = (entry.rule, reason) }
                continue
            }
            // A project's rule does not take what the deployment says something of.
            if let rule = verdict.rule, rules.fixed & rule.bit != 0, rules.fixed & entry.rule.bit == 0,
                verdict.takes(value)
            {
                continue
            }
            pardoned = nil
            forced = entry.rule
            verdict.rule = entry.rule
            if entry.rule == .pan { verdict.hints.insert(.card) }
            break
        }
        return verdict
    }

    /// Whether an earlier pass left the value, or a part of it, and it is no more what the condition was about.
    private mutating func wasTreated(_ value: ByteView, by condition: Condition) -> Bool {
        if condition.isAboutPlace {
            return unsafe Mask(first: PersonalMethod.keepLimit, last: PersonalMethod.keepLimit).isMade(value.buffer)
        }
        return Rule.hasPlaceholder(value) || value.holdsMask
    }

    /// The rule of the policy that takes the container or boolean at hand.
    @inline(never)
    mutating func forcedRule() -> Rule? {
        guard !isOffPath, let rules = policy.rules else { return nil }
        for entry in rules.values where scanner.holds(entry.condition, 0, 0, in: nil) {
            if scanner.suppressed & entry.rule.bit == 0 { return entry.rule }
            if explains { pardoned = (entry.rule, .suppressed) }
        }
        return nil
    }

    /// Whether what a rule of the policy takes whole holds a card number, for what stands beside it.
    @inline(never)
    mutating func forcedHoldsCard(_ value: ByteView) -> Bool {
        unsafe scanner.rules(in: value.buffer) & Rule.pan.bit != 0
    }

    /// Whether hits of `rule` do not count here.
    @inline(__always)
    mutating func isSuppressed(_ rule: Rule) -> Bool {
        selects && scanner.suppressed & rule.bit != 0
    }

    /// Writes what stands for the edit's value, the bytes `range` of `text`, under the policy's methods. Without a text
    /// it is a container.
    @inline(never)
    mutating func treat(_ edit: inout TextEdit, _ text: ByteView?, _ range: Range<Int>) {
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

extension ByteView {
    /// Whether four stars stand in the text, as masks and truncated numbers have them.
    fileprivate var holdsMask: Bool {
        var stars = 0
        for position in 0..<count {
            stars = self[position] == 0x2A ? stars + 1 : 0
            if stars == 4 { return true }
        }
        return false
    }
}

extension ValueType {
    /// The type of a token that begins a value.
    fileprivate init(_ kind: JSONTokenizer.Kind) {
        switch kind {
        case .number: self = .number
        case .true, .false, .null: self = .boolean
        case .objectStart: self = .object
        case .arrayStart: self = .array
        default: self = .string
        }
    }
}

extension TextScanner {
    /// Takes other rules into force.
    mutating func use(_ rules: PolicyRules?) {
        self.rules = rules
        classifier = KeyClassifier(rules?.table ?? .builtIn)
        hasTokenRules = rules.map { !$0.tokens.isEmpty } ?? false
        leaveSite()
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
