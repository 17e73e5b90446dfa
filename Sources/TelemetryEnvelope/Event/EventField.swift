internal import Sanitizer

/// The top-level members of an event whose shape matters, and what shape that is (Sentry event payload).
///
/// The table is as lenient as real clients need: PHP sends `[]` for an empty object, old Ruby clients `null` for
/// anything, `exception` comes bare, as a list and as `{"values":…}`. Members that are not listed pass as they are.
enum EventField: CaseIterable {
    case eventID, timestamp, level
    case message, logentry
    case platform, logger, transaction, serverName, release, dist, environment, culprit
    case exception, threads, breadcrumbs, stacktrace, tags
    case contexts, extra, user, request, sdk, modules
    case fingerprint

    /// The member's name.
    var name: StaticString {
        switch self {
        case .eventID: "event_id"
        case .timestamp: "timestamp"
        case .level: "level"
        case .message: "message"
        case .logentry: "logentry"
        case .platform: "platform"
        case .logger: "logger"
        case .transaction: "transaction"
        case .serverName: "server_name"
        case .release: "release"
        case .dist: "dist"
        case .environment: "environment"
        case .culprit: "culprit"
        case .exception: "exception"
        case .threads: "threads"
        case .breadcrumbs: "breadcrumbs"
        case .stacktrace: "stacktrace"
        case .tags: "tags"
        case .contexts: "contexts"
        case .extra: "extra"
        case .user: "user"
        case .request: "request"
        case .sdk: "sdk"
        case .modules: "modules"
        case .fingerprint: "fingerprint"
        }
    }

    /// The field that the innermost component of a path of depth 1 names.
    init?(at path: borrowing PassPath) {
        for field in Self.named(path.keyCount(at: 0)) where path.key(at: 0, is: field.name) {
            self = field
            return
        }
        return nil
    }

    /// The fields whose names have `count` bytes.
    private static func named(_ count: Int) -> [EventField] {
        byCount.indices.contains(count) ? byCount[count] : []
    }

    private static let byCount: [[EventField]] = (0...16).map { count in
        allCases.filter { $0.name.utf8CodeUnitCount == count }
    }

    /// The kinds of JSON value, containers included.
    enum Kind: Equatable {
        case string, number, boolean, null, object, array

        init(_ scalar: JSONScalar) {
            switch scalar {
            case .string: self = .string
            case .number: self = .number
            case .true, .false: self = .boolean
            case .null: self = .null
            }
        }
    }

    /// Whether a value of this kind may stand here. What it holds is looked at elsewhere (ids, times, levels).
    func takes(_ kind: Kind) -> Bool {
        if kind == .null { return true }
        switch self {
        case .eventID, .level: return kind == .string
        case .timestamp: return kind == .string || kind == .number
        case .message, .logentry: return kind == .string || kind == .object
        case .platform, .logger, .transaction, .serverName, .release, .dist, .environment, .culprit:
            return kind != .object && kind != .array
        case .exception, .threads, .breadcrumbs, .stacktrace, .tags, .contexts, .extra, .user, .request, .sdk, .modules:
            return kind == .object || kind == .array
        case .fingerprint: return kind == .array
        }
    }
}
