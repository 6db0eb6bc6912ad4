#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the modules of src are for: the first sentence of each header, or of the file itself if it has none.

usage: modules.py [FOLDER...]  lists the modules of these folders of src, or of all
       modules.py --check      prints TAP: does every module say it, and is ARCHITECTURE.md fit to be read?
"""
import pathlib
import re
import sys
import textwrap

SRC = pathlib.Path(__file__).resolve().parents[1] / "src"
COMMENT = re.compile(r"// SPDX-License-Identifier: MIT\n((?://.*\n)+)")


def sentence(path):
    """The first one of the comment on top of a file, or None."""
    found = path.exists() and COMMENT.match(path.read_text())
    if not found:
        return None
    text = " ".join(line[2:].strip() for line in found[1].splitlines())
    return re.split(r"(?<=[.:])(?:  |$)", text.strip(), maxsplit=1)[0]


def modules(folder):
    names = sorted({path.stem for path in folder.iterdir() if path.suffix in (".c", ".h", ".def")})
    for name in names:
        files = [folder / (name + suffix) for suffix in (".h", ".c", ".def")]
        yield name, next((text for text in map(sentence, files) if text), None)


def show(folder):
    print(f"src/{folder.name}")
    for name, text in modules(folder):
        print(textwrap.fill(text or "", 140, initial_indent=f"  {name:<16} ", subsequent_indent=" " * 19))


def main():
    folders = [SRC / name for name in sys.argv[1:] if name != "--check"] or sorted(path for path in SRC.iterdir() if path.is_dir())
    if "--check" not in sys.argv:
        for folder in folders:
            show(folder)
        return 0
    silent = [f"{folder.name}/{name}" for folder in folders for name, text in modules(folder) if not text]
    wide = [str(i) for i, line in enumerate((SRC.parent / "ARCHITECTURE.md").read_text().splitlines(), 1) if len(line) > 140]
    print(f"1..2\n{'not ok' if silent else 'ok'} 1 - every module says in a sentence what it is for {' '.join(silent)}")
    print(f"{'not ok' if wide else 'ok'} 2 - no line of ARCHITECTURE.md has more than 140 characters {' '.join(wide)}")
    return 1 if silent or wide else 0


if __name__ == "__main__":
    sys.exit(main())
