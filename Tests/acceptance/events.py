"""Checkout error events, deterministic: what a checkout core reports, full of numbers that are nobody's secret.

    python3 Tests/acceptance/events.py COUNT [--seed N] [--planted SHARE] > events.ndjson

About 3.4 KB and 130 keys an event: trace ids, epochs, URLs, amounts, addresses of code, identifiers of orders. `SHARE` of
them (0 by default) carry one planted value, made up here; `events(...)` yields these values beside each line.
"""
import argparse
import json
import random
import sys

VIEWS = "CardForm AddressStep OrderReview BankRedirect WalletList VoucherField InstalmentStep ThankYou".split()
PARTS = "SessionStore PaymentFlow HTTPClient RiskProbe FormState EventQueue WalletPort TokenCache".split()
VERBS = "submit confirm resume render decode retry attach poll settle quote validate dispose".split()
NOUNS = "basket refund courier layout currency passport author compass tokens policy keyboard discount".split()
FAULTS = [
    ("RequestTimedOut", "no answer from the gateway within {millis} ms, attempt {small} of 5"),
    ("UnexpectedStatus", "status {status} for order {order}, correlation {uuid}"),
    ("DecodingFailed", "missing field 'next_step' at index {small}, byte {medium}"),
    ("ChallengeAborted", "shopper closed the challenge after {millis} ms, transaction {uuid}"),
    ("StateMismatch", "event 'confirm' in state 'processing', generation {small}, since {epoch}"),
    ("TotalsDiffer", "basket {amount} is not authorised {amount2} of {order}"),
    ("HandshakeFailed", "alert 40 after {millis} ms in session {short}"),
]
ROUTES = ["/v3/orders/{order}/confirm", "/v3/sessions/{uuid}", "/v3/baskets/{medium}/lines/{small}", "/v3/quotes"]


def check_digit(body):
    """The digit that makes `body` pass Luhn's test."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        value = int(digit) * (2 - place % 2)
        total += value - 9 * (value > 9)
    return str(-total % 10)


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def hex(self, count):
        return f"{self.random.getrandbits(4 * count):0{count}x}"

    def uuid(self):
        text = self.hex(32)
        return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:]}"

    def card(self):
        first, length = self.random.choice([("4", 16), ("52", 16), ("2301", 16), ("37", 15), ("6011", 16), ("3530", 16)])
        body = first + "".join(self.random.choices("0123456789", k=length - len(first) - 1))
        return body + check_digit(body)

    def facts(self):
        draw = self.random.randrange
        return {
            "millis": draw(4, 45_000), "small": draw(1, 30), "medium": draw(100, 90_000),
            "status": self.random.choice([401, 404, 409, 422, 500, 502, 504]), "order": f"ord_{draw(10**11, 10**12)}",
            "uuid": self.uuid(), "epoch": 1_765_000_000_000 + draw(10**10), "short": self.hex(16),
            "amount": f"{draw(1, 3000)}.{draw(100):02}", "amount2": f"{draw(1, 3000)}.{draw(100):02}",
        }

    def frame(self):
        draw, choice = self.random.randrange, self.random.choice
        part = choice(PARTS)
        return {
            "function": f"{part}.{choice(VIEWS)}.{choice(VERBS)}()", "module": part,
            "filename": f"{part}/{choice(VIEWS)}.swift", "lineno": draw(1, 1_200), "colno": draw(1, 100),
            "instruction_addr": f"0x{draw(0x7f0000000000, 0x7fffffffffff):012x}",
            "image_addr": f"0x{draw(0x100000000, 0x1ffffffff):x}", "in_app": self.random.random() < 0.5,
        }

    def breadcrumb(self, when):
        draw, choice = self.random.randrange, self.random.choice
        facts = self.facts()
        when = round(when + self.random.random(), 3)
        kind = draw(4)
        if kind == 0:
            url = "https://pay.example.test" + choice(ROUTES).format(**facts)
            return {"type": "http", "category": "xhr", "timestamp": when, "data": {
                "method": choice(["GET", "POST"]), "status_code": facts["status"],
                "url": f"{url}?page={facts['small']}&lang=en&request_id={facts['short']}",
                "duration_ms": facts["millis"], "response_bytes": draw(80, 60_000)}}
        if kind == 1:
            return {"type": "navigation", "category": "view", "timestamp": when,
                    "data": {"from": choice(VIEWS), "to": choice(VIEWS)}}
        if kind == 2:
            text = f"{choice(PARTS)}: {choice(VERBS)} {choice(NOUNS)} in {draw(10, 900_000)} us, seq={facts['epoch']}"
            return {"type": "default", "category": "log", "level": "info", "timestamp": when, "message": text}
        return {"type": "user", "category": "tap", "timestamp": when, "message": f"tap {choice(VIEWS)}.{choice(NOUNS)}"}

    def event(self):
        draw, choice = self.random.randrange, self.random.choice
        facts = self.facts()
        fault, text = choice(FAULTS)
        when = 1_765_000_000 + draw(10**7)
        size = choice([1, 3, 3, 6, 6, 6, 9, 9, 12])
        event = {
            "event_id": self.hex(32), "timestamp": when + round(self.random.random(), 6),
            "received_ns": when * 10**9 + draw(10**9), "platform": "native", "level": choice(["error", "warning"]),
            "logger": "checkout." + choice(PARTS).lower(), "environment": choice(["live", "staging"]),
            "release": f"checkout@{draw(1, 9)}.{draw(30)}.{draw(9)}+{draw(9_999)}", "dist": str(draw(1_000, 99_999)),
            "exception": {"values": [{"type": fault, "value": text.format(**facts), "module": choice(PARTS),
                                      "stacktrace": {"frames": [self.frame() for _ in range(size)]}}]},
            "breadcrumbs": {"values": [self.breadcrumb(when + i) for i in range(size)]},
            "contexts": {
                "trace": {"trace_id": self.hex(32), "span_id": self.hex(16), "op": "checkout.pay"},
                "os": {"name": "Linux", "version": f"6.{draw(1, 15)}.{draw(60)}", "build": self.hex(12)},
                "device": {"arch": "arm64", "memory_size": draw(2**31, 2**36), "boot_time": when - draw(10**6)},
                "app": {"app_build": str(draw(10**4, 10**6)), "app_memory": draw(2**22, 2**30)},
            },
            "tags": {"view": choice(VIEWS), "currency": choice(["SAR", "EUR", "INR"]), "build_sha": self.hex(40)},
            "extra": {"order_id": facts["order"], "basket_total": facts["amount"], "tokens_used": draw(100, 9_000),
                      "idempotency_key": self.uuid(), "attempt": facts["small"], "elapsed_us": draw(10**3, 10**8)},
        }
        if draw(3) == 0:
            body = json.dumps({"order": facts["order"], "amount": draw(100, 300_000), "lines": draw(1, 9)})
            event["request"] = {
                "method": "POST", "url": "https://pay.example.test" + choice(ROUTES).format(**facts), "data": body,
                "headers": {"Content-Type": "application/json", "X-Request-Id": self.uuid()}}
        return event

    def plant(self, event):
        card, code = self.card(), f"{self.random.randrange(100, 999)}"
        kind = self.random.randrange(6)
        if kind == 0:
            event["exception"]["values"][0]["value"] += f" (card {card})"
            return [card]
        if kind == 1:
            event["extra"]["payment"] = {"number": int(card), "cvc": code}
            return [card]
        if kind == 2:
            event["request"] = {"url": f"https://pay.example.test/pay?pan={card}&cvv={code}"}
            return [card, f"cvv={code}"]
        if kind == 3:
            groups = " ".join(card[i:i + 4] for i in range(0, len(card), 4))
            event["breadcrumbs"]["values"].append({"category": "log", "message": f"typed {groups} into the form"})
            return [groups]
        if kind == 4:
            token = f"tok{self.hex(40)}"
            event["request"] = {"headers": {"Authorization": f"Bearer {token}"}}
            return [token]
        mail = f"shopper{self.random.randrange(10**6)}@mail.example"
        event["user"] = {"email": mail}
        return [mail]


def events(count, seed=1, share=0.0):
    """Yields (line without its newline, planted values)."""
    maker = Maker(seed)
    for _ in range(count):
        event = maker.event()
        planted = maker.plant(event) if maker.random.random() < share else []
        yield json.dumps(event, separators=(",", ":")).encode(), planted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--planted", type=float, default=0.0)
    given = parser.parse_args()
    for line, _ in events(given.count, given.seed, given.planted):
        sys.stdout.buffer.write(line + b"\n")


if __name__ == "__main__":
    main()
