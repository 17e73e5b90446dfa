internal import Sanitizer

/// Changes to a clean document: values and members taken out, values put in another's place. Written in one copy.
struct EventEdits {
    /// One change. Changes do not overlap.
    private struct Edit {
        /// The bytes that go; empty where something is only put in.
        var range: Range<Int>
        /// What comes in their place: a part of the buffer of replacements.
        var replacement: Range<Int>
        /// Whether a comma goes with it.
        var isRemoval: Bool
    }

    private var edits: ContiguousArray<Edit> = []

    /// Whether there is nothing to change.
    var isEmpty: Bool { edits.isEmpty }

    /// Forgets all; keeps memory.
    mutating func removeAll() {
        edits.removeAll(keepingCapacity: true)
    }

    /// Puts a part of the buffer of replacements in place of a value.
    mutating func replace(_ range: Range<Int>, with replacement: Range<Int>) {
        edits.append(Edit(range: range, replacement: replacement, isRemoval: false))
    }

    /// Takes out the elements or members whose values stand from the first to the last byte of `range`.
    mutating func remove(_ range: Range<Int>, in document: borrowing SanitizedBuffer) {
        let start = EventEdits.memberStart(of: range.lowerBound, in: document.span)
        edits.append(Edit(range: start..<range.upperBound, replacement: 0..<0, isRemoval: true))
    }

    /// Writes the document's bytes in `range` with the changes made.
    mutating func write(
        _ document: borrowing SanitizedBuffer,
        in range: Range<Int>,
        replacements: borrowing SanitizedBuffer,
        into output: inout SanitizedBuffer
    ) {
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        var position = range.lowerBound
        for edit in edits {
            // Twice the same value (a name that occurs twice is noted twice) or one inside another: the first did it.
            guard edit.range.lowerBound >= position else { continue }
            var taken = edit.range
            if edit.isRemoval {
                taken = EventEdits.withComma(taken, after: position, in: document.span)
            }
            output.append(document, in: position..<taken.lowerBound)
            output.append(replacements, in: edit.replacement)
            position = taken.upperBound
        }
        output.append(document, in: position..<range.upperBound)
    }

    /// Where the member starts whose value starts at `value`: its name's opening quote. For an element, `value` itself.
    private static func memberStart(of value: Int, in document: Span<UInt8>) -> Int {
        var index = blanksBefore(value, in: document)
        guard index > 0, document[index - 1] == 0x3A else { return value }
        index = blanksBefore(index - 1, in: document)
        guard index > 0, document[index - 1] == 0x22 else { return value }
        index -= 1
        while index > 0 {
            index -= 1
            guard document[index] == 0x22 else { continue }
            // A quote after an odd number of backslashes belongs to the name.
            var backslashes = 0
            while backslashes < index, document[index - 1 - backslashes] == 0x5C { backslashes += 1 }
            if backslashes % 2 == 0 { return index }
        }
        return value
    }

    /// A removal with the comma before it, or, when that is the container's start or gone already, the one after it.
    private static func withComma(_ range: Range<Int>, after position: Int, in document: Span<UInt8>) -> Range<Int> {
        let before = blanksBefore(range.lowerBound, in: document)
        if before > position, document[before - 1] == 0x2C { return before - 1..<range.upperBound }
        var after = range.upperBound
        while after < document.count, isBlank(document[after]) { after += 1 }
        if after < document.count, document[after] == 0x2C { return range.lowerBound..<after + 1 }
        return range
    }

    private static func blanksBefore(_ offset: Int, in document: Span<UInt8>) -> Int {
        var index = offset
        while index > 0, isBlank(document[index - 1]) { index -= 1 }
        return index
    }

    /// White space of JSON.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
