#!/usr/bin/env python3
"""An unmodified Python sentry-sdk reports to the relay; what it reported can be read, and is clean.

usage: sentry_python.py BINARY [DRIVER]       needs the packages of requirements.txt (sentry-sdk, brotli)

With each compression that the SDK knows: a handled exception with its cause, a message, breadcrumbs, a tag, a user, a
log entry. They have to appear in `issues`, the breadcrumbs in `show`, and no card number, e-mail or address anywhere.
With DRIVER, our own reporter sends the same error and the same message beside it: the same columns of `issues` are filled.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from relay import Relay  # noqa: E402

CARD, EMAIL, ADDRESS = "4111 1111 1111 1111", "shopper@example.com", "203.0.113.7"
CLIENT = r"""
import sys
import sentry_sdk
dsn, compression, card, email, address = sys.argv[1:6]
sys.argv = ["shop"]
sentry_sdk.init(
    dsn, release="shop@1.0.0", environment="acceptance", server_name="host", send_default_pii=True, enable_logs=True,
    _experiments={"transport_compression_algo": compression} if compression != "none"
    else {"transport_compression_level": 0},
)
sentry_sdk.set_user({"id": "u-1", "email": email, "ip_address": address})
sentry_sdk.set_tag("provider", "acme-" + compression)
sentry_sdk.add_breadcrumb(category="ui", message="tapped pay with " + compression, data={"card": card})
try:
    try:
        raise KeyError("token")
    except KeyError as cause:
        raise RuntimeError("charge failed for " + card) from cause
except RuntimeError as error:
    sentry_sdk.capture_exception(error)
sentry_sdk.capture_message("checkout started by " + compression, level="info")
if hasattr(sentry_sdk, "logger"):
    sentry_sdk.logger.error("gateway timeout for " + email)
sentry_sdk.flush(10)
"""

BESIDE = r"""
import sys
import sentry_sdk
sentry_sdk.init(sys.argv[1], release="host-driver@1.0.0", environment="test", server_name="host")
class CardDeclined(Exception):
    pass
for level in ("error", "error", "fatal"):
    try:
        raise CardDeclined("checkout: 05")
    except CardDeclined as error:
        sentry_sdk.capture_exception(error, level=level)
sentry_sdk.capture_message("checkout opened", level="info")
sentry_sdk.flush(10)
"""


def beside(relay, driver):
    """What is wrong with how the two clients' issues look beside each other."""
    earlier = {issue["issue"] for issue in relay.lines("issues", "--limit", "0")}
    subprocess.run([sys.executable, "-c", BESIDE, relay.dsn], check=True, timeout=60)
    subprocess.run([driver, "errors", relay.dsn], check=True, timeout=60, capture_output=True)
    issues = [issue for issue in relay.lines("issues", "--limit", "0") if issue["issue"] not in earlier]
    problems = []
    declined = [issue for issue in issues if issue["title"] == "CardDeclined: checkout: 05"]
    # By frames here and by type and value there: two issues, of three events each.
    if len(declined) != 2 or [issue["events"] for issue in declined] != [3, 3]:
        problems.append(f"the error of both clients: {declined}")
    else:
        one, other = declined
        for column in ("project", "state", "level", "title", "type", "message", "events", "first_release", "last_release", "environment"):
            if one[column] != other[column] or one[column] is None:
                problems.append(f"{column} differs: {one[column]} and {other[column]}")
        for issue in declined:
            if not issue["first_seen"] <= issue["last_seen"] or not issue["first_seen"].endswith("Z"):
                problems.append(f"first and last seen of {issue['issue']}")
        if (one["level"], one["environment"], one["last_release"]) != ("fatal", "test", "host-driver@1.0.0"):
            problems.append(f"level, environment or release: {one}")
    opened = [issue for issue in issues if issue["title"] == "checkout opened"]
    if len(opened) != 1 or opened[0]["events"] != 2:
        problems.append(f"the same message of both is not one issue: {opened}")
    table = relay.text("issues")
    rows = [line for line in table.splitlines() if "CardDeclined" in line]
    if len(rows) != 2 or not all("fatal" in row and "host-driver@1.0.0" in row and " test " in row for row in rows):
        problems.append("the table shows less of one than of the other")
    return problems


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__.splitlines()[2])
        return 2
    relay = Relay(sys.argv[1]).start()
    compressions = ["gzip", "br", "none"]
    for compression in compressions:
        subprocess.run(
            [sys.executable, "-c", CLIENT, relay.dsn, compression, CARD, EMAIL, ADDRESS], check=True, timeout=60
        )
    issues = relay.lines("issues", "--limit", "0")
    events = relay.lines("events", "--limit", "0")
    titles = " | ".join(str(issue.get("title")) for issue in issues)
    problems = []
    if "RuntimeError: charge failed for [redacted:pan]" not in titles:
        problems.append("the handled exception is not in issues")
    for compression in compressions:
        if f"checkout started by {compression}" not in titles:
            problems.append(f"the message sent as {compression} is not in issues")
    shown = ""
    for row in events:
        shown += relay.text("show", row["event_id"])
    for compression in compressions:
        if f"tapped pay with {compression}" not in shown:
            problems.append(f"the breadcrumb sent as {compression} is not in show")
    everything = shown + relay.text("issues", "--json") + relay.text("events", "--json")
    for name, planted in (("card number", CARD), ("e-mail", EMAIL), ("address", ADDRESS)):
        if planted in everything or planted.replace(" ", "") in everything:
            problems.append(f"the planted {name} is readable")
    if len(sys.argv) == 3:
        problems += beside(relay, sys.argv[2])
    code = relay.stop()
    if code != 0:
        problems.append(f"the relay ended with {code}")
    shutil.rmtree(os.path.dirname(relay.data), ignore_errors=True)
    print(f"issues={len(issues)} events={len(events)} problems={len(problems)}")
    for problem in problems:
        print(" -", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
