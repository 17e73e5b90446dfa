import FuzzSupport
import Sanitizer

/// The loader of policy documents: refuses in bounded words, or loads; and whatever loads, alone or over itself, under
/// either profile, lets no card number and no code through.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    guard let policy = load(input, over: .standard) else { return 0 }
    require(PlainJSON.isValue(input), "what loads is JSON", input)
    check(policy, input)
    check(policy.under(policy.profile == .strict ? .standard : .strict), input)
    if let project = load(input, over: policy) { check(project, input) }
    return 0
}

private func load(_ input: [UInt8], over base: Policy) -> Policy? {
    let document = ContiguousArray(input)
    do throws(Policy.DocumentError) {
        return try Policy(document: document.span, over: base)
    } catch {
        require(error.description.utf8.count < 2_048, "a refusal is bounded", input)
        return nil
    }
}

private func check(_ policy: Policy, _ input: [UInt8]) {
    var scrubber = Scrubber(policy)
    guard let output = scrubber.json(payload) else {
        require(false, "a payload passes", input)
        return
    }
    require(PlainJSON.isValue(output), "output is JSON", input, output)
    let text = String(decoding: output, as: UTF8.self)
    require(!text.contains("4111111111111111"), "a card number never passes", input, output)
    require(!text.contains("1111 1111 1111"), "a card number in groups never passes", input, output)
    require(!text.contains("737"), "a security code never passes", input, output)
    require(!text.contains("31121011234567890"), "a track never passes", input, output)
    require(scrubber.json(output) == output, "output is a fixed point", input, output)
    let line = String(
        decoding: scrubber.text(Array("card 4111 1111 1111 1111, cvv=737 mail a@b.example".utf8)),
        as: UTF8.self
    )
    require(!line.contains("1111 1111 1111") && !line.contains("737"), "no card number passes in a text", input)
}

private let payload = Array(
    """
    {"message":"paid with 4111111111111111","card":{"number":4111111111111111,"cvv":"737"},"password":"hunter22",\
    "url":"https://pay.example/a?x=1&cvv=737","user":{"email":"a@b.example","name":"Ann Lee"},"ip":"192.0.2.1",\
    "n":[1,true,null,"4111 1111 1111 1111"],"4111111111111111":{"track":";4111111111111111=31121011234567890?"},\
    "body":"{\\"pan\\":\\"4111111111111111\\",\\"cvc\\":\\"737\\"}","club":{"member":"MB-204518","code":"Q7X2"}}
    """.utf8
)
