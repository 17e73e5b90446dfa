import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct VocabularyTests {
    @Test("a literal name is the raw value, and is read back")
    func names() {
        for reason in DropReason.allCases {
            #expect(reason.name.description == reason.rawValue)
            let bytes = ContiguousArray(reason.rawValue.utf8)
            #expect(DropReason(bytes: bytes.span) == reason)
        }
        for category in DataCategory.allCases {
            #expect(category.name.description == category.rawValue)
            let bytes = ContiguousArray(category.rawValue.utf8)
            #expect(DataCategory(bytes: bytes.span) == category)
        }
        for type in ItemType.allCases {
            #expect(type.name.description == type.rawValue)
            let bytes = ContiguousArray(type.rawValue.utf8)
            #expect(ItemType(bytes: bytes.span) == type)
        }
    }

    @Test("unknown names are other, or nothing", arguments: ["", "Event", "event ", "events", "queue-overflow"])
    func unknown(_ name: String) {
        let bytes = ContiguousArray(name.utf8)
        #expect(DropReason(bytes: bytes.span) == .other)
        #expect(DataCategory(bytes: bytes.span) == nil)
        #expect(ItemType(bytes: bytes.span) == nil)
    }

    @Test(
        "types are counted under the categories that clients use",
        arguments: [
            (.event, .error), (.log, .logItem), (.statsd, .metricBucket), (.replayVideo, .replay),
            (.sessions, .session),
            (.checkIn, .monitor), (.userReport, .feedback), (.clientReport, .internal), (.traceMetric, .traceMetric),
        ] as [(ItemType, DataCategory)]
    )
    func categories(_ type: ItemType, _ category: DataCategory) {
        #expect(type.category == category)
    }

    @Test(
        "levels are read alike from text and bytes",
        arguments: [
            ("debug", .debug), ("trace", .debug), ("info", .info), ("log", .info), ("warning", .warning),
            ("warn", .warning),
            ("error", .error), ("fatal", .fatal), ("critical", .fatal), ("", nil), ("Error", nil), ("errors", nil),
            ("warnin", nil),
        ] as [(String, Level?)]
    )
    func levels(_ name: String, _ level: Level?) {
        let bytes = ContiguousArray(name.utf8)
        #expect(Level(name: name) == level)
        #expect(Level(bytes: bytes.span) == level)
    }
}
