/// What kept a command from its job: exit code 1, and one line that says what.
struct CommandFailure: Error, Sendable, Hashable {
    /// The line, without the command's name.
    let text: String

    /// A failure with this line.
    init(_ text: String) {
        self.text = text
    }

    /// A failure of the store in a directory.
    init(_ error: StoreError, in directory: DataDirectory) {
        text = error.sentence(in: directory)
    }
}
