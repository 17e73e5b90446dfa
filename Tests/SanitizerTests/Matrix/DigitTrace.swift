@testable import Sanitizer

/// Looks for what is left of a number: the output as it stands and with its encodings resolved.
enum DigitTrace {
    /// Five digits of `number` in a row in some view of `output`, or eight with anything but digits between.
    static func piece(of number: String, in output: String) -> String? {
        let digits = Array(number.utf8)
        for view in views(of: Array(output.utf8)) {
            let folded = folded(view)
            let joined = folded.filter { $0 &- 0x30 < 10 }
            if let piece = piece(digits, 5, in: folded) ?? piece(digits, 8, in: joined) { return piece }
        }
        return nil
    }

    private static func piece(_ digits: [UInt8], _ length: Int, in text: [UInt8]) -> String? {
        guard text.count >= length, digits.count >= length else { return nil }
        for start in 0...digits.count - length {
            let wanted = Array(digits[start..<start + length])
            for place in 0...text.count - length where text[place] == wanted[0] {
                if Array(text[place..<place + length]) == wanted { return String(decoding: wanted, as: UTF8.self) }
            }
        }
        return nil
    }

    /// The text, and what comes out of it when escapes, base64 and hexadecimal are resolved, three times over.
    private static func views(of text: [UInt8]) -> [[UInt8]] {
        var all = [text]
        var level = [text]
        for _ in 0..<3 {
            var next: [[UInt8]] = []
            for view in level {
                let plain = unescaped(view)
                if plain != view { next.append(plain) }
                next += tokens(view)
            }
            guard !next.isEmpty else { break }
            all += next
            level = next
        }
        return all
    }

    /// Percent triplets, backslash escapes and character references resolved, written without the engine's decoder.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        while position < text.count {
            let rest = text[position...].prefix(12)
            let ascii = String(decoding: rest.prefix { $0 < 0x80 }, as: UTF8.self)
            if ascii.hasPrefix("%") || ascii.hasPrefix("\\x"),
                case let digits = ascii.dropFirst(ascii.hasPrefix("%") ? 1 : 2).prefix(2), digits.count == 2,
                let value = UInt8(digits, radix: 16)
            {
                output.append(value)
                position += ascii.hasPrefix("%") ? 3 : 4
            } else if let high = codeUnit(ascii) {
                let low = codeUnit(String(ascii.dropFirst(6)))
                let isPair = UTF16.isLeadSurrogate(high) && low.map(UTF16.isTrailSurrogate) == true
                output += Array(String(decoding: isPair ? [high, low ?? 0] : [high], as: UTF16.self).utf8)
                position += isPair ? 12 : 6
            } else if ascii.hasPrefix("\\"), ascii.count >= 2 {
                position += 1
                output.append(text[position])
                position += 1
            } else if ascii.hasPrefix("&#"), let end = ascii.firstIndex(of: ";") {
                let body = ascii[ascii.index(ascii.startIndex, offsetBy: 2)..<end]
                let value = body.hasPrefix("x") ? UInt32(body.dropFirst(), radix: 16) : UInt32(body)
                output += Array(String(value.flatMap(Unicode.Scalar.init) ?? "?").utf8)
                position += body.utf8.count + 3
            } else {
                output.append(text[position])
                position += 1
            }
        }
        return output
    }

    /// The code unit that `\u0041` or `%u0041` at the start of `text` stands for.
    private static func codeUnit(_ text: String) -> UInt16? {
        guard text.hasPrefix("\\u") || text.hasPrefix("%u") else { return nil }
        let digits = text.dropFirst(2).prefix(4)
        return digits.count == 4 ? UInt16(digits, radix: 16) : nil
    }

    /// What tokens of base64 and hexadecimal in the text decode to.
    private static func tokens(_ text: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var position = 0
        while position < text.count {
            var end = position
            while end < text.count, isBase64(text[end]) { end += 1 }
            if end - position >= 12 {
                let token = Array(text[position..<end])
                found.append(base64Decoded(token))
                if token.count % 2 == 0, token.allSatisfy({ UInt8(String(UnicodeScalar($0)), radix: 16) != nil }) {
                    found.append(hexDecoded(token))
                }
            }
            position = end + 1
        }
        return found
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || [0x2B, 0x2F, 0x2D, 0x5F].contains(byte)
    }

    private static func base64Decoded(_ token: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var bits = 0
        var held = 0
        for byte in token {
            let value: Int
            switch byte {
            case 0x41...0x5A: value = Int(byte) - 0x41
            case 0x61...0x7A: value = Int(byte) - 0x47
            case 0x30...0x39: value = Int(byte) + 4
            case 0x2B, 0x2D: value = 62
            default: value = 63
            }
            bits = (bits << 6 | value) & 0xFFFF
            held += 6
            guard held >= 8 else { continue }
            held -= 8
            output.append(UInt8(truncatingIfNeeded: bits >> held))
        }
        return output
    }

    private static func hexDecoded(_ token: [UInt8]) -> [UInt8] {
        stride(from: 0, to: token.count, by: 2).compactMap { place in
            UInt8(String(decoding: token[place..<place + 2], as: UTF8.self), radix: 16)
        }
    }

    /// ASCII digits for those of every script.
    private static func folded(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 >= 0x80 }) else { return text }
        var output: [UInt8] = []
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                output.append(0x30 + UInt8(value))
            } else {
                output += Array(String(scalar).utf8)
            }
        }
        return output
    }
}
