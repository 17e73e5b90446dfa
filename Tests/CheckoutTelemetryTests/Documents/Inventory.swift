import TelemetryWire

/// Every field that can leave a device: docs/DATA.md and Schemas/data-inventory.json are made from this.
enum Inventory {
    /// Where a field travels.
    enum Place: String, CaseIterable {
        /// The HTTP request around an envelope.
        case request
        /// The envelope's first line, and the line before each item.
        case envelope
        /// An `event` item.
        case event
        /// An entry of a `checkout_event` item.
        case checkout = "checkout_event"
        /// The same entry as a `log` item's, for servers that know no checkout events.
        case log
        /// A `client_report` item.
        case report = "client_report"
    }

    /// How long something is kept.
    enum Retention: String, CaseIterable {
        /// Used to receive the request, and not stored.
        case transit
        /// Stored with the event.
        case stored
        /// Stored as a count.
        case counted
        /// Stored as the time of a flow or batch, to tell duplicates.
        case identity

        var text: String {
            switch self {
            case .transit: "While the request is answered; the relay stores nothing of it."
            case .stored:
                "On the device in memory until it is delivered or dropped, with a spool (opt-in) on disk for at most 7 days by "
                    + "default, 13 at most; at the relay until its operator takes the data away."
            case .counted:
                "At the relay as a number by hour, reason and category, until its operator takes the data away."
            case .identity: "As what it names; the relay knows its duplicates for 14 days at least."
            }
        }
    }

    struct Field {
        let place: Place
        /// The header's name, or the member's path; `[]` is any element, `*` any name.
        let name: String
        let type: String
        /// What it is.
        let what: String
        /// What it is for.
        let why: String
        let retention: Retention
        /// Whether it leaves only where the host sets it or opts in.
        let isOptional: Bool

        init(
            _ place: Place,
            _ name: String,
            _ type: String,
            _ what: String,
            _ why: String,
            _ retention: Retention = .stored,
            isOptional: Bool = false
        ) {
            self.place = place
            self.name = name
            self.type = type
            self.what = what
            self.why = why
            self.retention = retention
            self.isOptional = isOptional
        }
    }

    static var fields: [Field] {
        let words = CheckoutAttribute.allCases.map { attribute in
            let (what, why) = explanation(attribute)
            return Field(
                .checkout,
                "attributes.\(attribute.name)",
                type(attribute),
                what,
                why,
                isOptional: isOptIn(attribute)
            )
        }
        return requestFields + envelopeFields + eventFields + entryFields + words + logFields + reportFields
    }

    /// The type of an attribute; words by their list's name in the schema.
    static func type(_ attribute: CheckoutAttribute) -> String {
        switch attribute.shape {
        case .words: "word"
        case .flag: "flag"
        case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
        case .seconds: "seconds"
        case .id: "random id"
        case .token: "token"
        }
    }

    static func values(_ attribute: CheckoutAttribute) -> [String]? {
        if case .words(let words) = attribute.shape { words } else { nil }
    }

    static func isOptIn(_ attribute: CheckoutAttribute) -> Bool {
        switch attribute {
        case .serviceName, .appBuild, .deviceModel, .orderReference, .osName, .osVersion, .networkType: true
        default: false
        }
    }

    /// A type of data, as Apple's privacy manifests name it.
    enum DataType: String {
        /// Errors, messages, and what says more about them.
        case diagnostics = "OtherDiagnosticData"
        /// What a payer did.
        case interaction = "ProductInteraction"
        /// What names a purchase.
        case purchaseHistory = "PurchaseHistory"
    }

    /// How a field is declared; nil for what serves only to receive the request.
    static func dataType(_ field: Field) -> DataType? {
        switch field.place {
        case .request, .envelope: nil
        case .event: field.name.hasPrefix("breadcrumbs") ? .interaction : .diagnostics
        case .report: .diagnostics
        case .checkout where field.name == "attributes.\(CheckoutAttribute.orderReference.name)": .purchaseHistory
        case .checkout, .log: isDiagnostic(field.name) ? .diagnostics : .interaction
        }
    }

    private static func isDiagnostic(_ name: String) -> Bool {
        ["error", "exception", "http.", "telemetry.", "device", "os.", "app."].contains { name.contains($0) }
    }
}
