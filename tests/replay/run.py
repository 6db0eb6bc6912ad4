#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Definite findings of the regression programs, outside the interpreter: `heapproof check --confirm` compiles each program with the inputs found and runs it
under a tool that can see the rule.  A finding that is not seen fails the test, unless heapproof says itself that only the interpreter can see it (those are
counted apart), or unseen.txt lists it with a reason.  What stands there and is seen, or is not there, fails when all programs are tried.

usage: run.py HEAPPROOF [--every N] [--corpus] [--jobs N] [--time S] [PART OF A NAME]

--every: only every N-th program that is said to have a fault.  --corpus: also the programs of tests/corpus (with all inputs that the search finds)."""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "domain"), str(TESTS)]
import reality  # noqa: E402
import run as programs  # noqa: E402  (tests/domain/run.py reads the first lines of programs)

FOLDERS = ["domain", "programs", "whole"]


class Case:
    def __init__(self, folder, file, flags):
        self.folder, self.file, self.flags = TESTS / folder, file, flags
        self.name = " ".join([f"{folder}/{file}", *flags])


def faulty(o):
    """Programs that are said to have a fault."""
    for name in FOLDERS:
        for path in sorted((TESTS / name).rglob("*.c")):
            yield from (Case(name, p.file, [*p.property, *p.macros]) for p in programs.expected_of(TESTS / name, path) if not p.safe())
    for path in sorted((TESTS / "search").glob("*.c")):
        if re.search(r"^// expect: unsafe", path.read_text(), re.M):
            yield Case("search", path.name, ["--domain=none"])
    for path in sorted(reality.CORPUS.rglob("*.c")) if o.corpus else []:
        cases = {case.names for case in reality.read_file(path) if case.outcome in reality.RULES}
        yield from (Case("corpus", str(path.relative_to(reality.CORPUS)), ["-D_GNU_SOURCE", *(f"-D{name}" for name in names)]) for names in sorted(cases))


def read_unseen():
    """The words of each line before its reason."""
    lines = (pathlib.Path(__file__).parent / "unseen.txt").read_text().splitlines()
    return [tuple(line.partition(": ")[0].split()) for line in lines if line and not line.startswith("#")]


def listed(unseen, case):
    return next((key for key in unseen if set(key) <= set(case.name.split())), None)


def check(o, case):
    """A busy machine is no excuse, but a reason to ask again."""
    findings, wrong = ask(o, case)
    return ask(o, case) if wrong else (findings, wrong)


def ask(o, case):
    """The definite findings of a program, or a complaint."""
    command = [o.heapproof, "check", "--confirm", "--format=json", f"--time-limit={o.time}", *case.flags, case.file]
    done = subprocess.run(command, cwd=case.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return [], f"no report (status {done.returncode}): {done.stderr.strip()[-300:]}"
    findings = [f for p in report["programs"] for f in p["findings"] if f["certainty"] == "definite"]
    bad = [f"{f['rule']} at {f['place']['file']}:{f['place']['line']} is {f['confirmation']}" for f in findings
           if f["confirmation"] not in ("confirmed", "only-interpreter")]
    return findings, "; ".join(bad)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=10)
    o = parser.parse_intermixed_args()
    o.heapproof = o.heapproof.resolve()
    unseen, used = read_unseen(), set()
    cases, failed, counts = [case for case in faulty(o) if o.part in case.name][::o.every], 0, collections.Counter()
    print(f"1..{len(cases)}")
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        answers = pool.map(lambda case: check(o, case), cases)
        for number, (case, (findings, wrong)) in enumerate(zip(cases, answers), 1):
            key = listed(unseen, case) if wrong and all(part.endswith(" is not-confirmed") for part in wrong.split("; ")) else None
            if key:
                used.add(key)
                wrong = ""
            failed += bool(wrong)
            counts.update((f["rule"], f["confirmation"]) for f in findings)
            counts["without"] += not findings and not wrong
            note = " # listed as unseen" if key else " # only the interpreter" if any(f["confirmation"] == "only-interpreter" for f in findings) else ""
            print(f"{'not ok' if wrong else 'ok'} {number} - {case.name}{': ' + wrong if wrong else ''}{note}", flush=True)
    stale = [" ".join(key) for key in unseen if key not in used] if not o.part and o.every == 1 else []
    for key in stale:
        print(f"# unseen.txt: {key}: there is no such finding, or it is seen")
    failed += len(stale)
    without = counts.pop("without", 0)
    for (rule, outcome), n in sorted(counts.items()):
        print(f"# {rule}: {n} {outcome}")
    total = collections.Counter()
    for (_, outcome), n in counts.items():
        total[outcome] += n
    print(f"# {sum(total.values())} definite findings: " + ", ".join(f"{n} {outcome}" for outcome, n in sorted(total.items())) +
          f"; {without} programs without one")
    sys.exit(1 if failed or not cases else 0)


if __name__ == "__main__":
    main()
