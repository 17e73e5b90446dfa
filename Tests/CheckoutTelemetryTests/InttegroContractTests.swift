import CheckoutTelemetry
import TelemetryWire
import Testing

/// What Inttegro's page documents, and what the adapter has: the same, in both directions.
@Suite struct InttegroContractTests {
    @Test("the adapter has every documented name, value and table, and no others")
    func tables() throws {
        let contract = try Contract("inttegro")
        #expect(try contract.string("sdk") == CheckoutSDK.inttegro.rawValue)
        #expect(try contract.string("version") == InttegroFlow.documentedVersion)
        let rows = try contract.rows("events")
        #expect(
            rows
                == InttegroFlow.EventType.allCases.map {
                    Contract.Row([
                        "name": $0.rawValue, "event": $0.name.rawValue, "outcome": $0.outcome?.rawValue,
                        "certainty": $0.outcome.map { _ in InttegroFlow.certainty.rawValue },
                    ])
                }
        )
        #expect(rows.count == 11)
        #expect(rows.map { $0["name"] } == CheckoutSDK.inttegro.events.map(\.rawValue))
        #expect(CheckoutSDK.inttegro.codes.isEmpty)
        #expect(
            try contract.strings("recoverable")
                == InttegroFlow.EventType.allCases.filter(\.isRecoverable).map(\.rawValue)
        )
        #expect(try contract.strings("kinds") == InttegroFlow.Subject.allCases.map(\.kind.rawValue))
        #expect(try contract.strings("payment_methods") == [CheckoutPaymentMethodKind.mobileMoney.rawValue])
        #expect(try Set(contract.strings("wrappers")) == Set(words(CheckoutWrapper.self)))
        try features(contract)

        #expect(try contract.strings("capabilities") == CheckoutSDK.inttegro.capabilityNames)
        #expect(try contract.string("default_mode") == "given_dsn")
        try expectPayloads(of: contract)
        #expect(contract.rest.isEmpty)
    }

    private func features(_ contract: Contract) throws {
        let defaults = InttegroFlow.Features()
        let keys: [(String, CheckoutKey<Bool>, Bool)] = [
            ("allowPaymentMethodChange", .configMethodChange, defaults.allowPaymentMethodChange),
            ("showInvoiceDownload", .configInvoice, defaults.showInvoiceDownload),
            ("showLineItems", .configLineItems, defaults.showLineItems),
            ("showReceiptDownload", .configReceipt, defaults.showReceiptDownload),
        ]
        #expect(
            try contract.rows("features")
                == keys.map { Contract.Row(["name": $0.0, "attribute": "\($0.1.name)"], flags: ["default": $0.2]) }
        )
    }
}
