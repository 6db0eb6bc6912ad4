#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks very many random programs against runs of the interpreter and of the compiled programs, many in one process, and prints totals by kind.

usage: campaign.py HEAPPROOF CAMPAIGN COUNT [--seed S] [--batch N] [--runs K] [--seconds S] [--jobs N] [--domain NAME] [--only KIND] [--faulty] [--no-native] [--open FILE]

The programs of a batch are about one thing; the kinds take turns, as often as SHARES in generate.py says.  Wrong is `safe` for a program of which a run fails,
in the interpreter or compiled with AddressSanitizer, and `unsafe` where the compiled program does not fail with the inputs that are shown (AddressSanitizer is
asked first, then valgrind).  `--open FILE` gets a line for each program that survives its runs and is not proved, with the reason.  What is wrong is shown with its seed: the program is that number of `generate.py SEED BATCH KIND`.  Ends with status 1 if there
is anything wrong, or if a process broke down.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import generate

FATES, VERDICTS = ("failing", "surviving", "undecided"), ("safe", "unsafe", "unknown")
TURNS = [kind for kind, share in generate.SHARES.items() for _ in range(share)]
Case = collections.namedtuple("Case", "name verdict rule inputs fate run_rule fail_inputs good_inputs")
PATIENCE = 4
STEP = 7  # has no factor in common with the number of turns: neighbours are about different things


def kind_of(o, seed):
    return o.only or TURNS[seed * STEP % len(TURNS)]


class Batch:
    def __init__(self, o, folder, seed):
        self.seed, self.kind, self.bad, self.open = seed, kind_of(o, seed), [], []
        self.count, self.native_runs = collections.Counter(), 0
        self.source, self.program = folder / f"{seed}.c", folder / f"{seed}.hir"
        self.exe, self.plain = folder / f"{seed}.exe", folder / f"{seed}.plain"
        self.source.write_text(generate.batch(seed, o.batch, self.kind))

    def say(self, name, text):
        self.bad.append(f"seed {self.seed}, {self.kind} program {name}: {text}")

    def judge(self, o):
        with open(self.program, "wb") as out:
            subprocess.run([o.heapproof, "ir", self.source], stdout=out, stderr=subprocess.DEVNULL, check=True)
        command = [o.campaign, self.program, str(o.runs), o.domain, str(o.seconds), *(["faulty"] if o.faulty else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            patience = threading.Timer(PATIENCE * (1 + o.seconds) * o.batch, process.kill)
            patience.start()
            shown, said = process.communicate()
            patience.cancel()
        cases = [Case(*line.split("\t")) for line in shown.splitlines() if line.count("\t") == len(Case._fields) - 1]
        if process.returncode != 0 or len(cases) != o.batch:
            self.say(f"p{len(cases)}", f"breaks down or does not end (status {process.returncode}): {said.strip()[-300:]}")
        for case in cases:
            self.count[case.fate, case.verdict] += 1
            if case.verdict == "unknown" and case.fate == "surviving":
                self.open.append(f"{self.seed} {self.kind} {case.name}: {case.rule}\n")
            if case.verdict == "safe" and case.fate == "failing":
                self.say(case.name, f"is called safe, but fails with {case.run_rule}, inputs {case.fail_inputs or 'none'}")
        return cases

    def compile(self, exe, *flags):
        subprocess.run(["gcc", "-w", "-O0", "-fno-builtin", *flags, "-DNATIVE", "-o", exe, self.source], check=True)
        return exe

    def natively(self, cases):
        """Runs of the compiled programs: what is called safe passes, what is called unsafe fails.  The compiler computes no
        call itself, which then would not be made."""
        jobs = [(c, i) for c in cases if c.verdict == "safe" and c.good_inputs != "-" for i in c.good_inputs.split(";")]
        jobs += [(c, c.inputs if c.inputs != "-" else "") for c in cases if c.verdict == "unsafe"]
        if not jobs:
            return
        env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:exitcode=99:allocator_may_return_null=1:symbolize=0:redzone=512:detect_stack_use_after_return=1")
        self.compile(self.exe, "-fsanitize=address")
        done = subprocess.run([self.exe], input="".join(f"{c.name[1:]} {i}\n" for c, i in jobs), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)
        statuses = done.stdout.split()
        if len(statuses) != len(jobs):
            self.say("?", f"{len(statuses)} of {len(jobs)} compiled runs ended")
        for (case, inputs), status in zip(jobs, map(int, statuses)):
            self.native_runs += 1
            if case.verdict == "safe" and status not in (0, 128 + 14):
                self.say(case.name, f"is called safe, but compiled it ends with {status}, inputs {inputs or 'none'}")
            if case.verdict == "unsafe" and status in (0, 128 + 14) and not self.second_look(case, inputs):
                self.say(case.name, f"is called unsafe ({case.rule}), but compiled it passes with inputs {inputs or 'none'}")

    def second_look(self, case, inputs):
        """AddressSanitizer sees no use of an uninitialised pointer, takes a block of no bytes for one of one byte, does not look at what functions
        of wide characters do, and does not see an index that leads beyond a red zone into another variable: that is seen as such (inside of one
        object no rule forbids it).  valgrind may break down after it has seen what they did to its blocks.  A run that loses a block and then goes on
        for ever is ended, and valgrind asked what is lost by then."""
        if not self.plain.exists():
            self.compile(self.plain, "-g", "-fsanitize=bounds", "-fno-sanitize-recover=bounds")
        leaks = "full" if case.rule == "memory-leak" else "no"
        command = ["timeout", "-s", "ALRM", "20", "valgrind", "-q", "--error-exitcode=99", f"--leak-check={leaks}", "--show-leak-kinds=definite,indirect",
                   "--redzone-size=512", self.plain, case.name[1:], *inputs.split(",")]
        done = subprocess.run([c for c in command if c], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return done.returncode == 99 or any(text in done.stderr for text in (b"Invalid write", b"runtime error: index", b"definitely lost"))

    def clear(self):
        for path in (self.source, self.program, self.exe, self.plain):
            path.unlink(missing_ok=True)


def one(o, folder, seed):
    batch = Batch(o, folder, seed)
    cases = batch.judge(o)
    if not o.no_native:
        batch.natively(cases)
    batch.clear()
    return batch


def table(totals, native_runs):
    """By kind: how many programs, and what became of them."""
    lines = []
    for kind, count in sorted(totals.items()):
        parts = [f"{count[f, v]} {f} {v}" for f in FATES for v in VERDICTS if count[f, v]]
        survivors = sum(count["surviving", v] for v in VERDICTS if v != "unsafe")
        proved = f"; {100 * count['surviving', 'safe'] / survivors:.1f}% of those that survive proved" if survivors else ""
        lines.append(f"{sum(count.values()):7} {kind}: " + ", ".join(parts) + proved)
    return "\n".join(lines + [f"{sum(sum(c.values()) for c in totals.values()):7} programs, {native_runs} runs of compiled programs"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof")
    parser.add_argument("campaign")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1, help="for the check of each program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--domain", default="sl", help="sl, coarse (sl with coarse states), values (sl with relations of numbers in nodes), kinds (sl with kinds of nodes), fold, tvl or intervals")
    parser.add_argument("--faulty", action="store_true", help="only programs that fail in some run, and without the search")
    parser.add_argument("--only", help="only programs about this", choices=tuple(generate.SHARES))
    parser.add_argument("--open", type=argparse.FileType("a"), help="a file for programs that survive and are not proved")
    parser.add_argument("--no-native", action="store_true", help="no runs of compiled programs")
    o = parser.parse_args()
    totals, native_runs, bad = collections.defaultdict(collections.Counter), 0, 0
    seeds = range(o.seed, o.seed + -(-o.count // o.batch))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for done, batch in enumerate(pool.map(lambda s: one(o, pathlib.Path(folder), s), seeds), 1):
            totals[batch.kind] += batch.count
            native_runs += batch.native_runs
            bad += len(batch.bad)
            if o.open:
                o.open.writelines(batch.open)
                o.open.flush()
            for line in batch.bad:
                print(line, flush=True)
            if done % 20 == 0 and done != len(seeds):
                print(table(totals, native_runs), flush=True)
    print(table(totals, native_runs))
    print(f"{bad} wrong")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
