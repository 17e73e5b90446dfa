internal import Sanitizer
internal import TelemetryWire

/// Makes an entry for the store of one entry of a `checkout_event` container: read strictly into the vocabulary, written
/// again, and run through the pass under `strict`. What leaves here is clean by its type.
enum CheckoutScrubber {
    /// What became of an entry.
    struct Outcome {
        /// The entry; nil if it was refused.
        var entry: CheckoutEntry?
        /// Why it was refused.
        var failure: ItemFailure?
        /// What was left out of it.
        var anomalies: [CheckoutAnomaly] = []
    }

    /// Reads an entry.
    static func entry(_ bytes: Span<UInt8>, weight: Int64, _ scratch: IngestScratch) -> Outcome {
        let decoded: (event: CheckoutEvent, anomalies: CheckoutAnomalies)
        do throws(DecodeError) {
            decoded = try CheckoutEvent.decode(bytes)
        } catch {
            return refused(bytes, error, scratch)
        }
        return entry(decoded.event, decoded.anomalies, weight: weight, scratch)
    }

    /// Takes an event that was read strictly; `read` is what was left out of it then.
    static func entry(
        _ decoded: CheckoutEvent,
        _ read: CheckoutAnomalies = CheckoutAnomalies(),
        weight: Int64,
        _ scratch: IngestScratch
    ) -> Outcome {
        var event = decoded
        var rules: [Rule: Int64] = [:]
        // Once more if something was taken: the rest has to be clean as it stands then.
        for _ in 0..<3 {
            guard let found = clean(event, scratch) else { break }
            guard !found.isEmpty else {
                var outcome = Outcome()
                let texts = self.texts(of: event, scratch.output)
                outcome.entry = CheckoutEntry(event: event, texts: texts, weight: weight)
                outcome.anomalies = anomalies(read, rules, texts)
                return outcome
            }
            for rule in found { rules[rule, default: 0] += 1 }
            guard let rest = try? CheckoutEvent.decode(scratch.output.span) else { break }
            event = rest.event
        }
        var outcome = Outcome(failure: .rejected(.scrubbedRequiredField))
        outcome.anomalies = anomalies(read, rules, sender(decoded, scratch))
        return outcome
    }

    /// Runs the pass over an event, its output in the scratch; the rules that took something, or nil if it failed.
    private static func clean(_ event: CheckoutEvent, _ scratch: IngestScratch) -> [Rule]? {
        var document = ContiguousArray<UInt8>()
        document.reserveCapacity(1_024)
        event.append(to: &document)
        scratch.output.removeAll()
        var findings = FindingCollector(limit: 100)
        do throws(Pass.Failure) {
            _ = try scratch.pass.run(
                input: document.span,
                policy: .checkout,
                into: &scratch.output,
                observer: &findings
            )
        } catch {
            return nil
        }
        return findings.findings.map(\.rule)
    }

    /// The clean text of every word and token, out of what the pass wrote.
    private static func texts(
        of event: CheckoutEvent,
        _ output: borrowing SanitizedBuffer
    ) -> [(attribute: CheckoutAttribute, text: Sanitized<String>)] {
        var texts: [(attribute: CheckoutAttribute, text: Sanitized<String>)] = []
        var reader = JSONReader(output.span)
        do throws(Pass.Failure) {
            guard try reader.next() == .objectStart else { return [] }
            while case .key(let key) = try reader.next() {
                guard reader.equals(key, "attributes") else {
                    try reader.skipValue()
                    continue
                }
                guard try reader.next() == .objectStart else { return [] }
                // Written in the order of the event's own.
                for (attribute, _) in event.attributes {
                    guard case .key(let name) = try reader.next(), reader.equals(name, attribute.name),
                        let range = try reader.skipValue()
                    else { return [] }
                    switch attribute.shape {
                    case .words, .token:
                        guard let text = output.string(at: range, limit: CheckoutToken.limit) else { return [] }
                        texts.append((attribute, text))
                    default: continue
                    }
                }
                return texts
            }
        } catch {
            return []
        }
        return []
    }

    private static func refused(_ bytes: Span<UInt8>, _ error: DecodeError, _ scratch: IngestScratch) -> Outcome {
        var outcome = Outcome(failure: .rejected(error.reason))
        let texts = sender(sender(in: bytes), scratch)
        let kind: CheckoutAnomaly.Kind = error.field == "name" ? .unknownEvent : .invalidEntry
        outcome.anomalies = [anomaly(kind, texts, 1)]
        return outcome
    }

    /// The SDK and version that a refused entry names, if its shape lets them be found.
    private static func sender(in bytes: Span<UInt8>) -> CheckoutEvent {
        var event = CheckoutEvent(.telemetryDropped, at: Timestamp(milliseconds: 0))
        var reader = JSONReader(bytes)
        do throws(Pass.Failure) {
            guard try reader.next() == .objectStart else { return event }
            while case .key(let key) = try reader.next() {
                guard reader.equals(key, "attributes") else {
                    try reader.skipValue()
                    continue
                }
                guard try reader.next() == .objectStart else { return event }
                while case .key(let name) = try reader.next() {
                    let isName = reader.equals(name, CheckoutAttribute.sdkName.name)
                    let isVersion = reader.equals(name, CheckoutAttribute.sdkVersion.name)
                    guard isName || isVersion else {
                        try reader.skipValue()
                        continue
                    }
                    guard case .string(let text) = try reader.next() else { return event }
                    if isName { event[.sdkName] = CheckoutSDK(reading: reader.string(text)) }
                    if isVersion { event[.sdkVersion] = CheckoutToken(reader.string(text)) }
                }
            }
        } catch {
            return event
        }
        return event
    }

    /// SDK and version of an event, clean; without what the pass takes.
    private static func sender(
        _ event: CheckoutEvent,
        _ scratch: IngestScratch
    ) -> [(attribute: CheckoutAttribute, text: Sanitized<String>)] {
        var only = CheckoutEvent(.telemetryDropped, at: Timestamp(milliseconds: 0))
        only[.sdkName] = event[.sdkName]
        only[.sdkVersion] = event[.sdkVersion]
        if clean(only, scratch)?.isEmpty == true { return texts(of: only, scratch.output) }
        only[.sdkVersion] = nil
        return clean(only, scratch)?.isEmpty == true ? texts(of: only, scratch.output) : []
    }

    private static func anomalies(
        _ decoded: CheckoutAnomalies,
        _ rules: [Rule: Int64],
        _ texts: [(attribute: CheckoutAttribute, text: Sanitized<String>)]
    ) -> [CheckoutAnomaly] {
        var all: [CheckoutAnomaly] = []
        let counts: [(CheckoutAnomaly.Kind, Int)] = [
            (.unknownAttribute, decoded.unknownAttributes), (.unknownWord, decoded.unknownWords),
            (.droppedValue, decoded.droppedValues),
        ]
        for (kind, count) in counts where count > 0 { all.append(anomaly(kind, texts, Int64(count))) }
        for (rule, count) in rules { all.append(anomaly(.redacted, texts, count, rule)) }
        return all
    }

    private static func anomaly(
        _ kind: CheckoutAnomaly.Kind,
        _ texts: [(attribute: CheckoutAttribute, text: Sanitized<String>)],
        _ quantity: Int64,
        _ rule: Rule? = nil
    ) -> CheckoutAnomaly {
        CheckoutAnomaly(
            sdk: texts.first { $0.attribute == .sdkName }?.text,
            version: texts.first { $0.attribute == .sdkVersion }?.text,
            kind: kind,
            rule: rule,
            quantity: quantity
        )
    }
}

/// What was left out of a request's checkout events, added up.
struct AnomalyTally: Sendable {
    private struct Key: Hashable, Sendable {
        var sdk: Sanitized<String>?
        var version: Sanitized<String>?
        var kind: CheckoutAnomaly.Kind
        var rule: Rule?
    }

    private var counts: [Key: Int64] = [:]

    /// Adds to a count.
    mutating func add(_ anomaly: CheckoutAnomaly) {
        let key = Key(sdk: anomaly.sdk, version: anomaly.version, kind: anomaly.kind, rule: anomaly.rule)
        counts[key, default: 0] += anomaly.quantity
    }

    /// The counts, in no order.
    var anomalies: [CheckoutAnomaly] {
        counts.map { key, quantity in
            CheckoutAnomaly(
                sdk: key.sdk,
                version: key.version,
                kind: key.kind,
                rule: key.rule,
                quantity: quantity
            )
        }
    }
}
