/// Wrong usage: exit code 2, and one line that says what was wrong.
package struct UsageError: Error, Sendable, Hashable {
    /// The line, without the command's name.
    package let text: String

    /// An error with this line.
    package init(_ text: String) {
        self.text = text
    }
}
