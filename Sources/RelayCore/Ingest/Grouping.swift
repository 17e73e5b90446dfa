internal import Sanitizer

/// Decides which events are one issue. Version 1:
///
/// 1. A fingerprint that the client gave, its `{{ default }}` parts replaced by what follows here.
/// 2. An exception's type with the top in-app frame: module (or file) and function, no line numbers.
/// 3. An exception's type with its message's shape, if it has no frame.
/// 4. The message's shape; of a message made from a template, the template's.
///
/// Never the release, so that an issue lives on in the next one.
struct Grouping {
    /// The version stored with every fingerprint.
    static let algorithm: UInt8 = 1

    /// What the client gave as a fingerprint; empty if nothing.
    var explicit: [Sanitized<String>] = []
    /// The exception's type.
    var type: Sanitized<String>?
    /// The top in-app frame.
    var frame: GroupingFrame?
    /// The exception's value or the message, or its template.
    var message: Sanitized<String>?
    /// What it came from; different kinds are never one issue.
    var kind: IngestEvent.Kind

    /// The fingerprint.
    var fingerprint: Fingerprint {
        var digest = Digest()
        digest.add([kind.rawValue])
        if explicit.isEmpty {
            addDefault(to: &digest)
        } else {
            digest.add("explicit".utf8)
            for part in explicit {
                if Grouping.isDefault(part.value) { addDefault(to: &digest) } else { digest.add(part.value.utf8) }
            }
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

    /// Whether a part of a fingerprint stands for the default: `{{ default }}`, blanks inside or not.
    private static func isDefault(_ part: String) -> Bool {
        guard part.hasPrefix("{{"), part.hasSuffix("}}"), part.utf8.count >= 4 else { return false }
        return part.dropFirst(2).dropLast(2).filter { $0 != " " } == "default"
    }
}

/// The frame that stands for an exception.
struct GroupingFrame: Sendable {
    /// Its module, or its file where there is none.
    var place: Sanitized<String>
    /// Its function.
    var function: Sanitized<String>?
}
