import Glibc
import Sanitizer
import TelemetryEnvelope
import TelemetryGzip

@testable import TelemetryDelivery

/// A directory that goes with the test, and spools in it.
final class SpoolFixture {
    let path: String
    let descriptors = SpoolDescriptors()
    var now = Moment.seconds(1_000)
    var wall: Int64 = 1_900_000_000_000
    private var sanitizer = EventSanitizer(stage: .client)
    private var freezer = EnvelopeFreezer(destination: testDestination)
    private var generator = SplitMix.seededBySystem()
    private var sequence: UInt64 = 0

    init() {
        var template = Array("/var/tmp/telemetry-spool-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return "" }
            return String(cString: made)
        }
    }

    deinit {
        SpoolFixture.removeTree(path)
    }

    func options(_ change: (inout SpoolOptions) -> Void = { _ in }) -> SpoolOptions {
        var options = SpoolOptions(directory: path + "/spool")
        change(&options)
        return options
    }

    /// A spool that is not open yet.
    func closed(
        _ destination: Destination = testDestination,
        policy: Policy = .standard,
        change: (inout SpoolOptions) -> Void = { _ in }
    ) -> Spool {
        Spool(
            setup: Spool.Setup(options: options(change), policy: policy),
            destination: destination,
            descriptors: descriptors,
            seed: generator.next(),
            keepsIDs: true
        )
    }

    /// An open spool.
    func open(
        _ destination: Destination = testDestination,
        policy: Policy = .standard,
        change: (inout SpoolOptions) -> Void = { _ in }
    ) -> Spool {
        let spool = closed(destination, policy: policy, change: change)
        spool.openIfDue(at: now, wallMilliseconds: wall)
        return spool
    }

    /// A clean event as the reporter makes it.
    func record(_ text: String = "payment declined", level: Level = .info, sampleRate: Double = 1) -> Record {
        sequence += 1
        let id = EventID.random(using: &generator)
        let raw = ContiguousArray("{\"event_id\":\"\(id)\",\"level\":\"\(level.name)\",\"message\":\"\(text)\"}".utf8)
        var clean = SanitizedBuffer()
        var observer = NoObserver()
        _ = try? sanitizer.run(raw.span, into: &clean, observer: &observer)
        return Record(
            id: id,
            level: level,
            sequence: sequence,
            sampleRate: sampleRate,
            bytes: clean.bytes(in: 0..<clean.count)
        )
    }

    func records(_ count: Int, level: Level = .info) -> [Record] {
        (0..<count).map { record("payment \($0) declined", level: level) }
    }

    /// A frozen batch of records.
    func shipment(_ records: [Record], report: DropCounts? = nil, isBatch: Bool = true) -> DeliveryMachine.Shipment {
        let draft = DeliveryMachine.Draft(records: records, isBatch: isBatch)
        let id = isBatch ? EventID.random(using: &generator) : records[0].id
        guard let batch = freezer.freeze(draft, id: id, report: report, wallMilliseconds: wall) else {
            preconditionFailure("no memory")
        }
        return DeliveryMachine.Shipment(batch: batch, records: records, isBatch: isBatch, report: report)
    }

    // MARK: What lies there

    /// The paths of all files below the spool's directory, relative to it.
    var files: [String] { SpoolFixture.files(path + "/spool") }

    /// The one folder of a process.
    var folder: String { SpoolFixture.names(path + "/spool").first { $0.hasPrefix("q-") } ?? "" }

    func file(_ prefix: String) -> String? {
        files.first { $0.split(separator: "/").last?.hasPrefix(prefix) == true }
    }

    func read(_ name: String) -> [UInt8] {
        let file = Glibc.open(path + "/spool/" + name, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8 << 20)
        let count = Glibc.read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    func write(_ bytes: [UInt8], to name: String) {
        let file = Glibc.open(path + "/spool/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        _ = Glibc.write(file, bytes, bytes.count)
    }

    static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func files(_ path: String) -> [String] {
        names(path).flatMap { name -> [String] in
            let inner = path + "/" + name
            let probe = Glibc.open(inner, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard probe >= 0 else { return [name] }
            close(probe)
            return files(inner).map { name + "/" + $0 }
        }
    }

    static func removeTree(_ path: String) {
        for name in names(path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { removeTree(inner) }
        }
        rmdir(path)
    }
}

/// What a spool's effects add up to.
struct SpoolSum: Equatable {
    var adopted = 0
    var persisted = 0
    var lost: [DropReason: Int] = [:]

    init(_ effects: [Spool.Effect]) {
        for effect in effects {
            switch effect {
            case .adopted(let count): adopted += count
            case .persisted(let count): persisted += count
            case .lost(let count, let reason, _): lost[reason, default: 0] += count
            case .restored: break
            }
        }
    }

    init(adopted: Int = 0, persisted: Int = 0, lost: [DropReason: Int] = [:]) {
        self.adopted = adopted
        self.persisted = persisted
        self.lost = lost
    }
}
