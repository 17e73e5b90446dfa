import Testing

@testable import Sanitizer

/// The prefilter and the count of marks against plain loops, and against the detectors behind them.
@Suite struct TextPrefilterTests {
    @Test("counts what a loop over the bytes counts, at every length and place", arguments: 1..<40)
    func counts(_ length: Int) {
        var random = SplitMix(seed: UInt64(length))
        let alphabet = Array("abcXYZ0123456789:;<=>?@%+,-./_ []{}()^\\&\"'~\u{E9}\u{661}".utf8)
        for _ in 0..<300 {
            let bytes = (0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let map = maps.open(length)
                #expect(TextMarks(text, map) == Reference.marks(bytes))
                let summary = TextSummary(text)
                #expect(summary == Reference.summary(bytes))
            }
        }
    }

    @Test("finds a run of sixteen wherever it starts")
    func longTokens() {
        for before in 0..<20 {
            for length in 10..<24 {
                let bytes = [UInt8](repeating: 0x20, count: before) + [UInt8](repeating: 0x61, count: length) + [0x21]
                bytes.withUnsafeBufferPointer { buffer in
                    guard let text = unsafe TextBytes(buffer) else { return }
                    #expect(TextSummary.hasLongToken(text, hasDigits: false) == (length >= 16))
                }
            }
        }
    }

    @Test(
        "tells runs of sixteen in rows of any length, across windows of 64 bytes",
        arguments: [0, 40, 57, 120, 2_040]
    )
    func longRows(_ before: Int) {
        for length in [15, 16, 17, 63, 64, 65, 200] {
            let bytes = [UInt8](repeating: 0x20, count: before) + [UInt8](repeating: 0x61, count: length) + [0x2E]
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let marks = TextMarks(text, maps.open(bytes.count))
                #expect(marks.hasLongRun == (length >= 16), "\(before) \(length)")
                #expect(marks.dots == 1)
            }
        }
    }

    @Test(
        "finds a word wherever a window of 64 bytes ends, and behind dashes",
        arguments: [
            "sk_live_EXAMPLEEXAMPLE1", "--sk_live_EXAMPLEEXAMPLE1", "cvv 987", "Bearer a1b2c3", "password is hunter22x",
        ]
    )
    func windows(_ secret: String) {
        for before in 40..<140 {
            let text = String(repeating: "ab ", count: before / 3) + String(repeating: " ", count: before % 3) + secret
            #expect(TextScan.redact(text).contains("[redacted:"), "\(before)")
        }
    }

    @Test("admits every key by its first letter")
    func firstLetters() {
        // Letters, digits, `_` and `-` of any length that `end` could take, by what they begin with; where a low line is,
        // all are asked, as `vercel_…` is.
        for first in Set("srpewcltmgxndhafkoASGFELNPH".utf8) { #expect(KeyShape.mayBegin(first)) }
        for first in Set("bijquvyzBCDIJKMOQRTUVWXYZ".utf8) { #expect(!KeyShape.mayBegin(first)) }
    }

    @Test("a label that said nothing is kept, and asked again when the vocabulary changes")
    func forgetsLabels() {
        var scanner = TextScanner()
        Array("colour=blue1".utf8).withUnsafeBufferPointer { buffer in
            unsafe scanner.scan(buffer, context: TextScanner.Context())
            guard let text = unsafe TextBytes(buffer), let label = Label(before: 6, in: text),
                let tag = LabelCache.Tag(label, in: text, profile: .standard),
                let strict = LabelCache.Tag(label, in: text, profile: .strict)
            else {
                Issue.record("no label")
                return
            }
            #expect(scanner.dullLabels.holds(tag))
            #expect(!scanner.dullLabels.holds(strict))
            scanner.classifier = KeyClassifier()
            #expect(!scanner.dullLabels.holds(tag))
        }
    }

    @Test("reads nothing outside the text")
    func outside() {
        let bytes = Array("ab".utf8)
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = unsafe TextBytes(buffer) else { return }
            #expect(text[-1] == 0)
            #expect(text[2] == 0)
            #expect(text[.max] == 0)
            #expect(text[.min] == 0)
            #expect(!text.matches("abc", at: 0))
        }
        #expect(TextScan.hits([]).isEmpty)
        #expect(!TextScan.mayHoldAnything(""))
    }

    @Test(
        "lets through whatever a detector can find",
        arguments: [
            "4111111111111111", "cvv 123", "pin 4821", "1.1.1.1", "a@b.co", "AKIAIOSFODNN7EXAMPLE", "Bearer a1b2",
            "219-09-9999", "02-00-5E-10-00-AF", "cvc=123", "NDExMTExMTExMTExMTExMQ", "DE89370400440532013000",
            "-----BEGIN KEY-----\nab", "sk_live_EXAMPLEEX", "call 0501234", "\u{664}\u{661}\u{661}\u{661}",
        ]
    )
    func admits(_ text: String) {
        #expect(TextScan.mayHoldAnything(text))
    }

    @Test(
        "turns away what cannot hold anything",
        arguments: ["CardEntry", "en_GB", "4711", "checkout.networking", "6.5.1", "tap on CardEntry.retry", "x86_64"]
    )
    func rejects(_ text: String) {
        #expect(!TextScan.mayHoldAnything(text))
        #expect(TextScan.redact(text) == text)
    }

    @Test("counts beyond what a lane holds")
    func manyDigits() {
        for length in [1_023, 1_024, 4_095, 4_096, 70_000] {
            [UInt8](repeating: 0x37, count: length).withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                #expect(TextSummary(text).digits == length)
            }
        }
    }

    /// The same by a loop.
    private enum Reference {
        static func summary(_ bytes: [UInt8]) -> TextSummary {
            var summary = TextSummary()
            for byte in bytes {
                switch byte {
                case 0x30...0x39: summary.digits += 1
                case 0x3A...0x40: summary.marks.insert(.sign)
                case 0x25: summary.marks.insert(.sign)
                case 0x5F: summary.marks.insert(.underscore)
                case 0x20: summary.marks.insert(.space)
                case 0x2D: summary.marks.formUnion([.dash, .punctuation])
                case 0x2B...0x2F: summary.marks.insert(.punctuation)
                case 0x80...: summary.marks.insert(.foreign)
                default: break
                }
            }
            return summary
        }

        static func marks(_ bytes: [UInt8]) -> TextMarks {
            var marks = TextMarks()
            for (index, byte) in bytes.enumerated() {
                switch byte {
                case 0x2F: marks.present.insert(.slash)
                case 0x2C where index > 0 && bytes[index - 1].isQuote: marks.present.insert(.pair)
                case 0x30...0x39: marks.digits += 1
                case 0x3A: marks.colons += 1
                case 0x2E: marks.dots += 1
                case 0x2D: marks.dashes += 1
                case 0x40: marks.present.insert(.at)
                case 0x3D: marks.present.insert(.equals)
                case 0x3C: marks.present.insert(.less)
                case 0x2B: marks.present.insert(.plus)
                case 0x28: marks.present.insert(.parenthesis)
                case 0x5E: marks.present.insert(.caret)
                case 0x25, 0x5C: marks.present.insert(.escape)
                case 0x26: marks.present.insert(.ampersand)
                case 0x3B: marks.present.insert(.semicolon)
                case 0x5F: marks.present.insert(.underscore)
                case 0x5B, 0x5D: marks.present.insert(.bracket)
                case 0x20, 0x0A, 0x09: marks.present.insert(.space)
                case 0x80...: marks.present.insert(.nonASCII)
                default: break
                }
            }
            let tokens = bytes.split { !$0.isBase64 }
            marks.hasLongRun = tokens.contains { $0.count >= 16 }
            marks.hasLongSegment = tokens.contains { $0.split(separator: 0x2F).contains { $0.count >= 16 } }
            return marks
        }
    }
}
