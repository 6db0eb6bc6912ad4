#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Execution as a proof: which programs have one run only; prints TAP.

usage: run.py HEAPPROOF [--native] [PART OF A NAME]

The first lines of a program say what is expected of it, and of the file with macros:

    // expect: safe              by execution
    // expect -DNAME: open TEXT  no proof by execution, for a reason that contains TEXT
    // expect -DNAME: fault      no proof by execution, since the run breaks a rule
    // expect: exhausted 12      by exhaustion, in so many paths if a number is given
    // expect: left TEXT         no proof by exhaustion, for a reason that contains TEXT

--native: what is safe is compiled with AddressSanitizer and run, too.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXPECT = re.compile(r"// expect((?: -\w+)*): (safe|fault|open|exhausted|left) ?(.*)$")
WHY = re.compile(r"no proof by (?:execution|exhaustion): (.*)")
SECONDS = 60


def check(heapproof, path, flags, strategies):
    command = [heapproof, "check", "--verbose", "--stats", f"--strategy={strategies}", "--property=default", "--time-limit=20", path, "--", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=HERE)
    why = list(WHY.finditer(done.stderr))
    why = why[-1] if why else None
    verdict = re.search(r"^verdict: (\w+)", done.stdout, re.M)
    strategy = re.search(r"^strategy: (.*)", done.stdout, re.M)
    return verdict and verdict[1], strategy and strategy[1], why and why[1], done.stdout + done.stderr


def native(path, flags):
    """What is wrong with the compiled program."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        built = subprocess.run(["clang-19", "-w", "-fsanitize=address", *flags, path, "-lm", "-o", program], capture_output=True, text=True, cwd=HERE)
        if built.returncode:
            return built.stderr
        done = subprocess.run([program], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
        return done.stderr if "Sanitizer" in done.stderr else ""


def judge(o, path, expect):
    flags = expect[1].split()
    inputs = expect[2] in ("exhausted", "left")
    verdict, strategy, why, out = check(o.heapproof, path.name, flags, "execution,exhaustion" if inputs else "execution")
    if expect[2] == "exhausted":
        paths = re.search(r"^paths: (.*)", out, re.M)
        good = (verdict, strategy) == ("safe", "exhaustion") and (not expect[3] or paths and paths[1] == expect[3])
        return "" if good and "[solver]" in out else why or out
    if expect[2] == "safe":
        if (verdict, strategy) != ("safe", "execution"):
            return why or out
        return native(path.name, flags) if o.native else ""
    if verdict == "safe" or not why:
        return out
    if expect[2] == "fault":
        return "" if why.startswith(("fault", "returned", "exited")) else why
    return "" if expect[3] in why else why


def main():
    a = argparse.ArgumentParser()
    a.add_argument("heapproof", type=lambda p: pathlib.Path(p).resolve())
    a.add_argument("part", nargs="?", default="")
    a.add_argument("--native", action="store_true")
    o = a.parse_args()
    trials = []
    for path in sorted(HERE.glob("*.c")):
        for line in path.read_text().split("\n"):
            m = EXPECT.match(line)
            if not m:
                break
            trials.append((path, m))
    trials = [(p, m) for p, m in trials if o.part in p.name + m[1]]
    print(f"1..{len(trials)}")
    failed = 0
    for number, (path, expect) in enumerate(trials, 1):
        wrong = judge(o, path, expect)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {path.name}{expect[1]}")
        for line in wrong.rstrip().split("\n") if wrong else []:
            print(f"# {line}")
        sys.stdout.flush()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
