/// Paths of findings (JSON Pointer, RFC 6901) in parts, so that a caller who moves a value moves its findings too.
extension Sanitized<String> {
    /// The reference tokens of a JSON Pointer, `~0` and `~1` resolved. Empty for the root. Allocates.
    package var pointerComponents: [Sanitized<String>] {
        var components: [Sanitized<String>] = []
        var current: [UInt8] = []
        var afterTilde = false
        for byte in value.utf8.dropFirst() {
            if afterTilde {
                current.append(byte == 0x31 ? 0x2F : 0x7E)
                if byte != 0x30, byte != 0x31 { current.append(byte) }
                afterTilde = false
            } else if byte == 0x2F {
                components.append(Sanitized(trusted: String(decoding: current, as: UTF8.self)))
                current.removeAll(keepingCapacity: true)
            } else if byte == 0x7E {
                afterTilde = true
            } else {
                current.append(byte)
            }
        }
        guard !value.isEmpty else { return components }
        components.append(Sanitized(trusted: String(decoding: current, as: UTF8.self)))
        return components
    }

    /// The JSON Pointer of reference tokens. Allocates.
    package init(pointer components: [Sanitized<String>]) {
        var bytes: [UInt8] = []
        for component in components {
            bytes.append(0x2F)
            for byte in component.value.utf8 {
                switch byte {
                case 0x7E: bytes.append(contentsOf: [0x7E, 0x30])
                case 0x2F: bytes.append(contentsOf: [0x7E, 0x31])
                default: bytes.append(byte)
                }
            }
        }
        self.init(trusted: String(decoding: bytes, as: UTF8.self))
    }

    /// An array index as a reference token; clamped to 0 and eleven digits.
    package init(index: Int) {
        self.init(trusted: String(min(max(index, 0), 99_999_999_999)))
    }
}

extension Finding {
    /// The same finding at another path, for a value that was moved, or with another method, for one that was dropped
    /// after it had been replaced (its range is then empty).
    package func moved(to path: Sanitized<String>, method: Method? = nil) -> Finding {
        Finding(
            path: path,
            rule: rule,
            method: method ?? self.method,
            range: method == .remove ? 0..<0 : range,
            evidence: evidence,
            stage: stage,
            policyVersion: policyVersion
        )
    }

    /// A value that was dropped because it could not be taken within a limit.
    package static func dropped(
        at path: Sanitized<String>,
        stage: Stage,
        policyVersion: UInt32
    ) -> Finding {
        Finding(
            path: path,
            rule: .limit,
            method: .remove,
            range: 0..<0,
            evidence: .limit,
            stage: stage,
            policyVersion: policyVersion
        )
    }
}
