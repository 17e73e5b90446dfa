import Testing

@testable import Sanitizer

@Suite struct WordSieveTests {
    @Test("says yes to every word of a list, in any case", arguments: [TextScanner.announcers, TextScanner.speakers])
    func holds(_ list: StaticString) {
        let sieve = WordSieve()
        sieve.add(list, to: .announcers)
        let words = "\(list)".split(separator: " ")
        #expect(words.count > 10)
        for word in words {
            for spelling in [Array(word.utf8), Array(word.uppercased().utf8)] {
                let length = spelling.firstIndex { !$0.isLetter } ?? spelling.count
                let lists = sieve.lists(spelling[0], spelling[1], length)
                #expect(lists == WordSieve.List.announcers.rawValue, "\(word)")
            }
        }
    }

    @Test("says no to most of all words")
    func sieves() {
        let sieve = WordSieve()
        sieve.add(TextScanner.announcers, to: .announcers)
        var held = 0
        var all = 0
        for first in UInt8(0x61)...0x7A {
            for second in UInt8(0x61)...0x7A {
                for length in 2...12 {
                    held += Int(sieve.lists(first, second, length) & WordSieve.List.announcers.rawValue)
                    all += 1
                }
            }
        }
        #expect(held * 8 < all)
    }

    @Test(
        "every word of the lists is found with what it announces or tells, where a text has nothing else",
        arguments: [0, 40, 61],
        [WordSieve.List.announcers, .speakers]
    )
    func finds(_ before: Int, _ list: WordSieve.List) {
        let words = list == .announcers ? TextScanner.announcers : TextScanner.speakers
        for word in "\(words)".split(separator: " ") {
            let bytes = Array((String(repeating: ".", count: before) + word + " 482193").utf8)
            bytes.withUnsafeBufferPointer { buffer in
                guard let text = unsafe TextBytes(buffer) else { return }
                var maps = TextMaps()
                let map = maps.open(bytes.count)
                _ = TextMarks(text, map)
                var scanner = TextScanner()
                let hasAny = scanner.noteWords(map, in: text)
                if list == .announcers { #expect(hasAny, "\(word)") }
                #expect(map.holds(list == .announcers ? .announcers : .speakers, before), "\(word)")
            }
        }
    }
}
