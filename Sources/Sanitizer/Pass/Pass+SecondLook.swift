/// A text that becomes JSON once something in it is replaced: a control character or a stray quote that went with a
/// value. Whoever scrubs the output reads it as JSON and may see more of it, so that is done here and now.
extension Pass {
    /// How often a second look may lead to another, in texts within the text.
    static var secondLooks: Int { 2 }

    /// Fills `cutText` with the text as it will stand once `edits` are made.
    mutating func fillReplaced(_ text: ByteView) {
        // A digest is the longest replacement.
        cutText.reserve(text.count + (policy.rules == nil ? 32 : 128) * edits.count)
        var position = 0
        for edit in edits {
            while position < edit.start {
                cutText.push(text[position], from: 0)
                position += 1
            }
            var edit = edit
            if policy.rules != nil { treat(&edit, text, edit.start..<edit.end) }
            if edit.isTreated {
                for byte in scanner.replacement { cutText.push(byte, from: 0) }
            } else if edit.method == .replace {
                let placeholder = edit.rule.placeholder
                for offset in 0..<placeholder.utf8CodeUnitCount {
                    unsafe cutText.push(placeholder.utf8Start[offset], from: 0)
                }
            }
            position = edit.end
        }
        while position < text.count {
            cutText.push(text[position], from: 0)
            position += 1
        }
    }

    /// Replaces the text by what a pass makes of its output, when that is JSON and the pass finds more; true when it did.
    /// The text is no JSON, and the changes to it are in `edits`.
    @inline(never)
    mutating func lookAgain<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) -> Bool {
        // What a policy takes and leaves by path it would not at another place.
        guard !selects, edits.contains(where: { $0.method == .replace }) else { return false }
        fillReplaced(text)
        guard Self.isJSON(cutText.view) else { return false }
        guard looksLeft > 0 else {
            for index in edits.indices { absorb(edits[index], document, &observer) }
            replaceAll(text, .limit, .limit, level, document, &observer)
            return true
        }
        let look = secondLook ?? SecondLook(stage, left: looksLeft - 1)
        secondLook = look
        var output = SanitizedBuffer()
        var silent = NoObserver()
        let more = look.pass.run(text: cutText.view, after: nil, policy: policy, into: &output, observer: &silent)
        guard more.findings > 0 else { return false }
        scanner.replacement = ContiguousArray(output.bytes(in: 0..<output.count).value)
        replaceSeen(text, level, document, &observer)
        return true
    }

    /// Writes `TextScanner.replacement` in place of the text, and tells of each placeholder in it.
    private mutating func replaceSeen<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        copyOut(document, upTo: texts.position(0, from: level, to: 0), &observer)
        // Findings count the bytes of the outermost string; placeholders need no escape.
        for _ in 1..<max(1, level) { escapeReplacement() }
        let seen = scanner.replacement
        for _ in textLevel..<1 { escapeReplacement() }
        if outgrown {
            hasOutgrownText = true
        } else {
            writer.text(scanner.replacement, quoteDepth: nil)
        }
        writer.skip(to: texts.position(text.count, from: level, to: 0))
        outgrown = outgrown || writer.buffer.count > growthLimit
        let start = texts.position(0, from: level, to: 1) + shift
        shift += seen.count - (texts.position(text.count, from: level, to: 1) + shift - start)
        unsafe seen.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            var position = 0
            while position < view.count {
                guard let rule = Rule.allCases.first(where: { view.matches($0.placeholder, at: position) }) else {
                    position += 1
                    continue
                }
                let end = position + rule.placeholder.utf8CodeUnitCount
                let evidence = edits.first { $0.rule == rule }?.evidence ?? .decoded
                let edit = TextEdit(start: 0, end: text.count, rule: rule, evidence: evidence)
                outcome.findings += 1
                if Observer.countsFindings { observer.counted(rule) }
                report(edit, method: .replace, range: start + position..<start + end, document, &observer)
                position = end
            }
        }
    }

    /// Escapes the replacement for one string more around it.
    private mutating func escapeReplacement() {
        var escaped: ContiguousArray<UInt8> = []
        escaped.reserveCapacity(scanner.replacement.count + 16)
        for byte in scanner.replacement {
            // What is below a blank and stands in JSON is white space.
            switch byte {
            case 0x0A: escaped.append(contentsOf: [0x5C, 0x6E])
            case 0x0D: escaped.append(contentsOf: [0x5C, 0x72])
            case 0x09: escaped.append(contentsOf: [0x5C, 0x74])
            case 0x22, 0x5C: escaped.append(contentsOf: [0x5C, byte])
            default: escaped.append(byte)
            }
        }
        scanner.replacement = escaped
    }
}

/// A pass for what a pass has written. One thread at a time, as the pass that it belongs to.
final class SecondLook {
    /// The pass.
    var pass: Pass

    /// Makes one that may look again `left` times itself.
    init(_ stage: Finding.Stage, left: Int) {
        pass = Pass(stage: stage)
        pass.looksLeft = left
    }
}
