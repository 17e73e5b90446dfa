/// JSON by the book (RFC 8259), byte by byte: knows nothing of the engine's tokenizer, which it is held against.
public struct PlainJSON {
    private let bytes: [UInt8]
    private var position = 0

    /// Whether `bytes` are one JSON value in UTF-8, with white space around it.
    public static func isValue(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var reader = PlainJSON(bytes)
        return reader.readsValue() && reader.position == bytes.count
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    /// Reads a value without recursion: `closers` are the brackets that are open.
    private mutating func readsValue() -> Bool {
        var closers: [Character] = []
        while true {
            // A value begins here.
            skipSpace()
            var isOpened = false
            if take("[") {
                closers.append("]")
                isOpened = true
            } else if take("{") {
                closers.append("}")
                isOpened = true
            } else if !readsScalar() {
                return false
            }
            skipSpace()
            if isOpened, let close = closers.last {
                if take(close) {
                    closers.removeLast()
                } else {
                    if close == "}", !readsName() { return false }
                    continue
                }
            }
            // A value has ended here: so may the brackets around it.
            while true {
                skipSpace()
                guard let close = closers.last else { return true }
                if take(",") {
                    if close == "}", !readsName() { return false }
                    break
                }
                guard take(close) else { return false }
                closers.removeLast()
            }
        }
    }

    private mutating func readsName() -> Bool {
        skipSpace()
        guard readsString() else { return false }
        skipSpace()
        return take(":")
    }

    private mutating func readsScalar() -> Bool {
        switch next {
        case UInt8(ascii: "\""): return readsString()
        case UInt8(ascii: "t"): return take(word: "true")
        case UInt8(ascii: "f"): return take(word: "false")
        case UInt8(ascii: "n"): return take(word: "null")
        default: return readsNumber()
        }
    }

    private mutating func readsString() -> Bool {
        guard take("\"") else { return false }
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let escape = next else { return false }
            position += 1
            if escape == UInt8(ascii: "u") {
                let digits = bytes[position...].prefix(4)
                guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
                    return false
                }
                position += 4
            } else if !"\"\\/bfnrt".utf8.contains(escape) {
                return false
            }
        }
        return false
    }

    private mutating func readsNumber() -> Bool {
        _ = take("-")
        if !take("0"), !readsDigits() { return false }
        if take("."), !readsDigits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return readsDigits()
        }
        return true
    }

    private mutating func readsDigits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
