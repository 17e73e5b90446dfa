package import Sanitizer

/// What a client dropped before sending (Sentry client reports): counts by reason and category.
package struct ClientReport: Sendable, Hashable {
    /// When the counts were taken, by the client's clock.
    package var timestamp: Timestamp?
    /// The counts; of one reason and category, one each when we write it.
    package var entries: [Entry]
    /// How many entries were left out because they were not what an entry is.
    package private(set) var rejected = 0

    /// A number of things dropped for one reason.
    package struct Entry: Sendable, Hashable {
        /// Why; `other` for a reason that this version does not know.
        package var reason: DropReason
        /// What; `other` for a category that this version does not know.
        package var category: DataCategory
        /// How many, 0 or more.
        package var quantity: Int

        /// An entry from its parts; a negative quantity is 0.
        package init(reason: DropReason, category: DataCategory, quantity: Int) {
            self.reason = reason
            self.category = category
            self.quantity = max(0, quantity)
        }
    }

    /// The largest quantity of one entry; a larger one refuses the entry.
    package static let quantityLimit = 1_000_000_000
    /// The most entries of a report; more refuse it.
    package static let entryLimit = 1_000

    /// A report from its parts.
    package init(timestamp: Timestamp?, entries: [Entry]) {
        self.timestamp = timestamp
        self.entries = entries
    }

    /// Reads a report. Besides `discarded_events`, the lists that Sentry's relays add are read into the same counts.
    ///
    /// `isLenient`, for ingest: a wrong entry is counted in `rejected` and costs none of the others; a `timestamp` that is
    /// none is as absent. Otherwise the first fault refuses the report.
    package static func decode(
        _ payload: Span<UInt8>,
        isLenient: Bool = false
    ) throws(DecodeError) -> ClientReport {
        var reader = JSONReader(payload)
        var report = ClientReport(timestamp: nil, entries: [])
        var seen = SeenFields()
        try reader.beginObject("client_report")
        while let key = try reader.nextKey() {
            if reader.equals(key, "timestamp") {
                try seen.mark(0, "timestamp")
                try report.readTimestamp(&reader, payload, isLenient)
            } else if reader.equals(key, "discarded_events") {
                try seen.mark(1, "discarded_events")
                try report.readEntries(&reader, payload, isLenient)
            } else if reader.equals(key, "rate_limited_events") {
                try seen.mark(2, "rate_limited_events")
                try report.readEntries(&reader, payload, isLenient)
            } else if reader.equals(key, "filtered_events") {
                try seen.mark(3, "filtered_events")
                try report.readEntries(&reader, payload, isLenient)
            } else if reader.equals(key, "filtered_sampling_events") {
                try seen.mark(4, "filtered_sampling_events")
                try report.readEntries(&reader, payload, isLenient)
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        return report
    }

    private mutating func readTimestamp(
        _ reader: inout JSONReader,
        _ payload: Span<UInt8>,
        _ isLenient: Bool
    ) throws(DecodeError) {
        guard let range = try reader.skip() else { return }
        var value = JSONReader(payload.extracting(range))
        do {
            timestamp = try value.optionalTimestamp("timestamp")
        } catch {
            guard isLenient else { throw error }
        }
    }

    private mutating func readEntries(
        _ reader: inout JSONReader,
        _ payload: Span<UInt8>,
        _ isLenient: Bool
    ) throws(DecodeError) {
        try reader.beginArray("discarded_events")
        while let range = try reader.skip() {
            guard entries.count + rejected < Self.entryLimit else { throw DecodeError(.tooLarge, "discarded_events") }
            do {
                entries.append(try Self.entry(payload.extracting(range)))
            } catch {
                guard isLenient else { throw error }
                rejected += 1
            }
        }
    }

    private static func entry(_ value: Span<UInt8>) throws(DecodeError) -> Entry {
        var reader = JSONReader(value)
        try reader.beginObject("discarded_events")
        var reason: DropReason?
        var category: DataCategory?
        var quantity: Int?
        var seen = SeenFields()
        while let key = try reader.nextKey() {
            if reader.equals(key, "reason") {
                try seen.mark(0, "reason")
                let bytes = ContiguousArray(reader.string(try reader.requiredString("reason")).utf8)
                reason = DropReason(bytes: bytes.span)
            } else if reader.equals(key, "category") {
                try seen.mark(1, "category")
                let bytes = ContiguousArray(reader.string(try reader.requiredString("category")).utf8)
                category = DataCategory(bytes: bytes.span) ?? .other
            } else if reader.equals(key, "quantity") {
                try seen.mark(2, "quantity")
                quantity = try reader.requiredCount("quantity", upTo: quantityLimit)
            } else {
                try reader.skip()
            }
        }
        guard let reason, let category, let quantity else { throw DecodeError(.invalidItem, "discarded_events") }
        return Entry(reason: reason, category: category, quantity: quantity)
    }

    /// Appends the report's JSON.
    package func append(to buffer: inout SanitizedBuffer) {
        buffer.append("{")
        if let timestamp {
            buffer.append("\"timestamp\":")
            buffer.append(timestamp: timestamp)
            buffer.append(",")
        }
        buffer.append("\"discarded_events\":[")
        for (index, entry) in entries.enumerated() {
            buffer.append(index == 0 ? "{\"reason\":\"" : ",{\"reason\":\"")
            buffer.append(entry.reason.name)
            buffer.append("\",\"category\":\"")
            buffer.append(entry.category.name)
            buffer.append("\",\"quantity\":")
            buffer.append(counter: entry.quantity)
            buffer.append("}")
        }
        buffer.append("]}")
    }
}
