extension Policy {
    /// Reads a policy from its JSON document (`Schemas/policy.schema.json`), over another policy.
    ///
    /// The first document over a built-in policy is a deployment's, a second one a project's; there is no third. Neither
    /// loosens what is about payment data, and a project loosens nothing that the deployment says. `profile`, where
    /// given, outranks the document's. Fails closed: a document with any fault does not load at all, and the error has
    /// every fault of it. At most 256 KiB; reading the file is the caller's.
    public init(
        document: Span<UInt8>,
        over base: Policy = .standard,
        profile: Profile? = nil
    ) throws(DocumentError) {
        try self.init(document: document, over: base, profile: profile, digest: base.rules?.digest)
    }

    /// As above, with a key for the methods that need one.
    package init(
        document: Span<UInt8>,
        over base: Policy = .standard,
        profile: Profile? = nil,
        digest: (any KeyedDigest)?
    ) throws(DocumentError) {
        var start = base.rules?.definition ?? PolicyDefinition()
        start.allowedHosts = base.allowedHosts
        let loaded = try PolicyLoader.load(
            document,
            over: start,
            profile: base.profile,
            hasKey: digest.map { DigestText.isKeyID($0.keyID) } ?? false
        )
        self.init(profile: profile ?? loaded.profile, loaded.definition, digest: digest)
    }

    /// The names of the documents, with their versions.
    public var documents: [(name: String, version: UInt32)] {
        rules?.definition.layers.map { (name: $0.name, version: $0.version) } ?? []
    }
}
