internal import Glibc

/// Where `send` says what became of events, and what went wrong.
package struct SendOutput: Sendable {
    /// The descriptor for fates, standard output as a rule.
    package var results: Int32
    /// The descriptor for everything else, standard error as a rule.
    package var notes: Int32

    /// Standard output and standard error.
    package static let standard = SendOutput(results: STDOUT_FILENO, notes: STDERR_FILENO)

    /// An output to two open descriptors, which stay the caller's.
    package init(results: Int32, notes: Int32) {
        self.results = results
        self.notes = notes
    }

    /// Writes results.
    func print(_ text: String) {
        write(text, to: results)
    }

    /// One line beside the results. Returns `code`, so that a caller can end with it.
    @discardableResult
    func complain(_ text: String, code: Int32 = 1) -> Int32 {
        write("telemetry-relay send: \(text)\n", to: notes)
        return code
    }

    // Gives up silently if nobody reads any more.
    private func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
        }
    }
}
