extension Policy {
    /// Why a policy document cannot be used.
    public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason in one line; names of members, never their values.
        public let description: String
    }

    /// Reads a policy from its JSON document: `{"profile": "strict", "allowed_hosts": ["pay.example"]}`.
    ///
    /// Both members are optional; the profile is `standard` without one, and `profile`, where given, outranks the
    /// document's. Unknown members are refused: a rule that is misspelt must not be silently absent. At most 1,000
    /// hosts of at most 253 bytes. Reading the file is the caller's.
    public init(document: Span<UInt8>, profile: Profile? = nil) throws(DocumentError) {
        var reader = JSONReader(document)
        var hosts: [String] = []
        var chosen = Profile.standard
        do throws(Pass.Failure) {
            guard try reader.next() == .objectStart else {
                throw Pass.Failure(offset: 0, reason: .syntax)
            }
            while case .key(let key) = try reader.next() {
                if reader.equals(key, "profile") {
                    guard case .string(let value) = try reader.next(),
                        let known = Profile(rawValue: reader.string(value))
                    else { throw Pass.Failure(offset: reader.offset, reason: .syntax) }
                    chosen = known
                } else if reader.equals(key, "allowed_hosts") {
                    guard try reader.next() == .arrayStart else {
                        throw Pass.Failure(offset: reader.offset, reason: .syntax)
                    }
                    while case .string(let value) = try reader.next() {
                        guard hosts.count < 1_000, value.count <= 253 else {
                            throw Pass.Failure(offset: reader.offset, reason: .syntax)
                        }
                        hosts.append(reader.string(value))
                    }
                } else {
                    throw Pass.Failure(offset: key.lowerBound, reason: .syntax)
                }
            }
            guard try reader.next() == .end else { throw Pass.Failure(offset: reader.offset, reason: .trailing) }
        } catch {
            throw DocumentError(description: "not a policy document, at byte \(error.offset)")
        }
        self.init(profile: profile ?? chosen, version: Self.builtInVersion)
        allowedHosts = hosts
    }
}
