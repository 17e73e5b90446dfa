import FuzzSupport
import Sanitizer

/// The loader of policy documents: refuses or loads, and whatever loads lets no card number or code through.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    let document = ContiguousArray(input)
    do throws(Policy.DocumentError) {
        let policy = try Policy(document: document.span)
        let output = Scrub.json(Array(payload.utf8), policy)
        let text = String(decoding: output ?? [], as: UTF8.self)
        require(output != nil, "a payload passes", input)
        require(!text.contains("4111111111111111"), "a card number never passes", input, output ?? [])
        require(!text.contains("\"737\""), "a security code never passes", input, output ?? [])
        require(output.flatMap { Scrub.json($0, policy) } == output, "output is a fixed point", input, output ?? [])
    } catch {
        require(error.description.utf8.count < 2_048, "a refusal is bounded", input)
    }
    return 0
}

private let payload = """
    {"message":"paid with 4111111111111111","card":{"number":4111111111111111,"cvv":"737"},"password":"hunter22",\
    "url":"https://pay.example/a?x=1","user":{"email":"a@b.example"},"ip":"192.0.2.1","n":[1,true,null]}
    """
