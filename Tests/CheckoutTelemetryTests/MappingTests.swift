import CheckoutTelemetry
import TelemetryWire
import Testing

/// What becomes of every documented result, status, source and code: the rows of the contract files, through the adapters.
@Suite struct MappingTests {
    /// Runs calls, and gives back what left.
    private func events(_ sdk: String, _ calls: [(String, [String: Contract.Cell])]) throws -> [CheckoutEvent] {
        let script = CheckoutScript(
            describes: "",
            sdk: sdk,
            version: "9.9.9",
            wrapper: nil,
            calls: calls.map { CheckoutScript.Call(at: 0, call: $0.0, with: $0.1) }
        )
        return try script.events()
    }

    /// The one end among events, and whether it is as a row says.
    private func expectEnd(_ events: [CheckoutEvent], _ row: Contract.Row) {
        let ends = events.filter { $0.name == .ended }
        #expect(ends.count == (row["outcome"] == nil ? 0 : 1))
        #expect(ends.first?[.outcome]?.rawValue == row["outcome"])
        #expect(ends.first?[.certainty]?.rawValue == row["certainty"])
        #expect(ends.first?[.cancelReason]?.rawValue == row["cancel_reason"])
        if row["outcome"] != nil { #expect(ends.first?[.errorType]?.rawValue == row["error_type"]) }
    }

    private static let glomoStart: [(String, [String: Contract.Cell])] = [
        ("checkout", ["publicKey": .text("live_K3y9Qw81"), "orderId": .text("order_1")]), ("startCheckout", [:]),
    ]

    @Test("Glomo's results and terminations end as documented")
    func glomoEnds() throws {
        let contract = try Contract("glomo")
        for row in try contract.rows("results") {
            let name = try #require(row["name"])
            let events = try events("glomo", Self.glomoStart + [("presented", [:]), (name, ["signature": .text("x")])])
            expectEnd(events, row)
            #expect(events.last?[.sdkEvent]?.rawValue == name)
        }
        for row in try contract.rows("termination_sources") {
            let source = try #require(row["name"])
            let call = ("onPaymentTerminate", ["source": Contract.Cell.text(source)])
            let events = try events("glomo", Self.glomoStart + [("presented", [:]), call])
            expectEnd(events, row)
            #expect(events.last?[.terminationSource]?.rawValue == row["word"])
            #expect(events.last?[.sdkCode]?.rawValue == source)
        }
    }

    @Test("Glomo's errors are told by type, and end only what was not shown", arguments: [false, true])
    func glomoErrors(_ isPresented: Bool) throws {
        let contract = try Contract("glomo")
        let before = Self.glomoStart + (isPresented ? [("presented", [:]), ("ready", [:])] : [])
        let end: [String: String?] = isPresented ? [:] : ["outcome": "not_opened", "certainty": "unknown"]
        for row in try contract.rows("sdk_errors") {
            let error = Contract.Cell.table(["type": .text(row["name"] ?? ""), "field": .text("orderId")])
            let events = try events("glomo", before + [("onSdkError", ["errors": .list([error, error])])])
            let told = events.filter { $0.name == .error }
            #expect(told.map { $0[.errorIndex] } == [0, 1] && told.allSatisfy { $0[.errorCount] == 2 })
            #expect(told.allSatisfy { $0[.sdkCode]?.rawValue == row["name"] && $0[.errorField] == .orderId })
            #expect(told.allSatisfy { $0[.errorType]?.rawValue == row["error_type"] })
            expectEnd(events, Contract.Row(end.merging(["error_type": row["error_type"]]) { $1 }))
        }
        for row in try contract.rows("connection_errors") {
            for reported in [true, false] {
                let call: [String: Contract.Cell] = [
                    "type": .text(row["name"] ?? ""), "isRecoverable": .flag(reported), "shouldAutoClose": .flag(true),
                ]
                let events = try events("glomo", before + [("onConnectionError", call)])
                let told = try #require(events.first { $0.name == .connectionFailed })
                #expect(told[.sdkCode]?.rawValue == row["name"])
                #expect(told[.errorType]?.rawValue == row["error_type"])
                #expect(told[.errorRecoverable] == reported && told[.errorAutoClose] == true)
                #expect(told[.errorMappingMismatch] == (row.flag("is_recoverable") == reported ? nil : true))
                expectEnd(events, Contract.Row(end.merging(["error_type": row["error_type"]]) { $1 }))
            }
        }
    }

    @Test("Qasimha's results and statuses end as documented")
    func qasimhaEnds() throws {
        let contract = try Contract("qasimha")
        let start: [(String, [String: Contract.Cell])] = [
            ("checkout", ["success": .text("s://a"), "failure": .text("s://b")]),
            ("start", ["presentation": .text("webView")]),
        ]
        expectEnd(try events("qasimha", start + [("success", [:])]), try contract.row("success"))
        for row in try contract.rows("statuses") {
            let events = try events("qasimha", start + [("failure", ["status": .text(row["name"] ?? "")])])
            expectEnd(events, row)
            let error = try #require(events.first { $0[.errorType]?.rawValue == row["error_type"] })
            #expect(error[.sdkCode]?.rawValue == row["name"])
            // The second call's error is not the first call's.
            #expect((error[.flow] == nil) == (row["name"] == "already_presenting"))
        }
        for status in QasimhaFlow.declinedStatuses {
            let events = try events("qasimha", start + [("failure", ["status": .text(status.uppercased())])])
            expectEnd(events, try contract.row("declined_status"))
        }
        for status in ["", "paid?", "declined by khalid@sa.example", "INVALID_OPTIONS"] {
            let events = try events("qasimha", start + [("failure", ["status": .text(status)])])
            expectEnd(events, try contract.row("other_status"))
        }
        for reason in try contract.strings("cancel_reasons") {
            let events = try events("qasimha", start + [("cancelled", ["reason": .text(reason)])])
            var row: [String: String?] = ["outcome": "cancelled", "certainty": "unknown", "cancel_reason": reason]
            if reason == "load_failed_closed" { row["error_type"] = reason }
            expectEnd(events, Contract.Row(row))
        }
    }

    @Test("Inttegro's events become ours, in order and with their numbers")
    func inttegroEvents() throws {
        for row in try Contract("inttegro").rows("events") {
            let name = try #require(row["name"])
            func observe(_ type: String, _ number: Int) -> (String, [String: Contract.Cell]) {
                ("observe", ["type": .text(type), "sequence": .number(number), "errorType": .text("payment_declined")])
            }
            // Readiness needs something that is shown.
            let shown = name == "presented" ? [] : [observe("presented", 1)]
            let calls = [("checkout", [:]), ("start", [:])] + shown + [observe(name, 2), observe(name, 2)]
            let events = try events("inttegro", calls)
            let told = try #require(events.last)
            #expect(events.count == 2 + shown.count)
            #expect(told.name.rawValue == row["event"] && told[.sdkEvent]?.rawValue == name && told[.sequence] == 3)
            expectEnd(
                events,
                Contract.Row([
                    "outcome": row["outcome"], "certainty": row["certainty"],
                    "error_type": name == "failed" ? "payment_declined" : nil,
                ])
            )
            #expect(told[.errorRecoverable] == (name == "paymentAttemptFailed" ? true : nil))
        }
    }

    @Test("Dodo's events, statuses and errors become ours")
    func dodoEnds() throws {
        let contract = try Contract("dodo")
        let start: [(String, [String: Contract.Cell])] = [
            ("checkout", ["checkoutURL": .text("https://checkout.dodopayments.com/session/cks_1")]), ("start", [:]),
        ]
        for row in try contract.rows("events") {
            let told = try events("dodo", start + [("onEvent", ["event": .text(row["wire"] ?? "")])]).dropFirst()
            #expect(told.map(\.name.rawValue) == [row["event"]].compactMap { $0 })
            #expect(told.allSatisfy { $0[.sdkEvent]?.rawValue == row["wire"] })
        }
        for row in try contract.rows("statuses") {
            let name = try #require(row["name"])
            let events = try events("dodo", start + [("finished", ["status": .text(name)])])
            let reason = name == "cancelled" ? "sheet_dismissed" : nil
            expectEnd(
                events,
                Contract.Row([
                    "outcome": row["outcome"], "certainty": row["certainty"], "error_type": row["error_type"],
                    "cancel_reason": reason,
                ])
            )
            #expect(events.last?[.sdkCode]?.rawValue == name)
        }
        for row in try contract.rows("errors") {
            let events = try events("dodo", start + [("failed", ["code": .text(row["code"] ?? "")])])
            expectEnd(events, row)
            let error = try #require(events.first { $0.name == .error })
            #expect(error[.sdkCode]?.rawValue == row["code"] && error[.errorType]?.rawValue == row["error_type"])
            #expect((error[.flow] == nil) == (row["name"] == "alreadyInProgress"))
        }
    }
}
