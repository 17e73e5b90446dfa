/// Why detectors of secrets and of personal data leave a candidate, told where they have given up. Nothing here runs
/// unless the scanner has a trace.
extension TextScanner {
    /// Notes why the value beside a label stays.
    @inline(never)
    func noteRefusal(_ label: Label, _ value: LabelValue, _ verdict: KeyVerdict, in text: TextBytes) {
        guard let rule = verdict.rule, value.start < value.end else { return }
        let reason: Decision.Reason
        switch rule {
        case .url, .freeText, .container, .limit: return
        case .name, .address, .path: reason = isPlainWord(value, in: text) ? .plainWord : .notQuoted
        default:
            if ValueReference.isMask(value.start, value.end, in: text) {
                reason = .masked
            } else if !value.isQuoted,
                ValueReference.isReference(value.start, value.end, beside: label.start..<label.end, in: text)
            {
                reason = .reference
            } else if isPlainWord(value, in: text) {
                reason = .plainWord
            } else {
                switch rule {
                case .pan, .cvv, .pin, .phone, .bankAccount, .nationalID, .birthDate, .expiry: reason = .wrongDigits
                default: reason = .notTokenShaped
                }
            }
        }
        note(rule, value.start, value.end, reason, .key)
    }

    /// Notes a label that would name a secret if its last words were others: `token_count=5`.
    @inline(never)
    func noteSilenced(_ label: Label, in text: TextBytes, _ level: Level) {
        // Words before a blank are prose.
        let start = label.lastWord(in: text) ?? label.start
        let name = unsafe ByteView(text.buffer(start, label.end))
        guard let trace, let silenced = classifier.silenced(name, profile: level.context.profile) else { return }
        trace.words = classifier.spelled(silenced.words, of: name)
        note(silenced.rule, start, label.end, silenced.reason, .key)
        trace.words = nil
    }

    /// Notes what stands before and behind an `@` and is no address.
    @inline(never)
    func noteEmail(_ start: Int, _ sign: Int, _ length: Int, _ isUserinfo: Bool, in text: TextBytes) {
        var end = sign &+ length
        var points = 0
        while end &- sign < 128, text[end].isAlphanumeric || text[end] == 0x2D || text[end] == 0x2E {
            if text[end] == 0x2E { points &+= 1 }
            end &+= 1
        }
        guard start < sign, end > sign &+ length else { return }
        let first = sign &+ length
        let reason: Decision.Reason =
            if isUserinfo {
                .userinfo
            } else if Self.isRemote(start, sign, in: text) {
                .repository
            } else if text[first].isDigit || text[first] | 0x20 == 0x76 && text[first &+ 1].isDigit {
                .versionNumber
            } else if points > 0 {
                .fileName
            } else {
                .notADomain
            }
        note(.email, start, end, reason)
    }

    /// Notes the dotted quads of a value whose name says version.
    @inline(never)
    func noteVersions(_ text: TextBytes) {
        var position = 0
        while position < text.count {
            if let end = Self.addressFour(at: position, in: text) {
                note(.ipAddress, position, end, .versionNumber, .shape)
                position = end
            } else {
                position &+= 1
            }
        }
    }

    /// Notes digits in groups that would be a telephone number beside a word for one.
    @inline(never)
    func notePhone(_ start: Int, _ end: Int, in text: TextBytes) {
        var hasGap = false
        for position in start..<end where !text[position].isDigit { hasGap = true }
        // In one piece they are a number of anything.
        if hasGap, !Self.continuesNumber(at: start, in: text), trace?.overlaps(start, end) == false {
            note(.phone, start, end, .noTellingWord)
        }
    }

    /// Notes a token that begins as an account or a tax number does.
    @inline(never)
    func noteLettered(_ start: Int, _ end: Int, isTaxNumber: Bool, in text: TextBytes) {
        if isTaxNumber {
            note(.nationalID, start, end, .noTellingWord, .shape)
        } else if !text[start &- 1].isWordByte, text[start].isUpper, text[start &+ 1].isUpper,
            text[start &+ 2].isDigit, text[start &+ 3].isDigit,
            let length = BankAccountNumber.length(text[start].lowered, text[start &+ 1].lowered),
            end &- start >= 15
        {
            note(.bankAccount, start, end, end &- start == length ? .checkDigitFails : .lengthNotIssued, .shape)
        }
    }

    /// Notes twelve digits that are no Aadhaar number, and ten that are no Saudi one.
    @inline(never)
    func noteNumbered(_ start: Int, _ number: GroupedNumber, standsAlone: Bool, in text: TextBytes) {
        if number.count == 12 {
            if number.passesVerhoeff {
                let isDump = HexDump.covers(start, number.end, in: text)
                note(.nationalID, start, number.end, isDump ? .insideHexDump : .noTellingWord, .checkDigit)
            } else if standsAlone {
                note(.nationalID, start, number.end, .checkDigitFails, .grouping)
            }
        } else if number.passesLuhn {
            note(.nationalID, start, number.end, .noTellingWord, .checkDigit)
        }
    }

    /// Notes a token with the beginning of a key and nothing like one behind it.
    @inline(never)
    func noteKey(_ start: Int, _ end: Int, in text: TextBytes) {
        for prefix in [
            "sk_", "sk-", "pk_", "rk_", "rzp_", "whsec_", "cks_", "ghp_", "gho_", "github_pat_", "glpat-", "xox",
            "AKIA", "ASIA", "AIza", "eyJ", "live_", "test_", "npm_", "shpat_",
        ] as [StaticString] where text.matches(prefix, at: start) {
            return note(text.matches("eyJ", at: start) ? .jwt : .apiKey, start, end, .notTokenShaped)
        }
        var position = start
        while position &+ 8 < end {
            if text[position] == 0x5F, text.matches("_secret_", at: position) {
                return note(.secret, start, end, .notTokenShaped)
            }
            position &+= 1
        }
    }

    /// Notes the word behind a scheme that carries no credential.
    @inline(never)
    func noteScheme(_ value: Int, isChallenge: Bool, in text: TextBytes) {
        var end = value
        while end &- value < 64, text[end] > 0x20, !text[end].isQuote, text[end] != 0x2C { end &+= 1 }
        guard end &- value >= 4 || isChallenge else { return }
        note(.authorization, value, end, isChallenge ? .challenge : .notTokenShaped)
    }

    /// Notes the digits behind a word for a code that are not as many as a code has.
    @inline(never)
    func noteCode(_ rule: Rule, _ start: Int, in text: TextBytes) {
        note(rule, start, Self.endOfDigits(from: start, in: text), .wrongDigits, [.proximity, .key])
    }
}
