extension Decision {
    /// Why a candidate was left. A closed list: what decides in the engine has its entry here.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        // Numbers.
        /// Longer than any number of the kind.
        case tooLong = "too-long"
        /// Digits of which the kind has more or fewer.
        case lengthNotIssued = "length-not-issued"
        /// No issuer's range begins like this.
        case unknownIssuer = "unknown-issuer"
        /// A leading 1, as milli-, micro- and nanoseconds since 1970 have.
        case leadingOne = "leading-one"
        /// Grouped as nobody prints such numbers, and no telling word is near.
        case unusualGrouping = "unusual-grouping"
        /// The same digit over and over.
        case oneDigit = "one-digit"
        /// The check digit does not hold.
        case checkDigitFails = "check-digit-fails"
        /// A part of the number that was never issued.
        case neverIssued = "never-issued"
        /// Rare without a word that announces it, and there is none.
        case noTellingWord = "no-telling-word"
        /// Glued to letters: a part of a longer word.
        case insideWord = "inside-word"
        /// A part of a longer number.
        case insideNumber = "inside-number"
        /// A part of a UUID.
        case insideUUID = "inside-uuid"
        /// A part of a hexadecimal token as long as hashes and ids are.
        case insideHexToken = "inside-hex-token"
        /// A part of a dump of bytes.
        case insideHexDump = "inside-hex-dump"
        /// Digits behind a decimal point, or of a number that is a fraction.
        case decimalFraction = "decimal-fraction"
        /// The digits of a character reference.
        case characterReference = "character-reference"
        /// The name says identifier, and the value looks like one.
        case identifierName = "identifier-name"
        /// The name says time, and the value can be one.
        case timeName = "time-name"
        /// A version of something.
        case versionNumber = "version-number"
        /// A network or a place holder, nobody's address.
        case reservedAddress = "reserved-address"
        /// Hours, minutes and seconds.
        case timeOfDay = "time-of-day"
        /// Two colons between the parts of a name.
        case scopeOperator = "scope-operator"
        /// Groups of digits as an address has them, but more or fewer.
        case wrongGroups = "wrong-groups"
        /// No country's code begins like this.
        case unknownCountry = "unknown-country"
        /// The sentinel of a track, and no number or no data behind it.
        case notATrack = "not-a-track"
        /// A tag of chip data in what is no sequence of tags, lengths and values.
        case notChipData = "not-chip-data"

        // Names.
        /// The last words of the name speak about the value instead of naming it.
        case qualifiedName = "qualified-name"
        /// The telling words stand before others, and the last words decide.
        case notLastWord = "not-last-word"
        /// A boolean, null, or a single digit: a flag or a count.
        case flag
        /// A word that reports on a value which is not there.
        case reportsOnly = "reports-only"
        /// A word of prose.
        case plainWord = "plain-word"
        /// No blanks, digits and letters mixed, long enough: a token's shape, which the value has not.
        case notTokenShaped = "not-token-shaped"
        /// Not digits only, or not as many as the kind has.
        case wrongDigits = "wrong-digits"
        /// The rule needs a card number beside the value, and there is none.
        case noCardBeside = "no-card-beside"
        /// Names a variable, a parameter or a call.
        case reference
        /// Masked by whoever wrote it.
        case masked
        /// Asks for credentials instead of giving them.
        case challenge
        /// A certificate, a public key, or a signature.
        case publicByLabel = "public"
        /// A value that prose does not give: no quotes and no parameter.
        case notQuoted = "not-quoted"

        // Addresses of persons.
        /// No domain stands behind the sign.
        case notADomain = "not-a-domain"
        /// The name of a file or of a release.
        case fileName = "file-name"
        /// Ends the credentials of a URL, whose host stays.
        case userinfo
        /// The user that every repository is reached by.
        case repository

        // The policy.
        /// Already replaced by an earlier pass.
        case alreadyRedacted = "already-redacted"
        /// The policy lists the host.
        case allowedHost = "allowed-host"
        /// A bare line keeps its words.
        case bareText = "bare-text"
        /// The policy suppresses the rule here.
        case suppressed
        /// The policy allows the value.
        case allowedValue = "allowed-value"
    }
}

extension Decision.Reason {
    /// The reason as a sentence, without a full stop.
    public var sentence: String {
        switch self {
        case .tooLong: "more digits than any number of this kind has"
        case .lengthNotIssued: "numbers of this kind are not issued in this length"
        case .unknownIssuer: "no issuer has numbers that begin like this"
        case .leadingOne: "begins with 1 and is as long as a time since 1970; no card does"
        case .unusualGrouping: "nobody prints these groups, and no telling word is near"
        case .oneDigit: "the same digit over and over"
        case .checkDigitFails: "the check digit does not hold"
        case .neverIssued: "a part of the number was never issued"
        case .noTellingWord: "needs a telling word beside it or as its name"
        case .insideWord: "part of a longer word"
        case .insideNumber: "part of a longer number"
        case .insideUUID: "part of a UUID"
        case .insideHexToken: "part of a hexadecimal token as long as ids and hashes are"
        case .insideHexDump: "part of a dump of bytes"
        case .decimalFraction: "digits of a fraction"
        case .characterReference: "digits of a character reference"
        case .identifierName: "the name says identifier, and the value looks like one"
        case .timeName: "the name says time, and the value can be one"
        case .versionNumber: "a version"
        case .reservedAddress: "a network, nobody's address"
        case .timeOfDay: "a time of day"
        case .scopeOperator: "the colons join the parts of a name"
        case .wrongGroups: "more or fewer groups than such an address has"
        case .unknownCountry: "no country has numbers that begin like this"
        case .notATrack: "no card number, separator and date, as a track has them"
        case .notChipData: "no tags, lengths and values from end to end"
        case .qualifiedName: "the last words of the name speak about the value"
        case .notLastWord: "the telling words of the name are not its last"
        case .flag: "a flag, a count or null"
        case .reportsOnly: "a word that only reports on the value"
        case .plainWord: "a word of prose"
        case .notTokenShaped: "has not the shape of a token"
        case .wrongDigits: "not digits only, or not as many as the kind has"
        case .noCardBeside: "no card number stands beside it"
        case .reference: "refers to the value instead of holding it"
        case .masked: "masked already"
        case .challenge: "asks for credentials instead of giving them"
        case .publicByLabel: "public by its label"
        case .notQuoted: "prose: neither quoted nor a parameter"
        case .notADomain: "no domain follows the sign"
        case .fileName: "the name of a file or a release"
        case .userinfo: "the sign ends the credentials of a URL"
        case .repository: "the user of a repository"
        case .alreadyRedacted: "replaced by an earlier pass"
        case .allowedHost: "the policy lists the host"
        case .bareText: "a bare line keeps its words"
        case .suppressed: "the policy suppresses the rule here"
        case .allowedValue: "the policy allows the value"
        }
    }

    /// How far a detector came before it gave up, for the choice between what it says about one place: the reason that
    /// fell last tells most.
    var rank: Int {
        switch self {
        case .unknownIssuer, .leadingOne, .lengthNotIssued, .unusualGrouping, .tooLong, .wrongDigits, .notADomain,
            .wrongGroups, .notATrack, .notChipData:
            0
        case .oneDigit, .checkDigitFails, .neverIssued, .notTokenShaped: 1
        case .noTellingWord: 2
        default: 3
        }
    }
}
