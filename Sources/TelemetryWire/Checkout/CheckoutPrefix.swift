package import Sanitizer
internal import TelemetryEnvelope

/// The attributes that all events of a session or a flow begin with, written and scrubbed once.
package struct CheckoutPrefix: Sendable {
    let fields: [CheckoutEvent.Field]
    /// Members of an object with commas between them.
    let bytes: Sanitized<[UInt8]>

    /// The attributes of `template`, through the pass.
    package init(of template: CheckoutEvent) {
        fields = template.fields
        var json = ContiguousArray<UInt8>()
        template.append(to: &json)
        var pass = Pass(stage: .client)
        var observer = NoObserver()
        var output = SanitizedBuffer(capacity: json.count)
        guard (try? pass.run(input: json.span, policy: .checkout, into: &output, observer: &observer)) != nil,
            let members = Self.attributes(output.span)
        else {
            bytes = SanitizedBuffer().bytes(in: 0..<0)
            return
        }
        bytes = output.bytes(in: members)
    }

    /// The attributes of `template`, which begin with those of another prefix. What is added goes through the pass unless it
    /// is clean by its type.
    package init(_ base: CheckoutPrefix, _ template: CheckoutEvent) {
        let start = base.fields.count
        let lexicon = CheckoutLexicon.shared
        guard template.fields.count >= start, Array(template.fields[..<start]) == base.fields,
            template.fields[start...].allSatisfy(\.isTyped)
        else {
            self.init(of: template)
            return
        }
        var buffer = SanitizedBuffer(capacity: base.bytes.value.count + 256)
        buffer.append(base.bytes)
        for index in start..<template.fields.count {
            template.fields[index].append(to: &buffer, isFirst: index == 0, lexicon)
        }
        self.init(fields: template.fields, bytes: buffer.bytes(in: 0..<buffer.count))
    }

    private init(fields: [CheckoutEvent.Field], bytes: Sanitized<[UInt8]>) {
        self.fields = fields
        self.bytes = bytes
    }

    /// What stands between the braces of `attributes`.
    private static func attributes(_ event: Span<UInt8>) -> Range<Int>? {
        var reader = JSONReader(event)
        guard (try? reader.next()) == .objectStart else { return nil }
        while case .key(let key) = try? reader.next() {
            let isWanted = reader.equals(key, "attributes")
            guard let value = try? reader.skipValue() else { return nil }
            if isWanted { return value.lowerBound + 1..<value.upperBound - 1 }
        }
        return nil
    }
}

extension CheckoutEvent {
    /// Appends the event as JSON, the same bytes as `append(to:)` and the pass behind it. `prefix` was made of the
    /// attributes that the event begins with.
    ///
    /// False, and nothing appended, if it has to go through the pass: what it says is not all words of the vocabulary,
    /// ids, durations and bounded counters, or it does not begin with what the prefix was made of.
    package func append(to buffer: inout SanitizedBuffer, prefix: CheckoutPrefix) -> Bool {
        let lexicon = CheckoutLexicon.shared
        let start = prefix.fields.count
        guard fields.count >= start, let word = lexicon[name.rawValue], !prefix.bytes.value.isEmpty || start == 0 else {
            return false
        }
        for index in 0..<start where fields[index] != prefix.fields[index] { return false }
        for index in start..<fields.count where !fields[index].isTyped { return false }
        buffer.append("{\"name\":")
        buffer.append(word)
        buffer.append(",\"timestamp\":")
        buffer.append(seconds: timestamp.milliseconds)
        buffer.append(",\"severity_number\":")
        buffer.append(counter: level.severityNumber)
        buffer.append(",\"attributes\":{")
        buffer.append(prefix.bytes)
        for index in start..<fields.count { fields[index].append(to: &buffer, isFirst: index == 0, lexicon) }
        buffer.append("}}")
        return true
    }
}

extension CheckoutEvent.Field {
    /// Whether it is clean by its type. A platform's own number may be anything.
    fileprivate var isTyped: Bool {
        switch value.storage {
        case .word(let word): CheckoutLexicon.shared[word] != nil
        case .flag, .seconds, .id: true
        case .integer(let number): attribute != .errorNativeCode && number >= 0
        case .token: false
        }
    }

    fileprivate func append(to buffer: inout SanitizedBuffer, isFirst: Bool, _ lexicon: CheckoutLexicon) {
        buffer.append(isFirst ? "\"" : ",\"")
        buffer.append(attribute.name)
        buffer.append("\":")
        switch value.storage {
        case .word(let word): if let word = lexicon[word] { buffer.append(word) }
        case .flag(let flag): buffer.append(flag ? "true" : "false")
        case .integer(let number): buffer.append(counter: Int(number))
        case .seconds(let duration): buffer.append(seconds: duration.milliseconds)
        case .id(let id):
            buffer.append("\"")
            buffer.append(hex: id.high, id.low)
            buffer.append("\"")
        case .token: break
        }
    }
}

extension SanitizedBuffer {
    /// Appends milliseconds as seconds, without zeros at the end.
    fileprivate mutating func append(seconds milliseconds: Int64) {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        append(counter: Int(whole))
        guard rest > 0 else { return }
        append(".")
        if rest % 100 == 0 {
            append(counter: Int(rest / 100))
        } else if rest % 10 == 0 {
            append(padded: Int(rest / 10), digits: 2)
        } else {
            append(padded: Int(rest), digits: 3)
        }
    }
}
