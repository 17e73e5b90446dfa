/// Follows a private key that is spread over lines of text, from its BEGIN line to its END line (RFC 7468).
///
/// Each line by itself is only letters and digits. Ends at the END line, at a line that cannot be part of one, and in
/// any case after 500 lines, so that one stray BEGIN does not swallow what follows it.
struct KeyBlock {
    private var isOpen = false
    private var lines = 0

    /// Whether `line` lies within a key and must not be told. To be asked for every line, in order.
    mutating func holds(_ line: ByteView) -> Bool {
        if Self.mayBegin(line), Self.find("-----BEGIN ", in: line, from: 0) != nil {
            isOpen = Self.begins(line)
            lines = 0
            return false
        }
        guard isOpen else { return false }
        lines += 1
        guard lines <= 500, Self.find("-----END ", in: line, from: 0) == nil, Self.isPart(line) else {
            isOpen = false
            return false
        }
        return true
    }

    /// Whether two dashes follow one another where five would: most lines are done with a look at every fourth byte.
    private static func mayBegin(_ line: ByteView) -> Bool {
        var position = 3
        while position < line.count {
            if line[position] == 0x2D, line[position - 1] == 0x2D || line.matches("--", at: position) { return true }
            position += 4
        }
        return false
    }

    /// Whether the line begins a private key and does not end it.
    private static func begins(_ line: ByteView) -> Bool {
        var begin: Int?
        var position = 0
        while let next = find("-----BEGIN ", in: line, from: position) {
            begin = next
            position = next + 1
        }
        guard let begin, find("PRIVATE KEY", in: line, from: begin) != nil else { return false }
        return find("-----END ", in: line, from: begin) == nil
    }

    /// Whether a line can be a part of a key: base64, perhaps behind the head of a log line, or a header of the block.
    private static func isPart(_ line: ByteView) -> Bool {
        for header in ["Proc-Type:", "DEK-Info:", "Comment:"] as [StaticString] {
            if find(header, in: line, from: 0) != nil { return true }
        }
        var end = line.count
        while end > 0, line[end - 1] <= 0x20 { end -= 1 }
        var start = end
        while start > 0, isBase64(line[start - 1]) { start -= 1 }
        var first = 0
        while first < start, line[first] <= 0x20 { first += 1 }
        return first == start || end - start >= 40
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D, 0x2D, 0x5F: true
        default: false
        }
    }

    /// The first place of `word`, which begins with a dash or stands in a line that has one.
    private static func find(_ word: StaticString, in line: ByteView, from start: Int) -> Int? {
        var position = start
        let last = line.count - word.utf8CodeUnitCount
        while position <= last {
            if line.matches(word, at: position) { return position }
            position += 1
        }
        return nil
    }
}
