internal import Sanitizer

/// Where the last exception of an event has its type, its value and its frames.
///
/// Clients send `{"values":[…]}`, a bare list, or one object; the last of a chain is the one that was seen.
struct ExceptionPlaces {
    /// Its type.
    private(set) var type: Range<Int>?
    /// Its value.
    private(set) var value: Range<Int>?
    /// Its stack trace.
    private(set) var frames = FramePlaces()
    private var position = -1

    /// A scalar somewhere under `exception`.
    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        let start: Int
        let current: Int
        if path.key(at: 1, is: "values"), let index = path.index(at: 2) {
            (start, current) = (3, index)
        } else if let index = path.index(at: 1) {
            (start, current) = (2, index)
        } else {
            (start, current) = (1, 0)
        }
        if current != position {
            self = ExceptionPlaces()
            position = current
        }
        if path.depth == start + 1 {
            guard kind == .string else { return }
            if path.key(at: start, is: "type") {
                type = range
            } else if path.key(at: start, is: "value") {
                value = range
            }
        } else if path.key(at: start, is: "stacktrace"), path.key(at: start + 1, is: "frames") {
            frames.scalar(kind, at: path, from: start + 2, range: range)
        }
    }
}

/// The newest frame of a stack trace, and the newest that is the application's own. Frames come oldest first.
struct FramePlaces {
    private struct Frame {
        var function, module, filename: Range<Int>?
        var isInApp = false
        var isSomething: Bool { function != nil || module != nil || filename != nil }
    }

    private var current = Frame()
    private var last: Frame?
    private var lastInApp: Frame?
    private var position = -1

    /// A scalar somewhere under `frames`; the frame's index is the path's component `level`.
    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, from level: Int, range: Range<Int>) {
        guard path.depth == level + 2, let index = path.index(at: level) else { return }
        if index != position {
            keep()
            current = Frame()
            position = index
        }
        switch kind {
        case .string:
            if path.key(at: level + 1, is: "function") {
                current.function = range
            } else if path.key(at: level + 1, is: "module") {
                current.module = range
            } else if path.key(at: level + 1, is: "filename") {
                current.filename = range
            }
        case .true:
            if path.key(at: level + 1, is: "in_app") { current.isInApp = true }
        default: break
        }
    }

    private mutating func keep() {
        guard current.isSomething else { return }
        last = current
        if current.isInApp { lastInApp = current }
    }

    /// The top in-app frame, or the top frame where none is the application's own.
    func top(_ output: borrowing SanitizedBuffer) -> GroupingFrame? {
        var whole = self
        whole.keep()
        guard let frame = whole.lastInApp ?? whole.last else { return nil }
        let function = frame.function.flatMap { output.string(at: $0, limit: IndexLimits.word) }
        let place = (frame.module ?? frame.filename).flatMap { output.string(at: $0, limit: IndexLimits.word) }
        if let place { return GroupingFrame(place: place, function: function) }
        return function.map { GroupingFrame(place: $0, function: nil) }
    }
}
