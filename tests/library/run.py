#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the rows of the library table against the real library; prints TAP and a table.

Every row is called with arguments at the edges, in buffers exactly as large as the row demands between pages that must not be touched, each
call in a process of its own, in ordinary and in refusing environments; what happened is compared with what the row promises.  Then something
that the row demands is taken away (a null pointer, a byte less, a string without end): some such call must go wrong.  What the interpreter
computes, HEAPPROOF must print as a compiled program does.

usage: run.py [HEAPPROOF] [--slice] [--mutants] [--write] [--only PATTERN] [--section TEXT] [--most N] [--bits 64,32] [--verbose]
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cases  # noqa: E402
import hints as hints_of  # noqa: E402
import interpreter  # noqa: E402
import judge  # noqa: E402
import native  # noqa: E402
import rows as rows_of  # noqa: E402
import shown  # noqa: E402

FILLS = ("a5", "5a")


class Tried:
    """What the calls of one row showed."""

    def __init__(self, row):
        self.row, self.calls, self.succeeded, self.failed, self.wrong, self.why = row, 0, 0, 0, [], ""
        self.computed = ""  # what the comparison with the interpreter says

    @property
    def only_fails(self):
        r = self.row.result
        return bool(r.failure and r.hi and not r.hi.factor and r.hi.value < 0)

    @property
    def state(self):
        return "disagrees" if self.wrong else "tested" if self.succeeded or self.only_fails and self.failed else "not tested"

    def reason(self):
        return self.why or (f"no call succeeds here: {self.failed} failed" if self.failed else "no call could be judged")


def fills(row):
    """What memory holds before a call: with two patterns no byte written is missed."""
    return FILLS if any(a.role in cases.WRITTEN for a in row.args) else FILLS[:1]


def harness(program, folder, lines):
    """What the calls did, by number."""
    place = pathlib.Path(tempfile.mkdtemp(dir=folder))
    (place / "cases").write_text("\n".join(lines) + "\n")
    (place / "world").mkdir()
    out = subprocess.run([str(program), str(place / "cases"), str(place / "world")], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if out.returncode != 0:
        raise SystemExit(f"the harness ended with {out.returncode}: {out.stderr.decode('latin-1')}")
    return {told["id"]: told for told in map(json.loads, out.stdout.decode("latin-1").splitlines())}


def run_all(program, folder, made, jobs):
    """Observations, in order: one list for each case, one entry for each fill."""
    lines = [case.line(2 * i + j, fill) for i, (case, *_) in enumerate(made) for j, fill in enumerate(fills(case.row))]
    parts = [lines[k::jobs] for k in range(jobs)]
    seen = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(lambda p: harness(program, folder, p), [p for p in parts if p]):
            seen.update(part)
    return [[seen[2 * i + j] for j in range(len(fills(case.row)))] for i, (case, *_) in enumerate(made)]


def note(tried, case, maker, observations):
    for seen in observations:
        told = judge.Judge(case, maker, seen).judge()
        if not told.judged:
            tried.why = tried.why or judge.UNJUDGED.get(seen["end"], "")
            continue
        tried.calls += 1
        tried.failed += told.failed
        tried.succeeded += not told.failed
        for text in told.wrong:
            tried.wrong.append(f"{case}: {text}")


def note_probes(probed):
    """Some call without what the row demands must have gone wrong."""
    for (tried, what), went_well in probed.items():
        if went_well and all(went_well):
            tried.wrong.append(f"argument {what[0]} need not have its {what[1]}" if what[1] != "null" else f"argument {what[0]} may be null")


def cases_of(tried, layouts, options, bits, hints, found, absent):
    row = tried.row
    if row.name in absent or row.name in hints.skipped:
        tried.why = tried.why or hints.skipped.get(row.name, "not in this library")
        return
    maker = cases.Maker(row, layouts, found.get(row.name), hints, bits, options.seed)
    for case in maker.cases(options.most, options.refusing):
        yield case, maker, tried
    for group in maker.probes(options.probes):
        for case in group:
            if (row.name, case.probe[0]) not in hints.lenient:
                yield case, maker, tried


def differs(row):
    """Does the row say something of its own about 32 bits?"""
    return "/" in row.text or "<" in row.text


def try_rows(all_tried, layouts, options, folder, bits, hints, found):
    wanted = [t for t in all_tried if bits == 64 or not options.slice or differs(t.row)]
    program, absent = native.build(folder, bits, list({t.row.name: t.row for t in wanted}.values()), found, hints.constants, hints.declared)
    if not program:
        print(f"# {absent}")
        return
    made = [m for t in wanted for m in cases_of(t, layouts, options, bits, hints, found, absent)]
    probed = {}
    for (case, maker, tried), observations in zip(made, run_all(program, folder, made, options.jobs)):
        if case.probe:
            well = [judge.Judge(case, maker, seen).went_well() for seen in observations]
            probed.setdefault((tried, case.probe), []).extend(w for w in well if w is not None)
        else:
            note(tried, case, maker, observations)
    note_probes(probed)


def try_interpreter(tried, layouts, options, folder, hints, found):
    def one(t):
        lines = interpreter.lines_of(t.row, layouts, found, hints, options)
        return t, interpreter.compare(options.heapproof, folder, t.row, lines, hints.declared) if lines else ("", "")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for t, (told, why) in pool.map(one, interpreter.chosen(tried, not options.slice)):
            t.computed = told
            if told == "differs":
                t.wrong.append(why)


def mutants(layouts):
    return [rows_of.row_of(line, "mutants.def", "Rows that are wrong on purpose", layouts)
            for line in (HERE / "mutants.def").read_text().splitlines() if line.startswith("LIB")]


def options_of(argv):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("heapproof", nargs="?")
    p.add_argument("--slice", action="store_true", help="few calls of each row, and with 32 bits only rows that say something about them")
    p.add_argument("--mutants", action="store_true", help="try rows that are wrong on purpose")
    p.add_argument("--write", action="store_true", help="rewrite doc/library-tested.md")
    p.add_argument("--only", default="", help="rows whose name matches")
    p.add_argument("--section", default="", help="rows of sections whose title contains this")
    p.add_argument("--most", type=int, default=0, help="cases of a row in the ordinary environment")
    p.add_argument("--bits", default="64,32")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--verbose", action="store_true")
    options = p.parse_args(argv)
    options.most = options.most or (6 if options.slice else 40)
    options.probes = 2 if options.slice else 12
    options.refusing = ("m0", "n") if options.slice else cases.REFUSING
    return options


def chosen(options, layouts, rows):
    if options.mutants:
        return mutants(layouts)
    return [r for r in rows if r.concludes and re.fullmatch(options.only or ".*", r.name) and options.section in r.section]


def main(argv):
    options = options_of(argv)
    if not native.compiler():
        print("1..0 # SKIP no clang")
        return 0
    rows, layouts, strange = rows_of.load()
    hints = hints_of.Hints()
    tried = [Tried(r) for r in chosen(options, layouts, rows)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found = native.prototypes(folder, hints.declared)
        for bits in map(int, options.bits.split(",")):
            try_rows(tried, layouts, options, folder, bits, hints, found)
        if options.heapproof and not options.mutants:
            try_interpreter(tried, layouts, options, folder, hints, found)
    if options.mutants:
        return shown.mutants(tried)
    if options.write:
        shown.write(tried, rows)
    return shown.tap(tried, strange, options.verbose)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
