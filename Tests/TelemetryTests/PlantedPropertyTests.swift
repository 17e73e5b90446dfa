import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryDelivery

/// Card numbers in generated events: none of them may reach a transport or a file, wherever and however it is said.
@Suite(.timeLimit(.minutes(2))) struct PlantedPropertyTests {
    /// Makes events that hold numbers, and remembers the numbers.
    private struct Dice {
        var generator: SplitMix
        private(set) var planted: Set<String> = []

        init(seed: UInt64) {
            generator = SplitMix(seed: seed)
        }

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int(generator.next() % UInt64(values.count))]
        }

        /// A number that issuers give out, valid by its check digit, in one of the forms that people and programs write.
        mutating func card() -> String {
            let (prefix, length): (String, Int) = pick([
                ("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("34", 15), ("37", 15), ("6011", 16), ("3528", 16),
                ("3589", 16),
            ])
            var digits = prefix.utf8.map { Int($0 - 0x30) }
            while digits.count < length - 1 { digits.append(Int(generator.next() % 10)) }
            let sum = digits.reversed().enumerated().reduce(0) { sum, place in
                let doubled = place.offset % 2 == 0 ? place.element * 2 : place.element
                return sum + (doubled > 9 ? doubled - 9 : doubled)
            }
            digits.append((10 - sum % 10) % 10)
            let number = digits.map(String.init).joined()
            planted.insert(number)
            return form(number)
        }

        private mutating func form(_ number: String) -> String {
            switch generator.next() % 6 {
            case 0: return grouped(number, by: " ")
            case 1: return grouped(number, by: "-")
            case 2: return grouped(number, by: "%20")
            case 3: return grouped(number, by: "\u{A0}")
            default: return number
            }
        }

        private func grouped(_ number: String, by separator: String) -> String {
            let lengths = number.count == 15 ? [4, 6, 5] : [4, 4, 4, 4]
            var rest = Substring(number)
            return lengths.map { length in
                defer { rest = rest.dropFirst(length) }
                return String(rest.prefix(length))
            }.joined(separator: separator)
        }

        mutating func sentence() -> String {
            let card = card()
            return pick([
                "card \(card) was declined", "paid with \(card)", "\(card)", "POST /pay?pan=\(card)&step=2 failed",
                "{\"pan\":\"\(card)\",\"amount\":1200}", "ünïcödé \(card) 卡号",
                "https://shop.example.com/p/\(card)/retry",
                "retry 3 of 5, number=\(card); exp=12/29", "a\tb\n\(card)\r\n", "<card no=\"\(card)\"/>",
            ])
        }

        /// A JSON value with numbers in it, a few levels deep.
        mutating func value(_ depth: Int = 0) -> String {
            switch generator.next() % (depth < 3 ? 6 : 3) {
            case 0: return quoted(sentence())
            case 1: return quoted(card())
            case 2: return "\(generator.next() % 10_000)"
            case 3: return "[" + (0..<3).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
            case 4: return "{" + quoted(pick(["card", "note", "n", "a b"])) + ":" + value(depth + 1) + "}"
            default: return "{" + quoted(card()) + ":" + value(depth + 1) + "}"
            }
        }

        func quoted(_ text: String) -> String {
            var result = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                case "\n": result += "\\n"
                case "\r": result += "\\r"
                case "\t": result += "\\t"
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result + "\""
        }
    }

    private struct Declined: ReportableError {
        var reportDomain: String
        var reportCode: String
        var reportDescription: String?
        var reportUnderlying: (any Error)?
    }

    private struct Described: Error, CustomStringConvertible {
        var description: String
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// One thing that a host may do.
    private static func act(_ reporter: Reporter, _ dice: inout Dice) {
        let level = Level(rawValue: UInt8(dice.generator.next() % 5)) ?? .error
        switch dice.generator.next() % 12 {
        case 0, 1: reporter.capture("\(dice.sentence())", level: level)
        case 2:
            reporter.addBreadcrumb("\(dice.sentence())", category: dice.sentence(), data: ["x": .string(dice.card())])
        case 3: reporter.setTag(dice.sentence(), dice.sentence())
        case 4:
            let inner: ContextValue = .object(["deep": .array([.string(dice.sentence()), .integer(7)])])
            reporter.setContext(
                dice.pick(["form", "state", "checkout_raw"]),
                [dice.card(): .string(dice.card()), "in": inner]
            )
        case 5:
            let inner = Described(description: dice.sentence())
            let text = dice.sentence()
            let error = Declined(
                reportDomain: dice.sentence(),
                reportCode: dice.card(),
                reportDescription: text,
                reportUnderlying: inner
            )
            reporter.capture(error: error, level: level)
        case 6:
            let path = [Key(stringValue: dice.card()), Key(stringValue: "b")]
            let context = DecodingError.Context(codingPath: path, debugDescription: dice.sentence())
            reporter.capture(error: DecodingError.dataCorrupted(context), level: level)
        case 7:
            reporter.capture(
                eventJSON: "{\"message\":" + dice.quoted(dice.sentence()) + ",\"extra\":" + dice.value() + "}"
            )
        case 8:
            reporter.capture(
                eventJSON: "{\"contexts\":{\"checkout_raw\":{\"a\":" + dice.value() + "}},\"message\":\"m\"}"
            )
        case 9:
            reporter.capture(
                eventJSON: "{\"exception\":{\"values\":[{\"type\":" + dice.quoted(dice.sentence()) + ",\"value\":"
                    + dice.quoted(dice.sentence()) + "}]},\"user\":{\"id\":" + dice.quoted(dice.card())
                    + "},\"request\":{\"url\":"
                    + dice.quoted(dice.sentence()) + ",\"headers\":{\"X-Note\":" + dice.quoted(dice.sentence()) + "}}}"
            )
        case 10:
            reporter.capture(
                eventJSON: "{\"logentry\":{\"message\":\"%s\",\"params\":[" + dice.quoted(dice.sentence())
                    + "]},\"tags\":{\"t\":" + dice.quoted(dice.card()) + "},\"fingerprint\":["
                    + dice.quoted(dice.card()) + "]}"
            )
        // Not JSON at all: refused or scrubbed as what it is.
        default: reporter.capture(eventJSON: "{\"message\":\"" + dice.sentence() + "\n}")
        }
    }

    /// The planted numbers that stand in a text, in any of the forms they were written in.
    private static func found(_ planted: Set<String>, in text: String) -> [String] {
        let bytes = Array(text.utf8)
        // What may part the groups, and what JSON makes of it.
        let separators = [" ", "-", "%20", "\u{A0}", "\\u00a0"].map { Array($0.utf8) }
        var found: [String] = []
        var run: [UInt8] = []
        func look() {
            for length in [15, 16] where run.count >= length {
                for start in 0...run.count - length {
                    let number = String(decoding: run[start..<start + length], as: UTF8.self)
                    if planted.contains(number) { found.append(number) }
                }
            }
            run.removeAll(keepingCapacity: true)
        }
        var index = 0
        while index < bytes.count {
            if (0x30...0x39).contains(bytes[index]) {
                run.append(bytes[index])
                index += 1
            } else if !run.isEmpty, let parting = separators.first(where: { bytes[index...].starts(with: $0) }) {
                index += parting.count
            } else {
                if !run.isEmpty { look() }
                index += 1
            }
        }
        look()
        return found
    }

    @Test(
        "no planted number reaches a transport or a spool file",
        arguments: [(UInt64(3), true), (17, false)]
    )
    func planted(seed: UInt64, isReachable: Bool) async throws {
        let directory = TemporaryDirectory()
        let hookSeed = Lock(Dice(seed: seed &+ 1))
        let transport = RecordingTransport(isReachable ? .accepted : .status(500))
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.spool = SpoolOptions(directory: directory.path + "/spool")
            configuration.sendsErrorDescriptions = true
            configuration.release = "checkout@4111111111111111"
            configuration.environment = "4111 1111 1111 1111"
            configuration.beforeSend = { event in
                event.members["extra"] = .object(["hook": .string(hookSeed.withLock { $0.sentence() })])
                return .keep
            }
            configuration.beforeBreadcrumb = { breadcrumb in
                breadcrumb.message = hookSeed.withLock { $0.sentence() }
                return .keep
            }
        }
        var dice = Dice(seed: seed)
        for number in 0..<240 {
            Self.act(reporter, &dice)
            if number % 60 == 59 { await reporter.flush(timeout: .milliseconds(50)) }
        }
        await reporter.flush(timeout: .seconds(isReachable ? 20 : 1))
        var planted = dice.planted.union(hookSeed.withLock { $0.planted })
        planted.insert("4111111111111111")
        #expect(planted.count > 240)
        var texts = transport.envelopes.map(\.text)
        let sent = texts.count
        for file in directory.files {
            let bytes = directory.read(file)
            #expect(Self.found(planted, in: file).isEmpty)
            texts.append(
                file.hasSuffix(".gz") ? SentEnvelope(gzip: bytes).text : String(decoding: bytes, as: UTF8.self)
            )
        }
        #expect(isReachable ? sent > 2 : texts.count > sent)
        var redactions = 0
        for text in texts {
            #expect(Self.found(planted, in: text).isEmpty)
            redactions += text.split(separator: "[redacted:pan]", omittingEmptySubsequences: false).count - 1
        }
        #expect(redactions > 200)
        #expect(reporter.stats.ledger.isBalanced)
        await reporter.close(timeout: .milliseconds(100))
    }

    @Test("the search finds what it is meant to find")
    func search() {
        let planted: Set<String> = ["4111111111111111"]
        for text in [
            "x 4111 1111 1111 1111.", "4111-1111-1111-1111", "a4111%201111%201111%201111",
            "4111\u{A0}1111\u{A0}1111\u{A0}1111",
        ] {
            #expect(Self.found(planted, in: text) == ["4111111111111111"])
        }
        #expect(Self.found(planted, in: "4111 [redacted:pan] 1111").isEmpty)
    }
}
