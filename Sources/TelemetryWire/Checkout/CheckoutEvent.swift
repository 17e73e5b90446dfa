public import Sanitizer
public import TelemetryEnvelope

/// One event of a checkout: a name, a time and attributes, all of a closed vocabulary. There is no place for free text.
///
/// An event is identified by its flow and sequence, outside of any flow by its session and sequence. Attributes that an
/// event of this name does not carry are not taken.
public struct CheckoutEvent: Sendable, Hashable {
    /// What happened.
    public let name: CheckoutEventName
    /// When, by the device's clock; kept to the millisecond.
    public let timestamp: Timestamp
    // In the order of `CheckoutAttribute`, one of each at most.
    private(set) var fields: [Field] = []

    /// An attribute and its value.
    struct Field: Sendable, Hashable {
        let attribute: CheckoutAttribute
        var value: CheckoutValue
    }

    /// An event without attributes.
    public init(_ name: CheckoutEventName, at timestamp: Timestamp) {
        self.name = name
        self.timestamp = Timestamp(milliseconds: timestamp.milliseconds)
    }

    /// An event with another one's attributes, which are common to all events.
    package init(_ name: CheckoutEventName, at timestamp: Timestamp, as template: CheckoutEvent) {
        self.init(name, at: timestamp)
        fields.reserveCapacity(template.fields.count + 8)
        for field in template.fields where name.takes(field.attribute) { fields.append(field) }
    }

    /// A word; nil if it is absent.
    public subscript<Word: CheckoutWord>(key: CheckoutKey<Word>) -> Word? {
        get {
            guard case .word(let word)? = self[attribute: key.attribute]?.storage else { return nil }
            return Word(reading: word)
        }
        set { self[attribute: key.attribute] = newValue.map { CheckoutValue(.word($0.rawValue)) } }
    }

    /// A flag; nil if it is absent.
    public subscript(key: CheckoutKey<Bool>) -> Bool? {
        get {
            guard case .flag(let flag)? = self[attribute: key.attribute]?.storage else { return nil }
            return flag
        }
        set { self[attribute: key.attribute] = newValue.map { CheckoutValue(.flag($0)) } }
    }

    /// A number; nil if it is absent. One out of the attribute's range is not taken.
    public subscript(key: CheckoutKey<Int>) -> Int? {
        get {
            guard case .integer(let number)? = self[attribute: key.attribute]?.storage else { return nil }
            return Int(truncatingIfNeeded: number)
        }
        set {
            self[attribute: key.attribute] = newValue.flatMap { number in
                guard case .integer(let range) = key.attribute.shape, range.contains(Int64(number)) else { return nil }
                return CheckoutValue(.integer(Int64(number)))
            }
        }
    }

    /// A duration; nil if it is absent.
    public subscript(key: CheckoutKey<CheckoutSeconds>) -> CheckoutSeconds? {
        get {
            guard case .seconds(let duration)? = self[attribute: key.attribute]?.storage else { return nil }
            return duration
        }
        set { self[attribute: key.attribute] = newValue.map { CheckoutValue(.seconds($0)) } }
    }

    /// An id; nil if it is absent.
    public subscript(key: CheckoutKey<EventID>) -> EventID? {
        get {
            guard case .id(let id)? = self[attribute: key.attribute]?.storage else { return nil }
            return id
        }
        set { self[attribute: key.attribute] = newValue.map { CheckoutValue(.id($0)) } }
    }

    /// A token; nil if it is absent.
    public subscript(key: CheckoutKey<CheckoutToken>) -> CheckoutToken? {
        get {
            guard case .token(let token)? = self[attribute: key.attribute]?.storage else { return nil }
            return token
        }
        set { self[attribute: key.attribute] = newValue.map { CheckoutValue(.token($0)) } }
    }

    /// A rule of the scrubber; nil if it is absent or not known.
    public subscript(key: CheckoutKey<Rule>) -> Rule? {
        get {
            guard case .word(let word)? = self[attribute: key.attribute]?.storage else { return nil }
            return Rule(rawValue: word)
        }
        set { self[attribute: key.attribute] = newValue.map { CheckoutValue(.word($0.rawValue)) } }
    }

    /// Any attribute's value. A setter takes what fits the attribute only.
    package subscript(attribute attribute: CheckoutAttribute) -> CheckoutValue? {
        get { fields.first { $0.attribute == attribute }?.value }
        set {
            var place = fields.endIndex
            while place > 0, fields[place - 1].attribute.rawValue >= attribute.rawValue { place -= 1 }
            let isThere = place < fields.endIndex && fields[place].attribute == attribute
            if let newValue, name.takes(attribute), newValue.fits(attribute) {
                if isThere {
                    fields[place].value = newValue
                } else {
                    fields.insert(Field(attribute: attribute, value: newValue), at: place)
                }
            } else if isThere {
                fields.remove(at: place)
            }
        }
    }

    /// The attributes that are there, in the order in which they are written.
    package var attributes: [(attribute: CheckoutAttribute, value: CheckoutValue)] {
        fields.map { ($0.attribute, $0.value) }
    }

    /// How severe it is; follows from what it says.
    public var level: Level {
        switch name {
        case .changed, .overlayOpened, .overlayClosed, .uploadStarted, .returnIgnored: .debug
        case .listenerReleased: .error
        case .error:
            switch self[.errorType] {
            case .other?, .platformError?: .error
            default: .warning
            }
        case .deviceCheck: self[.deviceResult] == .forbidden ? .warning : .info
        case .orderTypeResolved: self[.orderTypeFailure] == nil ? .info : .warning
        case .ended:
            switch self[.outcome] {
            case .expired?, .notOpened?: .warning
            // Nobody can tell a success without a signature from one that was made up.
            case .completed?: self[.signaturePresent] == false ? .warning : .info
            case .terminated?: self[.terminationSource] == .connectionError ? .warning : .info
            default: .info
            }
        case .configRejected, .integrationWarning, .readyDelayed, .attemptFailed, .connectionFailed,
            .navigationBlocked, .urlRejected, .authChallengeRejected, .bridgeMessageRejected, .terminalDuplicate,
            .abandonedFound, .widgetHidden, .telemetryDropped, .telemetryRedacted:
            .warning
        case .flowStarted, .configValidated, .presented, .ready, .orderPrepared, .attemptStarted, .attemptProcessing,
            .actionRequired, .retryShown, .retryRequested, .returnReceived, .abandonedCleared, .widgetLoaded:
            .info
        }
    }
}

extension CheckoutValue {
    /// Whether an attribute can say this.
    func fits(_ attribute: CheckoutAttribute) -> Bool {
        switch (storage, attribute.shape) {
        case (.flag, .flag), (.seconds, .seconds), (.id, .id), (.token, .token): true
        case (.word, .words): true
        case (.integer(let number), .integer(let range)): range.contains(number)
        default: false
        }
    }
}
