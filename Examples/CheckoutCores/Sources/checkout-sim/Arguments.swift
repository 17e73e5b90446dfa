internal import Simulation

/// What the command line asks for.
struct Arguments {
    var seed: UInt64 = 1
    var flows = 1_000
    var dsn: String?
    var faults = Outbox.Faults()
    var sample = 1.0
    var isOff = false
    var isWithoutReporter = false
    var expect: String?
    var planted: String?
    var replay: String?
    var isHelp = false

    static let usage = """
        usage: checkout-sim --dsn DSN [options]

        A day of checkouts on many devices: four cores, raw sensitive values in everything that they hold, and what became of
        it sent through the reporter. Prints what left, and the figures that a relay has to show for it.

          --flows N          how many checkouts (default 1000)
          --seed N           chance; the same seed gives the same day (default 1)
          --lose SHARE       so many events never leave
          --duplicate SHARE  so many leave twice
          --reorder SHARE    so many are overtaken by up to \(200) later ones
          --sample SHARE     the reporters keep so many checkouts; figures are told for all of them
          --expect FILE      the expected figures as JSON
          --planted FILE     every sensitive value that was used, one a line
          --replay FILE      instead of a day: raw payloads that cores have held, an object with id, sdk and input a line;
                             says for each what was told and as which flow
          --off              the same day with reporters that are off
          --no-reporter      the same day with cores that have no telemetry
        """

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--off": isOff = true
            case "--no-reporter": isWithoutReporter = true
            case "-h", "--help": isHelp = true
            default:
                guard let value = rest.popFirst() else { throw UsageError("\(word): unknown, or without a value") }
                try take(word, value)
            }
        }
        guard isHelp || dsn != nil || isOff || isWithoutReporter else {
            throw UsageError("--dsn, --off or --no-reporter is needed")
        }
    }

    private mutating func take(_ option: String, _ value: String) throws(UsageError) {
        switch option {
        case "--seed": seed = try Self.number(option, value)
        case "--flows": flows = try Self.number(option, value)
        case "--dsn": dsn = value
        case "--lose": faults.lose = try Self.share(option, value)
        case "--duplicate": faults.duplicate = try Self.share(option, value)
        case "--reorder": faults.reorder = try Self.share(option, value)
        case "--sample": sample = try Self.share(option, value)
        case "--expect": expect = value
        case "--planted": planted = value
        case "--replay": replay = value
        default: throw UsageError("\(option): unknown")
        }
    }

    private static func number<Number: FixedWidthInteger>(
        _ option: String,
        _ value: String
    ) throws(UsageError) -> Number {
        guard let number = Number(value), number >= 0 else { throw UsageError("\(option): not a number") }
        return number
    }

    private static func share(_ option: String, _ value: String) throws(UsageError) -> Double {
        guard let share = Double(value), share >= 0, share <= 1 else { throw UsageError("\(option): not a share, 0…1") }
        return share
    }
}

/// Something on the command line that cannot be.
struct UsageError: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
