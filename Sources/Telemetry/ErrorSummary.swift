/// What is reported of one error: its type, its domain and code, and what lies behind it. Raw; goes through the sanitizer.
///
/// Neither associated values nor localized descriptions nor stacks are read.
struct ErrorSummary {
    /// Errors behind errors that are followed.
    static let chainLimit = 8

    var type: String
    var domain: String
    var code: String
    /// The case of an enumeration, without its values.
    var caseName: String?
    var text: String?

    /// The errors from the outermost inwards; an error that leads back to itself ends at the limit.
    static func chain(_ error: any Error, describes: Bool) -> [ErrorSummary] {
        var chain: [ErrorSummary] = []
        var next: (any Error)? = error
        while let error = next, chain.count < chainLimit {
            let (summary, underlying) = summary(of: error, describes: describes)
            chain.append(summary)
            next = underlying
        }
        return chain
    }

    private static func summary(of error: any Error, describes: Bool) -> (ErrorSummary, underlying: (any Error)?) {
        if let error = error as? any ReportableError {
            let type = error.reportType ?? name(of: error)
            let text = describes ? error.reportDescription : nil
            let summary = ErrorSummary(type: type, domain: error.reportDomain, code: error.reportCode, text: text)
            return (summary, error.reportUnderlying)
        }
        let type = name(of: error)
        // What every error has of the platform's own: for bridged errors the domain and code that their documentation names.
        let domain = isBridged(error) ? error._domain : type
        var summary = ErrorSummary(type: type, domain: domain, code: String(error._code))
        var underlying: (any Error)?
        switch error {
        case let error as DecodingError:
            let (name, context) = parts(of: error)
            summary.caseName = name
            summary.text = describes ? describe(context.codingPath, context.debugDescription) : nil
            underlying = context.underlyingError
        case EncodingError.invalidValue(_, let context):
            summary.caseName = "invalidValue"
            summary.text = describes ? describe(context.codingPath, context.debugDescription) : nil
            underlying = context.underlyingError
        default:
            summary.caseName = caseName(of: error)
            if describes, let described = error as? any CustomStringConvertible & Error {
                summary.text = isBridged(error) ? nil : described.description
            }
        }
        return (summary, underlying)
    }

    private static func parts(of error: DecodingError) -> (name: String, context: DecodingError.Context) {
        switch error {
        case .typeMismatch(_, let context): ("typeMismatch", context)
        case .valueNotFound(_, let context): ("valueNotFound", context)
        case .keyNotFound(_, let context): ("keyNotFound", context)
        case .dataCorrupted(let context): ("dataCorrupted", context)
        @unknown default: ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
        }
    }

    private static func describe(_ path: [any CodingKey], _ text: String) -> String {
        guard !path.isEmpty else { return text }
        return path.prefix(16).map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") + ": "
            + text
    }

    /// The type's name with its module. Of a private type the runtime says where in memory its file's context lies, which
    /// is another place in every process: left out, so that equal errors have equal names.
    private static func name(of error: any Error) -> String {
        let full = String(reflecting: Swift.type(of: error))
        guard full.utf8.contains(0x28) else { return full }
        return full.split(separator: ".", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("(unknown context at ") }
            .joined(separator: ".")
    }

    /// The name of an enumeration's case, where nothing but the compiler decides what it is.
    private static func caseName(of error: any Error) -> String? {
        if error is any CustomReflectable { return nil }
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return nil }
        if let label = mirror.children.first?.label { return label }
        if error is any CustomStringConvertible || error is any CustomDebugStringConvertible { return nil }
        return String(describing: error)
    }

    /// Whether the error's own description is made of what its makers put into it for people: localized text and more.
    private static func isBridged(_ error: any Error) -> Bool {
        error._domain != String(reflecting: Swift.type(of: error))
    }

    /// What stands for the error in one line: `domain: code`, or the case where the domain is but the type. Where it is over
    /// the limit of a text, so is what comes out, and the writer cuts it where no number is parted.
    var value: String {
        var value = domain == type ? caseName ?? "code " + code : domain + ": " + (caseName ?? code)
        value = ErrorSummary.cuttingURLs(value)
        if let text, !text.isEmpty { value += ": " + ErrorSummary.cuttingURLs(text) }
        return value
    }

    /// A text whose URLs are cut to scheme and host: paths, queries and users in them are nobody's business. Slashes may be
    /// escaped, as in JSON inside of a text. Of a long text only as much comes out as shows that it is too long.
    static func cuttingURLs(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var output: [UInt8] = []
            output.reserveCapacity(min(bytes.count, Reporter.textLimit))
            var index = 0
            while index < bytes.count, output.count <= Reporter.textLimit {
                guard let authority = unsafe authority(in: bytes, at: index) else {
                    unsafe output.append(bytes[index])
                    index += 1
                    continue
                }
                unsafe output += bytes[index..<authority]
                index = authority
                while index < bytes.count, unsafe !endsAuthority(bytes[index]) { index += 1 }
                let host = unsafe bytes[authority..<index].lastIndex(of: 0x40).map { $0 + 1 } ?? authority
                unsafe output += bytes[host..<index]
                while index < bytes.count, unsafe !endsURL(bytes[index]) { index += 1 }
            }
            return String(decoding: output, as: UTF8.self)
        }
    }

    /// Where a URL's authority begins if its colon stands at `index`: behind `://` or `:\/\/`.
    private static func authority(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        guard unsafe bytes[index] == 0x3A else { return nil }
        var next = index + 1
        for _ in 0..<2 {
            if next < bytes.count, unsafe bytes[next] == 0x5C { next += 1 }
            guard next < bytes.count, unsafe bytes[next] == 0x2F else { return nil }
            next += 1
        }
        return next
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        endsURL(byte) || byte == 0x2F || byte == 0x3F || byte == 0x23 || byte == 0x5C
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x22 || byte == 0x27 || byte == 0x3C || byte == 0x3E || byte == 0x60 || byte == 0x29
            || byte == 0x5D || byte == 0x7D || byte == 0x2C || byte == 0x3B
    }
}
