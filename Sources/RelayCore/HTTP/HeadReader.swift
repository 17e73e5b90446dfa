internal import CTelemetryMHD
internal import Glibc

/// Copies a request's head out of the server library.
func readHead(
    _ connection: OpaquePointer,
    path: UnsafePointer<CChar>,
    method: UnsafePointer<CChar>
) -> HTTPRequestHead {
    let head = HTTPRequestHead(method: HTTPMethod(unsafe String(cString: method)), path: unsafe String(cString: path))
    let collector = HeadCollector(head)
    let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
    unsafe MHD_get_connection_values(connection, .HEADER_KIND, collectField, context)
    unsafe MHD_get_connection_values(connection, .GET_ARGUMENT_KIND, collectArgument, context)
    return collector.head
}

private final class HeadCollector {
    var head: HTTPRequestHead

    init(_ head: HTTPRequestHead) {
        self.head = head
    }
}

private func collectField(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    unsafe collect(name, value, for: context) { head, name, value in
        // Names of fields match in any case (RFC 9110, 5.1).
        head.fields.append(HTTPField(name: name.lowercased(), value: value))
    }
}

private func collectArgument(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    unsafe collect(name, value, for: context) { head, name, value in
        head.query.append(HTTPField(name: name, value: value))
    }
}

/// Hands a name and its value to the collector behind `context`. The library's strings live until the request ends.
private func collect(
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?,
    for context: UnsafeMutableRawPointer?,
    _ add: (inout HTTPRequestHead, String, String) -> Void
) -> MHD_Result {
    guard let context = unsafe context, let name = unsafe name else { return .YES }
    let collector = unsafe Unmanaged<HeadCollector>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
    add(&collector.head, unsafe String(cString: name), text)
    return .YES
}
