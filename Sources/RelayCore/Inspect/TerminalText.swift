/// Stored text made safe for a terminal: what could move the cursor, change colours or turn the line around is shown,
/// not executed.
enum TerminalText {
    /// The text on one line, control and direction characters as `\n`, `\t`, `\x1b` or `\u{202e}`.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            guard isUnsafe(scalar) else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            switch scalar.value {
            case 0x0A: escaped += "\\n"
            case 0x0D: escaped += "\\r"
            case 0x09: escaped += "\\t"
            case 0..<0x10: escaped += "\\x0" + String(scalar.value, radix: 16)
            case 0x10..<0x100: escaped += "\\x" + String(scalar.value, radix: 16)
            default: escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return escaped
    }

    /// As `escaped`, cut to `width` characters, the last of them `…` when something was cut.
    static func cut(_ text: String, to width: Int) -> String {
        let escaped = escaped(text)
        guard escaped.count > width else { return escaped }
        return escaped.prefix(max(0, width - 1)) + "…"
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        // Joiners and the emoji selector belong to scripts and signs that people write.
        case 0x200C, 0x200D, 0xFE0F: false
        // C0, DEL and C1; line and paragraph separators.
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        // What shows nothing, or turns what follows: direction marks, zero-width blanks, tags, selectors.
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
        }
    }
}
