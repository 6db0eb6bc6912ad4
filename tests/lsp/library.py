#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The language server with a client library that editors use.  usage: library.py HEAPPROOF

Needs node and the modules of tests/html (tools/setup test); without them it is skipped, with a message.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "html"))
import modules  # noqa: E402


def main():
    why = modules.missing()
    if why:
        print(f"1..1\nok 1 - the language server and a client library # SKIP {why}")
        return 0
    os.execvp("node", ["node", str(HERE / "library.mjs"), os.path.abspath(sys.argv[1])])


if __name__ == "__main__":
    sys.exit(main())
