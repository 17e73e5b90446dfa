#!/usr/bin/env python3
"""A stock Bugsink takes what our reporter sends, and shows it.

usage: bugsink.py DRIVER [--venv DIR] [--version VERSION]

Bugsink is an error tracker of other people's that speaks Sentry's protocol. It is installed from PyPI into a virtual
environment outside the repository (a temporary one, or DIR, which is kept), started as its own documentation says, given a
project, and sent errors and messages by the driver. Its issues and events must have type, value, level, counts, times,
release, environment, breadcrumbs and tags, and no card number. Takes a minute, mostly for the installation, and needs
PyPI: no part of scripts/test.
"""
import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

VERSION = "2.6.2"
CREATE = "from projects.models import Project; print('DSN', Project.objects.create(name='checkout').dsn)"
READ = """
import json
from events.models import Event
from issues.models import Issue
issues = [
    {
        "title": issue.title(), "type": issue.calculated_type, "value": issue.calculated_value,
        "count": issue.digested_event_count, "first": issue.first_seen.timestamp(), "last": issue.last_seen.timestamp(),
    }
    for issue in Issue.objects.order_by("digest_order")
]
events = [
    {
        "id": event.event_id.hex, "type": event.calculated_type, "level": event.get_level_display(),
        "release": event.release, "environment": event.environment, "platform": event.platform,
        "sdk": event.sdk_name, "data": json.loads(event.get_raw_data()),
    }
    for event in Event.objects.order_by("digest_order")
]
print("JSON " + json.dumps({"issues": issues, "events": events}))
"""
failures = []


def check(what, holds, detail=""):
    print(f"{'ok' if holds else 'FAILED'}: {what} {detail}".rstrip(), flush=True)
    if not holds:
        failures.append(what)


class Bugsink:
    """A Bugsink in a directory of its own, on a port of its own."""

    def __init__(self, venv, work):
        self.bin, self.work = os.path.join(venv, "bin"), work
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.environment = {**os.environ, "PYTHONPATH": work, "DJANGO_SETTINGS_MODULE": "bugsink_conf"}
        self.call(
            "bugsink-create-conf", "--template", "local", "--host", "127.0.0.1", "--port", str(self.port),
            "-o", os.path.join(work, "bugsink_conf.py"),
        )
        self.call("bugsink-manage", "migrate", "-v0")
        self.call("bugsink-manage", "migrate", "-v0", "--database", "snappea")

    def call(self, command, *arguments):
        done = subprocess.run(
            [os.path.join(self.bin, command), *arguments], cwd=self.work, env=self.environment, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise SystemExit(f"{command}: {done.stderr[-2000:]}")
        return done.stdout

    def ask(self, script, mark):
        """The line that begins with `mark` out of a script in its own shell."""
        text = self.call("bugsink-manage", "shell", "-v0", "-c", script)
        return next(line[len(mark) + 1:] for line in text.splitlines() if line.startswith(mark + " "))

    def start(self):
        self.log = open(os.path.join(self.work, "log"), "w")
        self.process = subprocess.Popen(
            [os.path.join(self.bin, "gunicorn"), "--bind", f"127.0.0.1:{self.port}", "--workers", "1", "bugsink.wsgi"],
            cwd=self.work, env=self.environment, stdout=self.log, stderr=self.log,
        )
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/ready", timeout=5)
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("Bugsink did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.log.close()


def judge(bugsink, text, begin):
    found = json.loads(bugsink.ask(READ, "JSON"))
    issues, events = found["issues"], found["events"]
    for issue in issues:
        print(f"   {issue['count']} × {issue['title']}")
    sent = [line.split()[1] for line in text.splitlines() if line.startswith("sent ")]
    check("everything was sent", "delivered=6" in text and "dropped=0" in text, text.strip().replace("\n", " "))
    check("every event is there once", sorted(event["id"] for event in events) == sorted(sent), f"({len(events)})")
    titles = {issue["title"]: issue for issue in issues}
    declined = titles.get("CardDeclined: checkout: 05")
    check("an error is an issue by its type and value, and counts its events", bool(declined) and declined["count"] == 3)
    check("an error behind an error is shown by the outer one", "Wrapper: payment: 7" in titles)
    messages = [issue for issue in issues if "card [redacted:pan] was refused" in issue["title"]]
    check("a message is an issue with its text", len(messages) == 1, str(list(titles)))
    check(
        "first and last seen are those of the events",
        all(begin - 1 <= issue["first"] <= issue["last"] <= time.time() + 1 for issue in issues),
    )
    levels = sorted(event["level"].lower() for event in events)
    check("levels are kept", levels == ["error", "error", "error", "fatal", "info", "warning"], str(levels))
    check(
        "release, environment, platform and SDK are kept",
        all(
            (event["release"], event["environment"], event["platform"], event["sdk"])
            == ("host-driver@1.0.0", "test", "native", "telemetry.swift")
            for event in events
        ),
    )
    data = events[-1]["data"]
    check("breadcrumbs and tags are kept", data["breadcrumbs"]["values"][-1]["message"] == "tapped pay" and data["tags"]["provider"] == "acme")
    everything = json.dumps(found)
    check("no card number", "4111111111111111" not in everything.replace(" ", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("driver")
    parser.add_argument("--venv", help="where Bugsink is installed, or will be")
    parser.add_argument("--version", default=VERSION)
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="bugsink-")
    venv = options.venv or os.path.join(work, "venv")
    if not os.path.exists(os.path.join(venv, "bin", "bugsink-manage")):
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run(
            [os.path.join(venv, "bin", "pip"), "install", "-q", "--disable-pip-version-check", f"bugsink=={options.version}"],
            check=True,
        )
    bugsink = Bugsink(venv, work)
    dsn = bugsink.ask(CREATE, "DSN")
    bugsink.start()
    begin = time.time()
    done = subprocess.run([options.driver, "errors", dsn], capture_output=True, text=True, timeout=60)
    judge(bugsink, done.stdout + done.stderr, begin)
    bugsink.stop()
    shutil.rmtree(work, ignore_errors=True)
    print("Bugsink:", "FAILED" if failures else "shows what we send")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
