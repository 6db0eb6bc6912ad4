#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The HTML report in a browser, and SARIF against its schema.  usage: run.py HEAPPROOF [PART OF A NAME]

Needs node, the modules of package.json (tools/setup test) and chromium; without them everything is skipped, with a message.
"""
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent


def missing():
    if not shutil.which("node"):
        return "node is not installed"
    installed = HERE / "node_modules" / "installed"  # what tools/setup leaves when it is through
    if not installed.is_file() or installed.read_bytes() != (HERE / "package-lock.json").read_bytes():
        return "the modules of tests/html are not there (tools/setup test)"
    if not shutil.which("chromium"):
        return "chromium is not installed"
    return None


def main():
    why = missing()
    if why:
        print(f"1..1\nok 1 - the report in a browser # SKIP {why}")
        return 0
    program = os.path.abspath(sys.argv[1])
    os.execvp("node", ["node", str(HERE / "page.js"), program, *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
