"""What the acceptance scripts share: starting a relay, sending to it, reading its answers. Standard library only."""
import http.client
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import uuid


class Relay:
    """A relay in a data directory of its own, on a port of its own."""

    def __init__(self, binary, data=None, prefix=()):
        self.binary = os.path.abspath(binary)
        self.data = data or os.path.join(tempfile.mkdtemp(prefix="relay-acceptance-"), "data")
        self.prefix = list(prefix)
        self.process = None

    def start(self, wait=60, listen="127.0.0.1:0"):
        self.process = subprocess.Popen(
            self.prefix + [self.binary, "serve", "--listen", listen, "--data", self.data],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the relay did not start")
            found = re.search(r"DSN: (http://([0-9a-f]{32})@([^:/]+):(\d+)/(\d+))", line)
            if found:
                self.dsn, self.key, self.host = found[1], found[2], found[3]
                self.port, self.project = int(found[4]), found[5]
                return self
        raise SystemExit("the relay printed no DSN")

    def restart_on(self, dsn):
        """Starts again on the port of an earlier DSN, and is there when it returns."""
        address = re.search(r"@([^/]+)/", dsn)[1]
        return self.start(listen=address)

    def pid(self):
        """The relay's own process, also below a tracer."""
        if not self.prefix:
            return self.process.pid
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(children) as file:
            return int(file.read().split()[0])

    def kill(self):
        os.kill(self.pid(), signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self, wait=15):
        os.kill(self.pid(), signal.SIGTERM)
        code = self.process.wait(timeout=wait)
        self.process.stdout.close()
        return code

    def connection(self, timeout=20):
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def headers(self, **more):
        return {"X-Sentry-Auth": f"Sentry sentry_version=7, sentry_key={self.key}", **more}

    def lines(self, *arguments):
        """What a listing of the command line prints as NDJSON."""
        done = subprocess.run(
            [self.binary, *arguments, "--json", "--data", self.data], capture_output=True, text=True, check=True
        )
        return [json.loads(line) for line in done.stdout.splitlines() if line]

    def text(self, *arguments):
        return subprocess.run(
            [self.binary, *arguments, "--data", self.data], capture_output=True, text=True, check=True
        ).stdout


def event(event_id=None, message="payment declined"):
    """An event and its id."""
    event_id = event_id or uuid.uuid4().hex
    return event_id, {"event_id": event_id, "timestamp": time.time(), "level": "error", "message": message}


def envelope(*events):
    """An envelope of one event, as its bytes."""
    event_id, document = events[0]
    payload = json.dumps(document).encode()
    head = json.dumps({"event_id": event_id}).encode()
    item = json.dumps({"type": "event", "length": len(payload)}).encode()
    return b"\n".join([head, item, payload]) + b"\n"
