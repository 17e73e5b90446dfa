/// `[hmac:<rule>:<key id>:<64 letters a to p>]`: a keyed digest as it stands in the place of a value.
///
/// A letter for every half byte, so that there is no digit that a detector could take for anything. Recognised exactly:
/// a known rule, 1 to 16 lower-case letters, 64 letters from a to p.
enum DigestText {
    /// The longest one.
    static let longest = 6 + 20 + 1 + 16 + 1 + 64 + 1

    /// Appends it.
    static func append(_ digest: [UInt8], _ rule: Rule, _ keyID: String, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(contentsOf: "[hmac:".utf8)
        bytes.append(contentsOf: rule.rawValue.utf8)
        bytes.append(0x3A)
        bytes.append(contentsOf: keyID.utf8)
        bytes.append(0x3A)
        for byte in digest {
            bytes.append(0x61 &+ byte >> 4)
            bytes.append(0x61 &+ byte & 15)
        }
        bytes.append(0x5D)
    }

    /// What the digest is made of: purpose and rule stand before the value, so that equal bytes under two rules have
    /// nothing in common.
    static func message(_ rule: Rule, _ write: (inout ContiguousArray<UInt8>) -> Void) -> ContiguousArray<UInt8> {
        var message = ContiguousArray("telemetry hmac 1\0".utf8)
        message.append(contentsOf: rule.rawValue.utf8)
        message.append(0)
        write(&message)
        return message
    }

    /// Whether `keyID` may stand in one.
    static func isKeyID(_ keyID: String) -> Bool {
        1...16 ~= keyID.utf8.count && keyID.utf8.allSatisfy { $0 &- 0x61 < 26 }
    }

    /// One past the digest that starts at `position`, or nil.
    static func end(at position: Int, in text: TextBytes) -> Int? {
        guard text.matches("[hmac:", at: position) else { return nil }
        let start = position &+ 6
        var colon = start
        while colon &- start <= 20, text[colon] == 0x2D || text[colon] &- 0x61 < 26 { colon &+= 1 }
        guard text[colon] == 0x3A, Rule.isID(start, colon, in: text) else { return nil }
        var end = colon &+ 1
        while end &- colon <= 17, text[end] &- 0x61 < 26 { end &+= 1 }
        guard text[end] == 0x3A, 2...17 ~= end &- colon else { return nil }
        let letters = end &+ 1
        for offset in 0..<64 where text[letters &+ offset] &- 0x61 >= 16 { return nil }
        return text[letters &+ 64] == 0x5D ? letters &+ 65 : nil
    }
}
