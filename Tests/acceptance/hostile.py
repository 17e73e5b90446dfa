"""Hostile inputs: families of texts and documents that grow without end, each of one trick.

`FAMILIES` maps a name to a function from a size in bytes to a line without its newline. Names say the mode first:
`text/` for lines of text, `json/` for documents. Deterministic, so that a cost measured here can be pinned.
"""
import base64
import json
import random

# Text repeated without end: (name, what stands before, the unit, what stands behind). Most of these were quadratic in
# some scanner or other, or are shaped like what was.
UNITS = [
    # Digits.
    ("digits", "", "4111111111111111", ""),
    ("digits-zero", "", "0", ""),
    ("label-jwk-members", "x ", '"d":"abcdefghijABCDEFGHIJ123456",', ""),
    ("digits-nine", "", "9", ""),
    ("digits-count", "", "1234567890", ""),
    ("digits-fours", "", "4111 ", ""),
    ("digits-fours-card", "card ", "4111 1111 1111 1112 ", ""),
    ("digits-fours-luhn", "", "4111 1111 1111 1111 ", ""),
    ("digits-fours-dash", "", "4111-", ""),
    ("digits-fours-dot", "", "4111.", ""),
    ("digits-pairs", "", "41 ", ""),
    ("digits-pairs-dash", "", "41-", ""),
    ("digits-ones", "", "4 ", ""),
    ("digits-four-one", "", "4-1-4-1-", ""),
    ("digits-mixed", "", "2345 6789 0124 ", ""),
    ("digits-threes", "", "378 ", ""),
    ("digits-sixes", "", "378282 ", ""),
    ("digits-amex", "", "3782 822463 10006 ", ""),
    ("digits-comma", "", "4, ", ""),
    ("digits-comma-four", "", "4111,1111,", ""),
    ("digits-spaced-dash", "", "4 - ", ""),
    ("digits-slash", "", "4111/1111/", ""),
    ("digits-underscore", "", "4111_1111_", ""),
    ("digits-two-spaces", "", "4111  ", ""),
    ("digits-tab", "", "4111\t", ""),
    ("digits-newline", "", "4111\r", ""),
    ("digits-colon", "", "4111:", ""),
    ("digits-letter", "", "4111111111111111a", ""),
    ("digits-letter-upper", "", "4111111111111111Z", ""),
    ("digits-nineteen", "", "4111111111111111110 ", ""),
    ("digits-decimal", "", "0.4111111111111111 ", ""),
    ("digits-exponent", "", "0200.5e10.", ""),
    ("digits-split-words", "", "4111 x 1111 y ", ""),
    ("digits-hash", "", "#4111", ""),
    ("digits-parens", "", "(4111)", ""),
    ("digits-brackets", "", "[4111]", ""),
    ("digits-ssn", "", "078-05-1120", ""),
    ("digits-ssn-spaced", "", "078-05-1120 ", ""),
    ("digits-phone", "", "+1 (415) 555-0100 ", ""),
    ("digits-phone-plus", "", "+44", ""),
    ("digits-phone-bare", "phone ", "0712 345 ", ""),
    ("digits-iban", "", "GB82 WEST 1234 5698 7654 32 ", ""),
    ("digits-iban-run", "", "GB82WEST12345698765432", ""),
    ("digits-iban-half", "", "DE89 3704 ", ""),
    ("digits-ipv4", "", "1.2.3.4 ", ""),
    ("digits-ipv4-run", "", "1.2.3.", ""),
    ("digits-version", "", "1.2.3-4.5.6+", ""),
    ("digits-date", "", "2026-11-30T12:00:00Z", ""),
    ("digits-aadhaar", "aadhaar ", "2345 6789 ", ""),
    ("digits-dump", "", "31 31 31 31 ", ""),
    ("digits-tlv", "", "5A084111111111111111", ""),
    ("digits-tlv-spaced", "", "5A 08 41 11 ", ""),
    ("digits-tlv-nested", "", "7081", ""),
    ("digits-tlv-long", "", "5A82FFFF", ""),
    ("digits-pin-block", "pin block ", "0412AC89ABCDEF67", ""),
    ("digits-arabic", "", "\u0664\u0661\u0661\u0661", ""),
    ("digits-arabic-spaced", "", "\u0664\u0661\u0661\u0661 ", ""),
    ("digits-fullwidth", "", "\uff14\uff11\uff11\uff11", ""),
    ("digits-math", "", "\U0001d7d2\U0001d7cf", ""),
    ("digits-zero-width", "", "4\u200b1\u200b1\u200b1\u200b", ""),
    ("digits-combining", "", "4\u0301", ""),
    ("digits-nbsp", "", "4111\u00a0", ""),
    ("digits-soft-hyphen", "", "4111\u00ad", ""),
    ("digits-dash-wide", "", "4111\u2014", ""),
    ("digits-mixed-scripts", "", "4\u0661\uff11\u09e7", ""),
    ("zero-width", "", "\u200b", ""),
    ("zero-width-card", "card 4", "\u200b", "111111111111111"),
    ("combining", "4", "\u0301", "111"),
    # Cards and codes in words.
    ("card-word", "", "card ", ""),
    ("card-number-word", "", "card number ", ""),
    ("card-number-label", "", "card number: ", ""),
    ("card-number-digits", "", "card number: 4111 ", ""),
    ("card-brace", "", "card={", ""),
    ("cvv", "", "cvv ", ""),
    ("cvv-code", "", "cvv: 123 ", ""),
    ("cvv-is", "", "cvv is ", ""),
    ("cvv-element", "", "<cvv>", ""),
    ("cvv-cdata", "", "<cvv><![CDATA[", ""),
    ("cvv-json", "", "\"cvv\":\"", ""),
    ("cvv-pair", "", "('cvv', ", ""),
    ("cvv-slash", "", "4111111111111111/12/29/123 ", ""),
    ("expiry", "", "12/29 ", ""),
    ("track-1", "", "B4111111111111111^", ""),
    ("track-1-name", "%", "B4111111111111111^DOE/J", ""),
    ("track-2", "", ";4111111111111111=", ""),
    ("track-2-d", "", "4111111111111111D", ""),
    ("track-semicolons", "", ";", ""),
    ("carets", "", "^", ""),
    ("percent-b", "", "%B", ""),
    ("luhn-many", "", "4111111111111111 5555555555554444 ", ""),
    ("pan-comma", "", "4111111111111111,", ""),
    ("pan-hit-dense", "", "4111111111111111;", ""),
    # Labels and assignments.
    ("assign", "", "a=b&", ""),
    ("assign-name", "", "name=", ""),
    ("assign-name-quote", "", "name=\"", ""),
    ("assign-name-single", "", "name='\"", ""),
    ("assign-chain", "", "a=", ""),
    ("assign-password", "", "password=", ""),
    ("assign-password-amp", "", "password=a&", ""),
    ("assign-semicolon", "", "password=a;", ""),
    ("assign-colon", "", "a:", ""),
    ("label-password", "", "password: ", ""),
    ("label-password-value", "", "password: hunter2, ", ""),
    ("label-password-is", "", "password is ", ""),
    ("label-token", "", "token: ", ""),
    ("label-secret-run", "", "secret", ""),
    ("label-words", "", "secret key of the ", ""),
    ("label-words-dot", "", "api.key.", ""),
    ("label-underscore", "", "api_key_", ""),
    ("label-camel", "", "apiKeyToken", ""),
    ("label-arrow", "", "password => ", ""),
    ("label-phone-brace", "", "phone={", ""),
    ("label-phone-quote", "", "phone: \u201c ", ""),
    ("label-phone-cdata", "", "<phone><![CDATA[", ""),
    ("label-key-quote", "", "key:\"\\\"", ""),
    ("label-flag", "", "--password {", ""),
    ("label-flag-dash", "", "--", ""),
    ("label-flag-name", "", "--a-", ""),
    ("label-user", "", "-u a", ""),
    ("label-user-colon", "", "-u a:b ", ""),
    ("label-equals", "", "=", ""),
    ("label-equals-space", "", " = ", ""),
    ("label-colon", "", ":", ""),
    ("label-colon-space", "", ": ", ""),
    ("label-header", "", "Authorization: ", ""),
    ("label-header-basic", "", "Authorization: Basic ", ""),
    ("label-header-digest", "", "authorization: digest [redacted:authorization] ", ""),
    ("label-digest", "", "Digest x=\"", ""),
    ("label-bearer", "", "Bearer ", ""),
    ("label-bearer-token", "", "Bearer a1b2c3d4e5f6 ", ""),
    ("label-cookie", "", "Cookie: ", ""),
    ("label-cookie-values", "Cookie: ", "a=b; ", ""),
    ("label-set-cookie", "", "Set-Cookie: s=1; Path=/; ", ""),
    ("label-header-lines", "", "X-Api-Key: abc1\\r\\n", ""),
    ("label-header-newlines", "", "X-Api-Key: abc1\r", ""),
    ("label-signature", "", "Signature keyId=\"", ""),
    ("label-holder", "", "cardholder name: ", ""),
    ("label-name-words", "", "name: Jo ", ""),
    ("label-placeholder", "", "[redacted:", ""),
    ("label-placeholder-pan", "", "[redacted:pan]", ""),
    ("label-placeholder-key", "", "password: [redacted:secret] ", ""),
    ("pair-list", "", "['", ""),
    ("pair-list-cvv", "", "['cvv', '1'], ", ""),
    ("pair-tuple", "", "(\"password\", \"", ""),
    ("pair-comma", "", "\",", ""),
    # Quotes, escapes, brackets.
    ("quotes", "", "\"", ""),
    ("quotes-single", "", "'", ""),
    ("quotes-smart", "", "\u201c", ""),
    ("quotes-smart-pair", "", "\u201cname\u201d:", ""),
    ("quotes-escaped", "", "\\\"", ""),
    ("quotes-at", "", "\"@", ""),
    ("quotes-backtick", "", "`", ""),
    ("backslashes", "", "\\", ""),
    ("escape-n", "", "\\n", ""),
    ("escape-u", "", "\\u0034", ""),
    ("escape-u-quote", "", "\\u0022", ""),
    ("escape-x", "", "\\x34", ""),
    ("escape-entity", "", "&#52;", ""),
    ("escape-entity-open", "", "&#", ""),
    ("escape-entity-quot", "", "&quot;", ""),
    ("escape-entity-amp", "", "&amp;", ""),
    ("escape-percent", "", "%25", ""),
    ("escape-percent-digit", "", "%34", ""),
    ("escape-percent-twice", "", "%2534", ""),
    ("escape-percent-thrice", "", "%252541", ""),
    ("escape-percent-equals", "", "a%3Db%26", ""),
    ("escape-percent-quote", "", "%22", ""),
    ("escape-percent-utf8", "", "%D9%A4", ""),
    ("escape-percent-bad", "", "%", ""),
    ("escape-plus", "", "4111+", ""),
    ("escape-json-card", "", "\\\"card\\\":\\\"4111111111111111\\\",", ""),
    ("brackets", "", "[", ""),
    ("brackets-close", "", "]", ""),
    ("brackets-pair", "", "[]", ""),
    ("braces", "", "{", ""),
    ("braces-pair", "", "{}", ""),
    ("braces-quote", "", "{\"", ""),
    ("braces-key", "", "{\"a\":", ""),
    ("braces-escaped", "", "{\\\"a\\\":", ""),
    ("parens", "", "(", ""),
    ("parens-words", "", "f(", ""),
    ("brackets-key", "", "a[b]", ""),
    ("brackets-form", "", "card[number]=", ""),
    ("brackets-open-key", "", "a[", ""),
    # Markup.
    ("markup", "", "<a>", ""),
    ("markup-open", "", "<", ""),
    ("markup-close", "", "</a>", ""),
    ("markup-attribute", "", "<a b=\"", ""),
    ("markup-attributes", "<a ", "b='c' ", ""),
    ("markup-cdata", "", "<![CDATA[", ""),
    ("markup-comment", "", "<!--", ""),
    ("markup-pi", "", "<?", ""),
    ("markup-doctype", "", "<!DOCTYPE ", ""),
    ("markup-plist", "", "<key>password</key>", ""),
    ("markup-plist-string", "", "<key>password</key><string>", ""),
    ("markup-namespaces", "", "<a:b>", ""),
    ("markup-password", "", "<password>a</password>", ""),
    ("markup-nested", "", "<password><b>", ""),
    ("markup-self", "", "<cvv/>", ""),
    ("markup-value", "", "<input name=\"cvv\" value=\"", ""),
    ("multipart", "", "--b\\r\\nContent-Disposition: form-data; name=\"cvv\"\\r\\n\\r\\n", ""),
    ("multipart-name", "", "Content-Disposition: form-data; name=\"", ""),
    # URLs, hosts, addresses.
    ("url-scheme", "", "://", ""),
    ("url-http", "", "http://", ""),
    ("url-short", "", "http://a/ ", ""),
    ("url-userinfo", "", "://a:b@", ""),
    ("url-userinfo-open", "http://", "a:", ""),
    ("url-userinfo-many", "http://", "a@", "b/"),
    ("url-query", "https://a.b/?", "a=b&", ""),
    ("url-query-card", "https://a.b/?", "card=4111&", ""),
    ("url-question", "https://a.b/", "?", ""),
    ("url-fragment", "https://a.b/", "#a=", ""),
    ("url-matrix", "https://a.b/", ";a=b", ""),
    ("url-path", "https://a.b", "/token/", ""),
    ("url-path-token", "", "https://a/token/", ""),
    ("url-path-mixed", "", "/reset/a1B2c3D4e5F6g7H8", ""),
    ("url-relative", "", "//a?b:", ""),
    ("url-slashes", "", "/", ""),
    ("url-git", "", "git@a.b:", ""),
    ("url-wa", "", "wa.me/", ""),
    ("url-dsn", "", "postgres://u:p@h/d ", ""),
    ("url-connection", "", "Server=a;Pwd={", ""),
    ("url-connection-list", "", "Pwd=a;Uid=b;", ""),
    ("url-mailto", "", "mailto:", ""),
    ("url-scheme-chain", "", "a:b:", ""),
    ("url-long-host", "http://", "a.", ""),
    ("url-in-url", "", "http://a/?u=http%3A%2F%2Fa%2F%3Fu%3D", ""),
    ("email", "", "a@b.co ", ""),
    ("email-at", "", "@", ""),
    ("email-chain", "", "a@", ""),
    ("email-dots", "", "a.", ""),
    ("email-chain-dots", "", "a@b.", ""),
    ("email-local", "", "a.b-c_d+", "@example.test"),
    ("email-host", "a@", "b.", ""),
    ("email-quoted", "", "\"a\"@", ""),
    ("email-obscured", "", "a [at] b [dot] ", ""),
    ("ipv6", "", "::", ""),
    ("ipv6-groups", "", "ab:", ""),
    ("ipv6-full", "", "2001:db8::1 ", ""),
    ("ipv6-run", "", "2001:db8:", ""),
    ("ipv6-mapped", "", "::ffff:1.2.3.4", ""),
    ("ipv6-brackets", "", "[::1]", ""),
    ("mac", "", "00:1a:2b:3c:4d:5e ", ""),
    ("path-windows", "", "C:\\Users\\a\\", ""),
    ("path-home", "", "/home/a", ""),
    ("path-users", "", "/Users/a/", ""),
    # Secrets and tokens.
    ("token-jwt", "", "eyJ", ""),
    ("token-jwt-dot", "", "eyJ.", ""),
    ("token-jwt-whole", "", "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln ", ""),
    ("token-jwt-dots", "eyJhbGciOiJIUzI1NiJ9", ".", ""),
    ("token-pem", "", "-----BEGIN ", ""),
    ("token-pem-key", "", "-----BEGIN PRIVATE KEY-----", ""),
    ("token-pem-body", "-----BEGIN PRIVATE KEY-----\\n", "MIIEvQIBADANBgkq\\n", ""),
    ("token-pem-pairs", "", "-----BEGIN A-----END A-----", ""),
    ("token-dashes", "", "-", ""),
    ("token-sk", "", "sk_", ""),
    ("token-sk-live", "", "sk_live_", ""),
    ("token-sk-whole", "", "sk_test_a1B2c3D4e5F6 ", ""),
    ("token-aws", "", "AKIAIOSFODNN7EXAMPLE ", ""),
    ("token-aws-run", "", "AKIA", ""),
    ("token-ghp", "", "ghp_", ""),
    ("token-xoxb", "", "xoxb-", ""),
    ("token-hex", "", "0123456789abcdef", ""),
    ("token-hex-spaced", "", "0123456789abcdef0123456789abcdef ", ""),
    ("token-hex-0x", "", "0x4111", ""),
    ("token-hex-41", "", "4111111111111111abcdef", ""),
    ("token-uuid", "", "98289fcd-59a5-4a7b-a1fe-e08f57124242 ", ""),
    ("token-uuid-run", "", "98289fcd-59a5-4a7b-a1fe-", ""),
    ("token-letters", "", "a", ""),
    ("token-upper", "", "A", ""),
    ("token-letter-digit", "", "a1", ""),
    ("token-underscore", "", "_", ""),
    ("token-dots", "", ".", ""),
    ("token-spaces", "", " ", ""),
    ("token-spaces-letter", "", "a ", ""),
    ("base64", "", "QUFBQUFBQUFBQUFB", ""),
    ("base64-dash", "", "QUFBQUFBQUFBQUFB-", ""),
    ("base64-slash", "", "QUFB/", ""),
    ("base64-plus", "", "QUFB+", ""),
    ("base64-equals", "", "QUFBQUFBQUFBQUE=", ""),
    ("base64-spaced", "", "NDExMTExMTExMTExMTExMQ== ", ""),
    ("base64-short", "", "NDExMTExMTExMTEx ", ""),
    ("commas", "", ",", ""),
    ("commas-letters", "", "a,", ""),
    ("plus", "", "+", ""),
    ("hash", "", "#", ""),
    ("ampersands", "", "&", ""),
    ("pipes", "", "|", ""),
    ("tildes", "", "~", ""),
    ("stars", "", "*", ""),
    ("semicolons-names", "", "a;", ""),
    ("newlines", "", "\r", ""),
    ("newlines-colon", "", "a:\r", ""),
    ("high-two", "", "\u00e9", ""),
    ("high-three", "", "\u4e2d", ""),
    ("high-four", "", "\U0001f600", ""),
    ("high-label", "", "\u5bc6\u7801\uff1a", ""),
    ("tld-idn", "", "a@\u00e9.", ""),
]


def _repeat(before, unit, behind, size):
    count = max(1, (size - len(before.encode()) - len(behind.encode())) // len(unit.encode()))
    return before + unit * count + behind


def _soup(alphabet, seed):
    def make(size):
        return "".join(random.Random(seed).choices(alphabet, k=size))
    return make


def _base64_of_base64(size):
    data = b"4111111111111111 " * 8
    while len(data) * 4 // 3 <= size:
        data = base64.b64encode(data)
    return (data * (size // len(data) + 1))[:size].decode()


def _base64_deep(size):
    """One token that is base64 of base64 of ... of a text."""
    layers, data = 0, b"x" * size
    while layers < 6:
        data = data[:(len(data) * 3 // 4) // 3 * 3]
        layers += 1
    for _ in range(layers):
        data = base64.b64encode(data)
    return data.decode()


def _percent_deep(size):
    """`%25` of `%25` of ...: each layer decodes to the next."""
    return _repeat("%", "25" * 2000 + "%", "", size)


def _json_in_json(size):
    """A string that holds JSON whose string holds JSON, as deep as backslashes allow."""
    text = "4111 1111 1111 1112 " * (size // 20 // 8)
    for _ in range(3):
        text = json.dumps({"a": text, "b": [text[: len(text) // 8]]})
    return (text + " " * size)[:size]


TEXTS = {name: (lambda size, p=p, u=u, s=s: _repeat(p, u, s, size)) for name, p, u, s in UNITS}
TEXTS |= {
    "soup-digits": _soup("0123456789", 1),
    "soup-digits-spaces": _soup("0123456789 ", 2),
    "soup-digits-marks": _soup("0123456789 -.,/", 3),
    "soup-hex": _soup("0123456789abcdef", 4),
    "soup-marks": _soup("\"'\\[]{}()<>=:;,&%@#/-_.+ ", 5),
    "soup-words": _soup(["password", "card", "cvv", " ", ": ", "=", "4111", "\"", "<", ">", "&"], 6),
    "soup-base64": _soup("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 7),
    "soup-unicode": _soup("\u0664\u0661\uff14\u200b\u0301 4\u00a0", 8),
    "soup-ascii": _soup([chr(c) for c in range(32, 127)], 9),
    "soup-addresses": _soup(["1.", "2", "::", "ab:", "10.0.0.1", " ", "%", "fe80", "-", "/", ":"], 10),
    "soup-tokens": _soup(["password", "token", "=", ":", " ", "abc123", "\"", "'", ",", "{", "}", "&", "?", "/", "\\", "%22",
                          "\\n", "cvv", "123", "4111 1111"], 11),
    "soup-fours": _soup([f"{number:04}{mark}" for number in range(3000, 7000, 37) for mark in " -"], 12),
    "soup-escapes": _soup(["\\", "\"", "n", "u0034", "%", "25", "34", "&", "#52;", "amp;", "\\u", "\\x34", "a"], 13),
    "soup-lines": _soup(["X-Api-Key: ", "abc", "\\r\\n", "Cookie: ", "a=b; ", "Authorization: ", "Bearer ", "Basic ", "x"], 14),
    "soup-names": _soup(["John", "Smith", "Mr", "Street", "12", "/home/", "C:\\", "Users", "@", "london", " ", ",", "."], 15),
    "soup-urls": _soup(["http://", "https://", "a.b", "/", "?", "=", "&", "@", ":", "#", "%2F", "token", " ", "u"], 16),
    "base64-of-base64": _base64_of_base64,
    "base64-deep": _base64_deep,
    "escape-percent-deep": _percent_deep,
    "json-in-json": _json_in_json,
}


def _cut(text, size):
    """At most `size` bytes of `text`, which stay UTF-8."""
    return text.encode()[:size].decode(errors="ignore")


def _in_string(make):
    def document(size):
        text = make(size)
        while True:
            encoded = json.dumps({"message": text}, ensure_ascii=False, separators=(",", ":"))
            if len(encoded.encode()) <= size + 32:
                return encoded.encode()
            text = text[:len(text) * size // len(encoded.encode())]
    return document


def _array(element):
    """An array of what `element` makes of an index."""
    def document(size):
        parts, used, index = [], 2, 0
        while used < size:
            parts.append(element(index))
            used += len(parts[-1].encode()) + 1
            index += 1
        return ("[" + ",".join(parts) + "]").encode()
    return document


def _object(member, around="{%s}"):
    """An object of what `member` makes of an index."""
    def document(size):
        parts, used, index = [], 2, 0
        while used < size:
            parts.append(member(index))
            used += len(parts[-1].encode()) + 1
            index += 1
        return (around % ",".join(parts)).encode()
    return document


def _nest(begin, end, depth=None):
    """Containers in containers; below the limit of depth if `depth` is given, then as many beside each other."""
    def document(size):
        if depth is None:
            count = size // (len(begin) + len(end))
            return (begin * count + "0" * begin.endswith(":") + end * count).encode()
        one = begin * depth + "0" * begin.endswith(":") + end * depth
        return ("[" + ",".join([one] * (size // (len(one) + 1))) + "]").encode()
    return document


# Short fragments of what scanners look for; rows of them, repeated, find what nobody thought of.
FRAGMENTS = [
    "name=", "<x>", "<cvv>", "{", "}", "\u201c", "\u201d", "\"", "'", "\\\"", "--", "-u ", "[redacted:", "[redacted:pan]",
    "key: ", "card", "phone", "cvv", "password", "token", "=", ":", " ", ",", "-", "<![CDATA[", "]]>", "</x>", "4111", "1",
    "\r", "&", "%3A", "%22", "\\n", "@", "//", "http://", "authorization: ", "Bearer ", "Digest ", "<key>", "<string>",
    "value=", "?", "(", ")", "[", "]", "A1b2", "eyJ", "+", ".", "is ", "Cookie: ", "^", ";", "\u00a0", "\u0664",
    "-----BEGIN ", "5A08", "/token/", "_", "#", "%2525", "0x", "::", "a.b", "data:", "user:", "4111111111111111",
]


def rows(count, seed):
    """`count` families made of a random row of fragments each: name to text."""
    source = random.Random(seed)
    made = {}
    for index in range(count):
        before = source.choice(FRAGMENTS) if source.random() < 0.3 else ""
        unit = "".join(source.choices(FRAGMENTS, k=source.randint(1, 6)))
        made[f"row-{seed}-{index} {before!r} {unit!r}"] = lambda size, p=before, u=unit: _repeat(p, u, "", size)
    return made


DOCUMENTS = {
    "nest-arrays": _nest("[", "]"),
    "nest-objects": _nest('{"a":', "}"),
    "nest-arrays-open": lambda size: b"[" * size,
    "nest-objects-open": lambda size: b'{"a":' * (size // 5),
    "nest-arrays-99": _nest("[", "]", 98),
    "nest-objects-99": _nest('{"password":', "}", 98),
    "nest-cards-99": _nest('{"card":', "}", 98),
    "strings-open": lambda size: b'{"a":"' + b"a" * size,
    "strings-escape-open": lambda size: b'{"a":"' + b"\\\\" * (size // 2),
    "strings-u": lambda size: b'{"a":"' + b"\\u0034" * (size // 6) + b'"}',
    "strings-u-zero-width": lambda size: b'{"a":"' + b"4\\u200b" * (size // 7) + b'"}',
    "strings-surrogates": lambda size: b'{"a":"' + b"\\ud835\\udfd2" * (size // 12) + b'"}',
    "strings-escaped-quotes": lambda size: b'{"a":"' + b'\\"' * (size // 2) + b'"}',
    "strings-escaped-objects": lambda size: b'{"a":"' + b'{\\"a\\":' * (size // 7) + b'"}',
    "strings-escaped-array": lambda size: b'{"a":"[' + b'\\"4111\\",' * (size // 9) + b'1]"}',
    "strings-escaped-password": lambda size: b'{"a":"{' + b'\\"password\\":\\"a\\",' * (size // 19) + b'\\"b\\":1}"}',
    "key-long": lambda size: b'{"' + b"a" * size + b'":1}',
    "key-long-words": lambda size: b'{"' + b"card_number_" * (size // 12) + b'":1}',
    "key-long-camel": lambda size: b'{"' + b"cardNumber" * (size // 10) + b'":"4111"}',
    "key-long-digits": lambda size: b'{"' + b"4111 " * (size // 5) + b'":1}',
    "key-long-escapes": lambda size: b'{"' + b"\\u0063" * (size // 6) + b'":1}',
    "keys-unique": _object(lambda i: f'"k{i}":{i}'),
    "keys-words": _object(lambda i: f'"card_number_{i}":"a"'),
    "keys-password": _object(lambda i: f'"password{i}":"a{i}"'),
    "keys-digits": _object(lambda i: f'"4111 1111 1111 {i % 10000:04}":1'),
    "keys-pan": _object(lambda i: '"4111111111111111":1'),
    "keys-long": _object(lambda i: f'"a_rather_long_name_of_a_member_of_number_{i}":null'),
    "keys-escaped": _object(lambda i: f'"\\u0070assword{i}":"a"'),
    "keys-empty": _object(lambda i: '"":""'),
    "numbers-19": _array(lambda i: str(10**18 + i * 7919)),
    "numbers-16": _array(lambda i: str(4111111111111111 + i)),
    "numbers-pan": _array(lambda i: "4111111111111111"),
    "numbers-float": _array(lambda i: f"4111111111111111.{i}"),
    "numbers-pan-code": _array(lambda i: ["4111111111111111", "123"][i % 2]),
    "numbers-exponent": _array(lambda i: "4.111111111111111e15"),
    "numbers-digits": _array(lambda i: "4"),
    "numbers-long": lambda size: b'{"a":' + b"4" * size + b"}",
    "numbers-long-fraction": lambda size: b'{"a":0.' + b"4" * size + b"}",
    "numbers-long-exponent": lambda size: b'{"a":1e' + b"4" * size + b"}",
    "numbers-under-card": _object(lambda i: f'"card_number":{4111111111111112 + i}'),
    "array-fours": _array(lambda i: '"4111"'),
    "array-digits": _array(lambda i: '"4"'),
    "array-pan": _array(lambda i: '"4111111111111111"'),
    "array-empty": _array(lambda i: '""'),
    "array-true": _array(lambda i: "true"),
    "array-pairs": _array(lambda i: '["cvv","123"]'),
    "array-pairs-numbers": _array(lambda i: '["card number",4111111111111112]'),
    "array-pairs-flat": lambda size: b'{"headers":[' + b'"Authorization","Bearer a1b2",' * (size // 31) + b'"a"]}',
    "array-objects": _array(lambda i: '{"name":"cvv","value":"123"}'),
    "array-objects-password": _array(lambda i: '{"password":"a"}'),
    "array-json-strings": _array(lambda i: '"{\\"a\\":\\"4111 1111 1111 1111\\"}"'),
    "array-json-deep": _array(lambda i: json.dumps(json.dumps({"a": json.dumps({"b": json.dumps(["4111"])})}))),
    "array-base64": _array(lambda i: '"' + base64.b64encode(b"card=4111111111111111").decode() + '"'),
    "array-percent": _array(lambda i: '"card%253D4111111111111111"'),
    "array-urls": _array(lambda i: f'"https://a.b/{i}?token=a1&x=http%3A%2F%2Fc%2F"'),
    "array-emails": _array(lambda i: f'"a{i}@b.co"'),
    "array-soup": _array(lambda i: json.dumps(_soup([chr(c) for c in range(32, 127)], i)(4_000))),
    "array-soup-marks": _array(lambda i: json.dumps(_soup("\"'\\[]{}()<>=:;,&%@#/-_.+ 41", i)(4_000))),
    "array-soup-unicode": _array(lambda i: json.dumps(_soup("\u0664\u0661\uff14\u200b\u0301 4\u00a0", i)(30), ensure_ascii=False)),
    "array-emails-long-name": lambda size: b'{"' + b"a" * 60_000 + b'":[' + b'"a@b.co",' * max(1, (size - 60_010) // 9) + b"1]}",
    "array-prefilter": _array(lambda i: f'"a{i} b"'),
    "object-password": lambda size: b'{"password":{' + b'"a":"b",' * (size // 8) + b'"c":1}}',
    "object-password-array": lambda size: b'{"password":[' + b'"b",' * (size // 4) + b'1]}',
    "object-cvv-digits": lambda size: b'{"cvv":[' + b'123,' * (size // 4) + b'1]}',
    "object-password-text": lambda size: b'{"password":"' + b"hunter2 " * (size // 8) + b'"}',
    "object-card-text": lambda size: b'{"card_number":"' + b"4111 " * (size // 5) + b'"}',
    "object-token-digits": lambda size: b'{"token":"' + b"4" * size + b'"}',
    "object-phone-text": lambda size: b'{"phone":"' + b"071 " * (size // 4) + b'"}',
    "object-header-list": lambda size: b'{"headers":{' + b'"Cookie":"a=b; c=d",' * (size // 19) + b'"a":1}}',
    "object-name-value": _array(lambda i: '{"key":"password","value":"a"}'),
    "object-meta": lambda size: b'{"_meta":{' + b'"a":{"":{"rem":[["pan","s",0,4]],"len":16}},' * (size // 44) + b'"b":1}}',
    "whitespace": lambda size: b"{" + b" " * size + b"}",
    "whitespace-newline": lambda size: b"[1," + b"\r\t " * (size // 3) + b"1]",
    "trailing": lambda size: b"{} " + b"x" * size,
    "almost-json": lambda size: b'{"a":"' + b"4111 " * (size // 5) + b'"',
    "almost-json-objects": lambda size: b'{"a":1,' * (size // 7),
    "bad-utf8": lambda size: b'{"a":"' + b"4111\xff" * (size // 5) + b'"}',
    "bad-utf8-only": lambda size: b"\xff" * size,
    "bad-utf8-split": lambda size: b"\xe4\xb8" * (size // 2),
    "bom": lambda size: b"\xef\xbb\xbf" * (size // 3),
    "nul": lambda size: b"\x00" * size,
    "control": lambda size: b"\x1b[31m" * (size // 5),
}

def lines(size, form, row_count=100, seed=1):
    """Every family of the form (`text` or `json`), and some random rows, as a line of `size` bytes each."""
    texts = TEXTS | rows(row_count, seed)
    if form == "text":
        made = [_cut(make(size), size).encode() for make in texts.values()]
    else:
        made = [make(size) for make in [*map(_in_string, texts.values()), *DOCUMENTS.values()]]
    return b"".join(line.replace(b"\n", b" ") + b"\n" for line in made)


FAMILIES = {f"text/{name}": (lambda size, make=make: _cut(make(size), size).encode()) for name, make in TEXTS.items()}
FAMILIES |= {f"json/{name}": _in_string(make) for name, make in TEXTS.items()}
FAMILIES |= {f"json/{name}": make for name, make in DOCUMENTS.items()}
