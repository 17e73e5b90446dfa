internal import TelemetryWire

/// What a command asks a running relay to do, as one line of JSON: `{"command":"keys.disable","key":"…"}`.
enum AdminRequest: Sendable, Hashable {
    /// Makes a key, and its project if that is missing.
    case createKey(project: ProjectID)
    /// Disables a key.
    case disableKey(EventID)
    /// Makes a key in place of this one, which is disabled.
    case rotateKey(EventID)
    /// Asks where it listens.
    case address

    /// Reads a line; nil for anything else.
    init?(line: [UInt8]) {
        guard let tree = JSONTree(line), let command = tree["command"]?.text else { return nil }
        let key = tree["key"]?.text.flatMap { EventID($0) }
        switch (command, key) {
        case ("address", _): self = .address
        case ("keys.create", _):
            guard let project = tree["project"]?.integer, ProjectID(project).isCreatable else { return nil }
            self = .createKey(project: ProjectID(project))
        case ("keys.disable", let key?): self = .disableKey(key)
        case ("keys.rotate", let key?): self = .rotateKey(key)
        default: return nil
        }
    }

    /// The line, without its end.
    var line: JSONLine {
        .object { line in
            switch self {
            case .address: line.add("command", "address")
            case .createKey(let project):
                line.add("command", "keys.create")
                line.add("project", project.rawValue)
            case .disableKey(let key):
                line.add("command", "keys.disable")
                line.add("key", key.description)
            case .rotateKey(let key):
                line.add("command", "keys.rotate")
                line.add("key", key.description)
            }
        }
    }

    /// Does it; the key made or disabled, or nil if there is no such key.
    func perform(_ store: any Store) throws(StoreError) -> ProjectKey? {
        switch self {
        case .address: nil
        case .createKey(let project): try store.createKey(project: project)
        case .disableKey(let key): try store.disableKey(publicKey: key)
        case .rotateKey(let key): try store.rotateKey(publicKey: key)
        }
    }
}

/// The answer to an `AdminRequest`, as one line of JSON.
enum AdminReply: Sendable, Hashable {
    /// Done; and the base URL under which the relay is reached.
    case done(ProjectKey, address: String)
    /// The base URL under which the relay is reached.
    case address(String)
    /// There is no such key.
    case noSuchKey
    /// Not done.
    case failed(StoreError)

    /// Reads a line; nil for anything else.
    init?(line: [UInt8]) {
        guard let tree = JSONTree(line) else { return nil }
        switch tree["result"]?.text {
        case "done":
            guard let id = tree["id"]?.integer, let project = tree["project"]?.integer, let key = tree["key"]?.text,
                case .bool(let isActive)? = tree["active"], let address = tree["address"]?.text
            else { return nil }
            let made = ProjectKey(id: id, project: ProjectID(project), publicKey: key, isActive: isActive)
            self = .done(made, address: address)
        case "address":
            guard let address = tree["address"]?.text else { return nil }
            self = .address(address)
        case "no_such_key": self = .noSuchKey
        case "busy": self = .failed(.busy)
        case "disk_full": self = .failed(.diskFull)
        case "read_only": self = .failed(.readOnly)
        case "closed": self = .failed(.closed)
        case "failed": self = .failed(.failed(code: Int32(truncatingIfNeeded: tree["code"]?.integer ?? 1)))
        default: return nil
        }
    }

    /// The line, without its end.
    var line: JSONLine {
        .object { line in
            switch self {
            case .done(let key, let address):
                line.add("result", "done")
                line.add("id", key.id)
                line.add("project", key.project.rawValue)
                line.add("key", key.publicKey)
                line.add("active", key.isActive)
                line.add("address", address)
            case .address(let address):
                line.add("result", "address")
                line.add("address", address)
            case .noSuchKey: line.add("result", "no_such_key")
            case .failed(.busy): line.add("result", "busy")
            case .failed(.diskFull): line.add("result", "disk_full")
            case .failed(.readOnly): line.add("result", "read_only")
            case .failed(.closed): line.add("result", "closed")
            case .failed(let error):
                line.add("result", "failed")
                if case .failed(let code) = error { line.add("code", Int64(code)) }
            }
        }
    }
}
