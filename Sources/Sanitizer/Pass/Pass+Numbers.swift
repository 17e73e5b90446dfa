extension Pass {
    /// Takes a number value; whether it stays. Numbers are looked at as written: no digit passes through a double.
    @inline(__always)
    mutating func number<Observer: PassObserver & ~Copyable>(
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) -> Bool {
        let verdict = memberVerdict(tokenizer, bytes)
        let length = tokenizer.end - tokenizer.start
        // With an exponent, eight characters may stand for more digits than twelve.
        let isShort = length < (tokenizer.isInteger ? 12 : 8)
        guard verdict.rule != nil || !isShort || top.shape == .array || verdict.hints.contains(.part) || selects
        else {
            return true
        }
        return examineNumber(tokenizer, bytes, document, level, verdict, &observer)
    }

    @inline(never)
    private mutating func examineNumber<Observer: PassObserver & ~Copyable>(
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ level: Int,
        _ verdict: KeyVerdict,
        _ observer: inout Observer
    ) -> Bool {
        let lexeme = bytes[tokenizer.start..<tokenizer.end]
        var verdict = verdict.settled(for: lexeme, isNumber: true, policy.profile)
        if policy.rules != nil { verdict = ruled(verdict, lexeme) }
        top.elementEnd = tokenizer.end
        let isShort = lexeme.count < (tokenizer.isInteger ? 12 : 8)
        var edit = TextEdit(start: tokenizer.start, end: tokenizer.end, rule: .pan, evidence: .key)
        var isPart = false
        if top.shape == .object {
            if verdict.hints.contains(.part) { isPart = takesMemberPart(tokenizer, bytes) }
        } else if !verdict.hints.isDisjoint(with: [.card, .part]) {
            isPart = takesPart(tokenizer, bytes)
        }
        if let rule = ruleBeside() {
            edit.rule = rule
            edit.evidence = [.shape, .proximity]
        } else if let rule = verdict.rule, forced != nil || takesNumber(verdict, lexeme) {
            edit.rule = rule
            if forced != nil { edit.evidence = .policy }
            if leavesOut(rule, .key, level, document, &observer) { return false }
        } else if isPart {
            edit.evidence = [.shape, .grouping]
        } else if explains, explainNumber(lexeme, tokenizer.isInteger, verdict, document, &observer) {
            return true
        } else if !isShort, !Self.isTime(lexeme, verdict),
            let digits = digits(of: lexeme, isInteger: tokenizer.isInteger)
        {
            unsafe scanner.scan(
                digits.buffer,
                context: TextScanner.Context(key: verdict, profile: policy.profile)
            )
            guard let hit = scanner.hits.first else {
                if explains { explainNotes(document, &observer) }
                return true
            }
            edit.rule = hit.rule
            edit.evidence = hit.evidence
            edit.digits = hit.digits
        } else {
            return true
        }
        if edit.rule == .pan || forced != nil && forcedHoldsCard(lexeme) {
            noteCard()
            if top.shape == .array { gatherBeside(tokenizer, bytes) }
        }
        if level == 0 { shift = 0 }
        if policy.rules != nil { treat(&edit, lexeme, 0..<lexeme.count) }
        apply(edit, level: level, isToken: true, document, &observer)
        return false
    }

    /// Whether an integer has the shape of milli-, micro- or nanoseconds since 1970: no card number starts with 1 at
    /// these lengths, unless its name says that it is one.
    @inline(__always)
    static func isTime(_ lexeme: ByteView, _ verdict: KeyVerdict) -> Bool {
        guard lexeme[0] == 0x31, !verdict.hints.contains(.card), verdict.rule == nil else { return false }
        return lexeme.count == 13 || lexeme.count == 16 || lexeme.count == 19
    }

    /// Whether a key rule takes a number. One digit under the name of a secret is a flag or a count, under that of an expiry a month.
    private mutating func takesNumber(_ verdict: KeyVerdict, _ lexeme: ByteView) -> Bool {
        (lexeme.count > 1 || verdict.rule == .expiry) && verdict.takes(lexeme)
    }

    /// The digits before the point of a number without an exponent; nil when it has one.
    private mutating func wholeDigits(of lexeme: ByteView, from first: Int) -> ByteView? {
        var position = first
        while position < lexeme.count, lexeme[position] &- 0x30 < 10 { position += 1 }
        let point = position
        guard position < lexeme.count, lexeme[position] == 0x2E else { return nil }
        position += 1
        while position < lexeme.count, lexeme[position] &- 0x30 < 10 { position += 1 }
        return position == lexeme.count ? lexeme[first..<point] : nil
    }

    /// The digits of a number that is at least a trillion, without sign, fraction and exponent; nil for others.
    mutating func digits(of lexeme: ByteView, isInteger: Bool) -> ByteView? {
        let first = lexeme[0] == 0x2D ? 1 : 0
        if isInteger { return lexeme[first..<lexeme.count] }
        if let whole = wholeDigits(of: lexeme, from: first) { return whole.count < 12 ? nil : whole }
        // One digit more than the longest card number is enough to see that it is too long.
        assembled.reserve(64)
        var position = first
        var fraction = 0
        var isFraction = false
        while position < lexeme.count, lexeme[position] | 0x20 != 0x65 {
            let byte = lexeme[position]
            if byte == 0x2E {
                isFraction = true
            } else {
                if isFraction { fraction += 1 }
                if assembled.count < 40 { assembled.push(byte, from: 0) }
            }
            position += 1
        }
        let mantissa = assembled.count
        guard mantissa < 40 else { return nil }
        var exponent = 0
        if position < lexeme.count {
            position += 1
            let isNegative = lexeme[position] == 0x2D
            if lexeme[position] == 0x2D || lexeme[position] == 0x2B { position += 1 }
            while position < lexeme.count, exponent < 1_000 {
                exponent = exponent * 10 + Int(lexeme[position] - 0x30)
                position += 1
            }
            if isNegative { exponent = -exponent }
        }
        // The value is the mantissa's digits times ten to this power.
        let scale = exponent - fraction
        guard scale > -30, scale < 20 else { return nil }
        if scale >= 0 {
            for _ in 0..<scale { assembled.push(0x30, from: 0) }
        }
        let view = assembled.view
        var start = 0
        while start < view.count, view[start] == 0x30 { start += 1 }
        let whole = view.count + min(0, scale)
        guard whole - start >= 12 else { return nil }
        return view[start..<whole]
    }
}
