/// Sees the structure of a document while the pass writes its clean copy, so that index fields need no second parse.
///
/// Ranges are offsets into the output buffer; they stay valid, and their bytes complete, once the pass has returned.
/// Callbacks run on the caller's thread, inside the pass; they must not throw, block or keep the path.
public protocol PassObserver: ~Copyable {
    /// Whether scalars and containers are reported. Where it is false the pass keeps no path, which is faster.
    static var watchesStructure: Bool { get }
    /// Whether findings are reported. Where it is false they are only counted.
    static var collectsFindings: Bool { get }
    /// Whether `drain` is called. Only for observers that do not watch the structure, whose ranges would be void.
    static var drains: Bool { get }
    /// Takes what was written so far of a long document, from the front of the buffer, and leaves the buffer empty:
    /// so a filter needs no memory for the output of a line of 16 MiB. Such a document has been checked to its end
    /// before. It has no bound on its output but that every redaction stands for at least one byte of input.
    mutating func drain(_ output: inout SanitizedBuffer)
    /// Whether each finding's rule is told, without a path: what counts need, at no allocation.
    static var countsFindings: Bool { get }
    /// Whether decisions are reported, those to leave something too. Costs much; for explanations.
    static var collectsDecisions: Bool { get }
    /// A scalar was written: `range` is its whole token in the output (a string with its quotes).
    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>)
    /// An object or array opened. The innermost component of `path` is its own key or index.
    mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int)
    /// The container ended; `range` is its whole text in the output, brackets included.
    mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>)
    /// Something was redacted.
    mutating func finding(_ finding: Finding)
    /// Something was redacted by `rule`; beside `finding`, if both are wanted.
    mutating func counted(_ rule: Rule)
    /// A candidate was taken or left.
    mutating func decision(_ decision: Decision)
}

extension PassObserver where Self: ~Copyable {
    /// True unless implemented.
    public static var watchesStructure: Bool { true }
    /// True unless implemented.
    public static var collectsFindings: Bool { true }
    /// False unless implemented.
    public static var drains: Bool { false }
    /// Ignored unless implemented.
    public mutating func drain(_ output: inout SanitizedBuffer) {}
    /// False unless implemented.
    public static var countsFindings: Bool { false }
    /// False unless implemented.
    public static var collectsDecisions: Bool { false }
    /// Ignored unless implemented.
    public mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {}
    /// Ignored unless implemented.
    public mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {}
    /// Ignored unless implemented.
    public mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {}
    /// Ignored unless implemented.
    public mutating func finding(_ finding: Finding) {}
    /// Ignored unless implemented.
    public mutating func counted(_ rule: Rule) {}
    /// Ignored unless implemented.
    public mutating func decision(_ decision: Decision) {}

    /// Whether anything is told of single findings.
    static var followsFindings: Bool { collectsFindings || collectsDecisions }
}

/// The kinds of JSON scalar.
public enum JSONScalar: UInt8, Sendable, Hashable {
    /// A string.
    case string
    /// A number.
    case number
    /// `true`.
    case `true`
    /// `false`.
    case `false`
    /// `null`.
    case null
}

/// An observer that sees nothing; the fastest way through the pass.
public struct NoObserver: PassObserver {
    // A byte, so that it has an address: the compiler passes none for an empty `inout` value, and ThreadSanitizer,
    // which looks at every such address, would follow whatever stands in its place.
    private var place: UInt8 = 0

    /// Nothing is reported.
    public static var watchesStructure: Bool { false }
    /// Nothing is reported.
    public static var collectsFindings: Bool { false }

    /// Makes one.
    public init() {}
}

/// An observer that only collects findings, newest last, up to a limit; further ones are counted.
public struct FindingCollector: PassObserver {
    /// Only findings are reported.
    public static var watchesStructure: Bool { false }

    /// What was found, in document order.
    public private(set) var findings: [Finding] = []
    /// How many were found beyond the limit.
    public private(set) var overflow = 0
    let limit: Int

    /// Keeps at most `limit` findings.
    public init(limit: Int = 1_000) {
        self.limit = limit
    }

    /// Keeps or counts the finding.
    public mutating func finding(_ finding: Finding) {
        if findings.count < limit {
            findings.append(finding)
        } else {
            overflow += 1
        }
    }
}
