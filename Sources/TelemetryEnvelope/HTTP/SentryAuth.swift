/// Who a request says it comes from: the public key in `X-Sentry-Auth`, `Authorization` or the query string.
///
/// Secrets, timestamps and client names of the same forms are tolerated and ignored.
package struct SentryAuth: Sendable, Hashable {
    /// The public key; letters, digits, `-` and `_`, at most 64 bytes.
    package let publicKey: String

    /// What a header or query comes to.
    package enum Result: Sendable, Hashable {
        /// No key in it.
        case absent
        /// A key with bytes that no key has, or two different keys.
        case invalid
        /// A key.
        case key(SentryAuth)
    }

    /// Reads `Sentry key=value, key=value …`; order, blanks and quotes vary between clients.
    ///
    /// A header of another scheme (`Bearer …`) is `absent`.
    package static func parse(header: Span<UInt8>) -> Result {
        var cursor = ByteCursor(header)
        cursor.skipBlanks()
        guard cursor.skip(ignoringCase: "Sentry"), cursor.isAtEnd || ASCII.isBlank(cursor.peek ?? 0) else {
            return .absent
        }
        var result = Result.absent
        while !cursor.isAtEnd {
            let end = cursor.find(0x2C) ?? header.count
            var pair = ByteCursor(header, cursor.offset..<end)
            cursor.offset = min(end + 1, header.count)
            pair.skipBlanks()
            guard pair.skip(ignoringCase: "sentry_key") else { continue }
            pair.skipBlanks()
            guard pair.skip(0x3D) else { continue }
            pair.skipBlanks()
            var valueEnd = end
            while valueEnd > pair.offset, ASCII.isBlank(header[valueEnd - 1]) { valueEnd -= 1 }
            if valueEnd - pair.offset >= 2, header[pair.offset] == 0x22, header[valueEnd - 1] == 0x22 {
                pair.offset += 1
                valueEnd -= 1
            }
            result = result.joined(with: DSN.identifier(header, pair.offset..<valueEnd))
        }
        return result
    }

    /// Reads `sentry_key=…` out of a query string (without its `?`), percent-encoded or not.
    package static func parse(query: Span<UInt8>) -> Result {
        var result = Result.absent
        var start = 0
        while start < query.count {
            var end = start
            while end < query.count, query[end] != 0x26 { end += 1 }
            defer { start = end + 1 }
            let pair = percentDecoded(query, start..<end)
            let bytes = pair.span
            var cursor = ByteCursor(bytes)
            guard cursor.skip(ignoringCase: "sentry_key=") else { continue }
            result = result.joined(with: DSN.identifier(bytes, cursor.offset..<bytes.count))
        }
        return result
    }

    /// Resolves `%xx`; a `%` without two digits stands for itself.
    private static func percentDecoded(_ text: Span<UInt8>, _ range: Range<Int>) -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if text[offset] == 0x25, offset + 2 < range.upperBound,
                let high = ASCII.hexValue(text[offset + 1]), let low = ASCII.hexValue(text[offset + 2])
            {
                bytes.append(high << 4 | low)
                offset += 3
            } else {
                bytes.append(text[offset])
                offset += 1
            }
        }
        return bytes
    }
}

extension SentryAuth.Result {
    /// What two places of one request say together: all keys given must agree.
    package func agreeing(with other: SentryAuth.Result) -> SentryAuth.Result {
        switch (self, other) {
        case (.invalid, _), (_, .invalid): .invalid
        case (.absent, let result), (let result, .absent): result
        case (.key(let one), .key(let two)): one == two ? self : .invalid
        }
    }

    fileprivate func joined(with key: String?) -> SentryAuth.Result {
        agreeing(with: key.map { .key(SentryAuth(publicKey: $0)) } ?? .invalid)
    }
}
