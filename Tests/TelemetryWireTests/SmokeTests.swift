import Testing

@testable import TelemetryWire
