extension Pass {
    /// Walks the JSON of `bytes`, which is the document (level 0) or a text inside it.
    ///
    /// Calls itself only through a string that holds JSON, at most `DecodeStack.limit` deep; nesting of objects and
    /// arrays goes to `frames`.
    mutating func walk<Observer: PassObserver & ~Copyable>(
        _ bytes: ByteView,
        document: ByteView,
        level: Int,
        observer: inout Observer
    ) throws(Failure) {
        var tokenizer = JSONTokenizer()
        let watches = self.watches && level == 0
        var isNamed = false
        while true {
            if outgrown, !isNamed, level == 0, top.shape != .root {
                try cutRest(&tokenizer, bytes, document, &observer)
                continue
            }
            if glides, !outgrown, !explains, frames.count >= glideFloor {
                if selects { scanner.closeSite() }
                if watches {
                    glide(&tokenizer, bytes, watches: true, &observer)
                } else {
                    glide(&tokenizer, bytes)
                }
            }
            let kind = try tokenizer.next(in: bytes)
            isNamed = kind == .key
            switch kind {
            case .end:
                return
            case .key:
                try key(&tokenizer, bytes, document, level, &observer)
            case .string:
                beginElement(watches)
                if selects { select(kind, bytes, level) }
                let begin = watches ? writer.offset(of: tokenizer.start) : 0
                let removed = top.removed
                string(tokenizer, bytes, document, level, &observer)
                if watches, top.removed == removed {
                    observer.scalar(.string, at: path, range: begin..<writer.offset(of: tokenizer.end))
                }
                top.lastEnd = tokenizer.end
            case .number:
                beginElement(watches)
                if selects { select(kind, bytes, level) }
                let begin = watches ? writer.offset(of: tokenizer.start) : 0
                let removed = top.removed
                let isKept = number(tokenizer, bytes, document, level, &observer)
                if watches, top.removed == removed {
                    let range = begin..<writer.offset(of: tokenizer.end)
                    observer.scalar(isKept ? .number : .string, at: path, range: range)
                }
                top.lastEnd = tokenizer.end
            case .true, .false, .null:
                beginElement(watches)
                if selects { select(kind, bytes, level) }
                if selects, kind != .null, let rule = forcedRule() {
                    drop(tokenizer.start..<tokenizer.end, rule, .policy, document, level, &observer)
                } else if watches {
                    let range = writer.offset(of: tokenizer.start)..<writer.offset(of: tokenizer.end)
                    observer.scalar(kind == .null ? .null : kind == .true ? .true : .false, at: path, range: range)
                }
                top.lastEnd = tokenizer.end
            case .objectStart, .arrayStart:
                beginElement(watches)
                if selects { select(kind, bytes, level) }
                let isArray = kind == .arrayStart
                if selects, let rule = forcedRule() {
                    let start = tokenizer.start
                    try tokenizer.skipRest(in: bytes)
                    drop(start..<tokenizer.end, rule, .policy, document, level, &observer)
                } else if policy.profile == .strict, let (rule, evidence) = ruleForContainer(tokenizer, bytes) {
                    let start = tokenizer.start
                    try tokenizer.skipRest(in: bytes)
                    drop(start..<tokenizer.end, rule, evidence, document, level, &observer)
                } else {
                    if explains, pardoned != nil { explainPardon(document, &observer) }
                    enter(isArray: isArray, tokenizer, bytes, watches, &observer)
                }
            case .objectEnd, .arrayEnd:
                leave(tokenizer, watches, &observer)
            case .tooDeep:
                beginElement(watches)
                if selects { select(kind, bytes, level) }
                drop(tokenizer.start..<tokenizer.end, .limit, .limit, document, level, &observer)
            }
        }
    }

    /// Counts an element of an array; members of objects are counted by their keys.
    @inline(__always)
    private mutating func beginElement(_ watches: Bool) {
        guard top.shape == .array else { return }
        top.index += 1
        if watches { path.set(index: top.index - top.removed) }
    }

    /// Opens a container: what its name says goes with it.
    private mutating func enter<Observer: PassObserver & ~Copyable>(
        isArray: Bool,
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView,
        _ watches: Bool,
        _ observer: inout Observer
    ) {
        var frame = PassFrame(shape: isArray ? .array : .object, own: memberVerdict(tokenizer, bytes))
        if selects {
            if let rule = frame.own.rule, isSuppressed(rule) { frame = frame.withoutRule() }
            frame.names = top.names
        }
        frame.isChange = top.isChange
        frame.inputStart = tokenizer.start
        frame.isAlternating = isArray && top.verdict.hints.contains(.headerList)
        if watches {
            frame.outputStart = writer.offset(of: tokenizer.start)
            observer.containerBegan(at: path, isArray: isArray, offset: frame.outputStart)
            path.enter()
        }
        frames.push(frame)
        if leadsNowhere { lowerFloor() }
    }

    mutating func leave<Observer: PassObserver & ~Copyable>(
        _ tokenizer: borrowing JSONTokenizer,
        _ watches: Bool,
        _ observer: inout Observer
    ) {
        let begin = top.outputStart
        frames.pop()
        if frames.count < glideFloor { glideFloor = policyFloor }
        top.lastEnd = tokenizer.end
        if watches {
            path.leave()
            observer.containerEnded(at: path, range: begin..<writer.offset(of: tokenizer.end))
        }
    }

    /// Replaces a whole value, scalar or container, by the placeholder of `rule` as a string.
    mutating func drop<Observer: PassObserver & ~Copyable>(
        _ range: Range<Int>,
        _ rule: Rule,
        _ evidence: Finding.Evidence,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) {
        if level == 0 { shift = 0 }
        let begin = writer.offset(of: texts.position(range.lowerBound, from: level, to: 0))
        var edit = TextEdit(start: range.lowerBound, end: range.upperBound, rule: rule, evidence: evidence)
        if policy.rules != nil { treat(&edit, nil, 0..<0) }
        apply(edit, level: level, isToken: true, document, &observer)
        if watches, level == 0 {
            observer.scalar(.string, at: path, range: begin..<writer.offset(of: range.upperBound))
        }
        top.lastEnd = range.upperBound
    }

    /// Makes one change to the output and reports it.
    ///
    /// `edit` is in bytes of `level`. `isToken` says that it replaces a whole token that is not a string, so that
    /// the placeholder needs quotes.
    mutating func apply<Observer: PassObserver & ~Copyable>(
        _ edit: TextEdit,
        level: Int,
        isToken: Bool,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        copyOut(document, upTo: texts.position(edit.start, from: level, to: 0), &observer)
        if outgrown, level > 0 {
            // What holds this text is replaced as a whole once the walk is back there.
            hasOutgrownText = true
        } else if edit.isTreated {
            writer.text(scanner.replacement, quoteDepth: isToken ? level - textLevel : nil)
        } else if edit.method != .remove {
            writer.placeholder(edit.rule, quoteDepth: isToken ? level - textLevel : nil)
        }
        writer.skip(to: texts.position(edit.end, from: level, to: 0))
        outgrown = outgrown || writer.buffer.count > growthLimit
        outcome.findings += 1
        if Observer.countsFindings { observer.counted(edit.rule) }
        guard Observer.followsFindings else { return }
        let length = edit.isTreated ? scanner.replacement.count : edit.rule.placeholder.utf8CodeUnitCount
        var range = 0..<(edit.method == .remove && !edit.isTreated ? 0 : length)
        if level > 0 {
            // In bytes of the outermost string, as it stands decoded in the output.
            let start = texts.position(edit.start, from: level, to: 1) + shift
            let old = texts.position(edit.end, from: level, to: 1) + shift - start
            var new = range.count
            if isToken { new += 2 << (level - 1) }
            range = start..<start + new
            shift += new - old
        }
        report(edit, method: edit.method, range: range, document, &observer)
    }
}
