/// What stands in the place of a hit, under the methods of the policy.
extension TextScanner {
    /// Writes what stands for a value to `replacement` and says which method that was: `.remove` where nothing is left.
    ///
    /// `value` are the bytes of the value as far as they are known: not of what was found inside an encoding. `isWhole`
    /// says that nothing stands around it. Falls back to the placeholder wherever a method does not fit.
    mutating func replace(
        _ rule: Rule,
        digits: CardDigits,
        value: UnsafeBufferPointer<UInt8>?,
        isWhole: Bool
    ) -> Finding.Method {
        replacement.removeAll(keepingCapacity: true)
        guard let rules else { return writePlaceholder(rule) }
        switch rules.methods[rule] {
        case .authentication(let method):
            return method == .remove ? writeNothing(isWhole) : writePlaceholder(rule)
        case .card(let method):
            guard digits.count > 0 else { return writePlaceholder(rule) }
            switch method.kind {
            case .replace: return writePlaceholder(rule)
            case .truncate:
                digits.appendTruncated(to: &replacement)
                return .truncate
            case .hmac: return writeDigest(rule, rules) { digits.append(to: &$0) }
            }
        case .personal(let method):
            if method == .remove { return writeNothing(isWhole) }
            guard method != .replace, let value = unsafe value, unsafe !holdsMore(value, than: rule, rules) else {
                return writePlaceholder(rule)
            }
            if case .mask(let first, let last) = method.kind {
                unsafe Mask(first: first, last: last).append(value, to: &replacement)
                return .mask
            }
            return writeDigest(rule, rules) { unsafe $0.append(contentsOf: value) }
        }
    }

    private mutating func writeNothing(_ isWhole: Bool) -> Finding.Method {
        if !isWhole { write(Rule.removedMark) }
        return .remove
    }

    private mutating func writePlaceholder(_ rule: Rule) -> Finding.Method {
        write(rule.placeholder)
        return .replace
    }

    private mutating func write(_ text: StaticString) {
        unsafe replacement.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    private mutating func writeDigest(
        _ rule: Rule,
        _ rules: PolicyRules,
        _ value: (inout ContiguousArray<UInt8>) -> Void
    ) -> Finding.Method {
        guard let digest = rules.digest, DigestText.isKeyID(digest.keyID),
            let bytes = digest.digest(of: DigestText.message(rule, value)), bytes.count == 32
        else { return writePlaceholder(rule) }
        DigestText.append(bytes, rule, digest.keyID, to: &replacement)
        return .hmac
    }

    /// Whether a value holds payment data, or what the deployment says something of while only the project does of
    /// `rule`: no part of it may stay, and no digest be made of it.
    private mutating func holdsMore(_ value: UnsafeBufferPointer<UInt8>, than rule: Rule, _ rules: PolicyRules) -> Bool
    {
        let found = unsafe self.rules(in: value)
        if found & rules.unloosened != 0 { return true }
        return found & rules.fixed & ~rule.bit != 0 && rules.fixed & rule.bit == 0
    }

    /// The rules that take anything of a value, as bits; whatever else is said of its place.
    mutating func rules(in value: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let text = unsafe TextBytes(value) else { return 0 }
        let first = hits.count
        let kept = (
            budget: decodeBudget, effort: effort, suppressed: suppressed, allowed: allowed, isPaused: trace?.isPaused
        )
        decodeBudget = 4 * text.count
        effort = SearchEffort(count: text.count, slack: SearchEffort.slack(for: text.count))
        suppressed = 0
        allowed = 0
        trace?.isPaused = true
        search(text, Level(context: Context(), depth: 4, isWhole: false))
        let found = hits[first...].reduce(0 as UInt64) { $0 | $1.rule.bit }
        replaceHits(from: first, with: nil)
        (decodeBudget, effort) = (kept.budget, kept.effort)
        (suppressed, allowed) = (kept.suppressed, kept.allowed)
        trace?.isPaused = kept.isPaused ?? false
        return found
    }
}

/// `****` with a few characters of a value's ends around it.
struct Mask: Equatable {
    /// How many letters and digits stay at each end, at most.
    let first: Int
    let last: Int

    /// How many characters stay at each end of a value with `count` bytes: at most a quarter of it together.
    private func kept(_ value: UnsafeBufferPointer<UInt8>) -> (first: Int, last: Int) {
        let room = value.count / 4
        var head = 0
        while head < min(first, room), unsafe value[head].isAlphanumeric { head += 1 }
        var tail = 0
        while tail < min(last, room - head), unsafe value[value.count - 1 - tail].isAlphanumeric { tail += 1 }
        return (head, tail)
    }

    /// Appends the masked value.
    func append(_ value: UnsafeBufferPointer<UInt8>, to bytes: inout ContiguousArray<UInt8>) {
        let kept = unsafe kept(value)
        unsafe bytes.append(contentsOf: value[..<kept.first])
        bytes.append(contentsOf: "****".utf8)
        unsafe bytes.append(contentsOf: value[(value.count - kept.last)...])
    }

    /// Whether the value is one that this mask has made: it is a fixed point.
    func isMade(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard 4...4 + first + last ~= value.count else { return false }
        var head = 0
        while head < value.count, unsafe value[head].isAlphanumeric { head += 1 }
        guard head <= first, value.count >= head + 4, value.count - head - 4 <= last else { return false }
        for offset in 0..<4 where unsafe value[head + offset] != 0x2A { return false }
        for position in head + 4..<value.count where unsafe !value[position].isAlphanumeric { return false }
        return true
    }
}
