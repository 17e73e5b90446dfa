internal import Sanitizer
internal import TelemetryEnvelope
internal import TelemetryGzip

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reading: what comes back from disk is believed in nothing.
extension Spool {
    /// Damaged files that are kept, their bytes together, and for how long.
    private static let quarantineFiles = 3
    private static let quarantineBytes = 256 << 10
    private static let quarantineMilliseconds: Int64 = 86_400_000

    /// The oldest batch that waits, ready to be sent. Nil if there is none that is sound; damaged ones on the way are put
    /// aside, and counted.
    func load(at now: Moment) -> DeliveryMachine.Shipment? {
        evict()
        while canRead, let place, let item = queue.takeFirst() {
            if let cached, cached.token == item.token {
                self.cached = nil
                return cached.shipment
            }
            let bytes: [UInt8]
            do throws(SpoolFailure) {
                bytes = try place.folder.read(item.name.text, limit: item.name.count)
            } catch {
                guard [EMFILE, ENFILE, ENOMEM].contains(error.code) else {
                    lose(item, .internalError, quarantining: nil)
                    continue
                }
                queue.putBack(item.token)
                canRead = false
                fail(error, at: now)
                return nil
            }
            guard bytes.count == item.name.count, Spool.checksum(bytes) == item.name.checksum else {
                lose(item, .internalError, quarantining: bytes)
                continue
            }
            do throws(SanitizedGzip.Refusal) {
                return try shipment(of: item, bytes)
            } catch {
                switch error {
                case .damaged: lose(item, .internalError, quarantining: bytes)
                case .unclean: lose(item, .eventProcessor, quarantining: nil)
                }
            }
        }
        return nil
    }

    private func shipment(
        of item: SpoolQueue.Item,
        _ bytes: [UInt8]
    ) throws(SanitizedGzip.Refusal) -> DeliveryMachine.Shipment {
        var envelope = try reopener.reopen(bytes)
        guard
            envelope.id == item.name.id, envelope.records.count == item.name.events,
            envelope.body.rawCount == item.name.rawCount,
            envelope.isBatch || envelope.records.allSatisfy({ $0.kind == .checkout })
                || (envelope.records.count == 1 && envelope.records[0].id == envelope.id)
        else { throw .damaged }
        for index in envelope.records.indices {
            envelope.records[index].sequence = item.sequence
            envelope.records[index].custody = .file
        }
        var batch = OutgoingBatch(
            id: envelope.id,
            body: envelope.body,
            eventCount: envelope.records.count,
            destination: destination
        )
        batch.attempt = item.name.attempts
        return DeliveryMachine.Shipment(
            batch: batch,
            records: envelope.records,
            isBatch: envelope.isBatch,
            report: envelope.report.isEmpty ? nil : envelope.report,
            file: item.token,
            isFiled: true
        )
    }

    /// Notes what a segment says is needed no longer.
    func readReleased(_ name: SpoolName.Segment, in folder: SpoolDirectory) {
        guard let bytes = try? folder.read(name.text, limit: Journal.readLimit) else { return }
        var offset = 0
        while let entry = JournalFrame.read(bytes, at: &offset) {
            if case .released(let ids) = entry {
                for id in ids { released[id, default: 0] += 1 }
            }
        }
    }

    /// The events of the oldest segment that an earlier process left; empty if none is left. They stay in it until they
    /// have a batch file or their fate. What follows a damaged frame is lost, and counted as one.
    func loadSegment(at now: Moment) -> [Record] {
        guard canRead, let place, let name = leftSegments.popLast() else { return [] }
        let bytes: [UInt8]
        do throws(SpoolFailure) {
            bytes = try place.folder.read(name.text, limit: Journal.readLimit)
        } catch {
            if [EMFILE, ENFILE, ENOMEM].contains(error.code) {
                leftSegments.append(name)
                canRead = false
                fail(error, at: now)
            } else {
                place.folder.remove(name.text)
            }
            return []
        }
        var records: [Record] = []
        var offset = 0
        var unclean = 0
        while let entry = JournalFrame.read(bytes, at: &offset) {
            guard case .event(let frame) = entry else { continue }
            if let count = released[frame.id] {
                // One id may stand for several events; each of them was released by itself.
                released[frame.id] = count > 1 ? count - 1 : nil
                continue
            }
            let record = unsafe bytes.withUnsafeBufferPointer { buffer in
                let all = unsafe Span(_unsafeElements: buffer)
                return reopener.reopen(all.extracting(frame.payload), frame)
            }
            if let record { records.append(record) } else { unclean += 1 }
        }
        let isTorn = offset < bytes.count
        let lost = unclean + (isTorn ? 1 : 0)
        if records.count + lost > 0 { effects.append(.adopted(records.count + lost)) }
        if unclean > 0 { effects.append(.lost(unclean, .eventProcessor, ids: [])) }
        if isTorn { effects.append(.lost(1, .internalError, ids: [])) }
        guard !records.isEmpty else {
            if isTorn, offset == 0 { quarantine(name.text, bytes: bytes) } else { place.folder.remove(name.text) }
            return []
        }
        let segment = journal.adopt(name.text, bytes: bytes.count, live: records.count)
        for index in records.indices { records[index].custody = .journal(segment) }
        return records
    }

    /// Takes a file out whose events cannot be had. `quarantining`: what was read of it, if somebody may want to look.
    private func lose(_ item: SpoolQueue.Item, _ reason: DropReason, quarantining bytes: [UInt8]?) {
        _ = queue.remove(item.token)
        note(loss: item, reason)
        if let bytes, bytes.count <= item.name.count {
            quarantine(item.name.text, bytes: bytes)
        } else {
            place?.folder.remove(item.name.text)
        }
    }

    /// Moves a damaged file aside, or removes it where there is no room.
    private func quarantine(_ name: String, bytes: [UInt8]) {
        guard let place else { return }
        guard
            bytes.count <= Spool.quarantineBytes,
            (try? place.root.makeDirectory(SpoolName.quarantine)) != nil,
            let bad = try? SpoolDirectory(SpoolName.quarantine, in: place.root),
            let entries = try? bad.entries()
        else {
            place.folder.remove(name)
            return
        }
        var kept = entries.compactMap { SpoolName.Quarantined($0.name) }.sorted { $0.created < $1.created }
        while let oldest = kept.first,
            kept.count >= Spool.quarantineFiles
                || kept.reduce(bytes.count, { $0 + $1.count }) > Spool.quarantineBytes
                || oldest.created < wallMilliseconds - Spool.quarantineMilliseconds
        {
            bad.remove(oldest.text)
            kept.removeFirst()
        }
        let new = SpoolName.Quarantined(created: wallMilliseconds, count: bytes.count, random: random())
        do throws(SpoolFailure) {
            try place.folder.move(name, to: bad, as: new.text)
        } catch {
            place.folder.remove(name)
        }
    }
}
