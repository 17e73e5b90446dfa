import Foundation

@testable import RelayCore

/// What a run of a filter command came to, with files for its streams.
struct CommandRun {
    var status: Int32
    var output: String
    var errors: String
    var lines: [Substring] { output.split(separator: "\n") }

    /// Runs `command` on `input`.
    init(_ input: Data, _ command: (CommandIO) -> Int32) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try input.write(to: names[0])
        let handles = try names.dropFirst().map { url in
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
            return try FileHandle(forWritingTo: url)
        }
        let reading = try FileHandle(forReadingFrom: names[0])
        let streams = CommandIO(
            input: reading.fileDescriptor,
            output: handles[0].fileDescriptor,
            errors: handles[1].fileDescriptor
        )
        // The descriptors are the handles' own: they must not be closed before the command has ended.
        status = withExtendedLifetime((reading, handles)) { command(streams) }
        output = String(decoding: try Data(contentsOf: names[1]), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
    }
}
