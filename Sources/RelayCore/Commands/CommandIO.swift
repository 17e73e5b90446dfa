internal import Glibc

/// Where a command reads and writes. Standard output is buffered and written whole; a test may collect instead.
///
/// One thread at a time.
final class CommandIO {
    /// How to style what is printed.
    let style: TerminalStyle
    /// The descriptor of standard input.
    let input: Int32
    private let output: Int32
    private let errors: Int32
    private let collects: Bool
    private var buffer: ContiguousArray<UInt8> = []
    /// The error number of the first write to standard output that failed. What comes later is thrown away.
    private(set) var failure: Int32?
    /// What was written to standard error, when collecting.
    private(set) var errorText = ""

    private static let flushSize = 65_536

    /// The process's own standard streams, or others in their place.
    init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
        self.input = input
        self.output = output
        self.errors = errors
        collects = false
        let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
        let wantsNone = unsafe getenv("NO_COLOR") != nil || terminal == "dumb"
        style = TerminalStyle(isColoured: isatty(output) == 1 && !wantsNone)
    }

    /// Collects everything, without colour.
    init(collecting: Void) {
        input = STDIN_FILENO
        output = STDOUT_FILENO
        errors = STDERR_FILENO
        collects = true
        style = .plain
    }

    /// What was written to standard output, when collecting.
    var outputText: String { String(decoding: buffer, as: UTF8.self) }

    /// Whether more output is of no use.
    var hasFailed: Bool { failure != nil }

    /// Adds text.
    func print(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        flushIfLarge()
    }

    /// Adds an object on a line of its own.
    func print(_ line: JSONLine) {
        buffer.append(contentsOf: line.bytes)
        buffer.append(0x0A)
        flushIfLarge()
    }

    /// Writes bytes at once, after what is buffered; false once standard output takes no more.
    func write(_ bytes: Span<UInt8>) -> Bool {
        flush()
        if collects {
            for index in 0..<bytes.count { buffer.append(bytes[index]) }
        } else if failure == nil {
            failure = Output.write(bytes, to: output)
        }
        return failure == nil
    }

    /// Writes one line to standard error.
    func complain(_ line: String) {
        flush()
        let text = TerminalText.escaped(line) + "\n"
        if collects {
            errorText += text
        } else {
            Output.write(text, to: errors)
        }
    }

    /// Writes what is buffered.
    func flush() {
        guard !collects, !buffer.isEmpty else { return }
        if failure == nil { failure = Output.write(buffer.span, to: output) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func flushIfLarge() {
        if buffer.count >= CommandIO.flushSize { flush() }
    }
}
