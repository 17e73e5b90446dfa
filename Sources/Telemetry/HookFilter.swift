internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryEnvelope

/// Shows records to the host's hooks and scrubs what comes back. One thread.
final class HookFilter: RecordFilter {
    private let hooks: Hooks
    // Made for the first change: most hooks only look.
    private var scratch: ScratchBox?

    init(_ hooks: Hooks) {
        self.hooks = hooks
    }

    func verdict(on record: Record) -> RecordVerdict {
        var view = EventView(id: record.id, level: record.level, bytes: record.bytes)
        if let reason = showBreadcrumbs(of: &view) ?? show(&view) { return .drop(reason) }
        guard let change = view.change else { return .keep }
        return scrubbed(change, record.id)
    }

    /// The reason if the event goes nowhere.
    private func show(_ view: inout EventView) -> DropReason? {
        guard let hook = hooks.beforeSend, hooks.sendOverruns.value < Hooks.allowedOverruns else { return nil }
        var decision = HookDecision.keep
        let took = hooks.measure { decision = hook(&view) }
        guard took <= Hooks.budget else {
            hooks.sendOverruns.store(hooks.sendOverruns.value + 1)
            return .hookOverrun
        }
        return decision == .drop ? .beforeSend : nil
    }

    /// The reason if the event goes nowhere. All breadcrumbs of an event have one budget.
    private func showBreadcrumbs(of view: inout EventView) -> DropReason? {
        guard let hook = hooks.beforeBreadcrumb, hooks.breadcrumbOverruns.value < Hooks.allowedOverruns else {
            return nil
        }
        var members = view.members
        guard case .object(var list) = members["breadcrumbs"], case .array(let values) = list["values"] else {
            return nil
        }
        var kept: [ContextValue] = []
        let took = hooks.measure {
            for case .object(let members) in values {
                var breadcrumb = BreadcrumbView(members: members)
                if hook(&breadcrumb) == .keep { kept.append(.object(breadcrumb.members)) }
            }
        }
        guard took <= Hooks.budget else {
            hooks.breadcrumbOverruns.store(hooks.breadcrumbOverruns.value + 1)
            return .hookOverrun
        }
        guard kept != values else { return nil }
        list["values"] = .array(kept)
        members["breadcrumbs"] = kept.isEmpty ? nil : .object(list)
        view.members = members
        return nil
    }

    private func scrubbed(_ text: String, _ id: EventID) -> RecordVerdict {
        let box = scratch ?? ScratchBox(hooks.policy)
        scratch = box
        defer { box.scratch.rest() }
        return HookFilter.scrub(text, id, in: &box.scratch)
    }

    private static func scrub(_ text: String, _ id: EventID, in scratch: inout EventScratch) -> RecordVerdict {
        var text = text
        scratch.raw.removeAll()
        text.withUTF8 { unsafe scratch.raw.append(raw: Span(_unsafeElements: $0)) }
        do throws(DecodeError) {
            _ = try scratch.scrub(eventID: id)
        } catch {
            return .drop(error.reason)
        }
        guard scratch.clean.count <= Limits.standard.item else { return .drop(.tooLarge) }
        return .replace(scratch.clean.bytes(in: 0..<scratch.clean.count))
    }
}
