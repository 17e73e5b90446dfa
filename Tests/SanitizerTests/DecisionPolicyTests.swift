import Testing

@testable import Sanitizer

/// What `explain` says of values that the policy leaves.
@Suite struct DecisionPolicyTests {
    @Test(
        "a suppressed rule and an allowed value are told where they stand",
        arguments: [
            (#"{"suppress":[{"rule":"email"}]}"#, #"{"m":"a.person@mail.example"}"#, ["/m email suppressed"]),
            (
                #"{"suppress":[{"rule":"email"}]}"#, #"{"email":"a.person@mail.example"}"#,
                ["/email email suppressed [email]"]
            ),
            (
                #"{"suppress":[{"rule":"password","path":"a"}]}"#, #"{"a":"password=hunter2","b":"password=hunter2"}"#,
                ["/a password suppressed", "/b password taken [password]"]
            ),
            (#"{"suppress":[{"rule":"secret"}]}"#, #"{"token":123456789}"#, ["/token secret suppressed [token]"]),
            (
                #"{"allow":[{"rule":"email","values":["a@b.example"]}]}"#, #"{"m":"to a@b.example and c@b.example"}"#,
                ["/m email allowed-value", "/m email taken"]
            ),
            (
                #"{"allow":[{"rule":"password","values":["guest"]}]}"#, #"{"password":"guest"}"#,
                ["/password password allowed-value [password]"]
            ),
            (
                #"{"rules":[{"rule":"device","path":"d"}],"allow":[{"rule":"device","values":["till-1"]}]}"#,
                #"{"d":"till-1"}"#, ["/d device allowed-value"]
            ),
            (
                #"{"rules":[{"rule":"device","path":"d"}],"suppress":[{"rule":"device"}]}"#,
                #"{"d":{"x":1}}"#, ["/d device suppressed"]
            ),
            (
                #"{"profile":"strict","suppress":[{"rule":"container"}]}"#, #"{"customer":{"x":1}}"#,
                ["/customer container suppressed"]
            ),
            (
                #"{"profile":"strict","suppress":[{"rule":"free-text"}]}"#, #"{"x":{"note":"some words of a person"}}"#,
                ["/x/note free-text suppressed"]
            ),
            (
                #"{"profile":"strict","suppress":[{"rule":"url"}]}"#, #"{"u":"https://a.b.example.org/x"}"#,
                ["/u url suppressed"]
            ),
            (
                #"{"profile":"strict","suppress":[{"rule":"path"}]}"#, #"{"p":"/Users/kim/file"}"#,
                ["/p path suppressed"]
            ),
        ]
    )
    func pardons(document: String, input: String, expected: [String]) throws {
        let told = Explained.run(input, try policy(document)).decisions.map { "\($0.path.value) \(Explained.line($0))" }
        #expect(told == expected)
    }

    @Test("a host that the policy lists is told, with the labels that would have gone")
    func hosts() throws {
        let listed = try policy(#"{"profile":"strict","allowed_hosts":["a.pay.shop.example"]}"#)
        let result = Explained.run(
            #"{"u":"https://a.pay.shop.example/x?y=1","v":"https://b.pay.shop.example/"}"#,
            listed
        )
        #expect(result.output == #"{"u":"https://a.pay.shop.example","v":"https://shop.example"}"#)
        let left = result.decisions.filter { !$0.isTaken }
        #expect(left.map(Explained.line) == ["url allowed-host"])
        #expect(left.map(\.path.value) == ["/u"])
        #expect(left.map(\.range) == [8..<14])
        // Nothing is said of it under a profile that cuts no hosts.
        #expect(Explained.lines(#"{"u":"https://a.pay.shop.example/x"}"#, listed.under(.standard)).isEmpty)
    }
}
