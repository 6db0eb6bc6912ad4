#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tools that guard the project: the layer check, the counting of tests, the set-up.  Prints TAP.  usage: run.py HEAPPROOF"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "cli"), str(ROOT / "tools")]

import test as runner  # tools/test.py
from tap import run_all, test


def layers(box, **files):
    box.write("tools/layers.txt", "base:\nir: base\nfront: ir base\ncli: front ir base\n")
    for name, text in files.items():
        folder, stem = name.split("_")
        box.write(f"src/{folder}/{stem}.h", text)
    done = subprocess.run([sys.executable, ROOT / "tools" / "layers.py", box.folder], capture_output=True, text=True)
    return done.returncode, done.stderr.replace(str(box.folder) + "/", "")


@test
def includes_may_point_down(box):
    assert layers(box, base_a="", ir_b='#include "base/a.h"\n', front_c='#include <llvm-c/Core.h>\n#include "ir/b.h"\n') == (0, "")


@test
def includes_must_not_point_up(box):
    assert layers(box, base_a='\n# include "ir/b.h"\n', ir_b="") == (1, "src/base/a.h:2: error: base may not include ir/b.h\n")


@test
def llvm_is_for_the_front_end_only(box):
    assert layers(box, ir_b="#include <llvm-c/Core.h>\n") == (1, "src/ir/b.h:1: error: only src/front may include llvm-c/Core.h\n")


@test
def includes_are_paths_below_src(box):
    assert layers(box, ir_b='#include "c.h"\n', ir_c="") == (1, 'src/ir/b.h:1: error: "c.h" is not a path below src/\n')


@test
def an_unknown_folder_is_refused(box):
    assert layers(box, other_a="") == (1, "src/other/a.h:1: error: folder other is not in the layer table\n")


@test
def the_documented_layers_must_be_the_same(box):
    box.write("ARCHITECTURE.md", "    base -> nothing\n    ir -> base\n    front -> ir, base   text\n    cli -> front, ir\n")
    assert layers(box, base_a="") == (1, "ARCHITECTURE.md:1: error: its layer table differs from tools/layers.txt\n")
    box.write("ARCHITECTURE.md", "    base -> nothing\n    ir -> base\n    front -> ir, base   text\n    cli -> front, ir, base\n")
    assert layers(box, base_a="") == (0, "")


@test
def tests_are_counted(box):
    assert runner.count("1..2\nok 1 - a\nok 2 - b # SKIP no tool\n", 0) == (1, 0, 1)
    assert runner.count("1..2\nok 1 - a\nnot ok 2 - b\n", 1) == (1, 1, 0)
    assert runner.count("no tap", 0) == (1, 0, 0) and runner.count("no tap", 1) == (0, 1, 0)
    assert runner.count("10 programs\n9 passed, 1 failed\n", 1) == (9, 1, 0)


@test
def a_crash_in_the_middle_counts_as_failure(box):
    assert runner.count("1..5\nok 1 - a\nok 2 - b\n", -11) == (2, 3, 0)
    assert runner.count("1..1\nok 1 - a\n", 1) == (1, 1, 0)


@test
def set_up_does_nothing_when_all_is_there(box):
    done = subprocess.run(["sh", ROOT / "tools" / "setup", "build", "test"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done


@test
def set_up_explains_itself(box):
    done = subprocess.run(["sh", ROOT / "tools" / "setup"], capture_output=True, text=True)
    assert done.returncode == 1 and "usage: tools/setup" in done.stderr, done


if __name__ == "__main__":
    sys.exit(run_all())
