// The wire as a whole: who imports the vocabulary gets what its events travel in.
@_exported public import TelemetryEnvelope
