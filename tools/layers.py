#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Refuses includes that point against the layer table (tools/layers.txt), llvm-c headers outside src/front, z3.h outside
src/solve, and bdd.h outside src/logic.

usage: layers.py ROOT
Prints one line per violation as FILE:LINE: error: ..., and exits with status 1 if there is any.
"""
import pathlib
import re
import sys

OWNERS = {"llvm": "front", "z3": "solve", "bdd": "logic"}  # headers that start so: the only folder that may include them
INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def read_table(path):
    table = {}
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        layer, _, below = line.partition(":")
        table[layer] = set(below.split())
        unknown = table[layer] - set(table)
        if unknown:
            sys.exit(f"{path}: error: {layer} may not use {', '.join(sorted(unknown))}: not below it")
    return table


def documented_table(path):
    """The rows "A -> B, C" of ARCHITECTURE.md, or None if there is no such file."""
    if not path.exists():
        return None
    rows = re.findall(r"^ {4}(\w+) -> ([\w, ]+?)(?: {2,}.*)?$", path.read_text(), re.M)
    return {layer: {b.strip() for b in below.split(",")} - {"nothing"} for layer, below in rows}


def violations(src, table):
    for path in sorted(p for p in src.rglob("*") if p.suffix in (".c", ".h", ".def")):
        layer = path.relative_to(src).parts[0]
        if layer not in table:
            yield f"{path}:1: error: folder {layer} is not in the layer table"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                yield from judge(src, table, path, number, layer, *match.groups())


def judge(src, table, path, number, layer, quote, name):
    where = f"{path}:{number}: error:"
    top = name.split("/")[0]
    owner = next((o for prefix, o in OWNERS.items() if top.startswith(prefix)), None)
    if owner:
        if layer != owner:
            yield f"{where} only src/{owner} may include {name}"
    elif quote == '"':
        if "/" not in name or not (src / name).exists():
            yield f'{where} "{name}" is not a path below src/'
        elif top != layer and top not in table[layer]:
            yield f"{where} {layer} may not include {name}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(".")
    table = read_table(root / "tools" / "layers.txt")
    found = list(violations(root / "src", table))
    documented = documented_table(root / "ARCHITECTURE.md")
    if documented is not None and documented != table:
        found.append("ARCHITECTURE.md:1: error: its layer table differs from tools/layers.txt")
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
