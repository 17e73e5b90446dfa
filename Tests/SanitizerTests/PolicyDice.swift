@testable import Sanitizer

/// Random policies and documents, by a seed (SplitMix64), so that a failure can be run again.
struct PolicyDice {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) &* 0x2545_F491_4F6C_DD1D }

    mutating func roll(_ sides: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(sides))
    }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(list.count)] }

    private mutating func list(_ most: Int, _ element: (inout PolicyDice) -> String) -> String {
        let count = roll(most + 1)
        var parts: [String] = []
        for _ in 0..<count { parts.append(element(&self)) }
        return "[" + parts.joined(separator: ",") + "]"
    }

    // MARK: - Policies

    private static let takers = Rule.allCases.filter { $0 != .url && $0 != .limit }
    private static let loosened = Rule.allCases.filter { !$0.isPayment && $0 != .limit }
    private static let methods = ["remove", "replace", "mask", "hmac"]
    private static let steps = [
        "a", "b", "m", "n", "card", "number", "*", "**", "[0]", "1", "$string", "$number", "'x y'",
    ]

    mutating func selector() -> String {
        var text = roll(4) == 0 ? "!" : ""
        text += pick(Self.steps)
        for _ in 0..<roll(3) {
            let step = pick(Self.steps)
            text += step.hasPrefix("[") ? step : "." + step
        }
        return roll(4) == 0 ? "(\(text) \(pick(["&&", "||"])) \(selector()))" : text
    }

    private mutating func condition(_ depth: Int, aboutPlace: Bool) -> String {
        switch roll(depth > 0 ? (aboutPlace ? 6 : 10) : 3) {
        case 0: "{\"path\":\(quoted(selector()))}"
        case 1: "{\"key\":\"\(pick(["member no", "x", "a b", "note"]) + "y")\"}"
        case 2: "{\"type\":\"\(pick(ValueType.allCases).rawValue)\"}"
        case 3: "{\"not\":\(condition(depth - 1, aboutPlace: aboutPlace))}"
        case 4, 5:
            "{\"\(pick(["and", "or"]))\":[\(condition(depth - 1, aboutPlace: aboutPlace)),"
                + "\(condition(depth - 1, aboutPlace: aboutPlace))]}"
        case 6: "{\"near\":\"\(pick(["card", "code word", "note"]))\"}"
        case 7: "{\"validator\":\"\(pick(Validator.allCases).rawValue)\"}"
        case 8: "{\"length\":{\"min\":\(1 + roll(4)),\"max\":\(5 + roll(20))}}"
        default: "{\"prefix\":\"\(pick(["4", "1", "a", "B"]))\"}"
        }
    }

    private mutating func method() -> String {
        roll(4) == 0 ? "{\"mask\":{\"keep_first\":\(roll(5)),\"keep_last\":\(roll(5))}}" : "\"\(pick(Self.methods))\""
    }

    /// A document that loads, with a key. `isProject` leaves out what a project may not say over any deployment.
    mutating func policy(isProject: Bool = false) -> String {
        var members: [String] = []
        if roll(2) == 0 { members.append("\"version\":\(1 + roll(4_095))") }
        if !isProject, roll(3) == 0 { members.append("\"profile\":\"\(pick(["standard", "strict"]))\"") }
        if !isProject, roll(3) == 0 {
            members.append("\"allowed_hosts\":[\"4111111111111111.a.example\",\"a.b.example\"]")
        }
        if roll(2) == 0 {
            let words = ["acme voucher", "tillno", "x y", "memberref"]
            let rule = isProject ? Rule.device : pick([.device, .secret, .email, .cvv, .pan, .name])
            members.append("\"words\":{\"\(rule.rawValue)\":[\"\(pick(words)) \(isProject ? "p" : "d")q\"]}")
        }
        if roll(4) > 0 {
            let rules = list(4) { dice in
                dice.roll(3) == 0
                    ? "{\"rule\":\"\(dice.pick(Self.takers).rawValue)\",\"take\":\"token\",\"when\":{\"and\":[{\"length\":{\"min\":\(1 + dice.roll(9))}},\(dice.condition(2, aboutPlace: false))]}}"
                    : "{\"rule\":\"\(dice.pick(Self.takers).rawValue)\",\"path\":\(quoted(dice.selector())),\"when\":\(dice.condition(3, aboutPlace: false))}"
            }
            members.append("\"rules\":\(rules)")
        }
        if !isProject, roll(3) > 0 {
            let rules = list(6) { dice in
                "{\"rule\":\"\(dice.pick(Self.loosened).rawValue)\""
                    + (dice.roll(2) == 0 ? "}" : ",\"when\":\(dice.condition(2, aboutPlace: true))}")
            }
            members.append("\"suppress\":\(rules)")
        }
        if !isProject, roll(3) == 0 {
            members.append("\"allow\":[{\"values\":[\"411*\",\"123\",\"737\",\"cvv*\",\"pk_*\",\"a@b.example\"]}]")
        }
        if roll(4) > 0 {
            var methods: [String] = []
            if !isProject { methods.append("\"pan\":\"\(pick(["replace", "truncate", "hmac"]))\"") }
            for name in ["authentication", "cvv", "track", "expiry"] where !isProject && roll(2) == 0 {
                methods.append("\"\(name)\":\"\(pick(["remove", "replace"]))\"")
            }
            for name in isProject ? ["device"] : ["secret", "personal", "email", "password", "device"]
            where roll(2) == 0 {
                methods.append("\"\(name)\":\(isProject ? "\"remove\"" : method())")
            }
            members.append("\"methods\":{\(methods.joined(separator: ","))}")
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// A document whose rules take by path alone, and leave by path and type.
    mutating func pathPolicy() -> String {
        let rules = list(6) { "{\"rule\":\"\($0.pick(["device", "name"]))\",\"path\":\(quoted($0.pathOnly()))}" }
        let left = list(3) { "{\"rule\":\"\($0.pick(["email", "password"]))\",\"path\":\(quoted($0.pathOnly()))}" }
        return "{\"rules\":\(rules),\"suppress\":\(left)}"
    }

    private mutating func pathOnly() -> String {
        var text = pick(["a", "b", "m", "card", "*", "a.**", "[1]"])
        for _ in 0..<roll(3) {
            let step = pick(Self.steps)
            text += step.hasPrefix("[") ? step : "." + step
        }
        return text
    }

    // MARK: - Documents

    /// What must be gone whatever a policy says, in the places where the built-in rules take it.
    static let planted = ["4111111111111111", "5500005555555559", "378282246310005", "7375", "4111 1111 1111 1111"]

    private mutating func leaf() -> String {
        let pan = pick(["4111111111111111", "5500005555555559", "378282246310005"])
        switch roll(14) {
        case 0: return quoted(pan)
        case 1: return pan
        case 2: return quoted("paid with \(pan), thanks")
        case 3: return quoted("card 4111 1111 1111 1111 exp 12/27")
        case 4: return quoted("cvv=7375 and more")
        case 5: return quoted("%B\(pan)^DOE/J^271210100007375?")
        case 6: return quoted("{\"card_number\":\"\(pan)\",\"cvv\":\"7375\"}")
        case 7: return quoted("https://a.b.example/pay?card=\(pan)&cvv=7375")
        case 8: return quoted("to a@b.example, password=hunter2")
        case 9: return "{\"card_number\":\"\(pan)\",\"cvv\":\"7375\",\"exp_month\":12}"
        case 10: return "{\"name\":\"cvv\",\"value\":\"7375\"}"
        case 11: return quoted("token=\(pan)")
        case 12: return pick(["true", "null", "12", "-0.5e3"])
        default: return quoted(pick(["ordinary", "note", "AC-1234", "a@b.example", "2030-01-02"]))
        }
    }

    mutating func document(_ depth: Int = 4) -> String {
        let names = [
            "a", "b", "m", "n", "card", "number", "x y", "acme voucher dq", "note", "email", "password", "tags",
        ]
        switch roll(depth > 0 ? 8 : 4) {
        case 0...3: return leaf()
        case 4, 5: return list(4) { $0.document(depth - 1) }
        default:
            var members: [String] = []
            for _ in 0..<roll(5) { members.append(quoted(pick(names)) + ":" + document(depth - 1)) }
            return "{" + members.joined(separator: ",") + "}"
        }
    }
}
