#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many states there are at the end of programs that create lists, with and without join and possibly empty segments.

usage: run.py HEAPPROOF [--show]    prints TAP; with --show a table of all, also of those that no bound is given for
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WAYS = {
    "join, possibly empty": [],
    "join, nonempty only": ["--no-possibly-empty"],
    "no join": ["--set=powerset", "--no-possibly-empty"],
}
MOST = {  # program: so many at most, by way
    "one_list": [1, 2, 3],
    "two_lists": [1, 4, 9],
    "firewire": [1, None, None],
}


def end_states(heapproof, program, options):
    command = [heapproof, "check", "--stats", "--time-limit=60", *options, f"{program}.c"]
    text = subprocess.run(command, cwd=HERE, capture_output=True, text=True).stdout
    found = re.search(r"^end-states: (\d+)$", text, re.M)
    return int(found[1]) if found and re.search(r"^verdict: safe$", text, re.M) else None


def main():
    heapproof, show = sys.argv[1], "--show" in sys.argv
    cases = [(p, w, most) for p, all_most in MOST.items() for w, most in zip(WAYS, all_most) if show or most is not None]
    failed = 0
    print(f"1..{len(cases)}")
    for number, (program, way, most) in enumerate(cases, 1):
        n = end_states(heapproof, program, WAYS[way])
        good = most is None or (n is not None and n <= most)
        failed += not good
        bound = "" if most is None else f", at most {most}"
        print(f"{'ok' if good else 'not ok'} {number} - {program}, {way}: {'not proved' if n is None else f'{n} states'} at the end{bound}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
