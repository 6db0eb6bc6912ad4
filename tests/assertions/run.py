#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the assertions of the core guard anything?  Mutates one line of the code and sees the assertion trip; prints TAP.

usage: run.py HEAPPROOF [--every N] [--draw N --seed S] [PART OF A NAME]

HEAPPROOF is the program of a build with assertions.  The table `mutations.txt` beside this file has paragraphs of four lines:

    assert FILE: CONDITION      the assertion (CONDITION @ FUNCTION where the file has it more than once)
    change FILE: LINE           a line of the code, as it is but for its indentation (LINE @ FUNCTION where it occurs more than once)
    to: LINE                    what it becomes
    run: PROGRAM ARGUMENTS      of the build, in the folder of the project: must trip this assertion, and none without the change

The changed file is compiled by itself and linked in front of the libraries of the build, which stays as it is.  --every N tries one in N, and that the others
still fit the code; --draw N lists N assertions of the folders FOLDERS drawn by seed, new ones marked.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDERS = ("sl", "step", "fix", "inter", "set", "dom")
SECONDS = 300
KEYS = re.compile(r"(?:(assert|change) (\S+)|(to|run)): (.*)")
FUNCTION = re.compile(r"^[a-z][^;=]*?(\w+)\([^;]*$")  # the first line of a definition


class Mutation:
    """A paragraph of the table."""

    def __init__(self, lines):
        self.at = {}
        for line in lines:
            m = KEYS.fullmatch(line)
            if not m:
                sys.exit(f"mutations.txt: not understood: {line}")
            self.at[m[1] or m[3]] = (m[2], m[4])
        if set(self.at) != {"assert", "change", "to", "run"}:
            sys.exit(f"mutations.txt: four lines make a mutation: {lines[0]}")
        self.file, condition = self.at["assert"]
        self.condition, _, self.function = condition.partition(" @ ")
        self.changed, self.line = self.at["change"]
        self.to, self.run = self.at["to"][1], shlex.split(self.at["run"][1])
        self.name = f"{self.file}: {condition}"


def table():
    text = (HERE / "mutations.txt").read_text()
    paragraphs = [[line for line in p.split("\n") if line and not line.startswith("#")] for p in text.split("\n\n")]
    return [Mutation(p) for p in paragraphs if p]


def assertions(folder):
    """The assertions of a folder: file, line, condition."""
    found = []
    for path in sorted((ROOT / "src" / folder).glob("*.[ch]")):
        for number, line in enumerate(path.read_text().split("\n"), 1):
            for m in re.finditer(r"\bassert\((.*)\);", line):
                found.append((str(path.relative_to(ROOT)), number, m[1]))
    return found


def rank(seed, assertion):
    """The place of an assertion in a draw: other assertions that come or go do not change it."""
    file, _, condition = assertion
    return hashlib.sha256(f"{seed}:{file}:{condition}".encode()).digest()


def mutated(m):
    """The text of the changed file; a sentence where the mutation does not fit the code."""
    if f"assert({m.condition});" not in (ROOT / m.file).read_text():
        return None, "the assertion is not there"
    wanted, _, within = m.line.partition(" @ ")
    lines, function, found = (ROOT / m.changed).read_text().split("\n"), "", []
    for i, line in enumerate(lines):
        head = FUNCTION.match(line)
        function = head[1] if head else function
        if line.strip() == wanted and (not within or within == function):
            found.append(i)
    if len(found) != 1:
        return None, f"the line fits {len(found)} times"
    i = found[0]
    lines[i] = lines[i][: len(lines[i]) - len(lines[i].lstrip())] + m.to
    return "\n".join(lines), ""


class Build:
    """How the files of a build are compiled and linked."""

    def __init__(self, folder):
        self.folder = folder
        told = subprocess.run(["ninja", "-C", folder, "-t", "compdb"], capture_output=True, text=True, check=True)
        self.compiled = {e["file"]: e for e in json.loads(told.stdout[told.stdout.index("[") :])}

    def object(self, source, text, into):
        e = self.compiled[str(ROOT / source)]
        changed = into / pathlib.Path(source).name
        changed.write_text(text)
        words = shlex.split(e["command"])
        words[words.index("-c") + 1] = str(changed)
        words[words.index("-o") + 1] = str(into / "changed.o")
        words[words.index("-MF") + 1] = str(into / "changed.d")
        return subprocess.run(words + ["-Wno-error", "-w"], cwd=self.folder, capture_output=True, text=True)

    def link(self, program, into):
        told = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", program], capture_output=True, text=True, check=True)
        words = shlex.split([line for line in told.stdout.split("\n") if f"-o {program} " in line][-1])
        words = words[words.index("&&") + 1 : len(words) - 1 - words[::-1].index("&&")]
        words[words.index("-o") + 1] = str(into / program)
        first = next(i for i, w in enumerate(words) if w.endswith(".a"))
        return subprocess.run(words[:first] + [str(into / "changed.o")] + words[first:], cwd=self.folder, capture_output=True, text=True)


def run(program, arguments):
    try:
        done = subprocess.run([program] + arguments, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "no end"
    return done.stdout + done.stderr


def tripped(out):
    m = re.search(r"(\w+\.[ch]):\d+: (\w+): Assertion `(.*)' failed", out)
    return (m[1], m[3], m[2]) if m else None


def trial(build, m, text):
    """What is wrong with a mutation, tried; nothing if it trips its assertion."""
    with tempfile.TemporaryDirectory() as folder:
        into = pathlib.Path(folder)
        for done in (build.object(m.changed, text, into), build.link(m.run[0], into)):
            if done.returncode:
                return done.stderr[-800:]
        before = tripped(run(f"{build.folder}/{m.run[0]}", m.run[1:]))
        if before:
            return f"without the change: {before}"
        out = run(into / m.run[0], m.run[1:])
        said = tripped(out)
        wanted = (pathlib.Path(m.file).name, m.condition, m.function or said and said[2])
        return "" if said == wanted else f"tripped: {said}" + ("" if said else "; said: " + out[-300:])


def main():
    a = argparse.ArgumentParser()
    a.add_argument("heapproof", type=pathlib.Path)
    a.add_argument("part", nargs="?", default="")
    a.add_argument("--every", type=int, default=1)
    a.add_argument("--draw", type=int)
    a.add_argument("--seed", type=int, default=1)
    o = a.parse_args()
    if o.draw:
        everything = [x for folder in FOLDERS for x in assertions(folder)]
        known = {(m.file, m.condition) for m in table()}
        for file, line, condition in sorted(sorted(everything, key=lambda x: rank(o.seed, x))[: o.draw]):
            print(f"{'   ' if (file, condition) in known else 'new'} {file}:{line}: {condition}")
        return 0
    build, failed = Build(o.heapproof.resolve().parent), 0
    chosen = [m for m in table() if o.part in m.name]
    print(f"1..{len(chosen)}")
    for k, m in enumerate(chosen):
        text, wrong = mutated(m)
        if text is not None and k % o.every == 0:
            wrong = trial(build, m, text)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {k + 1} - {m.name}")
        for line in wrong.split("\n") if wrong else []:
            print(f"# {line}")
        sys.stdout.flush()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
