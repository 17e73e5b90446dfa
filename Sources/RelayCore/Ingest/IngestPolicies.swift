internal import Sanitizer

/// The policies of a relay: the deployment's, and those of single projects over it.
struct IngestPolicies: Sendable {
    /// For projects without one of their own.
    let deployment: Policy
    /// By project.
    let projects: [Int64: Policy]

    /// The built-in rules unless told otherwise.
    init(deployment: Policy = .standard, projects: [Int64: Policy] = [:]) {
        self.deployment = deployment
        self.projects = projects
    }

    /// The policy in force for a project's traffic.
    func policy(of project: Int64) -> Policy { projects[project] ?? deployment }
}
