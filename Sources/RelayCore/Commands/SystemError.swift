internal import Glibc

/// What the system says of an error number.
enum SystemError {
    /// The text for `code`, an `errno`.
    static func text(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}
