#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tools that guard the project: the layer check, the counting of tests, the set-up, the score of a suite, the
verdicts on programs.  Prints TAP.  usage: run.py HEAPPROOF"""
import os
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
def z3_is_for_the_solver_only(box):
    assert layers(box, ir_b="#include <z3.h>\n") == (1, "src/ir/b.h:1: error: only src/solve may include z3.h\n")


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


def set_up(box, installed, npm):
    """Set-up in a folder of its own, with an npm that does this and an apt-get that must not be called."""
    box.write("tools/setup", (ROOT / "tools" / "setup").read_text())
    box.write("tests/html/package-lock.json", "{}")
    if installed is not None:
        box.write("tests/html/node_modules/installed", installed)
    box.write("bin/npm", f"#!/bin/sh\n{npm}\n", 0o755)
    box.write("bin/apt-get", "#!/bin/sh\necho apt-get is called\nexit 1\n", 0o755)
    done = subprocess.run(["sh", box.folder / "tools" / "setup", "build", "test"], capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{box.folder}/bin:{os.environ['PATH']}"})
    return done.returncode, done.stdout, done.stderr


@test
def set_up_does_nothing_when_all_is_there(box):
    assert set_up(box, "{}", "echo npm is called") == (0, "", "")


@test
def set_up_goes_on_where_npm_reaches_nothing(box):
    told = "setup: warning: npm could not install the modules of tests/html: tests of the HTML report and of the language server with a client library are skipped\n"
    fails = f"mkdir -p {box.folder}/tests/html/node_modules/playwright-core; echo npm error network >&2; exit 1"
    for installed in None, "an older lock file":
        assert set_up(box, installed, fails) == (0, "setup: installing the modules of tests/html\n", "npm error network\n" + told)
        for name in "html/run.py", "html/modules.py", "lsp/library.py":
            box.write(f"tests/{name}", (ROOT / "tests" / name).read_text())
        for name, what in ("html/run.py", "the report in a browser"), ("lsp/library.py", "the language server and a client library"):
            done = subprocess.run([sys.executable, box.folder / "tests" / name, "heapproof"], capture_output=True, text=True)
            assert done.stdout.startswith(f"1..1\nok 1 - {what} # SKIP ") and done.returncode == 0, done


@test
def set_up_keeps_in_mind_what_npm_installed(box):
    works = f"mkdir -p {box.folder}/tests/html/node_modules"
    assert set_up(box, None, works) == (0, "setup: installing the modules of tests/html\n", "")
    assert set_up(box, None, "echo npm is called") == (0, "", "")


@test
def set_up_brings_what_a_run_may_need(box):
    text = (ROOT / "tools" / "setup").read_text()
    for package in "libclang-rt-19-dev", "ca-certificates", "clang-19", "graphviz":
        assert f"\nbuild {package} " in text, package


@test
def set_up_explains_itself(box):
    done = subprocess.run(["sh", ROOT / "tools" / "setup"], capture_output=True, text=True)
    assert done.returncode == 1 and "usage: tools/setup" in done.stderr, done


# ---- the score of a suite ------------------------------------------------------------------------------------------------------------

SAFE, NULL, LEAK = "return 0;", "return *(int *)0;", "malloc(1); return 0;"


def score(box, answers, *options, tasks):
    """Scores tasks (name: body of main), with a tool that answers what `answers` says about a name, or the real one if that is None."""
    for name, body in tasks.items():
        box.write(f"suite/f/{name}", body if name.endswith("yml") else f"#include <stdlib.h>\nint main(void) {{ {body} }}\n")
    box.write("suite/all.set", "# a comment\nf/*_true-valid-memsafety*.c\nf/*_false-valid-*.c\nf/*.yml\n")
    box.write("suite/f/ALL.prp", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n")
    tool = box.program
    if answers is not None:
        cases = "".join(f"*{name}*) echo 'verdict: {answer}' ;;\n" for name, answer in answers.items())
        tool = box.folder / box.write("tool", f"#!/bin/sh\nfor last; do :; done\ncase $last in\n{cases}esac\n", 0o755)
    return subprocess.run([ROOT / "bench" / "score", "--heapproof", tool, "--csv", box.folder / "out.csv", *options, box.folder / "suite", "all.set"],
                          capture_output=True, text=True)


def total(done):
    """The numbers of correct, wrong, doubted, other and unknown answers."""
    return [int(n) for n in next(line for line in done.stdout.splitlines() if line.startswith("total")).split()[2:7]]


@test
def a_suite_is_scored_with_the_real_program(box):
    done = score(box, None, tasks={"a_true-valid-memsafety.c": SAFE, "b_false-valid-deref.c": NULL, "c_false-valid-memtrack.c": LEAK})
    assert total(done) == [3, 0, 0, 0, 0] and done.returncode == 0, done
    rows = (box.folder / "out.csv").read_text().splitlines()
    assert len(rows) == 4 and rows[2].startswith("heapproof,f,b_false-valid-deref.c,false,valid-deref,unsafe,null-dereference,correct,"), rows


@test
def wrong_answers_are_counted_and_listed(box):
    tasks = {"a_true-valid-memsafety.c": SAFE, "b_false-valid-deref.c": NULL, "c_false-valid-memtrack.c": LEAK, "d_false-valid-free.c": NULL}
    answers = {"a_true": "unsafe memory-leak at x.c:1", "b_false": "safe", "c_false": "unsafe double-free at x.c:2", "d_false": "unknown: no idea"}
    done = score(box, answers, tasks=tasks)
    assert total(done) == [0, 2, 0, 1, 1] and done.returncode == 1, done
    assert "WRONG: f/b_false-valid-deref.c: expected unsafe (valid-deref), answer: safe\n" in done.stdout, done.stdout
    assert "another property: f/c_false-valid-memtrack.c: expected unsafe (valid-memtrack), answer: unsafe double-free at x.c:2\n" in done.stdout, done.stdout
    done = score(box, answers, "--doubt", "a_*", "--doubt", "b_*", tasks=tasks)
    assert total(done) == [0, 0, 2, 1, 1] and done.returncode == 0, done


@test
def expected_verdicts_may_come_from_yml_files(box):
    yml = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ALL.prp\n    expected_verdict: false\n    subproperty: valid-deref\n"
    done = score(box, {"a.c": "unsafe null-dereference at a.c:2"}, tasks={"a.c": NULL, "a.yml": yml})
    assert total(done) == [1, 0, 0, 0, 0], done


@test
def a_task_that_does_not_end_is_killed(box):
    box.write("slow", "#!/bin/sh\nsleep 60\n", 0o755)
    done = score(box, None, "--heapproof", str(box.folder / "slow"), "--time", "0.2", "--grace", "0.3", tasks={"a_true-valid-memsafety.c": SAFE})
    assert total(done) == [0, 0, 0, 0, 1] and "killed" in (box.folder / "out.csv").read_text(), done


# ---- verdicts on programs (tests/domain/run.py) ---------------------------------------------------------------------------------------

# A tool whose verdict on a program is the program's second line.
ECHO = """#!/bin/sh
for file; do :; done
sed -n 's,^// ,verdict: ,; 2p' "$file"
"""


def verdicts(box, *options, **programs):
    """The exit status and the names of the programs that fail; a program is (what is expected, verdict)."""
    box.write("echo", ECHO, 0o755)
    for name, (expected, verdict) in programs.items():
        box.write(f"programs/f/{name}.c", f"// expect: {expected}\n// {verdict}\n")
    done = subprocess.run([sys.executable, ROOT / "tests" / "domain" / "run.py", box.folder / "echo", "--folder", box.folder / "programs", *options],
                          capture_output=True, text=True)
    return done.returncode, [line.split(" - ")[1].split(":")[0] for line in done.stdout.splitlines() if line.startswith("not ok")]


@test
def a_verdict_has_to_be_the_expected_one(box):
    right = {"a": ("safe", "safe"), "b": ("unsafe double-free 7", "unsafe double-free at f/b.c:7")}
    assert verdicts(box, **right) == (0, [])
    wrong = {"c": ("safe", "unknown: no idea"), "d": ("safe", "unsafe double-free at f/d.c:7"), "e": ("unsafe double-free 7", "safe"),
             "g": ("unsafe double-free 7", "unsafe double-free at f/g.c:8"), "h": ("unsafe double-free 7", "unsafe use-after-free at f/h.c:7"),
             "i": ("unsafe double-free 7", "unknown: no idea"), "j": ("safe", "")}
    assert verdicts(box, **right, **wrong) == (1, [f"f/{name}.c" for name in wrong])
    assert verdicts(box, "--sound") == (1, ["f/d.c", "f/e.c", "f/g.c", "f/h.c", "f/j.c"])


@test
def what_is_listed_as_open_may_be_unknown_but_not_wrong(box):
    box.write("programs/open.txt", "# why\nf/a.c: a\nf/b.c: b\nf/c.c: c\nf/d.c: d\n")
    answers = {"a": ("safe", "safe"), "b": ("safe", "unknown: no idea"), "c": ("unsafe double-free 7", "safe")}
    assert verdicts(box, **answers) == (1, ["f/c.c", "f/d.c"])
    box.write("programs/open.txt", "f/b.c: b\n")
    (box.folder / "programs" / "f" / "c.c").unlink()
    assert verdicts(box) == (0, [])


if __name__ == "__main__":
    sys.exit(run_all())
