import Testing

@testable import Sanitizer

/// Card numbers, tracks, chip data and what stands beside them: input, and the output to the byte.
@Suite struct TextCardTests {
    @Test("only the value goes", arguments: table)
    func redacts(_ input: String, _ output: String) {
        #expect(TextScan.redact(input) == output)
        #expect(TextScan.redact(output) == output, "a second scan finds nothing new")
    }
}

private let table: [(String, String)] = [
    (
        "card 4111 1111 1111 1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555 5555 5555 4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111-1111-1111-1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555-5555-5555-4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111/1111/1111/1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555/5555/5555/4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{2009}1111\u{2009}1111\u{2009}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{2009}5555\u{2009}5555\u{2009}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{2014}1111\u{2014}1111\u{2014}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{2014}5555\u{2014}5555\u{2014}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{2011}1111\u{2011}1111\u{2011}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{2011}5555\u{2011}5555\u{2011}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111−1111−1111−1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555−5555−5555−4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\n1111\n1111\n1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\n5555\n5555\n4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\r\n1111\r\n1111\r\n1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\r\n5555\r\n5555\r\n4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{AD}1111\u{AD}1111\u{AD}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{AD}5555\u{AD}5555\u{AD}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{2060}1111\u{2060}1111\u{2060}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{2060}5555\u{2060}5555\u{2060}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{200D}1111\u{200D}1111\u{200D}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{200D}5555\u{200D}5555\u{200D}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111.1111.1111.1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555.5555.5555.4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111_1111_1111_1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555_5555_5555_4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{2007}1111\u{2007}1111\u{2007}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{2007}5555\u{2007}5555\u{2007}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{3000}1111\u{3000}1111\u{3000}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{3000}5555\u{3000}5555\u{3000}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111·1111·1111·1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555·5555·5555·4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 4111\u{200E}1111\u{200E}1111\u{200E}1111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "issuer refused 5555\u{200E}5555\u{200E}5555\u{200E}4444 at step 3",
        "issuer refused [redacted:pan] at step 3"
    ),
    (
        "card 41111111 11111111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "card 3056 930902 5904 declined",
        "card [redacted:pan] declined"
    ),
    (
        "card 3056-930902-5904 declined",
        "card [redacted:pan] declined"
    ),
    (
        "card 41111 11111 111111 declined",
        "card [redacted:pan] declined"
    ),
    (
        "card 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{664}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661}\u{661} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{664}\u{661}\u{661}\u{661} \u{661}\u{661}\u{661}\u{661} \u{661}\u{661}\u{661}\u{661} \u{661}\u{661}\u{661}\u{661} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{6F4}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1}\u{6F1} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{6F4}\u{6F1}\u{6F1}\u{6F1} \u{6F1}\u{6F1}\u{6F1}\u{6F1} \u{6F1}\u{6F1}\u{6F1}\u{6F1} \u{6F1}\u{6F1}\u{6F1}\u{6F1} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{9EA}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7}\u{9E7} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{9EA}\u{9E7}\u{9E7}\u{9E7} \u{9E7}\u{9E7}\u{9E7}\u{9E7} \u{9E7}\u{9E7}\u{9E7}\u{9E7} \u{9E7}\u{9E7}\u{9E7}\u{9E7} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{E54}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51}\u{E51} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{E54}\u{E51}\u{E51}\u{E51} \u{E51}\u{E51}\u{E51}\u{E51} \u{E51}\u{E51}\u{E51}\u{E51} \u{E51}\u{E51}\u{E51}\u{E51} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{F24}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21}\u{F21} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{F24}\u{F21}\u{F21}\u{F21} \u{F21}\u{F21}\u{F21}\u{F21} \u{F21}\u{F21}\u{F21}\u{F21} \u{F21}\u{F21}\u{F21}\u{F21} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{1D7D2}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{1D7D2}\u{1D7CF}\u{1D7CF}\u{1D7CF} \u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF} \u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF} \u{1D7CF}\u{1D7CF}\u{1D7CF}\u{1D7CF} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{1D7FA}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{1D7FA}\u{1D7F7}\u{1D7F7}\u{1D7F7} \u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7} \u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7} \u{1D7F7}\u{1D7F7}\u{1D7F7}\u{1D7F7} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{17E4}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1}\u{17E1} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{17E4}\u{17E1}\u{17E1}\u{17E1} \u{17E1}\u{17E1}\u{17E1}\u{17E1} \u{17E1}\u{17E1}\u{17E1}\u{17E1} \u{17E1}\u{17E1}\u{17E1}\u{17E1} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{7C4}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1}\u{7C1} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{7C4}\u{7C1}\u{7C1}\u{7C1} \u{7C1}\u{7C1}\u{7C1}\u{7C1} \u{7C1}\u{7C1}\u{7C1}\u{7C1} \u{7C1}\u{7C1}\u{7C1}\u{7C1} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{BEA}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7}\u{BE7} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card \u{BEA}\u{BE7}\u{BE7}\u{BE7} \u{BE7}\u{BE7}\u{BE7}\u{BE7} \u{BE7}\u{BE7}\u{BE7}\u{BE7} \u{BE7}\u{BE7}\u{BE7}\u{BE7} declined",
        "card [redacted:pan] declined"
    ),
    (
        "card 4\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3}1\u{FE0F}\u{20E3} end",
        "card [redacted:pan]\u{FE0F}\u{20E3} end"
    ),
    (
        "card 4\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301}1\u{301} end",
        "card [redacted:pan]\u{301} end"
    ),
    (
        "x4111111111111111y failed",
        "x[redacted:pan]y failed"
    ),
    (
        "card(4111111111111111) failed",
        "card([redacted:pan]) failed"
    ),
    (
        "\"4111111111111111\",'4111111111111111'",
        "\"[redacted:pan]\",'[redacted:pan]'"
    ),
    (
        "99 4111-1111-1111-1111 end",
        "99 [redacted:pan] end"
    ),
    (
        "1 4111 1111 1111 1111 end",
        "1 [redacted:pan] end"
    ),
    (
        "4111111111111111,5555555555554444;378282246310005 end",
        "[redacted:pan],[redacted:pan];[redacted:pan] end"
    ),
    (
        "Is it 4111111111111111? Yes.",
        "Is it [redacted:pan]? Yes."
    ),
    (
        "#4111111111111111!",
        "#[redacted:pan]!"
    ),
    (
        "ids: 12,4111111111111111,7",
        "ids: 12,[redacted:pan],7"
    ),
    (
        "amount 4111111111111111.0 end",
        "amount [redacted:pan].0 end"
    ),
    (
        "q=4111+1111+1111+1111&x=ok",
        "q=[redacted:pan]&x=ok"
    ),
    (
        "GET /v1/cards/4111111111111111/verify?x=1 500",
        "GET /v1/cards/[redacted:pan]/verify?x=1 500"
    ),
    (
        "failed to open receipt_4111111111111111.pdf",
        "failed to open receipt_[redacted:pan].pdf"
    ),
    (
        "4111 1111 1111 1111 12/2031 123",
        "[redacted:pan] [redacted:expiry] [redacted:cvv]"
    ),
    (
        "4111111111111111|12|2031|123",
        "[redacted:pan]|[redacted:expiry]|[redacted:cvv]"
    ),
    (
        "4111111111111111, exp 12/31, cvv 123 failed",
        "[redacted:pan], exp [redacted:expiry], cvv [redacted:cvv] failed"
    ),
    (
        "5555555555554444 1231 123",
        "[redacted:pan] [redacted:expiry] [redacted:cvv]"
    ),
    (
        "read 4111111111111111D31121011234567890F ok",
        "read [redacted:track] ok"
    ),
    (
        "read 4111111111111111=31121011234567890 ok",
        "read [redacted:track] ok"
    ),
    (
        "B4111111111111111^DOE/JOHN^31121010000000000000?x",
        "[redacted:track]x"
    ),
    (
        "%B3782 822463 10005^DOE/JOHN^31121010000000000000? err",
        "[redacted:track] err"
    ),
    (
        ";011234567890123445=724724100000000000030300XXXX040400099010=************************==1=100000000000000000?",
        "[redacted:track]"
    ),
    (
        "swipe ;4111111111111112=31121011234567890? err",
        "swipe [redacted:track] err"
    ),
    (
        "t=%3B4111111111111111%3D31121011234567890%3F&x=ok",
        "t=[redacted:track]&x=ok"
    ),
    (
        "x ;011234567890123445=724724100000000000030300XXXX0404000=1? y",
        "x [redacted:track] y"
    ),
    (
        "PAN 6234 5678 9012 3452 rejected",
        "PAN 6234 5678 9012 3452 rejected"
    ),
    (
        "4111-11**-****-1111 shown",
        "4111-11**-****-1111 shown"
    ),
]
