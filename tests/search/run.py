#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The search for definite faults on small programs in pairs: NAME_bad.c has a fault that needs certain inputs, NAME.c is correct.

The second line of a program says what is expected: `// expect: unsafe RULE LINE` or `// expect: not unsafe`.  No heap domain takes
part.  The inputs that a fault is reported with must lead to it again.  usage: run.py HEAPPROOF [PART OF A NAME]"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXPECT = re.compile(r"// expect: (not unsafe|unsafe (\S+) (\d+))$")


def run(*command):
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True).stdout


def finding(program, expect):
    return re.compile(rf"^{re.escape(program.name)}:{expect[3]}:\d+: error: .*\[{re.escape(expect[2])}\]$", re.M)


def check(heapproof, program):
    """What is wrong with the answer, or an empty string."""
    expect = EXPECT.match(program.read_text().splitlines()[1])
    if not expect:
        return "the second line says not what is expected"
    out = run(heapproof, "check", "--domain=none", program.name)
    verdict = re.search(r"^verdict: (safe|unsafe|unknown)", out, re.M)
    if not verdict:
        return "no verdict"
    if not expect[2]:
        return "the verdict is unsafe" if verdict[1] == "unsafe" else ""
    inputs = re.search(r"^(?:inputs:|repeat with: heapproof run --inputs) (\S+)$", out, re.M)
    if verdict[1] != "unsafe" or not finding(program, expect).search(out) or not inputs:
        return f"no {expect[2]} is reported in line {expect[3]}"
    again = run(heapproof, "run", f"--inputs={inputs[1]}", program.name)
    return "" if finding(program, expect).search(again) else f"the inputs {inputs[1]} do not lead to it"


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
