/// Writes one JSON object on one line, for `--json`.
struct JSONLine {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An object with what `body` adds.
    static func object(_ body: (inout JSONLine) -> Void) -> JSONLine {
        var line = JSONLine()
        line.bytes.append(0x7B)
        body(&line)
        line.bytes.append(0x7D)
        return line
    }

    /// An object with one string, whatever its name.
    mutating func add(member name: String, _ value: String) {
        append("{")
        append(string: name)
        append(":")
        append(string: value)
        append("}")
    }

    /// A string as a JSON value.
    static func string(_ text: String) -> [UInt8] {
        var line = JSONLine()
        line.append(string: text)
        return line.bytes
    }

    /// An array of strings, each in an array of its own, so that nobody takes two of them for a name and its value.
    static func singles(_ strings: [String]) -> JSONLine {
        var line = JSONLine()
        line.append("[")
        for (index, string) in strings.enumerated() {
            if index > 0 { line.append(",") }
            line.append([string])
        }
        line.append("]")
        return line
    }

    /// Adds a string, or `null`.
    mutating func add(_ key: StaticString, _ value: String?) {
        begin(key)
        if let value { append(string: value) } else { append("null") }
    }

    /// Adds a number, or `null`.
    mutating func add(_ key: StaticString, _ value: Int64?) {
        begin(key)
        append(value.map(String.init) ?? "null")
    }

    /// Adds a number with six decimals, or `null`; one that is not finite is `null`, too.
    mutating func add(_ key: StaticString, decimal value: Double?) {
        begin(key)
        guard let value, value.isFinite, abs(value) < 1e12 else { return append("null") }
        let millionths = Int64((abs(value) * 1_000_000).rounded())
        let rest = String(millionths % 1_000_000)
        append(value < 0 ? "-" : "")
        append("\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest)
    }

    /// Adds `true` or `false`.
    mutating func add(_ key: StaticString, _ value: Bool) {
        begin(key)
        append(value ? "true" : "false")
    }

    /// Adds objects.
    mutating func add(_ key: StaticString, _ objects: [JSONLine]) {
        begin(key)
        append("[")
        for (index, object) in objects.enumerated() {
            if index > 0 { append(",") }
            bytes.append(contentsOf: object.bytes)
        }
        append("]")
    }

    /// Adds an object of counts by name.
    mutating func add(_ key: StaticString, counts: [(String, Int64)]) {
        begin(key)
        append("{")
        for (index, count) in counts.enumerated() {
            if index > 0 { append(",") }
            append(string: count.0)
            append(":\(count.1)")
        }
        append("}")
    }

    /// Adds strings.
    mutating func add(_ key: StaticString, _ strings: [String]) {
        begin(key)
        append(strings)
    }

    private mutating func append(_ strings: [String]) {
        append("[")
        for (index, string) in strings.enumerated() {
            if index > 0 { append(",") }
            append(string: string)
        }
        append("]")
    }

    /// Adds numbers.
    mutating func add(_ key: StaticString, _ numbers: [Int64]) {
        begin(key)
        append("[" + numbers.map(String.init).joined(separator: ",") + "]")
    }

    /// Adds a whole JSON document as it is. Its line breaks can only be white space between tokens, so blanks take
    /// their place.
    mutating func add(_ key: StaticString, document: [UInt8]) {
        begin(key)
        for byte in document { bytes.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte) }
    }

    private mutating func begin(_ key: StaticString) {
        if needsComma { append(",") }
        needsComma = true
        append("\"\(key)\":")
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Control characters are escaped, DEL and C1 ones too: the line may end up on a terminal.
    private mutating func append(string: String) {
        bytes.append(0x22)
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22: append("\\\"")
            case 0x5C: append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        bytes.append(0x22)
    }
}
