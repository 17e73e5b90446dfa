import CheckoutTelemetry
import TelemetryWire
import Testing

/// What Dodo's page documents, and what the adapter has: the same, in both directions.
@Suite struct DodoContractTests {
    @Test("the adapter has every documented name, value and table, and no others")
    func tables() throws {
        let contract = try Contract("dodo")
        #expect(try contract.string("sdk") == CheckoutSDK.dodo.rawValue)
        #expect(try contract.string("version") == DodoFlow.documentedVersion)
        try events(contract)
        try statuses(contract)
        try errors(contract)
        try urls(contract)
        #expect(
            try contract.rows("presentation_styles")
                == DodoFlow.PresentationStyle.allCases.map {
                    Contract.Row(["name": $0.rawValue, "word": $0.word.rawValue])
                }
        )
        #expect(try contract.string("presentation_style_default") == DodoFlow.PresentationStyle.pageSheet.rawValue)
        #expect(try contract.string("presentation") == CheckoutPresentation.browser.rawValue)
        #expect(try contract.string("kind") == CheckoutKind.session.rawValue)
        #expect(try contract.strings("capabilities") == CheckoutSDK.dodo.capabilityNames)
        #expect(try contract.string("default_mode") == "off")
        try expectPayloads(of: contract)
        #expect(contract.rest.isEmpty)
    }

    private func events(_ contract: Contract) throws {
        let rows = try contract.rows("events")
        #expect(rows.map { $0["wire"] } == DodoFlow.Event.allCases.map(\.rawValue))
        #expect(rows.map { $0["name"] } == DodoFlow.Event.allCases.map { "\($0)" })
        #expect(rows.map { $0["wire"] } == CheckoutSDK.dodo.events.map(\.rawValue))
    }

    private func statuses(_ contract: Contract) throws {
        let all = DodoFlow.Status.allCases
        #expect(
            try contract.rows("statuses")
                == all.map {
                    Contract.Row([
                        "name": $0.rawValue, "outcome": $0.outcome.rawValue, "certainty": $0.certainty.rawValue,
                        "error_type": $0.errorType?.rawValue,
                    ])
                }
        )
        #expect(try contract.strings("final_statuses") == all.filter(\.isFinal).map(\.rawValue))
        let table = try contract.pairs("query_statuses")
        for (query, status) in table { #expect(DodoFlow.Status(query: query).rawValue == status, "\(query)") }
        for (prefix, status) in try contract.pairs("query_status_prefixes") {
            for end in ["action", "payment_method", ""] {
                #expect(DodoFlow.Status(query: prefix + end).rawValue == status)
            }
        }
        #expect(try DodoFlow.Status(query: nil).rawValue == contract.string("query_status_missing"))
        // None invented: what the table does not name, the words of this SDK among it, is what unknown ones are.
        let unknown = try contract.string("query_status_unknown")
        for query in ["", "Succeeded", "cancelled", "pending", "paid", "success"] {
            #expect(DodoFlow.Status(query: query).rawValue == unknown, "\(query)")
        }
        #expect(try contract.string("closed_before_return") == DodoFlow.Status.cancelled.rawValue)
    }

    private func errors(_ contract: Contract) throws {
        let rows = try contract.rows("errors")
        let all = DodoFlow.ErrorCode.allCases
        #expect(rows.map { $0["name"] } == all.map { "\($0)" })
        #expect(rows.map { $0["code"] } == all.map(\.rawValue))
        #expect(rows.map { $0["error_type"] } == all.map(\.errorType.rawValue))
        let codes = DodoFlow.Status.allCases.map(\.rawValue) + all.map(\.rawValue)
        #expect(codes == CheckoutSDK.dodo.codes.map(\.rawValue))
        let checked =
            DodoFlow.Status.allCases.filter { !$0.isFinal }.map(\.rawValue)
            + all.filter(\.mayBeAbandoned).map { "\($0)" }
        #expect(try Set(contract.strings("checked_for_abandonment")) == Set(checked))
        #expect(try contract.strings("abandoned_priors") == words(CheckoutAbandonedPrior.self))
    }

    private func urls(_ contract: Contract) throws {
        let rows = try contract.rows("hosts")
        let path = try contract.string("checkout_path_prefix")
        let scheme = try contract.string("checkout_scheme")
        #expect(path == DodoFlow.checkoutPath)
        #expect(try contract.string("session_prefix") == DodoFlow.sessionPrefix)
        #expect(rows.count == DodoFlow.hosts.count)
        for row in rows {
            let host = try #require(row["host"])
            #expect(DodoFlow.hosts[host]?.rawValue == row["environment"])
            let url = "\(scheme)://\(host)\(path)cks_1"
            #expect(DodoFlow.environment(checkoutURL: url)?.rawValue == row["environment"])
            #expect(DodoFlow.environment(checkoutURL: "HTTPS://" + host.uppercased() + path) != nil)
            for other in [
                "http://\(host)\(path)", "\(scheme)://\(host)/buy/", "\(scheme)://\(host).evil.example\(path)",
            ] {
                #expect(DodoFlow.environment(checkoutURL: other) == nil, "\(other)")
            }
        }
        #expect(DodoFlow.environment(checkoutURL: "") == nil)
    }
}
