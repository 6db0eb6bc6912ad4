#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows doc/adding-a-domain.md on a copy of the sources.

A block "c FILE" is a file, or the rest of one that is begun; a block "diff FILE" changes it where its lines that stay or go are found; a block "console" has a command,
after "$ ", and its output.  Commands are run by a program that is linked from the build folder and what the page changed.

usage: domain_doc.py HEAPPROOF          puts the output into the page
       domain_doc.py HEAPPROOF --check  prints TAP: is it what the page says?
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PATH = ROOT / "doc" / "adding-a-domain.md"
BLOCK = re.compile(r"^```(c|diff|console)(?: ([\w./-]+))?\n(.*?)^```$", re.M | re.S)
# What the page tells: if one of these changes, its text has to change too.
VERDICTS = ["safe", "unknown: store", "safe", "unsafe out-of-bounds"]


def change(text, diff):
    """A diff in which "..." stands for the rest of a line."""
    lines = diff.splitlines()
    old = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
    new = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
    pattern = re.compile("^" + "(.*)".join(re.escape(part) for part in old.split("...")), re.M)
    found = list(pattern.finditer(text))
    assert len(found) == 1, f"the change fits {len(found)} times:\n{old}"
    for rest in found[0].groups():
        new = new.replace("...", rest, 1)
    return text[:found[0].start()] + new + text[found[0].end():]


class Tree:
    """A copy of the sources, and a program made of it."""
    def __init__(self, folder, build):
        self.folder, self.build, self.changed, self.stale = pathlib.Path(folder), build, set(), True
        for name in "src", "tools":
            shutil.copytree(ROOT / name, self.folder / name)
        shutil.copy(ROOT / "ARCHITECTURE.md", self.folder)

    def put(self, kind, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text() if path.exists() else ""
        path.write_text(old + text if kind == "c" else change(old, text))
        if name.startswith("src/") and name.endswith(".c"):
            self.changed.add(name)
            self.stale = True

    def commands(self, target):
        done = subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.splitlines()[-1]

    def make(self):
        subprocess.run([sys.executable, self.folder / "tools" / "layers.py", self.folder], check=True)
        recipe = self.commands("CMakeFiles/hp_cli.dir/src/cli/domains.c.o")
        objects = []
        for name in sorted(self.changed):
            objects.append(str(self.folder / (name.replace("/", "_") + ".o")))
            words = shlex.split(recipe)
            for flag, value in ("-o", objects[-1]), ("-c", str(self.folder / name)), ("-MF", objects[-1] + ".d"):
                words[words.index(flag) + 1] = value
            words = [word.replace(f"-I{ROOT}/src", f"-I{self.folder}/src") for word in words]
            subprocess.run(words, cwd=self.build, check=True)
        link = self.commands("heapproof").replace(" -o heapproof ", f" {' '.join(objects)} -o {self.folder}/heapproof ")
        subprocess.run(link, shell=True, cwd=self.build, check=True)
        self.stale = False

    def run(self, command):
        words = command.split()
        assert words[0] == "heapproof", command
        if self.stale:
            self.make()
        done = subprocess.run([self.folder / "heapproof", *words[1:]], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        return done.stdout


def follow(build, page):
    """The page with real output, and the verdict of each command."""
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder, build)

        def block(match):
            kind, name, text = match.groups()
            if kind != "console":
                tree.put(kind, name, text)
                return match.group(0)
            command = text.splitlines()[0]
            output = tree.run(command.removeprefix("$ "))
            found = re.search(r"^verdict: (.*?)(?: \(.*| at .*)?$", output, re.M)
            verdicts.append(found and found.group(1))
            return f"```console\n{command}\n{output}```"

        return BLOCK.sub(block, page), verdicts


def main():
    page = PATH.read_text()
    wanted, verdicts = follow(pathlib.Path(sys.argv[1]).resolve().parent, page)
    if "--check" not in sys.argv:
        PATH.write_text(wanted)
    good = [(page == wanted, "doc/adding-a-domain.md shows what its domain says (make docs updates it)"), (verdicts == VERDICTS, f"the verdicts that it tells: {verdicts}")]
    if "--check" in sys.argv:
        print("1..2")
        for number, (fits, what) in enumerate(good, 1):
            print(f"{'ok' if fits else 'not ok'} {number} - {what}")
    elif not good[1][0]:
        print(f"domain_doc.py: the text of doc/adding-a-domain.md tells other verdicts than {verdicts}", file=sys.stderr)
    return 0 if good[1][0] and (good[0][0] or "--check" not in sys.argv) else 1


if __name__ == "__main__":
    sys.exit(main())
