#!/usr/bin/env python3
"""Checkout events with planted values, from a seed, and the truth about them.

usage: corpus.py [--seed N] [--count N] [--share F] --out FILE      writes FILE and FILE.truth, both NDJSON

Nine events of ten and more are clean, and dense with what only looks like a card or a secret: epoch values, trace ids,
order numbers, digests, amounts, versions. The rest hold one planted value each, in one of the places where checkouts
leak. A line of the truth: {"event": line number from 0, "kind", "needles": what no decoded view may hold,
"ids": what must survive}. The same seed gives the same bytes.
"""
import argparse
import base64
import json
import random
import urllib.parse

BRANDS = [("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("37", 15), ("6011", 16), ("65", 16), ("3528", 16),
          ("36", 14), ("62", 16), ("62", 19), ("81", 16), ("6759", 16), ("5019", 16), ("2204", 16), ("507", 16)]


def luhn(digits):
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 if place % 2 else 2)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


class Maker:
    """Draws values; one per corpus."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *options):
        return self.random.choice(options)

    def digits(self, count):
        return "".join(self.random.choice("0123456789") for _ in range(count))

    def hexadecimal(self, count):
        text = "".join(self.random.choice("0123456789abcdef") for _ in range(count))
        # Sixteen digits without a letter may be a card number, and then nobody can tell.
        return "a" + text[1:] if text.isdigit() else text

    def word(self, count, letters="ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"):
        return "".join(self.random.choice(letters) for _ in range(count))

    def pan(self, brands=BRANDS):
        prefix, length = self.random.choice(brands)
        if prefix == "507":
            prefix = "507865"
        head = prefix + self.digits(length - 1 - len(prefix))
        return head + luhn(head)

    def grouped(self, pan, separator):
        if len(pan) == 15:
            return separator.join((pan[:4], pan[4:10], pan[10:]))
        if len(pan) == 14:
            return separator.join((pan[:4], pan[4:10], pan[10:]))
        return separator.join(pan[i:i + 4] for i in range(0, len(pan), 4))

    def cvv(self):
        return self.digits(3)

    def iban(self):
        country, account = self.pick(("DE", self.digits(18)), ("FR", self.digits(23)), ("SA", self.digits(20)))
        moved = "".join(str(int(c, 36)) for c in account + country + "00")
        return "%s%02d%s" % (country, 98 - int(moved) % 97, account)

    def jwt(self):
        def part(value):
            return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
        return "%s.%s.%s" % (part({"alg": "HS256", "typ": "JWT"}), part({"sub": self.digits(6), "exp": 1796046000}),
                             self.word(43))


def planted(make, kind):
    """A place in an event, its value, and the needles: ("message" | "extra" | "crumb" | "url" | "header", value, …)."""
    pan = make.pan()
    cvv = make.cvv()
    body = {"card": {"number": pan, "cvv": cvv, "exp_month": 11, "exp_year": 2029}, "amount": make.random.randrange(9999)}
    if kind == "message-bare":
        return "message", "issuer refused card %s, code 05" % pan, [pan]
    if kind == "message-grouped":
        written = make.grouped(pan, make.pick(" ", "-", ".", "\u00a0"))
        return "message", "declined %s at step 3" % written, [written]
    if kind == "message-script":
        zero = make.pick(0x660, 0x6F0, 0x966, 0xFF10)
        written = "".join(chr(zero + int(d)) for d in pan)
        return "message", "card %s refused" % written, [written]
    if kind == "json-object":
        return "extra", body, [pan, '"cvv":"%s"' % cvv]
    if kind == "json-integer":
        return "extra", {"payment": {"account": int(make.pan([("4", 16), ("55", 16)]))}}, None
    if kind == "json-string":
        return "extra", {"response_body": json.dumps({"status": "declined", "request": body})}, [pan]
    if kind == "json-cut":
        return "extra", {"request_body": json.dumps(body)[:-3]}, [pan]
    if kind == "json-key":
        return "extra", {"limits": {pan: {"daily": 3}}}, [pan]
    if kind == "form":
        return "extra", {"body": urllib.parse.urlencode({"card[number]": pan, "card[cvc]": cvv, "currency": "SAR"})}, [pan]
    if kind == "query":
        return "url", "https://api.pay.example/v1/tokenize?pan=%s&amount=%s" % (pan, make.digits(4)), [pan]
    if kind == "percent":
        written = "".join("%%%02X" % ord(c) for c in pan)
        return "crumb", "GET /v1/lookup?n=%s" % written, [pan]
    if kind == "xml":
        return "extra", {"soap": "<Card><Number>%s</Number><CVV>%s</CVV></Card>" % (pan, cvv)}, [pan, "<CVV>%s<" % cvv]
    if kind == "base64":
        return "extra", {"blob": base64.b64encode(json.dumps(body).encode()).decode()}, [pan]
    if kind == "track":
        track = "%s=%s101%s" % (pan, make.pick("2811", "3005"), make.digits(9))
        return "crumb", "reader sent ;%s?" % track, [pan, track[-9:]]
    if kind == "emv":
        body = pan + ("F" if len(pan) % 2 else "")
        return "extra", {"tlv": "9F2608%s5A%02X%s5F3401019F3303E0F8C8" % (
            make.hexadecimal(16).upper(), len(body) // 2, body)}, [pan]
    if kind == "cvv-prose":
        return "crumb", "retry with cvv=%s after AVS mismatch" % cvv, ["cvv=%s" % cvv]
    if kind == "bearer":
        token = make.word(40)
        return "header", ("Authorization", "Bearer " + token), [token]
    if kind == "cookie":
        token = make.word(32)
        return "header", ("Cookie", "lang=ar; session_id=%s" % token), [token]
    if kind == "api-key":
        token = make.pick("sk_live_", "rk_live_", "whsec_") + make.word(32)
        return "message", "gateway rejected key %s" % token, [token]
    if kind == "jwt":
        token = make.jwt()
        return "crumb", "handshake %s expired" % token, [token]
    if kind == "dsn":
        word = make.word(14)
        return "message", "cannot reach postgres://checkout:%s@db.internal:5432/pay" % word, [word]
    if kind == "password":
        word = make.word(12)
        return "extra", {"login": {"user_password": word}}, [word]
    if kind == "email":
        address = "%s.%s@example.com" % (make.word(6).lower(), make.word(7).lower())
        return "message", "receipt to %s bounced" % address, [address]
    if kind == "phone":
        number = "+966 5%s %s %s" % (make.digits(1), make.digits(3), make.digits(4))
        return "crumb", "otp sent to %s" % number, [number]
    if kind == "address":
        address = "%d.%d.%d.%d" % tuple(make.random.randrange(11, 240) for _ in range(4))
        return "crumb", "client %s changed networks" % address, [address]
    if kind == "iban":
        number = make.iban()
        return "message", "payout to %s failed" % number, [number]
    raise ValueError(kind)


KINDS = ["message-bare", "message-grouped", "message-script", "json-object", "json-integer", "json-string", "json-cut",
         "json-key", "form", "query", "percent", "xml", "base64", "track", "emv", "cvv-prose", "bearer", "cookie",
         "api-key", "jwt", "dsn", "password", "email", "phone", "address", "iban"]
SCREENS = ["CardForm", "WalletSheet", "ThreeDSView", "ReceiptView", "MethodList", "AddressForm"]
STEPS = ["initialize", "tokenize", "authenticate", "authorize", "capture", "present"]


def event(make, number):
    """A clean event of some 3 KB and the identifiers in it that must survive."""
    rnd = make.random
    now = 1796000000 + number * 7 + rnd.random()
    ids = {"event_id": make.hexadecimal(32), "trace_id": make.hexadecimal(32), "order": "ord_" + make.digits(12)}
    crumbs = []
    for step in range(rnd.randrange(6, 16)):
        crumbs.append(make.pick(
            {"category": "ui.tap", "message": "%s.%s" % (make.pick(*SCREENS), make.pick("pay", "close", "retry")),
             "timestamp": round(now - step, 3)},
            {"category": "http", "type": "http", "timestamp": round(now - step, 3),
             "data": {"url": "https://api.pay.example/v2/%s/%s" % (make.pick("orders", "payments", "authorities"),
                                                                   make.hexadecimal(16)),
                      "method": "POST", "status_code": make.pick(200, 201, 402, 409, 503), "took_ms": rnd.randrange(2000)}},
            {"category": "checkout", "message": "%s finished in %d ms, attempt %d" % (
                make.pick(*STEPS), rnd.randrange(4000), rnd.randrange(4)), "level": "info",
             "timestamp": round(now - step, 3)},
            {"category": "lifecycle", "message": "CardVault: refreshed, entries=%d" % rnd.randrange(900),
             "data": {"at_millis": int((now - step) * 1000), "build": "%d.%d.%d.%d" % tuple(
                 rnd.randrange(30) for _ in range(4))}}))
    frames = [{"function": "%s.%s" % (make.pick(*SCREENS), make.pick(*STEPS)), "module": "CheckoutCore",
               "filename": "%s.swift" % make.pick(*SCREENS), "lineno": rnd.randrange(900), "in_app": True,
               "instruction_addr": "0x" + make.hexadecimal(12)} for _ in range(rnd.randrange(4, 10))]
    document = {
        "event_id": ids["event_id"], "timestamp": round(now, 3), "platform": "cocoa", "level": "error",
        "release": "checkout-core@%d.%d.%d+%d" % (rnd.randrange(9), rnd.randrange(20), rnd.randrange(20),
                                                  rnd.randrange(9000)),
        "environment": make.pick("production", "staging"),
        "logentry": {"message": make.pick("gateway answered %d after %d ms" % (make.pick(402, 503), rnd.randrange(9000)),
                                          "order %s expired" % ids["order"], "unexpected state in ThreeDSView")},
        "exception": {"values": [{"type": make.pick("GatewayError", "StateError", "TimeoutError"),
                                  "value": make.pick("declined: do_not_honor", "no answer within 30000 ms",
                                                     "expected presented, was dismissed"),
                                  "stacktrace": {"frames": frames}}]},
        "tags": {"method": make.pick("card", "mada", "apple_pay"), "currency": make.pick("SAR", "EUR", "XOF"),
                 "attempt": str(rnd.randrange(5)), "card_brand": make.pick("visa", "mastercard")},
        "contexts": {
            "trace": {"trace_id": ids["trace_id"], "span_id": make.hexadecimal(16)},
            "device": {"model": make.pick("iPhone15,3", "SM-S918B"), "memory_size": rnd.randrange(1 << 34),
                       "boot_time_ns": 1796000000000000000 + rnd.randrange(10 ** 15)},
            "checkout": {"order_id": ids["order"], "amount_minor": rnd.randrange(10 ** 7), "cvv_required": True,
                         "digest": make.hexadecimal(64), "lines": rnd.randrange(1, 9)}},
        "breadcrumbs": {"values": crumbs},
        "request": {"url": "https://shop.pay.example/checkout/%s" % make.hexadecimal(12), "method": "POST",
                    "headers": [["Accept", "application/json"], ["Content-Length", str(rnd.randrange(4000))],
                                ["X-Request-Id", "%s-%s-4%s-a%s-%s" % (make.hexadecimal(8), make.hexadecimal(4),
                                                                       make.hexadecimal(3), make.hexadecimal(3),
                                                                       make.hexadecimal(12))]]},
        "extra": {"retry_at_us": int(now * 1e6), "sequence": rnd.randrange(10 ** 12),
                  "timings": [rnd.randrange(1000) for _ in range(12)], "ratio": round(rnd.random(), 16)},
    }
    # Names that only look like those of secrets, in some events each.
    baits = [("tags", "author", "core"), ("extra", "tokens_used", rnd.randrange(900)), ("extra", "nonce_length", 24),
             ("extra", "idempotency_key_age_ms", rnd.randrange(10 ** 6)), ("extra", "discard_number", rnd.randrange(99)),
             ("extra", "accept_passkeys", True)]
    for place, name, value in baits:
        if rnd.random() < 0.05:
            document[place][name] = value
    return document, list(ids.values())


def plant(make, document, kind):
    place, value, needles = planted(make, kind)
    if needles is None:
        needles = [str(value["payment"]["account"])]
    if place == "message":
        document["exception"]["values"][0]["value"] = value
    elif place == "extra":
        document["extra"].update(value)
    elif place == "crumb":
        document["breadcrumbs"]["values"].append({"category": "log", "message": value})
    elif place == "url":
        document["request"]["url"] = value
    else:
        document["request"]["headers"].append(list(value))
    return needles


def generate(seed, count, share):
    """Yields (event as bytes, truth) pairs."""
    make = Maker(seed)
    order = 0
    for number in range(count):
        document, ids = event(make, number)
        truth = {"event": number, "kind": None, "needles": [], "ids": ids}
        if make.random.random() < share:
            truth["kind"] = KINDS[order % len(KINDS)]
            order += 1
            truth["needles"] = plant(make, document, truth["kind"])
        yield json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode(), truth


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--share", type=float, default=0.05, help="of events that hold a planted value")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    with open(options.out, "wb") as events, open(options.out + ".truth", "w") as truths:
        for line, truth in generate(options.seed, options.count, options.share):
            events.write(line + b"\n")
            truths.write(json.dumps(truth) + "\n")


if __name__ == "__main__":
    main()
