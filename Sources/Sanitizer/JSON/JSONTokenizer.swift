/// The grammatical half of JSON: a pull tokenizer that validates as it goes, without recursion.
///
/// State between tokens is a position and two words of nesting, so it can be kept, copied and resumed. The bytes are
/// handed in with every call and must be the same ones. The one tokenizer of the module: the pass, the nested passes
/// inside strings and `JSONReader` all pull from it.
struct JSONTokenizer {
    /// The deepest nesting of objects and arrays that is followed.
    static let depthLimit = 100

    /// The kinds of token.
    enum Kind: UInt8 {
        case objectStart, objectEnd, arrayStart, arrayEnd
        /// A member's name; its colon is consumed as well.
        case key
        case string, number, `true`, `false`, null
        /// An object or array below the depth limit, skipped whole: only its brackets and strings were looked at.
        case tooDeep
        /// The document is complete, nothing but white space follows.
        case end
    }

    /// What the grammar allows next.
    enum Expectation: UInt8 {
        case value, valueOrEnd, key, keyOrEnd, separator, nothing
    }

    /// Where the next token is looked for.
    var position: Int
    /// First byte of the last token; of a string or key, its opening quote.
    private(set) var start = 0
    /// One past the last byte of the last token; of a string or key, past its closing quote.
    private(set) var end = 0
    /// What the last string or key holds.
    private(set) var traits: JSONLexer.StringTraits = []
    /// Whether the last number is a sign and digits only.
    private(set) var isInteger = false
    /// How many containers are open.
    private(set) var depth = 0
    /// What the grammar allows at `position`.
    var expectation = Expectation.value
    // One bit a level, set for an object. Two words hold 128 levels, more than the limit.
    private var kindsLow: UInt64 = 0
    private var kindsHigh: UInt64 = 0

    /// Starts at `position`.
    init(position: Int = 0) {
        self.position = position
    }

    /// Whether the innermost open container is an object.
    var isInObject: Bool {
        depth > 0 && (depth <= 64 ? kindsLow >> UInt64(depth - 1) : kindsHigh >> UInt64(depth - 65)) & 1 == 1
    }

    /// The next token.
    @inline(__always)
    mutating func next(in bytes: ByteView) throws(JSONFault) -> Kind {
        var at = JSONLexer.space(in: bytes, from: position)
        guard at < bytes.count else {
            guard expectation == .nothing else { throw JSONFault(offset: bytes.count, reason: .truncated) }
            position = at
            return .end
        }
        var byte = bytes[at]
        if expectation == .separator {
            if byte == 0x2C {
                at = JSONLexer.space(in: bytes, from: at + 1)
                guard at < bytes.count else { throw JSONFault(offset: bytes.count, reason: .truncated) }
                byte = bytes[at]
                expectation = isInObject ? .key : .value
            } else {
                return try close(byte, in: bytes, at: at)
            }
        }
        start = at
        switch expectation {
        case .keyOrEnd where byte == 0x7D: return try close(byte, in: bytes, at: at)
        case .key, .keyOrEnd:
            guard byte == 0x22 else { throw JSONLexer.fault(in: bytes, at: at) }
            traits = []
            end = try JSONLexer.string(in: bytes, at: at, traits: &traits)
            let colon = JSONLexer.space(in: bytes, from: end)
            guard colon < bytes.count, bytes[colon] == 0x3A else { throw JSONLexer.fault(in: bytes, at: colon) }
            position = colon + 1
            expectation = .value
            return .key
        case .valueOrEnd where byte == 0x5D: return try close(byte, in: bytes, at: at)
        case .value, .valueOrEnd: return try value(byte, in: bytes, at: at)
        case .nothing, .separator: throw JSONFault(offset: at, reason: .trailing)
        }
    }

    @inline(__always)
    private mutating func value(_ byte: UInt8, in bytes: ByteView, at: Int) throws(JSONFault) -> Kind {
        let kind: Kind
        switch byte {
        case 0x22:
            traits = []
            end = try JSONLexer.string(in: bytes, at: at, traits: &traits)
            kind = .string
        case 0x2D, 0x30...0x39:
            end = try JSONLexer.number(in: bytes, at: at, isInteger: &isInteger)
            kind = .number
        case 0x7B, 0x5B:
            return try open(byte, in: bytes, at: at)
        case 0x74:
            end = try JSONLexer.literal("true", in: bytes, at: at)
            kind = .true
        case 0x66:
            end = try JSONLexer.literal("false", in: bytes, at: at)
            kind = .false
        case 0x6E:
            end = try JSONLexer.literal("null", in: bytes, at: at)
            kind = .null
        default:
            throw JSONLexer.fault(in: bytes, at: at)
        }
        position = end
        expectation = depth == 0 ? .nothing : .separator
        return kind
    }

    @inline(__always)
    private mutating func open(_ byte: UInt8, in bytes: ByteView, at: Int) throws(JSONFault) -> Kind {
        guard depth < Self.depthLimit else {
            end = try Self.skipContainer(in: bytes, at: at)
            position = end
            expectation = .separator
            return .tooDeep
        }
        let isObject = byte == 0x7B
        enter(isObject: isObject)
        end = at + 1
        position = end
        expectation = isObject ? .keyOrEnd : .valueOrEnd
        return isObject ? .objectStart : .arrayStart
    }

    @inline(__always)
    private mutating func close(_ byte: UInt8, in bytes: ByteView, at: Int) throws(JSONFault) -> Kind {
        let isObject = isInObject
        guard byte == (isObject ? 0x7D : 0x5D) else { throw JSONLexer.fault(in: bytes, at: at) }
        leave()
        start = at
        end = at + 1
        position = end
        expectation = depth == 0 ? .nothing : .separator
        return isObject ? .objectEnd : .arrayEnd
    }

    /// Opens a container; `depth` is below the limit.
    @inline(__always)
    mutating func enter(isObject: Bool) {
        let bit: UInt64 = isObject ? 1 : 0
        if depth < 64 {
            kindsLow = kindsLow & ~(1 << UInt64(depth)) | bit << UInt64(depth)
        } else {
            kindsHigh = kindsHigh & ~(1 << UInt64(depth - 64)) | bit << UInt64(depth - 64)
        }
        depth += 1
    }

    /// Closes the innermost container, of which there is one.
    @inline(__always)
    mutating func leave() {
        depth -= 1
    }

    /// Takes the rest of the container whose start was the last token, through its closing bracket.
    mutating func skipRest(in bytes: ByteView) throws(JSONFault) {
        let target = depth - 1
        while depth > target { _ = try next(in: bytes) }
    }

    /// The position after the container that opens at `position`. Brackets are counted, whatever their kind.
    static func skipContainer(in bytes: ByteView, at position: Int) throws(JSONFault) -> Int {
        var at = position
        var open = 0
        var traits: JSONLexer.StringTraits = []
        while at < bytes.count {
            switch bytes[at] {
            case 0x22:
                at = try JSONLexer.string(in: bytes, at: at, traits: &traits)
            case 0x7B, 0x5B:
                open += 1
                at += 1
            case 0x7D, 0x5D:
                open -= 1
                at += 1
                if open == 0 { return at }
            case 0x80...:
                throw JSONLexer.fault(in: bytes, at: at)
            default:
                at += 1
            }
        }
        throw JSONFault(offset: bytes.count, reason: .truncated)
    }
}
