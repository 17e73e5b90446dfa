/// What a path asks for.
enum Route: Sendable, Hashable {
    /// `/api/<project>/envelope/`.
    case envelope(ProjectID)
    /// `/api/<project>/store/`.
    case store(ProjectID)
    /// `/api/store/`: the project is the key's.
    case legacyStore
    /// `/healthz`.
    case health
    /// An endpoint of the field that this relay does not have.
    case unkept(Unkept)
    /// Nothing.
    case unknown

    /// Endpoints of the field that this relay does not have, so that the answer can say so.
    enum Unkept: Sendable, Hashable {
        /// Browser reports (CSP and others).
        case security
        /// Cron check-ins.
        case cron
        /// Native crash dumps.
        case minidump
        /// The feedback form for error pages.
        case feedback
        /// OpenTelemetry.
        case openTelemetry

        /// What the answer says.
        var detail: StaticString {
            switch self {
            case .security: "browser security reports are not taken by this relay"
            case .cron: "cron check-ins are not taken by this relay"
            case .minidump: "crash dumps are not taken by this relay"
            case .feedback: "the embedded feedback form is not served by this relay; send feedback items"
            case .openTelemetry: "OpenTelemetry is not taken by this relay"
            }
        }
    }

    /// Reads a path; one trailing slash more or less makes no difference.
    init(path: String) {
        var parts = path.split(separator: "/", maxSplits: 8, omittingEmptySubsequences: false).dropFirst()
        if parts.last == "" { parts = parts.dropLast() }
        let list = Array(parts)
        if list == ["healthz"] {
            self = .health
        } else if list.first == "v1" {
            self = .unkept(.openTelemetry)
        } else if list.first == "api" {
            self = Route(api: Array(list.dropFirst()))
        } else {
            self = .unknown
        }
    }

    private init(api parts: [Substring]) {
        if parts == ["store"] {
            self = .legacyStore
            return
        }
        if parts == ["embed", "error-page"] {
            self = .unkept(.feedback)
            return
        }
        guard parts.count >= 2, let project = Route.project(parts[0]) else {
            self = .unknown
            return
        }
        switch (parts[1], parts.count) {
        case ("envelope", 2): self = .envelope(project)
        case ("store", 2): self = .store(project)
        case ("security", 2), ("csp-report", 2), ("nel", 2): self = .unkept(.security)
        case ("minidump", 2), ("unreal", _): self = .unkept(.minidump)
        case ("cron", _): self = .unkept(.cron)
        case ("integration", _), ("otlp", _): self = .unkept(.openTelemetry)
        default: self = .unknown
        }
    }

    /// The project that the path names.
    var project: ProjectID? {
        switch self {
        case .envelope(let project), .store(let project): project
        case .legacyStore, .health, .unkept, .unknown: nil
        }
    }

    /// A word for the log.
    var name: StaticString {
        switch self {
        case .envelope: "envelope"
        case .store, .legacyStore: "store"
        case .health: "healthz"
        case .unkept: "unkept"
        case .unknown: "unknown"
        }
    }

    /// A project's number: decimal digits only, in range.
    private static func project(_ text: Substring) -> ProjectID? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text).map { ProjectID($0) }
    }
}
