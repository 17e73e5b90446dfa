#!/usr/bin/env python3
"""A simulated day of checkouts through a relay: every figure that it tells against what has to come of what was sent.

usage: checkout_sim.py RELAY SIM [--flows N] [--seed N] [--only NAME…]

SIM computes the expectation from the events that left, by plain functions that share no code with the relay. Compared are
all rows of `funnel --json`, `errors --json` and `compare --json`, in both directions: a figure that is missing fails as
one that differs does, and what an SDK does not report has to be null.

  plain     nothing goes wrong
  faults    5 % of the events lost, 5 % sent twice, 10 % overtaken by later ones
  leaks     as faults, with few checkouts: every planted value is searched in the data directory (nothing_raw.py), and in
            what the commands print
  sample    reporters keep a tenth of the checkouts; figures have to be within the printed intervals
  kill      the relay is killed in the middle, twice, and started again
  off       reporters that are off: no socket and no open call beyond those of the same day without a reporter
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

import relay as relays

HERE = pathlib.Path(__file__).resolve().parent

# Which SDKs say what: elsewhere a figure is null, and never 0.
REPORTS = {
    "ready": {"glomo", "inttegro"},
    "slow": {"glomo"},
    "attempts": {"inttegro"},
    "device": {"glomo"},
    "widget": {"qasimha"},
    "record": {"dodo"},
}
NEEDS = {
    "ready": "ready", "ready_measured": "ready", "ready_censored": "ready", "ready_p50_ms": "ready",
    "ready_p95_ms": "ready", "slow": "slow", "slow_then_ready": "slow", "slow_then_left": "slow",
    "attempted": "attempts", "attempts": "attempts", "attempts_failed": "attempts", "action_required": "attempts",
    "attempted_ready_unknown": "attempts", "device_checked": "device", "device_forbidden": "device",
    "widgets_loaded": "widget", "widgets_hidden": "widget", "abandoned": "record",
}
# Rates: the figure above, the one below, and what an SDK has to report for it.
PRESENTED = "of_presented"
RATES = {
    "open": ("presented_of_started", "started", None),
    "ready": ("ready_of_presented", "presented", "ready"),
    "attempt": ("attempted_of_ready", "ready", "attempts"),
    "completion": ((PRESENTED, "completed"), "presented", None),
    "completion_of_attempted": ("completed_of_attempted", "attempted", "attempts"),
    "failure": ((PRESENTED, "failed"), "presented", None),
    "cancel": ((PRESENTED, "cancelled"), "presented", None),
    "pending": ((PRESENTED, "pending"), "presented", None),
    "expired": ((PRESENTED, "expired"), "presented", None),
    "journey_submitted": ((PRESENTED, "journey_submitted"), "presented", None),
    "terminated": ((PRESENTED, "terminated"), "presented", None),
    "not_opened": ("not_opened_of_started", "started", None),
    "abandoned": ("abandoned", "presented", "record"),
    "abandoned_provisional": ("abandoned_provisional", "presented", None),
    "error": ("with_error_of_presented", "presented", None),
    "attempt_failure": ("attempts_failed", "attempts", "attempts"),
    "slow": ("slow", "presented", "slow"),
    "device_forbidden": ("device_forbidden", "device_checked", "device"),
}
INNER = {"presented_of_started", "ready_of_presented", "attempted_of_ready", "completed_of_attempted",
         "not_opened_of_started", "with_error_of_presented"}
GROUP = ["environment", "sdk", "version", "wrapper", "kind"]
BEFORE_OPENING = {"validation", "device_forbidden", "order_fault", "invalid_checkout_url", "invalid_return_url",
                  "platform_error"}


def intervals(members):
    """Intervals as tuples: lists are something else."""
    return {name: tuple(value) if isinstance(value, list) and len(value) == 2 and isinstance(value[0], int) else value
            for name, value in members.items()}


class Comparison:
    """Counts what was compared, and keeps what differs."""

    def __init__(self, sample):
        self.sample = sample
        self.compared = 0
        self.differences = []

    def check(self, where, expected, actual):
        self.compared += 1
        if isinstance(expected, tuple):
            right = isinstance(actual, (int, float)) and expected[0] <= actual <= expected[1]
        else:
            right = expected == actual
        if not right:
            self.differences.append(f"{where}: expected {expected}, is {actual}")

    def rate(self, where, expected, row, sdk, name):
        """A rate: both its parts, and that it is their quotient."""
        above, below, need = RATES[name]
        if need and sdk not in REPORTS[need] or name == "attempt" and sdk not in REPORTS["ready"]:
            return [self.check(f"{where} {part}", None, row[part]) for part in ("numerator", "denominator", "rate")]
        some, all_ = expected[above] if isinstance(above, str) else expected[above[0]][above[1]], expected[below]
        if self.sample == 1:
            self.check(f"{where} numerator", min(some, all_), row["numerator"])
            self.check(f"{where} denominator", all_, row["denominator"])
        self.quotient(where, row)

    def quotient(self, where, row):
        share = row["numerator"] / row["denominator"] if row["denominator"] else None
        told = row["rate"]
        near = told is None if share is None else told is not None and abs(told - share) < 1e-5
        self.check(f"{where} is its quotient", True, near)

    def quantile(self, where, expected, actual, exact):
        """Exact, or within the width of a bucket where a group has too many values to keep."""
        if self.sample < 1:
            return
        if exact or expected is None:
            return self.check(where, expected, actual)
        self.check(f"{where} ({expected}, {actual}) within a bucket", True, abs(actual - expected) <= expected * 0.01 + 1)


def compare_funnel(forecast, relay, result):
    rows = {tuple(row[name] for name in GROUP): row for row in relay.lines("funnel", "--limit", "0")}
    groups = {tuple(group[name] for name in GROUP): group for group in forecast["groups"]}
    if result.sample == 1:
        result.check("groups of funnel", sorted(map(str, groups)), sorted(map(str, rows)))
    for key, group in groups.items():
        row = rows.get(key)
        if row is None:
            # A group of few checkouts may have been sampled out whole.
            if result.sample == 1 or group["flows"][0] > 0:
                result.check(f"funnel {key}", "a row", None)
            continue
        sdk = group["sdk"]
        counts = {name for name in row if isinstance(row[name], int) or row[name] is None} - set(GROUP) - {
            "project", "seen", "conflicts", "ready_exact", "ready_p50_ms", "ready_p95_ms"}
        known = {name for name, value in group.items() if isinstance(value, (int, tuple))} - INNER - {"ready_p50_ms", "ready_p95_ms"}
        result.check(f"names of figures {key}", sorted(known), sorted(counts))
        for name in known & counts:
            need = NEEDS.get(name)
            reported = need is None or sdk in REPORTS[need]
            result.check(f"funnel {key} {name}", group[name] if reported else None, row[name])
        result.check(f"funnel {key} conflicts", 0, row["conflicts"])
        for name in ("ready_p50_ms", "ready_p95_ms"):
            expected = group[name] if sdk in REPORTS["ready"] else None
            result.quantile(f"funnel {key} {name}", expected, row[name], row["ready_exact"])
        rates = {rate["name"]: rate for rate in row["rates"]}
        result.check(f"rates {key}", sorted(RATES), sorted(rates))
        for name in RATES:
            result.rate(f"funnel {key} rate {name}", group, rates[name], sdk, name)


def compare_errors(forecast, relay, result):
    rows = {(row["environment"], row["sdk"], row["error_type"], row["code"]): row
            for row in relay.lines("errors", "--limit", "0")}
    expected = {}
    for group in forecast["sdks"]:
        place = group["environment"], group["sdk"]
        for error_type, figures in group["error_types"].items():
            expected[*place, error_type, None] = figures, group
        for error in group["errors"]:
            if error["code"] is not None:
                expected[*place, error["error_type"], error["code"]] = error, group
    if result.sample == 1:
        result.check("rows of errors", sorted(map(str, expected)), sorted(map(str, rows)))
    for key, (figures, group) in expected.items():
        row = rows.get(key)
        if row is None:
            if result.sample == 1 or figures["flows"][0] > 0:
                result.check(f"errors {key}", "a row", None)
            continue
        among = "started" if key[2] in BEFORE_OPENING else "presented"
        result.check(f"errors {key} of", among, row["of"])
        result.check(f"errors {key} flows", figures["flows"], row["flows"])
        if result.sample == 1:
            result.check(f"errors {key} events", figures["events"], row["events"])
            result.check(f"errors {key} numerator", figures[among], row["numerator"])
            result.check(f"errors {key} denominator", group[among], row["denominator"])
        result.quotient(f"errors {key} rate", row)


def compare_releases(forecast, relay, result):
    releases = collections.defaultdict(dict)
    for group in forecast["releases"]:
        releases[group["sdk"]].setdefault(group["version"], {})[group["environment"]] = group
    for sdk, versions in releases.items():
        names = sorted(versions)
        if len(names) != 2:
            continue
        one, other = names
        rows = relay.lines("compare", f"{sdk}@{one}", f"{sdk}@{other}")
        places = {environment for version in versions.values() for environment in version}
        if result.sample == 1:
            result.check(f"places of compare {sdk}", sorted(map(str, places)), sorted({str(r["environment"]) for r in rows}))
        for row in rows:
            where = f"compare {sdk} {row['environment']} {row['rate']}"
            for side, version in zip(row["releases"], names):
                result.check(f"{where} release", f"{sdk}@{version}", side["release"])
                group = versions[version].get(row["environment"])
                if group is None:
                    continue
                if row["rate"] == "time_to_ready":
                    reported = sdk in REPORTS["ready"]
                    result.check(f"{where} n", group["ready_measured"] if reported else None, side["n"])
                    result.check(f"{where} censored", group["ready_censored"] if reported else None, side["censored"])
                    for name in ("p50_ms", "p95_ms"):
                        expected = group["ready_" + name] if reported else None
                        result.quantile(f"{where} {name}", expected, side[name], expected is None)
                    continue
                result.rate(f"{where} {version}", group, side, sdk, row["rate"])
                if side["rate"] is not None:
                    result.check(f"{where} interval", True, side["low"] <= side["rate"] + 1e-6 <= side["high"] + 2e-6)


class Trial:
    def __init__(self, arguments):
        self.arguments = arguments
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="checkout-sim-"))

    def simulate(self, *options, flows=None):
        """The command of a day, and where its expectation goes."""
        expect = self.work / "expect.json"
        command = [self.arguments.sim, "--flows", str(flows or self.arguments.flows), "--seed", str(self.arguments.seed),
                   "--expect", str(expect), "--planted", str(self.work / "planted"), *options]
        return command, expect

    def run(self, name, *options, sample=1.0, meanwhile=None, flows=None):
        relay = relays.Relay(self.arguments.relay).start()
        command, expect = self.simulate("--dsn", relay.dsn, *options, flows=flows)
        began = time.monotonic()
        helper = threading.Thread(target=meanwhile, args=(relay,)) if meanwhile else None
        with open(self.work / "sim.out", "w") as out:
            process = subprocess.Popen(command, stdout=out)
            if helper:
                helper.start()
                helper.join()
            code = process.wait()
        if code:
            sys.exit(f"{name}: checkout-sim ended with {code}")
        sent = time.monotonic() - began
        forecast = json.loads(expect.read_text(), object_hook=intervals)
        result = Comparison(sample)
        compare_funnel(forecast, relay, result)
        compare_errors(forecast, relay, result)
        compare_releases(forecast, relay, result)
        print(f"{name}: {forecast['events']} events sent in {sent:.1f} s, {result.compared} figures compared, "
              f"{len(result.differences)} differ")
        for difference in result.differences[:20]:
            print(f"  {difference[:400]}")
        return relay, result

    def plain(self):
        relay, result = self.run("plain")
        relay.stop()
        return not result.differences

    def faults(self):
        relay, result = self.run("faults", "--lose", "0.05", "--duplicate", "0.05", "--reorder", "0.1")
        relay.stop()
        return not result.differences

    def leaks(self):
        # Few: every text is searched for every value, in every way of writing it.
        relay, result = self.run("leaks", "--lose", "0.05", "--duplicate", "0.05", "--reorder", "0.1",
                                 flows=min(self.arguments.flows, 400))
        planted = (self.work / "planted").read_text().split("\n")
        printed = "".join(
            subprocess.run([relay.binary, *words, "--data", relay.data, "--limit", "0"], capture_output=True, text=True,
                           check=True).stdout.lower()
            for words in (["flows", "--json"], ["funnel"], ["errors"], ["events", "--json"])
        )
        shown = [value for value in planted if value and value.lower() in printed]
        relay.stop()
        search = subprocess.run(
            [sys.executable, str(HERE / "nothing_raw.py"), relay.data, "--planted", str(self.work / "planted"),
             "--control", "payment_declined"])
        print(f"  {len(planted) - 1} planted values: {len(shown)} printed, search of the data directory: "
              f"{'none found' if search.returncode == 0 else 'FAILED'}")
        return not result.differences and not shown and search.returncode == 0

    def sample(self):
        relay, result = self.run("sample", "--sample", "0.1", sample=0.1)
        relay.stop()
        return not result.differences

    def kill(self):
        pause = max(0.4, self.arguments.flows / 10_000)

        def meanwhile(relay):
            for _ in range(2):
                time.sleep(pause)
                dsn = relay.dsn
                relay.kill()
                time.sleep(0.3)
                relay.restart_on(dsn)

        relay, result = self.run("kill", meanwhile=meanwhile)
        relay.stop()
        return not result.differences

    def off(self):
        flows = min(self.arguments.flows, 20_000)
        calls = {}
        for option in ("--off", "--no-reporter"):
            trace = self.work / "trace"
            command, _ = self.simulate(option, flows=flows)
            trace_only = ["strace", "-f", "-e", "trace=%network,open,openat,openat2,creat", "-o", str(trace)]
            subprocess.run(trace_only + command, stdout=subprocess.DEVNULL, check=True)
            lines = [re.sub(r"^\d+ +", "", line) for line in trace.read_text().splitlines()]
            calls[option] = collections.Counter(line for line in lines if not line.startswith(("+++", "---")))
        more = calls["--off"] - calls["--no-reporter"]
        print(f"off: {flows} checkouts, {sum(calls['--no-reporter'].values())} calls without a reporter, "
              f"{sum(more.values())} more with one that is off")
        for line in list(more)[:5]:
            print(f"  {line}")
        return not more


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("relay", type=os.path.abspath)
    parser.add_argument("sim", type=os.path.abspath)
    parser.add_argument("--flows", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=["plain", "faults", "leaks", "sample", "kill", "off"])
    arguments = parser.parse_args()
    trial = Trial(arguments)
    failed = [name for name in arguments.only or ["plain", "faults", "leaks", "sample", "kill", "off"]
              if not getattr(trial, name)()]
    print("checkout_sim: " + (f"FAILED: {', '.join(failed)}" if failed else "every figure is as expected"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
