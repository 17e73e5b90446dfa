internal import TelemetryWire

/// Who a request comes from, by its head. Key material of a request never leaves this file but as a known key.
enum RequestAuth {
    /// The key that the head names in `X-Sentry-Auth`, `Authorization` and the query; all that do must agree.
    static func key(of head: HTTPRequestHead) -> SentryAuth.Result {
        var result = SentryAuth.Result.absent
        for field in head.fields where field.name == "x-sentry-auth" || field.name == "authorization" {
            let bytes = ContiguousArray(field.value.utf8)
            result = result.agreeing(with: SentryAuth.parse(header: bytes.span))
        }
        for argument in head.query where argument.name == "sentry_key" {
            let bytes = ContiguousArray("sentry_key=\(argument.value)".utf8)
            result = result.agreeing(with: SentryAuth.parse(query: bytes.span))
        }
        return result
    }

    /// The store's key of that name, if it may write to the project (nil: to its own).
    static func admit(
        _ publicKey: String,
        to project: ProjectID?,
        _ store: IngestStore
    ) throws(IngestRefusal) -> ProjectKey {
        guard let key = store.key(publicKey: publicKey) else { throw .unknownKey }
        guard key.isActive else { throw .disabledKey }
        guard project == nil || project == key.project else { throw .wrongProject }
        return key
    }
}

extension IngestRefusal: Error {}
