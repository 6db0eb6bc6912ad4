#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Comments that ignore findings, baselines, exit status.  usage: suppress.py HEAPPROOF [PART OF A NAME]"""
import json
import pathlib
import re
import sys

import schema
from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERDICT = "verdict: unsafe null-dereference at a.c:"


def program(before="", beside="", *, more=""):
    """A null dereference, in its line, with comments."""
    return f"#include <stddef.h>\n{more}int main(void) {{\n    int *p = NULL;\n{before}    return *p;{beside}\n}}\n"


def check(box, text, *args):
    box.write("a.c", text)
    return box.run(*args, "a.c")


def suppressed(result):
    """Is the finding suppressed?  The verdict stays what it is."""
    assert result.out.splitlines()[-1].startswith(VERDICT), result.out
    shown = "error: null pointer dereference" in result.out
    counted = "suppressed: 1 finding (1 ignored in the source)\n" in result.out
    assert shown != counted, result.out
    return counted


IGNORE = "heapproof: ignore null-dereference it is a test"


@test
def a_comment_beside_a_finding_suppresses_it(box):
    result = check(box, program(beside=f" // {IGNORE}")).expect(1, err="")
    assert suppressed(result)
    assert suppressed(check(box, program(beside=f" /* {IGNORE} */")).expect(1, err=""))
    assert suppressed(check(box, program(beside=f" //{IGNORE}\\\n more of it")).expect(1, err=""))
    assert suppressed(check(box, program(before=f"    /* {IGNORE} */ ")).expect(1, err=""))
    assert suppressed(check(box, program(beside=f" // {IGNORE}").replace("\n", "\r\n")).expect(1, err=""))


@test
def a_comment_above_a_finding_suppresses_it(box):
    for before in (f"    // {IGNORE}\n", f"    /* {IGNORE} */\n", f"/*\n * {IGNORE}\n */\n", f"    // {IGNORE}\n    // and more\n",
                   f"    // {IGNORE}\n    // heapproof: ignore double-free both\n"):
        assert suppressed(check(box, program(before=before)).expect(1)), before


@test
def a_comment_elsewhere_suppresses_nothing(box):
    note = "'heapproof: ignore null-dereference' ignores nothing: there is no such finding here\n"
    for before, line in ((f"    // {IGNORE}\n\n", 4), (f"    p = p; // {IGNORE}\n", 4), (f"    // {IGNORE}\n    p = p;\n", 4), (f"// {IGNORE}\n#define X\n", 4)):
        result = check(box, program(before=before)).expect(1)
        assert not suppressed(result) and result.err.endswith(note) and result.err.startswith(f"a.c:{line}:"), (before, result.err)
    assert not suppressed(check(box, program(beside=f"\n    // {IGNORE}")).expect(1))
    result = check(box, program(before=f'    const char *s = "// {IGNORE}"; (void)s;\n')).expect(1, err="")
    assert not suppressed(result)
    result = check(box, program(before="    char c = '\"'; (void)c;\n", beside=f" // {IGNORE}")).expect(1, err="")
    assert suppressed(result)
    result = check(box, program(before="    /* // */ char *s = \"\\\" /*\"; (void)s;\n", beside=f" // {IGNORE}")).expect(1, err="")
    assert suppressed(result)
    assert not suppressed(check(box, program(beside=" // not heapproof: ignore null-dereference because")).expect(1, err=""))


@test
def a_comment_for_another_rule_suppresses_nothing(box):
    result = check(box, program(beside=" // heapproof: ignore use-after-free it is a test"))
    result.expect(1, err="a.c:4:16: note: 'heapproof: ignore use-after-free' ignores nothing: there is no such finding here\n")
    assert not suppressed(result)
    check(box, program(beside=" // heapproof: ignore use-after-free it is a test"), "--property", "null-dereference").expect(1, err="")
    check(box, program(beside=" // heapproof: ignore use-after-free it is a test"), "-q").expect(1, err="")


@test
def a_comment_without_reason_or_rule_is_warned_about(box):
    for text, warning in (("ignore null-dereference", "'heapproof: ignore null-dereference' gives no reason: it ignores nothing"),
                          ("ignore null-derefrence typo", "'heapproof: ignore null-derefrence' names no rule: it ignores nothing"),
                          ("ignore", "'heapproof: ignore ' names no rule: it ignores nothing"),
                          ("suppress it", "'heapproof: suppress' means nothing; write 'heapproof: ignore RULE REASON'")):
        for comment in f" // heapproof: {text}", f" /* heapproof: {text} */", f" /* heapproof: {text}\n */":
            result = check(box, program(beside=comment), "-q")
            result.expect(1, err=f"a.c:4:16: warning: {warning}\n")
            assert not suppressed(result)


@test
def comments_in_headers_count(box):
    box.write("a.h", f"static inline int get(int *p) {{\n    return *p; // {IGNORE}\n}}\n")
    result = check(box, '#include <stddef.h>\n#include "a.h"\nint main(void) { return get(NULL); }\n').expect(1, err="")
    assert "suppressed: 1 finding (1 ignored in the source)\n" in result.out, result.out


@test
def a_suppressed_finding_is_shown_on_request(box):
    result = check(box, program(beside=f" // {IGNORE}"), "--verbose").expect(1)
    assert "[null-dereference] (ignored: it is a test)\n" in result.out and "suppressed: 1 finding" in result.out, result.out


@test
def the_exit_status_follows_fail_on(box):
    ignored, plain = program(beside=f" // {IGNORE}"), program()
    maybe = "void mystery(int **);\nint main(void) {\n    int *p = 0;\n    mystery(&p);\n    return 0;\n}\n"
    possible = "#include <string.h>\nint main(int argc, char **argv) {\n  char *p = argc > 3 ? 0 : argv[0];\n  return (int)strlen(p);\n}\n"
    rows = [  # status by verdict, definite, possible, new, never
        (plain, (1, 1, 1, 1, 0)), (ignored, (1, 0, 0, 0, 0)), (maybe, (2, 0, 0, 0, 0)), (possible, (2, 0, 2, 2, 0)), ("int main(void) { return 0; }\n", (0,) * 5)]
    for text, statuses in rows:
        verdicts = set()
        for level, status in zip(("verdict", "definite", "possible", "new", "never"), statuses):
            result = check(box, text, "--fail-on", level, "--search-runs", "1").expect(status)
            verdicts.add(result.out.splitlines()[-1])
        assert len(verdicts) == 1, verdicts


TWO = """#include <stdlib.h>
static int *f(void) {
    int *p = malloc(4);
    free(p);
    return p;
}
int main(int argc, char **argv) {
    int *p = f();
    if (argc > 1) return *p;
    return *p;
}
"""


BEHIND = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    static char version[15];
    int x = 1, *p = &x;
    // heapproof: ignore out-of-bounds it fits
    sprintf(version, "%.3f", 1.719);
    if (((unsigned)atoi(argv[0]) * 2654435761u) >> 4 == 123457u) p = NULL;
    printf("%s %d", version, *p);
    return 0;
}
"""


@test
def what_is_behind_a_suppressed_finding_counts(box):
    box.write("a.c", BEHIND)
    box.run("--fail-on", "possible", "a.c").expect(2, out_match=r"a.c:9:\d+: warning: possible null pointer dereference")
    box.write("a.c", BEHIND.replace("p = NULL", "x = 2"))
    box.run("--fail-on", "possible", "a.c").expect(0, out_match="verdict: unknown: possible out-of-bounds at a.c:7")
    # A pointer without value may be anything: what is behind it cannot be followed.
    box.write("a.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = 1, *p;\n  if (__VERIFIER_nondet_int() == 7) p = &x;\n"
                     "  // heapproof: ignore uninitialised-pointer never\n  return *p;\n}\n")
    box.run("--fail-on", "possible", "a.c").expect(
        2, out_match=r"suppressed: 1 finding \(1 ignored in the source\); what is behind 1 of them was not analysed, and counts for --fail-on\n")


@test
def a_baseline_tells_new_findings_from_known_ones(box):
    box.write("a.c", TWO)
    first = box.run("a.c", "--write-baseline", "base.json", "--fail-on", "new").expect(1)
    known = json.loads(box.read("base.json"))
    assert known["findings"] and known["baseline"] == 1, known
    again = box.run("a.c", "--baseline", "base.json", "--fail-on", "new").expect(0)
    count = len(known["findings"])
    assert f"suppressed: {count} finding{'s' if count > 1 else ''} ({count} in the baseline)\n" in again.out, again.out
    assert again.out.splitlines()[-1] == first.out.splitlines()[-1]
    box.run("a.c", "--baseline", "base.json").expect(1)
    box.run("a.c", "--baseline", "base.json", "--fail-on", "definite").expect(1)
    box.write("a.c", "// a line\n\n" + TWO.replace("    return *p", "  return   *p"))
    moved = TWO.replace("int main", "\n\nint main")
    box.write("a.c", moved)
    box.run("a.c", "--baseline", "base.json", "--fail-on", "new").expect(0)
    box.write("a.c", TWO.replace("    return p;", "    *p = 1;\n    return p;"))
    box.run("a.c", "--baseline", "base.json", "--fail-on", "new").expect(1)
    box.run("a.c", "--baseline", "base.json", "--write-baseline", "base.json").expect(1)
    box.run("a.c", "--baseline", "base.json", "--fail-on", "new").expect(0)


@test
def settings_may_name_a_baseline_before_it_is_written(box):
    box.write("a.c", TWO)
    box.write(".heapproof", "--baseline base.json\n--fail-on new\n")
    box.run("a.c").expect(64, out="", err_match="base.json: there is no such baseline")
    box.run("a.c", "--write-baseline", "base.json", "--fail-on", "never").expect(0, out_match="error: use after free")
    box.run("a.c").expect(0, out_match="in the baseline")


@test
def ignored_findings_are_not_in_the_baseline(box):
    check(box, program(beside=f" // {IGNORE}"), "--write-baseline", "base.json").expect(1)
    assert json.loads(box.read("base.json"))["findings"] == []


@test
def a_baseline_that_is_none_is_refused(box):
    box.write("a.c", TWO)
    box.run("a.c", "--baseline", "none.json").expect(64, out="", err_match="none.json: there is no such baseline; '--write-baseline none.json' writes it")
    for text in "", "[]", "{}", '{"baseline": 2, "findings": []}', '{"baseline": 1, "findings": [{}]}':
        box.write("base.json", text)
        box.run("a.c", "--baseline", "base.json").expect(64, out="", err_match="base.json: is no baseline that heapproof wrote")
    box.run("a.c", "--write-baseline", "none/base.json").expect(64, out="")
    box.run("a.c", "--write-baseline", "a.c").expect(64, err_match="is an input file")
    box.run("run", "a.c", "--baseline", "base.json").expect(64)


@test
def reports_say_what_is_suppressed(box):
    text = program(beside=f" // {IGNORE}")
    report = json.loads(check(box, text, "--format", "json").expect(1).out)
    assert list(schema.violations(report, json.loads((ROOT / "doc/report.schema.json").read_text()))) == []
    finding = report["programs"][0]["findings"][0]
    assert report["suppressed"] == 1 and finding["suppression"] == {"by": "comment", "reason": "it is a test"}, report
    result = json.loads(check(box, text, "--format", "sarif").expect(1).out)["runs"][0]["results"][0]
    assert result["suppressions"] == [{"kind": "inSource", "status": "accepted", "justification": "it is a test"}], result
    assert result["partialFingerprints"]["heapproof/v1"] == finding["fingerprint"]
    assert "baselineState" not in result
    check(box, program(), "--write-baseline", "base.json")
    report = json.loads(check(box, program(), "--format", "json", "--baseline", "base.json").expect(1).out)
    assert report["suppressed"] == 1 and report["programs"][0]["findings"][0]["suppression"] == {"by": "baseline", "reason": None}, report
    assert list(schema.violations(report, json.loads((ROOT / "doc/report.schema.json").read_text()))) == []
    log = json.loads(check(box, program(), "--format", "sarif", "--baseline", "base.json", "--fail-on", "new").expect(0).out)["runs"][0]
    assert log["results"][0]["suppressions"] == [{"kind": "external", "status": "accepted"}] and log["results"][0]["baselineState"] == "unchanged", log
    assert log["invocations"][0]["exitCode"] == 0
    report = json.loads(check(box, program(), "--format", "json").expect(1).out)
    assert report["suppressed"] == 0 and report["programs"][0]["findings"][0]["suppression"] is None


@test
def the_example_of_a_workflow_works(box):
    workflow = (ROOT / "examples/ci/heapproof.yml").read_text()
    make = re.search(r"^#     heapproof (.*)$", workflow, re.M).group(1).split()
    check_it = re.search(r"^        run: heapproof (.*)$", workflow, re.M).group(1).split()
    box.write("a.c", program())
    box.write("build/compile_commands.json", json.dumps([{"directory": str(box.folder), "file": "a.c", "arguments": ["cc", "-c", "a.c"]}]))
    box.run(*make).expect(0)
    box.run(*check_it).expect(0, out_match="^suppressed: 1 finding")
    assert json.loads(box.read("heapproof.sarif"))["runs"][0]["results"][0]["baselineState"] == "unchanged"
    box.write("a.c", program().replace("return *p", "return 1 + *p"))
    box.run(*check_it).expect(1, err_match="1 analysed", out_match="^verdict: unsafe")


@test
def a_project_has_one_baseline(box):
    header = "static inline int get(int *p) { return *p; }\n"
    box.write("get.h", header)
    commands = []
    for name in "one", "two":
        box.write(f"{name}.c", '#include "get.h"\nint main(void) { return get(0); }\n')
        commands.append({"directory": str(box.folder), "file": f"{name}.c", "arguments": ["cc", "-c", f"{name}.c"]})
    box.write("compile_commands.json", json.dumps(commands))
    box.run("project", "--cache", "c", "--write-baseline", "base.json").expect(1)
    result = box.run("project", "--cache", "c", "--baseline", "base.json", "--fail-on", "new").expect(0, err="heapproof: 2 programs: 0 analysed, 2 unchanged\n")
    assert "suppressed: 2 findings (2 in the baseline)\n" in result.out and "error:" not in result.out, result.out
    box.write("get.h", header.replace("{ return", f"{{ /* {IGNORE} */ return"))
    result = box.run("project", "--cache", "c", "--fail-on", "new").expect(0)
    assert "suppressed: 2 findings (2 ignored in the source)\n" in result.out, result.out
    result = box.run("project", "--cache", "c", "--fail-on", "new").expect(0, err="heapproof: 2 programs: 0 analysed, 2 unchanged\n")


if __name__ == "__main__":
    sys.exit(run_all())
