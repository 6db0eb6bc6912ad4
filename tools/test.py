#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every test that CMake registered in the given build folders and counts the single tests.

usage: test.py [--jobs N] [--only TEXT] [--quick] BUILD...

With --quick tests labelled slow are left out; else they start first and are shown last.
A test program prints TAP ("ok 1 - what it shows", "not ok 2 - ...", "1..2"); one that prints none counts as one test, judged by its
exit status, unless it ends with a line "N passed, N failed".  What a failing program printed is shown.  The last line is "N passed, N failed"; the exit status is 0 only if something
was run and nothing failed.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time

LINE = re.compile(r"^(not )?ok\b(.*)$", re.M)
SUM = re.compile(r"^(\d+) passed, (\d+) failed\s*\Z", re.M)
SKIPPED = re.compile(r"^ok\b.*# SKIP")
PLAN = re.compile(r"^1\.\.(\d+)", re.M)


class Outcome:
    def __init__(self, name, passed, failed, skipped, seconds, text):
        self.name, self.passed, self.failed, self.skipped, self.seconds, self.text = name, passed, failed, skipped, seconds, text


def tests_of(build):
    listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, stdout=subprocess.PIPE, check=True).stdout
    for test in json.loads(listing)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        yield build, test["name"], test.get("command"), properties


def count(text, status):
    passed = failed = skipped = 0
    for no, rest in LINE.findall(text):
        if "# SKIP" in rest:
            skipped += 1
        elif no:
            failed += 1
        else:
            passed += 1
    plan = PLAN.search(text)
    if plan and int(plan.group(1)) > passed + failed + skipped:
        failed += int(plan.group(1)) - passed - failed - skipped
    total = SUM.search(text)
    if total and passed + failed + skipped == 0:
        passed, failed = int(total.group(1)), int(total.group(2))
    if passed + failed + skipped == 0:
        return (1, 0, 0) if status == 0 else (0, 1, 0)
    if status != 0 and failed == 0:
        failed = 1
    return passed, failed, skipped


PATIENCE = 900  # seconds: for a test that does not end, not for one that is slow on a busy machine
TAIL = 60       # lines of the output of a test that fails, behind those that say what failed


def environment(properties):
    env = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", LC_ALL="C.UTF-8")
    for setting in properties.get("ENVIRONMENT", []):
        key, _, value = setting.partition("=")
        env[key] = value
    return env


def run(test):
    build, name, command, properties = test
    name = f"{os.path.basename(os.path.abspath(build))}: {name}"
    start = time.monotonic()
    if not command or not os.path.exists(command[0]):
        return Outcome(name, 0, 1, 0, 0, "not built")
    try:
        done = subprocess.run(command, cwd=properties.get("WORKING_DIRECTORY", build), env=environment(properties), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=properties.get("TIMEOUT", PATIENCE))
        text, status = done.stdout.decode(errors="replace"), done.returncode
    except subprocess.TimeoutExpired as late:
        text, status = (late.stdout or b"").decode(errors="replace") + "\ntimed out", 1
    passed, failed, skipped = count(text, status)
    return Outcome(name, passed, failed, skipped, time.monotonic() - start, text)


def show(outcome):
    word = "FAIL" if outcome.failed else "ok"
    extra = f", {outcome.failed} failed" if outcome.failed else ""
    extra += f", {outcome.skipped} skipped" if outcome.skipped else ""
    print(f"{word:4} {outcome.name}: {outcome.passed} passed{extra} ({outcome.seconds:.1f} s)", flush=True)
    for line in outcome.text.splitlines():
        if not outcome.failed and SKIPPED.search(line):
            print("     | " + line, flush=True)
    if outcome.failed:
        lines = outcome.text.splitlines()
        wrong = [line for line in lines[:-TAIL] if line.startswith("not ok")]
        print("\n".join("     | " + line for line in wrong + lines[-TAIL:]), flush=True)


def main():
    parser = argparse.ArgumentParser(usage="test.py [--jobs N] [--only TEXT] [--quick] BUILD...")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("builds", nargs="+")
    options = parser.parse_args()
    tests = [t for build in options.builds for t in tests_of(build) if options.only in t[1]]
    tests = [t for t in tests if not (options.quick and "slow" in t[3].get("LABELS", []))]
    slow = [t for t in tests if "slow" in t[3].get("LABELS", [])]
    others = [t for t in tests if t not in slow]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        late = [pool.submit(run, t) for t in slow]
        for future in [pool.submit(run, t) for t in others] + late:
            outcome = future.result()
            show(outcome)
            passed += outcome.passed
            failed += outcome.failed
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
