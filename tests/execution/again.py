#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What exhaustion asked of its solver is asked again of another one, cvc5; prints TAP.

usage: again.py HEAPPROOF [--every N]

Of each program of this folder that is proved by exhaustion, every N-th question (default 3), and the last one.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
STATUS = re.compile(r"^\(set-info :status (\w+)\)$", re.M)
SECONDS = 60


def questions(heapproof, path, flags):
    command = [heapproof, "check", "--questions", "--strategy=execution,exhaustion", "--property=default", path, "--", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=HERE)
    return ["(reset)" + q for q in done.stderr.split("(reset)")[1:]]


def judge(o, path, flags):
    asked = questions(o.heapproof, path, flags)
    sample = asked[:: o.every] + asked[-1:]
    if not asked:
        return "nothing was asked"
    done = subprocess.run(["cvc5", "--lang=smt2", "--incremental"], input="\n".join(sample), capture_output=True, text=True, timeout=SECONDS)
    expected = [STATUS.search(q)[1] for q in sample]
    return "" if done.stdout.split() == expected else f"expected {expected}, not\n{done.stdout}{done.stderr}"


def main():
    a = argparse.ArgumentParser()
    a.add_argument("heapproof", type=lambda p: pathlib.Path(p).resolve())
    a.add_argument("--every", type=int, default=3)
    o = a.parse_args()
    if not shutil.which("cvc5"):
        print("1..0 # SKIP there is no cvc5; tools/setup test installs it")
        return 0
    found = [(path, m) for path in sorted(HERE.glob("*.c")) for m in re.finditer(r"^// expect((?: -\w+)*): exhausted", path.read_text(), re.M)]
    print(f"1..{len(found)}")
    failed = 0
    for number, (path, m) in enumerate(found, 1):
        wrong = judge(o, path.name, m[1].split())
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {path.name}{m[1]}")
        for line in wrong.rstrip().split("\n") if wrong else []:
            print(f"# {line}")
        sys.stdout.flush()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
