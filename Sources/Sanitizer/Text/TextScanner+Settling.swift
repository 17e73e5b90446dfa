/// What replacing one hit bares: a word that spoke against another may be gone.
extension TextScanner {
    /// Searches the text as it will stand once the hits are replaced, and again while that finds more, four times at
    /// most, so that a scan of the output finds nothing new. Only where something is left around what was replaced
    /// since the last time that could be anything; of a long text only the surroundings of that.
    ///
    /// When that costs more than a text may (`SearchEffort`), what would have to be searched goes as it stands.
    mutating func settle(_ text: TextBytes, _ context: Context) {
        let cost = effort.spent
        var rounds = 0
        while rounds < 4, hasLeavings(text), settleOnce(text, context, cost: cost) { rounds += 1 }
    }

    /// Whether anything that could be a value stands near a hit that is not settled. Hits with nothing of the kind on
    /// either side are settled: of a dense text only what lies around its ends is searched again.
    private mutating func hasLeavings(_ text: TextBytes) -> Bool {
        if rules != nil { return hits.contains { !$0.isSettled } }
        if hits.count > 1, leavesNothing(of: text) { return false }
        var hasAny = false
        var isNearBefore = false
        for index in hits.indices {
            let hit = hits[index]
            let position = index == 0 ? 0 : hits[index &- 1].end
            // A sign between two values may have gone with one of them; a number holds none that matters.
            let isBeside = index > 0 && !(Self.isNumber(hits[index &- 1], in: text) && Self.isNumber(hit, in: text))
            let isNear =
                isBeside
                || (index == 0
                    ? Self.mayHoldValue(position, hit.start, in: text)
                    : Self.mayBareValue(position, hit.start, in: text))
            if index > 0, !hits[index &- 1].isSettled {
                hits[index &- 1].isSettled = !isNearBefore && !isNear
                hasAny = hasAny || isNearBefore || isNear
            }
            isNearBefore = isNear
        }
        guard let last = hits.indices.last, !hits[last].isSettled else { return hasAny }
        let isNear = isNearBefore || Self.mayHoldValue(hits[last].end, text.count, in: text)
        hits[last].isSettled = !isNear
        return hasAny || isNear
    }

    /// Whether a hit is a number: a card's, or a code of digits alone.
    private static func isNumber(_ hit: TextHit, in text: TextBytes) -> Bool {
        guard hit.rule == .cvv else { return hit.rule == .pan }
        guard hit.end &- hit.start <= 4 else { return false }
        for position in hit.start..<hit.end where !text[position].isDigit { return false }
        return true
    }

    /// Whether the text consists of hits and of what separates the members of a list: no detector finds anything among
    /// placeholders, blanks, commas and brackets. Where the text is cut, it may cut a member.
    private func leavesNothing(of text: TextBytes) -> Bool {
        var position = 0
        for hit in hits {
            guard Self.isSeparating(position, hit.start, isEdge: position == 0, in: text) else { return false }
            position = hit.end
        }
        return Self.isSeparating(position, text.count, isEdge: true, in: text)
    }

    private static func isSeparating(_ start: Int, _ end: Int, isEdge: Bool, in text: TextBytes) -> Bool {
        var position = start
        var left = isEdge ? 4 : 1
        while position < end {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D, 0x28, 0x29, 0x2C, 0x5B, 0x5D: break
            case 0x2E where isEdge, 0x3A where isEdge: break
            case 0x30...0x39: left &-= 1
            default: return false
            }
            if left == 0 { return false }
            position &+= 1
        }
        return true
    }

    /// Whether letters, digits or bytes above ASCII stand there, four of them: a name and a value need no less.
    private static func mayHoldValue(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard end &- start >= 3 else { return false }
        var position = start
        var left = 4
        while position < end {
            let byte = text[position]
            if byte >= 0x80 { return true }
            if byte.isAlphanumeric {
                left &-= 1
                if left == 0 { return true }
            }
            position &+= 1
        }
        return false
    }

    /// The same between two card numbers: words of letters alone, apart by blanks and commas, bare nothing.
    private static func mayBareValue(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var letters = 0
        for position in start..<max(start, end) {
            switch text[position] {
            case 0x41...0x5A, 0x61...0x7A:
                letters &+= 1
                if letters == 10 { return true }
            case 0x20, 0x0A, 0x0D, 0x09, 0x2C: letters = 0
            default: return mayHoldValue(start, end, in: text)
            }
        }
        return false
    }

    /// One round; whether it found anything. `cost` is what a search of the whole text comes to.
    @inline(never)
    private mutating func settleOnce(_ text: TextBytes, _ context: Context, cost: Int) -> Bool {
        guard text.count > TextPart.wholeLimit && rules == nil || effort.affords(cost, hasHits: true) else {
            closeUnsettled(text)
            return false
        }
        var copy = arenas.popLast() ?? DecodedText()
        copy.reset()
        var position = 0
        for index in hits.indices {
            let hit = hits[index]
            copy.append(text, position, hit.start)
            if rules == nil {
                copy.append(placeholder: hit.rule, from: hit.start)
            } else {
                _ = replace(hit, in: text)
                for byte in replacement { copy.append(byte, from: hit.start) }
            }
            position = hit.end
        }
        copy.append(text, position, text.count)
        copy.origins.append(UInt32(truncatingIfNeeded: text.count))
        let first = hits.count
        var settled = first
        trace?.isPaused = true
        defer { trace?.isPaused = false }
        decodeBudget = 4 * copy.bytes.count
        unsafe copy.bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = unsafe TextBytes(buffer) else { return }
            if bytes.count <= TextPart.wholeLimit || rules != nil {
                search(bytes, Level(context: context, depth: context.decodeDepth, isWhole: true))
            } else {
                settled = searchAround(bytes, copy, first, context, cost: cost)
            }
        }
        for index in 0..<settled { hits[index].isSettled = true }
        let found = hits.count > first
        mapHits(from: first) { hit in
            let range = copy.origin(of: hit.start, hit.end)
            hit.start = range.lowerBound
            hit.end = range.upperBound
        }
        arenas.append(copy)
        if found { merge() }
        guard settled == first else {
            closeUnsettled(text)
            return false
        }
        return found
    }

    /// Searches the surroundings of the first `count` hits, as far as they are not settled, in `bytes`, which are those
    /// of `copy`. Returns how many hits that did: what the others need costs more than the text may.
    private mutating func searchAround(
        _ bytes: TextBytes,
        _ copy: borrowing DecodedText,
        _ count: Int,
        _ context: Context,
        cost: Int
    ) -> Int {
        var index = 0
        var done = 0
        var place = 0
        while index < count {
            guard !hits[index].isSettled else {
                index += 1
                continue
            }
            let first = index
            place = copy.position(ofOrigin: hits[index].start, from: place)
            var part = TextPart(from: place, in: bytes)
            part.extend(to: place, in: bytes)
            while index < count {
                if !hits[index].isSettled {
                    place = copy.position(ofOrigin: hits[index].start, from: place)
                    guard part.meets(place) else { break }
                    part.extend(to: place, in: bytes)
                }
                index += 1
            }
            // What was looked at with the part before stays as it was found there.
            part.core = max(part.core, done)
            guard effort.affords(cost &* (part.end &- part.start) / bytes.count, hasHits: true) else { return first }
            search(&part, in: bytes, context)
            done = part.end &- TextPart.margin
            while index < count {
                place = copy.position(ofOrigin: hits[index].start, from: place)
                guard place < done else { break }
                index += 1
            }
        }
        return count
    }

    /// Lets the hits that are not settled take what stands around them, as far as replacing them could matter.
    private mutating func closeUnsettled(_ text: TextBytes) {
        var kept = 0
        for index in hits.indices {
            var hit = hits[index]
            if !hit.isSettled {
                (hit.start, hit.end) = TextPart.surroundings(
                    of: hit.start,
                    hit.end,
                    floor: kept > 0 ? hits[kept - 1].end : 0,
                    in: text
                )
                hit.digits = .none
                hit.evidence.insert(.limit)
                hit.isSettled = true
            }
            while kept > 0, hits[kept - 1].end > hit.start {
                let last = hits[kept - 1]
                hit.start = min(hit.start, last.start)
                hit.end = max(hit.end, last.end)
                hit.evidence.formUnion(last.evidence)
                hit.digits = .none
                if last.precedence > hit.precedence { hit.rule = last.rule }
                kept -= 1
            }
            hits[kept] = hit
            kept += 1
        }
        hits.removeSubrange(kept...)
    }

    /// Searches a part of `text`, and more of it as long as what is found reaches the part's end.
    private mutating func search(_ part: inout TextPart, in text: TextBytes, _ context: Context) {
        var first = hits.count
        let level = Level(context: context, depth: context.decodeDepth, isWhole: true)
        var before = effort
        while true {
            let start = part.start
            if let bytes = unsafe TextBytes(text.buffer(start, part.end)) { search(bytes, level) }
            mapHits(from: first) { hit in
                hit.start &+= start
                hit.end &+= start
            }
            guard part.isCut(in: text), reaches(part.end &- TextPart.margin, from: first) else { break }
            first = grow(&part, in: text, from: first)
            if part.start == start { effort = before } else { before = effort }
        }
        dropHits(from: first, before: part.core)
    }

    /// Makes the part longer, at whose end something was found. What was found well before it, of the hits from number
    /// `first` on, stays and is not searched again, unless it is of a header, whose name stands before all of its values.
    /// Returns the number of the first hit that is searched again.
    mutating func grow(_ part: inout TextPart, in text: TextBytes, from first: Int) -> Int {
        let (start, core) = (part.start, part.core)
        var limit = part.end &- TextPart.margin
        let isHeader = hits[first...].contains { $0.rule == .cookie || $0.rule == .authorization }
        // A place that lies in no hit.
        var rounds = 0
        var isOpen = true
        while isOpen, !isHeader, rounds < 4 {
            isOpen = false
            for index in first..<hits.count where hits[index].start < limit && hits[index].end > limit {
                limit = hits[index].start
                isOpen = true
            }
            rounds += 1
        }
        part.grow(in: text)
        if !isOpen, limit > core { part.advance(to: limit, in: text) }
        guard part.start > start else {
            replaceHits(from: first, with: nil)
            return first
        }
        dropHits(from: first, before: core)
        var kept = first
        for index in first..<hits.count where hits[index].end <= part.core {
            hits[kept] = hits[index]
            kept += 1
        }
        hits.removeSubrange(kept...)
        return kept
    }

    /// Whether a hit, from number `first` on, ends beyond `position`.
    func reaches(_ position: Int, from first: Int) -> Bool {
        for index in first..<hits.count where hits[index].end > position { return true }
        return false
    }

    /// Forgets the hits, from number `first` on, that end at or before `position`.
    mutating func dropHits(from first: Int, before position: Int) {
        var kept = first
        for index in first..<hits.count where hits[index].end > position {
            hits[kept] = hits[index]
            kept += 1
        }
        hits.removeSubrange(kept...)
    }
}
