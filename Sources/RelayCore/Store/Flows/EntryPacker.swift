internal import Sanitizer
internal import TelemetryWire

/// Takes an entry apart into what is stored once and what is stored with it. Belongs to the writer's thread.
struct EntryPacker {
    private let words: WordTable
    private let sources: SourceTable
    private let groups: FlowGroupTable

    /// Attributes that the events of a process share; stored once for each set of them.
    private static let shared: Set<CheckoutAttribute> = [
        .sdkName, .sdkVersion, .sdkWrapper, .environment, .osName, .osVersion, .serviceName, .appBuild, .deviceModel,
        .kind, .keyMode,
    ]
    /// Tokens that differ from one checkout to the next.
    private static let singular: Set<CheckoutAttribute> = [.orderReference]

    /// An entry, ready to be written against its flow's row.
    struct Packed {
        var step: FlowStep
        var session: EventID?
        /// The number of its process's attributes; 0 where they stand in the entry.
        var source: Int64
        /// Its own attributes, without session.
        var attributes: PackedAttributes
    }

    init(_ words: WordTable, _ sources: SourceTable, _ groups: FlowGroupTable) {
        self.words = words
        self.sources = sources
        self.groups = groups
    }

    /// Packs an entry.
    func pack(_ entry: CheckoutEntry, receivedAt: Int64) throws(StoreError) -> Packed {
        var shared = PackedAttributes()
        var own = PackedAttributes()
        for (attribute, value) in entry.event.attributes {
            switch attribute {
            case .flow, .sequence, .session: continue
            case let common where EntryPacker.shared.contains(common):
                try add(common, value, entry, to: &shared)
            default: try add(attribute, value, entry, to: &own)
            }
        }
        var source: Int64 = 0
        if !shared.bytes.isEmpty {
            if let known = try sources.id(shared) {
                source = known
            } else {
                own = shared.followed(by: own)
            }
        }
        return Packed(
            step: try step(entry, receivedAt: receivedAt),
            session: entry.event[.flow] == nil ? nil : entry.event[.session],
            source: source,
            attributes: own
        )
    }

    /// The entry as it stands beside a flow's row.
    func row(_ packed: Packed, in flow: FlowRow) throws(StoreError) -> EntryRows.Entry {
        var attributes = packed.attributes
        if packed.session != flow.session {
            let name = try words.attribute(.session)
            if let session = packed.session { attributes.add(name, session) } else { attributes.addAbsence(of: name) }
        }
        return EntryRows.Entry(
            name: packed.step.name,
            occurredAt: packed.step.occurredAt,
            source: packed.source == flow.source ? nil : packed.source,
            attributes: attributes
        )
    }

    private func add(
        _ attribute: CheckoutAttribute,
        _ value: CheckoutValue,
        _ entry: CheckoutEntry,
        to packed: inout PackedAttributes
    ) throws(StoreError) {
        let name = try words.attribute(attribute)
        switch attribute.shape {
        case .words:
            if let text = entry.text(attribute) { packed.add(name, word: try words.word(text)) }
        case .token:
            guard let text = entry.text(attribute) else { return }
            if !EntryPacker.singular.contains(attribute), let word = try words.token(text) {
                packed.add(name, word: word)
            } else {
                packed.add(name, text)
            }
        case .flag: if let flag = value.flag { packed.add(name, flag) }
        case .integer: if let number = value.integer { packed.add(name, integer: number) }
        case .seconds: if let duration = value.seconds { packed.add(name, duration) }
        case .id: if let id = value.id { packed.add(name, id) }
        }
    }

    private func step(_ entry: CheckoutEntry, receivedAt: Int64) throws(StoreError) -> FlowStep {
        let event = entry.event
        var step = FlowStep(
            sequence: Int64(event[.sequence] ?? 0),
            name: event.name,
            occurredAt: event.timestamp.milliseconds,
            receivedAt: receivedAt
        )
        step.group.environment = try word(.environment, entry)
        step.group.sdk = try word(.sdkName, entry)
        if let version = entry.text(.sdkVersion) {
            if let word = try words.token(version) {
                step.group.version = word
            } else {
                step.group.version = try words.word(Sanitized(literal: "_OTHER"))
            }
        }
        step.group.wrapper = try word(.sdkWrapper, entry)
        step.group.kind = try word(.kind, entry)
        step.outcome = event[.outcome]
        step.certainty = event[.certainty]
        step.readyMilliseconds = event[.readyDuration]?.milliseconds
        step.isDeviceForbidden = event[.deviceResult] == .forbidden
        step.weight = entry.weight
        if FlowStep.counts(errorOf: event.name) {
            let type = try word(.errorType, entry)
            if type != 0 {
                step.errors.append(try groups.error(type: type, code: 0))
                let code = try word(.sdkCode, entry)
                if code != 0 { step.errors.append(try groups.error(type: type, code: code)) }
            }
        }
        return step
    }

    private func word(_ attribute: CheckoutAttribute, _ entry: CheckoutEntry) throws(StoreError) -> Int64 {
        guard let text = entry.text(attribute) else { return 0 }
        return try words.word(text)
    }
}
