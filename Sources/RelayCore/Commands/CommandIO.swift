internal import Glibc

/// Where a command writes. Standard output is buffered and written whole; a test collects instead.
///
/// One thread at a time.
final class CommandIO {
    /// How to style what is printed.
    let style: TerminalStyle
    private let collects: Bool
    private var buffer: [UInt8] = []
    private(set) var hasFailed = false
    /// What was written to standard error, when collecting.
    private(set) var errorText = ""

    private static let flushSize = 65_536

    /// Writes to the process's own standard output and error.
    init() {
        collects = false
        let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
        let wantsNone = unsafe getenv("NO_COLOR") != nil || terminal == "dumb"
        style = TerminalStyle(isColoured: isatty(STDOUT_FILENO) == 1 && !wantsNone)
    }

    /// Collects everything, without colour.
    init(collecting: Void) {
        collects = true
        style = .plain
    }

    /// What was written to standard output, when collecting.
    var outputText: String { String(decoding: buffer, as: UTF8.self) }

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

    /// Writes one line to standard error.
    func complain(_ line: String) {
        flush()
        let text = TerminalText.escaped(line) + "\n"
        if collects {
            errorText += text
        } else {
            _ = CommandIO.write(Array(text.utf8), to: STDERR_FILENO)
        }
    }

    /// Writes what is buffered. A closed pipe or a full disk is remembered.
    func flush() {
        guard !collects, !buffer.isEmpty else { return }
        if !CommandIO.write(buffer, to: STDOUT_FILENO) { hasFailed = true }
        buffer.removeAll(keepingCapacity: true)
    }

    private func flushIfLarge() {
        if buffer.count >= CommandIO.flushSize { flush() }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let written = unsafe bytes[offset...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                offset += written
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
