import Glibc
import Sanitizer
import TelemetryEnvelope
import TelemetryGzip
import TelemetryTesting
import Testing

@testable import TelemetryDelivery

/// What lies in a spool's directory may come from anybody, and be damaged in any way.
@Suite struct SpoolHostileTests {
    /// A spool with one batch of two events, closed again; the file's path and bytes.
    private static func stored(
        _ fixture: SpoolFixture,
        _ records: [Record]? = nil
    ) throws -> (name: String, bytes: [UInt8]) {
        do {
            let spool = fixture.open()
            #expect(spool.store(fixture.shipment(records ?? fixture.records(2)), at: fixture.now))
        }
        let name = try #require(fixture.file("b-"))
        return (name, fixture.read(name))
    }

    private static func replace(_ fixture: SpoolFixture, _ old: String, _ new: SpoolName.Batch, _ bytes: [UInt8]) {
        unlink(fixture.path + "/spool/" + old)
        fixture.write(bytes, to: fixture.folder + "/" + new.text)
    }

    private static func name(_ path: String) throws -> SpoolName.Batch {
        let last = try #require(path.split(separator: "/").last)
        return try #require(SpoolName.Batch(String(last)))
    }

    @Test("a batch with a flipped bit, cut or longer than it says is put aside, and its events are counted")
    func damaged() throws {
        for damage in 0..<3 {
            let fixture = SpoolFixture()
            let (name, bytes) = try Self.stored(fixture)
            switch damage {
            case 0:
                var flipped = bytes
                flipped[bytes.count / 2] ^= 4
                fixture.write(flipped, to: name)
            case 1: fixture.write(Array(bytes.dropLast()), to: name)
            default: fixture.write(bytes + [0], to: name)
            }
            let spool = fixture.open()
            #expect(spool.load(at: fixture.now) == nil)
            #expect(SpoolSum(spool.takeEffects()) == SpoolSum(adopted: 2, lost: [.internalError: 2]))
            #expect(fixture.file("b-") == nil)
            // One that is longer than its name says has no known size, and is not kept.
            #expect(fixture.files.filter { $0.hasPrefix("bad/") }.count == (damage < 2 ? 1 : 0))
            #expect(spool.files == 0 && spool.bytes == 0)
        }
    }

    @Test("a name that lies about id, events, size or check value is no batch", arguments: 0..<4)
    func lyingNames(lie: Int) throws {
        let fixture = SpoolFixture()
        let (path, bytes) = try Self.stored(fixture)
        var name = try Self.name(path)
        switch lie {
        case 0: name.id = EventID(high: 1, low: 2)
        case 1: name.events = 900
        case 2: name.rawCount += 1
        default: name.checksum ^= 1
        }
        Self.replace(fixture, path, name, bytes)
        let spool = fixture.open()
        #expect(spool.load(at: fixture.now) == nil)
        let events = lie == 1 ? 900 : 2
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(adopted: events, lost: [.internalError: events]))
        #expect(fixture.file("b-") == nil)
    }

    @Test(
        "names in any other form are left alone",
        arguments: [
            "b-1-2-3", "b-1900000000000-00000000000000010000000000000002-10-99999999-00000000-1-i-a0.env.gz",
            "b-1900000000000-00000000000000010000000000000002-99999999999999-10-00000000-1-i-a0.env.gz",
            "b-1900000000000-00000000000000010000000000000002-10-10-00000000-0-i-a0.env.gz",
            "b-1900000000000-00000000000000010000000000000002-10-10-00000000-1000-i-a0.env.gz",
            "b-1900000000000-00000000000000010000000000000002-10-10-00000000-1-x-a0.env.gz",
            "b-1900000000000-00000000000000010000000000000002-10-10-00000000-1-i-a00.env.gz",
            "b-01900000000000-00000000000000010000000000000002-10-10-00000000-1-i-a0.env.gz",
            "b--1-00000000000000010000000000000002-10-10-00000000-1-i-a0.env.gz",
            "b-1900000000000-00000000000000010000000000000002-10-10-0000000G-1-i-a0.env.gz",
            "b-1900000000000-00000000-0000-0001-0000-000000000002-10-10-00000000-1-i-a0.env.gz",
            "j-1-zz.jrn", "j-99999999999999999999-00000000.jrn", "notes.txt", "q-0", "limit-0-0", "bad", "ü",
        ]
    )
    func foreignNames(name: String) throws {
        let fixture = SpoolFixture()
        _ = try Self.stored(fixture)
        fixture.write([1, 2, 3], to: fixture.folder + "/" + name)
        fixture.write([1, 2, 3], to: name)
        let spool = fixture.open()
        #expect(spool.files == 1 && spool.leftSegments.isEmpty)
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(adopted: 2))
        spool.remove(try #require(spool.load(at: fixture.now)?.file))
        spool.close()
        #expect(fixture.files.count == 2)
    }

    @Test("symbolic links, pipes and directories under a batch's name stop nobody")
    func specialFiles() throws {
        let fixture = SpoolFixture()
        let (path, bytes) = try Self.stored(fixture)
        let root = fixture.path + "/spool/"
        fixture.write(bytes, to: "elsewhere")
        var name = try Self.name(path)
        for kind in 0..<3 {
            name.created += 1
            let special = root + fixture.folder + "/" + name.text
            switch kind {
            case 0: symlink(root + "elsewhere", special)
            case 1: mkfifo(special, 0o600)
            default: mkdir(special, 0o700)
            }
        }
        let spool = fixture.open()
        #expect(spool.load(at: fixture.now) != nil)
        #expect(spool.load(at: fixture.now) == nil)
        // The listing says what they are; where one does not, reading them comes to nothing.
        #expect(spool.queue.add(name, sequence: 0) > 0)
        #expect(spool.load(at: fixture.now) == nil)
        #expect(fixture.read("elsewhere") == bytes)
    }

    @Test("a folder that is a symbolic link is not entered")
    func linkedFolder() throws {
        let fixture = SpoolFixture()
        _ = try Self.stored(fixture)
        let root = fixture.path + "/spool/"
        rename(root + fixture.folder, fixture.path + "/real")
        let hash = SpoolName.destination(testDestination.url)
        symlink(fixture.path + "/real", root + SpoolName.Folder(destination: hash, created: 1, random: 1).text)
        let spool = fixture.open()
        #expect(spool.isWorking && spool.files == 0)
        #expect(SpoolFixture.names(fixture.path + "/real").count == 1)
    }

    @Test("an event that the sanitizer would change is not sent, however well it is packed")
    func uncleanBatch() throws {
        let fixture = SpoolFixture()
        let (path, bytes) = try Self.stored(fixture, [fixture.record("paid with 0000 0000 0000 0000 today")])
        let text = SentEnvelope(gzip: bytes).text.replacing("0000 0000 0000 0000", with: "4111 1111 1111 1111")
        let forged = try gzip(Array(text.utf8))
        var name = try Self.name(path)
        name.count = forged.count
        name.checksum = Spool.checksum(forged)
        Self.replace(fixture, path, name, forged)
        let spool = fixture.open()
        #expect(spool.load(at: fixture.now) == nil)
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(adopted: 1, lost: [.eventProcessor: 1]))
        // Not put aside either.
        #expect(fixture.files.isEmpty)
    }

    @Test(
        "nothing hides in a gzip header, behind the member, in headers of envelope or item, or in items we do not make"
    )
    func smuggling() throws {
        let planted = Array("4111111111111111".utf8)
        let fixture = SpoolFixture()
        let (path, bytes) = try Self.stored(fixture)
        let text = SentEnvelope(gzip: bytes).text
        var withName = bytes
        withName[3] = 8
        withName.insert(contentsOf: planted + [0], at: 10)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let firstLine = String(lines[0].dropLast()) + ",\"dsn_\":\"4111111111111111\"}"
        let member = try gzip(Array(text.utf8))
        let variants: [[UInt8]] = [
            withName,
            bytes + planted,
            bytes + member,
            try gzip(Array(text.replacing(lines[0], with: firstLine).utf8)),
            try gzip(
                Array(
                    text.replacing("{\"type\":\"event\",", with: "{\"type\":\"event\",\"x\":\"4111111111111111\",").utf8
                )
            ),
            try gzip(Array((text + "{\"type\":\"attachment\",\"length\":16}\n4111111111111111\n").utf8)),
            try gzip(Array(text.replacing("\"type\":\"event\"", with: "\"type\": \"event\"").utf8)),
            try gzip([]),
            try gzip(Array("{}\n".utf8)),
        ]
        var reopener = EnvelopeReopener(policy: .standard)
        #expect(throws: Never.self) { try reopener.reopen(bytes) }
        for (index, variant) in variants.enumerated() {
            #expect(throws: SanitizedGzip.Refusal.self, "variant \(index)") { try reopener.reopen(variant) }
        }
        _ = path
    }

    @Test("a bomb is not inflated")
    func bomb() throws {
        var reopener = EnvelopeReopener(policy: .standard)
        let bomb = try gzip([UInt8](repeating: 0x20, count: 64 << 20))
        #expect(throws: SanitizedGzip.Refusal.damaged) { try reopener.reopen(bomb) }
    }

    @Test("a journal keeps what stands before the first damage, wherever that is")
    func tornJournal() throws {
        let fixture = SpoolFixture()
        var records = fixture.records(4)
        do {
            let spool = fixture.open()
            spool.append(&records, at: fixture.now)
        }
        let name = try #require(fixture.file("j-"))
        let bytes = fixture.read(name)
        let frame = bytes.count / 4
        for cut in [0, 1, frame - 1, frame, frame + 1, 2 * frame + 31, bytes.count - 1, bytes.count] {
            fixture.write(Array(bytes[..<cut]), to: name)
            let spool = fixture.open()
            let back = spool.loadSegment(at: fixture.now)
            let whole = cut / frame
            #expect(back.map(\.id) == records.prefix(whole).map(\.id))
            let torn = cut % frame == 0 ? 0 : 1
            let expected = SpoolSum(adopted: whole + torn, lost: torn == 0 ? [:] : [.internalError: 1])
            #expect(SpoolSum(spool.takeEffects()) == expected, "cut at \(cut)")
            fixture.write(bytes, to: name)
        }
        for position in [0, 2, 3, 4, 7, 8, 11, 12, 15, 16, 31, 32, frame - 1] {
            var flipped = bytes
            flipped[frame + position] ^= 0x80
            fixture.write(flipped, to: name)
            let spool = fixture.open()
            #expect(spool.loadSegment(at: fixture.now).map(\.id) == [records[0].id], "flipped at \(position)")
            #expect(SpoolSum(spool.takeEffects()) == SpoolSum(adopted: 2, lost: [.internalError: 1]))
        }
    }

    @Test("a frame with a huge length and a right check value ends its journal")
    func hugeFrame() throws {
        let fixture = SpoolFixture()
        var frame: [UInt8] = []
        JournalFrame.append(fixture.record(), to: &frame)
        frame[4...7] = [0xFF, 0xFF, 0xFF, 0xFF]
        var offset = 0
        #expect(JournalFrame.read(frame, at: &offset) == nil && offset == 0)
        frame[4...7] = [0xFF, 0xFF, 0xFF, 0x7F]
        #expect(JournalFrame.read(frame, at: &offset) == nil)
    }

    @Test("a journalled event that the sanitizer would change, or that has another id, is not taken")
    func uncleanFrame() throws {
        let fixture = SpoolFixture()
        let name: String
        do {
            let spool = fixture.open()
            var records = fixture.records(1)
            spool.append(&records, at: fixture.now)
            name = try #require(fixture.file("j-"))
        }
        let clean = fixture.record("paid with 0000000000000000")
        var frame: [UInt8] = []
        JournalFrame.append(clean, to: &frame)
        var forged: [UInt8] = []
        let payload = Array(
            String(decoding: clean.bytes.value, as: UTF8.self)
                .replacing("0000000000000000", with: "4111111111111111").utf8
        )
        forgeFrame(payload, id: clean.id, into: &forged)
        forgeFrame(clean.bytes.value, id: EventID(high: 3, low: 4), into: &forged)
        fixture.write(frame + forged, to: name)
        let spool = fixture.open()
        #expect(spool.loadSegment(at: fixture.now).map(\.id) == [clean.id])
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(adopted: 3, lost: [.eventProcessor: 2]))
    }

    @Test("of damaged files three are kept, 256 KiB of them, for a day")
    func quarantine() throws {
        let fixture = SpoolFixture()
        for _ in 0..<5 {
            let (name, bytes) = try Self.stored(fixture)
            fixture.write(Array(bytes.dropLast()), to: name)
            fixture.wall += 1
            let spool = fixture.open()
            #expect(spool.load(at: fixture.now) == nil)
            spool.close()
        }
        let kept = fixture.files.filter { $0.hasPrefix("bad/") }
        #expect(kept.count == 3)
        fixture.wall += 86_400_001
        let (name, bytes) = try Self.stored(fixture)
        fixture.write(Array(bytes.dropLast()), to: name)
        let spool = fixture.open()
        #expect(spool.load(at: fixture.now) == nil)
        let after = fixture.files.filter { $0.hasPrefix("bad/") }
        #expect(after.count == 1 && !kept.contains(after[0]))
    }

    @Test("random damage to files and names never traps, loops, or lets something through that was not stored")
    func fuzz() throws {
        let fixture = SpoolFixture()
        var generator = SplitMix(seed: 20_261_130)
        let records = fixture.records(6)
        let known = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.bytes) })
        do {
            let spool = fixture.open()
            #expect(spool.store(fixture.shipment(Array(records[..<2])), at: fixture.now))
            #expect(spool.store(fixture.shipment([records[2]], isBatch: false), at: fixture.now))
            var journalled = Array(records[3...])
            spool.append(&journalled, at: fixture.now)
        }
        let sound = fixture.files.filter { $0.contains("/") }.map { ($0, fixture.read($0)) }
        let folder = fixture.folder
        for _ in 0..<400 {
            SpoolFixture.removeTree(fixture.path + "/spool/" + folder)
            SpoolFixture.removeTree(fixture.path + "/spool/bad")
            mkdir(fixture.path + "/spool/" + folder, 0o700)
            for (name, bytes) in sound {
                let last = name.split(separator: "/").last.map { Array($0.utf8) } ?? []
                let damagesName = generator.next() % 4 == 0
                let newName = damagesName ? mutated(last, using: &generator, isName: true) : last
                let newBytes = generator.next() % 4 == 0 ? bytes : mutated(bytes, using: &generator, isName: false)
                fixture.write(newBytes, to: folder + "/" + String(decoding: newName, as: UTF8.self))
            }
            let spool = fixture.open()
            var loaded = spool.loadSegment(at: fixture.now)
            while let shipment = spool.load(at: fixture.now) { loaded += shipment.records }
            for record in loaded { #expect(known[record.id] == record.bytes) }
            let sum = SpoolSum(spool.takeEffects())
            #expect(sum.adopted == loaded.count + sum.lost.values.reduce(0, +))
        }
        #expect(fixture.descriptors.count == 0)
    }
}

/// One frame around any bytes.
private func forgeFrame(_ payload: [UInt8], id: EventID, into bytes: inout [UInt8]) {
    var frame = [0x54, 0x4A, 1, 2] as [UInt8]
    frame += (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    var rest: [UInt8] = [0x40, 0x42, 0x0F, 0]
    for half in [id.high, id.low] { rest += (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) } }
    rest += payload
    let head = ContiguousArray(frame)
    let tail = ContiguousArray(rest)
    let checksum = Checksum.crc32(tail.span, after: Checksum.crc32(head.span))
    frame += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt32($0))) }
    bytes += frame + rest
}

/// gzip as anybody could write it: stored blocks, so that no compressor is needed.
private func gzip(_ text: [UInt8]) throws -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var offset = 0
    repeat {
        let count = min(65_535, text.count - offset)
        bytes.append(offset + count == text.count ? 1 : 0)
        bytes += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8((~count >> 8) & 255)]
        bytes += text[offset..<offset + count]
        offset += count
    } while offset < text.count
    let all = ContiguousArray(text)
    let checksum = Checksum.crc32(all.span)
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index)))) }
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: text.count >> (8 * index))) }
    return bytes
}

private func mutated(_ bytes: [UInt8], using generator: inout SplitMix, isName: Bool) -> [UInt8] {
    var bytes = bytes
    for _ in 0...generator.next() % 3 where !bytes.isEmpty {
        let place = Int(generator.next() % UInt64(bytes.count))
        let value =
            isName ? Array("0123456789abcdef-.gzjenvi".utf8)[Int(generator.next() % 25)] : UInt8(generator.next() & 255)
        switch generator.next() % 4 {
        case 0: bytes[place] = value
        case 1: bytes.insert(value, at: place)
        case 2: bytes.remove(at: place)
        default: if isName { bytes[place] = value } else { bytes.removeSubrange(place...) }
        }
    }
    return isName && bytes.isEmpty ? [0x78] : bytes
}
