import TelemetryWire
import Testing

/// The fields of what an SDK hands over, against the vocabulary: each is told by the attribute that the contract names, or has none.
func expectPayloads(of contract: Contract) throws {
    let attributes = Dictionary(uniqueKeysWithValues: CheckoutAttribute.allCases.map { ("\($0.name)", $0) })
    for row in try contract.rows("payloads") {
        let field = try #require(row["field"])
        if let name = row["attribute"] {
            #expect(attributes[name] != nil, "\(field): \(name)")
        } else {
            // Nothing that could say it: no attribute of its name, and its words on no list.
            let own = attributes.keys.filter { $0.hasPrefix("checkout.") && folded($0).contains(folded(field)) }
            #expect(own == [], "\(field)")
        }
        for attribute in attributes.values {
            // A field of a payload that is free text is told as a flag, a word or a number only.
            if case .token = attribute.shape {
                #expect(row["attribute"] != "\(attribute.name)" || field == "failedURL")
            }
        }
    }
}

private func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
}
