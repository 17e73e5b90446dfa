import Sanitizer
import TelemetryEnvelope
import TelemetryGzip

@testable import TelemetryDelivery

/// Clean records without a pass: `size` bytes of a literal.
func record(_ number: UInt64, level: Level = .info, size: Int = 10) -> Record {
    Record(id: EventID(high: 1, low: number), level: level, sequence: number, bytes: cleanBytes(size))
}

func cleanBytes(_ size: Int) -> Sanitized<[UInt8]> {
    var buffer = SanitizedBuffer(capacity: size)
    while buffer.count < size { buffer.append("x") }
    return buffer.bytes(in: 0..<size)
}

let testDestination = Destination(
    url: "http://127.0.0.1:9/api/1/envelope/",
    isSecure: false,
    headerLines: [],
    network: NetworkOptions()
)

extension Moment {
    static func seconds(_ seconds: Double) -> Moment {
        Moment(nanoseconds: Int64(seconds * 1e9))
    }
}

/// Drives a machine by hand: freezes what it asks for, and hands over what it would send.
final class MachineDriver {
    var machine: DeliveryMachine
    var now = Moment.seconds(100)
    var fates: [EventID: Fate] = [:]
    var reports: [DropCounts] = []
    var pendingReport: DropCounts?
    private var freezer = EnvelopeFreezer(destination: testDestination)
    private var generator = SplitMix(seed: 7)

    init(batching: Batching = Batching(), retry: RetryPolicy = RetryPolicy(), usesBatches: Bool = false) {
        machine = DeliveryMachine(batching: batching, retry: retry, seed: 42)
        machine.usesBatches = usesBatches
    }

    func add(_ records: [Record]) {
        for record in records { machine.add(record, at: now) }
    }

    /// Runs until the machine submits or waits. The submitted batch, or nil and the moment until which it waits.
    func run() -> (batch: OutgoingBatch?, wait: Moment?) {
        while true {
            switch machine.next(at: now) {
            case .freeze(let draft):
                var report = draft.report
                if report == nil, draft.mayCarryReport {
                    report = pendingReport
                    pendingReport = nil
                }
                let id = draft.isBatch ? EventID.random(using: &generator) : draft.records[0].id
                let batch = freezer.freeze(draft, id: id, report: report, wallMilliseconds: 0)
                machine.froze(batch, report: report)
            case .submit(let batch):
                return (batch, nil)
            case .load:
                return (nil, nil)
            case .wait(let until):
                return (nil, until)
            }
        }
    }

    func answer(_ status: Int, batches: Bool = true, reading: ReplyReading = ReplyReading()) {
        let reply = TransportReply(status: status, understandsBatches: batches)
        machine.answered(.reply(reply), reading: reading, at: now)
        collect()
    }

    func fail(_ kind: TransportFailure.Kind = .cannotConnect) {
        machine.answered(.failure(TransportFailure(kind: kind)), at: now)
        collect()
    }

    func collect() {
        for effect in machine.takeEffects() {
            switch effect {
            case .settled(let record, let fate, _):
                precondition(fates[record.id] == nil, "two fates for one event")
                fates[record.id] = fate
            case .restored(let counts): reports.append(counts)
            case .fileEnded, .fileTried: break
            }
        }
    }

    func advance(_ seconds: Double) {
        now = now + .nanoseconds(Int64(seconds * 1e9))
    }
}
