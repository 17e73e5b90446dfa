import Glibc

/// The quickest of several tries, which end at the first one under 50 ms: for what has to be quick and is not when the
/// machine has other things to do.
func quickest(of tries: Int, _ measured: () throws -> Duration) rethrows -> Duration {
    var best = Duration.seconds(3_600)
    for _ in 0..<tries where best >= .milliseconds(50) { best = min(best, try measured()) }
    return best
}

/// Waits for something that another thread will do; false if it does not come about in ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        usleep(500)
    }
    return true
}
