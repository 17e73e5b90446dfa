// What this module's own interface mentions comes with it.
@_exported public import enum Telemetry.ContextValue
@_exported public import struct TelemetryDelivery.Moment
@_exported public import protocol TelemetryDelivery.TelemetryClock
@_exported public import protocol TelemetryDelivery.Transport
@_exported public import struct TelemetryDelivery.TransportFailure
@_exported public import struct TelemetryDelivery.TransportReply
