import Testing

@testable import Sanitizer

/// Secrets by shape, and credentials in URLs: input, and the output to the byte.
@Suite struct TextSecretTests {
    @Test("only the value goes", arguments: table)
    func redacts(_ input: String, _ output: String) {
        #expect(TextScan.redact(input) == output)
        #expect(TextScan.redact(output) == output, "a second scan finds nothing new")
    }
}

private let table: [(String, String)] = [
    (
        "sent Bearer 4f9c2bd1e0aa77 got 401",
        "sent Bearer [redacted:authorization] got 401"
    ),
    (
        "auth basic dXNlcjpwYXNz= bad",
        "auth basic [redacted:authorization] bad"
    ),
    (
        "psp init with rk_test_EXAMPLE0EXAMPLE0EXAMPLE0 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with pk_test_EXAMPLE0EXAMPLE0 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with sk_test_4eC39HqLyjWDarjtT1 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with whsec_abc123def456ghi7 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with ASIAIOSFODNN7EXAMPLE failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with AIzaSyD-EXAMPLE0EXAMPLE0EXAMPLE0EXAMPL failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with ghp_EXAMPLEexample0123456789EXAMPLE0123 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with gho_EXAMPLEexample0123456789EXAMPLE0123 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with github_pat_11EXAMPLE0_EXAMPLEexample0123456789 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with glpat-EXAMPLE0example12345 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with xoxb-123456789012-abcdefABCDEF failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with SG.EXAMPLE0EXAMPLE0EX.EXAMPLE0EXAMPLE0EXAMPLE0 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with npm_EXAMPLEexample0123456789EXAMPLE01234 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with pi_3Mexample_secret_Ab19ZzQ failed",
        "psp init with [redacted:secret] failed"
    ),
    (
        "psp init with seti_1x_secret_kQ9pLm failed",
        "psp init with [redacted:secret] failed"
    ),
    (
        "psp init with cks_9KqSynthTok77 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with live_K3y9Qw81zzPq failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with mock_9xT2pL44qqA failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "psp init with rzp_live_EXAMPLE0EX1 failed",
        "psp init with [redacted:api-key] failed"
    ),
    (
        "tok eyJhbGciOiJub25lIn0.eyJzdWIiOiJzeW50aGV0aWMifQ. bad",
        "tok [redacted:jwt] bad"
    ),
    (
        "jwt=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl&x=1",
        "jwt=[redacted:jwt]&x=1"
    ),
    (
        "tok eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxM",
        "tok [redacted:jwt]"
    ),
    (
        "key -----BEGIN PRIVATE KEY-----\nMIIEvQ\nabc\n-----END PRIVATE KEY----- loaded",
        "key [redacted:private-key] loaded"
    ),
    (
        "key -----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIabc\nxyz",
        "key [redacted:private-key]"
    ),
    (
        "key -----BEGIN PRIVATE KEY-----\\nMIIEvQ\\n-----END PRIVATE KEY-----\\n",
        "key [redacted:private-key]\\n"
    ),
    (
        "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261130/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=fe5f80f77d5fa3beca038a248ff027\nHost: x",
        "Authorization: [redacted:authorization]\nHost: x"
    ),
    (
        "GET https://b.test/x?X-Amz-Signature=fe5f80f77d5fa3&X-Amz-Expires=60 403",
        "GET https://b.test/x?X-Amz-Signature=[redacted:secret]&X-Amz-Expires=60 403"
    ),
    (
        "https://bob:p@ss:w@h.test/x?a=1 failed",
        "https://[redacted:password]@h.test/x?a=1 failed"
    ),
    (
        "https://bob:p%40ss%2Fw@h.test/x failed",
        "https://[redacted:password]@h.test/x failed"
    ),
    (
        "redis://:s3cretpw@cache.test:6379/0 refused",
        "redis://[redacted:password]@cache.test:6379/0 refused"
    ),
    (
        "mongodb+srv://u:s3cr%24t@c0.test/db?retryWrites=true timed out",
        "mongodb+srv://[redacted:password]@c0.test/db?retryWrites=true timed out"
    ),
    (
        "postgres://u:p#w@db.test/x failed",
        "postgres://[redacted:password]@db.test/x failed"
    ),
    (
        "https://x-access-token:ghs_abc@github.test/o/r.git",
        "https://[redacted:password]@github.test/o/r.git"
    ),
    (
        "Server=db.test;Database=x;Uid=app;Pwd=s3cr3t!;Timeout=30 failed",
        "Server=db.test;Database=x;Uid=app;Pwd=[redacted:password];Timeout=30 failed"
    ),
    (
        "Server=db.test;User Id=app;Password={a;b}}c};Encrypt=yes",
        "Server=db.test;User Id=app;Password=[redacted:password];Encrypt=yes"
    ),
    (
        "Driver={X};Server=h;UID=sa;PWD=my pass word;Database=d",
        "Driver={X};Server=h;UID=sa;PWD=[redacted:password];Database=d"
    ),
    (
        "connect Server=h;Uid=u;Pwd=qwerty99 failed",
        "connect Server=h;Uid=u;Pwd=[redacted:password] failed"
    ),
    (
        "host=db.test user=app password='s3 cr3t' dbname=x",
        "host=db.test user=app password='[redacted:password]' dbname=x"
    ),
    (
        "app:s3cr3t@tcp(db.test:3306)/orders?x=1 failed",
        "[redacted:password]@tcp(db.test:3306)/orders?x=1 failed"
    ),
    (
        "jdbc:oracle:thin:scott/tiger9@//h.test:1521/x failed",
        "jdbc:oracle:thin:[redacted:password]@//h.test:1521/x failed"
    ),
    (
        "jdbc:mysql://h.test/x?user=u&password=qwerty99&useSSL=true",
        "jdbc:mysql://h.test/x?user=u&password=[redacted:password]&useSSL=true"
    ),
    (
        "AccountName=x;AccountKey=abcDEF123==;EndpointSuffix=core.test",
        "AccountName=x;AccountKey=[redacted:api-key];EndpointSuffix=core.test"
    ),
    (
        "POST https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX 500",
        "POST https://hooks.slack.com/services/[redacted:secret] 500"
    ),
    (
        "https://discord.com/api/webhooks/1234567890/abcDEF123456_-abcDEF",
        "https://discord.com/api/webhooks/[redacted:secret]"
    ),
    (
        "https://api.telegram.org/bot123456789:AAF1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1u/sendMessage",
        "https://api.telegram.org/bot[redacted:secret]/sendMessage"
    ),
    (
        "GET /reset-password/abc1DEF2ghi3JKL4mno5 200, /token/0f3c4917-1108-4395-9990-21140240071a 200",
        "GET /reset-password/[redacted:secret] 200, /token/0f3c4917-1108-4395-9990-21140240071a 200"
    ),
    (
        "/cb?state=x&code=AbC123dEf456gHi7 and /cb?code=AbC123dEf456gHi789jKl0",
        "/cb?state=x&code=[redacted:secret] and /cb?code=[redacted:secret]"
    ),
]
