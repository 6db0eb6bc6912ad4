#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of doc/tutorial.md on its program.

A block "c FILE" is a file, a block "diff FILE" changes it, and a block "console" has a command, after "$ ", and its output.

usage: tutorial_doc.py HEAPPROOF          puts the output into the page
       tutorial_doc.py HEAPPROOF --check  prints TAP: is it what the page says?
"""
import pathlib
import re
import subprocess
import sys
import tempfile

PATH = pathlib.Path(__file__).resolve().parents[1] / "doc" / "tutorial.md"
BLOCK = re.compile(r"^```(c|diff|console)(?: ([\w.]+))?\n(.*?)^```$", re.M | re.S)
# What the page tells: if one of these changes, its text has to change too.
VERDICTS = ["unsafe use-after-free", "unsafe use-after-free", "safe", None, "unsafe null-dereference", "safe"]


def change(text, diff):
    lines = diff.splitlines()
    before = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
    after = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
    assert text.count(before) == 1, f"the change does not fit:\n{before}"
    return text.replace(before, after)


def run(program, command, folder):
    words = command.split()
    assert words[0] == "heapproof", command
    result = subprocess.run([program, *words[1:]], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.stdout


def replay(program, page):
    """The page with real output, and the verdict of each command."""
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:

        def block(match):
            kind, name, text = match.groups()
            if kind == "console":
                command = text.splitlines()[0]
                output = run(program, command.removeprefix("$ "), folder)
                found = re.search(r"^verdict: (.*?)(?: at .*)?$", output, re.M)
                verdicts.append(found and found.group(1))
                return f"```console\n{command}\n{output}```"
            path = pathlib.Path(folder, name)
            path.write_text(text if kind == "c" else change(path.read_text(), text))
            return match.group(0)

        return BLOCK.sub(block, page), verdicts


def main():
    page = PATH.read_text()
    wanted, verdicts = replay(sys.argv[1], page)
    if "--check" not in sys.argv:
        PATH.write_text(wanted)
    good = [(page == wanted, "doc/tutorial.md shows what heapproof says (make docs updates it)"), (verdicts == VERDICTS, f"the verdicts that it tells: {verdicts}")]
    if "--check" in sys.argv:
        print("1..2")
        for number, (fits, what) in enumerate(good, 1):
            print(f"{'ok' if fits else 'not ok'} {number} - {what}")
    elif not good[1][0]:
        print(f"tutorial_doc.py: the text of doc/tutorial.md tells other verdicts than {verdicts}", file=sys.stderr)
    return 0 if good[1][0] and (good[0][0] or "--check" not in sys.argv) else 1


if __name__ == "__main__":
    sys.exit(main())
