import TelemetryWire
import Testing

@testable import RelayCore

@Suite struct ServeOptionsTests {
    @Test("reads its flags, with a blank or an equals sign")
    func flags() throws {
        let options = try ServeOptions(["--listen", "0.0.0.0:0", "--data=/x", "--config", "f", "--store=sqlite"])
        #expect(options.listen == ListenAddress(host: "0.0.0.0", port: 0))
        #expect(options.data == "/x")
        #expect(options.config == "f")
        #expect(options.store == "sqlite")
    }

    @Test(
        "refuses what it does not know, in one line",
        arguments: [["--port", "1"], ["x"], ["--listen"], ["--listen", "here"], ["--data", ""], ["--data="]]
    )
    func wrong(_ arguments: [String]) {
        let error = #expect(throws: ServeUsageError.self) { try ServeOptions(arguments) }
        #expect(error?.isUsage == true)
        #expect(error?.text.contains("\n") == false)
    }

    @Test(
        "reads addresses",
        arguments: [
            ("127.0.0.1:8787", "127.0.0.1", 8787), ("localhost:0", "localhost", 0), ("[::1]:80", "::1", 80),
            ("8787", "127.0.0.1", 8787),
        ]
    )
    func addresses(_ text: String, _ host: String, _ port: UInt16) {
        #expect(ListenAddress(text) == ListenAddress(host: host, port: port))
    }

    @Test("refuses what is no address", arguments: ["", ":", ":80", "host", "host:", "host:65536", "::1:80", "a:b"])
    func noAddress(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }

    private func apply(_ text: String) throws(ConfigurationError) -> ServeSettings {
        var settings = ServeSettings()
        let bytes = ContiguousArray(text.utf8)
        try ServeConfiguration.apply(bytes.span, to: &settings)
        return settings
    }

    @Test("a configuration file sets what it names")
    func configuration() throws {
        let settings = try apply(
            #"{"listen":"0.0.0.0:9000","data":"/var/lib/relay","store":"sqlite","limits":{"item":2048,"connections":7}}"#
        )
        #expect(settings.listen == ListenAddress(host: "0.0.0.0", port: 9000))
        #expect(settings.data == "/var/lib/relay")
        #expect(settings.limits.item == 2_048)
        #expect(settings.server.connections == 7)
        #expect(try apply("{}").limits == .standard)
    }

    @Test(
        "a configuration file with a mistake is refused whole",
        arguments: [
            (#"{"listen":"x"}"#, ConfigurationError.wrongType("listen")), (#"{"lisen":"x"}"#, .unknown("lisen")),
            (#"{"data":"a","data":"b"}"#, .doubled("data")), ("[]", .wrongType("the document")),
            (#"{"limits":{"item":1}}"#, .outOfRange("limits.item", 1_024...(8 << 20))),
            (#"{"limits":{"item":"1"}}"#, .outOfRange("limits.item", 1_024...(8 << 20))),
            (#"{"limits":{"itm":1}}"#, .unknown("limits.itm")), (#"{"store":"postgres"}"#, .wrongType("store")),
            (#"{"data":"a""#, .syntax(offset: 11)), (#"{} x"#, .syntax(offset: 3)),
        ]
    )
    func mistakes(_ text: String, _ expected: ConfigurationError) {
        #expect(throws: expected) { try apply(text) }
    }

    @Test("says where to send and how to look, and names no disabled key")
    func greeting() {
        let address = ListenAddress(host: "0.0.0.0", port: 80)
        let text = ServeCommand.greeting(address, MemoryStore.key, isNew: true, data: "./d")
        #expect(text.contains("DSN: http://0123456789abcdef0123456789abcdef@127.0.0.1:80/1\n"))
        #expect(text.contains("telemetry-relay issues --data ./d\n"))
        #expect(ServeCommand.greeting(address, nil, isNew: false, data: "./d").contains("DSN: none"))
    }
}
