package import Sanitizer

/// The fields of an event that lists, grouping and search need. All of them clean; lengths are cut by the producer.
package struct EventIndex: Sendable {
    /// The exception's type, or nil for a message.
    package var type: Sanitized<String>?
    /// The exception's value or the message.
    package var message: Sanitized<String>?
    /// The top in-app frame, `module.function` or file and function.
    package var culprit: Sanitized<String>?
    /// The release.
    package var release: Sanitized<String>?
    /// The environment.
    package var environment: Sanitized<String>?
    /// The platform.
    package var platform: Sanitized<String>?
    /// The logger.
    package var logger: Sanitized<String>?
    /// The reporting client's name.
    package var sdkName: Sanitized<String>?
    /// The reporting client's version.
    package var sdkVersion: Sanitized<String>?
    /// Tags, in document order.
    package var tags: [(key: Sanitized<String>, value: Sanitized<String>)] = []

    /// An empty index.
    package init() {}
}
