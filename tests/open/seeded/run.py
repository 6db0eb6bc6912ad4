#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Functions with a fault of their own, and the same without it.

A line of a file in this folder that opens a function and ends with

    // seed: RULE

says what -DFAULTY puts into it.  With the fault the function is unsafe, by a definite finding of this rule, whoever calls it; without it, it never is.
Functions that are not reached are listed in open.txt, a line each with the reason: FILE: FUNCTION: REASON.  With -DTRY the correct
files have a main that uses them.

usage: run.py HEAPPROOF [--confirm N] [--native] [PART OF A FILE'S OR FUNCTION'S NAME]

--confirm N: every Nth fault is shown by the compiled function as well (check --confirm); --native: the correct files are compiled with sanitizers and run."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OPTIONS = ["--strategy=search", "--malloc-may-fail", "--time-limit", "60"]
SEED = re.compile(r"(\w+)\((?!\().*// seed: ([\w-]+)$")


def run(command, cwd=HERE):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def check(heapproof, path, names, *options):
    """The results, by name."""
    faulty = ["-DFAULTY"] if "FAULTY" in options else []
    entries = [o for name in names for o in ("--entry", name)]
    words = [o for o in options if o != "FAULTY"]
    done = run([heapproof, "check", *OPTIONS, "--format", "json", "--jobs", "2", *entries, *words, path.name, "--", *faulty])
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{path.name}: exit status {done.returncode}\n{done.stderr}")
    programs = json.loads(done.stdout)["programs"]
    if [p["entry"] for p in programs] != names:
        sys.exit(f"{path.name}: results for {[p['entry'] for p in programs]}")
    return {p["entry"]: p for p in programs}


def wrong(result, rule):
    """What is not as expected of a function with a fault, or None."""
    if result["verdict"] != "unsafe":
        return f"{result['verdict']}: {result['reason']}"
    definite = [f for f in result["findings"] if f["certainty"] == "definite"]
    return None if definite and definite[0]["rule"] == rule else f"{[(f['rule'], f['place']['line']) for f in definite]}"


def confirmation(heapproof, path, name):
    """What the compiled function shows: None if the fault."""
    findings = check(heapproof, path, [name], "FAULTY", "--confirm")[name]["findings"]
    said = [f.get("confirmation") for f in findings if f["certainty"] == "definite"]
    return None if said[:1] == ["confirmed"] else str(said)


def native(path):
    """What goes wrong when the correct functions are used, or None."""
    with tempfile.TemporaryDirectory() as folder:
        built = run(["clang", "-std=gnu17", "-g", "-fsanitize=address,undefined", "-DTRY", path.name, "-o", f"{folder}/a"])
        return built.stderr if built.returncode else (lambda r: None if r.returncode == 0 else f"status {r.returncode}: {r.stderr[:2000]}")(run([f"{folder}/a"]))


class Tap:
    def __init__(self):
        self.number = self.failed = 0

    def say(self, what, why, listed=None):
        self.number += 1
        self.failed += bool(why and not listed)
        remark = (f" # open: {listed}" if why else " # listed in open.txt, and as expected") if listed else f": {why}" if why else ""
        print(f"{'not ok' if why and not listed else 'ok'} {self.number} - {what}{remark}", flush=True)


def read_open():
    rows = [line.split(": ", 2) for line in (HERE / "open.txt").read_text().splitlines() if line and not line.startswith("#")]
    return {(file, function): why for file, function, why in rows}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof")
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--confirm", type=int, default=0)
    parser.add_argument("--native", action="store_true")
    a = parser.parse_args()
    a.heapproof = str(pathlib.Path(a.heapproof).resolve())
    tap, listed, seeds, manifest, unsafe, confirmed, tried = Tap(), read_open(), 0, 0, 0, 0, 0
    for path in sorted(HERE.glob("*.c")):
        chosen = [(m[1], m[2]) for m in map(SEED.search, path.read_text().splitlines()) if m and (a.part in m[1] or a.part in path.name)]
        if not chosen:
            continue
        names = [name for name, _ in chosen]
        faulty, correct = check(a.heapproof, path, names, "FAULTY"), check(a.heapproof, path, names)
        for name, rule in chosen:
            seeds += 1
            why = wrong(faulty[name], rule)
            manifest += why is None
            tap.say(f"{path.name}: {name}, {rule}", why, listed.get((path.name, name)))
            bad = correct[name]["verdict"] == "unsafe"
            unsafe += bad
            tap.say(f"{path.name}: {name}, correct ({correct[name]['verdict']})", str(correct[name]["findings"][:1]) if bad else None)
            if a.confirm and not why and seeds % a.confirm == 0:
                said = confirmation(a.heapproof, path, name)
                tried += 1
                confirmed += said is None
                tap.say(f"{path.name}: {name}, {rule}, compiled", said)
        if a.native:
            tap.say(f"{path.name}: correct, compiled", native(path))
    print(f"# {seeds} functions: {manifest} with a fault are unsafe, {unsafe} without are; {confirmed} of {tried} confirmed")
    print(f"1..{tap.number}")
    return tap.failed > 0


sys.exit(main())
