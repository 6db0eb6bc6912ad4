#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the verdicts of heapproof on random programs with runs of the interpreter, and these with the compiled programs.

usage: run.py HEAPPROOF ORACLE [--count N] [--seed S] [--runs K] [--batch N] [--native] [--keep FOLDER] [--only KIND] [-- OPTIONS OF CHECK]

For each program, `heapproof check` must not say safe if one of K runs fails, and if it says unsafe, the inputs it shows must lead to that fault.
With --native each program's first failing and first good run are repeated by a program compiled with AddressSanitizer (under valgrind where that is blind).  Prints TAP; with a failure,
the seed and the number of the program, whose text is written by: generate.py SEED COUNT.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import generate

SEARCH_RUNS = 1500
Case = collections.namedtuple("Case", "batch name failed undecided rule line outcome fail_inputs good_inputs")

UNLOST = "null-dereference,use-after-free,use-out-of-scope,out-of-bounds,uninitialised-pointer,overlapping-copy,invalid-free,double-free,error-call"


def output(command, **options):
    return subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", **options)


def must(command):
    done = output(command)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


class Batch:
    """Programs number 0 .. count - 1 of a seed, as C and as IR, and what the interpreter says about them."""

    def __init__(self, o, folder, seed, count):
        self.seed, self.count = seed, count
        self.c, self.hir = folder / f"{seed}.c", folder / f"{seed}.hir"
        self.c.write_text(generate.batch(seed, count, o.only))
        self.text = must([o.heapproof, "ir", self.c])
        self.hir.write_text(self.text)
        lines = must([o.oracle, self.hir, o.runs]).splitlines()
        rows = [line.split("\t") for line in lines]
        self.cases = [Case(self, r[0], int(r[1]), int(r[2]), r[3], int(r[4]), r[5], r[6], r[7]) for r in rows]

    def program(self, name):
        """The file with this function as main: another one would be checked for whatever its callers may have done to variables."""
        path = self.hir.with_suffix(f".{name}.hir")
        if not path.exists():
            path.write_text(self.text.replace(f"@{name}(", "@main("))
        return path


class Findings:
    def __init__(self):
        self.wrong = collections.defaultdict(list)
        self.count = collections.Counter()

    def say(self, kind, case, text):
        self.wrong[kind].append(f"seed {case.batch.seed}, {case.name} of {case.batch.count}: {text}")


# ---- verdicts ----------------------------------------------------------------------------------------------------------------------


def check(o, case):
    return case, output([o.heapproof, "check", "--property", "memory-safety,error-call", "--search-runs", SEARCH_RUNS, "--time-limit", o.time,
                         *o.options, case.batch.program(case.name)])


def replay(o, case, text, verdict):
    """Does the run with the inputs shown end in the fault of the verdict?  What it lost on the way decides nothing unless the verdict is about that."""
    inputs = re.search(r"^(?:inputs:|repeat with: heapproof run --inputs) (.*)$", text, re.M)
    given = ["--inputs", inputs.group(1)] if inputs else []
    rules = "memory-safety,error-call" if verdict.split()[2] == "memory-leak" else UNLOST
    done = output([o.heapproof, "run", "--property", rules, *given, case.batch.program(case.name)])
    last = done.stdout.splitlines()[-1] if done.stdout else ""
    return last == "run: fault " + verdict.removeprefix("verdict: unsafe ")


def judge(o, found, case, done):
    verdict = done.stdout.splitlines()[-1] if done.stdout.strip() else f"exit status {done.returncode}: {done.stderr.strip()}"
    kind = "failing" if case.failed else "undecided" if case.undecided else "surviving"
    answer = verdict.split()[1].strip(":") if verdict.startswith("verdict: ") else "broken"
    found.count[kind] += 1
    found.count[kind, answer] += 1
    if answer == "safe" and case.failed:
        found.say("unsound", case, f"called safe, but fails with {case.rule} at line {case.line}, inputs {case.fail_inputs}")
    if answer == "unsafe" and not replay(o, case, done.stdout, verdict):
        found.say("unshown", case, f"{verdict}, but its inputs do not show it")
    if answer == "broken":
        found.say("broken", case, verdict)


# ---- compiled programs ---------------------------------------------------------------------------------------------------------------


def compile_batch(batch):
    program = batch.c.with_suffix("")
    must(["gcc", "-w", "-O0", "-g", "-fsanitize=address", "-fno-omit-frame-pointer", "-DNATIVE", "-o", program, batch.c])
    return program


# What AddressSanitizer calls the faults of the interpreter.  It cannot see uninitialised pointers.
NATIVE = {"use-after-free": "heap-use-after-free", "double-free": "attempting double-free", "out-of-bounds": "(heap|stack|global)-buffer-(over|under)flow|SEGV",
          "null-dereference": "SEGV", "invalid-free": "attempting free on address", "memory-leak": "^exit status 3$"}


def native(program, case, inputs):
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:exitcode=99:allocator_may_return_null=1")
    done = output([program, case.name[1:], *([i for i in inputs.split(",") if i])], env=env)
    return f"exit status {done.returncode}" if done.returncode != 99 else done.stderr


# AddressSanitizer takes a block of no bytes for one of one byte.  valgrind does not.
def second_look(program, case):
    plain = program.with_suffix(".plain")
    if not plain.exists():
        must(["gcc", "-w", "-O0", "-g", "-DNATIVE", "-o", plain, program.with_suffix(".c")])
    try:
        done = output(["valgrind", "-q", "--error-exitcode=99", "--leak-check=no", plain, case.name[1:], *([i for i in case.fail_inputs.split(",") if i])], timeout=20)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 99 and re.search(r"Invalid (read|write)", done.stderr) is not None


def compare_native(found, program, case):
    if case.failed and case.rule in NATIVE:
        found.count["native"] += 1
        rule = case.rule
        said = native(program, case, case.fail_inputs)
        seen = re.search(NATIVE[rule], said, re.M) or (rule == "out-of-bounds" and second_look(program, case))
        if not seen:
            found.say("native", case, f"interpreter: {rule} at line {case.line}, compiled: {said.strip()[:200]}; inputs {case.fail_inputs}")
    if case.good_inputs != "-":
        found.count["native"] += 1
        said = native(program, case, case.good_inputs)
        if said != "exit status 0":
            found.say("native", case, f"interpreter: no fault, compiled: {said.strip()[:200]}; inputs {case.good_inputs}")


# ---- all of it -----------------------------------------------------------------------------------------------------------------------


def run_batch(o, found, folder, seed, count):
    batch = Batch(o, folder, seed, count)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for case, done in pool.map(lambda c: check(o, c), batch.cases):
            judge(o, found, case, done)
    if o.native:
        program = compile_batch(batch)
        for case in batch.cases:
            compare_native(found, program, case)


def tap(number, good, text, details=()):
    print(f"{'ok' if good else 'not ok'} {number} - {text}")
    for line in details:
        print(f"# {line}")
    return good


def report(o, found):
    n, c = o.count, found.count
    print("1..5" if o.native else "1..4")
    print(f"# {n} programs, {o.runs} runs each: {c['failing']} fail, {c['surviving']} survive, {c['undecided']} undecided")
    for kind in ("failing", "surviving", "undecided"):
        print(f"# {kind}: " + ", ".join(f"{c[kind, a]} {a}" for a in ("safe", "unsafe", "unknown")))
    good = [tap(1, not found.wrong["unsound"], "no program with a failing run is called safe", found.wrong["unsound"]),
            tap(2, not found.wrong["unshown"], "the inputs of every unsafe answer show the fault", found.wrong["unshown"]),
            tap(3, not found.wrong["broken"], "every check ends with a verdict", found.wrong["broken"]),
            tap(4, 4 * c["failing"] >= n, "at least a quarter of the programs fail")]
    if o.native:
        good.append(tap(5, not found.wrong["native"], f"{c['native']} runs of compiled programs end as in the interpreter", found.wrong["native"]))
    return 0 if all(good) else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("oracle", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--batch", type=int, default=50, help="programs in one file")
    parser.add_argument("--time", type=float, default=30, help="seconds a program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--keep", help="leave the programs in this folder")
    parser.add_argument("--only", choices=generate.SHARES, help="what the programs are about")
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    o = parser.parse_args(sys.argv[1:split])
    o.options = sys.argv[split + 1:]
    found = Findings()
    with tempfile.TemporaryDirectory(prefix="heapproof-random-") as scratch:
        folder = pathlib.Path(o.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for k, first in enumerate(range(0, o.count, o.batch)):
            run_batch(o, found, folder, o.seed + k, min(o.batch, o.count - first))
    return report(o, found)


if __name__ == "__main__":
    sys.exit(main())
