"""The scrubbers that are compared, each called the way its manual says. One instance is one configuration."""
import base64
import copy
import json
import logging
import subprocess
import time
import urllib.parse

from golden import compact


def views(text, depth=4):
    """The text and what common decoders make of it: a value that is only encoded has not gone."""
    yield text
    if depth == 0:
        return
    if "%" in text or "+" in text:
        yield from views(urllib.parse.unquote_plus(text), 0)
    try:
        value = json.loads(text)
    except ValueError:
        value = None
        if len(text) >= 16 and len(text) % 4 == 0 and text.isascii():
            try:
                yield from views(base64.b64decode(text, validate=True).decode(), depth - 1)
            except ValueError:
                pass
    stack = [value] if isinstance(value, (dict, list)) else []
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, str):
            yield from views(item, depth - 1)


class Ours:
    """This engine, profile `standard`: whole events as JSON lines."""
    name = "Sanitizer (this project)"
    note = "`standard`, JSON bytes in and out"

    def __init__(self, bench):
        self.bench = bench

    def events(self, lines):
        run = subprocess.run([self.bench, "scrub"], input=b"\n".join(lines) + b"\n", stdout=subprocess.PIPE, check=True)
        return run.stdout.decode().split("\n")[:-1]

    baseline = None

    def payloads(self, values):
        lines = [json.dumps({"extra": {"payload": value}}, ensure_ascii=False).encode() for value in values]
        return [compact(json.loads(line)["extra"]["payload"]) for line in self.events(lines)]

    def prepare(self, path, lines):
        self.process = subprocess.Popen([self.bench, "rounds", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.size = sum(map(len, lines))

    def round(self):
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline()) / 1e9


class LibRelay:
    """Sentry Relay's own scrubber, with the defaults that a new Sentry project has."""
    name = "librelay (Sentry Relay)"
    note = "value in `extra`; `scrubData`, `scrubDefaults`, `scrubIpAddresses`; raw FFI, fixed cost a call subtracted"

    def __init__(self):
        from sentry_relay import processing, utils
        from sentry_relay._lowlevel import lib
        self.lib, self.utils = lib, utils
        self.strip = processing.pii_strip_event
        self.config = processing.convert_datascrubbing_config({
            "scrubData": True, "scrubDefaults": True, "scrubIpAddresses": True, "sensitiveFields": [],
            "excludeFields": []})

    def events(self, lines):
        return [self._dump(self.strip(self.config, json.loads(line))) for line in lines]

    def baseline(self, lines):
        """What its schema makes of events without any rule: not counted as a change."""
        return [self._dump(self.strip({}, json.loads(line))) for line in lines]

    @staticmethod
    def _dump(event):
        event.pop("_meta", None)
        return compact(event)

    def payloads(self, values):
        out = [self.strip(self.config, {"extra": {"payload": value}}) for value in values]
        return [compact((event.get("extra") or {}).get("payload")) for event in out]

    def prepare(self, path, lines):
        encode = self.utils.encode_str
        self.bytes = encode(json.dumps(self.config))
        self.input = [encode(line) for line in lines]
        # One string, or rules that are built when first needed stay unbuilt.
        self.tiny = [encode(b'{"extra":{"a":"x"}}')] * len(lines)
        self.size = sum(map(len, lines))

    def _pass(self, events):
        call, strip, decode = self.utils.rustcall, self.lib.relay_pii_strip_event, self.utils.decode_str
        start = time.thread_time()
        for event in events:
            decode(call(strip, self.bytes, event), free=True)
        return time.thread_time() - start

    def round(self):
        # Every call reads the configuration and compiles the rules again, which a service does once.
        return self._pass(self.input) - self._pass(self.tiny)


class SentrySDK:
    """The scrubber inside sentry-sdk, recursive; it judges names only."""
    name = "sentry-sdk `EventScrubber`"
    note = "`recursive=True`, on parsed events (parsing not counted); looks at names only"

    def __init__(self):
        from sentry_sdk.scrubber import EventScrubber
        self.scrubber = EventScrubber(recursive=True)

    def _scrub(self, event):
        self.scrubber.scrub_event(event)
        return event

    def _plain(self, value):
        if type(value).__name__ == "AnnotatedValue":
            return value.value
        if isinstance(value, dict):
            return {key: self._plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._plain(item) for item in value]
        return value

    def events(self, lines):
        return [compact(self._plain(self._scrub(json.loads(line)))) for line in lines]

    baseline = None

    def payloads(self, values):
        out = [self._plain(self._scrub({"extra": {"payload": copy.deepcopy(value)}})) for value in values]
        return [compact(event["extra"]["payload"]) for event in out]

    def prepare(self, path, lines):
        self.lines = lines
        self.size = sum(map(len, lines))

    def round(self):
        events = [json.loads(line) for line in self.lines]
        start = time.thread_time()
        for event in events:
            self._scrub(event)
        return time.thread_time() - start


class Presidio:
    """Presidio's pattern recognisers, without a language model; over the text of the event."""

    def __init__(self, names, label):
        from presidio_analyzer import predefined_recognizers
        # It asks the network for a list of domains, and has one of its own.
        logging.disable(logging.CRITICAL)
        self.recognizers = [getattr(predefined_recognizers, name)() for name in names]
        self.name = label
        self.note = "over the event's text, no model, score from 0.4: " + ", ".join(name.replace("Recognizer", "") for name in names)

    def _scrub(self, text):
        spans = []
        for recognizer in self.recognizers:
            found = recognizer.analyze(text, recognizer.supported_entities, None)
            spans += [(item.start, item.end, item.entity_type) for item in found or [] if item.score >= 0.4]
        out, position = [], 0
        for start, end, entity in sorted(spans):
            if start >= position:
                out += [text[position:start], "<", entity, ">"]
            position = max(position, end)
        return "".join(out) + text[position:]

    def events(self, lines):
        return [self._scrub(line.decode()) for line in lines]

    baseline = None

    def payloads(self, values):
        return [self._scrub(compact(value)) for value in values]

    def prepare(self, path, lines):
        # Enough for half a second or two.
        self.texts = [line.decode() for line in lines[:500]]
        self.size = sum(map(len, lines[:500]))

    def round(self):
        start = time.thread_time()
        for text in self.texts:
            self._scrub(text)
        return time.thread_time() - start


def all_engines(bench):
    """The engines of the table; `bench` is the path of our benchmark program.

    Presidio's telephone recogniser is left out: with it Presidio takes twenty times as long.
    """
    yield Ours(bench)
    yield LibRelay()
    yield Presidio(["CreditCardRecognizer", "EmailRecognizer", "IpRecognizer", "IbanRecognizer", "UsSsnRecognizer",
                    "InAadhaarRecognizer", "InPanRecognizer"], "Presidio, 7 pattern recognisers")
    yield Presidio(["CreditCardRecognizer"], "Presidio, cards only")
    yield SentrySDK()
