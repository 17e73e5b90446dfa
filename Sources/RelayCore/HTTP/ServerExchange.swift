internal import CTelemetryMHD
internal import TelemetryDelivery

/// One request on its way through the server.
@safe final class ServerExchange: @unchecked Sendable {
    // Sendable and safe: everything but `answer` is only touched in callbacks of one connection, which the library
    // never runs side by side; `connection` outlives the exchange, and a suspended one lives until it is resumed.
    let core: ServerCore
    let connection: OpaquePointer
    let socket: Int32
    let head: HTTPRequestHead
    var intake: BodyIntake
    /// The refusal as it is sent, once it is noted.
    private var refused: HTTPResponse?
    /// How many bytes have to be there for the next look at them; nil if none is wanted.
    private var nextLook: Int?
    private var charged = 0
    private var chargedUnknown = 0
    private var isWaiting = false
    private let answer = Lock<HTTPResponse?>(nil)

    init(
        core: ServerCore,
        connection: OpaquePointer,
        head: HTTPRequestHead,
        intake: BodyIntake,
        isExamined: Bool
    ) {
        self.core = core
        unsafe self.connection = connection
        unsafe socket = telemetry_mhd_socket(connection)
        self.head = head
        self.intake = intake
        nextLook = isExamined ? core.limits.looks.lowerBound : nil
    }

    /// Takes body bytes; false to close the connection.
    func take(_ bytes: Span<UInt8>) -> Bool {
        let isKnown = nextLook == nil
        let step = intake.take(bytes) { count in
            guard core.reserve(count, isKnown: isKnown) else { return false }
            charged += count
            if !isKnown { chargedUnknown += count }
            return true
        }
        switch step {
        case .more:
            look()
            return true
        case .discarding:
            release()
            let response = core.handler.refusal(head, intake.refusal ?? .tooLarge)
            guard response.status != 503 else {
                // It may not come to its end for long; the sooner the client knows, the sooner it stops.
                answerEarly(response)
                return true
            }
            core.withDeadlines { $0.discardBegan(self.socket, farewell: response.lastBytes, now: $1) }
            refused = response
            return true
        case .answer:
            answerEarly(refused ?? core.handler.refusal(head, intake.refusal ?? .tooLarge))
            return true
        case .cut:
            return false
        }
    }

    /// Lets the handler look at the first bytes, when there are enough of them for another look.
    private func look() {
        guard let due = nextLook, intake.refusal == nil, intake.bytes.count >= due else { return }
        let isLast = intake.bytes.count >= core.limits.looks.upperBound
        switch core.handler.look(head, first: intake.bytes.span) {
        case .wanted:
            nextLook = nil
            core.release(0, unknown: chargedUnknown)
            chargedUnknown = 0
        case .unclear(let response):
            if isLast { refuse(response) }
            nextLook = 2 * intake.bytes.count
        case .refuse(let response): refuse(response)
        }
    }

    private func refuse(_ response: HTTPResponse) {
        intake.refuse(response)
        release()
        answerEarly(core.handler.refusal(head, response))
    }

    /// Gives the room of the body back.
    func release() {
        core.release(charged, unknown: chargedUnknown)
        (charged, chargedUnknown) = (0, 0)
    }

    /// Answers past the library, which takes no answer in the middle of a body. What the client still sends is read
    /// past; then the connection is closed.
    func answerEarly(_ response: HTTPResponse) {
        intake.markAnswered()
        core.withDeadlines { table, now in
            // Under the lock, and once: the client may have been told at its deadline.
            if !table.isTold(self.socket) { ServerCore.send(response.lastBytes, to: self.socket) }
            table.lingerBegan(self.socket, now: now)
        }
    }

    /// The body is whole, or the connection was resumed: answers, or starts the work and suspends.
    func proceed() -> MHD_Result {
        if let ready = answer.withLock({ $0 }) {
            return queue(ready)
        }
        guard !isWaiting else { return .YES }
        if intake.isAnswered || isTold { return .NO }
        if let refusal = intake.refusal {
            return queue(refused ?? core.handler.refusal(head, refusal))
        }
        core.withDeadlines { table, _ in table.bodyEnded(self.socket) }
        switch core.handler.answer(head, body: intake.release()) {
        case .now(let response):
            return queue(response)
        case .later(let start):
            isWaiting = true
            unsafe MHD_suspend_connection(connection)
            start(HTTPResponder { [self] in complete($0) })
            return .YES
        }
    }

    private var isTold: Bool {
        var isTold = false
        core.withDeadlines { table, _ in isTold = table.isTold(self.socket) }
        return isTold
    }

    /// Keeps the answer and wakes the connection. Any thread; the first call counts.
    private func complete(_ response: HTTPResponse) {
        let isFirst = answer.withLock { slot in
            guard slot == nil else { return false }
            slot = response
            return true
        }
        if isFirst {
            unsafe MHD_resume_connection(connection)
        }
    }

    func queue(_ response: HTTPResponse) -> MHD_Result {
        var body = response.body
        let made = unsafe body.withUnsafeMutableBytes { bytes in
            unsafe MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
        }
        guard let made = unsafe made else { return .NO }
        for field in response.fields {
            unsafe MHD_add_response_header(made, field.name, field.value)
        }
        if response.closes || core.isStopping {
            unsafe MHD_add_response_header(made, "Connection", "close")
        }
        core.withDeadlines { $0.answerBegan(self.socket, now: $1) }
        let result = unsafe MHD_queue_response(connection, UInt32(response.status), made)
        unsafe MHD_destroy_response(made)
        return result
    }
}
