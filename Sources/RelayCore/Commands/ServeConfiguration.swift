internal import Sanitizer
internal import TelemetryWire

/// The configuration file of `serve`: a JSON object with `listen`, `data`, `store` and `limits`.
///
/// Strict: an unknown or doubled member or a wrong type is an error, so that a misspelt name does not pass for a
/// setting. At most 64 KiB.
enum ServeConfiguration {
    /// Reads a file over the settings.
    static func load(_ path: String, into settings: inout ServeSettings) throws(ConfigurationError) {
        let bytes: ContiguousArray<UInt8>
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.contents(of: path)
        } catch {
            throw .unreadable(error)
        }
        try apply(bytes.span, to: &settings)
    }

    /// Reads a document over the settings.
    static func apply(_ bytes: Span<UInt8>, to settings: inout ServeSettings) throws(ConfigurationError) {
        var changed = settings
        let fault: ConfigurationError?
        do throws(Pass.Failure) {
            fault = try read(bytes, &changed)
        } catch {
            throw .syntax(offset: error.offset)
        }
        if let fault { throw fault }
        settings = changed
    }

    private static func read(
        _ bytes: Span<UInt8>,
        _ settings: inout ServeSettings
    ) throws(Pass.Failure) -> ConfigurationError? {
        var reader = JSONReader(bytes)
        var seen: Set<String> = []
        guard try reader.next() == .objectStart else { return .wrongType("the document") }
        while case .key(let key) = try reader.next() {
            let name = reader.string(key)
            guard seen.insert(name).inserted else { return .doubled(name) }
            switch name {
            case "listen":
                guard case .string(let text) = try reader.next(), let address = ListenAddress(reader.string(text))
                else { return .wrongType(name) }
                settings.listen = address
            case "data":
                guard case .string(let text) = try reader.next(), !text.isEmpty else { return .wrongType(name) }
                settings.data = reader.string(text)
            case "policy", "hmac_key":
                guard case .string(let text) = try reader.next(), !text.isEmpty else { return .wrongType(name) }
                if name == "policy" {
                    settings.policy = reader.string(text)
                } else {
                    settings.hmacKey = reader.string(text)
                }
            case "store":
                guard case .string(let text) = try reader.next(), reader.equals(text, "sqlite") else {
                    return .wrongType(name)
                }
            case "limits":
                guard try reader.next() == .objectStart else { return .wrongType(name) }
                while case .key(let key) = try reader.next() {
                    let limit = reader.string(key)
                    guard seen.insert("limits." + limit).inserted else { return .doubled(limit) }
                    guard let place = places[limit] else { return .unknown("limits." + limit) }
                    guard case .number(let lexeme) = try reader.next(), let value = reader.int64(lexeme),
                        place.range.contains(Int(value))
                    else { return .outOfRange("limits." + limit, place.range) }
                    place.set(&settings, Int(value))
                }
            default:
                return .unknown(name)
            }
        }
        return try reader.next() == .end ? nil : .wrongType("the document")
    }

    private struct Place {
        let range: ClosedRange<Int>
        let set: @Sendable (inout ServeSettings, Int) -> Void
    }

    /// The limits that can be set, with what they may be.
    private static let places: [String: Place] = [
        "compressed_body": Place(range: 1_024...(1 << 30)) { $0.limits.compressedBody = $1 },
        "inflated_body": Place(range: 1_024...(1 << 30)) { $0.limits.inflatedBody = $1 },
        "item": Place(range: 1_024...Limits.storedDocument) { $0.limits.item = $1 },
        "header_line": Place(range: 256...(1 << 20)) { $0.limits.headerLine = $1 },
        "envelope_items": Place(range: 1...100_000) { $0.limits.envelopeItems = $1 },
        "container_entries": Place(range: 1...100_000) { $0.limits.containerEntries = $1 },
        "tags": Place(range: 0...10_000) { $0.limits.tags = $1 },
        "breadcrumbs": Place(range: 0...10_000) { $0.limits.breadcrumbs = $1 },
        "frames": Place(range: 1...10_000) { $0.limits.frames = $1 },
        "connections": Place(range: 1...100_000) { $0.server.connections = $1 },
        "threads": Place(range: 1...64) { $0.server.threads = $1 },
        "held_bodies": Place(range: (1 << 20)...(1 << 40)) { $0.server.heldBodies = $1 },
        "idle_seconds": Place(range: 1...3_600) { $0.server.idle = $1 },
        "header_seconds": Place(range: 1...3_600) { $0.server.header = $1 },
        "body_seconds": Place(range: 1...3_600) { $0.server.body = $1 },
    ]
}

/// What is wrong with a configuration file.
enum ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// It cannot be read.
    case unreadable(SmallFile.Failure)
    /// Not JSON.
    case syntax(offset: Int)
    /// A member that no setting has.
    case unknown(String)
    /// A member that stands twice.
    case doubled(String)
    /// A member with a value of the wrong kind.
    case wrongType(String)
    /// A number out of its range.
    case outOfRange(String, ClosedRange<Int>)

    /// One clause for a person.
    var description: String {
        switch self {
        case .unreadable(let failure): failure.description
        case .syntax(let offset): "not JSON at byte \(offset)"
        case .unknown(let name): "unknown setting \(RelayLog.quoted(name))"
        case .doubled(let name): "\(RelayLog.quoted(name)) stands twice"
        case .wrongType(let name): "\(RelayLog.quoted(name)) has a value of the wrong kind"
        case .outOfRange(let name, let range):
            "\(RelayLog.quoted(name)) has to be a number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
