#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All findings of a driver with ten faults, each of them the first of some run: nine of ten must be reported as definite by one check, nothing else may
be, and each finding's inputs must show it again.

usage: findings.py HEAPPROOF [DRIVER] [--runs N] [--time S] [--enough N]

DRIVER is small (the default), medium or large.  --runs ends the search after so many runs, --time the check after so many seconds; then fewer may
be enough."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "drivers"
# Macro: rule, and the lines where it may show, FILE@TAG.
FAULTS = {
    "small": {
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
    },
    "medium": {
        "BAD_BYTES": ("memory-leak", "isoch.h@bytes"),
        "BAD_ATTACHED": ("memory-leak", "isoch.h@attached"),
        "BAD_ROOM": ("null-dereference", "isoch.h@room"),
        "BAD_TICK": ("use-after-free", "isoch.h@tick"),
        "BAD_LAST": ("use-after-free", "address.h@last"),
        "BAD_RANGE": ("use-after-free", "core.h@remove"),
        "BAD_WRITE": ("out-of-bounds", "address.h@write"),
        "BAD_LOCK": ("memory-leak", "address.h@lock"),
        "BAD_PENDING": ("use-after-free", "core.h@pending"),
        "BAD_MAP": ("memory-leak", "core.h@map"),
    },
    "large": {  # BAD_SERVE would hide BAD_TAKE: what is not freed can be used
        "BAD_END": ("use-after-free", "topology.h@end"),
        "BAD_ELECT": ("null-dereference", "topology.h@elect"),
        "BAD_QUEUE": ("memory-leak", "disk.h@queue"),
        "BAD_TAKE": ("use-after-free", "manager.h@application"),
        "BAD_WAITING": ("memory-leak", "network.h@waiting"),
        "BAD_OVERLAP": ("memory-leak", "network.h@overlap"),
        "BAD_FORGET": ("use-after-free", "power.h@forget"),
        "BAD_LINE": ("out-of-bounds", "trace.h@line"),
        "BAD_USERS": ("memory-leak", "files.h@users"),
        "BAD_BACK": ("null-dereference", "files.h@back"),
    },
}


def place_of(tag):
    file, name = tag.split("@")
    lines = (HERE / file).read_text().splitlines()
    return [f"./{file}:{n}" for n, text in enumerate(lines, 1) if re.search(rf"//.*@{name}\b", text)][0]


def heapproof(o, *arguments):
    command = [o.heapproof, *arguments, *(f"-D{name}" for name in FAULTS[o.driver]), f"{o.driver}.c"]
    return subprocess.run(command, cwd=HERE, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout


def shows(o, rule, place, inputs):
    """Does a run with these inputs break the rule there?"""
    text = heapproof(o, "run", "--inputs", inputs)
    return re.search(rf"^{re.escape(place)}:\d+: error: .*\[{rule}\]$", text, re.M)


def definite(o):
    limits = [f"--search-runs={o.runs}"] * (o.runs is not None) + [f"--time-limit={o.time}"] * (o.time is not None)
    found = []
    for f in json.loads(heapproof(o, "check", "--format=json", *limits))["programs"][0]["findings"]:
        if f["certainty"] == "definite":
            places = [f] + [p for p in f["others"] if p["inputs"] is not None]
            found += [(f["rule"], f"{p['place']['file']}:{p['place']['line']}", p["inputs"]) for p in places]
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("heapproof", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("driver", nargs="?", choices=FAULTS, default="small")
    parser.add_argument("--runs", type=int)
    parser.add_argument("--time", type=int)
    parser.add_argument("--enough", type=int, default=9)
    o = parser.parse_args()
    all_found = definite(o)
    expected = {name: {(rule, place_of(tag)) for tag in tags} for name, (rule, *tags) in FAULTS[o.driver].items()}
    found = {(rule, place) for rule, place, _ in all_found}
    missing = [name for name, claims in expected.items() if not claims & found]
    false = sorted(found - set.union(*expected.values()))
    silent = [(rule, place) for rule, place, inputs in all_found if not shows(o, rule, place, inputs)]
    outcomes = [(f"at least {o.enough} of {len(expected)} faults are reported", len(expected) - len(missing) >= o.enough, missing),
                ("nothing else is definite", not false, false), ("each has inputs that show it", all_found and not silent, silent)]
    print(f"1..{len(outcomes)}")
    for number, (what, good, why) in enumerate(outcomes, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {what}{'' if good else f': {why}'}")
    if o.enough <= len(expected) - len(missing) < len(expected):
        print(f"# not reported: {', '.join(missing)}")
    return 0 if all(good for _, good, _ in outcomes) else 1


sys.exit(main())
