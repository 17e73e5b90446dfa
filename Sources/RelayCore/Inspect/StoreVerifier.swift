internal import Sanitizer
internal import TelemetryWire

/// Scrubs every stored value again with the current rules: every text column of every table, and every document.
///
/// Reads page by page, so that a running relay's WAL is never held up. Nothing is changed. One thread at a time.
struct StoreVerifier: ~Copyable {
    /// A value that the rules would redact, or a document that cannot be read. Never the value itself.
    struct Hit: Sendable, Hashable {
        /// The table.
        var table: String
        /// The row's number.
        var row: Int64
        /// Where in the row: `/column`, or `/gzip` and the path in the document.
        var path: String
        /// The rule, or `unreadable`.
        var rule: String
    }

    /// What was looked at.
    struct Totals: Sendable, Hashable {
        var tables = 0
        var rows: Int64 = 0
        var texts: Int64 = 0
        var textBytes: Int64 = 0
        var documents: Int64 = 0
        var documentBytes: Int64 = 0
        var hits: Int64 = 0
        fileprivate var hitsByRule: [String: Int64] = [:]

        /// Hits by rule, by name.
        var counts: [(rule: String, count: Int64)] {
            hitsByRule.sorted { $0.key < $1.key }.map { (rule: $0.key, count: $0.value) }
        }
    }

    private let inspector: any Inspector
    private let policy: Policy
    private var pass = Pass(stage: .relay)
    private var output = SanitizedBuffer()
    private(set) var totals = Totals()

    /// A verifier of an open store.
    init(_ inspector: any Inspector, policy: Policy = .standard) {
        self.inspector = inspector
        self.policy = policy
    }

    /// Looks at everything; `report` is told of every hit.
    mutating func run(_ report: (Hit) -> Void) throws(StoreError) {
        var rows: [String: Int64] = [:]
        let texts = try inspector.forEachText { check($0, report) }
        // A table may hold both: its rows count once.
        for table in texts + (try inspector.forEachDocument { check($0, report) }) {
            rows[table.name] = max(rows[table.name] ?? 0, table.rows)
        }
        totals.tables = rows.count
        totals.rows = rows.values.reduce(0, +)
    }

    private mutating func check(_ text: StoredText, _ report: (Hit) -> Void) {
        totals.texts += 1
        totals.textBytes += Int64(text.text.utf8.count)
        // Under its column's name, as the field stood under its own in the document.
        var member = JSONLine()
        member.add(member: text.column, text.text)
        for finding in findings(in: member.bytes) ?? [] {
            hit(Hit(table: text.table, row: text.row, path: "/" + text.column, rule: finding.rule.rawValue), report)
        }
    }

    private mutating func check(_ document: StoredDocument, _ report: (Hit) -> Void) {
        totals.documents += 1
        let path = "/" + document.column
        guard let bytes = document.bytes, let found = findings(in: bytes, document.isCheckout) else {
            return hit(Hit(table: document.table, row: document.row, path: path, rule: "unreadable"), report)
        }
        totals.documentBytes += Int64(bytes.count)
        for finding in found {
            let place = path + finding.path
            hit(Hit(table: document.table, row: document.row, path: place, rule: finding.rule.rawValue), report)
        }
    }

    private mutating func hit(_ hit: Hit, _ report: (Hit) -> Void) {
        totals.hits += 1
        totals.hitsByRule[hit.rule, default: 0] += 1
        report(hit)
    }

    /// What the rules find in a document, with paths; nil if it is not JSON.
    private mutating func findings(
        in document: [UInt8],
        _ isCheckout: Bool = false
    ) -> [(path: String, rule: Rule)]? {
        let bytes = ContiguousArray(document)
        var collector = FindingCollector()
        output.removeAll()
        guard
            let outcome = try? pass.run(
                input: bytes.span,
                policy: isCheckout ? .checkout : policy,
                meta: isCheckout ? .keep : .divert,
                into: &output,
                observer: &collector
            )
        else { return nil }
        var found = collector.findings.map { (path: $0.path.value, rule: $0.rule) }
        guard let range = outcome.metaRange else { return found }
        // The notes' names would set off their own rules, so they are looked at as plain words.
        guard let meta = JSONTree(Array(bytes[range])) else { return nil }
        let words = ContiguousArray(JSONLine.singles(meta.words).bytes)
        var metaCollector = FindingCollector()
        output.removeAll()
        guard (try? pass.run(input: words.span, policy: policy, into: &output, observer: &metaCollector)) != nil else {
            return nil
        }
        found += metaCollector.findings.map { (path: "/_meta", rule: $0.rule) }
        return found
    }
}

extension JSONTree {
    /// Every name, every string and every number long enough to be a card's below. No recursion.
    fileprivate var words: [String] {
        var words: [String] = []
        var stack: [JSONTree] = [self]
        while let value = stack.popLast() {
            switch value {
            case .object(let members):
                for member in members.reversed() { stack.append(member.value) }
                words.append(contentsOf: members.map(\.key))
            case .array(let elements): stack.append(contentsOf: elements.reversed())
            case .string(let text): words.append(text)
            case .number(let lexeme): if lexeme.utf8.count > 11 { words.append(lexeme) }
            case .null, .bool: continue
            }
        }
        return words
    }
}
