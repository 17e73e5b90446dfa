#!/usr/bin/env python3
"""Policy documents, judged by the relay and by a stock validator, and the examples of docs/POLICY.md, run as they stand.

    Tests/acceptance/policy.py RELAY [--count N] [--seed N]

- Every document of Schemas/examples, and N random mutations of valid ones: `config check` takes a document exactly where
  Schemas/policy.schema.json does. Where the schema takes one and the relay does not, every fault that it tells has to be
  one of those that a schema cannot say (SEMANTIC below, and Schemas/README.md). The other way round is always wrong.
- Every fault has file, line, column, path and reason.
- Every JSON document of docs/POLICY.md is taken; every command in its `console` blocks prints what stands below it.

Needs the PyPI package jsonschema. Prints what it counted; exit 0 when all agree.
"""
import argparse
import collections
import concurrent.futures
import copy
import hashlib
import hmac
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEY = "test:" + "".join(f"{value:02x}" for value in range(40, 80))
ENVIRONMENT = {**os.environ, "TELEMETRY_RELAY_HMAC_KEY": KEY}
# What a schema cannot say, or says only of characters where bytes count.
SEMANTIC = [
    r"a path .*", r"a path (has|that|with|deeper).*", r"too many different paths", r"conditions are nested too deep",
    r"a condition with more than 64 parts", r"more than 64 different words in conditions", r"min is above max",
    r"more than \d+ (words|rules|suppressions) in all", r"more allowed values than there may be",
    r"the name (is one of payment data|ends in one of payment data).*", r"the name has a meaning of its own.*",
    r"another rule has these words already", r"a rule that takes parts of documents has no words of its own",
    r"is payment data, which nothing allows", r"a member stands twice.*",
]
SEMANTIC = re.compile("|".join(f"(?:{reason})" for reason in SEMANTIC))
FAULT = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<path>\$\S*|\$.*?): (?P<reason>.+)$")
FRAGMENTS = [None, True, False, 0, 1, 5, 4096, -1, 1.5, "", "x", "ab*", "abc*", "email", "pan", "cvv", "mask", "hmac",
             "truncate", "remove", "replace", "standard", "strict", "token", "value", "any", "digits", "luhn", "a.**.b",
             "acme voucher", "12 34", "ü", "a\u0000b", "card number", "4111111111111111", [], {}, ["x"], [1],
             {"mask": {}}, {"mask": {"keep_first": 9}}, {"key": "a b"}, {"near": "a b"}, {"not": {"path": "a"}},
             {"and": [{"prefix": "x"}]}, {"length": 3}, {"name": "slip", "whole": True}, {"min": 2}]
NAMES = ["rule", "path", "when", "take", "values", "id", "mask", "keep_first", "name", "takes", "whole", "profile",
         "methods", "words", "rules", "suppress", "allow", "version", "and", "or", "not", "key", "near", "length",
         "prefix", "type", "validator", "email", "pan", "cvv", "secret", "personal", "free-text", "url", "other"]


def places(value, into=None):
    """Every container and place in it, of a document."""
    found = [] if into is None else into
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        found.append((value, key))
        places(child, found)
    return found


def mutated(document, dice):
    document = copy.deepcopy(document)
    for _ in range(dice.randint(1, 3)):
        if not isinstance(document, (dict, list)):
            break
        every = places(document)
        kind = dice.randrange(6)
        if kind == 0 and every:
            container, key = dice.choice(every)
            del container[key]
        elif kind == 1 and every:
            container, key = dice.choice(every)
            container[key] = copy.deepcopy(dice.choice(FRAGMENTS))
        elif kind == 2:
            objects = [document] if isinstance(document, dict) else []
            objects += [c[k] for c, k in every if isinstance(c[k], dict)]
            if objects:
                dice.choice(objects)[dice.choice(NAMES)] = copy.deepcopy(dice.choice(FRAGMENTS))
        elif kind == 3 and len(every) > 1:
            (one, first), (other, second) = dice.sample(every, 2)
            one[first] = copy.deepcopy(other[second])
        elif kind == 4:
            lists = [c[k] for c, k in every if isinstance(c[k], list) and c[k]]
            if lists:
                chosen = dice.choice(lists)
                chosen.append(copy.deepcopy(dice.choice(chosen)))
        else:
            strings = [(c, k) for c, k in every if isinstance(c[k], str) and c[k]]
            if strings:
                container, key = dice.choice(strings)
                text = container[key]
                at = dice.randrange(len(text))
                container[key] = text[:at] + dice.choice(["", "*", ".", "'", "é", "0", " ", "(", "&&", "\\"]) + text[at + 1:]
    return document


class Judge:
    def __init__(self, relay, folder):
        self.relay, self.folder = relay, folder
        schema = json.loads((ROOT / "Schemas/policy.schema.json").read_text())
        self.validator = jsonschema.Draft202012Validator(schema)

    def compare(self, number, name, document):
        """What is wrong about a document, or None; and which of the two took it."""
        file = self.folder / f"{number}.json"
        file.write_text(json.dumps(document, ensure_ascii=number % 2 == 0, indent=number % 3 or None))
        by_schema = self.validator.is_valid(document)
        run = subprocess.run([self.relay, "config", "check", "--policy", file], capture_output=True, text=True,
                             env=ENVIRONMENT, timeout=20)
        file.unlink()
        verdict = (by_schema, run.returncode == 0)
        shown = f"{name}: {json.dumps(document)[:300]}"
        if run.returncode not in (0, 1) or run.stderr:
            return f"{shown}: exit {run.returncode} {run.stderr[:200]}", verdict
        if run.returncode == 0:
            return (None if by_schema else f"taken, not by the schema: {shown}"), verdict
        faults = [FAULT.match(line) for line in run.stdout.splitlines()]
        if not faults or not all(faults):
            return f"a fault without a place: {run.stdout[:300]}", verdict
        reasons = [fault["reason"] for fault in faults]
        if by_schema and not all(SEMANTIC.fullmatch(reason) for reason in reasons):
            return f"refused, taken by the schema: {shown}: {reasons}", verdict
        return None, verdict


def examples(judge, count, seed):
    documents = []
    for verdict in ("valid", "invalid"):
        for path in sorted((ROOT / "Schemas/examples" / verdict).glob("policy.*.json")):
            documents.append((path.name, json.loads(path.read_text())))
    valid = [document for name, document in documents if (ROOT / "Schemas/examples/valid" / name).exists()]
    # One document with everything in it, so that mutations meet each other.
    whole = {}
    for document in valid:
        whole.update(document)
    dice = random.Random(seed)
    for number in range(count):
        documents.append((f"mutation {number}", mutated(dice.choice([whole, *valid]), dice)))
    wrong, counts = [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for fault, verdict in pool.map(lambda entry: judge.compare(entry[0], *entry[1]), enumerate(documents)):
            counts[verdict] += 1
            if fault:
                wrong.append(fault)
    print(f"{len(documents)} documents: both take {counts[True, True]}, both refuse {counts[False, False]}, "
          f"refused for what a schema cannot say {counts[True, False]}, taken against the schema {counts[False, True]}")
    if min(counts[True, True], counts[False, False]) < count // 20:
        wrong.append("mutations that are nearly all of one kind prove nothing")
    return wrong


def digests(judge):
    """The method `hmac` against another implementation: purpose, rule and the digits or the bytes of the value."""
    file = judge.folder / "keyed.json"
    file.write_text('{"methods": {"pan": "hmac", "email": "hmac"}}')
    lines = '"4111 1111 1111 1111"\n"a.person@mail.example"\n'
    run = subprocess.run([judge.relay, "scrub", "--policy", file], input=lines, capture_output=True, text=True,
                         env=ENVIRONMENT)
    expected = ""
    for rule, value in (("pan", "4111111111111111"), ("email", "a.person@mail.example")):
        message = f"telemetry hmac 1\0{rule}\0{value}".encode()
        digest = hmac.new(bytes.fromhex(KEY.split(":")[1]), message, hashlib.sha256).hexdigest()
        letters = digest.translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))
        expected += f'"[hmac:{rule}:test:{letters}]"\n'
    print(f"digests: {'as expected' if run.stdout == expected else 'differ'}")
    return [] if run.stdout == expected else [f"digests: {run.stdout} {run.stderr}"]


def page(judge):
    """The examples of docs/POLICY.md, each in a folder of its own with the documents before it."""
    text = (ROOT / "docs/POLICY.md").read_text()
    wrong, documents, commands = [], 0, 0
    folder = judge.folder / "page"
    folder.mkdir()
    (folder / "key").write_text(KEY + "\n")
    (folder / "key").chmod(0o600)
    (folder / "telemetry-relay").symlink_to(judge.relay)
    for title, kind, body in re.findall(r"^(?:`([\w.-]+)`:\n\n)?```(json|console)\n(.*?)^```$", text, re.M | re.S):
        if kind == "json":
            documents += 1
            name = title or f"example-{documents}.json"
            (folder / name).write_text(body)
            run = subprocess.run([judge.relay, "config", "check", "--policy", folder / name], capture_output=True,
                                 text=True, env=ENVIRONMENT)
            # A project's document may need the deployment's below it; by itself it is a deployment's.
            if run.returncode or not judge.validator.is_valid(json.loads(body)):
                wrong.append(f"docs/POLICY.md, {name}: {run.stdout}")
            continue
        for block in re.split(r"^\$ ", body, flags=re.M)[1:]:
            commands += 1
            command, _, expected = block.partition("\n")
            run = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            if run.stdout.rstrip("\n") != expected.rstrip("\n"):
                wrong.append(f"docs/POLICY.md: $ {command}\nexpected:\n{expected}got:\n{run.stdout}")
    print(f"docs/POLICY.md: {documents} documents, {commands} commands")
    if documents < 2 or commands < 6:
        wrong.append("docs/POLICY.md has hardly any examples")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("relay", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(options.relay.resolve(), pathlib.Path(folder))
        wrong = examples(judge, options.count, options.seed) + digests(judge) + page(judge)
    for line in wrong[:20]:
        print(f"wrong: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
