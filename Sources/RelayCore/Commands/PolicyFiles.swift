internal import Glibc
internal import Sanitizer

/// Policies in files: a deployment's, and a project's over it, with the key that their methods may need.
struct PolicyFiles {
    /// The largest document.
    static let limit = 256 << 10
    /// Where the key is when no file is named.
    static let keyVariable = "TELEMETRY_RELAY_HMAC_KEY"

    /// One thing that is wrong with a file, in the form of compilers: `FILE:LINE:COLUMN: PATH: REASON`.
    struct Failure: Error, Hashable {
        let lines: [String]
    }

    /// The key, if there is one.
    let key: HMACKey?

    /// Takes the key from a file, or from the environment where no file is named. A file that others can read is refused.
    init(keyFile: String?) throws(Failure) {
        if let keyFile {
            var status = stat()
            guard unsafe stat(keyFile, &status) == 0 else {
                throw Failure(lines: ["\(keyFile): \(SystemError.text(errno))"])
            }
            guard status.st_mode & 0o077 == 0 else {
                throw Failure(lines: ["\(keyFile): others can read it (chmod 600)"])
            }
            key = try Self.key(try Self.read(keyFile), keyFile)
        } else if let value = unsafe getenv(Self.keyVariable) {
            key = try Self.key(unsafe String(cString: value).utf8, Self.keyVariable)
        } else {
            key = nil
        }
    }

    private static func key(_ text: some Sequence<UInt8>, _ source: String) throws(Failure) -> HMACKey {
        do throws(HMACKey.Failure) {
            return try HMACKey(text)
        } catch {
            throw Failure(lines: ["\(source): \(error.text)"])
        }
    }

    private static func read(_ path: String) throws(Failure) -> ContiguousArray<UInt8> {
        do throws(SmallFile.Failure) {
            return try SmallFile.contents(of: path, limit: limit)
        } catch {
            throw Failure(lines: ["cannot read \(path): \(error)"])
        }
    }

    /// The policy of a file, over another one.
    func policy(
        _ path: String,
        over base: Policy = .standard,
        profile: Policy.Profile? = nil
    ) throws(Failure) -> Policy {
        let document = try Self.read(path)
        do throws(Policy.DocumentError) {
            return try Policy(document: document.span, over: base, profile: profile, digest: key)
        } catch {
            throw Failure(lines: error.faults.map { "\(path):\($0.line):\($0.column): \($0.path): \($0.reason)" })
        }
    }

    /// The policy of files on top of each other, in order; the built-in one where there are none.
    func policy(_ paths: [String], profile: Policy.Profile? = nil) throws(Failure) -> Policy {
        var policy = Policy.standard
        for path in paths { policy = try self.policy(path, over: policy) }
        return profile.map { policy.under($0) } ?? policy
    }

    /// The policy that a command's `--policy` and `--hmac-key` ask for; the built-in one without.
    static func policy(
        of arguments: CommandArguments,
        profile: Policy.Profile? = nil
    ) throws(CommandError) -> Policy {
        do throws(Failure) {
            let files = try PolicyFiles(keyFile: arguments.value("--hmac-key"))
            return try files.policy(arguments.all("--policy"), profile: profile)
        } catch {
            throw .failure(CommandFailure(error.lines.joined(separator: "\n")))
        }
    }

    /// The policies of single projects in a directory: `7.json` is project 7's. Anything else in there is refused, since a
    /// file with a wrong name would be a policy that nobody follows. None where there is no directory.
    static func projects(in directory: String) throws(Failure) -> [(project: Int64, path: String)] {
        guard let handle = unsafe opendir(directory) else {
            if errno == ENOENT { return [] }
            throw Failure(lines: ["\(directory): \(SystemError.text(errno))"])
        }
        defer { unsafe closedir(handle) }
        var found: [(project: Int64, path: String)] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { place in
                unsafe place.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            guard name.hasSuffix(".json"), let project = Int64(name.dropLast(5)), ProjectID(project).isCreatable else {
                throw Failure(lines: ["\(directory): a file that is no PROJECT.json"])
            }
            found.append((project, directory + "/" + name))
        }
        return found.sorted { $0.project < $1.project }
    }
}
