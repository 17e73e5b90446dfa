internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryEnvelope

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A host's hooks, and how they have behaved. Any thread.
final class Hooks: Sendable {
    /// A hook that takes longer has its event dropped.
    static let budget = Duration.milliseconds(50)
    /// So many overruns end a hook.
    static let allowedOverruns = 3

    let beforeSend: (@Sendable (inout EventView) -> HookDecision)?
    let beforeBreadcrumb: (@Sendable (inout BreadcrumbView) -> HookDecision)?
    let policy: Policy
    let clock: any TelemetryClock
    let sendOverruns = AtomicCell(0)
    let breadcrumbOverruns = AtomicCell(0)
    // Which thread is inside a hook; 0: none.
    private let thread = AtomicCell(0)

    /// Nil where the host has none.
    init?(_ configuration: Configuration, clock: any TelemetryClock) {
        guard configuration.beforeSend != nil || configuration.beforeBreadcrumb != nil else { return nil }
        beforeSend = configuration.beforeSend
        beforeBreadcrumb = configuration.beforeBreadcrumb
        policy = configuration.policy
        self.clock = clock
    }

    /// Whether the calling thread is inside a hook: what it captures there would come back to the hook.
    var isInside: Bool {
        let inside = thread.value
        return inside != 0 && inside == Hooks.currentThread
    }

    /// Runs a hook. How long it took.
    func measure(_ hook: () -> Void) -> Duration {
        let outer = thread.exchange(Hooks.currentThread)
        defer { thread.store(outer) }
        let start = clock.now
        hook()
        return clock.now - start
    }

    /// How many hooks were ended for their overruns.
    var ended: Int {
        [sendOverruns, breadcrumbOverruns].count { $0.value >= UInt64(Hooks.allowedOverruns) }
    }

    private static var currentThread: UInt64 {
        #if canImport(Darwin)
        UInt64(UInt(bitPattern: pthread_self()))
        #else
        UInt64(pthread_self())
        #endif
    }
}
