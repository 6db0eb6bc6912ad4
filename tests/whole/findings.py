#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All findings of a driver with ten faults, each of them the first of some run: nine of ten must be reported as definite by one check, nothing else may
be, and each finding's inputs must show it again.

usage: findings.py HEAPPROOF"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "drivers"
# Macro: rule, and the lines where it may show, FILE@TAG.
FAULTS = {
    "BAD_PENDING": ("use-after-free", "core.h@pending"),
    "BAD_MAP": ("memory-leak", "core.h@map"),
    "BAD_DEREGISTER": ("use-after-free", "reset.h@deregister"),
    "BAD_CURRENT": ("use-after-free", "crom.h@leaf", "crom.h@sum"),
    "BAD_NO_CURRENT": ("null-dereference", "crom.h@leaf"),
    "BAD_MERGE": ("memory-leak", "crom.h@merge"),
    "BAD_STOP": ("memory-leak", "pnp.h@stop"),
    "BAD_ANSWER": ("use-after-free", "pnp.h@answer"),
    "BAD_EXPIRE": ("use-after-free", "reset.h@expire"),
    "BAD_SUM": ("null-dereference", "crom.h@sum"),
}
ENOUGH = 9


def place_of(tag):
    file, name = tag.split("@")
    lines = (HERE / file).read_text().splitlines()
    return [f"./{file}:{n}" for n, text in enumerate(lines, 1) if re.search(rf"//.*@{name}\b", text)][0]


def heapproof(program, *arguments):
    macros = [f"-D{name}" for name in FAULTS]
    return subprocess.run([program, *arguments, *macros, "small.c"], cwd=HERE, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout


def shows(program, rule, place, inputs):
    """Does a run with these inputs break the rule there?"""
    text = heapproof(program, "run", "--inputs", inputs)
    return re.search(rf"^{re.escape(place)}:\d+: error: .*\[{rule}\]$", text, re.M)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    result = json.loads(heapproof(program, "check", "--format=json"))["programs"][0]
    definite = []
    for f in result["findings"]:
        if f["certainty"] == "definite":
            places = [f] + [o for o in f["others"] if o["inputs"] is not None]
            definite += [(f["rule"], f"{p['place']['file']}:{p['place']['line']}", p["inputs"]) for p in places]
    expected = {name: {(rule, place_of(tag)) for tag in tags} for name, (rule, *tags) in FAULTS.items()}
    found = {(rule, place) for rule, place, _ in definite}
    missing = [name for name, claims in expected.items() if not claims & found]
    false = sorted(found - set.union(*expected.values()))
    silent = [(rule, place) for rule, place, inputs in definite if not shows(program, rule, place, inputs)]
    outcomes = [(f"at least {ENOUGH} of {len(FAULTS)} faults are reported", len(FAULTS) - len(missing) >= ENOUGH, missing),
                ("nothing else is definite", not false, false), ("each has inputs that show it", definite and not silent, silent)]
    print(f"1..{len(outcomes)}")
    for number, (what, good, why) in enumerate(outcomes, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {what}{'' if good else f': {why}'}")
    return 0 if all(good for _, good, _ in outcomes) else 1


sys.exit(main())
