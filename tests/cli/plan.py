#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof project --plan and heapproof merge.  usage: plan.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from tap import run_all, test

LIST = """#include "list.h"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = list; n->v = V; list = n; }
    while (list) { struct node *next = list->next; free(list); list = next; }
    return RESULT;
}
"""
REPORTS = ("--format", "text", "--format", "json", "-o")


def write_project(box, n=3, bad=1, broken=True):
    box.write("inc/list.h", '#include <stdlib.h>\n#include "value.h"\nstruct node { struct node *next; int v; };\n')
    box.write("inc/value.h", "#define V 1\n")
    names = [f"src/p {i}.c" for i in range(n)] + (["src/broken.c"] if broken else [])
    for i in range(n):
        box.write(names[i], LIST.replace("RESULT", "list->v" if i == bad else str(i)))
    box.write("src/broken.c", "int f( {\n")
    box.write("compile_commands.json", json.dumps([{"directory": str(box.folder), "file": f, "arguments": ["cc", "-Iinc", "-c", f]} for f in names]))


def commands(box, plan="plan"):
    return box.read(f"{plan}/commands").splitlines()


def sh(box, command):
    return subprocess.run(["sh", "-c", command], cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def parts(box):
    return sorted((box.folder / "plan").glob("*/*.part"))


@test
def the_report_is_the_same_byte_for_byte(box):
    write_project(box, 2)
    for options in (("--malloc-may-fail", "--environment", "friendly", "-DX=it's $1", "--property", "memory-safety"), ("--entry", "src/p 1.c:main", "--domain", "none")):
        expected = box.run("project", ".", "--no-cache", *options, *REPORTS, "a.json")
        box.run("project", ".", "--plan", "plan", *options).expect(0)
        for command in commands(box):
            assert sh(box, command).returncode == 0, command
        merged = box.run("merge", "plan", *REPORTS, "b.json")
        assert (merged.status, merged.out) == (expected.status, expected.out), (merged.out, expected.out)
        assert box.read("a.json") == box.read("b.json"), options
    assert box.run("merge", "plan", "--fail-on", "never").status == 0


@test
def ninja_runs_what_changed(box):
    if not shutil.which("ninja"):
        return print("# SKIP ninja is not there")
    write_project(box)
    expected = box.run("project", ".", "--no-cache").out
    box.run("project", ".", "--plan", "plan").expect(0)
    ninja = ["ninja", "-C", str(box.folder / "plan"), "-j2"]
    assert subprocess.run(ninja, stdout=subprocess.PIPE, stderr=subprocess.PIPE).returncode == 0
    assert box.run("merge", "plan").out == expected
    assert b"no work to do" in subprocess.run(ninja, stdout=subprocess.PIPE).stdout
    time.sleep(0.01)
    box.write("src/p 1.c", LIST.replace("RESULT", "0"))
    assert b"[1/1]" in subprocess.run(ninja, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout
    assert "src/p 1.c     safe" in box.run("merge", "plan").out, box.run("merge", "plan").out
    box.write("inc/value.h", "#define V 2\n")
    assert b"[3/3]" in subprocess.run(ninja, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout


@test
def nothing_is_left_out(box):
    write_project(box, broken=False)
    box.run("project", ".", "--plan", "plan").expect(0)
    first, *rest = commands(box)
    assert "src/p 0.c, src/p 1.c, src/p 2.c: 3 of 3 results of plan are missing" in box.run("merge", "plan").expect(3).err
    for command in rest:
        sh(box, command)
    assert "src/p 0.c: 1 of 3 results of plan are missing" in box.run("merge", "plan").expect(3).err
    sh(box, first)
    box.run("merge", "plan").expect(1)


@test
def a_killed_command_leaves_nothing_behind(box):
    write_project(box, broken=False)
    box.run("project", ".", "--plan", "plan").expect(0)
    for wait in (0.0, 0.05, 0.2):
        running = subprocess.Popen(["sh", "-c", "exec " + commands(box)[0].split(" && ", 1)[1]], cwd=box.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(wait)
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert len(parts(box)) <= 1
    for command in commands(box):
        assert sh(box, command).returncode == 0
    box.run("merge", "plan").expect(1)


@test
def a_damaged_result_is_made_again(box):
    write_project(box, broken=False)
    box.run("project", ".", "--plan", "plan").expect(0)
    for command in commands(box):
        sh(box, command)
    expected = box.run("merge", "plan").expect(1).out
    whole = parts(box)[1].read_bytes()
    others = parts(box)[0].read_bytes()
    for damage in (whole[:-9], whole.replace(b"unsafe", b"  safe"), others):
        parts(box)[1].write_bytes(damage)
        assert "src/p 1.c: 1 of 3 results" in box.run("merge", "plan").expect(3).err, damage
        sh(box, commands(box)[1])
        assert box.run("merge", "plan").expect(1).out == expected


@test
def two_plans_at_once(box):
    write_project(box, broken=False)
    box.run("project", ".", "--plan", "plan").expect(0)
    old = commands(box)
    sh(box, old[0])
    box.run("project", ".", "--plan", "plan", "--malloc-may-fail").expect(0)
    new = commands(box)
    running = [subprocess.Popen(["sh", "-c", c], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for c in old[1:] + new + new[:1]]
    assert [p.wait() for p in running] == [0] * 6
    box.run("merge", "plan").expect(1)
    assert len(parts(box)) == 6
    report = json.loads(box.run("merge", "plan", "--format", "json").expect(1).out)
    assert report["options"] == ["--malloc-may-fail"] and len(report["programs"]) == 3, report["options"]
    box.run("project", ".", "--plan", "plan").expect(0)
    assert json.loads(box.run("merge", "plan", "--format", "json").expect(1).out)["options"] == []


@test
def what_cannot_be_merged_is_an_error(box):
    write_project(box)
    box.run("project", ".", "--plan", "plan").expect(0)
    assert "was made without --format html" in box.run("merge", "plan", "--format", "html").expect(3).err
    assert "is to be merged where it was made" in subprocess.run([box.program, "merge", str(box.folder / "plan")], cwd="/", stderr=subprocess.PIPE).stderr.decode()
    plan = json.loads(box.read("plan/plan.json"))
    for text in ("", "{}", json.dumps(dict(plan, version="0"))):
        box.write("plan/plan.json", text)
        assert "plan/plan.json: is " in box.run("merge", "plan").expect(3).err, text
    assert "takes one folder" in box.run("merge").expect(64).err
    assert "is not for 'heapproof merge'" in box.run("merge", "plan", "--malloc-may-fail").expect(64).err
    assert "needs one --entry" in box.run("project", ".", "--part", "x").expect(64).err
    assert "a plan needs a cache" in box.run("project", ".", "--plan", "x", "--no-cache").expect(64).err


if __name__ == "__main__":
    sys.exit(run_all())
