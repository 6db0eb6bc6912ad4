#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line as its users see it: exact output, exit status, files left behind.  usage: run.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse
import xml.etree.ElementTree

import schema
from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAFE = "int main(void) { return 0; }\n"
READS = "int a[2];\nint main(void) { return a[1]; }\n"
STRATEGY, INSPECTION, SEARCH = "strategy: fixpoint of domain sl\n", "strategy: inspection\n", "strategy: search\n"
NOTHING = "proved: the program reaches nothing that could break a rule\n"
PROVED = NOTHING + STRATEGY
PROVED_ONE = "accesses: 1 proved, 0 open, 0 not reached\n" + STRATEGY
USAGE = "Try 'heapproof --help'.\n"


def usage_error(message):
    return f"heapproof: error: {message}\n{USAGE}"


# ---- verdicts ----------------------------------------------------------------------------------------------------------------------


@test
def a_program_that_touches_no_memory_is_safe(box):
    box.write("a.c", SAFE)
    box.run("a.c").expect(0, out=PROVED + "verdict: safe\n", err="")
    box.run("check", "a.c").expect(0, out=PROVED + "verdict: safe\n", err="")


@test
def memory_accesses_are_proved(box):
    box.write("a.c", READS)
    box.run("a.c").expect(0, out=PROVED_ONE + "verdict: safe\n", err="")
    box.run("--domain", "sl", "a.c").expect(0, out=PROVED_ONE + "verdict: safe\n", err="")


@test
def options_of_a_domain_reach_it_by_either_way(box):
    box.write("a.c", """#include <stdlib.h>
struct node { struct node *next; int key; };
int main(int argc, char **argv) {
    struct node *head = 0;
    for (int i = 0; i < argc; i++) { struct node *n = malloc(sizeof *n); n->next = head; n->key = i; head = n; }
    while (head) { struct node *next = head->next; free(head); head = next; }
}
""")
    states = {}
    for args in (), ("--least-chain", "2"), ("--domain", "sl:least-chain=2"), ("--cutpoints", "3", "--domain", "sl:least-chain=2,localise=0"):
        out = box.run("--stats", *args, "a.c").expect(0).out
        states[args] = [line for line in out.splitlines() if line.startswith("states:")]
    usual, short, own, several = states.values()
    assert short == own == several != usual, states


@test
def without_heap_domain_memory_accesses_make_the_answer_unknown(box):
    box.write("a.c", READS)
    box.run("--domain", "none", "a.c").expect(2, out=INSPECTION + "verdict: unknown: without heap domain: 1 memory access unproved\n", err="")


@test
def strategies_are_listed_and_chosen(box):
    listed = box.run("--strategy").expect(0, err="").out
    names = [line.split()[0] for line in listed.splitlines() if not line.startswith(" ")]
    assert names[:4] == ["fixpoint", "execution", "exhaustion", "search"] and "exact" in names, names
    assert "beside the proof from effort 1500 on, for 4 times as much, at most 12000" in listed, listed
    box.write("a.c", READS)
    box.run("--strategy=exact", "a.c").expect(0, out="accesses: 1 proved, 0 open, 0 not reached\nstrategy: exact of domain sl\nverdict: safe\n")
    box.run("--strategy=search", "a.c").expect(2)
    box.run("--strategy=exact,search,wrong", "a.c").expect(64, err=usage_error("there is no strategy 'wrong'; --strategy lists them"))


@test
def a_proof_that_fails_is_no_proof_without_a_search(box):
    program = str(ROOT / "tests" / "domain" / "text_cut_short.c")
    box.run("--strategy=fixpoint", program).expect(0)
    box.run("--strategy=fixpoint", program, "-DBAD").expect(2, out_match="^verdict: unknown: possible out-of-bounds")


@test
def limits_that_were_reached_are_named(box):
    box.write("a.c", READS)
    assert "limit reached" not in box.run("--stats", "a.c").expect(0).out
    told = box.run("--stats", "--strategy=fixpoint", "--max-states", "1", "a.c").expect(2).out
    assert "limit reached: fix/states\n" in told, told
    told = json.loads(box.run("--stats", "--format=json", "--strategy=fixpoint", "--max-states", "1", "a.c").expect(2).out)
    assert told["programs"][0]["limits"] == ["fix/states"], told
    box.write("b.c", "int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(3); }\n")
    told = box.run("--stats", "--strategy=fixpoint", "--domain", "fold", "--recursion", "1", "b.c").expect(2).out
    assert "limit reached: inter/recursion\n" in told, told
    box.write("c.c", "void g(int);\nint nondet(void);\nint main(void) { g(__VERIFIER_nondet_int()); return 0; }\n".replace("int nondet", "int __VERIFIER_nondet_int"))
    told = box.run("--stats", "--search-runs", "30000", "c.c").expect(2).out
    assert "limit reached: check/runs\n" in told, told


FILLS = "static char block[3000];\nint main(int argc, char **argv) { __builtin_memset(block, 7, %s); return block[argc > 1] == 8; }\n"
MANY = """extern int __VERIFIER_nondet_int(void);
int main(void) { int table[40] = {0}; int i = __VERIFIER_nondet_int(); if (i < 0 || i >= %s) return 0; table[i] = 1; return table[i]; }
"""
SIZED = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n%s    return 0;\n}\n"


def blocks(n):
    block = "    int n%d = __VERIFIER_nondet_int();\n    if (n%d < 1 || n%d > 1000) return 0;\n    char *p%d = malloc(n%d);\n    p%d[n%d - 1] = 1;\n"
    return "".join(block % ((i,) * 7) for i in range(n))


@test
def limits_of_a_domain_are_named(box):
    for domain, name, text, within, beyond in (("sl", "sl/pattern", FILLS, "1024", "1025"), ("fold", "fold/indices", MANY, "16", "17"),
                                               ("sl", "sl/numbers", SIZED, blocks(3), blocks(26))):
        box.write("a.c", text % within)
        assert f"limit reached: {name}" not in box.run("--stats", "--strategy=fixpoint", "--domain", domain, "a.c").out, domain
        box.write("a.c", text % beyond)
        told = box.run("--stats", "--strategy=fixpoint", "--domain", domain, "a.c").out
        assert f"limit reached: {name}\n" in told, told


@test
def accesses_that_cannot_be_reached_do_not_count(box):
    box.write("a.c", "int a[2];\nint f(void) { return a[1]; }\nint main(void) { return 0; }\n")
    box.run("--domain", "none", "a.c").expect(0, out=NOTHING + "not entered by any run: 1 of 2 functions: 'f'\n" + INSPECTION + "verdict: safe\n")


@test
def constructors_are_reached(box):
    box.write("a.c", "int a[2];\n__attribute__((constructor)) void f(void) { a[2] = 1; }\nint main(void) { return 0; }\n")
    box.run("--domain", "none", "--search-runs", "1", "--property", "use-after-free", "a.c").expect(
        2, out=INSPECTION + "verdict: unknown: without heap domain: 1 memory access unproved\n")
    box.run("a.c").expect(1, out_match="^verdict: unsafe out-of-bounds at a.c:2$")


@test
def an_unknown_function_is_named(box):
    box.write("a.c", "void mystery(void);\nint main(void) {\n  mystery();\n  return 0;\n}\n")
    result = box.run("a.c").expect(2)
    reason = "verdict: unknown: function 'mystery' has neither body nor model, called at a.c:3"
    executed = "not by execution: call of the unknown function 'mystery' at a.c:3\n"
    why = "why unknown:\n    1  function 'mystery' has neither body nor model, called at a.c:3\n       give the file that defines it, or a model: 'heapproof stubs' writes one to edit, and --model takes it\n"
    assert result.out == f"{STRATEGY}{executed}{why}{reason} (accesses: 0 proved, 1 open, 0 not reached)\n", result.out
    report = validated(box.run("--format=json", "a.c").expect(2))
    assert report["programs"][0]["not_executed"] == "execution: call of the unknown function 'mystery' at a.c:3", report
    assert validated(box.run("--format=json", "--strategy=fixpoint", "a.c").expect(2))["programs"][0]["not_executed"] is None
    result = box.run("--domain", "none", "a.c").expect(2)
    assert result.out.splitlines()[-1] == reason, result.out
    assert "assumption: a function without body or model may change what it can reach and return anything: mystery [unknown-function]\n" in result.out


@test
def the_linker_wraps_references_that_a_file_does_not_define(box):
    box.write("a.c", "#include <stdlib.h>\nint get(void);\nint main(void) {\n  int *p = calloc(1, 4);\n  if (get() == 1) return *p;\n  free(p);\n  return 0;\n}\n")
    box.write("b.c", "#include <stdlib.h>\nvoid *__real_calloc(size_t n, size_t s);\nvoid *__wrap_calloc(size_t n, size_t s) { return n ? NULL : __real_calloc(n, s); }\n")
    box.write("c.c", "int get(void) { return 1; }\nint twice(void) { return get() * 2; }\n")
    box.write("d.c", "int twice(void);\nint __wrap_get(void) { return twice() == 2 ? 0 : 1; }\n")
    files = ["a.c", "b.c", "c.c", "d.c"]
    both = ["-Wl,--wrap=calloc", "-Wl,--wrap=get"]
    assert "verdict: safe" in box.run(*both, *files).expect(0).out
    assert "verdict: safe" in box.run(*files, "--", "-Xlinker", "--wrap", "-Xlinker", "calloc", "-Wl,--wrap,get").expect(0).out
    assert "'calloc, if nothing wraps it'" in box.run(*files).expect(2).out
    assert "'get, if nothing wraps it'" in box.run("-Wl,--wrap=calloc", *files).expect(2).out
    assert "the linker's option -init=get" in box.run(*both, "-Wl,-init=get", *files).expect(2).out
    box.write("d.c", "int __wrap_get(void) { return 1; }\n")
    assert "verdict: unsafe null-dereference at a.c:5" in box.run(*both, *files).expect(1).out


@test
def the_text_that_is_compiled_is_that_of_the_level_of_optimisation(box):
    box.write("a.c", "#include <string.h>\nvoid reach_error(void);\nint main(int argc, char **argv) {\n  char b[8];\n  strcpy(b, \"abc\");\n"
              "#ifdef __OPTIMIZE__\n  reach_error();\n#endif\n#if _FORTIFY_SOURCE > 1\n  b[argc > 9 ? 9 : 0] = 1;\n#endif\n"
              "#ifndef __NO_INLINE__\n  if (argc > 3) reach_error();\n#endif\n  return argc > 99 && argv && b[0];\n}\n")
    assert "verdict: safe" in box.run("a.c").expect(0).out
    assert "verdict: safe" in box.run("-O2", "-O0", "a.c").expect(0).out
    assert "unsafe error-call at a.c:7" in box.run("-O2", "a.c").expect(1).out
    assert "unsafe error-call at a.c:7" in box.run("a.c", "--", "-Os").expect(1).out
    assert "unsafe error-call at a.c:7" in box.run("-D__OPTIMIZE__", "a.c").expect(1).out
    assert "unsafe error-call at a.c:13" in box.run("-O2", "-U__OPTIMIZE__", "a.c").expect(1).out
    assert "unsafe out-of-bounds at a.c:10" in box.run("-D_FORTIFY_SOURCE=2", "a.c").expect(1).out
    box.write("b.c", "#include <string.h>\n#include <stdlib.h>\nint main(void) {\n  char b[8], c[8] = {0};\n  strcpy(b, c);\n  b[7] = 0;\n"
              "  return atoi(b) > 0 && strlen(b) == 9;\n}\n")
    assert "verdict: safe" in box.run("-O2", "-D_FORTIFY_SOURCE=2", "b.c").expect(0).out
    box.write("c.c", "typedef __SIZE_TYPE__ size_t;\nvoid reach_error(void);\nextern inline __attribute__((always_inline, gnu_inline)) "
              "void *memcpy(void *a, const void *b, size_t n) {\n  reach_error();\n  return a;\n}\n"
              "int main(int argc, char **argv) {\n  char b[8], c[8] = {0};\n  memcpy(b, c, argc > 3 && argv ? 3 : 2);\n  return 0;\n}\n")
    assert "unsafe error-call at c.c:4" in box.run("c.c").expect(1).out


@test
def memory_that_a_library_function_accesses_is_named_by_the_call(box):
    box.write("a.c", "#include <string.h>\nint main(int argc, char **argv) {\n  char *p = argc > 3 ? 0 : argv[0];\n  return (int)strlen(p);\n}\n")
    result = box.run("--search-runs", "1", "a.c").expect(2)
    assert "a.c:4:15: warning: possible null pointer dereference: memory in the call of 'strlen' may be accessed through a null pointer [CWE-476] [null-dereference]\n" in result.out, result.out


@test
def rules_are_explained(box):
    names = [line.split()[0] for line in box.run("explain").expect(0, err="").out.splitlines()]
    assert len(names) == len(set(names)) >= 14 and "double-free" in names, names
    box.run("explain", "double-free").expect(0, out_match=r"^double free \(CWE-415, part of memory-safety\): a heap block is freed twice\.$", err="")
    box.run("explain", "double").expect(64, out="", err=usage_error("there is no rule 'double'; 'heapproof explain' lists them"))
    box.run("explain", "double-free", "memory-leak").expect(64, err=usage_error("'heapproof explain' takes one rule"))


@test
def command_lines_are_completed(box):
    def bash(line):
        script = 'source completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heapproof; printf "%s\\n" "${COMPREPLY[@]}"'
        return subprocess.run(["bash", "-c", script, "bash", *line.split(" ")], cwd=box.folder, stdout=subprocess.PIPE, text=True, check=True).stdout.split()

    def fish(line):
        found = subprocess.run(["fish", "--no-config", "-c", f"source completion; complete -C '{line}'"], cwd=box.folder, stdout=subprocess.PIPE, text=True, check=True)
        return [word.split("\t")[0].split("=")[-1] for word in found.stdout.splitlines()]

    for shell, complete in ("bash", bash), ("zsh", None), ("fish", fish):
        script = box.run("completion", shell, "-o", "completion").expect(0, out="", err="")
        if not shutil.which(shell):
            continue
        subprocess.run([shell, "-n", "completion"], cwd=box.folder, check=True)
        if not complete:
            continue
        assert complete("heapproof exp") == ["explain"]
        assert complete("heapproof project --no-ca") == ["--no-cache"]
        assert complete("heapproof check --no-ca") == []
        assert sorted(complete("heapproof explain memory")) == ["memory-cleanup", "memory-leak"]
        assert sorted(complete("heapproof check --fail-on ne" if shell == "bash" else "heapproof check --fail-on=ne")) == ["never", "new"]
    box.run("completion", "tcsh").expect(64, out="", err=usage_error("'heapproof completion' needs bash, zsh or fish"))
    box.run("completion").expect(64)
    box.run("completion", "bash", "--quiet").expect(64, err=usage_error("option '--quiet' is not for 'heapproof completion'"))


@test
def error_calls_count_only_for_reachability(box):
    box.write("a.c", "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
    box.run("--property", "memory-safety", "a.c").expect(0, out=PROVED + "verdict: safe\n")
    box.run("--property", "reachability", "a.c").expect(
        1, out="a.c:2:18: error: call of an error function: 'reach_error' is called [CWE-617] [error-call]\n"
               "    1 | extern void reach_error(void);\n    2 | int main(void) { reach_error(); return 0; }\n      |                  ^\n" + SEARCH + "verdict: unsafe error-call at a.c:2\n")


@test
def a_finding_is_told_from_its_cause_on(box):
    box.write("a.c", """#include <stdlib.h>
struct s { struct s *next; };
static struct s *make(int n) {
    if (n > 3) return NULL;
    struct s *p = malloc(sizeof *p);
    p->next = NULL;
    return p;
}
static void drop(struct s *p) {
    free(p);
}
int main(void) {
    struct s *a = make(1);
    for (int i = 0; i < 2; i++)
        if (i == 1) drop(a);
    a = a->next;
    return a != NULL;
}
""")
    notes = [line for line in box.run("a.c").expect(1).out.splitlines() if line.startswith("a.c:")]
    assert notes == [
        "a.c:16:12: error: use after free: reads 'a->next' (8 bytes) in a heap block of 8 bytes, which was freed [CWE-416] [use-after-free]",
        "a.c:5:19: note: (1) the block was allocated here",
        "a.c:7:5: note: (2) 'make' returns the pointer",
        "a.c:13:19: note: (3) 'make' returns here",
        "a.c:14:5: note: (4) the condition 'i < 2' is true (the 2nd time)",
        "a.c:15:13: note: (5) the condition 'i == 1' is true (the 2nd time)",
        "a.c:15:21: note: (6) 'drop' is called here",
        "a.c:10:5: note: (7) it was freed here",
        "a.c:15:21: note: (8) 'drop' returns here",
        "a.c:14:5: note: (9) the condition 'i < 2' is false (the 3rd time)",
    ], "\n".join(notes)


def told(box, program, *options):
    """The lines and texts of the notes."""
    box.write("a.c", program)
    notes = re.findall(r"^a\.c:(\d+):\d+: note: \(\d+\) (.*)$", box.run(*options, "a.c").expect(1).out, re.M)
    return [(int(line), text) for line, text in notes]


@test
def where_a_pointer_to_a_freed_block_was_is_told(box):
    notes = told(box, """#include <stdlib.h>
struct s { struct s *other; };
static void join(struct s *x, struct s *y) {
    x->other = y;
}
int main(void) {
    struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    join(a, b);
    free(b);
    free(a->other);
    free(a);
    return 0;
}
""")
    assert notes == [(7, "the block was allocated here"), (8, "the pointer is passed to 'join' here"), (4, "the pointer is put into 'x->other' here"),
                     (8, "'join' returns here"), (9, "it was freed here")], notes


@test
def memory_without_contents_is_told_from_where_it_came(box):
    notes = told(box, """#include <stdlib.h>
struct s { struct s *next; };
int main(void) {
    struct s *a = malloc(sizeof *a);
    struct s *b = a->next;
    b->next = NULL;
    return 0;
}
""")
    assert notes == [(4, "the block was allocated here, without contents"),
                     (5, "the pointer is read from 'a->next' here, which still has its first value")], notes
    notes = told(box, """struct s { struct s *next; };
int main(void) {
    struct s a;
    struct s *p = &a;
    return p->next->next != 0;
}
""")
    assert notes == [(3, "'a' begins to exist here, without a value"), (5, "the pointer is read from 'p->next' here, which still has its first value")], notes


@test
def who_had_a_lost_block_is_told(box):
    notes = told(box, """#include <stdlib.h>
struct s { char *name, *title; };
static char *make(void) { return malloc(4); }
int main(void) {
    struct s *a = malloc(sizeof *a);
    a->name = make();
    a->title = make();
    free(a->name);
    free(a);
    return 0;
}
""")
    assert notes == [(3, "the block was allocated here"), (7, "'make' returns here"), (7, "the pointer to it is put into 'a->title' here")], notes


@test
def where_a_value_that_decides_was_returned_is_told(box):
    notes = told(box, """extern void reach_error(void);
static int bad(int x) {
    if (x > 2) return 0;
    return x != 1;
}
int main(void) {
    if (bad(2)) reach_error();
    return 0;
}
""")
    assert notes == [(4, "'bad' returns the value here"), (7, "'bad' returns here"), (7, "the condition 'bad(...) != 0' is true")], notes


@test
def where_a_null_pointer_came_from_is_told(box):
    box.write("a.c", """#include <stddef.h>
struct s { struct s *next; int v; };
static struct s *find(struct s *s, int v) {
    while (s && s->v != v) s = s->next;
    return s;
}
static int get(struct s *at) { return at->v; }
int main(void) {
    struct s last = {NULL, 1}, first;
    first.v = 2;
    first.next = &last;
    last.next = NULL;
    return get(find(&first, 3));
}
""")
    notes = [line for line in box.run("a.c").expect(1).out.splitlines() if line.startswith("a.c:")]
    assert notes[0].startswith("a.c:7:43: error: null pointer dereference: reads 'at->v' (4 bytes) through a null pointer"), notes
    assert notes[1] == "a.c:12:15: note: (1) 'last.next' is set to null here", notes
    assert any(line.endswith("'find' returns it") for line in notes) and notes[-1].endswith("it is passed to 'get' here"), notes


POSSIBLE = """#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { struct s *next; };
static unsigned mix(unsigned x) {
    for (int i = 0; i < 40; i++) x = (x ^ (x >> 7)) * 2654435761u + 12345u;
    return x;
}
static void drop(struct s *p) {
    free(p);
}
int main(void) {
    struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = a;
    unsigned key = mix(__VERIFIER_nondet_uint());
    a->next = NULL;
    free(b);
    if (key == 77) drop(a);
    c = c->next;
    if (key != 77) free(a);
    return c != NULL;
}
"""


@test
def a_possible_fault_is_told_with_the_place_where_the_block_was_freed(box):
    box.write("a.c", POSSIBLE)
    result = box.run("--search-runs", "20", "a.c").expect(2)
    notes = [line for line in result.out.splitlines() if line.startswith("a.c:")]
    assert notes == [
        "a.c:17:12: warning: possible use after free: 'c->next' may be accessed after it was freed [CWE-416] [use-after-free]",
        "a.c:12:19: note: (1) the block was allocated here",
        "a.c:16:9: note: (2) the condition 'key == 77' is true",
        "a.c:16:20: note: (3) 'drop' is called here",
        "a.c:9:5: note: (4) it was freed here",
        "a.c:16:20: note: (5) 'drop' returns here",
    ], "\n".join(notes)
    data = page_data(box.run("--search-runs", "20", "--format", "html", "a.c").expect(2).out)
    (finding,) = data["programs"][0]["findings"]
    pictures = [data["pictures"][step["picture"]]["text"] for step in finding["steps"]] + [data["pictures"][finding["picture"]]["text"]]
    assert [", freed" in text for text in pictures] == [False, False, False, True, True, True], pictures


@test
def pictures_show_what_is_lost_and_only_that(box):
    box.write("a.c", """#include <stdlib.h>
static int *make(void) {
    int *p = malloc(sizeof *p);
    return p;
}
int main(void) {
    int *p = make();
    p = NULL;
    return p != NULL;
}
""")
    data = page_data(box.run("--format", "html", "a.c").expect(1).out)
    finding = data["programs"][0]["findings"][0]
    assert [step["text"] for step in finding["steps"]] == ["the block was allocated here", "'make' returns here"], finding
    pictures = [data["pictures"][step["picture"]]["text"] for step in finding["steps"]] + [data["pictures"][finding["picture"]]["text"]]
    assert ["leaked" in text for text in pictures] == [False, False, True], pictures


@test
def a_pointer_without_value_is_told_from_its_declaration_on(box):
    box.write("a.c", "int main(void) {\n    int *p;\n    int x = 1;\n    x++;\n    return *p + x;\n}\n")
    notes = [line for line in box.run("a.c").expect(1).out.splitlines() if line.startswith("a.c:")]
    assert notes[1] == "a.c:2:5: note: (1) 'p' begins to exist here, without a value", notes


@test
def of_a_deep_recursion_not_every_call_is_told(box):
    box.write("a.c", """#include <stddef.h>
static int walk(const int *p, int depth) {
    if (depth < 20000) return walk(p, depth + 1) + 1;
    return *p;
}
int main(void) { return walk(NULL, 0); }
""")
    notes = [line for line in box.run("a.c").expect(1).out.splitlines() if line.startswith("a.c:")]
    assert len(notes) < 25 and notes[1].endswith("(1) null is passed to 'walk' here"), notes
    assert sum("calls follow" in line for line in notes) == 1 and notes[-1].endswith("the condition 'depth < 20000' is false"), notes


@test
def a_failed_check_is_told_from_what_it_is_about_on(box):
    box.write("a.c", """extern void reach_error(void);
struct s { int a, b; } s;
static void set(int x) { s.a = x; }
int main(void) {
    s.b = 1;
    set(4);
    if (s.a > 3) reach_error();
    return 0;
}
""")
    notes = [line for line in box.run("a.c").expect(1).out.splitlines() if line.startswith("a.c:")]
    assert [n.split(": ", 1)[1] for n in notes[1:]] == ["note: (1) 's.a' gets its value here", "note: (2) 'set' returns here",
                                                        "note: (3) the condition 's.a > 3' is true"], notes


@test
def possible_findings_say_that_they_are(box):
    box.write("a.c", "#include <stdlib.h>\nint *p;\nint main(int argc, char **argv) {\n    if (argc > 1 && atoi(argv[1]) == 12345678) return *p;\n    return 0;\n}\n")
    result = box.run("--search-runs", "1", "a.c").expect(2)
    assert "a.c:4:55: warning: possible null pointer dereference: '*p' may be accessed through a null pointer [CWE-476] [null-dereference]\n" in result.out, result.out


@test
def excerpts_cannot_harm_the_terminal(box):
    start, line = b"int *p;\r\nint main(void) { /* \x1b[31m \xff\xfe \t */ ", b"return *p; }\r\n"
    for text, column in ((start + line, None), (start + b"/*" + b"x" * 60000 + b"*/ " + line, None), (start + b"/* \xc3\xa4 */" + line, None)):
        (box.folder / "a.c").write_bytes(text)
        out = subprocess.run([box.program, "a.c"], cwd=box.folder, capture_output=True).stdout
        assert out.startswith(b"a.c:2:") and b"\x1b" not in out and b"\r" not in out and len(out) < 2000, out
        before, shown, caret = [row.split(b"| ", 1)[1] for row in out.splitlines()[1:4]]
        assert before == b"int *p;", before
        at = len(caret.decode()) - 1
        characters = shown.decode("utf-8", "surrogateescape")
        assert characters[at:].startswith("*p"[0]) or characters[at:].startswith("p"), (shown, caret)
    (box.folder / "b.c").write_bytes(b'int *p;\n# 1 "/dev/zero"\nint main(void) { return *p; }\n')
    assert b"/dev/zero:1:" in subprocess.run([box.program, "b.c"], cwd=box.folder, capture_output=True, timeout=20).stdout


@test
def reachability_alone_assumes_that_faults_end_paths(box):
    box.write("a.c", READS)
    box.run("--property", "reachability", "a.c").expect(
        0, out=PROVED + "assumption: a memory fault ends its path (memory safety is not among the checked properties) [faults-end-paths]\nverdict: safe\n")


@test
def allocation_is_assumed_to_succeed(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) { free(malloc(4)); return 0; }\n")
    line = "assumption: every allocation succeeds (--malloc-may-fail drops this) [allocation-succeeds]\n"
    verdict = "verdict: safe\n"
    proved = "accesses: 2 proved, 0 open, 0 not reached\n" + STRATEGY
    box.run("a.c").expect(0, out=proved + line + verdict)
    box.run("--malloc-may-fail", "a.c").expect(0, out=proved + verdict)
    box.run("--quiet", "a.c").expect(0, out=verdict)
    verdict = "verdict: unknown: without heap domain: 2 calls unproved\n"
    box.run("--domain", "none", "a.c").expect(2, out=INSPECTION + line + verdict)
    box.run("--domain", "none", "--malloc-may-fail", "a.c").expect(2, out=INSPECTION + verdict)


@test
def arguments_of_main_are_an_assumption(box):
    box.write("a.c", "int main(int argc, char **argv) { return argc; }\n")
    box.run("a.c").expect(0, out=PROVED + "assumption: argc is at least 1, argv[0..argc-1] are strings, argv[argc] is null [main-arguments]\nverdict: safe\n")


@test
def several_files_are_one_program(box):
    box.write("a.c", "int f(void);\nint main(void) { return f(); }\n")
    box.write("b.c", "int f(void) { return 0; }\n")
    box.run("a.c", "b.c").expect(0, out=PROVED + "verdict: safe\n")
    box.run("a.c").expect(2, out_match="function 'f' has neither body nor model")


@test
def another_entry_can_be_chosen(box):
    box.write("a.c", "int start(void) { int a[2] = {0}; return a[2]; }\nint main(void) { return 0; }\n")
    box.run("--entry", "start", "a.c").expect(1)
    box.run("--entry", "a.c:start", "a.c").expect(1)
    box.run("--entry", "main", "a.c").expect(0)


@test
def what_is_found_in_an_open_program_is_conditional(box):
    box.write("a.c", "int f(int *p) { return p[1]; }\nint g(int *p) { return *p; }\n")
    box.run("--entry", "f", "a.c").expect(2, out=(
        "a.c:1:24: warning: conditional access out of bounds: 'p[1]' may be accessed outside the bounds of its object [CWE-119] [out-of-bounds]\n"
        "    1 | int f(int *p) { return p[1]; }\n"
        "      |                        ^\n"
        "a.c:1:24: note: input: p = #1\n"
        "a.c:1:24: note: input: #1 = 0\n"
        "a.c:1:24: note: repeat with: heapproof run --entry f --inputs 0\n" + STRATEGY +
        "assumption: callers of the function provide this: 'p' is the address of one 'int' [input]\n"
        "assumption: what callers provide are heap blocks, each reached in one way unless said otherwise; callers know where they are [input-apart]\n"
        "verdict: unknown: conditional out-of-bounds at a.c:1 (accesses: 0 proved, 1 open, 0 not reached)\n"))
    box.run("--entry", "g", "a.c").expect(0, out_match="verdict: safe$")
    box.run("--entry", "g", "--null-parameters", "a.c").expect(2, out_match="conditional null-dereference at a.c:2")
    box.run("--entry", "g", "--domain", "none", "a.c").expect(2)
    box.write("b.c", "#include <stdlib.h>\nvoid f(int *p, int *q) { free(p); *q = 1; }\n")
    box.run("--entry", "f", "b.c").expect(2, out_match="'p', 'q': both may be the same address(.|\n)*conditional use-after-free at b.c:2")
    box.run("--entry", "f", "--separate-parameters", "b.c").expect(0, out_match="verdict: safe$")


LIBRARY = """static int twice(int *p) { return *p * 2; }
int get(int *p) { return twice(p); }
int past(int *p) { return p[1]; }
int none(void) { int *p = 0; return *p; }
"""


@test
def several_entries_are_several_programs(box):
    box.write("a.c", LIBRARY)
    box.run("--quiet", "--entry", "get", "--entry", "a.c:past", "--entry", "get", "a.c").expect(2, out=(
        "program a.c:get: safe\n"
        "a.c:3:27: warning: conditional access out of bounds: 'p[1]' may be accessed outside the bounds of its object [CWE-119] [out-of-bounds]\n"
        "program a.c:past: unknown: conditional out-of-bounds at a.c:3 (accesses: 0 proved, 1 open, 0 not reached)\n"
        "verdict: unknown: conditional out-of-bounds at a.c:3 (accesses: 0 proved, 1 open, 0 not reached)\n"))
    report = validated(box.run("--format=json", "--entry", "past", "--entry", "get", "a.c").expect(2))
    assert [(p["entry"], p["verdict"]) for p in report["programs"]] == [("past", "unknown"), ("get", "safe")]
    box.run("--entry", "get", "--entry", "nobody", "a.c").expect(64, out="", err="heapproof: error: a.c: function 'nobody' does not exist\n")


@test
def each_function_of_a_library_is_checked(box):
    box.write("a.c", LIBRARY)
    done = box.run("--each", "a.c").expect(1)
    assert done.out.endswith(
        "function  verdict  finding or reason\n"
        "get       safe\n"
        "past      unknown  conditional out-of-bounds at a.c:3\n"
        "none      unsafe   definite null-dereference at a.c:4\n"
        "verdict: unsafe null-dereference at a.c:4\n"), done.out
    report = validated(box.run("--each", "--format=json", "a.c").expect(1))
    assert [(p["entry"], p["verdict"]) for p in report["programs"]] == [("get", "safe"), ("past", "unknown"), ("none", "unsafe")]
    assert report["programs"][1]["findings"][0]["certainty"] == "conditional"
    assert re.search(r"^get       safe     \d+\.\d+ s$", box.run("--each", "--stats", "a.c").expect(1).out, re.M)
    box.write("b.c", "static int f(void) { return 0; }\nint (*const p)(void) = f;\n")
    box.run("--each", "b.c").expect(3, out="", err="heapproof: error: b.c: no function that is not static\n")


@test
def the_number_of_jobs_changes_nothing(box):
    box.write("a.c", LIBRARY)
    for options in (["--each"], ["--each", "--format=json"], ["--each", "--verbose", "--states"], ["--entry", "past", "--entry", "none"]):
        one, two, many = (box.run(*options, "--jobs", n, "a.c") for n in ("1", "2", "9"))
        assert (one.out, one.err) == (two.out, two.err) == (many.out, many.err), options


@test
def limits_hold_for_each_of_several_programs(box):
    box.write("a.c", LIBRARY)
    box.run("--each", "--memory-limit", "1", "a.c").expect(2, out_match="verdict: unknown: memory limit of 1 MB reached")
    box.run("--each", "--time-limit", "20", "--memory-limit", "2000", "a.c").expect(1)


# ---- bad input ---------------------------------------------------------------------------------------------------------------------


@test
def a_missing_file_is_named(box):
    for command in ("check", "ir", "run"):
        for suffix in ("c", "i", "bc", "ll", "hir"):
            box.run(command, f"nowhere.{suffix}").expect(3, out="", err=f"nowhere.{suffix}: error: No such file or directory\n")


@test
def an_unreadable_file_is_named(box):
    options = {}
    if os.getuid() == 0:  # root can read everything: be somebody else, who may not be able to reach the program where it is
        options = {"preexec_fn": lambda: os.setuid(65534)}
        box.program = shutil.copy(box.program, box.folder)
    for suffix in ("c", "i", "bc", "ll", "hir"):
        name = box.write(f"secret.{suffix}", SAFE, mode=0)
        box.run(name, **options).expect(3, out="", err=f"{name}: error: Permission denied\n")


@test
def a_directory_is_refused(box):
    for suffix in ("c", "i", "bc", "ll", "hir"):
        (box.folder / f"dir.{suffix}").mkdir()
        box.run(f"dir.{suffix}").expect(3, out="", err=f"dir.{suffix}: error: is a directory; a project's directory is given with -p\n")


@test
def an_empty_file_is_refused(box):
    for suffix in ("c", "i", "bc", "ll", "hir"):
        name = box.write(f"empty.{suffix}", "")
        result = box.run(name).expect(3, out="")
        assert name in result.err and "error:" in result.err, result.err


@test
def binary_garbage_is_refused(box):
    garbage = bytes((i * 7 + i // 256 * 13) % 256 for i in range(4096))
    for suffix in ("c", "i", "bc", "ll", "hir"):
        name = box.write(f"garbage.{suffix}", garbage)
        result = box.run(name).expect(3, out="")
        assert name in result.err and "error:" in result.err, result.err


@test
def an_unknown_kind_of_file_is_refused(box):
    box.write("a.txt", SAFE)
    result = box.run("a.txt").expect(3, out="")
    assert result.err.startswith("a.txt: error: "), result.err


@test
def truncated_bitcode_is_refused(box):
    box.write("a.c", SAFE)
    subprocess.run(["clang-19", "-emit-llvm", "-c", "a.c", "-o", "a.bc"], cwd=box.folder, check=True)
    whole = (box.folder / "a.bc").read_bytes()
    for part in (4, len(whole) // 4, len(whole) // 2, len(whole) - 4):
        box.write("cut.bc", whole[:part])
        result = box.run("cut.bc").expect(3, out="")
        assert "cut.bc: error: " in result.err, result.err


@test
def a_syntax_error_is_shown_as_clang_shows_it(box):
    box.write("a.c", "int main(void) {\n  return 0\n}\n")
    box.run("a.c").expect(3, out="", err_match=r"^a\.c:2:11: error: expected ';' after return statement$")


@test
def text_that_is_not_ir_gives_line_and_column(box):
    box.write("a.hir", "hir 1\npointer 64\nnonsense\n")
    box.run("a.hir").expect(3, out="", err_match=r"^a\.hir:3:\d+: error: ")


@test
def a_program_without_main_says_so(box):
    box.write("a.c", "int f(void) { return 0; }\n")
    box.run("a.c").expect(3, out="", err="heapproof: error: a.c: function 'main' does not exist; add the file that has it, or choose where to start "
                                  "with --entry (--each: at every function)\n")
    box.run("run", "a.c").expect(3, out="", err_match="or choose where to start with --entry\n")


@test
def old_programs_are_read(box):
    box.write("a.c", "f(x) { int *p = x; return helper(p); }\nhelper(int *p) { return 0; }\nmain() { f(0); }\n")
    box.run("--quiet", "a.c").expect(0, out="verdict: safe\n", err="")


# ---- wrong usage -------------------------------------------------------------------------------------------------------------------


@test
def wrong_usage_is_explained(box):
    box.write("a.c", SAFE)
    cases = {
        (): "no input files",
        ("--fromat", "json", "a.c"): "unknown option '--fromat'",
        ("-Yall", "a.c"): "unknown option '-Yall' (options for clang follow --)",
        ("--format", "xml", "a.c"): "option '--format' knows text|json|sarif|html, not 'xml'",
        ("-m32", "--arch", "64", "a.c"): "both a 32-bit and a 64-bit machine are asked for",
        ("--quiet", "--verbose", "a.c"): "options '--quiet' and '--verbose' contradict each other",
        ("--domain", "octagons", "a.c"): "heap domain 'octagons' does not exist: choose sl or fold or tvl or intervals or none",
        ("--domain", "octagons:fast", "a.c"): "heap domain 'octagons' does not exist: choose sl or fold or tvl or intervals or none",
        ("--domain", "none:fast", "a.c"): "'none' is no heap domain and has no options",
        ("--domain", "fold:fast", "a.c"): "domain 'fold' has no option 'fast'",
        ("--domain", "sl:cutpoints=many", "a.c"): "option 'cutpoints' of domain 'sl' is a number from 1 to 1000, not 'many'",
        ("--property", "safety", "a.c"): "unknown property or rule 'safety'",
        ("--property", "termination", "a.c"): "'termination' is not a property that heapproof checks",
        ("--property", "none.prp", "a.c"): "none.prp: No such file or directory",
        ("check", "--seed", "1", "a.c"): "option '--seed' is not for 'heapproof check'",
        ("-o", "no/such/dir", "a.c"): "no/such/dir: No such file or directory",
        ("-o", ".", "a.c"): ".: Is a directory",
        ("ir", "-o", "./a.c", "a.c"): "./a.c: is an input file",
    }
    for args, message in cases.items():
        box.run(*args).expect(64, out="", err=usage_error(message))
    assert box.files() == ["a.c"], box.files()


@test
def an_unknown_entry_is_named(box):
    box.write("a.c", "void g(void);\nint main(void) { return 0; }\nvoid f(void) { g(); }\n")
    box.run("--entry", "nobody", "a.c").expect(64, out="", err="heapproof: error: a.c: function 'nobody' does not exist\n")
    box.run("--entry", "g", "a.c").expect(64, out="", err="heapproof: error: a.c: function 'g' has no body\n")
    box.run("--entry", "b.c:main", "a.c").expect(64, out="", err="heapproof: error: a.c: function 'main' of b.c does not exist\n")
    box.run("ir", "--entry", "nobody", "a.c").expect(64, out="", err="heapproof: error: a.c: function 'nobody' does not exist\n")
    box.run("run", "--entry", "nobody", "a.c").expect(64, out="", err="heapproof: error: a.c: function 'nobody' does not exist\n")


@test
def property_files_are_read(box):
    box.write("a.c", READS)
    box.write("old.prp", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n")
    box.write("new.prp", "CHECK( init(main()), LTL(G valid-deref) )\n")
    box.write("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
    box.run("--property", "old.prp", "--quiet", "a.c").expect(0, out="verdict: safe\n")
    box.run("--property", "new.prp", "a.c").expect(0, out=PROVED_ONE + "verdict: safe\n")
    box.run("--property", "new.prp", "--domain", "none", "a.c").expect(2)
    box.run("--property", "overflow.prp", "a.c").expect(
        64, err=usage_error("overflow.prp:1: integer overflow is not a property that heapproof checks"))
    box.run("--property", "new.prp", "--entry", "f", "a.c").expect(
        64, err=usage_error("new.prp: starts at another function than --entry says"))


@test
def allocators_must_be_like_something(box):
    box.write("a.c", SAFE)
    box.run("--alloc", "get=nonsense", "a.c").expect(64, out="", err_match="^heapproof: error: .*nonsense")


@test
def help_and_version_are_for_standard_output(box):
    box.run("--help").expect(0, err="", out_match="^Usage: heapproof")
    box.run("--version").expect(0, err="", out_match=r"\Aheapproof \d+\.\d+\.\d+\nclang: .*clang version 19\..*\nLLVM: 19\.\d+\.\d+\nZ3: \d+\.\d+\.\d+\n\Z")
    box.run("--version", "--clang", "/nowhere").expect(0, out_match=r"^clang: none")


# ---- output ------------------------------------------------------------------------------------------------------------------------


@test
def output_goes_to_a_file(box):
    box.write("a.c", SAFE)
    box.run("-o", "out.txt", "a.c").expect(0, out="", err="")
    assert box.read("out.txt") == PROVED + "verdict: safe\n"
    assert oct((box.folder / "out.txt").stat().st_mode & 0o777) == oct(0o666 & ~current_umask())
    box.run("-o", "-", "a.c").expect(0, out=PROVED + "verdict: safe\n", err="")
    box.run("ir", "--output=out.hir", "a.c").expect(0, out="", err="")
    assert box.read("out.hir").startswith("hir 1\n")
    assert box.files() == ["a.c", "out.hir", "out.txt"], box.files()


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@test
def a_failure_leaves_no_output_file(box):
    box.write("bad.c", "int main(\n")
    for command in ("check", "ir", "run"):
        box.run(command, "-o", "out", "bad.c").expect(3, out="")
    assert box.files() == ["bad.c"], box.files()
    box.write("out", "as before\n")
    box.run("ir", "-o", "out", "bad.c").expect(3)
    assert box.read("out") == "as before\n"
    assert box.files() == ["bad.c", "out"], box.files()


DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.S)


def page_data(text):
    assert text.startswith("<!doctype html>") and text.rstrip().endswith("</html>"), text[:200]
    assert text.count("<script") == 2 and text.count("</script>") == 2 and text.count("<style>") == 1
    assert "default-src 'none'" in text and not re.search(r"(src|href)=[\"']?(https?:)?//", text)
    return json.loads(DATA.search(text).group(1))


@test
def html_is_one_page_with_its_data(box):
    box.write("safe.c", SAFE)
    box.write("reads.c", READS)
    box.write("fault.c", "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n  /* \u00e4</script> */ return *p;\n}\n")
    data = page_data(box.run("--format", "html", "safe.c").expect(0, err="").out)
    assert data["verdict"] == "safe" and data["programs"][0]["findings"] == [], data
    data = page_data(box.run("--format", "html", "--domain", "none", "reads.c").expect(2).out)
    assert data["programs"][0]["reason"] == "without heap domain: 1 memory access unproved", data
    data = page_data(box.run("--format", "html", "fault.c").expect(1).out)
    finding = data["programs"][0]["findings"][0]
    place = finding["place"]
    assert (finding["rule"], finding["certainty"], place["line"]) == ("use-after-free", "definite", 5), finding
    line = data["files"][place["file"]]["parts"][0]["lines"][4]
    assert line[place["at"]:] == "*p;" and "</script>" in line, (line, place)
    assert [step["text"] for step in finding["steps"]] == ["the block was allocated here", "it was freed here"], finding
    assert "freed" in data["pictures"][finding["picture"]]["text"] and "freed" in data["pictures"][finding["picture"]]["svg"], data["pictures"]
    assert page_data(box.run("run", "--format", "html", "fault.c").expect(1).out)["run"] is True
    box.write("loop.c", "extern int f(void);\nint main(void) {\n  int a[2] = {0};\n  for (int i = 0; i < 2; i++) a[i] = i;\n  return 0;\n}\n")
    loops = page_data(box.run("--format", "html", "loop.c").expect(0).out)["programs"][0]["loops"]
    assert [loop["place"]["line"] for loop in loops] == [4] and loops[0]["states"], loops


@test
def html_stays_small_with_names_of_a_megabyte(box):
    name = "f" * (1 << 20)
    box.write("a.c", f"#include <stdlib.h>\nstatic int *{name}(void) {{\n  return malloc(4);\n}}\nint main(void) {{\n  int *{name}2 = {name}();\n  free({name}2);\n  return *{name}2;\n}}\n")
    text = box.run("--format", "html", "a.c").expect(1).out
    assert len(text) < 400000 and page_data(text)["programs"][0]["findings"][0]["steps"], len(text)
    assert len(box.run("a.c").expect(1).out) < 60000


@test
def html_shows_parts_of_large_files(box):
    filler = "/* " + "x" * 100 + " */\n"
    box.write("a.c", "int a[1];\n" + filler * 4000 + "int main(void) { return a[1]; }\n" + filler * 100)
    data = page_data(box.run("--format", "html", "a.c").expect(1).out)
    (part,) = data["files"][0]["parts"]
    assert part["first"] == 4002 - 25 and len(part["lines"]) == 51 and part["lines"][25].startswith("int main"), part


# ---- hostile names and sources -----------------------------------------------------------------------------------------------------

HOSTILE_NAMES = ["a\"b'c", "<b>&amp;", "</script><script>alert(1)</script>".replace("/", "\u2215"), "new\nline\r\x1b[31m", "back\\slash %s%n", os.fsdecode(b"\xff\xfe"),
                 "\u202eturned", "dot -> [label=x]; }", "$(touch owned)`touch owned`"]


def hostile_source(label):
    """A use after free among bytes that are no text, markup, a megabyte in one line; a function and a file are called by `label`."""
    quoted = "".join(c if c.isalnum() else "\\%03o" % b for c in label for b in c.encode("utf-8", "surrogateescape")).encode()
    return (b"#include <stdlib.h>\nstruct s { struct s *next; };\n// \xff\xfe \x1b[31m </script><script>alert(1)</script> ]]> --> \xe2\x80\xae\n"
            b'static struct s *make(void) __asm__("' + quoted + b'");\nstatic struct s *make(void) { return malloc(sizeof(struct s)); }\n'
            b"int main(void) {\n  struct s *p = make();\n  for (int i = 0; i < 1; i++) free(p); /* " + b"x" * (1 << 20) + b" */\n"
            b'# 9 "' + quoted + b'"\n  return p->next != 0; }\n')


REPORT_SCHEMA = json.loads((ROOT / "doc" / "report.schema.json").read_text())


def hostile_boxes(box):
    """Every name as that of a file, with its source."""
    for name in HOSTILE_NAMES:
        path = os.fsencode(box.folder) + b"/" + os.fsencode(name) + b".c"
        with open(path, "wb") as file:
            file.write(hostile_source(name))
        yield name + ".c"


def raw(box, *args):
    return subprocess.run([box.program, *args], cwd=box.folder, capture_output=True, timeout=60)


@test
def hostile_programs_as_text(box):
    for name in hostile_boxes(box):
        done = raw(box, name)
        text = done.stdout.decode("utf-8")
        assert done.returncode == 1 and not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", text), (name, text)
        assert len(text) < 10000 and text.splitlines()[-1].startswith("verdict: unsafe use-after-free at "), (name, text)
        shown = raw(box, "show", name + ":8").stdout.decode("utf-8")
        assert "the heap is in one" in shown and not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", shown), (name, shown)


@test
def hostile_programs_as_json(box):
    for name in hostile_boxes(box):
        done = raw(box, "--format", "json", name)
        report = json.loads(done.stdout.decode("utf-8"))
        assert done.returncode == 1 and not list(schema.violations(report, REPORT_SCHEMA)), name
        functions = {step["place"]["function"] for step in report["programs"][0]["findings"][0]["trace"]}
        try:
            name.encode()
            assert name[:-2] in functions, (name, functions)
        except UnicodeEncodeError:
            assert "\\xff\\xfe" in functions, (name, functions)


@test
def hostile_programs_as_sarif(box):
    for name in hostile_boxes(box):
        done = box.run("--format", "sarif", name)
        uri = sarif(done)["artifacts"][0]["location"]["uri"]
        assert done.status == 1 and os.fsdecode(urllib.parse.unquote_to_bytes(uri)) in (name, name[:-2]), (name, uri)
        assert re.fullmatch(r"[A-Za-z0-9%._~/-]+", uri), uri


@test
def hostile_programs_as_a_page(box):
    for name in hostile_boxes(box):
        done = raw(box, "--format", "html", name)
        data = page_data(done.stdout.decode("utf-8"))
        assert done.returncode == 1 and data["programs"][0]["findings"][0]["rule"] == "use-after-free", name
        lines = [line for file in data["files"] for part in file["parts"] for line in part["lines"]]
        assert any("</script><script>alert(1)</script>" in line for line in lines) and max(map(len, lines)) < 1000, name
        for picture in data["pictures"]:
            xml.etree.ElementTree.fromstring(picture["svg"])


@test
def hostile_programs_as_pictures(box):
    for i, name in enumerate(hostile_boxes(box)):
        raw(box, "--pictures", f"p{i}", name)
        drawn = sorted((box.folder / f"p{i}").iterdir())
        assert len(drawn) > 2, name
        for path in drawn:
            tags = {node.tag.split("}")[1] for node in xml.etree.ElementTree.parse(path).iter()}
            assert tags <= {"svg", "g", "title", "polygon", "polyline", "path", "text", "ellipse"}, (name, tags)
        assert raw(box, "show", "--picture", f"s{i}.dot", name + ":8").returncode == 0
        subprocess.run(["dot", "-Tsvg", "-o", "/dev/null", f"s{i}.dot"], cwd=box.folder, check=True)
    assert "owned" not in box.files()


@test
def several_reports_are_written_at_once(box):
    box.write("a.c", READS)
    names = {"text": "a.txt", "json": "a.json", "sarif": "a.sarif", "html": "a.html"}
    options = [word for format, path in names.items() for word in ("--format", format, "-o", path)]
    box.run(*options, "a.c").expect(0, out="", err="")
    for format, path in names.items():
        assert box.read(path) == box.run("--format", format, "a.c").expect(0).out, format
    box.run("--format", "json", "-o", "b.json", "--format", "text", "a.c").expect(0, out=PROVED_ONE + "verdict: safe\n", err="")
    assert box.read("b.json") == box.read("a.json")
    assert box.files() == sorted(["a.c", "b.json", *names.values()]), box.files()


@test
def no_two_reports_go_to_one_file(box):
    box.write("a.c", SAFE)
    for other in ("./x", "../" + box.folder.name + "/x"):
        box.run("--format", "json", "-o", "x", "--format", "text", "-o", other, "a.c").expect(64, err=usage_error(f"{other}: two reports go to this file"))
    (box.folder / "link").symlink_to("x")
    box.write("x", "as before")
    box.run("--format", "json", "-o", "x", "--format", "text", "-o", "link", "a.c").expect(64, err=usage_error("link: two reports go to this file"))
    assert box.read("x") == "as before"
    box.run("--format", "json", "-o", "/dev/null", "--format", "text", "-o", "/dev/stdout", "a.c").expect(0, out=PROVED + "verdict: safe\n")
    box.run("--format", "json", "-o", "/dev/full", "--format", "text", "-o", "x", "a.c").expect(70, err="heapproof: error: /dev/full: No space left on device\n")
    assert box.read("x") == PROVED + "verdict: safe\n"


@test
def an_output_file_is_replaced_through_a_link(box):
    box.write("a.c", SAFE)
    box.write("real", "old\n")
    (box.folder / "link").symlink_to("real")
    box.run("-o", "link", "a.c").expect(0)
    assert box.read("real") == PROVED + "verdict: safe\n" and (box.folder / "link").is_symlink()
    box.run("-o", "/dev/null", "a.c").expect(0, out="")
    assert not pathlib.Path("/dev/null").is_file()


@test
def a_full_device_is_an_error(box):
    box.write("a.c", SAFE)
    box.run("-o", "/dev/full", "a.c").expect(70, out="", err="heapproof: error: /dev/full: No space left on device\n")


@test
def statistics_are_shown_on_request(box):
    box.write("a.c", READS)
    result = box.run("--stats", "a.c").expect(0)
    lines = dict(line.split(": ", 1) for line in result.out.splitlines())
    assert lines["functions"] == "1" and lines["memory-accesses"] == "1", lines
    assert lines["proved"] == "1" and lines["open"] == "0" and lines["not-reached"] == "0" and lines["end-states"] == "1", lines
    assert int(lines["peak-kilobytes"]) > 0 and int(lines["read-microseconds"]) > 0, lines
    result = box.run("run", "--stats", "a.c").expect(0)
    counters = [line.split(":")[0] for line in result.out.splitlines()]
    assert counters == ["steps", "read-microseconds", "check-microseconds", "peak-kilobytes", "run"], counters


@test
def verbose_says_what_is_done(box):
    box.write("a.c", SAFE)
    box.run("--verbose", "a.c").expect(0, out=PROVED + "verdict: safe\n", err="heapproof: reading a.c\nheapproof: check a.c\n")


@test
def colours_are_used_only_when_asked_for(box):
    box.write("a.c", "int main(void) {\n  int *p = 0;\n  return *p;\n}\n")
    assert "\033" not in box.run("run", "a.c").expect(1).out
    coloured = box.run("run", "--color=always", "a.c").expect(1).out
    assert "\033[1;31merror\033[0m: " in coloured and coloured.endswith("\nrun: fault null-dereference at a.c:3\n"), coloured
    assert "\033" not in box.run("run", "--color=never", "a.c").expect(1).out


def on_terminal(box, *args, **environment):
    parent, child = pty.openpty()
    process = subprocess.Popen([box.program, *args], cwd=box.folder, stdin=child, stdout=child, stderr=child, env={**os.environ, **environment})
    os.close(child)
    out = b""
    try:
        while piece := os.read(parent, 4096):
            out += piece
    except OSError:  # the end of a terminal
        pass
    os.close(parent)
    process.wait(timeout=20)
    return out.decode()


@test
def a_terminal_gets_colours_unless_it_does_not_want_them(box):
    box.write("a.c", "int main(void) {\n  int *p = 0;\n  return *p;\n}\n")
    assert "\033[1;31merror" in on_terminal(box, "run", "a.c", TERM="xterm", NO_COLOR="")
    assert "\033" not in on_terminal(box, "run", "a.c", TERM="dumb", NO_COLOR="")
    assert "\033" not in on_terminal(box, "run", "a.c", TERM="xterm", NO_COLOR="1")
    assert "\033" not in on_terminal(box, "run", "-o", "out", "a.c", TERM="xterm", NO_COLOR="")


def validated(result):
    report = json.loads(result.out)
    wrong = list(schema.violations(report, json.loads((ROOT / "doc" / "report.schema.json").read_text())))
    assert not wrong, wrong
    return report


@test
def json_reports_follow_the_schema(box):
    box.write("safe.c", SAFE)
    box.write("reads.c", READS)
    box.write("fault.c", "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n  return *p;\n}\n")
    report = validated(box.run("--format=json", "safe.c").expect(0))
    assert report["verdict"] == "safe" and report["reason"] is None and report["programs"][0]["file"] == "safe.c", report
    report = validated(box.run("--format=json", "--strategy=execution", "reads.c").expect(0))
    assert report["programs"][0]["strategy"] == {"name": "execution", "domain": None, "variant": 0}, report
    box.write("few.c", "int main(int argc, char **argv) {\n  int a[2] = {0};\n  a[argc > 3] = 1;\n  return a[0];\n}\n")
    report = validated(box.run("--format=json", "--stats", "--strategy=exhaustion", "few.c").expect(0))
    program = report["programs"][0]
    assert program["strategy"]["name"] == "exhaustion" and program["statistics"]["paths"] == 2, report
    assert [x["subject"] for x in program["assumptions"] if x["name"] == "solver"] == ["2 paths of 20 steps, 2 questions"], program["assumptions"]
    report = validated(box.run("--format", "json", "--stats", "--domain", "none", "reads.c").expect(2))
    assert report["verdict"] == "unknown" and report["reason"] == "without heap domain: 1 memory access unproved", report
    assert "peak-kilobytes" in report["programs"][0]["statistics"]
    report = validated(box.run("run", "--format", "json", "fault.c").expect(1))
    finding = report["programs"][0]["findings"][0]
    assert finding["rule"] == "use-after-free" and finding["place"]["line"] == 5 and finding["certainty"] == "definite", finding
    assert finding["trace"], finding
    report = validated(box.run("run", "--format", "json", "safe.c").expect(0))
    assert report["verdict"] == "no-fault" and report["programs"][0]["ending"] == "exit status 0", report


SARIF_SCHEMA = pathlib.Path(os.environ.get("HEAPPROOF_SARIF_SCHEMA", ROOT.parent / "shared" / "sarif-schema-2.1.0.json"))


def sarif(result):
    log = json.loads(result.out)
    if SARIF_SCHEMA.exists():
        wrong = list(schema.violations(log, json.loads(SARIF_SCHEMA.read_text())))
        assert not wrong, wrong
    else:
        print(f"# {SARIF_SCHEMA} is not there: SARIF is not validated")
    assert log["version"] == "2.1.0" and len(log["runs"]) == 1, log
    return log["runs"][0]


@test
def sarif_has_rules_results_and_flows(box):
    box.write("safe.c", SAFE)
    box.write("reads.c", READS)
    box.write("fault.c", "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n  /* \u00e4 */ return *p;\n}\n")
    run = sarif(box.run("--format", "sarif", "safe.c").expect(0))
    assert run["results"] == [] and run["invocations"][0]["exitCode"] == 0 and run["properties"]["verdict"] == "safe", run
    run = sarif(box.run("--format", "sarif", "--domain", "none", "reads.c").expect(2))
    note = run["invocations"][0]["toolExecutionNotifications"][0]
    assert note["message"]["text"] == "unknown: without heap domain: 1 memory access unproved", note
    run = sarif(box.run("--format", "sarif", "fault.c").expect(1))
    rules, result = run["tool"]["driver"]["rules"], run["results"][0]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "use-after-free" and result["level"] == "error", result
    assert "external/cwe/cwe-416" in rules[result["ruleIndex"]]["properties"]["tags"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "fault.c" and place["region"] == {"startLine": 5, "startColumn": 18}, place
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    lines = [s["location"]["physicalLocation"]["region"]["startLine"] for s in steps]
    assert lines == [3, 4, 5] and steps[0]["location"]["message"]["text"] == "the block was allocated here", steps
    assert run["artifacts"][place["artifactLocation"]["index"]]["location"]["uri"] == "fault.c"


@test
def sarif_fingerprints_survive_other_lines(box):
    def fingerprints(text):
        box.write("a.c", text)
        return [r["partialFingerprints"]["heapproof/v1"] for r in sarif(box.run("--format", "sarif", "a.c").expect(1))["results"]]
    fault = "int *p;\nint main(void) {\n    return *p;\n}\n"
    once = fingerprints(fault)
    assert fingerprints("// a line\n\n" + fault) == once == fingerprints(fault.replace("    return", "\treturn"))
    assert fingerprints(fault.replace("return *p", "return *p + 1")) != once


@test
def sarif_takes_any_names(box):
    name = "a b%#?\u00e9<x>\"'.c"
    box.write(name, "int *p;\nint main(void) { return *p; }\n")
    run = sarif(box.run("--format", "sarif", name).expect(1))
    uri = run["artifacts"][0]["location"]["uri"]
    assert urllib.parse.unquote(uri) == name and all(c.isalnum() or c in "-._~/%" for c in uri), uri
    (box.folder / "b.c").write_bytes(b'int *p;\n# 7 "\xff\xfe.h"\nint main(void) { return *p; }\n')
    sarif(box.run("--format", "sarif", "b.c").expect(1))


@test
def json_survives_strange_file_names(box):
    name = "strange\n\"\\\u00e9.c"
    box.write(name, SAFE)
    assert validated(box.run("--format", "json", name).expect(0))["programs"][0]["file"] == name
    raw = os.fsencode(str(box.folder)) + b"/\xff.c"
    pathlib.Path(os.fsdecode(raw)).write_text(SAFE)
    assert validated(box.run("--format", "json", os.fsdecode(b"\xff.c")).expect(0))["programs"][0]["file"] == "\\xff.c"


@test
def output_is_the_same_in_every_run(box):
    box.write("a.c", READS)
    for args in (("ir", "a.c"), ("--format", "json", "a.c"), ("run", "--seed", "3", "a.c")):
        assert len({box.run(*args).out for _ in range(3)}) == 1


@test
def arguments_of_main_on_a_machine_of_32_bits(box):
    box.write("a.c", "int main(int argc, char **argv) { int n = 0; for (int i = 1; i < argc; i++) n += argv[i][0] == 'a'; return n; }\n")
    box.run("check", "-m32", "a.c").expect(0, out_match=r"^verdict: safe$")
    box.write("b.c", "int main(int argc, char **argv) { return argv[argc][0] == 'a'; }\n")
    box.run("check", "-m32", "b.c").expect(1, out_match=r"^verdict: unsafe null-dereference")


# ---- ir ----------------------------------------------------------------------------------------------------------------------------


@test
def printed_ir_is_read_back_and_printed_again(box):
    box.write("a.c", "struct node { struct node *next; int v; };\nint sum(struct node *n) { int s = 0; while (n) { s += n->v; n = n->next; } return s; }\n"
              "int main(void) { return sum(0); }\n")
    first = box.run("ir", "-o", "a.hir", "a.c").expect(0) and box.read("a.hir")
    box.run("ir", "a.hir").expect(0, out=first, err="")
    box.run("ir", "-m32", "a.c").expect(0, out_match=r"^pointer 32$")


@test
def ir_needs_no_main(box):
    box.write("a.c", "int f(void) { return 0; }\n")
    box.run("ir", "a.c").expect(0, out_match=r"^func @f\(\)")


# ---- run ---------------------------------------------------------------------------------------------------------------------------


@test
def a_run_shows_the_output_and_the_ending(box):
    box.write("a.c", "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 3; }\n")
    box.run("run", "a.c").expect(0, out="hello\nrun: no fault, exit status 3\n", err="")
    box.run("run", "-o", "report", "a.c").expect(0, out="hello\n", err="")
    assert box.read("report") == "run: no fault, exit status 3\n"
    assert validated(box.run("run", "--format", "json", "a.c").expect(0, err="hello\n"))["verdict"] == "no-fault"


@test
def a_run_shows_the_status_that_others_see(box):
    box.write("a.c", "int main(void) { return -2; }\n")
    box.run("run", "a.c").expect(0, out="run: no fault, exit status 254\n")


@test
def a_fault_is_a_finding(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(1);\n  free(p);\n  free(p);\n  return 0;\n}\n")
    result = box.run("run", "a.c").expect(1, err="")
    lines = result.out.splitlines()
    assert lines[0].startswith("a.c:5:3: error: ") and lines[0].endswith(" [double-free]"), result.out
    assert lines[-1] == "run: fault double-free at a.c:5", result.out


@test
def inputs_choose_the_run(box):
    box.write("a.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
              "int main(void) {\n  if (__VERIFIER_nondet_int() == 42)\n    reach_error();\n  return 0;\n}\n")
    box.run("run", "a.c").expect(0, out="run: no fault, exit status 0\n")
    box.run("run", "--inputs", "42", "a.c").expect(1, out_match="^run: fault error-call at a.c:5$")
    box.run("run", "--inputs", "42", "--property", "memory-safety", "a.c").expect(0)


@test
def a_seeded_run_can_be_repeated_by_its_inputs(box):
    box.write("a.c", "#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
              "int main(void) {\n  int a = __VERIFIER_nondet_int();\n  printf(\"%d %d\\n\", a, __VERIFIER_nondet_uchar());\n  return 0;\n}\n")
    outputs = set()
    for seed in range(5):
        result = box.run("run", "--seed", str(seed), "--verbose", "a.c").expect(0)
        inputs = next(line[8:] for line in result.out.splitlines() if line.startswith("inputs: "))
        again = box.run("run", "--inputs", inputs, "--verbose", "a.c").expect(0, out=result.out)
        outputs.add(again.out)
    assert len(outputs) > 1, outputs


@test
def a_run_can_run_out_of_steps(box):
    box.write("a.c", "int main(void) { for (;;) ; }\n")
    box.run("run", "--max-steps", "1000", "a.c").expect(2, out_match="^run: unknown: .*step")


# ---- limits ------------------------------------------------------------------------------------------------------------------------


def alive(pid):
    try:
        return (pathlib.Path("/proc") / str(pid) / "stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


SLOW_CLANG = "#!/bin/sh\n[ \"$1\" = --version ] && exec clang-19 --version\necho $$ >pid\nexec sleep 30\n"


@test
def the_time_limit_ends_clang_too(box):
    box.write("a.c", SAFE)
    box.write("slow", SLOW_CLANG, mode=0o755)
    start = time.monotonic()
    box.run("--clang", "./slow", "--time-limit", "0.5", "a.c").expect(2, out="verdict: unknown: time limit of 0.5 s reached\n", err="")
    assert time.monotonic() - start < 5
    time.sleep(0.1)
    assert not alive(int(box.read("pid")))


@test
def the_time_limit_ends_a_run(box):
    box.write("a.c", "#include <stdio.h>\nint main(void) { puts(\"begin\"); for (;;) ; }\n")
    start = time.monotonic()
    box.run("run", "--max-steps", "1000000000000", "--time-limit", "1", "a.c").expect(
        2, out="begin\nrun: unknown: time limit of 1 s reached\n")
    assert time.monotonic() - start < 5
    report = validated(box.run("run", "--max-steps", "1000000000000", "--time-limit=0.5", "--format=json", "a.c").expect(2))
    assert report["reason"] == "time limit of 0.5 s reached"


@test
def a_limit_while_printing_leaves_no_file(box):
    box.write("a.c", SAFE)
    box.write("slow", SLOW_CLANG, mode=0o755)
    box.run("ir", "--clang", "./slow", "--time-limit", "0.3", "-o", "out.hir", "a.c").expect(
        2, out="", err="heapproof: unknown: time limit of 0.3 s reached\n")
    assert "out.hir" not in box.files()


@test
def the_memory_limit_makes_the_answer_unknown(box):
    box.write("a.c", SAFE)
    box.run("--memory-limit", "1", "a.c").expect(2, out="verdict: unknown: memory limit of 1 MB reached\n", err="")
    box.run("--memory-limit", "4000", "a.c").expect(0, out=PROVED + "verdict: safe\n", err="")


@test
def an_interrupt_ends_everything(box):
    box.write("a.c", SAFE)
    box.write("slow", SLOW_CLANG, mode=0o755)
    process = box.start("--clang", "./slow", "-o", "out", "a.c")
    deadline = time.monotonic() + 20
    while not (box.folder / "pid").exists() or not box.read("pid").strip():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=10)
    assert process.returncode == -signal.SIGTERM
    time.sleep(0.1)
    assert not alive(int(box.read("pid"))) and box.files() == ["a.c", "pid", "slow"], box.files()


ENDLESS = "#include <stdio.h>\nint main(void) { for (;;) puts(\"line\"); }\n"


@test
def a_reader_that_goes_away_ends_a_run(box):
    box.write("a.c", ENDLESS)
    process = box.start("run", "--max-steps", "1000000000000", "a.c", preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
    assert process.stdout.readline() == b"line\n"
    process.stdout.close()
    assert process.wait(timeout=20) == -signal.SIGPIPE
    assert process.stderr.read() == b""


@test
def a_signal_that_is_ignored_stays_ignored(box):
    box.write("a.c", ENDLESS)
    process = box.start("run", "--max-steps", "1000000000000", "a.c", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert process.stdout.readline() == b"line\n"
    process.send_signal(signal.SIGHUP)
    for _ in range(100000):
        assert process.stdout.readline() == b"line\n"
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode == -signal.SIGTERM


@test
def a_crash_is_an_internal_error(box):
    box.write("a.c", SAFE)
    box.write("murder", "#!/bin/sh\n[ \"$1\" = --version ] && exec clang-19 --version\nkill -KILL $PPID\nsleep 30\n", mode=0o755)
    box.run("--clang", "./murder", "-o", "out", "a.c").expect(70, out="", err="heapproof: internal error: Killed\n")
    assert box.files() == ["a.c", "murder"], box.files()


def under_limit(box, kilobytes, *args):
    command = f"ulimit -v {kilobytes} && exec \"$@\""
    return subprocess.run(["sh", "-c", command, "sh", box.program, *args], cwd=box.folder, stdin=subprocess.DEVNULL, capture_output=True)


@test
def six_gigabytes_of_address_space_are_enough(box):
    box.write("a.c", SAFE)
    if sanitized(box):
        return
    done = under_limit(box, 6000000, "a.c")
    assert (done.returncode, done.stdout, done.stderr) == (0, (PROVED + "verdict: safe\n").encode(), b""), done


def sanitized(box):
    return b"__asan_init" in pathlib.Path(box.program).read_bytes()


# ---- projects ----------------------------------------------------------------------------------------------------------------------


def write_project(box, **files):
    commands = []
    for name, text in files.items():
        box.write(f"src/{name}.c", text)
        commands.append({"directory": str(box.folder / "src"), "file": f"{name}.c", "arguments": ["cc", "-c", f"{name}.c"]})
    box.write("compile_commands.json", json.dumps(commands))


@test
def each_main_of_a_project_is_a_program(box):
    write_project(box, one="int f(void);\nint main(void) { return f(); }\n", two="int a[2];\nint main(void) { return a[0]; }\n",
                  three="int f(void) { return 0; }\n")
    result = box.run("-p", ".", "--domain", "none").expect(2)
    lines = [line for line in result.out.splitlines() if line.startswith(("program ", "verdict"))]
    assert len(lines) == 3 and lines[0].endswith("one.c:main: safe"), lines
    assert lines[1].endswith("two.c:main: unknown: without heap domain: 1 memory access unproved"), lines
    assert lines[2] == "verdict: unknown: without heap domain: 1 memory access unproved", lines
    box.run("-p", ".", "--entry", "one.c:main").expect(0, out=PROVED + "verdict: safe\n")
    result = box.run("-p", ".").expect(0)
    assert [line.split(": ")[1] for line in result.out.splitlines() if line.startswith(("program ", "verdict"))] == ["safe"] * 3, result.out
    box.run("ir", "-p", ".").expect(64, out="", err_match="the project has 2 programs; choose one with --entry FILE:main")
    box.run("ir", "-p", ".", "--entry", "one.c:main").expect(0, out_match="^func @f")


@test
def a_program_that_cannot_be_read_does_not_hide_the_others(box):
    write_project(box, good=SAFE, bad="int main(void) { return }\n")
    result = box.run("-p", ".").expect(2, err_match="error: expected expression")
    assert "good.c:main: safe\n" in result.out and "bad.c:main: unknown: the program could not be read\n" in result.out, result.out
    write_project(box, good="int main(\n", bad="int main(void) { return }\n")
    box.run("-p", ".").expect(3, out="")


@test
def a_folder_without_project_is_refused(box):
    box.run("-p", ".").expect(3, out="", err_match=r"compile_commands\.json: error: No such file or directory")


@test
def two_mains_given_as_files_do_not_link(box):
    box.write("a.c", SAFE)
    box.write("b.c", SAFE)
    box.run("a.c", "b.c").expect(3, out="", err_match="error: .*main")


# ---- the search for definite faults ------------------------------------------------------------------------------------------------

NONDET = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n#define ND __VERIFIER_nondet_int()\n"


def found(box, program, line, rule, *options):
    """The fault is found, in its line, and the inputs shown lead to it again; yields them."""
    box.write("a.c", NONDET + program)
    result = box.run("check", *options, "a.c").expect(1, out_match=f"^verdict: unsafe {rule} at a.c:{line}$")
    inputs = (re.findall(r"^(?:inputs:|repeat with: heapproof run --inputs) (\S+)$", result.out, re.M) or [""])[0]
    box.run("run", "--inputs", inputs, *options, "a.c").expect(1, out_match=f"^run: fault {rule} at a.c:{line}$")
    return inputs


@test
def a_fault_of_one_value_is_found(box):
    assert found(box, "int main(void) {\n  int *p = NULL, x = ND;\n  if (x == 17)\n    return *p;\n  return 0;\n}\n", 7, "null-dereference") == "17"


@test
def a_fault_of_three_values_in_order_is_found(box):
    program = "int main(void) {\n  if (ND == 5 && ND == 70000 && ND < -4)\n    free(&program);\n  return 0;\n}\n".replace("&program", "(void *)main")
    first, second, third = map(int, found(box, program, 6, "invalid-free").split(","))
    assert (first, second) == (5, 70000) and third < -4


@test
def a_fault_of_one_length_is_found(box):
    program = """struct n { struct n *next; };
int main(void) {
  struct n *list = NULL;
  int length = 0;
  while (ND) {
    struct n *n = malloc(sizeof *n);
    n->next = list;
    list = n;
    length++;
  }
  if (length == 6)
    free(list->next->next);
  while (list) {
    struct n *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
"""
    assert len(found(box, program, 17, "use-after-free").split(",")) == 7


@test
def a_leak_that_needs_inputs_is_found(box):
    found(box, "int main(void) {\n  char *p = malloc(4);\n  if (ND != 33)\n    free(p);\n  return 0;\n}\n", 9, "memory-leak", "--property=default,memory-leak")


@test
def a_leak_at_exit_is_noted(box):
    text = "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(4);\n  *p = 1;\n  return *p;\n}\n"
    box.write("a.c", text)
    note = r"^a.c:[56]:\d: note: memory leak at the end: .* \[CWE-401\] \[leak-at-exit\]$"
    for options in [], ["--fail-on=new"], ["--fail-on=possible"], ["--domain=fold"], ["--domain=tvl"]:
        done = box.run("check", *options, "a.c").expect(0, out_match=r"^verdict: safe \(leak-at-exit: 1 noted\)$")
        assert re.search(note, done.out, re.M), done.out
    box.run("run", "a.c").expect(0, out_match=r"^run: no fault \(leak-at-exit: 1 noted\), exit status 1$")
    for name in "memory-safety", "memory-leak", "default,memory-leak":
        box.run("check", f"--property={name}", "a.c").expect(1, out_match=r"^verdict: unsafe memory-leak at a.c:6$")
    box.run("check", "--property=leak-at-exit", "a.c").expect(1, out_match=r"^verdict: unsafe leak-at-exit at a.c:[56]$")
    box.write("p.prp", "CHECK( init(main()), LTL(G valid-memtrack) )\n")
    box.run("check", "--property=p.prp", "a.c").expect(1, out_match=r"^verdict: unsafe memory-leak at a.c:6$")
    box.write("b.c", text.replace("return *p", "int x = *p; free(p); return x"))
    box.run("check", "b.c").expect(0, out_match="^verdict: safe$")


@test
def a_size_that_wraps_around_is_named_as_the_cause(box):
    head = "#include <stdint.h>\n#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  uint32_t n = __VERIFIER_nondet_uint();\n"
    box.write("a.c", head + "  uint32_t *p = malloc(n * 4u);\n  if (p && n) *p = 0;\n  free(p);\n  return 0;\n}\n")
    cause = r"^a.c:6:26: note: the cause is an overflow of a size \[CWE-680\] \[size-overflow\]$"
    done = box.run("check", "a.c").expect(1, out_match=cause)
    assert re.search(r"^a.c:6:26: note: \(1\) the size of the block overflows here: \d+ \* 4 becomes 0$", done.out, re.M), done.out
    assert done.out.count("error: ") == 1 and "verdict: unsafe out-of-bounds at a.c:7\n" in done.out, done.out
    box.run("run", "--inputs=1073741824", "a.c").expect(1, out_match=cause)
    box.run("check", "--property=size-overflow", "a.c").expect(1, out_match=cause)
    finding = json.loads(box.run("check", "--format=json", "a.c").out)["programs"][0]["findings"][0]
    assert finding["rule"] == "out-of-bounds" and finding["cause"]["rule"] == "size-overflow" and finding["cause"]["cwe"] == 680, finding
    assert finding["cause"]["place"]["line"] == 6, finding
    result = json.loads(box.run("check", "--format=sarif", "a.c").out)["runs"][0]["results"][0]
    assert result["ruleId"] == "out-of-bounds" and result["properties"]["cause"] == "size-overflow", result
    assert "overflow of a size [CWE-680] [size-overflow]" in box.run("check", "--format=html", "a.c").out
    box.write("p.prp", "CHECK( init(main()), LTL(G valid-deref) )\n")
    for name in "memory-safety", "out-of-bounds", "p.prp":
        assert "size" not in box.run("check", f"--property={name}", "a.c").expect(1).out.replace("of a heap block", "")


@test
def what_does_not_wrap_around_is_not_named_as_the_cause(box):
    head = "#include <stdint.h>\n#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  uint32_t n = __VERIFIER_nondet_uint();\n"
    cases = [
        ("3", "  char *p = malloc(n - 1 + 1);\n  p[n] = 0;\n"),                                   # nothing wraps
        ("0", "  char *p = malloc(n - 1 + 1);\n  p[n] = 0;\n"),                                   # there and back
        ("259", "  uint8_t low = (uint8_t)n;\n  char *p = malloc(low);\n  p[low] = 0;\n"),       # a part of a number is no sum
        ("4294967295", "  char *p = malloc((n * 7 + 3) % 8);\n  p[8] = 0;\n"),                    # nor is a remainder
        ("1073741825", "  char *p = malloc(n * 4u);\n  p[(uint64_t)n * 4] = 0;\n"),               # outside in any case
        ("1073741825", "  char *p = malloc(n * 4u);\n  p[-1] = 0;\n"),
        ("7", "  int d = -4;\n  char *p = malloc(n + (size_t)d);\n  p[n] = 0;\n"),               # a difference
    ]
    for inputs, body in cases:
        box.write("a.c", head + body + "  return 0;\n}\n")
        done = box.run("run", f"--inputs={inputs}", "a.c").expect(1, out_match="^run: fault out-of-bounds")
        assert "size-overflow" not in done.out, (body, done.out)
    box.write("a.c", head + "  char *p = malloc(n * 4u);\n  p[4] = 0;\n  return 0;\n}\n")
    box.run("run", "--inputs=1073741825", "a.c").expect(1, out_match=r"\[size-overflow\]$")


@test
def a_property_file_asks_for_what_comes_first(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n  int x, *p = malloc(4);\n  p = &x;\n  free(p);\n  return 0;\n}\n")
    box.write("p.prp", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n")
    box.run("check", "a.c").expect(1, out_match=r"^verdict: unsafe invalid-free at a.c:5$")
    box.run("check", "--property=p.prp", "a.c").expect(1, out_match=r"^verdict: unsafe memory-leak at a.c:4$")


@test
def a_variable_that_is_read_no_more_holds_its_block_to_the_end_of_main(box):
    walk = "  char **q = p;\n  while (q) q = (char **)*q;\n  return 0;\n}\n"
    box.write("a.c", "#include <stdlib.h>\nint main(void) {\n  char **p = malloc(8);\n  *p = 0;\n" + walk)
    for domain in "sl", "fold", "tvl":
        box.run("check", f"--domain={domain}", "--strategy=fixpoint", "--property=leak-at-exit", "a.c").expect(2, out_match=r"possible leak-at-exit")
    box.run("check", "a.c").expect(0, out_match=r"^verdict: safe \(leak-at-exit: 1 noted\)$")
    box.run("check", "--property=leak-at-exit", "a.c").expect(1, out_match=r"^verdict: unsafe leak-at-exit at a.c:[78]$")


@test
def a_failing_allocation_is_found_if_it_may_fail(box):
    program = "int main(void) {\n  char *p = malloc(4);\n  *p = 1;\n  free(p);\n  return 0;\n}\n"
    found(box, program, 6, "null-dereference", "--malloc-may-fail")
    box.run("a.c").expect(0)


@test
def nothing_is_found_in_a_correct_program(box):
    box.write("a.c", NONDET + "int main(void) {\n  int n = ND, *p = malloc(sizeof *p);\n  *p = n;\n  free(p);\n  return 0;\n}\n")
    box.run("a.c").expect(0, out_match="^verdict: safe$")
    box.run("--domain", "none", "a.c").expect(2, out_match="^verdict: unknown: without heap domain: ")


@test
def a_fault_that_depends_on_something_unmodelled_is_not_definite(box):
    box.write("a.c", NONDET + "int mystery(void);\nint main(void) {\n  int *p = NULL;\n  if (mystery() == 0)\n    return *p;\n  return 0;\n}\n")
    box.run("a.c").expect(2, out_match="^verdict: unknown: function 'mystery' has neither body nor model")


@test
def a_fault_before_something_unmodelled_is_definite(box):
    found(box, "int mystery(void);\nint main(void) {\n  int *p = NULL;\n  if (ND)\n    return *p;\n  return mystery();\n}\n", 8, "null-dereference")


@test
def runs_that_fail_an_assumption_do_not_exist(box):
    box.write("a.c", NONDET + "extern void __VERIFIER_assume(int);\nint main(void) {\n  char *p = malloc(1);\n  p = 0;\n  __VERIFIER_assume(0);\n  return 0;\n}\n")
    box.run("a.c").expect(2, out_match="^verdict: unknown")


@test
def a_rule_that_is_not_asked_for_is_not_found(box):
    box.write("a.c", NONDET + "int main(void) {\n  int *p = NULL;\n  return *p;\n}\n")
    box.run("--property", "double-free,out-of-bounds", "a.c").expect(2)


@test
def the_search_keeps_to_the_time_limit(box):
    box.write("a.c", NONDET + "int main(void) {\n  volatile int x = 1;\n  while (x) x = ND | 1;\n  return 0;\n}\n")
    box.run("--domain", "none", "--time-limit", "4", "a.c").expect(2, out_match="^verdict: unknown: (without heap domain: |time limit of 4 s reached)")


# ---- the README --------------------------------------------------------------------------------------------------------------------


@test
def the_readme_shows_real_output(box):
    readme = (ROOT / "README.md").read_text()
    for command, name, status in (("check", "list", 0), ("check", "remove", 1), ("run", "remove", 1), ("check", "plugin", 2), ("show", "owners", 0)):
        (box.folder / "examples").mkdir(exist_ok=True)
        box.write(f"examples/{name}.c", (ROOT / "examples" / f"{name}.c").read_text())
        fewer = ["--search-runs=500", "--time-limit=12"] if name == "plugin" else []  # what is said does not depend on it, and sanitizers are slow
        out = box.run(command, *fewer, f"examples/{name}.c" + (":18" if command == "show" else "")).expect(status).out
        assert f"```\n{out}```\n" in readme, out
    numbered = "".join(f"{n}  {line}\n" for n, line in enumerate((ROOT / "examples" / "remove.c").read_text().splitlines(), 1) if 10 <= n <= 20)
    assert numbered in readme, numbered

LIST = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->value = 7;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
"""


@test
def show_tells_the_invariant_of_a_loop(box):
    box.write("a.c", LIST)
    expected = """a.c:12: whenever the condition of the loop is tested in 'main', the heap is in one state
   12 |     while (list) {
  main(): list: -> #1
  #1 = 0 or more linked struct node, 16 bytes { next (of the last): null, value: 7 }
"""
    box.run("show", "a.c:12").expect(0, out=expected, err="")
    out = box.run("show", "a.c:8").expect(0).out
    assert out.startswith("a.c:8: before this line in 'main', the heap is in one of "), out
    assert "value: uninitialised" in out and "n: -> #" in out, out


@test
def show_says_why_there_is_nothing_to_show(box):
    box.write("a.c", LIST)
    box.run("show", "a.c:3").expect(2, out="a.c:3: there is no code of the program in this line\n")
    box.write("b.c", "int main(void) {\n    int x = 1;\n    if (x > 2)\n        x = 3;\n    return x;\n}\n")
    box.run("show", "b.c:4").expect(2, out="b.c:4: no run comes here\n    4 |         x = 3;\n")
    box.run("show", "a.c").expect(64, out="", err_match="'heapproof show' needs FILE:LINE, not 'a.c'")
    box.run("show", "--max-states", "2", "a.c:12").expect(2, out_match="the analysis was cut off before it came here")


@test
def show_draws_pictures(box):
    box.write("a.c", LIST)
    box.run("show", "--picture", "a.dot", "a.c:12").expect(0)
    dot = box.read("a.dot")
    assert "0 or more linked struct node" in dot and dot.startswith("digraph"), dot
    if shutil.which("dot"):
        box.run("show", "--picture", "a.svg", "a.c:12").expect(0, err="")
        svg = xml.etree.ElementTree.fromstring(box.read("a.svg"))
        words = "".join(svg.itertext())
        assert "0 or more linked struct node" in words and "list" in words, words
    empty = {"PATH": str(box.folder), "HOME": str(box.folder)}
    result = box.run("show", "--clang", shutil.which("clang-19"), "--picture", "b.svg", "a.c:12", env=empty)
    result.expect(70, err_match="b.svg: graphviz is not installed: there is no program 'dot'")


@test
def every_step_to_a_fault_is_drawn(box):
    box.write("a.c", """#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
    struct node *a = malloc(sizeof *a);
    a->next = NULL;
    a->value = 42;
    struct node *b = a;
    free(a);
    return b->value;
}
""")
    if not shutil.which("dot"):
        print("# graphviz is not there: nothing is drawn")
        return
    box.run("--pictures", "p", "a.c").expect(1, err="")
    words = {name: "".join(xml.etree.ElementTree.fromstring(box.read(name)).itertext()) for name in box.files() if name.endswith(".svg")}
    assert sorted(words) == ["p/finding-1-fault.svg", "p/finding-1-step-01.svg", "p/finding-1-step-02.svg"], words
    assert "the block was allocated here" in words["p/finding-1-step-01.svg"] and "uninitialised" in words["p/finding-1-step-01.svg"], words
    assert "struct node, 16 bytes, freed" in words["p/finding-1-step-02.svg"] and "42" not in words["p/finding-1-step-02.svg"], words
    assert "b" in words["p/finding-1-fault.svg"], words
    box.write("b.c", LIST)
    box.run("--pictures", "q", "b.c").expect(0, err="")
    assert box.files().count("q") == 1 and not [name for name in box.files() if name.startswith("q/")], box.files()
    box.run("--pictures", "a.c/x", "a.c").expect(70, err_match="a.c/x: Not a directory")


@test
def pictures_of_programs_with_odd_names_are_drawn(box):
    source = LIST.replace("struct node {", 'struct node {').replace("list", "\u00e4<b>".replace("<b>", "b"))
    box.write("a.c", source + "int g asm(\"\\\"><script>\");\n".replace("int g", "int *g") + "void *h(void) { return g; }\n")
    box.run("show", "--picture", "a.dot", "a.c:12").expect(0)
    assert "<script" not in box.read("a.dot")


@test
def the_page_about_symbolic_heaps_shows_real_states(box):
    page = (ROOT / "doc" / "domain-sl.md").read_text()
    source = (ROOT / "examples" / "owners.c").read_text()
    (box.folder / "examples").mkdir()
    box.write("examples/owners.c", source)
    result = box.run("--states", "examples/owners.c").expect(0, out_match="^verdict: safe$")
    shown = [text for text in result.err.split("\n\n") if f"```\n{text}\n```\n" in page]
    assert len(shown) == 1, result.err
    numbered = "".join(f"{n:2}  {line}\n" for n, line in enumerate(source.splitlines(), 1) if n >= 10)
    assert numbered in page, numbered


if __name__ == "__main__":
    sys.exit(run_all())
