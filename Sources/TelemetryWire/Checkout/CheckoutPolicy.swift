package import Sanitizer

extension Policy {
    /// What checkout events are scrubbed by at both ends: `strict`, but that the vocabulary's own `session.id` is no
    /// secret and `server.address`, a registrable domain, no address of a person. Made once.
    package static let checkout: Policy = {
        let document = ContiguousArray(suppressions.utf8)
        do {
            return try Policy(document: document.span, over: .strict, profile: .strict)
        } catch {
            // Fails closed; a test reads the document.
            return .strict
        }
    }()

    private static let suppressions = """
        {
          "name": "checkout",
          "suppress": [
            {"rule": "session", "path": "attributes.'session.id'"},
            {"rule": "address", "path": "attributes.'server.address'"}
          ]
        }
        """
}
