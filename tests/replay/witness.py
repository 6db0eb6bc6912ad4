#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Witnesses of the regression programs.  Of faulty ones: `heapproof run` follows the witness to its target.  Of correct ones: what the witness says at loops is
put into the program as a check, which then holds in runs of the compiled program.

usage: witness.py HEAPPROOF [--every N] [--jobs N] [--time S] [--runs N] [PART OF A NAME]

A run that the world decides in other ways than by what functions return (arguments of main, contents of files, uninitialised numbers) cannot be followed by its
witness: such programs are counted apart."""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "domain"))
import run as programs  # noqa: E402

FOLDERS = ["domain", "programs", "whole"]
HARNESS = TESTS / "reality" / "harness.c"
INVARIANT = re.compile(r'- invariant:\n *type: "loop_invariant"\n *location:\n *file_name: "(.*)"\n *line: (\d+)\n *column: (\d+)\n *value: "(.*)"\n')
VERDICT = re.compile(r"^verdict: unsafe ([\w-]+)", re.M)
HOLD = "extern void abort(void);\n#define HOLDS(x) ((x) ? (void)0 : abort())\n#line 1\n"


def heapproof(o, folder, *arguments):
    return subprocess.run([o.heapproof, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


# ---- loops -------------------------------------------------------------------------------------------------------------------------

def condition_of(text, at):
    """Where the condition of the loop at this place begins: behind the parenthesis, or behind the first semicolon in it."""
    keyword = re.match(r"(while|for)\s*\(", text[at:])
    start = at + keyword.end()
    if keyword[1] == "while":
        return start
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if text[i] == ";" and depth == 0:
            return i + 1
    raise ValueError("no condition")


def instrumented(source, facts):
    """The program with the facts as checks, or None if there are none in its own text."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))
    places = sorted(((condition_of(source, lines[line - 1] + column - 1), fact) for line, column, fact in facts), reverse=True)
    for at, fact in places:
        if re.match(r"\s*;", source[at:]):
            continue
        source = f"{source[:at]} HOLDS({fact}), {source[at:]}"
    return HOLD + source


def facts_hold(o, folder, program, witness):
    found = [(int(line), int(column), fact) for file, line, column, fact in INVARIANT.findall(witness) if file == program.file]
    if not found:
        return "no facts", ""
    with tempfile.TemporaryDirectory() as box:
        source, exe = pathlib.Path(box) / program.path.name, pathlib.Path(box) / "a.out"
        source.write_text(instrumented(program.path.read_text(), found))
        command = ["clang-19", "-std=gnu17", "-O0", "-w", f"-I{program.path.parent}", *program.macros, "-o", exe, source, HARNESS]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return "wrong", f"does not compile with {found}: {done.stderr[-400:]}"
        for seed in range(o.runs):
            inputs = programs.draw(seed)
            try:
                done = subprocess.run([exe], env={"HEAPPROOF_INPUTS": inputs}, stdin=subprocess.DEVNULL, capture_output=True, timeout=5)
            except subprocess.TimeoutExpired:
                continue
            if done.returncode == -6:
                return "wrong", f"with inputs {inputs} something of {found} does not hold"
    return "facts hold", ""


# ---- runs --------------------------------------------------------------------------------------------------------------------------

def followed(o, folder, program, path, choices, verdict):
    done = heapproof(o, folder, "run", f"--witness={path}", "--max-steps=30000000", *program.property, *program.macros, program.file)
    if "the witness is followed to its target" in done.stderr:
        named = [rule for rule in (program.rule, verdict) if rule]  # a loss may come first, or another fault than is asked about
        shown = "run: fault" in done.stdout and (not named or any(f"[{rule}]" in done.stdout for rule in named))
        return ("followed", "") if shown else ("wrong", "followed, without the fault")
    reads = "stdin" in program.path.read_text()  # the end of a file is no number that a function gives
    alone = path.read_text().count('"function_return"') == choices and not reads
    return "wrong" if alone else "cannot be followed", done.stderr.strip().splitlines()[-1]


def check(o, folder, program):
    with tempfile.TemporaryDirectory() as box:
        path = pathlib.Path(box) / "witness.yml"
        done = heapproof(o, folder, "check", f"--witness={path}", f"--time-limit={o.time}", *program.property, *program.macros, program.file)
        if not path.exists():
            return "no witness", ""
        witness = path.read_text()
        if "violation_sequence" in witness:
            inputs = programs.INPUTS.search(done.stdout)
            verdict = VERDICT.search(done.stdout)
            return followed(o, folder, program, path, len(inputs[1].split(",")) if inputs else 0, verdict and verdict[1])
        return facts_hold(o, folder, program, witness)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=5)
    parser.add_argument("--runs", type=int, default=10)
    o = parser.parse_intermixed_args()
    o.heapproof = o.heapproof.resolve()
    cases = [(TESTS / name, name, program) for name in FOLDERS for path in sorted((TESTS / name).rglob("*.c"))
             for program in programs.expected_of(TESTS / name, path) if o.part in f"{name}/{program.name}"][::o.every]
    counts, failed = collections.Counter(), 0
    print(f"1..{len(cases)}")
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        answers = pool.map(lambda c: check(o, c[0], c[2]), cases)
        for number, ((_, name, program), (outcome, why)) in enumerate(zip(cases, answers), 1):
            counts[outcome] += 1
            failed += outcome == "wrong"
            print(f"{'not ok' if outcome == 'wrong' else 'ok'} {number} - {name}/{program.name}: {outcome} {why}".rstrip(), flush=True)
    print("# " + ", ".join(f"{n} {outcome}" for outcome, n in sorted(counts.items())))
    sys.exit(1 if failed or not cases else 0)


if __name__ == "__main__":
    main()
