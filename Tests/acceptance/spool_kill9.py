#!/usr/bin/env python3
"""Kills a reporter with SIGKILL under load: nothing that a flush has promised may be missing, or be there twice.

usage: spool_kill9.py RELAY DRIVER [--kills 5] [--seconds 0.4] [--seed N]

The driver captures from three threads with a spool, and prints an event's id once `flushBlocking` has returned
`.persisted` (on the disk) or `.finished` (at the relay). It is killed at a random moment and started again on the same
directory, many times; the relay is away for a part of them, killed itself in others. In the end a last process delivers
what is left. Then every printed id has to be in the relay's store once, no event twice, and the spool has to be empty.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from relay import Relay  # noqa: E402


class Driver:
    """One life of the reporter's host."""

    def __init__(self, binary, dsn, directory):
        self.lines = []
        self.process = subprocess.Popen(
            [binary, "load", dsn, directory], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            # A line without its end was not said.
            if line.endswith("\n"):
                self.lines.append(line.split())

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.reader.join()
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.returncode, errors


def run(binary, *arguments, timeout=180):
    done = subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("relay")
    parser.add_argument("driver")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="longest life of one process")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    dice = random.Random(seed)
    relay = Relay(options.relay)
    work = tempfile.mkdtemp(prefix="spool-kill9-")
    directory = os.path.join(work, "spool")
    relay.start()
    dsn = relay.dsn
    is_up = True
    promised = {"persisted": set(), "finished": set()}
    unexpected = []
    relay_kills = 0
    for number in range(options.kills):
        # Of ten lives seven see a relay, two none, and in one it dies, too.
        fate = dice.choices(["up", "down", "dies"], [7, 2, 1])[0]
        if fate == "down" and is_up:
            relay.kill()
            is_up = False
        elif fate != "down" and not is_up:
            relay.restart_on(dsn)
            is_up = True
        driver = Driver(os.path.abspath(options.driver), dsn, directory)
        time.sleep(options.seconds * dice.uniform(0.05, 1.0))
        if fate == "dies":
            relay.kill()
            is_up = False
            relay_kills += 1
            time.sleep(dice.uniform(0, 0.1))
        code, errors = driver.kill()
        if code != -signal.SIGKILL or errors:
            unexpected.append((number, code, errors[:200]))
        for word, event_id in driver.lines:
            promised[word].add(event_id)
    if not is_up:
        relay.restart_on(dsn)
    code, text = run(os.path.abspath(options.driver), "drain", dsn, directory)
    stored = [row["event_id"] for row in relay.lines("events", "--limit", "0")]
    once = set(stored)
    all_promised = promised["persisted"] | promised["finished"]
    missing = {word: len(ids - once) for word, ids in promised.items()}
    left = [name for _, _, names in os.walk(directory) for name in names]
    relay_code = relay.stop()
    print(text.strip())
    print(
        f"seed={seed} kills={options.kills} relay_kills={relay_kills} persisted={len(promised['persisted'])} "
        f"finished={len(promised['finished'])} stored={len(stored)} missing_persisted={missing['persisted']} "
        f"missing_finished={missing['finished']} twice={len(stored) - len(once)} files_left={len(left)} "
        f"unexpected={unexpected} driver_exit={code} relay_exit={relay_code}"
    )
    good = (
        promised["persisted"]
        and all_promised <= once
        and len(stored) == len(once)
        and not left
        and not unexpected
        and code == 0
        and relay_code == 0
        and "balanced=true" in text
        and "dropped=0" in text
    )
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(os.path.dirname(relay.data), ignore_errors=True)
    print("spool, kill -9:", "every promise was kept" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
