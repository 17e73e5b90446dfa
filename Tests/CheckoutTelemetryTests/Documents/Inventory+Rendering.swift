import TelemetryWire

extension Inventory {
    /// Schemas/data-inventory.json.
    static var file: JSONText {
        .object([
            (
                "describes",
                .text(
                    "Every field that can leave a device, made by scripts/documents. What is not here does not leave, but "
                        + "what a host puts into whole events of its own (capture(eventJSON:)), scrubbed."
                )
            ),
            ("retentions", .object(Retention.allCases.map { ($0.rawValue, .text($0.text)) })),
            ("fields", .list(fields.map(json))),
        ])
    }

    private static func json(_ field: Field) -> JSONText {
        var members: [(String, JSONText)] = [
            ("place", .text(field.place.rawValue)), ("name", .text(field.name)), ("type", .text(field.type)),
            ("what", .text(field.what)), ("why", .text(field.why)), ("retention", .text(field.retention.rawValue)),
            ("optional", .flag(field.isOptional)),
        ]
        if let type = dataType(field) {
            members += [("apple_data_type", .text(type.rawValue)), ("linked", .flag(type == .purchaseHistory))]
        }
        let attribute = CheckoutAttribute.allCases.first { field.name == "attributes.\($0.name)" }
        if field.place == .checkout, let attribute, let words = values(attribute) {
            members.append(("values", .texts(words)))
        }
        return .object(members)
    }

    /// docs/DATA.md.
    static var page: String {
        var page = """
            # What can leave a device

            Made by `scripts/documents` from the code; a test fails while the two differ. [`Schemas/data-inventory.json`](../Schemas/data-inventory.json)
            says the same to machines, with all words of every list. What is not here does not leave. In the modes `.off` and `.memory` nothing does.

            A *word* is one of a closed list, a *flag* yes or no, a *token* 1 to 64 of `A-Z a-z 0-9 _ . , : / + -`; texts and tokens go through the
            sanitizer. *Optional* fields are there only where the host sets them or opts in. None of it is used to track, and none is
            linked to a person but `checkout.order.ref`, which whoever opts in has to declare ([PRIVACY.md](PRIVACY.md)).
            Whole events that a host hands over as JSON (`capture(eventJSON:)`) carry what the host put into them, scrubbed.

            | retention | how long |
            | --- | --- |

            """
        for retention in Retention.allCases { page += "| \(retention.rawValue) | \(retention.text) |\n" }
        for place in Place.allCases {
            page +=
                "\n## \(title(place))\n\n| field | type | what | why | retention |\n| --- | --- | --- | --- | --- |\n"
            for field in fields where field.place == place {
                let optional = field.isOptional ? ", optional" : ""
                page += "| `\(field.name)` | \(field.type)\(optional) | \(field.what) | \(field.why) | "
                page += "\(field.retention.rawValue) |\n"
            }
        }
        return page + never
    }

    private static func title(_ place: Place) -> String {
        switch place {
        case .request: "The request (HTTP)"
        case .envelope: "Envelope and item headers"
        case .event: "Events: errors and messages"
        case .checkout: "Checkout events"
        case .log: "Checkout events toward other servers (`log` items)"
        case .report: "Client reports"
        }
    }

    private static let never = """

        ## What no field can carry

        Card numbers and codes, signatures, raw responses, keys, session tokens, URLs beyond scheme and domain, account and transaction numbers,
        ids of orders, payments and subscriptions, names, mail addresses, telephone numbers, licence keys, file names, messages of SDKs, stack
        traces, identifiers of a device, an installation or a person, locations, screenshots.

        """
}
