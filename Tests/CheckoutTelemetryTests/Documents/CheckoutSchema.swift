import TelemetryWire

/// The schema of a checkout event, from the vocabulary: what a reporter may write. Readers are kinder.
enum CheckoutSchema {
    static var file: JSONText {
        .object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .text("urn:telemetry:checkout-event")),
            ("title", .text("Checkout event")),
            (
                "description",
                .text(
                    "An entry of a checkout_event container, as a reporter may write it; made by scripts/documents. "
                        + "Readers leave out and count what they do not know, and read an unknown word as _OTHER; "
                        + "what they refuse is an unknown name, no time and no identity."
                )
            ),
            ("type", .text("object")),
            ("required", .texts(["name", "timestamp", "attributes"])),
            (
                "properties",
                .object([
                    ("name", .object([("enum", .texts(CheckoutEventName.allCases.map(\.rawValue)))])),
                    ("timestamp", timestamp),
                    (
                        "severity_number",
                        .object([("description", .text("OpenTelemetry's. Readers take it from what the event says."))])
                    ),
                    ("attributes", .object([("$ref", .text("#/$defs/attributes"))])),
                ])
            ),
            ("allOf", .list(CheckoutEventName.allCases.map(rule))),
            ("$defs", .object([("common", common), ("attributes", attributes)] + definitions)),
        ])
    }

    private static let timestamp = JSONText.object([
        (
            "description",
            .text(
                "When it happened, by the device's clock: seconds since 1970 with milliseconds. RFC 3339 is read, too."
            )
        ),
        ("type", .texts(["string", "number"])),
        (
            "pattern",
            .text(
                #"^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5]"#
                    + #"[0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])?$"#
            )
        ),
        ("minimum", .number(0)), ("exclusiveMaximum", .number(253_402_300_800)),
    ])

    /// What an event of one name may carry.
    private static func rule(_ name: CheckoutEventName) -> JSONText {
        let own = name.attributes.map { JSONText.text("\($0.name)") }
        let names: JSONText =
            own.isEmpty
            ? .object([("$ref", .text("#/$defs/common"))])
            : .object([
                ("anyOf", .list([.object([("$ref", .text("#/$defs/common"))]), .object([("enum", .list(own))])]))
            ])
        return .object([
            ("if", .object([("properties", .object([("name", .object([("const", .text(name.rawValue))]))]))])),
            (
                "then",
                .object([("properties", .object([("attributes", .object([("propertyNames", names)]))]))])
            ),
        ])
    }

    private static let common = JSONText.object([
        ("description", .text("What any event may carry.")),
        ("enum", .texts(CheckoutEventName.common.map { "\($0.name)" })),
    ])

    private static let attributes = JSONText.object([
        ("type", .text("object")),
        ("required", .texts(["checkout.sdk.name", "checkout.sequence"])),
        ("anyOf", .list(["checkout.flow.id", "session.id"].map { .object([("required", .texts([$0]))]) })),
        ("properties", .object(CheckoutAttribute.allCases.map { ("\($0.name)", shape($0)) })),
        ("additionalProperties", .flag(false)),
    ])

    private static func shape(_ attribute: CheckoutAttribute) -> JSONText {
        switch attribute.shape {
        case .words(let words): .object([("enum", .texts(words))])
        case .flag: .object([("type", .text("boolean"))])
        case .integer(let range):
            .object([
                ("type", .text("integer")), ("minimum", .number(range.lowerBound)),
                ("maximum", .number(range.upperBound)),
            ])
        case .seconds: .object([("$ref", .text("#/$defs/seconds"))])
        case .id: .object([("$ref", .text("#/$defs/id"))])
        case .token: .object([("$ref", .text("#/$defs/token"))])
        }
    }

    private static let definitions: [(String, JSONText)] = [
        (
            "seconds",
            .object([
                ("description", .text("A duration in seconds, with milliseconds; at most 366 days.")),
                ("type", .text("number")), ("minimum", .number(0)), ("maximum", .number(31_622_400)),
            ])
        ),
        (
            "id",
            .object([
                ("description", .text("32 hexadecimal digits, or a UUID.")),
                ("type", .text("string")),
                (
                    "pattern",
                    .text(
                        "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$"
                    )
                ),
            ])
        ),
        (
            "token",
            .object([
                ("description", .text("A short word that is not from a list: a version, a type's name, a domain.")),
                ("type", .text("string")), ("pattern", .text("^[A-Za-z0-9_.,:/+-]{1,64}$")),
            ])
        ),
    ]
}
