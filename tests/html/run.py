#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The HTML report in a browser, and SARIF against its schema.  usage: run.py HEAPPROOF [PART OF A NAME]

Needs node, the modules of package.json (tools/setup test) and chromium; without them everything is skipped, with a message.
"""
import os
import pathlib
import shutil
import sys

import modules

HERE = pathlib.Path(__file__).resolve().parent


def missing():
    return modules.missing() or (None if shutil.which("chromium") else "chromium is not installed")


def main():
    why = missing()
    if why:
        print(f"1..1\nok 1 - the report in a browser # SKIP {why}")
        return 0
    program = os.path.abspath(sys.argv[1])
    os.execvp("node", ["node", str(HERE / "page.js"), program, *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
