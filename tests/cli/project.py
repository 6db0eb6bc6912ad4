#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof project: the table, and what is checked again.  usage: project.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys

import schema
from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST_H = """#include <stdlib.h>
struct node { struct node *next; };
static inline struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    return n;
}
void drop(struct node *list);
"""
DROP = """#include "list.h"
void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
"""
GOOD = """#include "list.h"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) list = push(list);
    drop(list);
    return 0;
}
"""
BAD = """#include "list.h"
int main(void) {
    struct node *list = push(NULL);
    drop(list);
    return list->next != NULL;
}
"""
ALONE = "#include \"alone.h\"\nint main(void) { return ALONE; }\n"


def write_project(box, units, flags=("-Iinc",), **headers):
    commands = []
    for name, text in units.items():
        box.write(f"src/{name}.c", text)
        commands.append({"directory": str(box.folder), "file": f"src/{name}.c", "arguments": ["cc", *flags, "-c", f"src/{name}.c"]})
    for name, text in headers.items():
        box.write(f"inc/{name}.h", text)
    box.write("compile_commands.json", json.dumps(commands))


def write_lists(box):
    write_project(box, {"good": GOOD, "bad": BAD, "drop": DROP, "alone": ALONE}, list=LIST_H, alone="#define ALONE 0\n")


def project(box, *args, **options):
    return box.run("project", "--cache", "cache", *args, **options)


def counts(result):
    """(analysed, unchanged), and what else was said."""
    match = re.search(r"heapproof: (\d+) programs?: (\d+) analysed, (\d+) unchanged\n", result.err)
    assert match, result.err
    total, analysed, unchanged = map(int, match.groups())
    assert total == analysed + unchanged
    return analysed, unchanged


TABLE = """src/bad.c:5:18: error: use after free: reads 'list->next' (8 bytes) in a heap block of 8 bytes, which was freed [CWE-416] [use-after-free]
assumption: every allocation succeeds (--malloc-may-fail drops this) [allocation-succeeds]
program      verdict  proved  open    not reached  finding or reason
src/good.c   safe     4       0       0
src/bad.c    unsafe   4       1       0            definite use-after-free at src/bad.c:5
src/alone.c  safe     0       0       0
total: 3 programs, 2 safe, 1 unsafe, 0 unknown; accesses: 8 proved, 1 open, 0 not reached
verdict: unsafe use-after-free at src/bad.c:5
"""


@test
def the_programs_of_a_project_are_a_table(box):
    write_lists(box)
    first = project(box).expect(1, out=TABLE, err="heapproof: 3 programs: 3 analysed, 0 unchanged\n")
    project(box, "--quiet").expect(1, err="")
    box.run("project", "--no-cache", ".").expect(1, out=TABLE, err=first.err)
    box.run("project", "--no-cache", "-p", ".").expect(1, out=TABLE)
    box.run("project", "--no-cache", "--jobs", "1").expect(1, out=TABLE, err=first.err)
    box.run("project", "--no-cache", "--entry", "src/good.c:main").expect(0, out_match="^verdict: safe$")


@test
def options_that_make_no_sense_are_refused(box):
    write_lists(box)
    box.run("project", ".", "-p", ".").expect(64, err_match="takes one folder")
    box.run("project", "--cache", "c", "--no-cache").expect(64, err_match="contradict each other")
    box.run("project", "--each").expect(64, err_match="--each")
    box.run("check", "--cache", "c", "-p", ".").expect(64, err_match="option '--cache' is not for 'heapproof check'")
    box.run("project", "nowhere").expect(3, err_match="nowhere/compile_commands.json")


@test
def what_did_not_change_is_not_checked_again(box):
    write_lists(box)
    assert counts(project(box)) == (3, 0)
    for jobs in "1", "2", "7":
        result = project(box, "--jobs", jobs).expect(1, out=TABLE)
        assert counts(result) == (0, 3), result.err
    for path in box.folder.rglob("*.h"):
        os.utime(path)
    assert counts(project(box)) == (0, 3)


@test
def a_header_concerns_the_programs_that_include_it(box):
    write_lists(box)
    project(box)
    box.write("inc/list.h", LIST_H + "// more\n")
    assert counts(project(box)) == (2, 1)
    assert counts(project(box)) == (0, 3)
    box.write("inc/alone.h", "#define ALONE 1\n")
    assert counts(project(box)) == (1, 2)
    box.write("src/drop.c", "\n" + DROP)
    assert counts(project(box)) == (2, 1)
    box.write("src/good.c", GOOD.replace("drop(list)", "free(list)"))
    result = project(box)
    assert counts(result) == (1, 2) and "src/good.c:6:5: error: memory leak" in result.out, result.out


@test
def a_header_that_comes_first_is_seen(box):
    write_project(box, {"a": '#include "sub/value.h"\nint main(void) { int *p = VALUE; return *p; }\n'}, flags=("-Ifirst", "-Iinc"))
    box.write("inc/sub/value.h", "static int v;\n#define VALUE &v\n")
    (box.folder / "first").mkdir()
    assert counts(project(box).expect(0)) == (1, 0)
    box.write("first/sub/value.h", "#define VALUE 0\n")
    assert counts(project(box).expect(1)) == (1, 0)
    shutil.rmtree(box.folder / "first")
    assert counts(project(box).expect(0)) == (1, 0)
    box.write("src/sub/value.h", "#define VALUE 0\n")
    assert counts(project(box).expect(1)) == (1, 0)
    box.write("src/other.h", "")
    assert counts(project(box).expect(1)) == (0, 1)


@test
def a_header_that_is_asked_for_is_seen(box):
    write_project(box, {"a": '#if __has_include("deep/down.h")\n#define P 0\n#else\nint v;\n#define P &v\n#endif\nint main(void) { int *p = P; return *p; }\n'})
    (box.folder / "inc/deep").mkdir(parents=True)
    assert counts(project(box).expect(0)) == (1, 0)
    assert counts(project(box).expect(0)) == (0, 1)
    box.write("inc/deep/down.h", "")
    assert counts(project(box).expect(1)) == (1, 0)


@test
def options_are_part_of_the_key(box):
    write_lists(box)
    project(box)
    assert counts(project(box, "--malloc-may-fail")) == (3, 0)
    assert counts(project(box, "--property", "double-free")) == (3, 0)
    assert counts(project(box, "-D", "X")) == (3, 0)
    assert counts(project(box, "--", "-DZ")) == (3, 0)
    assert counts(project(box, "--time-limit", "50")) == (3, 0)
    assert counts(project(box)) == (0, 3)
    commands = json.loads(box.read("compile_commands.json"))
    commands[3]["arguments"].insert(1, "-DY")
    box.write("compile_commands.json", json.dumps(commands))
    assert counts(project(box)) == (1, 2)


@test
def the_program_itself_is_part_of_the_key(box):
    write_lists(box)
    project(box)
    other = box.folder / "other"
    shutil.copy(box.program, other)
    assert "0 analysed" in subprocess.run([other, "project", "--cache", "cache"], cwd=box.folder, capture_output=True, text=True).stderr
    with open(other, "ab") as file:
        file.write(b"another version")
    assert "3 analysed" in subprocess.run([other, "project", "--cache", "cache"], cwd=box.folder, capture_output=True, text=True).stderr


@test
def damaged_entries_are_ignored_and_written_again(box):
    write_lists(box)
    project(box)
    entries = sorted((box.folder / "cache").iterdir())
    assert len(entries) == 7, entries  # four units, three programs
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[:-1] + b"!")
    result = project(box).expect(1, out=TABLE)
    assert counts(result) == (3, 0) and result.err.count(": damaged: not used\n") == 7, result.err
    assert counts(project(box).expect(1, out=TABLE)) == (0, 3)
    for entry in entries:
        entry.write_bytes(b"")
    project(box).expect(1, out=TABLE)
    assert sorted((box.folder / "cache").iterdir()) == entries


@test
def a_cache_that_cannot_be_written_is_told(box):
    write_lists(box)
    box.write("file", "")
    result = box.run("project", "--cache", "file/cache").expect(1, out=TABLE)
    assert result.err.count("nothing is kept for the next time") == 1 and counts(result) == (3, 0), result.err


@test
def the_cache_is_in_the_users_folder(box):
    write_lists(box)
    environment = dict(os.environ, XDG_CACHE_HOME=str(box.folder / "xdg"))
    assert counts(box.run("project", env=environment)) == (3, 0)
    assert counts(box.run("project", env=environment)) == (0, 3)
    assert len(list((box.folder / "xdg/heapproof").iterdir())) == 7
    environment = {k: v for k, v in os.environ.items() if k != "XDG_CACHE_HOME"} | {"HOME": str(box.folder / "home")}
    box.run("project", env=environment)
    assert (box.folder / "home/.cache/heapproof").is_dir()


@test
def messages_are_repeated(box):
    write_project(box, {"a": "int f();\nint main(void) { return f(1); }\n", "f": "int f(int x) { return x; }\n", "broken": "int broken(void) { return }\n"})
    first = project(box)
    again = project(box)
    assert counts(first) == (1, 0) and counts(again) == (0, 1)
    assert first.err.splitlines()[:-1] == again.err.splitlines()[:-1] and "broken.c" in first.err, (first.err, again.err)
    assert first.out == again.out


@test
def programs_that_cannot_be_read_are_tried_again(box):
    write_project(box, {"good": "int main(void) { return 0; }\n", "bad": "int main(void) { return }\n"})
    for _ in range(2):
        result = project(box).expect(2, out_match="^src/bad.c +unknown +the program could not be read$")
    assert counts(result) == (1, 1)
    box.write("src/bad.c", "int main(void) { return 0; }\n")
    assert counts(project(box).expect(0)) == (1, 1)


@test
def other_formats_have_all_programs(box):
    write_lists(box)
    project(box)
    assert counts(project(box, "--format", "sarif", "-o", "a.sarif")) == (0, 3)
    assert counts(project(box, "--format", "html", "-o", "a.html")) == (3, 0)
    assert counts(project(box, "--format", "html", "-o", "b.html", "--format", "text")) == (0, 3)
    assert box.read("a.html") == box.read("b.html")
    for _ in range(2):
        report = json.loads(project(box, "--format", "json").expect(1).out)
        assert [p["verdict"] for p in report["programs"]] == ["safe", "unsafe", "safe"]
        assert list(schema.violations(report, json.loads((ROOT / "doc/report.schema.json").read_text()))) == []
        assert report["programs"][1]["findings"][0]["trace"]
    full = project(box, "--verbose").expect(1)
    assert "note: (1) the block was allocated here" in full.out and "\nprogram      verdict" in full.out, full.out


@test
def tables_name_files_inside_of_the_project(box):
    write_lists(box)
    (box.folder / "p").mkdir()
    for path in list(box.folder.iterdir()):
        if path.name != "p":
            path.rename(box.folder / "p" / path.name)
    box.write("p/compile_commands.json", box.read("p/compile_commands.json").replace(str(box.folder), str(box.folder / "p")))
    for folder in ("p", str(box.folder / "p")):
        out = box.run("project", folder, "--no-cache").expect(1).out
        table = out[out.index("\nprogram "):]
        assert "\nsrc/bad.c " in table and " at src/bad.c:" in table.split("\ntotal")[0] and str(box.folder) not in table.split("\ntotal")[0], out


def on_a_terminal(box, *args):
    """What is shown on standard error."""
    parent, child = pty.openpty()
    process = subprocess.Popen([box.program, *args], cwd=box.folder, stdout=subprocess.DEVNULL, stderr=child)
    os.close(child)
    text = b""
    while True:
        try:
            chunk = os.read(parent, 4096)
        except OSError:
            break
        if not chunk:
            break
        text += chunk
    process.wait()
    os.close(parent)
    return text


@test
def progress_is_shown_on_a_terminal(box):
    write_lists(box)
    text = on_a_terminal(box, "project", "--cache", "cache")
    assert b"compiled 4 of 4 files" in text and b"checked 3 of 3 programs" in text, text
    assert text.endswith(b"\x1b[Kheapproof: 3 programs: 3 analysed, 0 unchanged\r\n"), text
    assert "\r" not in project(box, "--malloc-may-fail").err


@test
def progress_names_what_runs_and_the_time_that_is_left(box):
    # Of what defines a function that clang knows the program is compiled once more: that hangs.
    box.write("clang", f"""#!/bin/sh
case "$*" in *-fno-builtin-strlen*) exec sleep 100 ;; esac
exec {shutil.which("clang-19")} "$@"
""", 0o755)
    write_project(box, {"good": GOOD, "slow": "unsigned long strlen(const char *s) { return !s; }\nint main(void) { return (int)strlen(\"x\"); }\n"}, list=LIST_H)
    text = on_a_terminal(box, "project", "--no-cache", "--clang", str(box.folder / "clang"), "--time-limit", "2", "-j1")
    assert re.search(rb"checked 1 of 2 programs, 1 running, [012] s left: src/slow.c", text), text


if __name__ == "__main__":
    sys.exit(run_all())
