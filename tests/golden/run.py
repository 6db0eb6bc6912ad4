#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""IR golden tests: what `heapproof ir` prints for each tests/golden/NAME.c must be NAME.hir, byte for byte, and so must what it prints for
NAME.hir.  A first line "// flags: ..." gives options.  Prints TAP.

usage: run.py [--update] HEAPPROOF      --update rewrites the expected files
"""
import difflib
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent


def ir(program, name, flags=()):
    done = subprocess.run([program, "ir", *flags, name], cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode()


def flags_of(source):
    first = source.read_text().splitlines()[0]
    return first.split(":", 1)[1].split() if first.startswith("// flags:") else []


def difference(expected, actual, name):
    return "\n".join(difflib.unified_diff(expected.splitlines(), actual.splitlines(), f"expected {name}", "printed", lineterm=""))


def check(program, source):
    """None, or what is wrong."""
    golden = source.with_suffix(".hir")
    if not golden.exists():
        return f"{golden.name} is missing: make golden writes it"
    expected = golden.read_text()
    for name, flags in ((source.name, flags_of(source)), (golden.name, ())):
        try:
            actual = ir(program, name, flags)
        except RuntimeError as error:
            return f"{name}: {error}"
        if actual != expected:
            return difference(expected, actual, golden.name)
    return None


def main():
    update = sys.argv[1] == "--update"
    program = str(pathlib.Path(sys.argv[-1]).resolve())
    sources = sorted(FOLDER.glob("*.c"))
    if update:
        for source in sources:
            source.with_suffix(".hir").write_text(ir(program, source.name, flags_of(source)))
        return 0
    print(f"1..{len(sources)}")
    failed = 0
    for number, source in enumerate(sources, 1):
        wrong = check(program, source)
        failed += wrong is not None
        print(f"{'not ok' if wrong else 'ok'} {number} - {source.stem.replace('_', ' ')}")
        if wrong:
            print("\n".join("# " + line for line in wrong.splitlines()))
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
