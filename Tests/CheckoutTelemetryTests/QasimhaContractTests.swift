import CheckoutTelemetry
import TelemetryWire
import Testing

/// What Qasimha's page documents, and what the adapter has: the same, in both directions.
@Suite struct QasimhaContractTests {
    @Test("the adapter has every documented name, value and table, and no others")
    func tables() throws {
        let contract = try Contract("qasimha")
        #expect(try contract.string("sdk") == CheckoutSDK.qasimha.rawValue)
        #expect(try contract.string("version") == QasimhaFlow.documentedVersion)
        try keys(contract)
        try results(contract)
        try returns(contract)
        try browser(contract)
        #expect(try contract.strings("capabilities") == CheckoutSDK.qasimha.capabilityNames)
        try expectPayloads(of: contract)
        #expect(contract.rest.isEmpty)
    }

    private func keys(_ contract: Contract) throws {
        let rows = try contract.rows("key_prefixes")
        for row in rows {
            let key = try #require(row["prefix"]) + "x"
            #expect(QasimhaFlow.keyMode(key).rawValue == row["mode"])
            #expect(QasimhaFlow.environment(publicKey: key)?.rawValue == row["environment"])
            let local = QasimhaFlow.environment(publicKey: key, apiBaseURL: "http://localhost:9")
            #expect(try local?.rawValue == contract.string("local_environment"))
        }
        #expect(rows.count == 2)
        for other in ["live_x", "sk_live_x", "mock_x"] { #expect(QasimhaFlow.keyMode(other) == .other) }
        #expect(QasimhaFlow.keyMode(nil) == .absent)
        #expect(QasimhaFlow.environment(publicKey: nil) == nil)
        #expect(try contract.string("kind") == CheckoutKind.order.rawValue)
    }

    private func results(_ contract: Contract) throws {
        #expect(try contract.strings("results") == QasimhaFlow.Result.allCases.map(\.rawValue))
        #expect(try contract.strings("results") == CheckoutSDK.qasimha.events.map(\.rawValue))
        let statuses = try contract.rows("statuses")
        #expect(statuses.map { $0["name"] } == QasimhaFlow.Status.allCases.map(\.rawValue))
        #expect(statuses.map { $0["error_type"] } == QasimhaFlow.Status.allCases.map(\.errorType.rawValue))
        #expect(statuses.map { $0["name"] } == CheckoutSDK.qasimha.codes.map(\.rawValue))
        #expect(try contract.strings("cancel_reasons") == words(CheckoutCancelReason.self))
        for ending in ["success", "other_status", "declined_status", "cancelled"] { _ = try contract.row(ending) }
    }

    private func returns(_ contract: Contract) throws {
        #expect(try contract.strings("merchant_urls") == ["success", "failure", "cancel"])
        #expect(try contract.strings("return_kinds") == words(CheckoutReturnKind.self))
        #expect(try contract.strings("return_channels") == words(CheckoutReturnChannel.self))
        let urls = QasimhaFlow.MerchantURL(
            success: "https://shop.example/ok",
            failure: "https://shop.example/no",
            cancel: "shop://cart"
        )
        #expect(urls.kind(of: "HTTPS://Shop.Example/ok/?order=1#t") == .success)
        #expect(urls.kind(of: "https://user:secret@shop.example/no") == .failure)
        #expect(urls.kind(of: "shop://cart?x") == .cancel)
        for other in ["https://shop.example/OK", "http://shop.example/ok", "https://shop.example:8443/ok", "", "x"] {
            #expect(urls.kind(of: other) == nil, "\(other)")
        }
        let without = QasimhaFlow.MerchantURL(success: "s://a/b", failure: "s://a/c")
        #expect(try without.kind(of: "s://a/c")?.rawValue == contract.string("cancel_defaults_to"))
        #expect(QasimhaFlow.MerchantURL(success: "s://a/b", failure: "s://a/b?x").kind(of: "s://a/b") == .ambiguous)
        #expect(QasimhaFlow.channel(of: "https://shop.example/ok") == .universalLink)
        #expect(QasimhaFlow.channel(of: "shop://ok") == .customScheme)
    }

    private func browser(_ contract: Contract) throws {
        #expect(
            try contract.rows("presentations")
                == QasimhaFlow.Presentation.allCases.map {
                    Contract.Row(["name": $0.rawValue, "word": $0.word.rawValue])
                }
        )
        #expect(try contract.strings("languages") == words(CheckoutLanguage.self))
        #expect(try contract.string("language_default") == QasimhaFlow.language(nil).rawValue)
        #expect(QasimhaFlow.language("fr") == .other)
        #expect(try contract.strings("navigation_reasons") == words(CheckoutNavigationReason.self))
        #expect(try contract.string("navigation_scheme") == QasimhaFlow.navigationScheme.rawValue)
        #expect(try contract.strings("widget_hidden_reasons") == words(CheckoutWidgetReason.self))
        #expect(try contract.integer("widget_timeout") == QasimhaFlow.widgetTimeout)
        #expect(try contract.string("default_mode") == "off")
    }
}
