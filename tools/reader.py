#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Texts of findings of different kinds, for somebody who knows nothing else: which line is to be changed?

Programs with a fault and their correct siblings (NAME_bad*.c, NAME.c) are taken from the tests.  The line to be changed is where they differ; of each the reader
sees what heapproof says about the definite finding, not the program: comments are blanked, and the file has a plain name.

usage: reader.py HEAPPROOF FOLDER [--count N] [--seed N]   writes FOLDER/1.txt .. N.txt, and FOLDER/key.txt with the lines
"""
import argparse
import difflib
import pathlib
import random
import re
import subprocess
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1] / "tests"
FOLDERS = ["programs", "domain", "whole", "search"]
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"", re.S)
LARGEST = 3  # lines that differ


def without_comments(text):
    def blank(match):
        found = match.group(0)
        return found if found[0] == '"' else re.sub(r"[^\n]", " ", found)

    return "\n".join(line.rstrip() for line in COMMENT.sub(blank, text).split("\n"))


def pairs():
    for folder in FOLDERS:
        for bad in sorted((TESTS / folder).rglob("*_bad*.c")):
            good = bad.with_name(bad.name.split("_bad")[0] + ".c")
            if good.exists() and bad.read_text().count("// expect") == 1:
                yield bad, good


def lines_to_change(bad, good):
    """Lines of the faulty program that differ; where one is missing, those around the gap.  Nothing if they differ in more than one place."""
    a, b = without_comments(bad).split("\n"), without_comments(good).split("\n")
    lines, places = set(), 0
    for kind, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal" or not "".join(a[i:j] + b[k:m]).strip():
            continue
        places += 1
        lines |= set(range(i + 1, j + 1)) if kind != "insert" else {i, i + 1}
    return sorted(lines) if places == 1 and len(lines) <= LARGEST else []


def text_of(program, source, options):
    """The definite finding, as text, and its rule; or None."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "program.c").write_text(source)
        command = [program, "check", "--time-limit", "10", *options, "program.c"]
        out = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    verdict = re.search(r"^verdict: unsafe (\S+) at ", out, re.M)
    start = re.search(r"^\S+: error: ", out, re.M)
    if not verdict or not start:
        return None
    rest = out[start.start():]
    end = re.compile(r"^(\S+: (error|warning): |strategy: |assumption: |inputs: |repeat with: |verdict: )", re.M).search(rest, rest.index("\n"))
    inputs = re.search(r"^(inputs|repeat with): .*\n", out, re.M)
    return rest[:end.start()] + (inputs.group(0) if inputs else ""), verdict.group(1)


def candidates(program, seed):
    """(rule, text, lines, name), one for each family of programs."""
    found, families = [], set()
    everything = list(pairs())
    random.Random(seed).shuffle(everything)
    for bad, good in everything:
        lines = lines_to_change(bad.read_text(), good.read_text())
        if good in families or not lines:
            continue
        wanted = re.search(r"^// property: (\S+)$", bad.read_text(), re.M)
        told = text_of(program, without_comments(bad.read_text()), ["--property", wanted.group(1)] if wanted else [])
        if told:
            families.add(good)
            found.append((told[1], told[0], lines, str(bad.relative_to(TESTS))))
    return found


def choose(found, count):
    """In turn one of each rule."""
    by_rule, chosen = {}, []
    for row in found:
        by_rule.setdefault(row[0], []).append(row)
    while len(chosen) < count and any(by_rule.values()):
        for rows in by_rule.values():
            if rows and len(chosen) < count:
                chosen.append(rows.pop(0))
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heapproof")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    o.folder.mkdir(parents=True, exist_ok=True)
    key = ""
    for number, (rule, text, lines, name) in enumerate(choose(candidates(str(pathlib.Path(o.heapproof).resolve()), o.seed), o.count), 1):
        (o.folder / f"{number}.txt").write_text(text)
        key += f"{number}: {' or '.join(map(str, lines))} ({rule}, {name})\n"
    (o.folder / "key.txt").write_text(key)


if __name__ == "__main__":
    main()
