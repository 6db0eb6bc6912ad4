#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `heapproof ir` on every .c and .i file of folders and checks that printing, reading and printing again gives the same text.

usage: roundtrip.py [--heapproof PATH] [--flags "-m32 ..."] [--ext c,i] [--jobs 2] [--show 10] [--list FILE] FOLDER|FILE...
Prints counts and the first failures; --list writes all failures.  The exit status is 0 only if there was a file and none failed.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def ir(options, path, flags):
    done = subprocess.run([options.heapproof, "ir", "--quiet", "--time-limit", str(options.time_limit), *flags, str(path)],
                          stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def examine(options, path):
    """(kind, detail): kind is "ok", "refused", "not parsed" or "not identical"."""
    status, first, errors = ir(options, path, options.flags.split())
    if status != 0:
        return "refused", f"status {status}: {' | '.join(errors.strip().splitlines()[:2])}"
    with tempfile.NamedTemporaryFile(suffix=".hir") as copy:
        copy.write(first)
        copy.flush()
        status, second, errors = ir(options, copy.name, [])
    if status != 0:
        return "not parsed", f"status {status}: {' | '.join(errors.strip().splitlines()[:2])}"
    if first != second:
        lines = next((a, b) for a, b in zip(first.splitlines() + [b""], second.splitlines() + [b""]) if a != b)
        return "not identical", f"{lines[0].decode(errors='replace')}  becomes  {lines[1].decode(errors='replace')}"
    return "ok", ""


def files_of(names, extensions):
    for name in names:
        path = pathlib.Path(name)
        if path.is_file():
            yield path
        else:
            yield from sorted(p for p in path.rglob("*") if p.suffix[1:] in extensions and p.is_file())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heapproof", default="build/heapproof")
    parser.add_argument("--flags", default="")
    parser.add_argument("--ext", default="c,i")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--time-limit", type=float, default=120)
    parser.add_argument("--list")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    options.heapproof = os.path.abspath(options.heapproof)
    files = list(files_of(options.paths, options.ext.split(",")))
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda path: examine(options, path), files))
    counts = collections.Counter(kind for kind, _ in results)
    failures = [f"{path}: {kind}: {detail}" for path, (kind, detail) in zip(files, results) if kind != "ok"]
    for line in failures[: options.show]:
        print(line)
    if options.list:
        pathlib.Path(options.list).write_text("".join(line + "\n" for line in failures))
    print(f"{len(files)} files in {time.monotonic() - start:.1f} s: " + ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    return 0 if files and not failures else 1


if __name__ == "__main__":
    sys.exit(main())
