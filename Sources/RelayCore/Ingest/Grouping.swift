internal import Sanitizer

/// Decides which events are one issue. Version 1:
///
/// 1. A fingerprint that the client gave, its `{{ default }}` parts replaced by what follows here, and other `{{ }}` parts
///    by the event's field of that name. Empty parts say nothing, and one that says nothing but the default is none.
/// 2. An exception's type with the top in-app frame: module (or file) and function, no line numbers.
/// 3. An exception's type with its message's shape, if it has no frame.
/// 4. The message's shape; of a message made from a template, the template's.
///
/// Never the release, so that an issue lives on in the next one.
struct Grouping {
    /// The version stored with every fingerprint.
    static let algorithm: UInt8 = 1

    /// What the client gave as a fingerprint, whole; empty if nothing.
    var explicit: [Sanitized<String>] = []
    /// What follows the parts that are looked at one by one.
    var explicitRest: Sanitized<[UInt8]>?
    /// The exception's type.
    var type: Sanitized<String>?
    /// The top in-app frame.
    var frame: GroupingFrame?
    /// The exception's value or the message, or its template.
    var message: Sanitized<String>?
    /// What the `{{ }}` parts of a fingerprint may name.
    var fields = GroupingFields()
    /// What it came from; different kinds are never one issue.
    var kind: IngestEvent.Kind

    /// The fingerprint.
    var fingerprint: Fingerprint {
        var digest = Digest()
        digest.add([kind.rawValue])
        let parts = explicit.map { FingerprintPart($0.value) }.filter { $0 != .nothing }
        if explicitRest == nil, parts.allSatisfy({ $0 == .standard }) {
            addDefault(to: &digest)
        } else {
            digest.add("explicit".utf8)
            for part in parts {
                switch part {
                case .standard: addDefault(to: &digest)
                case .field(let name, let text): digest.add((fields[name] ?? text).utf8)
                case .text(let text): digest.add(text.utf8)
                case .nothing: continue
                }
            }
            if let explicitRest { digest.add(explicitRest.value) }
        }
        let halves = digest.finish() ?? (0, 0)
        return Fingerprint(algorithm: Grouping.algorithm, high: halves.high, low: halves.low)
    }

    private func addDefault(to digest: inout Digest) {
        switch (type, frame, message) {
        case (let type?, let frame?, _):
            digest.add("frame".utf8)
            digest.add(type.value.utf8)
            digest.add(MessageShape.normalized(frame.place.value.utf8))
            digest.add((frame.function?.value ?? "").utf8)
        case (let type?, nil, let message):
            digest.add("type".utf8)
            digest.add(type.value.utf8)
            digest.add(MessageShape.normalized((message?.value ?? "").utf8))
        case (nil, _, let message?):
            digest.add("message".utf8)
            digest.add(MessageShape.normalized(message.value.utf8))
        case (nil, let frame?, nil):
            digest.add("frame".utf8)
            digest.add(MessageShape.normalized(frame.place.value.utf8))
            digest.add((frame.function?.value ?? "").utf8)
        case (nil, nil, nil):
            digest.add("nothing".utf8)
        }
    }
}

/// The frame that stands for an exception.
struct GroupingFrame: Sendable {
    /// Its module, or its file where there is none.
    var place: Sanitized<String>
    /// Its function.
    var function: Sanitized<String>?
}
