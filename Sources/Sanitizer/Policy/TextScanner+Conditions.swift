/// What conditions ask of the value at hand.
extension TextScanner {
    /// Whether `condition` holds for the bytes `start ..< end` of `text` at the site at hand. Without a text nothing
    /// about the value holds.
    func holds(_ condition: Condition, _ start: Int, _ end: Int, in text: TextBytes?) -> Bool {
        switch condition {
        case .path(let index): return site.paths.contains(index)
        case .type(let type): return site.type == type
        case .key(let index): return site.names >> UInt64(index) & 1 == 1
        case .near(let index):
            if site.names >> UInt64(index) & 1 == 1 { return true }
            guard let text, let words = rules?.names[index] else { return false }
            return Cue.before(start, in: text) { words.starts(at: $1, in: $0) }
                || Cue.after(end, in: text) { words.starts(at: $1, in: $0) }
        case .validator(let validator):
            guard let text else { return false }
            return unsafe validator.accepts(text.buffer(start, end))
        case .length(let range): return text != nil && range.contains(end - start)
        case .prefix(let bytes):
            guard let text, bytes.count <= end - start else { return false }
            for offset in bytes.indices where text[start + offset] != bytes[offset] { return false }
            return true
        case .and(let parts): return parts.allSatisfy { holds($0, start, end, in: text) }
        case .or(let parts): return parts.contains { holds($0, start, end, in: text) }
        case .not(let part): return !holds(part, start, end, in: text)
        }
    }
}
