/// One path of a policy: components from the root of the document down.
struct PathPattern: Sendable, Hashable {
    /// What one step of a path has to be.
    enum Component: Sendable, Hashable {
        /// A member with this name, in lower case; ASCII letters match in any case.
        case name([UInt8])
        /// The element with this index.
        case index(Int)
        /// Anything of this type.
        case type(ValueType)
        /// Any member or element.
        case any
        /// Any number of steps, none included; at the end of a path one at least.
        case deep
    }

    /// The steps.
    let components: [Component]
}
