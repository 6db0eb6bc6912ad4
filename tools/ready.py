#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the ready parts of specifications (src/tvl/ready) strings in C.

usage: ready.py FOLDER OUTPUT.c
"""
import pathlib
import sys


def literal(line):
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'


def main():
    rows = []
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.inc")):
        text = "\n".join("     " + literal(line) for line in path.read_text().splitlines())
        rows.append(f'    {{"ready/{path.name}",\n{text}}},')
    parts = ['#include "tvl/ready.h"', "#include <stddef.h>", "const struct tvl_ready tvl_ready[] = {", *rows, "    {NULL, NULL}};"]
    pathlib.Path(sys.argv[2]).write_text("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
