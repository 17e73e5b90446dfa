extension ByteView {
    /// The bytes as UTF-8, with U+FFFD in place of what is none: one for each maximal part of a character that is not
    /// finished, and one for each byte that begins none (Unicode 15, 3.9, "U+FFFD Substitution of Maximal Subparts"), as
    /// `String(decoding:)` does at a third of its price.
    func repaired() -> ContiguousArray<UInt8> {
        var output = ContiguousArray<UInt8>()
        output.reserveCapacity(count + 64)
        var position = 0
        var start = 0
        while position < count {
            if position + 8 <= count, word(at: position) & Lanes.high == 0 {
                position += 8
                continue
            }
            let length = self[position] < 0x80 ? 1 : JSONLexer.scalarLength(in: self, at: position)
            guard length == 0 else {
                position += length
                continue
            }
            if start < position { unsafe output.append(contentsOf: self[start..<position].buffer) }
            output.append(0xEF)
            output.append(0xBF)
            output.append(0xBD)
            position += brokenLength(at: position)
            start = position
        }
        if start < count { unsafe output.append(contentsOf: self[start..<count].buffer) }
        return output
    }

    /// How many bytes of the character at `position`, which is none, belong together.
    private func brokenLength(at position: Int) -> Int {
        let lead = self[position]
        guard 0xE0...0xF4 ~= lead, position + 1 < count else { return 1 }
        let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard low...high ~= self[position + 1] else { return 1 }
        guard lead >= 0xF0, position + 2 < count, self[position + 2] & 0xC0 == 0x80 else { return 2 }
        return 3
    }
}
