import Testing

@testable import Sanitizer

/// Values inside encodings: input, and the output to the byte.
@Suite struct TextEncodingTests {
    @Test("only the value goes", arguments: table)
    func redacts(_ input: String, _ output: String) {
        #expect(TextScan.redact(input) == output)
        #expect(TextScan.redact(output) == output, "a second scan finds nothing new")
    }
}

private let table: [(String, String)] = [
    (
        "next=%2Fpay%3Fpan%3D4111%2D1111%2D1111%2D1111&x=ok",
        "next=%2Fpay%3Fpan%3D[redacted:pan]&x=ok"
    ),
    (
        "card=4111%201111%201111%201111+x&y=ok",
        "card=[redacted:pan]+x&y=ok"
    ),
    (
        "q=4111%C2%A01111%C2%A01111%C2%A01111&x=ok",
        "q=[redacted:pan]&x=ok"
    ),
    (
        "data=%7B%22pan%22%3A%224111111111111111%22%2C%22cvv%22%3A%22737%22%7D&x=ok",
        "data=%7B%22pan%22%3A%22[redacted:pan]%22%2C%22cvv%22%3A%22[redacted:cvv]%22%7D&x=ok"
    ),
    (
        "n=&#52;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49;&#49; x",
        "n=[redacted:pan] x"
    ),
    (
        "body &lt;cardNumber&gt;4111111111111111&lt;/cardNumber&gt;&lt;cvv&gt;123&lt;/cvv&gt; end",
        "body &lt;cardNumber&gt;[redacted:pan]&lt;/cardNumber&gt;&lt;cvv&gt;[redacted:cvv]&lt;/cvv&gt; end"
    ),
    (
        "payload eyJwYW4iOiI0MTExMTExMTExMTExMTExIiwieCI6MX0= rejected",
        "payload [redacted:pan] rejected"
    ),
    (
        "payload Y2FyZD00MTExMTExMTExMTExMTExJmN2dj03Mzc_Pz4- rejected",
        "payload [redacted:cvv] rejected"
    ),
    (
        "payload YWxpY2U6czNjcjN0QGV4YW1wbGUuY29t rejected",
        "payload [redacted:email] rejected"
    ),
    (
        "payload Y0dGdVBUUXhNVEV4TVRFeE1URXhNVEV4TVRFPQ== rejected",
        "payload [redacted:pan] rejected"
    ),
    (
        "GET /cb/eyJwYW4iOiI0MTExMTExMTExMTExMTExIn0 500",
        "GET /cb/[redacted:pan] 500"
    ),
    (
        "raw 34313131313131313131313131313131 end",
        "raw [redacted:pan] end"
    ),
    (
        "{\"number\":\"\\u0034111111111111111\",\"cvc\":\"73",
        "{\"number\":\"[redacted:pan]\",\"cvc\":\"[redacted:cvv]"
    ),
    (
        "access_token%3Dabc123def%26x%3D1",
        "access_token%3D[redacted:secret]%26x%3D1"
    ),
    (
        "url=https%3A%2F%2Fh.test%2Fcb%3Ftoken%3Dabc123def%26lang%3Den&x=1",
        "url=https%3A%2F%2Fh.test%2Fcb%3Ftoken%3D[redacted:secret]%26lang%3Den&x=1"
    ),
    (
        "paymentMethod%5BsecurityCode%5D=7373&amount=100",
        "paymentMethod%5BsecurityCode%5D=[redacted:cvv]&amount=100"
    ),
    (
        "mail=bob%2540example.com&x=1",
        "mail=[redacted:email]&x=1"
    ),
    (
        "u=Ym9iQGV4YW1wbGUuY29tLCBhbXlAZXhhbXBsZS5vcmc= x",
        "u=[redacted:email] x"
    ),
]
