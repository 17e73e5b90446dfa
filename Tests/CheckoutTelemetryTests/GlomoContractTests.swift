import CheckoutTelemetry
import TelemetryWire
import Testing

/// What Glomo's page documents, and what the adapter has: the same, in both directions.
@Suite struct GlomoContractTests {
    typealias Row = Contract.Row

    @Test("the adapter has every documented name, value and table, and no others")
    func tables() throws {
        let contract = try Contract("glomo")
        #expect(try contract.string("sdk") == CheckoutSDK.glomo.rawValue)
        #expect(try contract.string("version") == GlomoFlow.documentedVersion)
        try callbacks(contract)
        try errors(contract)
        try results(contract)
        try keys(contract)
        try orders(contract)
        try device(contract)
        try urls(contract)
        try capabilities(contract)
        try expectPayloads(of: contract)
        #expect(contract.rest.isEmpty)
    }

    private func callbacks(_ contract: Contract) throws {
        let names = try contract.strings("callbacks")
        #expect(names == GlomoFlow.Callback.allCases.map(\.rawValue))
        #expect(names == CheckoutSDK.glomo.events.map(\.rawValue))
        #expect(
            try contract.strings("callbacks_with_default")
                == GlomoFlow.Callback.allCases.filter(\.hasDefault).map(\.rawValue)
        )
    }

    private func errors(_ contract: Contract) throws {
        let sdk = try contract.rows("sdk_errors")
        #expect(
            sdk
                == GlomoFlow.SdkErrorType.allCases.map {
                    Row(["name": $0.rawValue, "error_type": $0.errorType.rawValue])
                }
        )
        let connection = try contract.rows("connection_errors")
        #expect(
            connection
                == GlomoFlow.ConnectionErrorType.allCases.map {
                    Row(
                        ["name": $0.rawValue, "error_type": $0.errorType.rawValue],
                        flags: ["is_recoverable": $0.isRecoverable]
                    )
                }
        )
        for row in try contract.rows("unreported_native_errors") {
            let code = try #require(row.integer("code"))
            #expect(GlomoFlow.isUnreported(domain: row["domain"], code: code))
            #expect(GlomoFlow.isUnreported(domain: nil, code: code))
            #expect(!GlomoFlow.isUnreported(domain: "NSPOSIXErrorDomain", code: code))
            #expect(!GlomoFlow.isUnreported(domain: row["domain"], code: code + 1))
        }
        let sources = try contract.rows("termination_sources").map { [$0["name"], $0["word"]] }
        #expect(sources == GlomoFlow.TerminationSource.allCases.map { [$0.rawValue, $0.word.rawValue] })
        let codes = Set(try (sdk + connection).map { try #require($0["name"]) } + sources.map { $0[0] ?? "" })
        #expect(codes == Set(CheckoutSDK.glomo.codes.map(\.rawValue)))
        #expect(try contract.flag("auto_close_default"))
        #expect(
            try Set(contract.strings("retry_causes")).isSubset(of: Set(CheckoutRetryCause.allCases.map(\.rawValue)))
        )
    }

    private func results(_ contract: Contract) throws {
        _ = try contract.rows("results")
        #expect(
            try contract.rows("journeys")
                == GlomoFlow.JourneyType.allCases.map { Row(["name": $0.rawValue, "word": "bank_transfer"]) }
        )
        #expect(try contract.strings("bridge_rejections") == words(CheckoutBridgeReason.self))
    }

    private func keys(_ contract: Contract) throws {
        let prefixes = try contract.rows("key_prefixes")
        for row in prefixes {
            let prefix = try #require(row["prefix"])
            let mode = GlomoFlow.keyMode(prefix + "x")
            #expect(mode.rawValue == row["mode"])
            #expect(GlomoFlow.environment(mode)?.rawValue == row["environment"])
        }
        #expect(GlomoFlow.keyMode("pk_live_1") == .other)
        #expect(GlomoFlow.keyMode("") == .absent)
        #expect(GlomoFlow.environment(.other) == nil)
        #expect(Set(prefixes.compactMap { $0["mode"] }) == ["live", "test", "mock"])
        #expect(
            try contract.pairs("identifiers")
                == ["orderId": GlomoFlow.orderPrefix, "subscriptionId": GlomoFlow.subscriptionPrefix]
        )
        let lengths = GlomoFlow.lengthsExceeded.map { ($0.key.rawValue, $0.value) }
        #expect(try contract.numbers("longer_than") == Dictionary(uniqueKeysWithValues: lengths))
        let kinds = try contract.pairs("kinds")
        #expect(kinds["orderId"] == GlomoFlow.kind(orderId: "order_1", subscriptionId: nil)?.rawValue)
        #expect(kinds["subscriptionId"] == GlomoFlow.kind(orderId: nil, subscriptionId: "sub_1")?.rawValue)
        #expect(kinds.count == 2)
        #expect(GlomoFlow.kind(orderId: "order_1", subscriptionId: "sub_1") == nil)
        #expect(GlomoFlow.kind(orderId: nil, subscriptionId: nil) == nil)
    }

    private func orders(_ contract: Contract) throws {
        #expect(try contract.strings("order_types_requested") == GlomoFlow.OrderType.allCases.map(\.rawValue))
        #expect(try contract.strings("order_types_requested") == words(CheckoutOrderTypeRequest.self))
        #expect(try contract.string("order_type_default") == GlomoFlow.OrderType.auto.rawValue)
        #expect(try contract.strings("order_types_resolved") == words(CheckoutOrderType.self))
        #expect(try contract.rows("order_type_failures").map { $0["word"] } == words(CheckoutOrderTypeFailure.self))
    }

    private func device(_ contract: Contract) throws {
        let rows = try contract.rows("device_check")
        for row in rows {
            let mode = try #require(row["key_mode"].flatMap(CheckoutKeyMode.init(rawValue:)))
            let signal = row["signal"].flatMap(CheckoutDeviceSignal.init(rawValue:))
            #expect(GlomoFlow.deviceResult(mode, found: signal).rawValue == row["result"])
        }
        #expect(Set(rows.compactMap { $0["result"] }) == Set(words(CheckoutDeviceResult.self)))
        #expect(Set(rows.compactMap { $0["signal"] }) == Set(words(CheckoutDeviceSignal.self)))
        #expect(
            try contract.pairs("usage_descriptions")
                == Dictionary(
                    uniqueKeysWithValues: GlomoFlow.UsageDescription.allCases.map { ($0.rawValue, $0.check.rawValue) }
                )
        )
        #expect(try contract.strings("uploads") == words(CheckoutUploadSource.self))
        #expect(try contract.integer("ready_threshold") == GlomoFlow.readyThreshold)
    }

    private func urls(_ contract: Contract) throws {
        let policies = try contract.rows("url_policies")
        #expect(policies.count == 2)
        let allowed = policies[0].strings("allowed_schemes")
        let rejected = policies[1].strings("rejected_schemes")
        #expect(policies.map { $0["surface"] } == ["bank_overlay", "checkout"])
        #expect(Set(allowed) == Set(GlomoFlow.bankOverlaySchemes.map(\.rawValue)))
        #expect(Set(rejected) == Set(GlomoFlow.rejectedSchemes.map(\.rawValue)))
        for scheme in CheckoutURLScheme.allCases.map(\.rawValue) + ["myapp"] where scheme != "_OTHER" {
            let url = scheme.uppercased() + ":x"
            #expect(GlomoFlow.bankOverlayAllows(url) == allowed.contains(scheme), "\(scheme)")
            #expect(GlomoFlow.mayOpen(url) == !rejected.contains(scheme), "\(scheme)")
        }
        #expect(!GlomoFlow.bankOverlayAllows("no scheme") && !GlomoFlow.mayOpen("no scheme"))
    }

    private func capabilities(_ contract: Contract) throws {
        #expect(try contract.strings("capabilities") == CheckoutSDK.glomo.capabilityNames)
        #expect(try contract.string("default_mode") == "given_dsn")
    }
}
