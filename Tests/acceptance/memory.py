#!/usr/bin/env python3
"""How much memory scrubbing takes: the peak resident set of `telemetry-relay scrub` on a long stream.

    Tests/acceptance/memory.py RELAY            8 MiB of each kind of line; what continuous integration runs
    Tests/acceptance/memory.py RELAY --full     2 GB of each, and of hostile lines

RELAY is a release build of `telemetry-relay`. Lines of up to 1 MiB have to stay under 32 MiB, lines of 16 MiB under
64 MiB; JSON and text, clean and full of hits, in both profiles (by default mostly `standard`). Exit 0 when all of them do.
"""
import argparse
import fcntl
import pathlib
import subprocess
import sys
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import events  # noqa: E402
import hostile  # noqa: E402

MIB = 1 << 20


def array(lines, size):
    """One JSON array of about `size` bytes, of `lines` over and over."""
    whole = b",".join(lines)
    return b"[" + b",".join([whole] * max(1, size // len(whole))) + b"]"


def pad(line, size):
    """A line that just fits: nothing is cut from it."""
    return line[:size - 1] + b"\n" if len(line) >= size else line + b"\n"


def streams(size):
    """Name, form, bytes to repeat: lines of all lengths up to `size`."""
    clean = [line for line, _ in events.events(60)]
    marked = [line for line, _ in events.events(60, seed=2, share=1.0)]
    short = b"".join(line + b"\n" for line in clean)
    hits = b"card 4111 1111 1111 1111, cvv: 123, mail a@b.example, password=hunter22; "
    yield "clean events", "ndjson", short + array(clean, size - 300_000) + b"\n"
    yield "events with something to hide", "ndjson", array(marked, size - 300_000) + b"\n" + short
    yield "a string full of hits", "ndjson", b'{"message":"' + (hits * (size // len(hits)))[:size - 100] + b'"}\n' + short
    yield "escapes", "ndjson", b'{"message":"' + b'\\"a\\":\\"4111111111111111\\",' * (size // 30) + b'"}\n'
    yield "card numbers", "ndjson", b"[" + b",".join([b"4111111111111111"] * (size // 17 - 1)) + b"]\n"
    yield "clean text", "text", b"".join(clean).replace(b'"', b"")[:50_000] + b"\n" + pad(
        b" ".join(clean * (size // 200_000 + 1)), size)
    yield "text full of hits", "text", short + pad(hits * (size // len(hits) + 1), size)


def peak(relay, form, profile, data, total):
    """Feeds `total` bytes, `data` over and over; exit status, the peak resident set in bytes, and MB/s."""
    begin = time.monotonic()
    process = subprocess.Popen([relay, "scrub", "--format", form, "--profile", profile], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL)
    resident = 0
    try:
        left = total
        while left > 0:
            process.stdin.write(data)
            left -= len(data)
        process.stdin.flush()
        seconds = time.monotonic() - begin
        # The child's own count while it waits for more: what `wait4` tells began as this process's own.
        pending, spent = 1, None
        while pending or spent != processor_time(process.pid):
            spent = processor_time(process.pid)
            time.sleep(0.05)
            pending = int.from_bytes(fcntl.ioctl(process.stdin, termios.FIONREAD, b"\0" * 4), sys.byteorder)
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                resident = int(line.split()[1]) * 1024
        process.stdin.close()
    except (BrokenPipeError, FileNotFoundError):
        seconds = time.monotonic() - begin
    return process.wait(), resident, total / 1e6 / seconds


def processor_time(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("relay")
    parser.add_argument("--full", action="store_true")
    given = parser.parse_args()
    total = 2_000_000_000 if given.full else 8 * MIB
    failed = 0

    def measure(name, form, profile, data, total, size, bound):
        nonlocal failed
        code, resident, rate = peak(given.relay, form, profile, data, total)
        holds = code == 0 and 0 < resident < bound
        failed += not holds
        print(f"{'ok      ' if holds else 'FAILED  '}lines up to {size // MIB:2} MiB, {name + ', ' + profile:42} peak "
              f"{resident / MIB:5.1f} MiB (under {bound // MIB})" + (f", exit {code}" if code else f", {rate:.0f} MB/s"),
              flush=True)

    for size, bound in ((MIB, 32 * MIB), (16 * MIB, 64 * MIB)):
        for name, form, data in streams(size):
            for profile in ("standard", "strict"):
                if not given.full and (profile == "strict") != (name == "text full of hits"):
                    continue
                # Two long lines show the peak as well as a hundred do: the second takes no more.
                measure(name, form, profile, data, max(total, 2 * size), size, bound)
    if given.full:
        for name in hostile.FAMILIES:
            form = "text" if name.startswith("text/") else "ndjson"
            measure(name, form, "strict", hostile.FAMILIES[name](MIB - 64)[:MIB - 1].replace(b"\n", b" ") + b"\n",
                    4 * MIB, MIB, 32 * MIB)
    print(f"memory: {failed} over their bound")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
