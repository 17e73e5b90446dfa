extension Policy {
    /// Why a policy document cannot be used: every fault that was found, in the order of the document.
    public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
        /// At least one, and 50 at most.
        public let faults: [Fault]

        /// The first fault in one line.
        public var description: String {
            guard let first = faults.first else { return "not a policy document" }
            let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
            return "line \(first.line), column \(first.column): \(first.path): \(first.reason)\(more)"
        }
    }

    /// One fault of a document: where, and what. Names members of the format, never a value.
    public struct Fault: Sendable, Hashable {
        /// The line, from 1.
        public let line: Int
        /// The column, from 1, in bytes.
        public let column: Int
        /// The place in the document: `$.rules[2].when`.
        public let path: String
        /// What is wrong, as one clause.
        public let reason: String
    }
}
