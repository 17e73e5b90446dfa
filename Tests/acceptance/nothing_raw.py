#!/usr/bin/env python3
"""Searches a data directory for values that must not be there. No code of the relay's: sqlite3, zlib, bytes.

usage: nothing_raw.py DATA_DIR [--control VALUE] [--planted FILE] [VALUE…]

FILE has one planted value a line. The control value is something that was stored on purpose; without the option it is
the beginning of every placeholder, which is there as soon as anything was redacted. Every table of every database is read cell by cell and every compressed cell
inflated; every file of the directory (WAL and free pages included) is read as bytes, and compressed streams found in it
are inflated. Each of these is searched as it is, percent-decoded once, base64-decoded once, JSON-unescaped, in UTF-16,
and, for values that are mostly digits, with everything but digits folded away. Letters match in either case.

Exit 0: the control value was found and no planted one. 1: a planted one was found; says where, not what. 2: wrong
usage, or the control value, which was stored on purpose, was not found: then the search itself does not work.
"""
import argparse
import base64
import os
import re
import sqlite3
import sys
import urllib.parse
import zlib

LIMIT = 64 << 20
BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
SEPARATED = re.compile(rb"[0-9](?:[ \t\r\n.,:;/_\-\\]{0,2}[0-9]){11,}")


class Needle:
    def __init__(self, value):
        self.text = value.lower().encode()
        digits = re.sub(r"\D", "", value)
        # A value of a dozen digits and hardly anything else is looked for by its digits alone.
        self.digits = digits.encode() if len(digits) >= 12 and len(digits) * 2 > len(value) else None

    def stands_in(self, text, runs):
        return self.text in text or (self.digits is not None and any(self.digits in run for run in runs))


def inflated(blob):
    """What a blob holds if it is a compressed stream of a kind that Python knows."""
    for window in (31, 15):
        try:
            return zlib.decompressobj(window).decompress(blob, LIMIT)
        except zlib.error:
            continue
    return None


def streams(data):
    """Compressed streams anywhere in a file, whole or cut off."""
    for magic, window in ((b"\x1f\x8b\x08", 31), (b"\x78\x01", 15), (b"\x78\x5e", 15), (b"\x78\x9c", 15), (b"\x78\xda", 15)):
        start = data.find(magic)
        while start >= 0:
            engine, out = zlib.decompressobj(window), b""
            try:
                # Piece by piece: a stream that runs over the page's end still gives what came before.
                for offset in range(start, min(start + LIMIT, len(data)), 256):
                    out += engine.decompress(data[offset : offset + 256])
                    if engine.eof or len(out) > LIMIT:
                        break
            except zlib.error:
                pass
            if len(out) > 8:
                yield out
            start = data.find(magic, start + 1)


def forms(data):
    """The data and what one decoding makes of it."""
    yield data
    if b"%" in data:
        yield urllib.parse.unquote_to_bytes(data)
    if b"\\" in data:
        yield re.sub(rb"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)).encode("utf-8", "replace"), data)
        yield data.replace(b"\\/", b"/").replace(b'\\"', b'"')
    if b"\0" in data:
        yield data.replace(b"\0", b"")
    for found in BASE64.finditer(data):
        word = found[0].rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
        # A word may begin in the middle of a longer run, so all four phases are tried.
        for phase in range(4):
            part = word[phase:]
            part = part[: len(part) // 4 * 4]
            if len(part) >= 12:
                yield base64.b64decode(part)


class Search:
    def __init__(self, control, planted):
        self.control, self.planted = Needle(control), [Needle(value) for value in planted]
        self.control_found = 0
        self.hits = {}
        self.looked_at = 0

    def look(self, place, data, deep=True):
        self.looked_at += 1
        for form in forms(data):
            text = form.lower()
            runs = [re.sub(rb"[^0-9]", b"", found) for found in SEPARATED.findall(text)]
            if self.control.stands_in(text, runs):
                self.control_found += 1
            for number, needle in enumerate(self.planted):
                if needle.stands_in(text, runs):
                    self.hits.setdefault((place, number), 0)
                    self.hits[(place, number)] += 1
        if deep:
            plain = inflated(data)
            if plain:
                self.look(place + " (inflated)", plain, deep=False)


def tables(search, path, name):
    """Every cell of every table; false if the file is no database."""
    with open(path, "rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            return False
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = bytes
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in names:
        table = table.decode()
        for row in connection.execute('SELECT * FROM "%s"' % table.replace('"', '""')):
            for cell in row:
                if isinstance(cell, (bytes, str)):
                    search.look(f"{name}: table {table}", cell if isinstance(cell, bytes) else cell.encode())
                elif isinstance(cell, int) and abs(cell) >= 10**11:
                    search.look(f"{name}: table {table}", str(abs(cell)).encode(), deep=False)
    connection.close()
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory")
    parser.add_argument("--control", default="[redacted:", help="a value that was stored on purpose")
    parser.add_argument("--planted", help="a file with one value a line")
    parser.add_argument("values", nargs="*")
    options = parser.parse_intermixed_args()
    planted = list(options.values)
    if options.planted:
        with open(options.planted) as file:
            planted += [line.strip() for line in file if line.strip()]
    if not planted or not os.path.isdir(options.directory):
        print("nothing to search for, or nowhere", file=sys.stderr)
        return 2
    search = Search(options.control, planted)
    files = databases = 0
    # Bytes first: opening a database may change its side files.
    names = [os.path.join(root, name) for root, _, found in os.walk(options.directory) for name in found]
    for path in sorted(names):
        if not os.path.isfile(path):
            continue
        files += 1
        name = os.path.relpath(path, options.directory)
        with open(path, "rb") as file:
            data = file.read()
        search.look(f"{name}: bytes", data, deep=False)
        for stream in streams(data):
            search.look(f"{name}: stream", stream, deep=False)
    control_in_bytes = search.control_found
    for path in sorted(names):
        if os.path.isfile(path):
            databases += tables(search, path, os.path.relpath(path, options.directory))
    control_in_tables = search.control_found - control_in_bytes
    print(
        f"files={files} databases={databases} texts={search.looked_at} planted={len(planted)} "
        f"control_in_bytes={control_in_bytes} control_in_tables={control_in_tables} hits={len(search.hits)}"
    )
    for (place, number), count in sorted(search.hits.items()):
        print(f" - planted value {number + 1} in {place}, {count} times")
    if databases == 0 or control_in_bytes == 0 or control_in_tables == 0:
        print("the control value was not found everywhere it has to be: this search proves nothing")
        return 2
    return 1 if search.hits else 0


if __name__ == "__main__":
    sys.exit(main())
