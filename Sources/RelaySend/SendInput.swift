internal import Glibc

/// A file of events, or standard input.
struct SendInput {
    /// As it stands in messages.
    let name: String
    let descriptor: Int32

    /// A file that cannot be read.
    struct Failure: Error {
        var name: String
        var reason: String
    }

    /// Opens all of them before the first is read, so that a wrong name sends nothing. No names: standard input.
    static func open(_ names: [String]) throws(Failure) -> [SendInput] {
        var inputs: [SendInput] = []
        for name in names.isEmpty ? ["-"] : names {
            guard name != "-" else {
                inputs.append(SendInput(name: "standard input", descriptor: STDIN_FILENO))
                continue
            }
            let descriptor = unsafe Glibc.open(name, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(name: name, reason: unsafe String(cString: strerror(errno))) }
            inputs.append(SendInput(name: name, descriptor: descriptor))
        }
        return inputs
    }
}
