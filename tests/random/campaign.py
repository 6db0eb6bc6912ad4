#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks very many random programs against the interpreter, many in one process, and prints the totals.

usage: campaign.py HEAPPROOF CAMPAIGN COUNT [--seed S] [--batch N] [--runs K] [--jobs N] [--kind KIND] [--faulty] [--only WHAT]

An unsound answer is shown with its seed; the program is number N of: generate.py SEED BATCH.  Ends with status 1 if there is one, or if a
process broke down.
"""
import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import generate

WORDS = [f"{fate} {verdict}" for fate in ("failing", "surviving", "undecided") for verdict in ("safe", "unsafe", "unknown")]


def one(o, folder, seed):
    source, program = folder / f"{seed}.c", folder / f"{seed}.hir"
    source.write_text(generate.batch(seed, o.batch, o.only))
    with open(program, "wb") as out:
        subprocess.run([o.heapproof, "ir", source], stdout=out, stderr=subprocess.DEVNULL, check=True)
    done = subprocess.run([o.campaign, program, str(o.runs), o.kind, *(["faulty"] if o.faulty else [])], capture_output=True, text=True)
    source.unlink()
    program.unlink()
    lines = done.stdout.splitlines()
    bad = [f"seed {seed}: {line}" for line in lines[:-1]]
    if done.returncode != 0 or not lines:
        return [0] * len(WORDS), bad + [f"seed {seed}: exit status {done.returncode}: {done.stderr.strip()[-300:]}"]
    return [int(n) for n in lines[-1].split()], bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof")
    parser.add_argument("campaign")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kind", default="sl", help="sl, coarse (sl with coarse states), fold or tvl")
    parser.add_argument("--faulty", action="store_true", help="only programs that fail in some run, and without the search")
    parser.add_argument("--only", help="only programs about this (tree)")
    o = parser.parse_args()
    total, bad = [0] * len(WORDS), []
    seeds = range(o.seed, o.seed + -(-o.count // o.batch))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for done, (counts, lines) in enumerate(pool.map(lambda s: one(o, pathlib.Path(folder), s), seeds), 1):
            total = [a + b for a, b in zip(total, counts)]
            bad += lines
            for line in lines:
                print(line, flush=True)
            if done % 10 == 0 or done == len(seeds):
                print(f"{sum(total)} programs: " + ", ".join(f"{n} {w}" for n, w in zip(total, WORDS) if n), flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
