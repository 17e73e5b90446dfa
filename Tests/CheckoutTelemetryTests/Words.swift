import CheckoutTelemetry
import TelemetryWire

/// The words of an enumeration without the one for all others.
func words<Word: CheckoutWord>(_ type: Word.Type) -> [String] {
    Word.allCases.filter { $0 != Word.other }.map(\.rawValue)
}

extension CheckoutSDK {
    /// What the SDK can tell, by the names of the contract files.
    var capabilityNames: [String] {
        let all: [(Bool, String)] = [
            (reportsReady, "ready"), (reportsSlowReady, "slow_ready"), (reportsAttempts, "attempts"),
            (checksDevice, "device_check"), (hasWidget, "widget"), (keepsAbandonedRecord, "abandoned_record"),
            (numbersEvents, "native_sequence"),
        ]
        return all.filter(\.0).map(\.1)
    }
}
