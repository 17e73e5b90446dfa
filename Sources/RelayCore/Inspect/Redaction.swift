internal import Sanitizer
internal import TelemetryWire

/// A redaction as it is explained to people: from the relay's findings, and from the client's notes in `_meta`.
struct Redaction: Sendable, Hashable {
    var path: String
    var rule: String
    var method: String
    var range: Range<Int64>
    /// Why; empty if the other end did not say.
    var evidence: [String]
    var stage: String
    var policyVersion: Int64?

    /// What the rule is about, in words.
    var what: String { Redaction.subject(of: rule) }

    /// The class of what was taken, or nil for another tool's rule.
    var dataClass: String? { Rule(rawValue: rule)?.dataClass.rawValue }

    /// The evidence, or, where the client did not pass it on, what is never kept.
    var why: String {
        guard evidence.isEmpty else { return evidence.joined(separator: ", ") }
        return switch Rule(rawValue: rule)?.dataClass {
        case .cardholder: "cardholder data"
        case .authentication: "card authentication data, never kept"
        case .secret: "grants access"
        case .personal: "personal data"
        case .limit: "not examined to its end"
        case nil: "-"
        }
    }

    /// Everything known about what was taken out of an event, the relay's findings first.
    static func all(of event: StoredEvent, document: JSONTree?) -> [Redaction] {
        var redactions = event.findings.map { finding in
            Redaction(
                path: finding.path,
                rule: finding.rule,
                method: finding.method,
                range: finding.range,
                evidence: words(finding.evidence),
                stage: finding.stage,
                policyVersion: finding.policyVersion
            )
        }
        guard let meta = document?["_meta"] else { return redactions }
        // The relay writes its own findings into `_meta` too: those are known already.
        var known: [String: Int] = [:]
        for redaction in redactions { known[notePath(redaction.path) + "\u{0}" + redaction.rule, default: 0] += 1 }
        for note in notes(in: meta) {
            let key = note.path + "\u{0}" + note.rule
            if let count = known[key], count > 0 {
                known[key] = count - 1
            } else {
                redactions.append(note)
            }
        }
        return redactions
    }

    /// The remarks of a `_meta` tree: `{"message": {"": {"rem": [["@pan:replace", "s", 5, 19]]}}}`. No recursion.
    private static func notes(in meta: JSONTree) -> [Redaction] {
        var notes: [Redaction] = []
        var stack: [(path: String, node: JSONTree)] = [("", meta)]
        while let (path, node) = stack.popLast() {
            for member in node.members.reversed() {
                guard member.key.isEmpty else {
                    stack.append((path + "/" + escaped(member.key), member.value))
                    continue
                }
                let remarks = member.value["rem"]?.elements ?? []
                let reasons = evidence(member.value["why"], of: remarks.count)
                for (index, remark) in remarks.enumerated() {
                    let parts = remark.elements
                    guard let label = parts.first?.text else { continue }
                    // `@pan:replace`: rule and method, as both ends of ours and other Sentry tools write it.
                    let words = label.drop { $0 == "@" }.split(separator: ":", maxSplits: 1).map(String.init)
                    let kind = parts.count > 1 ? parts[1].text : nil
                    let method = words.count > 1 ? words[1] : kind == "x" ? "remove" : "replace"
                    let start = max(0, parts.count > 2 ? parts[2].integer ?? 0 : 0)
                    let end = max(start, parts.count > 3 ? parts[3].integer ?? 0 : 0)
                    notes.append(
                        Redaction(
                            path: path,
                            rule: words.first ?? "",
                            method: method,
                            range: start..<end,
                            evidence: Redaction.words(reasons[index]),
                            stage: "client",
                            policyVersion: nil
                        )
                    )
                }
            }
        }
        return notes
    }

    /// The evidence that our reporter notes beside its remarks; empty for other clients' remarks.
    private static func evidence(_ why: JSONTree?, of count: Int) -> [Finding.Evidence] {
        let none = [Finding.Evidence](repeating: [], count: count)
        guard case .array(let bits)? = why, bits.count == count else { return none }
        let evidence = bits.compactMap { value -> Finding.Evidence? in
            guard let bits = value.integer, (0...Int64(EventSanitizer.noteEvidenceLimit)).contains(bits) else {
                return nil
            }
            return Finding.Evidence(rawValue: UInt32(bits))
        }
        return evidence.count == count ? evidence : none
    }

    /// Where the note on the value at a path stands: at a value around it, if its own cannot have notes.
    private static func notePath(_ path: String) -> String {
        let tokens = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let place = tokens.prefix(EventSanitizer.notePathLimit).prefix { !$0.isEmpty }
        return place.map { "/" + $0 }.joined()
    }

    /// How many redactions were not noted, by the count that our reporter and relay write into `_meta`.
    static func omitted(in document: JSONTree?) -> Int64 {
        max(0, document?["_meta"]?[""]?["omitted"]?.integer ?? 0)
    }

    /// A key as a reference token of a JSON Pointer (RFC 6901).
    private static func escaped(_ key: String) -> String {
        var token = ""
        for character in key.unicodeScalars {
            switch character {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(character)
            }
        }
        return token
    }

    /// The bits of an evidence set in words.
    static func words(_ evidence: Finding.Evidence) -> [String] {
        let names: [(Finding.Evidence, String)] = [
            (.key, "name or label"), (.shape, "shape"), (.checkDigit, "check digit"),
            (.issuerRange, "issuer range"), (.grouping, "card grouping"), (.proximity, "word nearby"),
            (.decoded, "inside an encoding"), (.profile, "profile"), (.limit, "limit reached"), (.policy, "policy"),
        ]
        return names.compactMap { evidence.contains($0.0) ? $0.1 : nil }
    }

    private static func subject(of rule: String) -> String {
        Rule(rawValue: rule)?.subject ?? "another tool's rule"
    }
}
