package import TelemetryWire

/// What figures of checkouts are grouped by; a part that its entries do not say is nil.
package struct FlowGroup: Sendable, Hashable {
    /// The project.
    package var project: ProjectID
    /// Where it runs: tests are never counted with production.
    package var environment: String?
    /// The SDK.
    package var sdk: String
    /// The SDK's version.
    package var version: String?
    /// What wraps it.
    package var wrapper: String?
    /// What is paid for.
    package var kind: String?

    /// The release: `glomo@1.0.0`.
    package var release: String { sdk + "@" + (version ?? "?") }

    /// What its SDK is known to report.
    package var reporter: CheckoutSDK { CheckoutSDK(reading: sdk) }
}

/// A group's figures.
package struct FunnelGroup: Sendable {
    /// Which group.
    package var group: FlowGroup
    /// Its counts; what is absent is 0.
    package var counts: [FlowCounter: FlowCount] = [:]
    /// Times to ready, ascending, and how often each.
    package var ready: [(milliseconds: Int64, n: Int64)] = []
    /// Whether those are exact.
    package var isExact = true

    /// A count.
    package subscript(counter: FlowCounter) -> FlowCount { counts[counter] ?? FlowCount() }

    /// Adds another group's figures.
    mutating func add(_ other: FunnelGroup) {
        for (counter, count) in other.counts { counts[counter, default: FlowCount()] += count }
        var merged: [Int64: Int64] = [:]
        for (milliseconds, n) in ready + other.ready { merged[milliseconds, default: 0] += n }
        ready = merged.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        isExact = isExact && other.isExact
    }
}

/// An error of an SDK's checkouts, whatever their version.
package struct FlowErrorSummary: Sendable, Hashable {
    /// The project.
    package var project: ProjectID
    /// Where they run.
    package var environment: String?
    /// The SDK.
    package var sdk: String
    /// `error.type`.
    package var type: String
    /// The SDK's own code; nil for all of them together.
    package var code: String?
    /// Checkouts with at least one.
    package var flows = FlowCount()
    /// Those of `flows` that were presented.
    package var presented = FlowCount()
    /// Those of `flows` that were started.
    package var started = FlowCount()
    /// Entries that say it.
    package var events = FlowCount()
    /// The SDK's checkouts that were presented.
    package var allPresented = FlowCount()
    /// The SDK's checkouts that were started.
    package var allStarted = FlowCount()

    /// Whether it keeps checkouts from opening, so that its rate is among those started.
    package var isBeforeOpening: Bool {
        switch CheckoutErrorType(reading: type) {
        case .validation, .deviceForbidden, .orderFault, .invalidCheckoutUrl, .invalidReturnUrl, .platformError: true
        default: false
        }
    }
}
