import Testing

@testable import Sanitizer

/// The map of a text, and the walks over it, against loops over the bytes.
@Suite struct TextMapTests {
    private static let alphabet = Array("abczABXZ0189 --__//++..::;<=>?@,\"'`[]\\^%&(\u{E9}".utf8)

    /// A text of runs, so that tokens, dashes and digits go on over the ends of windows.
    private static func text(_ length: Int, _ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < length {
            let byte = alphabet[Int(random.next() % UInt64(alphabet.count))]
            let run = random.next() % 5 == 0 ? random.next() % 80 : random.next() % 4
            bytes += [UInt8](repeating: byte, count: Int(run))
        }
        return Array(bytes.prefix(length))
    }

    @Test("draws every byte where it is, at every length", arguments: 0..<10)
    func planes(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 31)
        for length in [1, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 96, 127, 128, 129, 200, 700] {
            let bytes = Self.text(length, &random)
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let map = maps.open(length)
                _ = TextMarks(text, map)
                func expect(_ plane: TextMap.Plane, _ test: (Int) -> Bool) {
                    for window in 0..<map.windows {
                        for bit in 0..<64 {
                            let position = window * 64 + bit
                            let isSet = map[plane, window] >> UInt64(bit) & 1 != 0
                            if isSet != (position < length && test(position)) {
                                Issue.record("\(plane) at \(position) of \(length)")
                            }
                        }
                    }
                }
                expect(.digits) { bytes[$0].isDigit }
                expect(.letters) { bytes[$0].isLetter }
                expect(.dashes) { bytes[$0] == 0x2D }
                expect(.tokens) { bytes[$0].isWordByte || bytes[$0] == 0x2D }
                expect(.base64) { bytes[$0].isBase64 }
                expect(.slashes) { bytes[$0] == 0x2F }
                expect(.dots) { bytes[$0] == 0x2E }
                expect(.joints) {
                    (0x3A...0x3D).contains(bytes[$0]) || bytes[$0] == 0x2C && $0 > 0 && bytes[$0 - 1].isQuote
                }
                for (low, high) in [(0, length), (length / 3, length / 3 + 1), (length / 2, length)] {
                    #expect(map.holds(.digits, low, high) == bytes[low..<high].contains(where: \.isDigit))
                }
                let rows = (0..<map.windows).flatMap { window in
                    let starts = map.longRuns(window) { map[.base64, $0] }
                    return (0..<64).filter { starts >> UInt64($0) & 1 != 0 }.map { window * 64 + $0 }
                }
                let long = bytes.indices.filter { start in
                    (start == 0 || !bytes[start - 1].isBase64) && start + 16 <= length
                        && bytes[start..<start + 16].allSatisfy(\.isBase64)
                }
                #expect(rows == long)
                for start in stride(from: 0, through: length, by: length > 200 ? 13 : 3) {
                    let slash = bytes[start...].firstIndex(of: 0x2F) ?? length
                    let end = bytes[start...].firstIndex { !$0.isDigit } ?? length
                    let run = bytes[..<start].lastIndex { !$0.isLetter }.map { $0 + 1 } ?? 0
                    let found = [
                        map.first(from: start) { map[.slashes, $0] }, map.endOfDigits(from: start),
                        map.start(before: start) { map[.letters, $0] },
                    ]
                    if found != [slash, end, run] { Issue.record("\(found) at \(start) of \(bytes)") }
                }
            }
        }
    }

    @Test("walks over tokens and words as a loop does, from wherever it is told to", arguments: 0..<12)
    func walks(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 57)
        for length in [5, 40, 64, 65, 130, 300] {
            let bytes = Self.text(length, &random)
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let map = maps.open(length)
                _ = TextMarks(text, map)
                // A word that was noted everywhere, so that every token is wanted.
                for window in 0..<map.windows {
                    map[.announcers, window] = map[.tokens, window]
                    map[.speakers, window] = 0
                }
                for origin in [0, Int(random.next() % UInt64(length)), length - 1] {
                    var walk = TokenWalk(map, .announced)
                    walk.restart(at: origin)
                    var found: [Int] = []
                    while let start = walk.next() { found.append(start) }
                    #expect(found == Self.tokens(bytes, from: origin), "\(bytes)")
                }
                for window in 0..<map.windows { map[.announcers, window] = random.next() & random.next() }
                for token in Self.tokens(bytes, from: 0) {
                    let end = map.end(from: token) { map[.tokens, $0] }
                    var walk = AnnouncerWalk(map, token, end)
                    var found: [Int] = []
                    while let start = walk.next() { found.append(start) }
                    let places = (token..<end).filter { map[.announcers, $0 / 64] >> UInt64($0 % 64) & 1 == 1 }
                    if found != places { Issue.record("\(found) in \(bytes)") }
                }
            }
        }
    }

    @Test(
        "misses no token that is telling: of ten characters, before a point, or with a word that was noted",
        arguments: 0..<12
    )
    func telling(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 91)
        for length in [12, 40, 64, 65, 130, 300] {
            let bytes = Self.text(length, &random)
            let hasSpace = bytes.contains(0x20)
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let map = maps.open(length)
                _ = TextMarks(text, map)
                for window in 0..<map.windows {
                    map[.announcers, window] = random.next() & random.next() & random.next() & map[.tokens, window]
                    map[.speakers, window] = random.next() & random.next()
                }
                let choice: TokenWalk.Choice = !hasSpace ? .tellingWithoutSpace : seed % 2 == 0 ? .telling : .announced
                var walk = TokenWalk(map, choice)
                var found: Set<Int> = []
                while let start = walk.next() { found.insert(start) }
                let all = Self.tokens(bytes, from: 0)
                #expect(found.isSubset(of: all))
                for token in all {
                    let end = map.end(from: token) { map[.tokens, $0] }
                    let isTelling =
                        end - token >= 10 || end - token <= 4 && text[end] == 0x2E
                        || choice != .tellingWithoutSpace && map.holds(.speakers, token)
                        || choice == .announced && map.holds(.announcers, token, end)
                    if isTelling, !found.contains(token) { Issue.record("\(token) of \(bytes)") }
                }
            }
        }
    }

    /// Where runs of letters, digits, `_` and `-` have their first byte that is no `-`.
    private static func tokens(_ bytes: [UInt8], from origin: Int) -> [Int] {
        var starts: [Int] = []
        var isWithin = false
        for position in origin..<bytes.count {
            let byte = bytes[position]
            if byte.isWordByte, !isWithin {
                starts.append(position)
                isWithin = true
            } else if !byte.isWordByte, byte != 0x2D {
                isWithin = false
            }
        }
        return starts
    }

    @Test("maps of texts within a text do not touch each other")
    func levels() {
        var maps = TextMaps()
        let outer = maps.open(3_000)
        for window in 0..<outer.windows { outer[.digits, window] = 1 }
        for length in [10, 5_000] {
            let inner = maps.open(length)
            let innermost = maps.open(length)
            for window in 0..<inner.windows {
                inner[.digits, window] = 2
                innermost[.digits, window] = 3
            }
            for window in 0..<inner.windows { #expect(inner[.digits, window] == 2) }
            maps.close()
            maps.close()
        }
        for window in 0..<outer.windows { #expect(outer[.digits, window] == 1) }
    }

    @Test("the name before a sign is the same by bytes and by the map", arguments: 0..<12)
    func labels(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 91)
        let pieces = ["card", "a", "x9", "_", "-", ".", " ", "  ", "=", ":", ":=", ",", "/", "\"", "'", "&", "number"]
        for _ in 0..<40 {
            var bytes: [UInt8] = []
            for _ in 0..<(random.next() % 40 + 1) {
                let piece = Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
                for _ in 0...(random.next() % 12 == 0 ? random.next() % 30 : 0) { bytes += piece }
            }
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let map = maps.open(bytes.count)
                _ = TextMarks(text, map)
                for position in bytes.indices where bytes[position] == 0x3D || bytes[position] == 0x3A {
                    let slow = Label(before: position, in: text)
                    let fast = Label(before: position, in: text, map)
                    let isSame =
                        slow?.start == fast?.start && slow?.end == fast?.end && slow?.lead == fast?.lead
                        && slow?.isQuoted == fast?.isQuoted && slow?.separator == fast?.separator
                    if !isSame { Issue.record("\(position) in \(bytes)") }
                }
            }
        }
    }
}
