internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Ends requests and sessions without waiting for it.
///
/// Apple's methods return at once. Those of FoundationNetworking wait for the session's queue, which is busy as long as a server
/// sends faster than it is read: they are called elsewhere, since neither the worker's thread nor the session's may hang there.
enum SessionEnd {
    /// Cancels a request.
    static func cancel(_ task: URLSessionTask) {
        #if canImport(FoundationNetworking)
        DispatchQueue.global().async { task.cancel() }
        #else
        task.cancel()
        #endif
    }

    /// Ends a session with all of its requests and connections, and lets its delegate go.
    static func invalidate(_ session: URLSession) {
        #if canImport(FoundationNetworking)
        DispatchQueue.global().async { session.invalidateAndCancel() }
        #else
        session.invalidateAndCancel()
        #endif
    }
}
