internal import Sanitizer

/// Where a path leads once parts of lists were cut out.
enum PathMove {
    /// The path after the cuts; nil if what it led to is gone.
    static func apply(
        _ cuts: ContiguousArray<ListTracker.Cut>,
        to path: [Sanitized<String>]
    ) -> [Sanitized<String>]? {
        var path = path
        for cut in cuts where cut.isArray {
            let components = cut.list
            guard path.count > components.count, zip(components, path).allSatisfy({ $0 == $1 }),
                let index = Int(path[components.count].value), index >= cut.elements.lowerBound
            else { continue }
            if index < cut.elements.upperBound { return nil }
            path[components.count] = Sanitized(index: index - cut.elements.count)
        }
        return path
    }
}
