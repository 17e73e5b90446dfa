"""The golden corpus (Tests/golden) as labelled cases for any scrubber: what must go, and what must stay."""
import json
import pathlib
import re

# Cases about our own placeholders and limits say nothing about others.
OWN = {"placeholder", "limit", "sentry"}
PLACEHOLDER = re.compile(r"\[redacted:[a-z-]+\](?:-\d+)?")


def compact(value):
    """The text in which cases and results are compared: a string as it is, anything else as compact JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Case:
    """One input under `standard`. `needles` is what must go (empty: a trap), `kept` what must stay beside it."""

    def __init__(self, name, value, expected):
        self.name = name
        self.value = value
        self.text = compact(value)
        self.needles = []
        self.kept = []
        if expected != self.text:
            self._align(expected)

    def _align(self, expected):
        """Finds what stood in place of each placeholder."""
        parts = PLACEHOLDER.split(expected)
        # A number or an object that was replaced has become a string: quotes of its own that the input has not.
        pattern = "(.+?)".join(
            re.escape(part) for part in parts)
        match = re.fullmatch(pattern, self.text, re.DOTALL)
        if match is None:
            loose = [re.escape(parts[0].rstrip('"\\'))]
            loose += [re.escape(part.strip('"\\')) for part in parts[1:-1]] + [re.escape(parts[-1].lstrip('"\\'))]
            match = re.fullmatch(r'\\*"?(.+?)\\*"?'.join(loose), self.text, re.DOTALL)
        if match is None:
            raise ValueError("cannot be aligned")
        for index, needle in enumerate(match.groups()):
            # Three digits alone may stand anywhere: they are looked for behind what stood before them.
            self.needles.append(needle if len(needle) >= 6 else parts[index][-4:] + needle)
        self.kept = [part.strip() for part in parts if len(part.strip()) >= 8]


def load(root):
    """The cases of the profile `standard`, and how many were left out: our own syntax, cut documents, removals."""
    cases = []
    skipped = 0
    for path in sorted(pathlib.Path(root).rglob("*.json")):
        if path.parent.name in OWN:
            skipped += 1
            continue
        try:
            case = json.loads(path.read_text(encoding="utf-8"))
            value, output = case["input"], case["output"]
            compact(value).encode()
            cases.append(Case(f"{path.parent.name}/{path.stem}", value, compact(output)))
        except (ValueError, UnicodeError, RecursionError):
            skipped += 1
    return cases, skipped
