import Glibc

/// A directory that goes with the test.
package final class TemporaryDirectory: Sendable {
    /// Where it is.
    package let path: String

    /// Makes one.
    package init() {
        var template = Array("/var/tmp/telemetry-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return "" }
            return String(cString: made)
        }
    }

    deinit {
        remove()
    }

    /// Takes it away before its time.
    package func remove() {
        TemporaryDirectory.remove(path)
    }

    /// What lies directly in it.
    package var names: [String] { entries(of: path) }

    /// Files at any depth, relative to it.
    package var files: [String] { TemporaryDirectory.files(path, "") }

    /// What is in a file, 4 MiB at most.
    package func read(_ file: String) -> [UInt8] {
        let number = open(path + "/" + file, O_RDONLY)
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        let count = Glibc.read(number, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    private static func isDirectory(_ path: String) -> Bool {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        if number >= 0 { close(number) }
        return number >= 0
    }

    private static func files(_ path: String, _ prefix: String) -> [String] {
        entries(of: path).flatMap { name in
            isDirectory(path + "/" + name) ? files(path + "/" + name, prefix + name + "/") : [prefix + name]
        }
    }

    private static func remove(_ path: String) {
        for name in entries(of: path) {
            if unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        }
        rmdir(path)
    }
}

/// The names in a directory.
package func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}
