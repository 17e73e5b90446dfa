#!/usr/bin/env python3
"""Proves that 200 means stored, by the order of system calls and not by luck.

usage: order_of_durability.py BINARY [--requests 60] [--connections 1,8]

Runs the relay under strace and sends envelope and store requests (new events, duplicates, outcomes only). For every
200 it then checks: the write of the answer begins after an fdatasync (or fsync) of the database's WAL has returned 0,
and that sync began after the last byte of the request had been read. Exit 0 if that holds for all of them and as many
were seen as were sent; 1 otherwise.
"""
import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from relay import Relay, envelope, event  # noqa: E402

CALLS = "write,writev,sendto,sendmsg,sendfile,recvfrom,recvmsg,read,readv,fdatasync,fsync,pwrite64,accept4,close,openat"
LINE = re.compile(r"^(\d+)\s+(\d+):(\d+):(\d+)\.(\d+) (.*)$")
CALL = re.compile(r"^(\w+)\((.*)$", re.S)
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$", re.S)


def calls(path):
    """Every call as (name, arguments and result, start, end, order of start, order of end)."""
    pending = {}
    with open(path, errors="replace") as file:
        for number, line in enumerate(file):
            found = LINE.match(line.rstrip("\n"))
            if not found:
                continue
            thread, text = found[1], found[6]
            resumed = RESUMED.match(text)
            if resumed:
                if thread in pending:
                    name, begun, start = pending.pop(thread)
                    yield name, begun + resumed[2], start, number
                continue
            call = CALL.match(text)
            if not call:
                continue
            if text.endswith("<unfinished ...>"):
                pending[thread] = (call[1], call[2][: -len("<unfinished ...>")], number)
            else:
                yield call[1], call[2], number, number


def result(text):
    found = re.search(r"\) += (-?\d+)", text)
    return int(found[1]) if found else None


def check(path, blind=False):
    """(answers seen, violations, syncs of the WAL); a blind check sees no sync and has to find nothing but violations."""
    wal, sockets, syncs, answers = set(), {}, [], []
    for name, text, start, end in sorted(calls(path), key=lambda call: call[3]):
        descriptor = re.match(r"(\d+)", text)
        if name == "openat":
            if result(text) is not None and result(text) >= 0:
                target = re.search(r'"([^"]*)"', text)
                wal.discard(result(text))
                if target and target[1].endswith("relay.db-wal"):
                    wal.add(result(text))
            continue
        if name == "accept4":
            if (result(text) or -1) >= 0:
                sockets[result(text)] = None
            continue
        if not descriptor:
            continue
        number = int(descriptor[1])
        if name == "close":
            wal.discard(number)
            sockets.pop(number, None)
        elif name in ("fdatasync", "fsync") and number in wal:
            if result(text) == 0 and not blind:
                syncs.append((start, end))
        elif name in ("recvfrom", "recvmsg", "read", "readv") and number in sockets:
            if (result(text) or 0) > 0:
                sockets[number] = end
        elif name in ("sendto", "sendmsg", "write", "writev") and number in sockets:
            if "HTTP/1.1 200" in text:
                answers.append((sockets[number], start))
    violations = 0
    for read_end, write_start in answers:
        if read_end is None or not any(read_end < begun and done < write_start for begun, done in syncs):
            violations += 1
    return len(answers), violations, len(syncs)


def send(relay, count, connection_number, statuses, lock):
    connection = relay.connection(timeout=60)
    again = None
    for number in range(count):
        kind = (number + connection_number) % 4
        path, body = f"/api/{relay.project}/envelope/", None
        if kind == 0 and again:
            body = again  # a duplicate
        elif kind == 1:
            path, body = f"/api/{relay.project}/store/", json.dumps(event()[1]).encode()
        elif kind == 2:
            report = {"discarded_events": [{"reason": "queue_overflow", "category": "error", "quantity": 1}]}
            body = b'{}\n{"type":"client_report"}\n' + json.dumps(report).encode() + b"\n"
        else:
            body = again = envelope(event())
        connection.request("POST", path, body, relay.headers())
        answer = connection.getresponse()
        answer.read()
        with lock:
            statuses.append(answer.status)
    connection.close()


def run(binary, requests, connections):
    work = tempfile.mkdtemp(prefix="relay-durability-")
    trace = os.path.join(work, "trace")
    prefix = ["strace", "-f", "-tt", "-s", "64", "-o", trace, "-e", f"trace={CALLS}"]
    relay = Relay(binary, data=os.path.join(work, "data"), prefix=prefix).start()
    statuses, lock = [], threading.Lock()
    each = max(1, requests // connections)
    threads = [
        threading.Thread(target=send, args=(relay, each, number, statuses, lock)) for number in range(connections)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    code = relay.stop(wait=60)
    acknowledged = statuses.count(200)
    seen, violations, syncs = check(trace)
    can_fail = check(trace, blind=True)[:2] == (seen, seen)
    print(
        f"connections={connections} sent={len(statuses)} acknowledged={acknowledged} answers_seen={seen} "
        f"wal_syncs={syncs} violations={violations} relay_exit={code}"
    )
    shutil.rmtree(work, ignore_errors=True)
    whole = acknowledged == len(statuses) == each * connections and seen == acknowledged
    return whole and can_fail and seen > 0 and syncs > 0 and violations == 0 and code == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--requests", type=int, default=60, help="requests at each number of connections")
    parser.add_argument("--connections", default="1,8", help="numbers of connections, comma-separated")
    options = parser.parse_args()
    if not shutil.which("strace"):
        print("strace is not installed")
        return 1
    good = True
    for connections in options.connections.split(","):
        good = run(options.binary, options.requests, int(connections)) and good
    print("order of durability:", "holds" if good else "BROKEN")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
