import CheckoutTelemetry
import Foundation
import TelemetryTesting
import TelemetryWire
import Testing

/// Secrets in every argument of every adapter: none is in what would leave.
@Suite struct PlantedSecretTests {
    /// What is planted, and the pieces of it that may not come out.
    static let secrets: [(text: String, pieces: [String])] = [
        ("4111111111111111", ["41111111"]),
        ("4111 1111 1111 1111", ["4111 1111"]),
        ("٤١١١١١١١١١١١١١١١", ["٤١١١"]),
        ("live_K3y9Qw81zzPq", ["K3y9Qw81zzPq"]),
        ("rt_8fKq2mZx77LpQ", ["8fKq2mZx77LpQ"]),
        ("cks_9KqSynthTok77", ["9KqSynthTok77"]),
        ("asha.rao@shop.example", ["asha.rao"]),
        ("order_N4kZtest23", ["N4kZtest23"]),
        ("Rina Wijaya", ["Rina", "Wijaya"]),
        ("50100234567891", ["50100234567891"]),
        (
            "https://user:hunter22@a1b2c3d4e5.pay.shop.example:8443/session/cks_9KqTok/5010023456?sig=5be0cd19#at_9911zzQ",
            ["hunter22", "a1b2c3d4e5", "9KqTok", "5010023456", "5be0cd19", "9911zzQ", "session/"]
        ),
        (
            "myapp://checkout.token.example/return?email=joko@id.example&payment_id=pay_dodoSynth11",
            ["myapp", "token.example", "joko", "dodoSynth11"]
        ),
        ("https://5555555555554444.example/x", ["55555555"]),
        ("javascript:alert('5555555555554444')", ["alert", "55555555"]),
        ("NSURLErrorDomain\",\"card\":\"5555555555554444", ["55555555"]),
    ]

    @Test("none comes out, whichever call it is given to", arguments: 0..<secrets.count)
    func planted(_ index: Int) throws {
        let secret = Self.secrets[index]
        var entries = 0
        for name in CheckoutVectorTests.names {
            for entry in try CheckoutVectorTests.script(name).run(planted: secret.text) {
                for piece in secret.pieces { #expect(!entry.contains(piece), "\(name): \(piece)") }
                entries += 1
            }
        }
        #expect(entries > 100)
    }

    @Test("what the vectors' calls hold raw does not come out either", arguments: CheckoutVectorTests.names)
    func raw(_ name: String) throws {
        let script = try CheckoutVectorTests.script(name)
        let text = try script.run().joined(separator: "\n")
        let known = Set(text.split(whereSeparator: { "\",:{}[]\n".contains($0) }).map(String.init))
        var looked = 0
        for call in script.calls {
            for argument in texts(.table(call.with ?? [:])) where argument.utf8.count > 5 {
                looked += 1
                // Words of the vocabulary and opted-in references are told as they are.
                #expect(!text.contains(argument) || known.contains(argument), "\(argument)")
                for piece in argument.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
                where piece.contains(where: \.isNumber) && piece.count > 5 && !Self.isWord(argument) {
                    #expect(!text.contains(piece), "\(piece)")
                }
            }
        }
        if name.hasPrefix("checkout.glomo") { #expect(looked > 0) }
    }

    private static func isWord(_ text: String) -> Bool {
        // The flow's own id, and a reference that the merchant made.
        EventID(text) != nil || text == "0123456789abcdef"
    }

    private func texts(_ cell: Contract.Cell) -> [String] {
        switch cell {
        case .text(let text): [text]
        case .list(let cells): cells.flatMap(texts)
        case .table(let cells): cells.values.flatMap(texts)
        case .absent, .flag, .number: []
        }
    }

    @Test(
        "who sends is scrubbed, too",
        arguments: ["4111111111111111", "live_K3y9Qw81zzPq", "asha.rao@shop.example", "Rina W"]
    )
    func identity(_ secret: String) throws {
        let script = try CheckoutVectorTests.script("checkout.glomo-paid")
        let entries = try script.run { identity in
            identity.version = secret
            identity.serviceName = secret
            identity.appBuild = secret
            identity.deviceModel = secret
            identity.osName = secret
            identity.osVersion = secret
        }
        #expect(entries.count == 6)
        for entry in entries { #expect(!entry.contains(secret), "\(entry)") }
    }

    @Test("through the network, too: the envelopes of every vector hold none of it")
    func delivered() async throws {
        let secret = Self.secrets[10]
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport)
        for name in CheckoutVectorTests.names {
            let script = try CheckoutVectorTests.script(name)
            let identity = CheckoutIdentity(CheckoutSDK(reading: script.sdk), version: script.version)
            let session = CheckoutSession(identity, reporter: reporter)
            let drive = try #require(CheckoutScript.driver(script.sdk, session))
            for call in script.calls {
                _ = drive(call.call, Contract.Row(cells: call.arguments.cells.planting(secret.text)))
            }
        }
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        #expect(reporter.stats.ledger.delivered > 100)
        for piece in secret.pieces { #expect(!transport.contains(piece), "\(piece)") }
    }

    @Test("`.off` builds and keeps nothing")
    func off() throws {
        for sdk in [CheckoutSDK.qasimha, .dodo] {
            let configuration = Configuration(checkout: sdk, version: "1.0.0", dsn: "https://k@relay.example/1")
            #expect(configuration.mode == .off)
        }
        for sdk in [CheckoutSDK.glomo, .inttegro] {
            #expect(Configuration(checkout: sdk, version: "1.0.0").mode == .off)
        }
        let dsn = "https://k@relay.example/1"
        #expect(Configuration(checkout: .glomo, version: "1.0.0", dsn: dsn).mode == .deliver(dsn))
        #expect(Configuration(checkout: .dodo, version: "1.0.0", dsn: dsn, isOptedIn: true).mode == .deliver(dsn))
        #expect(Configuration(checkout: .dodo, version: "1.0.0", isOptedIn: true).mode == .off)
        let reporter = try Reporter(Configuration(checkout: .dodo, version: "1.1.0"))
        let session = CheckoutSession(CheckoutIdentity(.dodo, version: "1.1.0"), reporter: reporter)
        let checkout = DodoFlow(session, checkoutURL: "https://checkout.dodopayments.com/session/cks_1")
        checkout.start()
        checkout.onEvent(.opened)
        checkout.finished(.succeeded)
        #expect(reporter.memory.isEmpty && reporter.stats.ledger.captured == 0)
    }
}
