// The reporter.
