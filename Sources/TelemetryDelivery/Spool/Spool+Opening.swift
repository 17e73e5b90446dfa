internal import TelemetryEnvelope

/// Opening: a folder of one's own, and what dead processes left.
extension Spool {
    /// Folders of dead processes that are taken over in one go; more wait for the next start.
    private static let adoptionLimit = 256

    /// Opens the directory and a folder in it. Unless it is `making` what is missing, there may be no place afterwards.
    func open(making: Bool) throws(SpoolFailure) {
        let path = setup.options.directory
        let root = try SpoolDirectory(path: path, making: making, descriptors: descriptors)
        let entries = try root.entries()
        readLimits(entries, in: root)
        let folders = entries.filter(\.mayBeDirectory).compactMap { SpoolName.Folder($0.name) }
            .sorted { $0.created < $1.created }
        var own: Place?
        for name in folders.prefix(Spool.adoptionLimit) {
            guard let folder = try? SpoolDirectory(name.text, in: root), folder.lock() else { continue }
            guard name.destination == destinationHash else {
                sweep(folder, name, in: root)
                continue
            }
            if let own {
                empty(folder, into: own.folder)
                root.removeDirectory(name.text)
            } else if isUsable(folder) {
                own = Place(root: root, folder: folder, name: name)
            }
        }
        if own == nil, making { own = try makeFolder(in: root) }
        forget(.internalError)
        place = own
        if let own { try collect(own.folder) }
    }

    /// Forgets what was in a folder that is no more. What is being sent at the moment stays with its sender.
    private func forget(_ reason: DropReason) {
        for item in queue.removeAll() where !item.isOut { note(loss: item, reason) }
        cached = nil
        leftSegments = []
        released = [:]
        journal.forget()
    }

    private func makeFolder(in root: SpoolDirectory) throws(SpoolFailure) -> Place {
        for _ in 0..<4 {
            let name = SpoolName.Folder(destination: destinationHash, created: wallMilliseconds, random: random())
            guard try root.makeDirectory(name.text) else { continue }
            // Another process that starts may take it before it is locked.
            guard let folder = try? SpoolDirectory(name.text, in: root), folder.lock() else { continue }
            try root.sync()
            return Place(root: root, folder: folder, name: name)
        }
        throw SpoolFailure(.open, code: 0)
    }

    /// Whether a folder takes files, or at least gives them: on a full disk what is there must leave. One whose name another
    /// process has just removed does neither, and from a read-only one nothing would ever be gone.
    private func isUsable(_ folder: SpoolDirectory) -> Bool {
        let probe = SpoolName.temporary(random())
        do throws(SpoolFailure) {
            try folder.touch(probe)
        } catch {
            return error.isFull
        }
        folder.remove(probe)
        return true
    }

    /// Moves what a dead process left into another folder.
    private func empty(_ folder: SpoolDirectory, into own: SpoolDirectory) {
        guard let entries = try? folder.entries() else { return }
        for entry in entries {
            if SpoolName.isTemporary(entry.name) {
                folder.remove(entry.name)
            } else if SpoolName.Batch(entry.name) != nil || SpoolName.Segment(entry.name) != nil {
                try? folder.move(entry.name, to: own, as: entry.name)
            }
        }
    }

    /// Removes from a dead folder of another destination what is too old for any.
    private func sweep(_ folder: SpoolDirectory, _ name: SpoolName.Folder, in root: SpoolDirectory) {
        let oldest = oldestKept
        guard name.created < oldest, let entries = try? folder.entries() else { return }
        for entry in entries {
            if let created = SpoolName.Batch(entry.name)?.created ?? SpoolName.Segment(entry.name)?.created {
                if created < oldest { folder.remove(entry.name) }
            } else if SpoolName.isTemporary(entry.name) {
                folder.remove(entry.name)
            }
        }
        root.removeDirectory(name.text)
    }

    private var oldestKept: Int64 {
        wallMilliseconds - setup.options.maxAge.clampedNanoseconds / 1_000_000
    }

    /// Takes stock of the own folder: by names alone, nothing is read yet.
    private func collect(_ folder: SpoolDirectory) throws(SpoolFailure) {
        var adopted = 0
        for entry in try folder.entries() where entry.mayBeFile {
            if let name = SpoolName.Batch(entry.name) {
                _ = queue.add(name, sequence: 0)
                adopted += name.events
            } else if let name = SpoolName.Segment(entry.name) {
                leftSegments.append(name)
            } else if SpoolName.isTemporary(entry.name) {
                folder.remove(entry.name)
            }
        }
        leftSegments.sort { ($0.created, $0.random) > ($1.created, $1.random) }
        for name in leftSegments { readReleased(name, in: folder) }
        if adopted > 0 { effects.append(.adopted(adopted)) }
        evict()
    }

    /// Reads until when the destination wants nothing, and forgets what is over.
    private func readLimits(_ entries: [SpoolDirectory.Entry], in root: SpoolDirectory) {
        limitedUntil = nil
        let latest = wallMilliseconds + Int64(Limits.standard.retryAfter) * 1_000
        for entry in entries where entry.mayBeFile {
            guard let limit = SpoolName.Limit(entry.name) else { continue }
            if limit.until <= wallMilliseconds || limit.until > latest {
                root.remove(entry.name)
            } else if limit.destination == destinationHash {
                limitedUntil = max(limitedUntil ?? 0, limit.until)
            }
        }
    }

    /// Removes everything that is there for this destination: of this process, and of those that are gone. The events are
    /// lost for `reason`. Makes nothing.
    func purge(_ reason: DropReason, wallMilliseconds: Int64) {
        self.wallMilliseconds = wallMilliseconds
        if place == nil { try? open(making: false) }
        guard let place else { return forget(reason) }
        for item in queue.items { place.folder.remove(item.name.text) }
        for name in leftSegments { place.folder.remove(name.text) }
        journal.removeAll(in: place.folder)
        forget(reason)
        if let limitedUntil {
            place.root.remove(SpoolName.Limit(destination: destinationHash, until: limitedUntil).text)
        }
        if let bad = try? SpoolDirectory(SpoolName.quarantine, in: place.root) {
            for entry in (try? bad.entries()) ?? [] where SpoolName.Quarantined(entry.name) != nil {
                bad.remove(entry.name)
            }
            place.root.removeDirectory(SpoolName.quarantine)
        }
        close()
    }
}
