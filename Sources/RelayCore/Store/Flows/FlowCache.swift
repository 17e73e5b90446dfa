/// Flows that were touched lately, so that the next entry of one reads nothing. Bounded: two halves, the older of which
/// is dropped when the newer is full. Belongs to the writer's thread.
struct FlowCache {
    /// Whose row it is.
    struct Key: Hashable {
        var project: Int64
        var flow: FlowKey
    }

    private let half: Int
    private var newer: [Key: FlowRow] = [:]
    private var older: [Key: FlowRow] = [:]

    /// At most so many flows; some 400 bytes each.
    init(limit: Int) {
        half = max(1, limit / 2)
    }

    /// Looks a flow up or puts one in.
    subscript(key: Key) -> FlowRow? {
        get { newer[key] ?? older[key] }
        set {
            if newer.count >= half, newer[key] == nil {
                older = newer
                newer = [:]
            }
            newer[key] = newValue
            if newValue == nil { older[key] = nil }
        }
    }

    /// Notes the openness of a flow, if it is here.
    mutating func set(_ mode: FlowMode, of key: Key) {
        newer[key]?.mode = mode
        older[key]?.mode = mode
    }

    /// Forgets everything, after a rollback.
    mutating func forget() {
        newer = [:]
        older = [:]
    }
}
