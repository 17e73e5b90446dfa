import Glibc

/// The lines of a file, one after the other.
enum Lines {
    /// Calls `body` with each line; false if the file cannot be read.
    static func each(of path: String, _ body: (String) -> Void) -> Bool {
        guard let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while case let length = getline(&line, &capacity, file), length > 0 {
            guard let line else { break }
            body(String(decoding: UnsafeRawBufferPointer(start: line, count: length), as: UTF8.self))
        }
        return true
    }
}
