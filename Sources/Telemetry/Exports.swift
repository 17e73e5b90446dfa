// What the reporter's own interface mentions comes with it: `import Telemetry` is enough.
@_exported public import struct Sanitizer.Policy
@_exported public import struct TelemetryDelivery.Batching
@_exported public import enum TelemetryDelivery.Consent
@_exported public import struct TelemetryDelivery.DeliveryReport
@_exported public import struct TelemetryDelivery.DropCounts
@_exported public import enum TelemetryDelivery.FlushResult
@_exported public import struct TelemetryDelivery.Ledger
@_exported public import struct TelemetryDelivery.NetworkOptions
@_exported public import struct TelemetryDelivery.SpoolFailure
@_exported public import struct TelemetryDelivery.SpoolOptions
@_exported public import struct TelemetryDelivery.TransportFailure
@_exported public import enum TelemetryEnvelope.DropReason
@_exported public import struct TelemetryEnvelope.EventID
@_exported public import enum TelemetryEnvelope.Level
