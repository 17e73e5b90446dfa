import Glibc
import Sanitizer

/// The lines of a file in memory.
struct Corpus {
    let bytes: ContiguousArray<UInt8>
    let lines: [Range<Int>]

    /// Reads the file at `path`; nil if it cannot be read.
    init?(path: String) {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = ContiguousArray<UInt8>()
        var block = ContiguousArray<UInt8>(repeating: 0, count: 1 << 20)
        while true {
            let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
            if count == 0 { break }
            bytes.append(contentsOf: block[0..<count])
        }
        self.init(bytes)
    }

    /// The lines of `bytes`.
    init(_ bytes: ContiguousArray<UInt8>) {
        var lines: [Range<Int>] = []
        var start = 0
        for (position, byte) in bytes.enumerated() where byte == 0x0A {
            if position > start { lines.append(start..<position) }
            start = position + 1
        }
        if start < bytes.count { lines.append(start..<bytes.count) }
        self.bytes = bytes
        self.lines = lines
    }

    /// How many bytes the lines have.
    var size: Int { lines.reduce(0) { $0 + $1.count } }

    /// Calls `body` with every line.
    func each(_ body: (Span<UInt8>) -> Void) {
        for line in lines { body(bytes.span.extracting(line)) }
    }

    /// Events of about `size` bytes: an error with tags and as many breadcrumbs as fit, all different.
    static func events(of size: Int, count: Int) -> Corpus {
        var text = ""
        for number in 0..<count {
            var event =
                #"{"event_id":"5c1b0f2e9d8a4c3b9f6e7d8c9b0a\#(1000 + number % 9000)","timestamp":1796000\#(100 + number % 900).25,"#
                + #""level":"error","logentry":{"message":"gateway answered \#(400 + number % 104) after \#(number % 3000) ms"}"#
                + #","tags":{"method":"card","attempt":"\#(number % 5)"}"#
            var crumbs: [String] = []
            while event.utf8.count + crumbs.reduce(20, { $0 + $1.utf8.count + 1 }) < size - 60 {
                crumbs.append(
                    #"{"category":"ui.tap","message":"CardForm.pay \#(crumbs.count)","timestamp":1796000\#(100 + number % 900)}"#
                )
            }
            event += #","breadcrumbs":[\#(crumbs.joined(separator: ","))]}"#
            text += event + "\n"
        }
        return Corpus(ContiguousArray(text.utf8))
    }

    /// Lines as servers log them.
    static func log(count: Int) -> Corpus {
        var text = ""
        for number in 0..<count {
            text +=
                "2026-11-30T12:\(10 + number % 50):07Z INFO checkout[4211] order ord_\(100_000 + number) captured in \(number % 900) ms\n"
            text +=
                "2026-11-30T12:\(10 + number % 50):08Z WARN GET /v2/orders?page=\(number % 9)&sort=asc 503 retry=\(number % 3)\n"
        }
        return Corpus(ContiguousArray(text.utf8))
    }
}
