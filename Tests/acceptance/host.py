#!/usr/bin/env python3
"""The reporter's life in a host: deadlines, leaving, forks, signals, proxies, a private CA.

usage: host.py RELAY DRIVER [--only PART] [--forks 1000] [--timeout-ms 200] [--all-floods]

- deadlines: flushes and closes return within their timeout and 50 ms, whatever the network or a hook does: a port whose
  backlog is full, a name server that never answers, a server that takes a request and says nothing, one that never
  answers a TLS handshake, a hook that never returns.
- leaving: a process that ends while a request, a handshake or a look-up is under way ends well, and at once.
- memory: floods of events into servers that do not take them add a bounded amount, and what only waits does not turn.
- storm: eight reporters, the host's own libcurl, and forks under load: every child ends well within a second, its event
  arrives once, and nothing arrives at another reporter's project.
- signals: none of the process's signals is delivered to a thread of the reporter's.
- tls, proxy: through a private CA to a relay, and not through a wrong one; through a proxy that is configured, and only then.
The part with the name server needs root and private mounts; without, it is skipped.
"""
import argparse
import collections
import functools
import gzip
import http.server
import json
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from relay import Relay  # noqa: E402

KEY = "0123456789abcdef0123456789abcdef"
GRACE_US = 50_000
failures = []


def check(what, holds, detail=""):
    print(f"{'ok' if holds else 'FAILED'}: {what} {detail}".rstrip(), flush=True)
    if not holds:
        failures.append(what)


def run(*command, timeout=60, **environment):
    """The exit code, the output and how long it took until the process was gone."""
    start = time.monotonic()
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout, done.stderr, time.monotonic() - start


class Listener:
    """A listening socket whose connections get `answer(connection)`, each on a thread of its own."""

    def __init__(self, answer, backlog=64):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=backlog)
        self.port = self.socket.getsockname()[1]
        self.answer = answer
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            with connection:
                self.answer(connection)
        except OSError:
            pass


def swallow(connection):
    while connection.recv(65_536):
        pass


class BlackHole:
    """A port on loopback that takes no connection and refuses none: its backlog is full."""

    def __init__(self):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(0)
        self.port = self.socket.getsockname()[1]
        self.waiting = []
        for _ in range(16):
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", self.port))
            self.waiting.append(client)
        time.sleep(0.05)

    def holds(self):
        probe = socket.socket()
        probe.settimeout(0.3)
        try:
            probe.connect(("127.0.0.1", self.port))
            return False
        except TimeoutError:
            return True
        finally:
            probe.close()


class NameServer:
    """A name server that never answers, and the driver in a mount of its own whose resolver asks it."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.77", 53))
        self.questions = 0
        threading.Thread(target=self.listen, daemon=True).start()
        self.place = tempfile.mkdtemp(prefix="resolver-")
        with open(os.path.join(self.place, "resolv.conf"), "w") as file:
            file.write("nameserver 127.0.0.77\noptions timeout:30 attempts:5\n")

    def listen(self):
        while True:
            self.socket.recvfrom(512)
            self.questions += 1

    def prefix(self):
        script = 'mount --bind "$1/resolv.conf" /etc/resolv.conf; shift; exec "$@"'
        return ["unshare", "-m", "sh", "-ec", script, "sh", self.place]


def can_mount():
    return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


@functools.cache
def places():
    """Where nothing can be delivered: a name, a DSN, what the driver is started with, its environment."""
    hole = BlackHole()
    check("the black hole takes no connection and refuses none", hole.holds())
    silent = Listener(swallow)
    keep = [hole, silent]
    found = [
        ("full backlog", f"http://{KEY}@127.0.0.1:{hole.port}/1", [], {}),
        ("silent server", f"http://{KEY}@127.0.0.1:{silent.port}/1", [], {}),
        ("silent TLS server", f"https://{KEY}@127.0.0.1:{silent.port}/1", [], {}),
        ("hook that never returns", f"http://{KEY}@127.0.0.1:{silent.port}/1", [], {"HOST_HOOK": "forever"}),
    ]
    if can_mount():
        names = NameServer()
        keep.append(names)
        found.append(("silent name server", f"https://{KEY}@relay.checkout.test/1", names.prefix(), {}))
    else:
        print("skipped: silent name server (root and private mounts are needed)")
    return found, keep


def deadlines(driver, timeout):
    found, keep = places()
    for name, dsn, prefix, environment in found:
        best = {}
        balanced = True
        # On a machine that does other things a single call says little: of five tries, the best of each kind counts.
        for _ in range(5):
            code, text, errors, _ = run(*prefix, driver, "deadlines", dsn, str(timeout), **environment)
            if code != 0 or errors or not text.endswith("end\n"):
                check(f"deadlines, {name}: the host goes on", False, errors or text)
                break
            balanced = balanced and "balanced=false" not in text
            for call, took, result in re.findall(r"^([a-z-]+) (\d+) ([a-z].*)$", text, re.M):
                limit = (0 if call == "flush-zero" else timeout) * 1_000 + GRACE_US
                best[call] = min(best.get(call, (10**9, limit, "")), (int(took), limit, result))
            if len(best) == 5 and all(took <= limit for took, limit, _ in best.values()):
                break
        late = {call: took for call, (took, limit, _) in best.items() if took > limit}
        told = all(result.startswith("timedOut") for _, _, result in best.values())
        check(
            f"deadlines, {name}: within the timeout and 50 ms, ledger balanced",
            len(best) == 5 and not late and balanced and told,
            "(" + ", ".join(f"{call} {took / 1000:.1f} ms" for call, (took, _, _) in best.items()) + ")",
        )
    if any(isinstance(one, NameServer) for one in keep):
        check("deadlines: the name server was asked", keep[-1].questions > 0, f"({keep[-1].questions} times)")


def leaving(driver):
    found, keep = places()
    for name, dsn, prefix, environment in found:
        slowest, codes = 0, collections.Counter()
        for number in range(15):
            code, text, errors, took = run(
                *prefix, driver, "leave", dsn, ("return", "exit", "close")[number % 3], **environment
            )
            slowest = max(slowest, took)
            codes[code if text.startswith("leaving\n") and not errors else "noise"] += 1
        # The shortest wait of a reporter is 5 s; what a busy machine adds is not meant.
        check(f"leaving, {name}: 15 processes end well and at once", codes == {0: 15} and slowest < 2, f"({slowest * 1000:.0f} ms at most)")
    del keep


def memory(driver, wants_all):
    """Floods of events into servers that do not take them, with and without a spool."""

    def server(answer):
        def serve(connection):
            while True:
                head = b""
                while b"\r\n\r\n" not in head:
                    data = connection.recv(65_536)
                    if not data:
                        return
                    head += data
                head, _, body = head.partition(b"\r\n\r\n")
                left = int(re.search(rb"(?i)content-length: *(\d+)", head)[1]) - len(body)
                while left > 0:
                    left -= len(connection.recv(65_536))
                if answer is None:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return
                connection.sendall(answer)

        return f"http://{KEY}@127.0.0.1:{Listener(serve).port}/1"

    def reply(status, *headers):
        return "\r\n".join([f"HTTP/1.1 {status} X", "Content-Length: 2", *headers, "", "{}"]).encode()

    batch = "X-Telemetry-Batch: 1"
    hole = BlackHole()
    cases = [
        ("200", server(reply(200, batch))),
        ("403", server(reply(403))),
        ("413", server(reply(413, batch))),
        ("429", server(reply(429, batch, "Retry-After: 3600"))),
        ("503", server(reply(503, batch))),
        ("hang", f"http://{KEY}@127.0.0.1:{Listener(swallow).port}/1"),
        ("reset", server(None)),
        ("port", f"http://{KEY}@127.0.0.1:1/1"),
        ("full backlog", f"http://{KEY}@127.0.0.1:{hole.port}/1"),
        ("TLS", f"https://{KEY}@127.0.0.1:{Listener(lambda one: one.sendall(b'220 mail')).port}/1"),
        ("name", f"https://{KEY}@no-such-host.invalid/1"),
    ]
    runs = []

    def one(name, dsn, has_spool):
        work = tempfile.mkdtemp(prefix="host-memory-")
        code, text, errors, _ = run(driver, "memory", dsn, os.path.join(work, "spool") if has_spool else "-")
        found = re.search(r"idle_ms=(\d+) grown_kib=(-?\d+)\nunbalanced=0 requests=(\d+)\n.*pending=0 .*balanced=true", text)
        runs.append((f"{name}{' with a spool' if has_spool else ''}", code, errors, found and [int(n) for n in found.groups()], text))
        shutil.rmtree(work, ignore_errors=True)

    for name, dsn in cases:
        if not wants_all and name != "hang":
            continue
        for has_spool in (False, True):
            one(name, dsn, has_spool)
    wrong = [f"{name}: {code} {errors} {text}" for name, code, errors, found, text in runs if code or errors or not found]
    check(f"memory: {len(runs)} floods of 200,000 events come to their end, ledgers balanced", not wrong, "; ".join(wrong))
    fine = [(name, found) for name, _, _, found, _ in runs if found]
    most = max(fine, key=lambda row: row[1][1])
    check("memory: none adds 16 MiB, of seventy that came in", most[1][1] < 16_384, f"({most[1][1] / 1024:.1f} MiB at most: {most[0]})")
    # A worker that turned in circles would take all of the 300 ms; one that sends may take some.
    busy = max((row for row in fine if row[0][:3] not in ("200", "403", "413")), key=lambda row: row[1][0])
    check("memory: none of those that only wait turns in circles", busy[1][0] < 150, f"({busy[1][0]} of 300 ms at most: {busy[0]})")


class Recorder:
    """A server that takes batches and remembers whatever came, by project."""

    def __init__(self):
        self.bodies = []
        self.fetches = 0
        recorder = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                recorder.bodies.append((self.path, self.headers["X-Sentry-Auth"], body))
                self.send_response(200)
                self.send_header("X-Telemetry-Batch", "1")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def do_HEAD(self):
                recorder.fetches += 1
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 512
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def events(self):
        """(project, key, event) of all that came."""
        for path, auth, body in self.bodies:
            project = path.split("/")[2]
            key = re.search(r"sentry_key=([0-9a-f]+)", auth)[1]
            lines = gzip.decompress(body).split(b"\n")
            for header, payload in zip(lines[1:], lines[2:]):
                if header.startswith(b'{"type":"event"'):
                    yield project, key, json.loads(payload)


def storm(driver, forks):
    recorder = Recorder()
    dsns = [f"http://{number:032x}@127.0.0.1:{recorder.port}/{number}" for number in range(1, 9)]
    start = time.monotonic()
    code, text, errors, _ = run(
        driver, "storm", f"http://127.0.0.1:{recorder.port}/", *dsns, timeout=600, HOST_FORKS=str(forks)
    )
    took = time.monotonic() - start
    slowest = int((re.search(r"slowest_ms=(\d+)", text) or [0, "99999"])[1])
    check("storm: the host comes to its end", code == 0 and not errors and text.endswith("end\n"), f"({took:.1f} s) {errors}")
    check("storm: no child failed", "child failed" not in text, "; ".join(re.findall("child failed.*", text)))
    check("storm: every child within a second", slowest <= 1_000, f"({forks} children, the slowest {slowest} ms)")
    ids, children, crossed = collections.Counter(), 0, 0
    for project, key, event in recorder.events():
        ids[event["event_id"]] += 1
        message = event["message"]["formatted"]
        own = str(int(project) - 1)
        children += message.startswith("child")
        crumbs = event.get("breadcrumbs", {}).get("values", [])
        fine = message.split()[-1] == own and int(key, 16) == int(project)
        crossed += not fine or any(crumb["message"].split()[-1] != own for crumb in crumbs)
    ledgers = re.findall(r"captured=(\d+) .* delivered=(\d+) .*dropped=(\d+) balanced=(\w+)(?: closed=(\d+))?", text)
    captured, delivered, dropped = (sum(int(row[column]) for row in ledgers) for column in (0, 1, 2))
    closed = sum(int(row[4] or 0) for row in ledgers)
    check("storm: each child's event came once", children == forks and max(ids.values(), default=0) == 1, f"({children})")
    check("storm: nothing went to another reporter's project", crossed == 0, f"({crossed} of {len(ids)})")
    check(
        "storm: all that the parent captured before it closed arrived, every ledger balanced",
        len(ledgers) == 8 and all(row[3] == "true" for row in ledgers)
        and captured - dropped == delivered == len(ids) - children and dropped == closed,
        f"({delivered} delivered, {closed} captured after the close)",
    )
    check("storm: the host's own libcurl worked meanwhile", recorder.fetches > 100, f"({recorder.fetches} fetches)")


def signals(driver):
    silent = Listener(swallow)
    code, text, errors, _ = run(driver, "signals", f"http://{KEY}@127.0.0.1:{silent.port}/1")
    mask = int((re.search(r"mask=([0-9a-f]{16})", text) or [0, "0"])[1], 16)
    # Faults of a thread's own making are delivered to it: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV.
    # The kernel lets nobody block SIGKILL and SIGSTOP; 32 and 33 are the C library's.
    free = {number for number in range(1, 65) if not mask >> (number - 1) & 1} - {4, 5, 6, 7, 8, 11, 9, 19, 32, 33}
    check(
        "signals: all of them wait for the host, none is taken by the reporter's thread",
        code == 0 and not errors and "taken" not in text and "pending=11 of 11" in text and mask and not free,
        text.strip().replace("\n", " "),
    )


def certificate(work, name, issuer=None):
    """Makes a key and a certificate: of an authority, or of 127.0.0.1 by an authority."""
    key, file = os.path.join(work, name + ".key"), os.path.join(work, name + ".pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    command += ["-keyout", key, "-out", file, "-subj", f"/CN={name}"]
    if issuer:
        command += ["-CA", os.path.join(work, issuer + ".pem"), "-CAkey", os.path.join(work, issuer + ".key")]
        command += ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"]
    subprocess.run(command, check=True, capture_output=True)
    return file, key


def pipe(one, other):
    def copy(source, target):
        try:
            while data := source.recv(65_536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except (OSError, ValueError):
            pass

    back = threading.Thread(target=copy, args=(other, one), daemon=True)
    back.start()
    copy(one, other)
    back.join(10)


def tls(relay, driver, work):
    certificate(work, "authority")
    wrong, _ = certificate(work, "another-authority")
    file, key = certificate(work, "relay", issuer="authority")
    right = os.path.join(work, "authority.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key)

    def terminate(connection):
        with context.wrap_socket(connection, server_side=True) as inner:
            with socket.create_connection((relay.host, relay.port)) as outer:
                pipe(inner, outer)

    front = Listener(terminate)
    dsn = f"https://{relay.key}@127.0.0.1:{front.port}/{relay.project}"

    def stored():
        return {row["event_id"] for row in relay.lines("events", "--limit", "0")}

    for name, environment in (("option", {"HOST_CA": right}), ("SSL_CERT_FILE", {"SSL_CERT_FILE": right})):
        code, text, errors, _ = run(driver, "once", dsn, "-", **environment)
        event_id = re.search(r"finished ([0-9a-f]{32})", text)
        check(f"tls: with the right authority ({name}) it is stored", code == 0 and bool(event_id) and event_id[1] in stored(), errors or text)
    # The option outranks the environment; a file that is missing trusts nobody.
    before = len(stored())
    for name, environment in (
        ("the system's authorities", {}),
        ("a wrong one", {"HOST_CA": wrong}),
        ("a wrong one as option and the right one in the environment", {"HOST_CA": wrong, "SSL_CERT_FILE": right}),
        ("a file that is not there", {"HOST_CA": os.path.join(work, "missing.pem")}),
    ):
        code, text, errors, _ = run(driver, "once", dsn, os.path.join(work, "spool-tls"), **environment)
        check(f"tls: with {name} nothing is sent, and kept", code == 0 and "failure=TLS failed" in text and text.startswith("persisted"), text)
    check("tls: nothing came through", len(stored()) == before)
    wrong_name = dsn.replace("127.0.0.1", "127.0.0.2")
    front_two = socket.create_server(("127.0.0.2", front.port))
    threading.Thread(target=forward_all, args=(front_two, front.port), daemon=True).start()
    code, text, _, _ = run(driver, "once", wrong_name, "-", HOST_CA=right)
    check("tls: a certificate for another address is refused", code == 0 and "failure=TLS failed" in text, text)
    code, text, _, _ = run(driver, "drain", dsn, os.path.join(work, "spool-tls"), HOST_CA=right)
    check("tls: what was kept is delivered with the right authority", len(stored()) == before + 4 and "delivered=4" in text, text)
    return dsn, right


def forward_all(listener, port):
    while True:
        connection, _ = listener.accept()
        outer = socket.create_connection(("127.0.0.1", port))
        threading.Thread(target=pipe, args=(connection, outer), daemon=True).start()


def proxy(relay, driver, tls_dsn, authority):
    seen = []

    def answer(connection):
        head = b""
        while b"\r\n\r\n" not in head:
            data = connection.recv(65_536)
            if not data:
                return
            head += data
        line = head.split(b"\r\n", 1)[0].decode()
        seen.append(line)
        method, target, _ = line.split()
        if method == "CONNECT":
            host, port = target.rsplit(":", 1)
            with socket.create_connection((host, int(port))) as outer:
                connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                pipe(connection, outer)
        else:
            path = "/" + target.split("/", 3)[3]
            with socket.create_connection((relay.host, relay.port)) as outer:
                outer.sendall(head.replace(target.encode(), path.encode(), 1))
                pipe(connection, outer)

    server = Listener(answer)
    url = f"http://127.0.0.1:{server.port}"
    for name, dsn, environment, start in (
        ("http", relay.dsn, {}, "POST http://"),
        ("https", tls_dsn, {"HOST_CA": authority}, "CONNECT 127.0.0.1:"),
    ):
        for variables in ({}, {"no_proxy": "*", "NO_PROXY": "127.0.0.1"}):
            seen.clear()
            code, text, errors, _ = run(driver, "once", dsn, "-", HOST_PROXY=url, **environment, **variables)
            check(
                f"proxy: {name} goes through the one that is configured{', whatever no_proxy says' if variables else ''}",
                code == 0 and text.startswith("finished") and len(seen) == 1 and seen[0].startswith(start),
                errors or f"{seen} {text.strip()}" if not text.startswith("finished") or len(seen) != 1 else "",
            )
    seen.clear()
    code, text, _, _ = run(
        driver, "once", relay.dsn, "-", http_proxy=url, https_proxy=url, all_proxy=url, ALL_PROXY=url, HTTPS_PROXY=url
    )
    check("proxy: the environment's is not used", code == 0 and text.startswith("finished") and not seen)
    code, text, _, _ = run(driver, "once", relay.dsn, "-", HOST_PROXY="http://127.0.0.1:1")
    check("proxy: one that is not there is not gone around", code == 0 and "failure=cannot connect" in text, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("relay")
    parser.add_argument("driver")
    parser.add_argument("--only", action="append", choices=["deadlines", "leaving", "memory", "storm", "signals", "tls", "proxy"])
    parser.add_argument("--all-floods", action="store_true", help="every server of the part memory, a minute; else one")
    parser.add_argument("--forks", type=int, default=1_000)
    parser.add_argument("--timeout-ms", type=int, default=200)
    options = parser.parse_args()
    driver = os.path.abspath(options.driver)

    def wanted(part):
        return not options.only or part in options.only

    if wanted("deadlines"):
        deadlines(driver, options.timeout_ms)
    if wanted("leaving"):
        leaving(driver)
    if wanted("memory"):
        memory(driver, options.all_floods)
    if wanted("storm"):
        storm(driver, options.forks)
    if wanted("signals"):
        signals(driver)
    if wanted("tls") or wanted("proxy"):
        relay = Relay(options.relay).start()
        work = tempfile.mkdtemp(prefix="host-tls-")
        dsn, authority = tls(relay, driver, work)
        if wanted("proxy"):
            proxy(relay, driver, dsn, authority)
        check("relay ends well", relay.stop() == 0)
        shutil.rmtree(work, ignore_errors=True)
        shutil.rmtree(os.path.dirname(relay.data), ignore_errors=True)
    print("life in a host:", "FAILED" if failures else "held")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
