// What the checkout interface mentions comes with it: `import CheckoutTelemetry` is enough beside a transport.
@_exported public import Telemetry
@_exported public import TelemetryWire

@_exported public import struct TelemetryDelivery.Moment
@_exported public import struct TelemetryDelivery.SystemClock
@_exported public import protocol TelemetryDelivery.TelemetryClock
