package import Sanitizer

/// What the relay says about a batch: how many of its entries were stored, known already, or refused and why.
package struct BatchReply: Sendable, Hashable {
    /// The batch's id.
    package var batchID: EventID
    /// Entries stored by this request.
    package var accepted: Int
    /// Entries that had been stored before.
    package var duplicate: Int
    /// Entries that were refused.
    package var rejected: [Rejection]
    /// The places of the entries that had been stored before, from 0, where only some of them had; nil: not said.
    package var duplicates: [Int]?

    /// One refused entry.
    package struct Rejection: Sendable, Hashable {
        /// Its place among the batch's entries, from 0.
        package var index: Int
        /// Why; `other` for a reason that this version does not know.
        package var reason: DropReason

        /// A rejection from its parts.
        package init(index: Int, reason: DropReason) {
            self.index = index
            self.reason = reason
        }
    }

    /// A reply from its parts.
    package init(
        batchID: EventID,
        accepted: Int,
        duplicate: Int,
        rejected: [Rejection],
        duplicates: [Int]? = nil
    ) {
        self.batchID = batchID
        self.accepted = accepted
        self.duplicate = duplicate
        self.rejected = rejected
        self.duplicates = duplicates
    }

    /// Reads a reply. All members but `duplicates` are required, unknown ones skipped; an index may occur once.
    package static func decode(_ payload: Span<UInt8>) throws(DecodeError) -> BatchReply {
        var reader = JSONReader(payload)
        var batchID: EventID?
        var accepted: Int?
        var duplicate: Int?
        var rejected: [Rejection]?
        var duplicates: [Int]?
        var seen = SeenFields()
        try reader.beginObject("batch_reply")
        while let key = try reader.nextKey() {
            if reader.equals(key, "batch_id") {
                try seen.mark(0, "batch_id")
                batchID = try reader.optionalID("batch_id")
            } else if reader.equals(key, "accepted") {
                try seen.mark(1, "accepted")
                accepted = try reader.requiredCount("accepted")
            } else if reader.equals(key, "duplicate") {
                try seen.mark(2, "duplicate")
                duplicate = try reader.requiredCount("duplicate")
            } else if reader.equals(key, "rejected") {
                try seen.mark(3, "rejected")
                rejected = try rejections(&reader)
            } else if reader.equals(key, "duplicates") {
                try seen.mark(4, "duplicates")
                duplicates = try places(&reader)
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        guard let batchID, let accepted, let duplicate, let rejected else {
            throw DecodeError(.invalidItem, "batch_reply")
        }
        return BatchReply(
            batchID: batchID,
            accepted: accepted,
            duplicate: duplicate,
            rejected: rejected,
            duplicates: duplicates
        )
    }

    private static func places(_ reader: inout JSONReader) throws(DecodeError) -> [Int] {
        var places: [Int] = []
        var known: Set<Int> = []
        try reader.beginArray("duplicates")
        while let place = try reader.nextCount("duplicates") {
            guard known.insert(place).inserted else { throw DecodeError(.invalidItem, "duplicates") }
            places.append(place)
        }
        return places
    }

    private static func rejections(_ reader: inout JSONReader) throws(DecodeError) -> [Rejection] {
        var rejected: [Rejection] = []
        var indices: Set<Int> = []
        try reader.beginArray("rejected")
        while true {
            switch try reader.token() {
            case .arrayEnd: return rejected
            case .objectStart: break
            default: throw DecodeError(.invalidItem, "rejected")
            }
            let rejection = try rejection(&reader)
            guard indices.insert(rejection.index).inserted else { throw DecodeError(.invalidItem, "rejected.index") }
            rejected.append(rejection)
        }
    }

    private static func rejection(_ reader: inout JSONReader) throws(DecodeError) -> Rejection {
        var index: Int?
        var reason: DropReason?
        var seen = SeenFields()
        while let key = try reader.nextKey() {
            if reader.equals(key, "index") {
                try seen.mark(0, "rejected.index")
                index = try reader.requiredCount("rejected.index")
            } else if reader.equals(key, "reason") {
                try seen.mark(1, "rejected.reason")
                let bytes = ContiguousArray(reader.string(try reader.requiredString("rejected.reason")).utf8)
                reason = DropReason(bytes: bytes.span)
            } else {
                try reader.skip()
            }
        }
        guard let index, let reason else { throw DecodeError(.invalidItem, "rejected") }
        return Rejection(index: index, reason: reason)
    }

    /// Appends the reply's JSON.
    package func append(to buffer: inout SanitizedBuffer) {
        buffer.append("{\"batch_id\":\"")
        buffer.append(hex: batchID.high, batchID.low)
        buffer.append("\",\"accepted\":")
        buffer.append(counter: accepted)
        buffer.append(",\"duplicate\":")
        buffer.append(counter: duplicate)
        buffer.append(",\"rejected\":[")
        for (place, rejection) in rejected.enumerated() {
            buffer.append(place == 0 ? "{\"index\":" : ",{\"index\":")
            buffer.append(counter: rejection.index)
            buffer.append(",\"reason\":\"")
            buffer.append(rejection.reason.name)
            buffer.append("\"}")
        }
        buffer.append("]")
        if let duplicates {
            buffer.append(",\"duplicates\":[")
            for (place, index) in duplicates.enumerated() {
                if place > 0 { buffer.append(",") }
                buffer.append(counter: index)
            }
            buffer.append("]")
        }
        buffer.append("}")
    }
}
