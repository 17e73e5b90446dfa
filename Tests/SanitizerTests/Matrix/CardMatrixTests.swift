import Testing

@testable import Sanitizer

/// Every brand, length, separator, digit script, encoding and place: the number goes whole, the words around it stay.
///
/// Not a product of everything with everything, which would be millions: each axis is run through in full against a
/// sample of the others, drawn from a fixed seed.
@Suite struct CardMatrixTests {
    @Test("every brand and length in every form", arguments: CardMaker.brands.indices)
    func brands(_ index: Int) {
        let brand = CardMaker.brands[index]
        var maker = CardMaker(seed: UInt64(index) + 1)
        var trial = Trial()
        for length in brand.lengths {
            let number = maker.number(brand.prefix, length)
            for form in CardForm.places(number) + CardForm.encodings(number) + CardForm.numeric(number) {
                trial.check(form, number, "\(brand.name) \(length)")
            }
        }
        #expect(trial.faults.isEmpty, "\(trial.summary)")
        #expect(trial.count >= 90)
    }

    @Test("every separator in every place and encoding", arguments: cardSeparators.indices)
    func separators(_ index: Int) {
        let separator = cardSeparators[index]
        var maker = CardMaker(seed: UInt64(index) + 100)
        var trial = Trial()
        for _ in 0..<2 {
            let brand = maker.pick(CardMaker.brands)
            let number = maker.number(brand.prefix, maker.pick(brand.lengths))
            let text = CardMaker.groups(number).joined(separator: separator.text)
            for form in CardForm.places(text) + CardForm.encodings(text) {
                trial.check(form, number, "\(separator.name) \(brand.name)")
            }
        }
        #expect(trial.faults.isEmpty, "\(trial.summary)")
    }

    @Test("every digit script in every place and encoding", arguments: digitScripts.indices)
    func scripts(_ index: Int) {
        let script = digitScripts[index]
        var maker = CardMaker(seed: UInt64(index) + 200)
        var trial = Trial()
        for separator in ["", " ", "\u{200B}"] {
            let brand = maker.pick(CardMaker.brands)
            let number = maker.number(brand.prefix, maker.pick(brand.lengths))
            let text = inScript(CardMaker.groups(number).joined(separator: separator), script.zero)
            for form in CardForm.places(text) + CardForm.encodings(text) {
                trial.check(form, number, "\(script.name) \(brand.name)")
            }
        }
        #expect(trial.faults.isEmpty, "\(trial.summary)")
    }

    @Test("digits of many scripts in one number")
    func mixedScripts() {
        var maker = CardMaker(seed: 300)
        var trial = Trial()
        for _ in 0..<60 {
            let brand = maker.pick(CardMaker.brands)
            let number = maker.number(brand.prefix, maker.pick(brand.lengths))
            let text = number.map { inScript(String($0), maker.pick(digitScripts).zero) }.joined()
            trial.check(CardForm("mixed", "refused \(text) at step", "at step"), number, brand.name)
        }
        #expect(trial.faults.isEmpty, "\(trial.summary)")
    }
}

/// Runs forms and collects what went wrong.
private struct Trial {
    var faults: [String] = []
    var count = 0

    var summary: String { "\(faults.count) of \(count): " + faults.prefix(5).joined(separator: "\n") }

    mutating func check(_ form: CardForm, _ number: String, _ label: String) {
        count += 1
        guard let result = scrub(form.json) else {
            faults.append("\(label), \(form.name): refused \(form.json)")
            return
        }
        if let piece = DigitTrace.piece(of: number, in: result.output) {
            faults.append("\(label), \(form.name): \(piece) left in \(result.output)")
        }
        for word in form.kept where !result.output.contains(quoted(word).dropFirst().dropLast()) {
            faults.append("\(label), \(form.name): \(word) lost from \(result.output)")
        }
        if scrub(result.output)?.output != result.output {
            faults.append("\(label), \(form.name): changed again: \(result.output)")
        }
    }
}
