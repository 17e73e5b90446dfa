import Testing

@testable import Sanitizer

/// What characters are to a number, against the standard library's own tables of Unicode.
@Suite struct TextElementTests {
    /// Planes with characters that a number may hold, and what each comes to: planes 0 and 1, and the tags of plane 14.
    private static let elements: [(scalar: Unicode.Scalar, element: TextElement)] =
        (Array(0x80...0x1_FFFF) + Array(0xE_0000...0xE_0FFF)).compactMap { (value: UInt32) in
            guard let scalar = Unicode.Scalar(value) else { return nil }
            return Array(UTF8.encode(scalar) ?? .encodedReplacementCharacter).withUnsafeBufferPointer { buffer in
                unsafe TextBytes(buffer).map { (scalar, $0.element(at: 0)) }
            }
        }

    /// Every scalar that `holds`, as U+XXXX.
    private static func scalars(where holds: (Unicode.Scalar, TextElement) -> Bool) -> [String] {
        elements.filter { holds($0.scalar, $0.element) }.map {
            "U+" + String($0.scalar.value, radix: 16, uppercase: true)
        }
    }

    @Test("every decimal digit of every script is a digit of its value")
    func decimalDigits() {
        let wrong = Self.scalars { scalar, element in
            guard scalar.properties.generalCategory == .decimalNumber else { return false }
            return element.kind != .digit || Double(element.value) != scalar.properties.numericValue
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test("whatever counts as a digit has the value that Unicode gives it")
    func digitValues() {
        let wrong = Self.scalars { scalar, element in
            guard element.kind == .digit else { return false }
            // Scripts that are newer than the standard library's tables have no value there.
            let isKnown = scalar.properties.generalCategory != .unassigned
            return isKnown && Double(element.value) != scalar.properties.numericValue
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test("every space is one, every line separator a line break, every dash a dash")
    func separators() {
        let wrong = Self.scalars { scalar, element in
            switch scalar.properties.generalCategory {
            case .spaceSeparator: return element.kind != .space
            case .lineSeparator, .paragraphSeparator: return element.kind != .newline
            case .dashPunctuation: return element.kind != .dash
            default: return false
            }
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test("what no reader sees is not seen: format characters, fillers, variation selectors")
    func ignorables() {
        let wrong = Self.scalars { scalar, element in
            scalar.properties.isDefaultIgnorableCodePoint && element.kind != .ignorable
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test("letters of any script end a number")
    func letters() {
        let wrong = Self.scalars { scalar, element in
            guard scalar.properties.isAlphabetic, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
            // Marks above or below a digit belong to it, and a tatweel draws a line.
            let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            return element.kind != .other && element.kind != .digit && !isMark && scalar.value != 0x640
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }
}
