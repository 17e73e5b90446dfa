import Foundation
import Testing

/// No module but `Sanitizer` can make a sanitized value from raw bytes: proven by compiling sources that try, as a part
/// of this package, against the module that the tests were built with.
@Suite struct SanitizedTypeTests {
    /// What any module of the package may do. It also uses a `package` symbol, so it compiles only where the package
    /// name is the right one.
    private static let allowed = """
        import Sanitizer
        func use(_ bytes: [UInt8]) throws -> Sanitized<String>? {
            let storage = ContiguousArray(bytes)
            var reader = JSONReader(storage.span)
            _ = try reader.next()
            var pass = Pass(stage: .client)
            var output = SanitizedBuffer(capacity: 16)
            var observer = FindingCollector()
            _ = try pass.run(input: storage.span, policy: .strict, into: &output, observer: &observer)
            output.append("literal")
            output.append(counter: 3)
            var methods = Methods()
            methods.authentication = .remove
            methods.card = .truncate
            methods.personal = .mask(keepingFirst: 1, last: 2)
            _ = Policy(profile: .strict, methods: methods)
            return Sanitized(literal: "name")
        }
        """

    @Test(
        "a source that makes sanitized values from raw ones does not compile",
        arguments: [
            #"let value = Sanitized(trusted: "4111111111111111")"#,
            #"let value = Sanitized<String>(value: "4111111111111111")"#,
            #"let raw = "x"; let value = Sanitized(literal: raw)"#,
            #"func f(_ bytes: [UInt8]) { var buffer = SanitizedBuffer(); buffer.append(bytes) }"#,
            #"func f(_ bytes: ContiguousArray<UInt8>) { var buffer = SanitizedBuffer(); buffer.storage = bytes }"#,
            #"func f(_ bytes: ContiguousArray<UInt8>) { var buffer = SanitizedBuffer(); buffer.storage.append(1) }"#,
            #"func f(_ text: String) { var buffer = SanitizedBuffer(); buffer.append(text) }"#,
            #"let text: StaticString = "a"; let value: Sanitized<[UInt8]> = Sanitized(literal: text)"#,
            #"func f(_ value: Sanitized<String>) { var copy = value; copy.value = "x" }"#,
            #"extension SanitizedBuffer { init(raw: ContiguousArray<UInt8>) { self.storage = raw } }"#,
            #"extension Sanitized { init(raw: Value) { self.value = raw } }"#,
            #"var methods = Methods(); methods.authentication = .mask"#,
            #"var methods = Methods(); methods.authentication = .truncate"#,
            #"var methods = Methods(); methods.authentication = .hmac"#,
            #"var methods = Methods(); methods.card = .mask"#, #"var methods = Methods(); methods.card = .remove"#,
            #"var methods = Methods(); methods.card = [.truncate, .hmac]"#,
            #"var methods = Methods(); methods.expiry = .truncate"#,
            #"var methods = Methods(); methods.secret = .truncate"#,
            #"var methods = Methods(); methods.personal = AuthenticationMethod.remove"#,
        ]
    )
    func forbidden(snippet: String) throws {
        let compiler = try #require(Compiler.shared, "the control source does not compile")
        let result = try compiler.check("import Sanitizer\n" + snippet)
        #expect(!result.isAccepted)
        #expect(result.messages.contains("error:"))
        #expect(!result.messages.contains("no such module"))
    }

    @Test("the control compiles, so that the failures above mean something")
    func control() throws {
        let compiler = try #require(Compiler.shared)
        #expect(try compiler.check(Self.allowed).isAccepted)
    }

    @Test(
        "outside of the package nobody has a method with a key, or a key",
        arguments: [
            ("var methods = Methods(); methods.card = .truncate", true),
            ("var methods = Methods(); methods.card = .hmac", false),
            ("var methods = Methods(); methods.personal = .hmac", false),
            ("func f(_ digest: any KeyedDigest) {}", false),
            ("func f(_ d: Span<UInt8>) throws { _ = try Policy(document: d) }", true),
            ("func f(_ d: Span<UInt8>) throws { _ = try Policy(document: d, digest: nil) }", false),
        ]
    )
    func foreign(snippet: String, isAccepted: Bool) throws {
        let compiler = Compiler(package: "elsewhere", modules: try #require(Compiler.shared).modules)
        #expect(try compiler.check("import Sanitizer\n" + snippet).isAccepted == isAccepted)
    }

    /// The compiler with the package's name and modules.
    private struct Compiler {
        let package: String
        let modules: URL

        struct Verdict {
            let isAccepted: Bool
            let messages: String
        }

        /// Found once: the package's name is the one under which the control compiles.
        static let shared: Compiler? = {
            let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            let bundles = [executable.path] + CommandLine.arguments
            guard let bundle = bundles.first(where: { $0.hasSuffix(".xctest") }) else { return nil }
            let products = URL(fileURLWithPath: bundle).deletingLastPathComponent()
            let root = URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let identity = root.lastPathComponent.lowercased()
            let mangled = String(identity.map { $0.isLetter || $0.isNumber ? $0 : "_" })
            for modules in [products.appendingPathComponent("Modules"), products] {
                for package in [mangled, identity, "telemetry"] {
                    let compiler = Compiler(package: package, modules: modules)
                    if let verdict = try? compiler.check(SanitizedTypeTests.allowed), verdict.isAccepted {
                        return compiler
                    }
                }
            }
            return nil
        }()

        /// Shared by all checks, so that the standard library's modules are loaded once.
        private static let cache = FileManager.default.temporaryDirectory
            .appendingPathComponent("telemetry-typecheck-cache")

        /// Type-checks a source.
        func check(_ source: String) throws -> Verdict {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("Source.swift")
            try Data(source.utf8).write(to: file)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "swiftc", "-typecheck", "-swift-version", "6", "-package-name", package, "-I", modules.path,
                "-module-cache-path", Self.cache.path, file.path,
            ]
            let pipe = Pipe()
            process.standardError = pipe
            process.standardOutput = pipe
            try process.run()
            let messages = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Verdict(
                isAccepted: process.terminationStatus == 0,
                messages: String(decoding: messages, as: UTF8.self)
            )
        }
    }
}
