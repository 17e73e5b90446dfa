package import Sanitizer

extension Policy {
    /// What checkout events are scrubbed by at both ends: `strict`, but that the vocabulary's own `session.id` is no
    /// secret and `server.address`, a registrable domain, no address of a person. Made once.
    package static let checkout = Policy(
        .strict,
        named: "checkout",
        leaving: [(.session, ["attributes", "session.id"]), (.address, ["attributes", "server.address"])]
    )
}
