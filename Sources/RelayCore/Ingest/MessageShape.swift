/// The shape of a message: what stays the same when numbers and identifiers in it change.
///
/// UUIDs become `<uuid>`, hexadecimal words of eight and more characters with a digit in them `<hex>`, other runs of
/// digits (with their separators and fraction) `<n>`, white space one blank. Everything else stays. Linear, ASCII only.
enum MessageShape {
    /// The shape of `message`, from its first 1,024 bytes.
    static func normalized(_ message: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(message.prefix(1_024))
        var shape: [UInt8] = []
        shape.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                if shape.last != 0x20 { shape.append(0x20) }
                offset += 1
            } else if isWord(byte) {
                var end = offset
                while end < bytes.count, isWord(bytes[end]) || bytes[end] == 0x2D { end += 1 }
                offset = append(bytes, offset..<end, to: &shape)
            } else {
                shape.append(byte)
                offset += 1
            }
        }
        return shape
    }

    /// Appends a run of word characters and dashes, or the part of it up to a dash; gives where to go on.
    private static func append(_ bytes: [UInt8], _ run: Range<Int>, to shape: inout [UInt8]) -> Int {
        if run.count == 36, isUUID(bytes[run]) {
            shape.append(contentsOf: "<uuid>".utf8)
            return run.upperBound
        }
        let end = bytes[run].firstIndex(of: 0x2D) ?? run.upperBound
        guard end > run.lowerBound else {
            shape.append(0x2D)
            return run.lowerBound + 1
        }
        let word = bytes[run.lowerBound..<end]
        let digits = word.count(where: isDigit)
        let hexDigits = word.count(where: isHex)
        if digits > 0, hexDigits == word.count, word.count >= 8, word.count > digits || word.count >= 32 {
            shape.append(contentsOf: "<hex>".utf8)
        } else if word.count > 2, word.starts(with: "0x".utf8), hexDigits == word.count - 1 {
            shape.append(contentsOf: "<hex>".utf8)
        } else {
            appendFoldingDigits(word, to: &shape)
        }
        return end
    }

    private static func appendFoldingDigits(_ word: ArraySlice<UInt8>, to shape: inout [UInt8]) {
        var inDigits = false
        for byte in word {
            if isDigit(byte) {
                if !inDigits { appendNumber(to: &shape) }
                inDigits = true
            } else {
                inDigits = false
                shape.append(byte)
            }
        }
    }

    /// Appends `<n>`; a number that goes on after a point or comma stays one.
    private static func appendNumber(to shape: inout [UInt8]) {
        let mark = Array("<n>".utf8)
        if shape.count > 3, shape.last == 0x2E || shape.last == 0x2C, shape.dropLast().suffix(3) == mark[...] {
            shape.removeLast()
            return
        }
        shape.append(contentsOf: mark)
    }

    private static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
        for (position, byte) in text.enumerated() {
            switch position {
            case 8, 13, 18, 23: guard byte == 0x2D else { return false }
            default: guard isHex(byte) else { return false }
            }
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80
    }
}
