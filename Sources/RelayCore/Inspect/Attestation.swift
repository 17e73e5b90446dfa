internal import Sanitizer

/// What `verify` attests: what was looked at, by which rules, when, and what came of it. Numbers and names, no value.
struct Attestation: Sendable {
    /// When it began and ended, in milliseconds since 1970.
    var started: Int64
    var finished: Int64
    /// The policy: its profile, the version of its rules, and the documents that it consists of.
    var policy: Policy
    /// What was looked at.
    var totals: StoreVerifier.Totals
    /// The files of the data directory; nil where it could not be listed.
    var files: [DataFile]?

    /// Whether nothing was found.
    var isClean: Bool { totals.hits == 0 }

    /// Names of the files that were not looked at.
    var unread: [String] { (files ?? []).filter { $0.role == .other }.map(\.name) }

    private var read: [DataFile] { (files ?? []).filter { $0.role == .database } }

    /// The documents of the policy, as a person reads them.
    private var documents: String {
        guard !policy.documents.isEmpty else { return ", built in" }
        let names = policy.documents.map { document in
            let name = document.name.isEmpty ? "a document" : TerminalText.escaped(document.name)
            return "\(name) version \(document.version)"
        }
        return ": built-in rules \(Policy.builtInVersion), " + names.joined(separator: ", ")
    }

    /// A block of lines, the result first.
    func text() -> String {
        var text = isClean ? "clean: " : "\(totals.hits) hits: "
        text += "\(totals.texts) texts and \(totals.documents) documents scrubbed again\n"
        let counts = totals.counts.map { "\($0.rule) \($0.count)" }.joined(separator: ", ")
        let names = read.map { "\($0.name) (\($0.bytes) bytes)" }.joined(separator: ", ")
        var rows: [(String, String)] = [
            ("started", TimeText.full(started)), ("finished", TimeText.full(finished)),
            ("rules", "policy \(policy.profile.rawValue), version \(policy.version)\(documents)"),
            ("files", names),
            ("rows", "\(totals.rows) in \(totals.tables) tables"),
            ("bytes", "\(totals.textBytes) of texts, \(totals.documentBytes) of documents"),
        ]
        if !counts.isEmpty { rows.append(("by rule", counts)) }
        if !unread.isEmpty {
            rows.append(("not looked at", unread.map(TerminalText.escaped).joined(separator: ", ")))
        } else if files == nil {
            rows.append(("not looked at", "the directory cannot be listed"))
        }
        for (name, value) in rows {
            text += "  " + name + String(repeating: " ", count: max(1, 15 - name.count)) + value + "\n"
        }
        return text
    }

    /// The same as one object.
    func json() -> JSONLine {
        .object { line in
            line.add("clean", isClean)
            line.add("hits", totals.hits)
            line.add("hits_by_rule", counts: totals.counts.map { ($0.rule, $0.count) })
            line.add("started", TimeText.full(started))
            line.add("finished", TimeText.full(finished))
            line.add("policy", policy.profile.rawValue)
            line.add("policy_version", Int64(policy.version))
            line.add("built_in_version", Int64(Policy.builtInVersion))
            line.add(
                "policy_documents",
                policy.documents.map { document in
                    .object { object in
                        object.add("name", document.name)
                        object.add("version", Int64(document.version))
                    }
                }
            )
            line.add("files", read.map(\.name))
            line.add("file_bytes", read.reduce(0) { $0 + $1.bytes })
            line.add("files_not_looked_at", unread)
            line.add("tables", Int64(totals.tables))
            line.add("rows", totals.rows)
            line.add("texts", totals.texts)
            line.add("text_bytes", totals.textBytes)
            line.add("documents", totals.documents)
            line.add("document_bytes", totals.documentBytes)
        }
    }
}
