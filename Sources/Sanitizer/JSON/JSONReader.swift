/// Reads one JSON document token by token, for decoders that know the shape they want.
///
/// A view of the caller's bytes: it owns nothing, allocates nothing but the strings that are asked for, and cannot
/// outlive the bytes. Numbers stay lexemes; duplicate keys come as they stand in the document; nesting beyond 100
/// levels is an error. Linear in the length of the document, no recursion. One thread at a time.
package struct JSONReader: ~Escapable {
    /// One token. Ranges are bytes of the document; of keys and strings, what stands between the quotes.
    package enum Token: Sendable, Hashable {
        /// `{`
        case objectStart
        /// `}`
        case objectEnd
        /// `[`
        case arrayStart
        /// `]`
        case arrayEnd
        /// The name of a member; its value is the next token.
        case key(Range<Int>)
        /// A string value.
        case string(Range<Int>)
        /// A number value, as written.
        case number(Range<Int>)
        /// `true`
        case `true`
        /// `false`
        case `false`
        /// `null`
        case null
        /// The document is complete and nothing but white space follows it.
        case end
    }

    private let bytes: Span<UInt8>
    private var tokenizer = JSONTokenizer()

    /// Reads `bytes`, which must hold exactly one JSON value.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// How many containers are open.
    package var depth: Int { tokenizer.depth }

    /// Where the last token ended.
    package var offset: Int { tokenizer.position }

    /// The next token; `.end` again and again once the document is complete.
    @_lifetime(self: copy self)
    package mutating func next() throws(JSONFault) -> Token {
        let kind = try advance()
        let content = tokenizer.start + 1..<max(tokenizer.start + 1, tokenizer.end - 1)
        switch kind {
        case .objectStart: return .objectStart
        case .objectEnd: return .objectEnd
        case .arrayStart: return .arrayStart
        case .arrayEnd: return .arrayEnd
        case .key: return .key(content)
        case .string: return .string(content)
        case .number: return .number(tokenizer.start..<tokenizer.end)
        case .true: return .true
        case .false: return .false
        case .null: return .null
        case .end: return .end
        case .tooDeep: throw JSONFault(offset: tokenizer.start, reason: .depth)
        }
    }

    /// Skips the next value whole, validating it: after a key its value, in an array the next element.
    ///
    /// Returns the value's range, quotes and brackets included; nil where there is no value, which is the end of the
    /// container or of the document: that token is then consumed.
    @_lifetime(self: copy self)
    @discardableResult
    package mutating func skipValue() throws(JSONFault) -> Range<Int>? {
        let outer = tokenizer.depth
        var kind = try advance()
        let start = tokenizer.start
        switch kind {
        case .end, .objectEnd, .arrayEnd: return nil
        default: break
        }
        while true {
            guard kind != .tooDeep else { throw JSONFault(offset: tokenizer.start, reason: .depth) }
            guard tokenizer.depth > outer || kind == .key else { break }
            kind = try advance()
        }
        return start..<tokenizer.end
    }

    @_lifetime(self: copy self)
    private mutating func advance() throws(JSONFault) -> JSONTokenizer.Kind {
        let source = bytes
        var state = tokenizer
        let kind = try unsafe source.withUnsafeBufferPointer { (buffer) throws(JSONFault) -> JSONTokenizer.Kind in
            try unsafe state.next(in: ByteView(buffer))
        }
        tokenizer = state
        return kind
    }
}

extension JSONReader {
    /// The string of a key or string token, escapes resolved; half a surrogate pair becomes U+FFFD. Allocates.
    package func string(_ range: Range<Int>) -> String {
        withBytes(range) { view in
            var units: [UInt8] = []
            units.reserveCapacity(view.count)
            var escapes = JSONUnescaper(view)
            while let step = escapes.next() { units.append(contentsOf: step.utf8) }
            return String(decoding: units, as: UTF8.self)
        }
    }

    /// Whether a key or string token is `literal`, escapes resolved. Allocates nothing.
    package func equals(_ range: Range<Int>, _ literal: StaticString) -> Bool {
        withBytes(range) { view in
            if view.count == literal.utf8CodeUnitCount, view.matches(literal, at: 0) {
                // A literal of a vocabulary has no backslash, so equal bytes are equal strings.
                return true
            }
            var escapes = JSONUnescaper(view)
            var matched = 0
            while let step = escapes.next() {
                for byte in step.utf8 {
                    guard matched < literal.utf8CodeUnitCount, unsafe literal.utf8Start[matched] == byte else {
                        return false
                    }
                    matched += 1
                }
            }
            return matched == literal.utf8CodeUnitCount
        }
    }

    /// The value of a number token that is a sign and digits and fits, else nil. Allocates nothing.
    package func int64(_ range: Range<Int>) -> Int64? {
        withBytes(range) { view in
            var value: Int64 = 0
            let isNegative = view.count > 0 && view[0] == 0x2D
            for position in (isNegative ? 1 : 0)..<max(view.count, isNegative ? 1 : 0) {
                let digit = view[position] &- 0x30
                guard digit < 10 else { return nil }
                let (scaled, over) = value.multipliedReportingOverflow(by: 10)
                let (sum, carry) =
                    isNegative
                    ? scaled.subtractingReportingOverflow(Int64(digit)) : scaled.addingReportingOverflow(Int64(digit))
                guard !over, !carry else { return nil }
                value = sum
            }
            return view.count > (isNegative ? 1 : 0) ? value : nil
        }
    }

    /// The value of a number token as the nearest double, or nil when it is beyond all finite ones.
    package func double(_ range: Range<Int>) -> Double? {
        withBytes(range) { view in
            guard let value = unsafe Double(String(decoding: view.buffer, as: UTF8.self)), value.isFinite else {
                return nil
            }
            return value
        }
    }

    private func withBytes<Value>(_ range: Range<Int>, _ body: (ByteView) -> Value) -> Value {
        let whole = bytes
        let clamped = range.clamped(to: 0..<whole.count)
        return unsafe whole.withUnsafeBufferPointer { buffer in
            unsafe body(ByteView(buffer)[clamped])
        }
    }
}
