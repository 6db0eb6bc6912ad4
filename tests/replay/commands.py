#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--replay and --confirm as their users see them.  usage: commands.py HEAPPROOF [PART OF A NAME]"""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from tap import run_all, test  # noqa: E402

FREED = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int() == 4711) free(p);
    int n = *p;
    free(p);
    return n;
}
"""


def script(box, name="replay/finding-1.sh", path=None):
    return subprocess.run(["sh", name], cwd=box.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          env={**os.environ, **({"PATH": path} if path else {})})


def findings(box, *args):
    report = json.loads(box.run("check", "--confirm", "--format", "json", *args).out)
    return [(f["rule"], f["confirmation"]) for p in report["programs"] for f in p["findings"]]


@test
def a_signal_while_confirming_leaves_nothing_behind(box):
    box.write("a.c", FREED)
    (box.folder / "tmp").mkdir()
    box.write("clang", f"""#!/bin/sh
case "$*" in *fsanitize*) touch {box.folder}/begun; exec sleep 100 ;; esac
exec {shutil.which("clang-19")} "$@"
""", 0o755)
    process = box.start("check", "--confirm", "--clang", str(box.folder / "clang"), "a.c", env={**os.environ, "TMPDIR": str(box.folder / "tmp")})
    end = time.monotonic() + 60
    while not (box.folder / "begun").exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert list((box.folder / "tmp").iterdir())
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode == -signal.SIGTERM and not list((box.folder / "tmp").iterdir())


@test
def the_script_shows_the_failure(box):
    box.write("a.c", FREED)
    box.run("check", "--replay", "replay", "a.c").expect(1, out_match=r"verdict: unsafe use-after-free at a.c:7$")
    assert box.files() == ["a.c", "replay", "replay/finding-1.c", "replay/finding-1.sh"], box.files()
    assert "4711" in box.read("replay/finding-1.c")
    done = script(box)
    assert done.returncode == 0 and "heap-use-after-free" in done.stdout and "a.c:7" in done.stdout, done


@test
def the_script_says_when_the_run_does_not_fail(box):
    box.write("a.c", FREED)
    box.run("check", "--replay", "replay", "a.c").expect(1)
    box.write("replay/finding-1.c", box.read("replay/finding-1.c").replace("4711", "4712"))
    done = script(box)
    assert done.returncode == 1 and "not confirmed" in done.stdout, done


@test
def a_failure_in_another_place_confirms_nothing(box):
    box.write("a.c", FREED)
    box.run("check", "--replay", "replay", "a.c").expect(1)
    box.write("a.c", "\n" + FREED)
    done = script(box)
    assert done.returncode == 1 and "heap-use-after-free" in done.stdout, done


@test
def a_run_that_takes_too_long_refutes_nothing(box):
    box.write("a.c", FREED)
    box.run("check", "--replay", "replay", "a.c").expect(1)
    box.write("a.c", FREED.replace("int main(void) {", "int main(void) { for (;;) {}"))
    done = subprocess.run(["sh", "replay/finding-1.sh"], cwd=box.folder, capture_output=True, text=True, env={**os.environ, "HEAPPROOF_REPLAY_SECONDS": "1"})
    assert done.returncode == 2 and "did not end in time" in done.stdout, done


@test
def the_script_says_when_it_cannot_build(box):
    box.write("a.c", FREED)
    box.run("check", "--replay", "replay", "a.c").expect(1)
    box.write("a.c", "no C\n")
    assert script(box).returncode == 2


@test
def findings_are_marked_as_confirmed(box):
    box.write("a.c", FREED)
    box.run("check", "--confirm", "a.c").expect(1, out_match=r"^a.c:7:13: note: confirmed: the compiled program fails in this way$")
    assert findings(box, "a.c") == [("use-after-free", "confirmed")]
    sarif = json.loads(box.run("check", "--confirm", "--format", "sarif", "a.c").out)
    assert sarif["runs"][0]["results"][0]["properties"]["confirmation"] == "confirmed"
    assert box.files() == ["a.c"], box.files()


@test
def without_the_option_nothing_is_said(box):
    box.write("a.c", FREED)
    report = json.loads(box.run("check", "--format", "json", "a.c").out)
    assert report["programs"][0]["findings"][0]["confirmation"] is None


@test
def a_finding_that_is_not_seen_stays_a_finding(box):
    box.write("a.c", "#ifndef RELEASE\n#define RELEASE free\n#endif\n" + FREED.replace("4711) free", "4711) RELEASE"))
    # What is compiled for the replay is not what was checked.
    path = box.folder / box.write("clang", "#!/bin/sh\ncase \"$*\" in *gdwarf-4*) exec clang-19 '-DRELEASE(x)='  \"$@\";; esac\nexec clang-19 \"$@\"\n", 0o755)
    box.run("check", "--clang", str(path), "--confirm", "a.c").expect(1, out_match=r"not confirmed: the compiled program did not fail in this way$")
    box.run("check", "--clang", str(path), "--confirm", "a.c").expect(1, out_match=r"^verdict: unsafe use-after-free at a.c:10$")


@test
def the_program_may_have_several_files_and_flags(box):
    box.write("one dir/a.c", '#include "b.h"\nint main(void) {\n    int *p = make();\n    return p[LAST];\n}\n')
    box.write("in/b.h", "int *make(void);\n")
    box.write("b.c", '#include <stdlib.h>\n#include "b.h"\nint *make(void) {\n    return calloc(2, sizeof(int));\n}\n')
    assert ("out-of-bounds", "confirmed") in findings(box, "-I", "in", "-DLAST=2", "one dir/a.c", "b.c")


@test
def names_are_quoted(box):
    name = "a'b $(touch x) `touch y`\n\"q\" \udce9 & é.c"
    box.write(name, FREED)
    result = box.run("check", "--replay", "re'p $(touch z)", "--confirm", "--format", "json", name)
    assert json.loads(result.out)["programs"][0]["findings"][0]["confirmation"] == "confirmed", result.out + result.err
    assert not {"x", "y", "z"} & set(box.files()), box.files()
    assert script(box, "re'p $(touch z)/finding-1.sh").returncode == 0


@test
def pointers_of_32_bits_carry_over(box):
    box.write("a.c", '#include <stdlib.h>\nint main(void) {\n    char *p = malloc(sizeof(void *));\n    char c = p[4] = 1;\n    free(p);\n    return c;\n}\n')
    box.run("check", "-m64", "--confirm", "a.c").expect(0)
    assert findings(box, "-m32", "a.c") == [("out-of-bounds", "confirmed")]


@test
def a_tool_that_cannot_run_refutes_nothing(box):
    box.write("u.c", "struct n { struct n *next; };\nint main(void) {\n    struct n x, *p = x.next;\n    return p->next != 0;\n}\n")
    [(rule, outcome)] = findings(box, "-m32", "u.c")  # valgrind's 32 bits need a package that few have
    assert rule == "uninitialised-pointer" and outcome in ("confirmed", "not-built"), outcome


@test
def leaks_are_confirmed_without_valgrind(box):
    box.write("a.c", "#include <stdlib.h>\nchar *kept;\nint main(void) {\n    kept = malloc(1);\n    char *p = malloc(3);\n    free(malloc(1));\n    p = 0;\n    return p != 0;\n}\n")
    assert findings(box, "-m32", "a.c") == [("memory-leak", "confirmed")]
    box.run("check", "-m32", "--replay", "replay", "a.c").expect(1)
    box.write("a.c", box.read("a.c").replace("p = 0;", "free(p);"))  # what is kept is not what was lost
    assert script(box).returncode == 1
    box.write("b.c", "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(1);\n    p = malloc(2);\n    for (;;) *p = 1;\n}\n")
    assert findings(box, "-m32", "b.c") == [("memory-leak", "confirmed")]


@test
def uninitialised_pointers_are_confirmed(box):
    box.write("a.c", "struct n { struct n *next; };\nint main(void) {\n    struct n x, *p = x.next;\n    return p->next != 0;\n}\n")
    assert findings(box, "a.c") == [("uninitialised-pointer", "confirmed")]
    box.write("b.c", "#include <stdlib.h>\nstruct n { struct n *next; };\nint main(void) {\n    struct n *x = malloc(sizeof *x);\n"
                     "    if (x->next) x->next->next = 0;\n    free(x);\n    return 0;\n}\n")
    assert findings(box, "b.c") == [("uninitialised-pointer", "confirmed")]


@test
def leaks_are_confirmed(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(3);\n    p = 0;\n    return p != 0;\n}\n")
    assert findings(box, "a.c") == [("memory-leak", "confirmed")]
    box.write("b.c", "#include <stdlib.h>\nchar *p;\nint main(void) {\n    p = malloc(3);\n    return 0;\n}\n")
    assert findings(box, "--property", "memory-cleanup", "b.c") == [("memory-cleanup", "confirmed")]


@test
def failed_allocations_fail_again(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n    char *a = malloc(1), *b = malloc(1);\n    if (!a) {\n        free(b);\n        return 0;\n    }\n    *b = *a = 1;\n    free(a);\n    free(b);\n"
                     "    return 0;\n}\n")
    assert ("null-dereference", "confirmed") in findings(box, "--malloc-may-fail", "a.c")


@test
def assertions_and_error_calls_are_confirmed(box):
    box.write("a.c", "#include <assert.h>\nint main(int argc, char **argv) {\n    assert(argc < 3 || argv[1][0] != 'x');\n    return 0;\n}\n")
    assert findings(box, "a.c") == [("assertion-failure", "confirmed")]
    box.write("b.c", "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint main(void) {\n    if (__VERIFIER_nondet_int() > 9) reach_error();\n"
                     "    return 0;\n}\n")
    assert findings(box, "b.c") == [("error-call", "confirmed")]


@test
def input_is_read_again(box):
    box.write("a.c", "#include <stdio.h>\n#include <string.h>\nint main(void) {\n    char line[16], word[4];\n    int n;\n    if (!fgets(line, sizeof line, stdin)) return 0;\n"
                     "    if (scanf(\"%d\", &n) != 1 || n != 77) return 0;\n    if (strlen(line) > 5) strcpy(word, line);\n    return 0;\n}\n")
    assert findings(box, "a.c") == [("out-of-bounds", "confirmed")]


@test
def what_no_tool_sees_is_said_to_be_so(box):
    box.write("a.c", "int main(void) {\n    int *kept = 0, sum = 0;\n    for (int i = 0; i < 2; i++) {\n        int n = i;\n        if (kept) sum += *kept;\n"
                     "        kept = &n;\n    }\n    return sum;\n}\n")
    assert findings(box, "a.c") == [("use-out-of-scope", "only-interpreter")]
    box.run("check", "--replay", "replay", "a.c").expect(1)
    done = script(box)
    assert done.returncode == 3 and "only the interpreter sees this" in done.stdout, done
    assert "only the interpreter sees this" in box.read("replay/finding-1.c")


@test
def a_program_that_is_not_c_is_not_compiled(box):
    box.write("a.c", FREED)
    box.write("a.hir", box.run("ir", "a.c").out)
    assert findings(box, "a.hir") == [("use-after-free", "only-interpreter")]


@test
def functions_of_the_user_allocate_again(box):
    box.write("a.c", "#include <stdlib.h>\nextern void *take(unsigned long n);\nextern void give(void *p);\nint main(void) {\n    char *p = take(4);\n    give(p);\n"
                     "    p[0] = 1;\n    return 0;\n}\n")
    assert findings(box, "--alloc", "take", "--free", "give", "a.c") == [("use-after-free", "confirmed")]


@test
def a_project_is_compiled_with_its_own_flags(box):
    box.write("src/a.c", "int main(void) {\n    int a[2] = {0};\n    return a[AT];\n}\n")
    box.write("compile_commands.json", json.dumps([{"directory": str(box.folder / "src"), "file": "a.c", "command": "cc -O2 -DAT=2 -c a.c"}]))
    assert findings(box, "-p", ".") == [("out-of-bounds", "confirmed")]


@test
def a_run_without_an_end_is_cut_off(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(1);\n    p = malloc(2);\n    for (;;) *p = 1;\n}\n")
    assert findings(box, "a.c") == [("memory-leak", "confirmed")]


# ---- witnesses -----------------------------------------------------------------------------------------------------------------------


@test
def a_violation_witness_is_written_and_followed(box):
    box.write("a.c", FREED)
    box.run("check", "--witness", "w.yml", "a.c").expect(1)
    text = box.read("w.yml")
    for part in ('entry_type: "violation_sequence"', 'format_version: "2.0"', 'specification: "CHECK( init(main()), LTL(G valid-deref) )"', 'data_model: "LP64"',
                 'value: "\\\\result == 4711"', "line: 6\n            column: 31\n", 'type: "target"', "line: 7\n"):
        assert part in text, (part, text)
    digest = hashlib.sha256(FREED.encode()).hexdigest()
    assert f'"a.c": "{digest}"' in text, text
    followed = box.run("run", "--witness", "w.yml", "a.c")
    followed.expect(1, out_match=r"^run: fault use-after-free at a.c:7$", err="heapproof: w.yml: the witness is followed to its target\n")


@test
def another_witness_is_not_followed(box):
    box.write("a.c", FREED)
    box.run("check", "--witness", "w.yml", "a.c").expect(1)
    box.write("v.yml", box.read("w.yml").replace("4711", "4712"))
    box.run("run", "--witness", "v.yml", "a.c").expect(2, err_match=r"not followed: waypoint 2 of 2, at a.c:7, is not reached$")
    box.write("v.yml", box.read("w.yml").replace("line: 7", "line: 8"))
    box.run("run", "--witness", "v.yml", "a.c").expect(1, err_match=r"not followed: waypoint 2 of 2, at a.c:8, is not reached$")
    box.write("v.yml", "- entry_type: x\n")
    box.run("run", "--witness", "v.yml", "a.c").expect(2, err_match=r"not followed: it has no target$")
    box.run("run", "--witness", "absent.yml", "a.c").expect(2, err_match=r"not followed: No such file or directory$")


@test
def a_correctness_witness_says_what_holds_at_loops(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(2), *q = 0;\n    int i = 0;\n    while (i < 2) {\n        p[i] = 1;\n        i++;\n    }\n"
                     "    free(p);\n    return q != 0;\n}\n")
    box.run("check", "-m32", "--witness", "w.yml", "a.c").expect(0)
    text = box.read("w.yml")
    for part in ('entry_type: "invariant_set"', 'data_model: "ILP32"', 'type: "loop_invariant"', "line: 5\n          column: 5\n", 'format: "c_expression"',
                 "p != 0", "i >= 0 && i <= 2"):
        assert part in text, (part, text)


@test
def names_of_files_are_kept_in_witnesses(box):
    name = "a \"q\" é \\ \udce9.c"
    box.write(name, FREED)
    box.run("check", "--witness", "w.yml", name).expect(1)
    assert '- "a \\"q\\" é \\\\ \\xe9.c"\n' in box.read("w.yml"), box.read("w.yml")
    box.run("run", "--witness", "w.yml", name).expect(1, err_match="the witness is followed to its target")


@test
def the_same_witness_is_written_again(box):
    box.write("a.c", FREED)
    for name in ("v.yml", "w.yml"):
        box.run("check", "--witness", name, "a.c", env={**os.environ, "SOURCE_DATE_EPOCH": "0"}).expect(1)
    assert box.read("v.yml") == box.read("w.yml") and 'creation_time: "1970-01-01T00:00:00Z"' in box.read("v.yml")


@test
def without_a_verdict_there_is_no_witness(box):
    box.write("a.c", "extern void f(void);\nint main(void) {\n    f();\n    return 0;\n}\n")
    box.run("check", "--witness", "w.yml", "a.c").expect(2)
    assert box.files() == ["a.c"], box.files()


@test
def no_link_is_followed(box):
    box.write("a.c", FREED)
    box.write("victim", "mine")
    box.write("replay/keep", "")
    os.symlink(box.folder / "victim", box.folder / "replay/finding-1.sh")
    box.run("check", "--replay", "replay", "a.c").expect(70, err_match="^heapproof: error: replay/finding-1.sh: is a link, which is not followed$")
    (box.folder / "replay/finding-1.sh").unlink()
    (box.folder / "replay/finding-1.c").unlink()
    os.symlink("nothing yet", box.folder / "replay/finding-1.c")
    box.run("check", "--replay", "replay", "a.c").expect(70, err_match="^heapproof: error: replay/finding-1.c: is a link, which is not followed$")
    (box.folder / "replay/finding-1.c").unlink()
    os.symlink("replay", box.folder / "link")
    for name in "link", "link/", "link//":
        box.run("check", "--replay", name, "--confirm", "a.c").expect(70, err_match="^heapproof: error: link: is a link, which is not followed$")
    os.mkdir(box.folder / "replay/finding-1.c")
    box.run("check", "--replay", "replay", "a.c").expect(70, err_match="replay/finding-1.c: is not a regular file$")
    os.rmdir(box.folder / "replay/finding-1.c")
    assert box.read("victim") == "mine" and box.files() == ["a.c", "link", "replay", "replay/keep", "victim"], box.files()
    box.run("check", "--replay", "replay/", "a.c").expect(1)
    box.run("check", "--replay", "replay", "a.c").expect(1)
    assert sorted(p.name for p in (box.folder / "replay").iterdir()) == ["finding-1.c", "finding-1.sh", "keep"]


def clang_without(box, what):
    """A clang whose own folder has headers, but no libraries; or whose linker misses something."""
    headers = subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    os.makedirs(box.folder / "resources", exist_ok=True)
    os.symlink(headers + "/include", box.folder / "resources/include")
    box.write("clang", f'#!/bin/sh\nexec clang-19 {what} "$@"\n', 0o755)
    return ("--clang", str(box.folder / "clang"))


@test
def what_is_missing_to_confirm_is_named(box):
    box.write("a.c", FREED)
    clang = clang_without(box, f"-resource-dir={box.folder}/resources")
    result = box.run("check", *clang, "--confirm", "a.c").expect(1, err_match="^the package libclang-rt-19-dev is missing$")
    assert result.err.startswith("heapproof: finding 1 could not be confirmed:\n") and "libclang_rt.asan" in result.err, result.err
    box.run("check", *clang, "--quiet", "--confirm", "a.c").expect(1, err="")


@test
def what_the_linker_says_is_shown(box):
    box.write("a.c", FREED)
    clang = clang_without(box, "-Wl,--no-such-option")
    result = box.run("check", *clang, "--confirm", "a.c").expect(1, err_match="ld: unrecognized option '--no-such-option'")
    assert "package" not in result.err, result.err


if __name__ == "__main__":
    sys.exit(run_all())
