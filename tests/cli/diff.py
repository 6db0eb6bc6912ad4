#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof diff: what changed from one report to another.  usage: diff.py HEAPPROOF [PART OF A NAME]"""
import json
import sys

from tap import run_all, test

BAD = """#include <stdlib.h>
static int get(int *p) {
    return *p;
}
int main(void) {
    int *p = malloc(4);
    free(p);
    return get(p);
}
"""
GOOD = BAD.replace("    free(p);\n    return get(p);", "    *p = 1;\n    int v = get(p);\n    free(p);\n    return v;")


def report(box, name, text, *options, file="a.c"):
    box.write(file, text)
    box.run(file, "--format=json", "-o", name, *options)


def diff(box, *options):
    return box.run("diff", "old.json", "new.json", *options)


@test
def nothing_changed(box):
    report(box, "old.json", BAD)
    report(box, "new.json", BAD)
    assert diff(box).expect(0).out == "diff: 0 new, 0 definite now, 0 gone, 0 moved; 0 no longer proved, 0 proved now\n"


@test
def a_finding_is_new_and_a_program_no_longer_proved(box):
    report(box, "old.json", GOOD)
    report(box, "new.json", BAD)
    out = diff(box).expect(1).out
    assert out.startswith("new: a.c:3: definite use-after-free in 'get': "), out
    assert "no longer proved: a.c:main: unsafe\n" in out and out.endswith("diff: 1 new, 0 definite now, 0 gone, 0 moved; 1 no longer proved, 0 proved now\n"), out
    out = box.run("diff", "new.json", "old.json").expect(0).out
    assert out.startswith("gone: a.c:3: definite use-after-free") and "proved now: a.c:main\n" in out, out


@test
def lines_move_and_change_and_files_are_renamed(box):
    report(box, "old.json", BAD)
    for changed, file in (("\n\n" + BAD, "a.c"), ("\n" + BAD.replace("return *p;", "return  (*p); // the value"), "a.c"), (BAD, "b.c")):
        report(box, "new.json", changed, file=file)
        out = diff(box).expect(0).out
        assert out.startswith("moved: a.c:3 -> "), (out, changed)
        assert "diff: 0 new, 0 definite now, 0 gone, 1 moved;" in out, out


@test
def an_unknown_program_was_proved(box):
    report(box, "old.json", "int main(void) { return 0; }\n")
    report(box, "new.json", "int mystery(void);\nint main(void) { return mystery(); }\n")
    out = diff(box).expect(2).out
    assert out.startswith("no longer proved: a.c:main: unknown: function 'mystery' has neither body nor model"), out


@test
def a_possible_finding_becomes_definite_and_ignored_ones_do_not_count(box):
    report(box, "new.json", BAD)
    old = json.loads(box.read("new.json"))
    old["programs"][0]["findings"][0]["certainty"] = "possible"
    box.write("old.json", json.dumps(old))
    assert "definite now: a.c:3" in diff(box).expect(1).out
    report(box, "old.json", GOOD)
    report(box, "new.json", BAD.replace("return *p;", "return *p; // heapproof: ignore use-after-free it is only a test"))
    out = diff(box).expect(2).out
    assert "(does not count)" in out and "no longer proved" in out, out


@test
def a_new_assumption_is_told(box):
    report(box, "old.json", "int main(void) { return 0; }\n")
    report(box, "new.json", "#include <stdlib.h>\nint main(void) { free(malloc(1)); return 0; }\n")
    assert "rests on more: a.c:main: allocation-succeeds\n" in diff(box).expect(0).out


@test
def json_has_both_findings(box):
    report(box, "old.json", GOOD)
    report(box, "new.json", BAD)
    j = json.loads(diff(box, "--format", "json").expect(1).out)
    assert j["status"] == 1 and j["command"] == "diff", j
    assert [f["to"]["rule"] for f in j["new_findings"]] == ["use-after-free"] and j["new_findings"][0]["from"] is None, j
    assert j["no_longer_proved"][0]["verdict"] == "unsafe" and j["gone"] == [], j
    diff(box, "--format", "json", "-o", "d.json").expect(1)
    assert json.loads(box.read("d.json")) == j


@test
def different_options_and_versions_are_errors(box):
    report(box, "old.json", GOOD)
    report(box, "new.json", GOOD, "--malloc-may-fail", "-DX=1")
    assert diff(box).expect(3).err == "heapproof: error: the reports were made with different options: none and --malloc-may-fail -DX=1\n"
    report(box, "new.json", GOOD, "--property", "reachability")
    assert "different rules: " in diff(box).expect(3).err
    report(box, "new.json", GOOD, "--quiet", "--jobs", "1", "--stats", "--color=never")
    diff(box).expect(0)
    new = json.loads(box.read("new.json"))
    box.write("new.json", json.dumps(dict(new, version="0.0.1")))
    assert "new.json of version 0.0.1" in diff(box).expect(3).err


@test
def what_is_no_report_is_an_error(box):
    report(box, "old.json", GOOD)
    for text in ("", "{", "[]", "{}", '{"tool": "heapproof", "version": "1", "command": "check", "programs": [{}]}', "\0"):
        box.write("new.json", text)
        assert diff(box).expect(3).err.startswith("heapproof: error: new.json"), text
    assert "gone.json: No such file" in box.run("diff", "old.json", "gone.json").expect(3).err
    assert "takes two JSON reports" in box.run("diff", "old.json").expect(64).err
    assert "writes text or json" in box.run("diff", "old.json", "old.json", "--format=html").expect(64).err
    assert "old.json: " in box.run("diff", "old.json", "old.json", "-o", "old.json").expect(64).err


if __name__ == "__main__":
    sys.exit(run_all())
