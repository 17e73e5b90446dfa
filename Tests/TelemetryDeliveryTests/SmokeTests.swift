import Testing

@testable import TelemetryDelivery
