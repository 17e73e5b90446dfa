import Testing

@testable import Sanitizer

/// Values that their label gives away: input, and the output to the byte.
@Suite struct TextLabelTests {
    @Test("only the value goes", arguments: table)
    func redacts(_ input: String, _ output: String) {
        #expect(TextScan.redact(input) == output)
        #expect(TextScan.redact(output) == output, "a second scan finds nothing new")
    }
}

private let table: [(String, String)] = [
    ("GET https://shop.example password=hunter2x", "GET https://shop.example password=[redacted:password]"),
    ("https://shop.example cvv: 737 x", "https://shop.example cvv: [redacted:cvv] x"),
    (
        "card number: 4111111111111112 failed",
        "card number: [redacted:pan] failed"
    ),
    (
        "cardNumber=6234567890123452&x=1",
        "cardNumber=[redacted:pan]&x=1"
    ),
    (
        "Card Number: 6234 5678 9012 3452, step 2",
        "Card Number: [redacted:pan], step 2"
    ),
    (
        "request body was {\"card\":{\"number\":\"4111111111111111\",\"cvc\":\"737\"},\"amount\":5} and failed",
        "request body was {\"card\":{\"number\":\"[redacted:pan]\",\"cvc\":\"[redacted:cvv]\"},\"amount\":5} and failed"
    ),
    (
        "log: {\\\"cvv\\\":\\\"737\\\",\\\"pan\\\":\\\"4111111111111111\\\",\\\"ok\\\":1}",
        "log: {\\\"cvv\\\":\\\"[redacted:cvv]\\\",\\\"pan\\\":\\\"[redacted:pan]\\\",\\\"ok\\\":1}"
    ),
    (
        "{\"cvv\":737,\"pan\":4111111111111111,\"step\":",
        "{\"cvv\":[redacted:cvv],\"pan\":[redacted:pan],\"step\":"
    ),
    (
        "{'cvv': '737', 'number': '4111111111111111', 'a': 1",
        "{'cvv': '[redacted:cvv]', 'number': '[redacted:pan]', 'a': 1"
    ),
    (
        "{:cvv=>\"737\", :password=>\"hunter2x\", :a=>1}",
        "{:cvv=>\"[redacted:cvv]\", :password=>\"[redacted:password]\", :a=>1}"
    ),
    (
        "Card(number: \"4111111111111111\", cvc: Optional(\"737\"), brand: \"visa\")",
        "Card(number: \"[redacted:pan]\", cvc: Optional(\"[redacted:cvv]\"), brand: \"visa\")"
    ),
    (
        "{Number:4111111111111111 CVV:737 Brand:visa}",
        "{Number:[redacted:pan] CVV:[redacted:cvv] Brand:visa}"
    ),
    (
        "<cvv2>123</cvv2><brand>visa</brand>",
        "<cvv2>[redacted:cvv]</cvv2><brand>visa</brand>"
    ),
    (
        "<ns2:Password type='text'>hunter2x</ns2:Password><ok/>",
        "<ns2:Password type='text'>[redacted:password]</ns2:Password><ok/>"
    ),
    (
        "<card cvv='123' number='4111111111111111' brand='visa'/>",
        "<card cvv='[redacted:cvv]' number='[redacted:pan]' brand='visa'/>"
    ),
    (
        "<password><![CDATA[hunter2<x]]></password>",
        "<password><![CDATA[[redacted:password]]]></password>"
    ),
    (
        "<key>password</key>\n<string>hunter2x</string>",
        "<key>password</key>\n<string>[redacted:password]</string>"
    ),
    (
        "--b\r\nContent-Disposition: form-data; name=\"cvv\"\r\n\r\n123\r\n--b\r\nContent-Disposition: form-data; name=\"number\"\r\n\r\n4111111111111111\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"cvv\"\r\n\r\n[redacted:cvv]\r\n--b\r\nContent-Disposition: form-data; name=\"number\"\r\n\r\n[redacted:pan]\r\n--b--"
    ),
    (
        "<input type=\"hidden\" name=\"cvc\" value=\"737\"> oops",
        "<input type=\"hidden\" name=\"cvc\" value=\"[redacted:cvv]\"> oops"
    ),
    (
        "cvc=123 rejected",
        "cvc=[redacted:cvv] rejected"
    ),
    (
        "CVC2: 9876.",
        "CVC2: [redacted:cvv]."
    ),
    (
        "security code 123 was wrong",
        "security code [redacted:cvv] was wrong"
    ),
    (
        "entered CVV is 123 for order 77",
        "entered CVV is [redacted:cvv] for order 77"
    ),
    (
        "CVV number: 4821",
        "CVV number: [redacted:cvv]"
    ),
    (
        "cvv \"123\" bad",
        "cvv \"[redacted:cvv]\" bad"
    ),
    (
        "PIN: 4821 wrong",
        "PIN: [redacted:pin] wrong"
    ),
    (
        "pin=4821&x=1",
        "pin=[redacted:pin]&x=1"
    ),
    (
        "OTP: 123456 expired",
        "OTP: [redacted:pin] expired"
    ),
    (
        "pin block: 0412AC89ABCDEF67 rejected",
        "pin block: [redacted:pin] rejected"
    ),
    (
        "acs POST PaReq=eJxVUsynth&TermUrl=x&MD=md_88 failed",
        "acs POST PaReq=[redacted:three-ds]&TermUrl=x&MD=[redacted:three-ds] failed"
    ),
    (
        "creq=eyJ0aHJlZURTIjoiMSJ9 sent",
        "creq=[redacted:three-ds] sent"
    ),
    (
        "cavv: AAABBEg0VhI0VniQEjRWAAAAAAA= used",
        "cavv: [redacted:three-ds] used"
    ),
    (
        "GET / HTTP/1.1\r\nHost: h.test\r\nCookie: sid=abc123; theme=dark; csrf=xx99\r\nAccept: */*\r\n",
        "GET / HTTP/1.1\r\nHost: h.test\r\nCookie: sid=[redacted:cookie]; theme=[redacted:cookie]; csrf=[redacted:cookie]\r\nAccept: */*\r\n"
    ),
    (
        "Set-Cookie: sid=abc123; Path=/; HttpOnly; Secure; SameSite=Lax",
        "Set-Cookie: sid=[redacted:cookie]; Path=/; HttpOnly; Secure; SameSite=Lax"
    ),
    (
        "curl -H 'Authorization: Bearer abcdef123456' -H 'Accept: text/html' https://x.test",
        "curl -H 'Authorization: [redacted:authorization]' -H 'Accept: text/html' https://x.test"
    ),
    (
        "curl -H \"X-Api-Key: k9Z8y7X6w5\" https://x.test/p",
        "curl -H \"X-Api-Key: [redacted:api-key]\" https://x.test/p"
    ),
    (
        "curl -u alice:s3cret https://x.test/p",
        "curl -u [redacted:password] https://x.test/p"
    ),
    (
        "authorization: Digest username=\"bob\", realm=\"x\", response=\"abc123def\"\nnext: 1",
        "authorization: [redacted:authorization]\nnext: 1"
    ),
    (
        "got Authorization: Bearer abc.def-123 and then 401",
        "got Authorization: [redacted:authorization] and then 401"
    ),
    (
        "> Proxy-Authorization: Basic Zm9vOmJhcg==\n> Host: relay",
        "> Proxy-Authorization: [redacted:authorization]\n> Host: relay"
    ),
    (
        "X-Auth-Token: 99887766abc\nX-Trace: 12",
        "X-Auth-Token: [redacted:secret]\nX-Trace: 12"
    ),
    (
        "Authorization: token ghp_x1y2z3\r\nA: b",
        "Authorization: [redacted:authorization]\r\nA: b"
    ),
    (
        "app://cb/#/login?id_token=abc.def123&x=1",
        "app://cb/#/login?id_token=[redacted:secret]&x=1"
    ),
    (
        "https://id.test/cb#state=ok&refresh_token=r-99aabb",
        "https://id.test/cb#state=ok&refresh_token=[redacted:secret]"
    ),
    (
        "Password: hunter2, user bob",
        "Password: [redacted:password], user bob"
    ),
    (
        "login failed for bob password=\"hun ter2\" at 10",
        "login failed for bob password=\"[redacted:password]\" at 10"
    ),
    (
        "passwd=abc:def@ghi end",
        "passwd=[redacted:password] end"
    ),
    (
        "run --password hunter2 --verbose",
        "run --password [redacted:password] --verbose"
    ),
    (
        "client_secret: abcDEF123xyz;",
        "client_secret: [redacted:secret];"
    ),
    (
        "token: abcd1234efgh failed",
        "token: [redacted:secret] failed"
    ),
    (
        "api_key=xyz123 bad",
        "api_key=[redacted:api-key] bad"
    ),
    (
        "X-Api-Key=k-1 and",
        "X-Api-Key=[redacted:api-key] and"
    ),
    (
        "publicKey 'live_K3y9Qw81zzPq' is not valid",
        "publicKey '[redacted:api-key]' is not valid"
    ),
    (
        "{\"number\":\"4111111111111111\",\"cvc\":\"7",
        "{\"number\":\"[redacted:pan]\",\"cvc\":\"[redacted:cvv]"
    ),
    (
        "{\"ok\":1,\"password\":\"hun",
        "{\"ok\":1,\"password\":\"[redacted:password]"
    ),
    (
        "Authorization=Bearer abc123def end",
        "Authorization=[redacted:authorization] end"
    ),
    (
        "document.cookie = \"sid=abc123; theme=dark\"",
        "document.cookie = \"sid=[redacted:cookie]; theme=[redacted:cookie]\""
    ),
    (
        "\"Cookie\": \"sid=abc123; theme=dark\", \"Accept\": \"x\"",
        "\"Cookie\": \"sid=[redacted:cookie]; theme=[redacted:cookie]\", \"Accept\": \"x\""
    ),
    (
        "PHPSESSID=abc123def456; path=/",
        "PHPSESSID=[redacted:session]; path=/"
    ),
    (
        "card[number]=4111111111111111&card[cvc]=123&card[exp_month]=12&currency=usd",
        "card[number]=[redacted:pan]&card[cvc]=[redacted:cvv]&card[exp_month]=[redacted:expiry]&currency=usd"
    ),
    (
        "password: Optional(\"hunter2x\"), n: 3",
        "password: Optional(\"[redacted:password]\"), n: 3"
    ),
    (
        "[\"password\": \"hunter2x\", \"n\": 3]",
        "[\"password\": \"[redacted:password]\", \"n\": 3]"
    ),
    (
        "{\n    password = hunter2x;\n    n = 3;\n}",
        "{\n    password = [redacted:password];\n    n = 3;\n}"
    ),
    (
        "export API_TOKEN=abc123XYZ; run",
        "export API_TOKEN=[redacted:secret]; run"
    ),
    (
        "password: hunter2x\nuser: bob",
        "password: [redacted:password]\nuser: bob"
    ),
    (
        "password \u{201C}hunter2x\u{201D} bad; password: \u{201C}hunter2y\u{201D} no",
        "password \u{201C}hunter2x\u{201D} bad; password: \u{201C}[redacted:password]\u{201D} no"
    ),
    (
        "level=info token=abcd1234 msg=\"card number=4111111111111111 bad\"",
        "level=info token=[redacted:secret] msg=\"card number=[redacted:pan] bad\""
    ),
    (
        "Authorization: Basic dXNlcjpwYXNz\nContent-Type: a/b",
        "Authorization: [redacted:authorization]\nContent-Type: a/b"
    ),
    (
        "apikey eyJrIjoiMSJ9.eyJ4IjoiMiJ9.abc failed",
        "apikey [redacted:jwt] failed"
    ),
]
