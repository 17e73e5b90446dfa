import Testing

@testable import TelemetryGzip
