/// Rows in aligned columns. Widths come from the rows it is given; print long listings in pieces.
struct TextTable {
    /// A column.
    struct Column {
        /// Its heading.
        var title: String
        /// Numbers stand at the right.
        var isNumeric = false
        /// Longer values are cut, with `…` at the end.
        var limit = 100
    }

    private let columns: [Column]
    private var rows: [[String]] = []
    private var widths: [Int]

    /// A table without rows.
    init(_ columns: [Column]) {
        self.columns = columns
        widths = columns.map(\.title.count)
    }

    /// Rows added since the last rendering.
    var count: Int { rows.count }

    /// Adds a row; values are escaped for the terminal and cut.
    mutating func add(_ values: [String]) {
        var row: [String] = []
        for (index, column) in columns.enumerated() {
            let value = index < values.count ? TerminalText.cut(values[index], to: column.limit) : ""
            widths[index] = max(widths[index], value.count)
            row.append(value)
        }
        rows.append(row)
    }

    /// The rows added so far, which are then forgotten; their widths stay, so that the next piece lines up.
    mutating func render(heading: Bool, indent: String = "", style: TerminalStyle) -> String {
        var text = ""
        if heading {
            text += indent + style.dim(line(columns.map(\.title))) + "\n"
        }
        for row in rows {
            text += indent + line(row) + "\n"
        }
        rows.removeAll()
        return text
    }

    private func line(_ values: [String]) -> String {
        var line = ""
        for (index, value) in values.enumerated() {
            let padding = String(repeating: " ", count: max(0, widths[index] - value.count))
            if index > 0 { line += "  " }
            line += columns[index].isNumeric ? padding + value : value + padding
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}

/// Colour, on a terminal only.
struct TerminalStyle {
    /// Whether to use it.
    let isColoured: Bool

    /// Plain text.
    static let plain = TerminalStyle(isColoured: false)

    /// Quieter than the rest.
    func dim(_ text: String) -> String { wrap(text, "2") }
    /// Stronger than the rest.
    func bold(_ text: String) -> String { wrap(text, "1") }
    /// For what was redacted.
    func mark(_ text: String) -> String { wrap(text, "33") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
