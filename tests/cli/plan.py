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

from planned import LIST, REPORTS, commands, parts, write_project
from tap import run_all, test


def sh(box, command):
    return subprocess.run(["sh", "-c", command], cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@test
def the_report_is_the_same_byte_for_byte(box):
    write_project(box, 2)
    formats = lambda name: ["--format", "text"] + [word for form in ("json", "sarif", "html") for word in ("--format", form, "-o", f"{name}.{form}")]
    for options in (("--malloc-may-fail", "--environment", "friendly", "-DX=it's $1", "--property", "memory-safety"), ("--entry", "src/p 1.c:main", "--domain", "none")):
        expected = box.run("project", ".", "--no-cache", *options, *formats("a"))
        box.run("project", ".", "--plan", "plan", "--format", "html", *options).expect(0)
        for command in commands(box):
            assert sh(box, command).returncode == 0, command
        merged = box.run("merge", "plan", *formats("b"))
        assert (merged.status, merged.out) == (expected.status, expected.out), (merged.out, expected.out)
        assert all(box.read(f"a.{form}") == box.read(f"b.{form}") for form in ("json", "sarif", "html")), options
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
    for text in ("int main(void) { return }\n", "int main(void) { return 0; }\n"):  # what does not compile depends on its file, too
        box.write("src/p 0.c", text)
        assert b"[1/1]" in subprocess.run(ninja, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout, text
    assert "src/p 0.c     safe" in box.run("merge", "plan").out


SBATCH = """#!/bin/sh
# As Slurm does it, in short: a process for each task, all at once; the status is the largest.
[ "$1" = --wait ] && shift
n=$(sed -n 's/^#SBATCH --array=1-//p' "$1") status=0 pids=
for task in $(seq "$n"); do SLURM_ARRAY_TASK_ID=$task sh "$1" & pids="$pids $!"; done
for pid in $pids; do wait "$pid" || status=1; done
exit $status
"""


@test
def an_array_job_does_the_same(box):
    write_project(box)
    box.write("bin/sbatch", SBATCH, 0o755)
    expected = box.run("project", ".", "--no-cache", *REPORTS, "a.json")
    hint = box.run("project", ".", "--plan", "a plan", "--for", "slurm").expect(0).err
    assert hint.endswith("heapproof: 3 programs: sbatch --wait a plan/array.sbatch && heapproof merge a plan\n"), hint
    sbatch = ["bin/sbatch", "--wait", "a plan/array.sbatch"]
    assert subprocess.run(sbatch, cwd=box.folder).returncode == 0
    merged = box.run("merge", "a plan", *REPORTS, "b.json")
    assert (merged.status, merged.out, box.read("b.json")) == (expected.status, expected.out, box.read("a.json"))
    results = sorted((box.folder / "a plan").glob("*/*.part"))
    assert len(results) == 3
    for path in results:
        path.unlink()
    script = box.read("a plan/array.sbatch")
    box.write("a plan/array.sbatch", script.replace("--array=1-3", "--array=1-2").replace("line + 3", "line + 2"))  # as for more programs than tasks
    assert subprocess.run(sbatch, cwd=box.folder).returncode == 0
    assert box.run("merge", "a plan").out == expected.out
    results[0].unlink()
    results[0].mkdir()  # it cannot be written
    assert subprocess.run(sbatch, cwd=box.folder).returncode == 1
    assert "this is an array job" in subprocess.run(["sh", "a plan/array.sbatch"], cwd=box.folder, stderr=subprocess.PIPE).stderr.decode()
    results[0].rmdir()
    box.run("project", ".", "--plan", "a plan").expect(0)
    assert not (box.folder / "a plan/array.sbatch").exists()
    assert "option '--for' needs --plan" in box.run("project", ".", "--for", "slurm").expect(64).err


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


def run_all_commands(box):
    for command in commands(box):
        assert sh(box, command).returncode == 0, command


@test
def results_of_older_files_do_not_count(box):
    write_project(box, 2, bad=-1, broken=False)
    box.run("project", ".", "--plan", "plan").expect(0)
    run_all_commands(box)
    box.run("merge", "plan").expect(0)
    box.write("src/p 1.c", LIST.replace("RESULT", "list->v"))
    assert "src/p 1.c: 1 of 2 results of plan are missing, damaged or not of the files as they are now" in box.run("merge", "plan").expect(3).err
    run_all_commands(box)
    box.run("merge", "plan").expect(1)
    box.write("src/value.h", "#define V *(int *)0\n")  # comes before inc/value.h for what is in src, but list.h is not
    box.write("src/list.h", box.read("inc/list.h"))
    assert "src/p 0.c, src/p 1.c: 2 of 2 results of plan" in box.run("merge", "plan").expect(3).err
    run_all_commands(box)
    box.run("merge", "plan").expect(1)
    box.write("src/p 2.c", LIST.replace("RESULT", "0"))
    units = json.loads(box.read("compile_commands.json"))
    box.write("compile_commands.json", json.dumps(units + [dict(units[0], file="src/p 2.c", arguments=["cc", "-Iinc", "-c", "src/p 2.c"])]))
    assert "the project has other programs than when the plan was made" in box.run("merge", "plan").expect(3).err


@test
def results_for_other_rules_do_not_count(box):
    write_project(box, 1, bad=-1, broken=False)
    rule = "CHECK( init(main()), LTL(G valid-%s) )\n"
    box.write("a.prp", rule % "free")
    box.run("project", ".", "--plan", "plan", "--property", "a.prp").expect(0)
    assert "/a.prp" in box.read("plan/build.ninja")
    run_all_commands(box)
    box.run("merge", "plan").expect(0)
    box.write("a.prp", rule % "deref")
    assert "a.prp: has other rules than when the plan was made" in box.run("merge", "plan").expect(3).err
    box.run("project", ".", "--plan", "plan", "--property", "a.prp").expect(0)
    assert "1 of 1 results of plan are missing" in box.run("merge", "plan").expect(3).err
    box.write("a.prp", rule % "free")
    run_all_commands(box)
    box.write("a.prp", rule % "deref")
    assert "1 of 1 results of plan are missing" in box.run("merge", "plan").expect(3).err


@test
def settings_of_the_plan_are_those_of_the_report(box):
    write_project(box, 1, bad=0, broken=False)
    box.write("m.c", "int unused(void) { return 1; }\n")
    box.write(".heapproof", "--malloc-may-fail\n--model m.c\n--fail-on never\n")
    expected = box.run("project", ".", "--no-cache", *REPORTS, "a.json").expect(0)
    box.run("project", ".", "--plan", "plan").expect(0)
    assert all(f"/{name}" in box.read("plan/build.ninja") for name in (".heapproof", "m.c", "compile_commands.json"))
    run_all_commands(box)
    assert box.run("merge", "plan", *REPORTS, "b.json").expect(0).out == expected.out
    assert box.read("a.json") == box.read("b.json")
    box.run("merge", "plan", "--fail-on", "verdict").expect(1)
    box.write(".heapproof", "--model m.c\n")
    assert ".heapproof: is not what it was when the plan was made" in box.run("merge", "plan").expect(3).err
    (box.folder / ".heapproof").unlink()
    assert ".heapproof: is not what it was when the plan was made" in box.run("merge", "plan").expect(3).err


@test
def a_baseline_of_the_plan_counts(box):
    write_project(box, 2, broken=False)
    box.run("project", ".", "--write-baseline", "known.json", "--no-cache").expect(1)
    options = ("--baseline", "known.json", "--fail-on", "new")
    expected = box.run("project", ".", "--no-cache", *options).expect(0)
    box.run("project", ".", "--plan", "plan", *options).expect(0)
    run_all_commands(box)
    assert box.run("merge", "plan").expect(0).out == expected.out
    box.run("merge", "plan", "--fail-on", "definite").expect(1)


@test
def names_may_be_strange(box):
    write_project(box, 1, bad=0, broken=False)
    plan = "a plan #1 of $HOME it's"
    box.write("inc/value.h", '#include "a #1 $ b.h"\n')
    box.write("inc/a #1 $ b.h", "#define V 1\n")
    box.run("project", ".", "--plan", plan).expect(0)
    if shutil.which("ninja"):
        ninja = ["ninja", "-C", str(box.folder / plan)]
        subprocess.run(ninja, stdout=subprocess.PIPE, check=True)
        assert b"no work to do" in subprocess.run(ninja, stdout=subprocess.PIPE).stdout
        box.write("inc/a #1 $ b.h", "#define V 2\n")
        assert b"[1/1]" in subprocess.run(ninja, stdout=subprocess.PIPE).stdout
    else:
        sh(box, commands(box, plan)[0])
    assert box.run("merge", plan, "-o", "merge").expect(1).out == "" and "unsafe" in box.read("merge")
    assert "more than one line" in box.run("project", ".", "--plan", "plan", "-DX=1\n").expect(3).err


@test
def a_damaged_plan_is_an_error(box):
    write_project(box, 1, bad=-1, broken=True)
    box.run("project", ".", "--plan", "plan", "-DX=1").expect(0)
    run_all_commands(box)
    box.run("merge", "plan").expect(2)
    whole = box.read("plan/plan.json")
    plan = json.loads(whole)
    others = {str: [7], list: [[{"file": 7}]], int: [77], bool: [7]}
    for key, value in plan.items():
        for other in [None] + others[type(value)]:
            box.write("plan/plan.json", json.dumps({k: v for k, v in dict(plan, **{key: other}).items() if v is not None}))
            result = box.run("merge", "plan")
            assert result.status in (3, 64) and "error: " in result.err, (key, other, result.status, result.err)
            if not parts(box):
                run_all_commands(box)
    for end in (0, len(whole) // 3, len(whole) - 3):
        box.write("plan/plan.json", whole[:end])
        assert "is no plan that heapproof wrote" in box.run("merge", "plan").expect(3).err, end


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
