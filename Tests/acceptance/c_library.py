#!/usr/bin/env python3
"""The reporter as a C library: what it exports and needs, its example against a real relay, and use that nobody plans.

usage: c_library.py RELAY PREFIX        PREFIX is what scripts/build-c made

The example is compiled by cc through pkg-config and run with the Swift toolchain hidden by a mount (where mounts are
permitted; said where they are not). What arrives has been scrubbed. c_hostile.c calls every function with NULL, with huge
and broken text, after close, from eight threads, and over forks. The header is compiled as C99 and, if there is a compiler
for it, as C++.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from relay import Relay  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wstrict-prototypes"]
PLANTED = ["4111111111111111", "737", "12/29", "5555 5555 5555 4444", "ada@example.com"]
failures = []


def check(what, holds, detail=""):
    print(f"{'ok' if holds else 'FAILED'}: {what} {detail}".rstrip())
    if not holds:
        failures.append(what)


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def library(prefix):
    """What the file itself says. Returns the functions that the header declares."""
    path = os.path.join(prefix, "lib", "libtelemetry.so")
    with open(os.path.join(prefix, "include", "telemetry.h"), encoding="utf-8") as file:
        header = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    declared = set(re.findall(r"\b(telemetry_\w+)\([^()]*\);", header.replace("\n", " ")))
    declared -= set(re.findall(r"\(\*(telemetry_\w+)\)", header))
    symbols = [line.split() for line in output("nm", "-D", "--defined-only", path).splitlines()]
    names = {symbol[-1].split("@")[0] for symbol in symbols}
    versions = {name for name in names if re.fullmatch(r"TELEMETRY_\d+", name)}
    check("exports are the header's functions, no more and no less", names - versions == declared and len(declared) > 30,
          f"({len(declared)}) {sorted((names - versions) ^ declared)}".replace(" []", ""))
    dynamic = output("readelf", "-d", path)
    check("the name of the library has a version", "Library soname: [libtelemetry.so.0]" in dynamic)
    paths = re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic)
    check("RUNPATH is $ORIGIN or none", set(paths) <= {"$ORIGIN"}, str(paths))
    check("no text relocations, stays loaded", "TEXTREL" not in dynamic and "NODELETE" in dynamic)
    stripped = "no symbols" in subprocess.run(["nm", path], capture_output=True, text=True).stderr
    check("stripped", stripped, f"({os.path.getsize(os.path.realpath(path))} bytes)")
    needed = sorted(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
    check("needs nothing of Swift", not [name for name in needed if re.search("swift|dispatch|Foundation", name, re.I)],
          " ".join(needed))
    listed = output("ldd", path)
    check("ldd lists no Swift library, and misses none", not re.search("swift|not found", listed))


def compiled(prefix, work):
    """The example and the hostile program; the header as C++."""
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(prefix, "lib", "pkgconfig"))
    flags = output("pkg-config", "--cflags", "--libs", "telemetry", env=environment).split()
    example, hostile = os.path.join(work, "example"), os.path.join(work, "hostile")
    output("cc", "-std=c99", *STRICT, os.path.join(ROOT, "Examples", "c", "main.c"), *flags, "-o", example)
    output("cc", "-std=gnu99", "-Wall", "-Wextra", "-Werror", os.path.join(ROOT, "Tests", "acceptance", "c_hostile.c"),
           *flags, "-lpthread", "-o", hostile)
    print("ok: the example compiles as C99 without a warning")
    if shutil.which("c++"):
        source = os.path.join(work, "header.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write("#include <telemetry.h>\n"
                       "int main() { telemetry_error error = TELEMETRY_ERROR_INIT; error.type = \"Kind\";\n"
                       "    return telemetry_capture_error(nullptr, TELEMETRY_LEVEL_ERROR, &error, nullptr, nullptr)\n"
                       "        == TELEMETRY_INVALID_ARGUMENT ? 0 : 1; }\n")
        program = os.path.join(work, "header")
        output("c++", "-std=c++11", *STRICT[:-1], source, *flags, "-o", program)
        done = subprocess.run([program], env=dict(os.environ, LD_LIBRARY_PATH=os.path.join(prefix, "lib")))
        check("the header is good C++", done.returncode == 0)
    return example, hostile


def namespace():
    """How to run in a mount namespace of one's own; empty where that is not permitted."""
    for command in (["unshare", "-m"], ["unshare", "-r", "-m"]):
        if shutil.which("unshare") and subprocess.run([*command, "true"], capture_output=True).returncode == 0:
            return command
    return []


def hidden(prefix, work, command):
    """Runs a program that cannot see the toolchain, with the library at a place of its own."""
    place = os.path.join(work, "installed")
    shutil.copytree(os.path.join(prefix, "lib"), place, symlinks=True)
    environment = dict(os.environ, LD_LIBRARY_PATH=place)
    root = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swiftc"))))
    # A toolchain that was unpacked over /usr can only lose its libraries.
    places = [os.path.join(root, "lib", name) for name in ("swift", "swift_static")] if root == "/usr" else [root]
    places = [name for name in places if os.path.isdir(name)]
    inside = namespace()
    if not inside:
        print("not checked: this user may not mount, so the toolchain stays visible")
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    script = "".join(f'mount -t tmpfs tmpfs "{name}"; ' for name in places)
    script += "".join(f'[ -z "$(ls -A "{name}")" ] || exit 99; ' for name in places) + 'exec "$@"'
    done = subprocess.run([*inside, "sh", "-ec", script, "sh", *command], env=environment, capture_output=True, text=True,
                          timeout=60)
    check("the toolchain was hidden", done.returncode != 99, " ".join(places))
    return done


def delivered(relay, prefix, work, example):
    done = hidden(prefix, work, [example, relay.dsn])
    check("the example runs", done.returncode == 0 and "captured 2, delivered 2, left 0" in done.stdout,
          done.stdout.splitlines()[-1] if done.returncode == 0 else done.stdout + done.stderr)
    check("and writes nothing of the library's own", not done.stderr, done.stderr)
    ids = re.findall(r"\b[0-9a-f]{32}\b", done.stdout)
    documents = [relay.text("show", event_id, "--json") for event_id in ids]
    everything = "".join(documents)
    check("both events are stored", len(ids) == 2 and all(event_id in text for event_id, text in zip(ids, documents)))
    check("nothing planted arrived", not [value for value in PLANTED if value in everything])
    for part in ("PaymentDeclined", "gateway.http: 402", "[redacted:pan]", "[redacted:cvv]", "[redacted:email]",
                 "checkout-c@1.0.0", '"screen":"payment"', "terminal-7", "tap on pay", "checkout.flow.id", "telemetry.c"):
        if part not in everything:
            check(f"what stands beside it arrived: {part}", False)
    check("found at the client, not at the relay", everything.count('"relay_findings":0') == 2)


def main():
    relay = Relay(sys.argv[1])
    prefix = os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="c-library-") as work:
        library(prefix)
        example, hostile = compiled(prefix, work)
        relay.start()
        delivered(relay, prefix, work, example)
        done = subprocess.run([hostile, relay.dsn], env=dict(os.environ, LD_LIBRARY_PATH=os.path.join(prefix, "lib")),
                              capture_output=True, text=True, timeout=120)
        check("use that nobody plans", done.returncode == 0 and not done.stderr,
              done.stdout.strip().replace("\n", "; ") + done.stderr)
        stored = "".join(f"{row}" for row in relay.lines("events", "--limit", "0"))
        check("and nothing of it arrived unscrubbed", "4111 1" not in stored and "[redacted:pan]" in stored)
        relay.stop()
    print(f"{len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
