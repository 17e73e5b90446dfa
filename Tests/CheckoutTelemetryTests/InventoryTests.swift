import CheckoutTelemetry
import Foundation
import TelemetryCurl
import TelemetryTestSupport
import TelemetryTesting
import TelemetryWire
import Testing

/// The inventory against what leaves: a reporter that says all it can, over a real connection.
@Suite(.timeLimit(.minutes(1))) struct InventoryTests {
    struct Declined: ReportableError {
        var reportDomain: String { "payments" }
        var reportCode: String { "502" }
        var reportDescription: String? { "gateway said 502" }
    }

    /// Everything that a reporter sends, once to a server that takes batches and once to one that does not.
    private func requests(batches: Bool) async throws -> [LoopbackServer.Request] {
        let server = try LoopbackServer { _ in .reply(200, headers: batches ? ["X-Telemetry-Batch: 1"] : []) }
        defer { server.stop() }
        var configuration = Configuration(mode: .deliver(server.dsn), release: "host@1.0.0", environment: "test")
        configuration.sendsErrorDescriptions = true
        configuration.sampleRates[.message] = 0.999_999
        configuration.minimumLevel = .info
        let reporter = try Reporter(configuration, transport: CurlTransport())
        reporter.capture("the first one learns what the server takes", level: .error)
        #expect(await reporter.flush(timeout: .seconds(20)) == .finished)
        reporter.capture("below the minimum", level: .debug)
        reporter.setTag("screen", "payment")
        reporter.setContext("form", ["step": 3])
        reporter.addBreadcrumb("entered 4242 4242 4242 4242", category: "ui", level: .warning, data: ["step": 2])
        reporter.capture("card 4242 4242 4242 4242 was declined", level: .error, flow: FlowID())
        reporter.capture(error: Declined())
        for name in CheckoutVectorTests.names {
            let script = try CheckoutVectorTests.script(name)
            var identity = CheckoutIdentity(CheckoutSDK(reading: script.sdk), version: script.version)
            identity.osName = "iOS"
            identity.osVersion = "18.1"
            identity.serviceName = "shop"
            identity.appBuild = "412"
            identity.deviceModel = "iPhone17,2"
            identity.networkType = .wifi
            let session = CheckoutSession(identity, reporter: reporter)
            let drive = try #require(CheckoutScript.driver(script.sdk, session))
            for call in script.calls { _ = drive(call.call, call.arguments) }
        }
        #expect(await reporter.close(timeout: .seconds(20)) == .finished)
        return server.requests
    }

    /// The leaves of a document; elements of lists are one, and so are members that a host names.
    private func leaves(_ value: ContextValue, _ path: String, into paths: inout Set<String>) {
        switch value {
        case .object(let members):
            for (name, member) in members {
                let isFree = ["tags", "contexts", "_meta", "breadcrumbs.values[].data"].contains(path)
                if isFree {
                    paths.insert("\(path).*")
                } else {
                    leaves(member, path.isEmpty ? name : "\(path).\(name)", into: &paths)
                }
            }
        case .array(let elements):
            for element in elements { leaves(element, "\(path)[]", into: &paths) }
        default: paths.insert(path)
        }
    }

    private func listed(_ place: Inventory.Place) -> Set<String> {
        Set(Inventory.fields.filter { $0.place == place }.map(\.name))
    }

    @Test("what leaves is in the inventory, and what is in the inventory can leave", arguments: [true, false])
    func sent(_ batches: Bool) async throws {
        var seen: [Inventory.Place: Set<String>] = [:]
        for request in try await requests(batches: batches) {
            for line in request.head.split(separator: "\r\n") {
                seen[.request, default: []].insert(String(line.prefix { $0 != " " && $0 != ":" }))
            }
            let envelope = SentEnvelope(gzip: request.body)
            #expect(envelope.isWellFormed)
            leaves(envelope.header, "", into: &seen[.envelope, default: []])
            for line in envelope.text.split(separator: "\n")
            where line.hasPrefix("{\"type\":") && line.contains("\"length\":") {
                leaves(SentEvent(Array(line.utf8)).json, "", into: &seen[.envelope, default: []])
            }
            for item in envelope.items { note(item, &seen) }
        }
        // The connection has an address without our doing.
        seen[.request, default: []].insert("address")
        for (place, paths) in seen { #expect(paths.subtracting(listed(place)) == [], "\(place)") }
        #expect(seen[.request] == listed(.request))
        #expect(seen[.event] == listed(.event))
        #expect(seen[.report] == listed(.report))
        #expect(seen[.envelope] == listed(.envelope).subtracting(batches ? ["content_type"] : ["batch_id"]))
        if batches {
            // What the reporter says of itself has no call.
            let own = listed(.checkout).filter { $0.hasPrefix("attributes.telemetry.") }
            #expect(listed(.checkout).subtracting(own).subtracting(seen[.checkout] ?? []) == [])
            #expect(seen[.log] == nil)
        } else {
            #expect(seen[.log] == listed(.log))
            #expect(seen[.checkout] == nil)
        }
    }

    private func note(_ item: SentEnvelope.Item, _ seen: inout [Inventory.Place: Set<String>]) {
        guard let place = Inventory.Place(rawValue: item.type), let json = item.json else {
            return #expect(Bool(false))
        }
        guard case .array(let entries)? = json["/items"] else {
            return leaves(json, "", into: &seen[place, default: []])
        }
        for entry in entries {
            var paths: Set<String> = []
            guard case .object(var members) = entry, case .object(let attributes)? = members["attributes"] else {
                return #expect(Bool(false))
            }
            members["attributes"] = nil
            leaves(.object(members), "", into: &paths)
            for (name, value) in attributes {
                // Names have points of their own; in a log they are the checkout event's.
                if case .object(let typed) = value {
                    for member in typed.keys { paths.insert("attributes.*.\(member)") }
                    #expect(listed(.checkout).contains("attributes.\(name)"))
                } else {
                    paths.insert("attributes.\(name)")
                }
            }
            seen[place, default: []].formUnion(paths)
        }
    }

    @Test("every field is explained")
    func explained() {
        let names = Inventory.fields.map { "\($0.place) \($0.name)" }
        #expect(Set(names).count == names.count)
        for field in Inventory.fields {
            #expect(field.what.hasSuffix(".") && field.why.hasSuffix("."), "\(field.name)")
        }
    }
}
