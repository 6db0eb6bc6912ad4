#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Inputs as people have them, and macros by name.  usage: inputs.py HEAPPROOF [PART OF A NAME]"""
import json
import pathlib
import re
import sys

import schema
from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n"


def world(box, body, head="int main(void)", *options):
    box.write("a.c", f"{HEAD}{head} {{\n{body}\n}}\n")
    out = box.run("a.c", "--first", *options).expect(1).out
    return re.findall(r"^a\.c:\d+:\d+: note: input: (.*)$", out, re.M), out


@test
def arguments_are_strings(box):
    lines, out = world(box, "if (argc == 2 && strcmp(argv[1], \"^[\") == 0) { int *p = NULL; return *p; }\nreturn 0;", "int main(int argc, char **argv)")
    assert 'argv[1] = "^["' in lines, out
    inputs = re.search(r"^repeat with: heapproof run --inputs (\S+)$", out, re.M)[1]
    box.run("run", "a.c", "--inputs", inputs).expect(1)
    assert not re.search("^inputs:", out, re.M), out
    lines, out = world(box, "if (argc > 1 && argv[1][0] == 'x') return argv[1][strlen(argv[1]) + 1];\nreturn 0;", "int main(int argc, char **argv)")
    assert re.search(r"of the string argv\[1\] \(\d+ bytes\)", out), out


@test
def arguments_that_nobody_reads_are_not_told(box):
    lines, out = world(box, "if (getchar() == 'x') { int *p = NULL; return *p; }\nreturn 0;", "int main(int argc, char **argv)")
    assert lines == ['line 1 of standard input: "x" (no end of line)'], out


@test
def lines_of_standard_input_and_of_files(box):
    body = """int *p = NULL;
FILE *f = fopen("data.txt", "r");
if (!f || getchar() != 'q' || getchar() != '\\n' || getchar() != 'a' || getchar() != ' ' || getchar() != '\\n') return 1;
if (getc(f) == 'z') return *p;
return 0;"""
    lines, out = world(box, body)
    assert lines == ['line 1 of standard input: "q"', 'line 2 of standard input: "a "', 'line 1 of "data.txt": "z" (no end of line)'], out
    body = "char line[20]; int *p = NULL;\nif (!fgets(line, sizeof line, stdin) || line[0] != 'q') return 1;\nreturn *p;"
    lines, out = world(box, body)
    assert lines[0].startswith('line 1 of standard input: "q'), out


@test
def what_fails_and_what_is_scanned(box):
    body = """long k; char w[9]; int *p = NULL;
if (scanf("%ld %8s", &k, w) == 2 && k == -7 && w[0] == 'z' && !w[1] && !fopen("gone", "r")) return *p;
return 0;"""
    lines, out = world(box, body)
    assert lines == ['scanf reads -7, "z", called at a.c:7', 'fopen("gone") gives null, called at a.c:7'], out
    lines, out = world(box, "char *s = getenv(\"HOME\"), *q = malloc(1);\nif (s && *s == 'k') *q = 1;\nfree(q); return 0;", "int main(void)", "--malloc-may-fail")
    assert lines[0].startswith('variable HOME of the environment = "k') and lines[1] == "malloc fails, called at a.c:6", out


@test
def an_end_of_the_input_is_told_once(box):
    body = "int a, n = 0;\nscanf(\"%d\", &a);\nwhile (n < 5) n += getchar() == EOF;\nif (a > n) return 1;\nreturn 0;"
    lines, out = world(box, body)
    assert lines == ["scanf meets the end of the input, called at a.c:7", "standard input ends after 0 lines"], out


@test
def no_run_reads_what_no_input_holds(box):
    for body in ("if (getchar() == EOF && feof(stdin) && getchar() == 'x') return *p;",
                 "if (scanf(\"%9s\", b) == 1 && strchr(b, ' ')) return *p;",
                 "if (scanf(\"%9[0-9]\", b) == 1 && strchr(b, 'x')) return *p;",
                 "int n;\nif (scanf(\"%d\", &n) == 1 && getchar() == '7') return *p;",
                 "if (fgets(b, 10, stdin) && strlen(b) == 2 && b[1] == 'x' && getchar() == 'y') return *p;"):
        box.write("a.c", "#include <stdio.h>\n#include <string.h>\nint main(void) {\nchar b[10];\nint *p = NULL;\n" + body + "\nreturn 0;\n}\n")
        box.run("check", "a.c").expect(2, out_match="^verdict: unknown")
    box.write("a.c", "#include <stdio.h>\n#include <string.h>\nint main(void) {\nchar b[10];\nint *p = NULL;\n"
                     "if (fgets(b, 10, stdin) && strlen(b) == 2 && b[1] == '\\n' && getchar() == 'y') return *p;\nreturn 0;\n}\n")
    box.run("check", "a.c").expect(1, out_match="^verdict: unsafe null-dereference at a.c:6")


@test
def numbers_that_the_program_draws_stay_numbers(box):
    lines, out = world(box, "int *p = NULL;\nif (__VERIFIER_nondet_int() == 13) return *p;\nreturn 0;")
    assert not lines and "\ninputs: 13\n" in out, out
    lines, out = world(box, "int *p = NULL;\nif (__VERIFIER_nondet_int() == 13 && getchar() == 'x') return *p;\nreturn 0;")
    assert lines[0] == "__VERIFIER_nondet_int() = 13, called at a.c:7", out


@test
def json_has_them(box):
    box.write("a.c", HEAD + "int main(void) {\n  int *p = NULL;\n  return getchar() == 'x' ? *p : 0;\n}\n")
    report = json.loads(box.run("a.c", "--format=json").expect(1).out)
    assert not list(schema.violations(report, json.loads((ROOT / "doc/report.schema.json").read_text())))
    assert report["programs"][0]["findings"][0]["world"] == ['line 1 of standard input: "x" (no end of line)'], report


@test
def macros_are_named(box):
    box.write("m.h", "#ifndef M\n#define M\n# define FIELD(p, f) ((p)->f)\n#define NOT_USED 1\n#endif\n")
    box.write("a.c", '#include "m.h"\nstruct s { int a; };\nint main(void) {\n    struct s *p = 0;\n    return FIELD(p, a);\n}\n')
    out = box.run("a.c").expect(1).out
    assert "reads 'p->a' (4 bytes) through a null pointer, in the macro 'FIELD' (m.h:3), here ((p)->a) [CWE-476]" in out, out
    box.write("m.h", "#ifdef X\n#define FIELD(p, f) ((p)->f)\n#else\n#define FIELD(p, f) (*(p)).f\n#endif\n")
    out = box.run("a.c").expect(1).out  # one of two: which is not known
    assert "in the macro 'FIELD' (m.h:2) [CWE-476]" in out, out
    box.write("a.c", "struct s { int a; };\nint main(void) {\n    struct s *p = 0;\n    return p->a;\n}\n")
    assert "macro" not in box.run("a.c").expect(1).out


if __name__ == "__main__":
    sys.exit(run_all())
