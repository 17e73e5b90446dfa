/// What travels around events, and events that are no checkout's.
extension Inventory {
    static let requestFields: [Field] = [
        Field(
            .request,
            "address",
            "IP address",
            "Where the connection comes from.",
            "Every connection has one. Limits rates, in memory.",
            .transit
        ),
        Field(.request, "POST", "path", "`/api/<project>/envelope/` of the DSN.", "Names the project.", .transit),
        Field(.request, "Host", "text", "The relay's host, from the DSN.", "HTTP asks for it.", .transit),
        Field(.request, "Accept", "text", "`*/*`, by libcurl.", "HTTP's default.", .transit),
        Field(
            .request,
            "User-Agent",
            "text",
            "Name and version of the reporter.",
            "Tells a relay's operator which clients are there.",
            .transit
        ),
        Field(
            .request,
            "X-Sentry-Auth",
            "text",
            "Protocol version, name and version of the reporter, the DSN's public key.",
            "Authenticates; the key may only write.",
            .transit
        ),
        Field(.request, "Content-Type", "text", "`application/x-sentry-envelope`.", "Says what the body is.", .transit),
        Field(.request, "Content-Encoding", "text", "`gzip`.", "Says how it is compressed.", .transit),
        Field(.request, "Content-Length", "integer", "Bytes of the body.", "HTTP asks for it.", .transit),
        Field(
            .request,
            "X-Telemetry-Sent-At",
            "time",
            "The device's clock at the moment of sending.",
            "Corrects clocks that are wrong.",
            .transit
        ),
    ]

    static let envelopeFields: [Field] = [
        Field(
            .envelope,
            "event_id",
            "random id",
            "The event's, where an envelope holds one.",
            "Tells a repeated request.",
            .identity
        ),
        Field(
            .envelope,
            "batch_id",
            "random id",
            "The batch's, where an envelope holds several.",
            "Tells a repeated request.",
            .identity
        ),
        Field(
            .envelope,
            "sample_rate",
            "share",
            "The share of events that is kept.",
            "Corrects counts.",
            .stored,
            isOptional: true
        ),
        Field(.envelope, "type", "word", "What an item is.", "Says how it is read.", .transit),
        Field(.envelope, "length", "integer", "Bytes of an item.", "Says where it ends.", .transit),
        Field(
            .envelope,
            "item_count",
            "integer",
            "Entries of a container.",
            "Says how many are lost with it.",
            .transit
        ),
        Field(.envelope, "content_type", "text", "Of `log` items.", "Asked for by the format.", .transit),
    ]

    static let eventFields: [Field] = [
        Field(
            .event,
            "event_id",
            "random id",
            "New for every event.",
            "Tells duplicates; names it to support.",
            .identity
        ),
        Field(.event, "timestamp", "time", "When it was captured, by the device's clock.", "Order and rates."),
        Field(.event, "level", "word", "How severe it is.", "Tells failures from notes."),
        Field(.event, "platform", "word", "`native`, always.", "Asked for by the format."),
        Field(.event, "sdk.name", "text", "The reporting SDK.", "Whose event it is."),
        Field(.event, "sdk.version", "text", "The reporting SDK's version.", "Whose event it is."),
        Field(.event, "release", "text", "As configured.", "Compares versions.", isOptional: true),
        Field(
            .event,
            "environment",
            "text",
            "As configured.",
            "Keeps tests out of production's figures.",
            isOptional: true
        ),
        Field(
            .event,
            "message.formatted",
            "text",
            "What the host captured, scrubbed.",
            "Says what happened.",
            isOptional: true
        ),
        Field(.event, "exception.values[].type", "text", "The error's type.", "Groups failures.", isOptional: true),
        Field(
            .event,
            "exception.values[].value",
            "text",
            "Domain, code and case; descriptions by opt-in, scrubbed.",
            "Groups failures.",
            isOptional: true
        ),
        Field(
            .event,
            "exception.values[].mechanism.type",
            "word",
            "`generic`, always.",
            "Asked for by the format.",
            isOptional: true
        ),
        Field(
            .event,
            "exception.values[].mechanism.handled",
            "flag",
            "Yes, always: there is no crash handler.",
            "Asked for by the format.",
            isOptional: true
        ),
        Field(
            .event,
            "exception.values[].mechanism.data.domain",
            "text",
            "The error's domain, scrubbed.",
            "Groups failures.",
            isOptional: true
        ),
        Field(
            .event,
            "exception.values[].mechanism.data.code",
            "text",
            "The error's code, scrubbed.",
            "Groups failures.",
            isOptional: true
        ),
        Field(.event, "tags.*", "text", "What the host set, scrubbed.", "Finds events.", isOptional: true),
        Field(
            .event,
            "contexts.*",
            "any",
            "What the host set, scrubbed.",
            "Says more of what happened.",
            isOptional: true
        ),
        Field(
            .event,
            "extra.checkout.flow.id",
            "random id",
            "The flow that it belongs to.",
            "Puts failures beside the checkout's events.",
            isOptional: true
        ),
        Field(
            .event,
            "breadcrumbs.values[].timestamp",
            "time",
            "When it was left.",
            "What came before.",
            isOptional: true
        ),
        Field(
            .event,
            "breadcrumbs.values[].message",
            "text",
            "What the host said, scrubbed.",
            "What came before.",
            isOptional: true
        ),
        Field(
            .event,
            "breadcrumbs.values[].category",
            "text",
            "What the host said, scrubbed.",
            "What came before.",
            isOptional: true
        ),
        Field(.event, "breadcrumbs.values[].level", "word", "How severe it is.", "What came before.", isOptional: true),
        Field(
            .event,
            "breadcrumbs.values[].data.*",
            "any",
            "What the host said, scrubbed.",
            "What came before.",
            isOptional: true
        ),
        Field(
            .event,
            "_meta.*",
            "notes",
            "Where something was redacted, and by which rule.",
            "Shows that it was.",
            isOptional: true
        ),
    ]

    static let entryFields: [Field] = [
        Field(.checkout, "name", "word", "What happened, of a closed list.", "The step of the funnel."),
        Field(.checkout, "timestamp", "time", "When it happened, by the device's clock.", "Order and rates."),
        Field(
            .checkout,
            "severity_number",
            "integer",
            "How severe it is, by what it says.",
            "Tells failures from steps."
        ),
    ]

    static let logFields: [Field] = [
        Field(.log, "body", "word", "The event's name.", "As `name`."),
        Field(.log, "timestamp", "time", "When it happened, by the device's clock.", "Order."),
        Field(.log, "level", "word", "How severe it is.", "As `severity_number`."),
        Field(.log, "severity_number", "integer", "How severe it is.", "As `severity_number`."),
        Field(
            .log,
            "trace_id",
            "random id",
            "The flow's id, or else the session's.",
            "Shows a checkout's events together."
        ),
        Field(
            .log,
            "attributes.*.value",
            "as there",
            "The attributes of the checkout event, under the same names.",
            "As there."
        ),
        Field(.log, "attributes.*.type", "word", "The type of the value.", "Asked for by the format."),
    ]

    static let reportFields: [Field] = [
        Field(.report, "timestamp", "time", "When the counts were taken.", "Puts them into an hour.", .counted),
        Field(
            .report,
            "discarded_events[].reason",
            "word",
            "Why events were dropped before sending.",
            "Shows what figures lack.",
            .counted
        ),
        Field(
            .report,
            "discarded_events[].category",
            "word",
            "What was dropped.",
            "Shows what figures lack.",
            .counted
        ),
        Field(.report, "discarded_events[].quantity", "integer", "How many.", "Shows what figures lack.", .counted),
    ]
}
