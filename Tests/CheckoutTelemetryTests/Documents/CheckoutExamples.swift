import TelemetryWire

/// Examples of checkout events, from the vocabulary: of every event one with all that it may carry, one that carries what it
/// may not, and one with a value of a wrong type. By file name, without folder.
enum CheckoutExamples {
    typealias Members = [(String, JSONText)]

    static var valid: [(name: String, text: String)] {
        var files = CheckoutEventName.allCases.enumerated().map { index, name in
            (file(name), entry(name, full(name, index)).file)
        }
        let least: Members = [
            ("checkout.sdk.name", .text("dodo")), ("session.id", .text("6F0D2F9E-3A53-4C0B-9F6B-0F3F7A1F2F12")),
            ("checkout.sequence", .number(1)),
        ]
        files.append(("checkout-event.least.json", entry(.returnIgnored, least).file))
        let extra = ("later", JSONText.list([.flag(true)]))
        files.append(("checkout-event.unknown-member.json", entry(.returnIgnored, least, members: [extra]).file))
        files.append(
            (
                "checkout-event.time-in-words.json",
                JSONText.object([
                    ("name", .text(CheckoutEventName.presented.rawValue)),
                    ("timestamp", .text("2026-11-30T08:52:46.250Z")), ("attributes", .object(least)),
                ]).file
            )
        )
        return files
    }

    static var invalid: [(name: String, text: String)] {
        var files: [(String, String)] = []
        for (index, name) in CheckoutEventName.allCases.enumerated() {
            let attributes = full(name, index)
            let foreign: (String, JSONText) =
                name == .ended
                ? ("checkout.widget.reason", .text("bad_response")) : ("checkout.outcome", .text("completed"))
            files.append((file(name, "-foreign-attribute"), entry(name, attributes + [foreign]).file))
            let spoiled = attributes.enumerated().map { place, member in
                place == index % attributes.count ? (member.0, wrong(member.1)) : member
            }
            files.append((file(name, "-wrong-value"), entry(name, spoiled).file))
        }
        let flow = full(.presented, 0)
        let broken: [(String, JSONText)] = [
            ("a-list", .list([entry(.presented, flow)])),
            ("no-name", .object([("timestamp", .number(1)), ("attributes", .object(flow))])),
            ("no-timestamp", .object([("name", .text("checkout.presented")), ("attributes", .object(flow))])),
            ("no-attributes", .object([("name", .text("checkout.presented")), ("timestamp", .number(1))])),
            (
                "unknown-name",
                .object([
                    ("name", .text("checkout.refunded")), ("timestamp", .number(1)), ("attributes", .object(flow)),
                ])
            ),
            ("unknown-word", entry(.presented, replacing(flow, "checkout.presentation", .text("hologram")))),
            ("unknown-attribute", entry(.presented, flow + [("checkout.message", .text("declined"))])),
            ("no-sdk", entry(.presented, flow.filter { $0.0 != "checkout.sdk.name" })),
            ("no-sequence", entry(.presented, flow.filter { $0.0 != "checkout.sequence" })),
            ("no-identity", entry(.presented, flow.filter { $0.0 != "checkout.flow.id" && $0.0 != "session.id" })),
            ("sequence-zero", entry(.presented, replacing(flow, "checkout.sequence", .number(0)))),
            ("sequence-too-large", entry(.presented, replacing(flow, "checkout.sequence", .number(2_147_483_648)))),
            ("elapsed-negative", entry(.presented, replacing(flow, "checkout.elapsed", .number(-1)))),
            ("elapsed-of-two-years", entry(.presented, replacing(flow, "checkout.elapsed", .number(63_072_000)))),
            ("version-with-a-space", entry(.presented, replacing(flow, "checkout.sdk.version", .text("1.0 beta")))),
            (
                "version-too-long",
                entry(.presented, replacing(flow, "checkout.sdk.version", .text(String(repeating: "1", count: 65))))
            ),
            (
                "attributes-a-list",
                .object([
                    ("name", .text("checkout.presented")), ("timestamp", .number(1)), ("attributes", .list([])),
                ])
            ),
            (
                "time-negative",
                .object([
                    ("name", .text("checkout.presented")), ("timestamp", .number(-1)), ("attributes", .object(flow)),
                ])
            ),
        ]
        return files + broken.map { ("checkout-event.\($0.0).json", $0.1.file) }
    }

    private static func file(_ name: CheckoutEventName, _ suffix: String = "") -> String {
        let words = name.rawValue.hasPrefix("checkout.") ? String(name.rawValue.dropFirst(9)) : name.rawValue
        return "checkout-event." + words.split(whereSeparator: { $0 == "." || $0 == "_" }).joined(separator: "-")
            + suffix + ".json"
    }

    private static func entry(_ name: CheckoutEventName, _ attributes: Members, members: Members = []) -> JSONText {
        .object(
            [
                ("name", .text(name.rawValue)), ("timestamp", .number(1_764_550_000)),
                ("severity_number", .number(9)), ("attributes", .object(attributes)),
            ] + members
        )
    }

    /// Every attribute that an event of this name may carry.
    private static func full(_ name: CheckoutEventName, _ variant: Int) -> Members {
        CheckoutAttribute.allCases.filter(name.takes).enumerated().map { place, attribute in
            ("\(attribute.name)", value(attribute, variant + place))
        }
    }

    private static func value(_ attribute: CheckoutAttribute, _ variant: Int) -> JSONText {
        switch attribute.shape {
        case .words(let words): .text(words[variant % words.count])
        case .flag: .flag(variant % 2 == 0)
        case .integer(let range): .number(variant % 3 == 0 ? range.upperBound : range.lowerBound)
        case .seconds: .number(Int64(variant))
        case .id: .text("6f0d2f9e3a534c0b9f6b0f3f7a1f2f12")
        case .token: .text(attribute == .serverAddress ? "shop.example" : "1.0.0-rc.1")
        }
    }

    private static func wrong(_ value: JSONText) -> JSONText {
        switch value {
        case .text: .number(7)
        case .number: .text("7")
        default: .object([("value", value)])
        }
    }

    private static func replacing(_ members: Members, _ name: String, _ value: JSONText) -> Members {
        members.filter { $0.0 != name } + [(name, value)]
    }
}
