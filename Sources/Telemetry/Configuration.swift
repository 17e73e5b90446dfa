public import Sanitizer
public import TelemetryDelivery
public import TelemetryEnvelope

/// How a reporter behaves. Set it up once; a reporter keeps its own copy.
public struct Configuration: Sendable {
    /// What happens to captured events.
    public enum Mode: Sendable, Hashable {
        /// Nothing: no thread, no socket, no file, no memory beyond the reporter itself.
        case off
        /// The newest `capacity` events are kept, exactly as they would leave, to be read back with `Reporter.memory`.
        /// At most 16 MiB of them.
        case memory(capacity: Int)
        /// They are sent to this DSN: `https://<public key>@host[:port]/<project>`; plain `http` for loopback hosts only.
        case deliver(String)
    }

    /// What happens to captured events.
    public var mode: Mode
    /// The version of the host, as in `checkout@4.2.0`. Scrubbed.
    public var release: String?
    /// Where the host runs, as in `production`. Scrubbed.
    public var environment: String?
    /// Events below it are counted and dropped.
    public var minimumLevel: Level = .debug
    /// Whether the person at the other end has agreed. `Reporter.updateConsent` changes it later.
    public var consent = Consent.granted
    /// The share of events that is kept, 0…1. What is sampled out is counted, and envelopes say the rate, so that counts
    /// can be corrected.
    public var sampleRate: Double = 1
    /// The share of single kinds of events, where it differs from `sampleRate`. Events of one flow and kind are kept or
    /// sampled out together.
    public var sampleRates: [EventKind: Double] = [:]
    /// Whether errors say what happened in words of their own: `reportDescription`, the context of coding errors, the
    /// description of errors that write one. Scrubbed, and URLs in them cut to scheme and host.
    public var sendsErrorDescriptions = false
    /// How many breadcrumbs an event carries, 0…200; 16 KiB of them at most.
    public var maxBreadcrumbs = 100
    /// Bytes of the ring for errors and worse. Larger events cannot be sent. 4 KiB…64 MiB.
    public var errorRingBytes = 1_088 << 10
    /// Bytes of the ring for everything else. Larger events cannot be sent. 4 KiB…64 MiB.
    public var ringBytes = 1_088 << 10
    /// When batches leave.
    public var batching = Batching()
    /// Where events are kept on disk until the server has them; nil: in memory only, and no file is touched. For `.deliver`.
    public var spool: SpoolOptions?
    /// How requests travel.
    public var network = NetworkOptions()
    /// The rules that everything is scrubbed by before it is kept: the built-in ones, or those of a document
    /// (`Policy(document:)`), which adds to them. The profile `strict` is in force for `contexts.checkout_raw` whatever the
    /// policy says. Methods that need a key are the relay's: a document that names one does not load here.
    public var policy = Policy.standard
    /// The name of the reporting SDK; letters, digits, `.`, `-` and `_`.
    public var sdkName = "telemetry.swift"
    /// The version of the reporting SDK; letters, digits, `.`, `-` and `_`.
    public var sdkVersion = "0.1.0"
    /// Shown every event before it leaves, to change or drop it.
    ///
    /// On the reporter's own thread, outside its locks, after scrubbing; what it returns is scrubbed again. It has 50 ms:
    /// an event whose hook took longer is dropped, and so is the hook the third time. Events that it captures itself are
    /// dropped. `flush` and `close` do not wait for it past their deadline. In `.memory` mode it runs where `memory` is
    /// read.
    public var beforeSend: (@Sendable (inout EventView) -> HookDecision)?
    /// Shown every breadcrumb of every event before it leaves, under the conditions of `beforeSend`, and before it. The
    /// breadcrumbs of an event have 50 ms together. A breadcrumb that goes with several events is shown each time.
    public var beforeBreadcrumb: (@Sendable (inout BreadcrumbView) -> HookDecision)?
    /// Told about trouble in delivery, on the reporter's own thread and outside its locks. Must return quickly; may
    /// call the reporter, but must not wait for it.
    public var diagnostics: (@Sendable (Diagnostic) -> Void)?

    /// A configuration; everything else has a default.
    public init(mode: Mode, release: String? = nil, environment: String? = nil) {
        self.mode = mode
        self.release = release
        self.environment = environment
    }
}
