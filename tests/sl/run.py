#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs laws.c over random programs and over the programs of tests/domain and tests/programs, and adds up what it says.

usage: run.py HEAPPROOF LAWS [--count N] [--seed S] [--runs K] [--files N] [--jobs J]

--count: random programs; --files: how many files of the two folders (0: all), spread over them.  Prints TAP.
What is proved without joins alone is named, too, but is no failure: it costs a proof, not soundness.
The states of all programs of tests/domain are read back from their text, and drawn."""
import argparse
import collections
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "random"))
import generate  # noqa: E402

BATCH = 10
SECONDS = 600
ABOUT = 760  # files that there are, or so


def examine(o, hir, runs):
    done = subprocess.run([str(o.laws), str(hir), str(runs)], capture_output=True, text=True, errors="replace", timeout=SECONDS)
    lines = done.stdout.splitlines()
    numbers = lines[-1].split() if lines and lines[-1].startswith("analyses ") else []
    wrong = [line for line in lines if line.startswith(("#", "only without join"))]
    if not numbers:
        wrong.append(f"# exit status {done.returncode}: {done.stderr.strip()}")
    return collections.Counter(dict(zip(numbers[::2], map(int, numbers[1::2])))), wrong


def translate(o, c, hir):
    done = subprocess.run([str(o.heapproof), "ir", str(c)], capture_output=True, text=True, errors="replace")
    hir.write_text(done.stdout)
    return done.returncode == 0


def random_batch(o, folder, seed):
    c, hir = folder / f"{seed}.c", folder / f"{seed}.hir"
    c.write_text(generate.batch(seed, BATCH))
    if not translate(o, c, hir):
        return collections.Counter(), [f"# seed {seed}: no IR"]
    count, wrong = examine(o, hir, o.runs)
    hir.unlink()
    return count, wrong


def one_file(o, folder, c, runs):
    hir = folder / f"{c.parent.name}-{c.stem}-{runs}.hir"
    return examine(o, hir, runs) if translate(o, c, hir) else (collections.Counter(), [f"# {c}: no IR"])


def chosen_files(o):
    """By their names, so that a new file leaves the others as they are."""
    files = sorted([*(HERE.parent / "domain").glob("*.c"), *(HERE.parent / "programs").glob("*/*.c")])
    step = max(1, ABOUT // o.files) if o.files else 1
    return [f for f in files if zlib.crc32(f.name.encode()) % step == 0]


def add_up(results):
    total, wrong = collections.Counter(), []
    for count, lines in results:
        total.update(count)
        wrong += lines
    return total, wrong


def tap_shown(number, files, results):
    total, wrong = add_up(results)
    wrong = [line for line in wrong if line.startswith("#")]
    good = not wrong and not total["wrong"] and total["shown"] > 10 * len(files)
    print(f"{'ok' if good else 'not ok'} {number} - {len(files)} programs: {total['shown']} states come back from their text and are drawn", flush=True)
    for line in wrong[:200]:
        print(line)
    return good


def tap(number, what, results):
    total, wrong = add_up(results)
    lost = [line for line in wrong if line.startswith("only")]
    wrong = [line for line in wrong if line.startswith("#")]
    good = not wrong and not total["wrong"] and min(total["members"], total["refused"], total["again"]) > 0
    held = f"{total['members']} states of runs are in kept states, {total['laws']} laws hold"
    print(f"{'ok' if good else 'not ok'} {number} - {what}: {held}", flush=True)
    for line in wrong[:200] + [f"# {line}" for line in lost]:
        print(line)
    print("# " + ", ".join(f"{k} {v}" for k, v in total.items()))
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("laws", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    o = parser.parse_args()
    o.heapproof, o.laws = o.heapproof.resolve(), o.laws.resolve()
    print("1..3")
    with tempfile.TemporaryDirectory(prefix="heapproof-laws-") as scratch, concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        folder = pathlib.Path(scratch)
        seeds = range(o.seed, o.seed + (o.count + BATCH - 1) // BATCH)
        good = tap(1, f"{len(seeds) * BATCH} random programs from seed {o.seed} on", pool.map(lambda s: random_batch(o, folder, s), seeds))
        files = chosen_files(o)
        good &= tap(2, f"{len(files)} programs of the corpus", pool.map(lambda c: one_file(o, folder, c, o.runs), files))
        files = sorted((HERE.parent / "domain").glob("*.c"))
        good &= tap_shown(3, files, pool.map(lambda c: one_file(o, folder, c, 0), files))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
