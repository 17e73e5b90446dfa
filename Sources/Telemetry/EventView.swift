internal import Sanitizer
public import TelemetryEnvelope

/// An event as `Configuration.beforeSend` sees it: scrubbed, and about to leave.
public struct EventView: Sendable {
    /// The event's id. A change of it in the document is undone.
    public let id: EventID
    /// Its level when it was captured.
    public let level: Level
    private let original: Sanitized<[UInt8]>
    private var replacement: String?

    init(id: EventID, level: Level, bytes: Sanitized<[UInt8]>) {
        self.id = id
        self.level = level
        original = bytes
    }

    /// The event as JSON text. What is set here is scrubbed before it goes; what is no JSON object drops the event.
    public var json: String {
        get { replacement ?? String(decoding: original.value, as: UTF8.self) }
        set { replacement = newValue }
    }

    /// The event's members, decoded. Values beyond 32 levels are nil here, and gone if the members are set.
    public var members: [String: ContextValue] {
        get {
            let bytes = replacement.map { ContiguousArray($0.utf8) } ?? ContiguousArray(original.value)
            guard case .object(let members) = ContextValue(json: bytes.span) else { return [:] }
            return members
        }
        set {
            var raw = RawJSON(capacity: original.value.count)
            raw.append(newValue, stringLimit: Reporter.messageLimit)
            replacement = String(decoding: raw.bytes, as: UTF8.self)
        }
    }

    /// The new text, if there is one.
    var change: String? { replacement }
}
