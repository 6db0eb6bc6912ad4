#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Verdicts on driver-like programs that drivers.py writes: seeds 1 to COUNT, every tenth with a fault, in small and larger sizes.

usage: generated.py HEAPPROOF [--count N] [--first N] [--routines N] [--lines N] [--keep FOLDER] [-- ARGUMENTS OF tests/domain/run.py]

Only wrong verdicts fail, unless the arguments say otherwise: --runs and --native compare what is expected with runs."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ["leak", "use", "double", "null"]


def write(o, folder):
    for seed in range(o.first, o.first + o.count):
        fault = ["--fault", KINDS[seed // 10 % len(KINDS)]] if seed % 10 == 0 else []
        routines = o.routines or 1 + seed % 5
        subprocess.run([sys.executable, HERE / "drivers.py", "--lists", str(2 + seed % 4), "--routines", str(routines), "--lines", str(o.lines),
                        "--seed", str(seed), *fault, "-o", folder / f"driver_{seed:04}.c"], check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--routines", type=int, default=0)
    parser.add_argument("--lines", type=int, default=30)
    parser.add_argument("--keep", type=pathlib.Path)
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    o = parser.parse_args(sys.argv[1:split])
    with tempfile.TemporaryDirectory() as folder:
        folder = o.keep or pathlib.Path(folder)
        folder.mkdir(exist_ok=True)
        write(o, folder)
        done = subprocess.run([sys.executable, HERE.parent / "domain" / "run.py", o.heapproof, "--folder", folder, *(sys.argv[split + 1:] or ["--sound", "--time", "1"])])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
