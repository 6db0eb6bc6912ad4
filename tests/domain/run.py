#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Verdicts of the symbolic-heap domain on small programs, most of them in pairs: NAME.c is correct, NAME_bad.c has a fault.

The first line of a program says what is expected: `// expect: safe`, or `// expect: not safe [RULE LINE]`; a second line may give the
property.  usage: run.py HEAPPROOF [PART OF A NAME]"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXPECT = re.compile(r"// expect: (safe|not safe)(?: (\S+) (\d+))?$")
PROPERTY = re.compile(r"// property: (\S+)$")


def check(heapproof, program):
    """What is wrong with the answer, or an empty string."""
    lines = program.read_text().splitlines()
    expect, option = EXPECT.match(lines[0]), PROPERTY.match(lines[1])
    if not expect:
        return "the first line says not what is expected"
    command = [heapproof, "check", "--domain=sl"] + ([f"--property={option[1]}"] if option else []) + [program.name]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    verdict = re.search(r"^verdict: (safe|unsafe|unknown)", done.stdout, re.M)
    if not verdict:
        return f"no verdict (status {done.returncode}): {done.stderr.strip()}"
    if (verdict[1] == "safe") != (expect[1] == "safe"):
        return f"the verdict is {verdict[1]}"
    found = expect[2] is None or re.search(rf"^{re.escape(program.name)}:{expect[3]}:.*\[{re.escape(expect[2])}\]$", done.stdout, re.M)
    return "" if found else f"no {expect[2]} is reported in line {expect[3]}"


def main():
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    programs = [p for p in sorted(HERE.glob("*.c")) if part in p.stem]
    failed = 0
    print(f"1..{len(programs)}")
    for number, program in enumerate(programs, 1):
        wrong = check(sys.argv[1], program)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {program.stem}" + (f": {wrong}" if wrong else ""), flush=True)
    sys.exit(1 if failed or not programs else 0)


if __name__ == "__main__":
    main()
