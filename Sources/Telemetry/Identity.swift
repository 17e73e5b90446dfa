internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryEnvelope

/// What stands in every event of a reporter, encoded once.
struct Identity: Sendable {
    /// `"platform":"native",` — "native" is the field's word for compiled code.
    let platform: Sanitized<[UInt8]>
    /// `"sdk":{…},`
    let sdk: Sanitized<[UInt8]>
    /// `"release":"…",` or nothing.
    let release: Sanitized<[UInt8]>
    /// `"environment":"…",` or nothing.
    let environment: Sanitized<[UInt8]>
    /// `,"level":"…",` and all four of them, by the raw value of the level.
    private let heads: [Sanitized<[UInt8]>]
    /// The client's name as it stands in headers.
    let client: String

    init(_ configuration: Configuration) {
        let name = Identity.word(configuration.sdkName, or: "telemetry.swift")
        let version = Identity.word(configuration.sdkVersion, or: "0")
        client = name + "/" + version
        platform = Identity.members { $0.append("\"platform\":\"native\",") }
        sdk = Identity.members { buffer in
            buffer.append("\"sdk\":{\"name\":")
            buffer.append(quoted: Identity.scrubbed(name, configuration.policy))
            buffer.append(",\"version\":")
            buffer.append(quoted: Identity.scrubbed(version, configuration.policy))
            buffer.append("},")
        }
        release = Identity.text("\"release\":", configuration.release, configuration.policy)
        environment = Identity.text("\"environment\":", configuration.environment, configuration.policy)
        let parts = [platform, sdk, release, environment]
        heads = Level.allCases.map { level in
            Identity.members { buffer in
                buffer.append(",\"level\":\"")
                buffer.append(level.name)
                buffer.append("\",")
                for part in parts { buffer.append(part) }
            }
        }
    }

    /// What stands behind the timestamp of an event: `,"level":"…",` and what every event has.
    func head(_ level: Level) -> Sanitized<[UInt8]> {
        heads[Int(level.rawValue)]
    }

    private static func text(_ name: StaticString, _ value: String?, _ policy: Policy) -> Sanitized<[UInt8]> {
        members { buffer in
            guard let value, !value.isEmpty else { return }
            buffer.append(name)
            buffer.append(quoted: scrubbed(value, policy).prefix(utf8: 200))
            buffer.append(",")
        }
    }

    private static func members(_ build: (inout SanitizedBuffer) -> Void) -> Sanitized<[UInt8]> {
        var buffer = SanitizedBuffer()
        build(&buffer)
        return buffer.bytes(in: 0..<buffer.count)
    }

    private static func scrubbed(_ text: String, _ policy: Policy) -> Sanitized<String> {
        var raw = RawJSON(capacity: 64)
        raw.append(string: text, limit: 1_024)
        var pass = Pass(stage: .client)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        let bytes = raw.bytes
        guard (try? pass.run(input: bytes.span, policy: policy, into: &output, observer: &observer)) != nil else {
            return Sanitized(literal: "[redacted:limit]")
        }
        return output.string(in: 0..<output.count) ?? Sanitized(literal: "[redacted:limit]")
    }

    /// Only what may stand in a header field without quotes.
    private static func word(_ text: String, or fallback: String) -> String {
        let kept = text.utf8.prefix(64).filter { byte in
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2E || byte == 0x2D || byte == 0x5F
        }
        return kept.isEmpty ? fallback : String(decoding: kept, as: UTF8.self)
    }
}
