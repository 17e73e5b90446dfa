#!/usr/bin/env python3
"""Kills the relay with SIGKILL under load: nothing that was acknowledged may be missing.

usage: kill9.py BINARY [--kills 3] [--senders 4] [--seconds 1.0]

Several connections send new events as fast as they are answered. The relay is killed in the middle and started again on
the same data, many times. Then every acknowledged event has to be in the store once, readable through the command
line; and all of them are sent again, which has to raise the duplicate counter by exactly as many and store nothing new.
"""
import argparse
import http.client
import os
import random
import shutil
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from relay import Relay, envelope, event  # noqa: E402


def load(relay, acknowledged, stop):
    connection = relay.connection()
    while not stop.is_set():
        event_id, document = event()
        try:
            connection.request(
                "POST", f"/api/{relay.project}/envelope/", envelope((event_id, document)), relay.headers()
            )
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return
        if answer.status == 200:
            acknowledged.append((event_id, document))


def duplicates(relay):
    return sum(row["quantity"] for row in relay.lines("drops", "--limit", "0") if row["reason"] == "duplicate")


def resend(relay, events):
    connection = relay.connection()
    for one in events:
        connection.request("POST", f"/api/{relay.project}/envelope/", envelope(one), relay.headers())
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            return answer.status
    return 200


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--senders", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0, help="longest time under load before a kill")
    parser.add_argument("--resend", type=int, default=200, help="how many of the acknowledged events are sent again")
    options = parser.parse_args()
    relay = Relay(options.binary)
    acknowledged = []
    for number in range(options.kills):
        relay.start()
        stop = threading.Event()
        mine = [[] for _ in range(options.senders)]
        threads = [threading.Thread(target=load, args=(relay, part, stop)) for part in mine]
        for thread in threads:
            thread.start()
        time.sleep(options.seconds * random.uniform(0.3, 1.0))
        relay.kill()
        stop.set()
        for thread in threads:
            thread.join()
        acknowledged += [one for part in mine for one in part]
        print(f"kill {number + 1}: {sum(map(len, mine))} acknowledged")
    relay.start()
    stored = [row["event_id"] for row in relay.lines("events", "--limit", "0")]
    missing = [event_id for event_id, _ in acknowledged if event_id not in set(stored)]
    twice = len(stored) - len(set(stored))
    again = acknowledged[-options.resend :]
    before = duplicates(relay)
    status = resend(relay, again)
    raised = duplicates(relay) - before
    after = len(relay.lines("events", "--limit", "0"))
    shown = relay.text("show", acknowledged[0][0]) if acknowledged else ""
    code = relay.stop()
    print(
        f"kills={options.kills} acknowledged={len(acknowledged)} stored={len(stored)} missing={len(missing)} "
        f"twice={twice} resent={len(again)} status={status} duplicates_raised={raised} new={after - len(stored)} "
        f"relay_exit={code}"
    )
    good = (
        acknowledged
        and not missing
        and twice == 0
        and status == 200
        and raised == len(again)
        and after == len(stored)
        and "payment declined" in shown
        and code == 0
    )
    shutil.rmtree(os.path.dirname(relay.data), ignore_errors=True)
    print("kill -9:", "nothing acknowledged is missing" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
