#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof stubs, --model, and why an answer is unknown.  usage: models.py HEAPPROOF [PART OF A NAME]"""
import json
import pathlib
import shutil
import sys

import schema
from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSUMED = "assumption: this function, of which the program has no body, does what its model says (--model): "
PROGRAM = """#include <stdlib.h>
struct node { struct node *next; int v; };
struct node *make(int);
int look(const struct node *n);
int main(void) {
    struct node *n = make(3);
    int r = n ? look(n) : 0;
    free(n);
    return r;
}
"""
MODELS = """#include <stdlib.h>
struct node { struct node *next; int v; };
extern int __VERIFIER_nondet_int(void);
struct node *make(int v) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->v = v;
    return n;
}
int look(const struct node *n) { return n->v; }
"""


def copy_examples(box):
    for name in ("meter.c", "meter_models.c"):
        shutil.copy(ROOT / "examples" / "models" / name, box.folder / name)


@test
def the_tutorial_says_what_happens(box):
    copy_examples(box)
    out = box.run("meter.c").expect(2).out
    for name, line in (("meter_open", 20), ("meter_read", 24), ("meter_close", 30)):
        assert f"    1  function '{name}' has neither body nor model, called at meter.c:{line}\n" in out, out
    assert out.count("'heapproof stubs' writes one to edit") == 1, out
    assert box.run("stubs", "meter.c", "-o", "stubs.c").expect(0).out == ""
    assert "verdict: unsafe out-of-bounds at meter.c:23\n" in box.run("meter.c", "--model", "stubs.c").expect(1).out
    assert "verdict: unsafe null-dereference at meter.c:23\n" in box.run("meter.c", "--model", "meter_models.c").expect(1).out
    box.write("fixed.c", box.read("meter.c").replace("    printf(\"%d ch", "    if (!m) return 1;\n    printf(\"%d ch"))
    out = box.run("fixed.c", "--model", "meter_models.c").expect(0).out
    assert f"{ASSUMED}'meter_open' at meter_models.c:12 [model]\n" in out and out.count(ASSUMED) == 3, out


@test
def a_used_model_is_an_assumption_in_every_format(box):
    box.write("a.c", PROGRAM)
    box.write("m.c", MODELS + "int unused(void) { return 1; }\n")
    box.run("a.c", "--model", "m.c", "--format=json", "-o", "r.json", "--format=sarif", "-o", "r.sarif", "--format=html", "-o", "r.html").expect(0)
    report = json.loads(box.read("r.json"))
    assert not list(schema.violations(report, json.loads((ROOT / "doc/report.schema.json").read_text())))
    subjects = [a["subject"] for a in report["programs"][0]["assumptions"] if a["name"] == "model"]
    assert subjects == ["'make' at m.c:4", "'look' at m.c:10"], subjects
    for name in ("r.sarif", "r.html"):
        assert "'make' at m.c:4" in box.read(name).replace("\\u0027", "'"), name
    assert ASSUMED + "'look'" in box.run("run", "a.c", "--model", "m.c").expect(0).out


@test
def what_models_define_for_each_other_is_assumed(box):
    box.write("a.c", "int first(void);\nint main(void) { return first(); }\n")
    box.write("m1.c", "int second(int);\nint first(void) { return second(1); }\n")
    box.write("m2.c", "int second(int x) { return x; }\n")
    for order in (("m1.c", "m2.c"), ("m2.c", "m1.c")):
        out = box.run("a.c", "--model", order[0], "--model", order[1]).expect(0).out
        assert f"{ASSUMED}'first' at m1.c:2 [model]\n" in out and f"{ASSUMED}'second' at m2.c:1 [model]\n" in out, out
    box.write("m1.c", box.read("m1.c") + "int second(int x) { return -x; }\n")
    for order in (("m1.c", "m2.c"), ("m2.c", "m1.c")):
        assert "'second' has another model at" in box.run("a.c", "--model", order[0], "--model", order[1]).expect(3).err


@test
def what_is_static_in_the_program_is_no_body_for_models(box):
    box.write("a.c", "int first(void);\nstatic int second(int x) { return x; }\nint main(void) { return first() + second(0); }\n")
    box.write("m1.c", "int second(int);\nint first(void) { return second(1); }\n")
    box.write("m2.c", "int second(int x) { return x; }\n")
    box.write("a.hir", box.run("ir", "a.c", "--model", "m1.c", "--model", "m2.c").expect(0).out)
    for args in (("a.c", "--model", "m1.c", "--model", "m2.c"), ("a.hir",)):
        out = box.run(*args).expect(0).out
        assert f"{ASSUMED}'first' at m1.c:2 [model]\n" in out and f"{ASSUMED}'second' at m2.c:1 [model]\n" in out, out


@test
def a_variable_of_a_model_is_assumed(box):
    variable = "assumption: this variable, which the program does not define, is as its model says (--model): "
    box.write("a.c", "extern int size;\nextern int table[];\nint main(void) { int a[4] = {0}; return a[size] + table[1]; }\n")
    box.write("m.c", "int table[2] = {1, 2};\nint size = 3;\n")
    out = box.run("a.c", "--model", "m.c").expect(0).out
    assert f"{variable}'size' at m.c:2 [model-variable]\n" in out and f"{variable}'table' at m.c:1 [model-variable]\n" in out, out
    box.write("a.hir", box.run("ir", "a.c", "--model", "m.c").expect(0).out)
    assert f"{variable}'size' at m.c:2 [model-variable]\n" in box.run("a.hir").expect(0).out
    box.write("b.c", "int size = 3;\nint table[] = {1, 2};\n")
    assert variable not in box.run("a.c", "b.c", "--model", "m.c").expect(0).out
    report = json.loads(box.run("a.c", "--model", "m.c", "--format=json").expect(0).out)
    assert not list(schema.violations(report, json.loads((ROOT / "doc/report.schema.json").read_text())))
    for text in ("int size = 3;\n", "int size(void) { return 1; }\n"):
        box.write("n.c", text)
        assert "error: 'size' has another model" in box.run("a.c", "--model", "m.c", "--model", "n.c").expect(3).err, text
    box.write("m.c", "int table[2];\nlong size = 3;\n")
    assert "m.c: error: 'size' has another type than the program declares\n" in box.run("a.c", "--model", "m.c").expect(3).err
    box.write("m.c", "int table[2];\nint size(void) { return 1; }\n")
    assert "m.c:2: error: 'size' is a variable of the program, and a function here\n" in box.run("a.c", "--model", "m.c").expect(3).err


@test
def nothing_in_a_model_goes_unnamed(box):
    box.write("a.c", "int x = 7, f(void);\nint main(void) { int a[4] = {0}; return a[x] + f(); }\n")
    f = "extern int x;\nint f(void) { return 0; }\n"
    for text, why in (("__attribute__((constructor)) static void set(void) { x = 0; }\n", "m.c:3: error: 'set' runs without being called, which no model may\n"),
                      ("__attribute__((destructor)) void end(void) { x = 0; }\n", "m.c:3: error: 'end' runs without being called, which no model may\n"),
                      ("static void set(void) { x = 0; }\n__attribute__((used, section(\".init_array\"))) static void (*at)(void) = set;\n", "m.c:3: error: 'set' runs without being called"),
                      ("int g(void) __attribute__((alias(\"f\")));\n", "m.c: error: 'g' is an alias, which no model may have\n"),
                      ("static int (*choose(void))(void) { return f; }\nint h(void) __attribute__((ifunc(\"choose\")));\n", "m.c: error: 'h' is chosen when the program is loaded")):
        box.write("m.c", f + text)
        assert why in box.run("a.c", "--model", "m.c").expect(3).err, (text, box.run("a.c", "--model", "m.c").err)
    box.write("a.c", "int f(void), g(void);\nint main(void) { int r = f(); return r + g(); }\n")
    box.write("m.c", "inline int f(void) { return 0; }\nint g(void) { return f(); }\n")
    out = box.run("a.c", "--model", "m.c").expect(0).out
    assert f"{ASSUMED}'f' at m.c:1 [model]\n" in out and f"{ASSUMED}'g' at m.c:2 [model]\n" in out, out


@test
def a_body_wins_over_a_model(box):
    box.write("a.c", PROGRAM)
    box.write("b.c", "struct node;\nint look(const struct node *n) { return *(int *)0; }\n")
    box.write("m.c", MODELS)
    result = box.run("a.c", "b.c", "--model", "m.c").expect(1)
    assert "verdict: unsafe null-dereference at b.c:2\n" in result.out, result.out
    assert "m.c:10: note: the model is not used: the program has a body of 'look'\n" in result.err, result.err
    assert "'look'" not in "".join(l for l in result.out.splitlines() if l.startswith("assumption")), result.out


@test
def a_model_takes_the_place_of_a_row(box):
    box.write("a.c", "#include <stdlib.h>\nint main(void) { return *getenv(\"HOME\"); }\n")
    box.write("m.c", "char *getenv(const char *name) { static char text[] = \"x\"; return text; }\n")
    box.run("a.c").expect(1)
    assert f"{ASSUMED}'getenv' at m.c:1 [model]\n" in box.run("a.c", "--model", "m.c").expect(0).out


@test
def a_model_that_does_not_fit_is_an_error_with_places(box):
    box.write("a.c", PROGRAM)
    cases = [("struct node *make(void) { return 0; }\n", "it has 0 parameters instead of 1", "make", 3),
             ("int make(int v) { return v; }\n", "its result has another type", "make", 3),
             ("long look(const struct node *n) { return 0; }\n", "its result has another type", "look", 4),
             ("int look(int *n) { return 0; }\n", "parameter 1 has another type", "look", 4),
             ("int look(const struct node *n, ...) { return 0; }\n", "it takes further arguments (...)", "look", 4)]
    for text, why, name, line in cases:
        box.write("m.c", "struct node { struct node *next; int v; };\n\n" + text)
        result = box.run("a.c", "--model", "m.c").expect(3)
        said = f"m.c:3: error: the model does not fit '{name}' as the program declares it at a.c:{line}: {why}\n"
        assert result.err == said, (result.err, said)
    box.write("m.c", "int look(const void *n) { return 0; }\n")
    assert "verdict: unknown: function 'make'" in box.run("a.c", "--model", "m.c").expect(2).out


@test
def bad_models_are_errors(box):
    box.write("a.c", PROGRAM)
    box.write("m.c", MODELS)
    box.write("n.c", "int look(const void *n) { return 0; }\n")
    assert "n.c:1: error: 'look' has another model at m.c:10" in box.run("a.c", "--model", "m.c", "--model", "n.c").expect(3).err
    assert "gone.c: error: No such file or directory" in box.run("a.c", "--model", "gone.c").expect(3).err
    box.write("m.txt", "int x;\n")
    assert "m.txt: error: unknown kind of file" in box.run("a.c", "--model", "m.txt").expect(3).err
    box.write("m.c", "int look(const void *n) { return }\n")
    assert "error: expected expression" in box.run("a.c", "--model", "m.c").expect(3).err
    box.write("a.hir", box.run("ir", "a.c").expect(0).out)
    assert "a.hir: error: a .hir file is a whole program, and takes no model\n" in box.run("a.hir", "--model", "n.c").expect(3).err


@test
def stubs_of_all_types_compile_and_do_anything(box):
    box.write("a.c", """#include <stddef.h>
enum color { RED, BLUE };
typedef struct { int a; union { int i; float f; }; unsigned b : 3; } tuple;
struct __attribute__((packed)) tight { char c; int i; };
struct tree { struct tree *kid[2]; tuple t; struct opaque *o; int (*f)(int); };
typedef int (*compare)(const void *, const void *);
int count = 1; struct tree *root; static int hidden; double numbers[4]; const int fixed = 2;
struct tight squeeze(struct tight t, long double d, _Bool b, enum color c);
struct tree *grow(struct tree **at, compare how, char *name, const char *text, void *any);
int say(const char *, ...);
int old();
int taken(short);
_Noreturn void stop(unsigned long long);
int (*use)(short) = taken;
int main(void) {
    struct tight t = {0};
    t = squeeze(t, 1, 1, RED);
    grow(&root, NULL, NULL, "x", NULL);
    if (say("%d", t.i)) stop(1);
    if (count == 7) *(int *)0 = 1;
    return use(old(1)) + hidden;
}
""")
    box.write("m.c", box.run("stubs", "a.c").expect(0).out)
    text = box.read("m.c")
    for part in ("struct tight squeeze(struct tight p1, long double p2, _Bool p3, unsigned int p4)\n{", "extern struct tree *root;",
                 "struct tree *grow(struct tree **p1, int (*p2)(const void *, const void *), char *p3, const char *p4, void *p5)\n{",
                 "int say(const char *p1, ...)\n{", "int old()\n{", "int taken(", "void stop(unsigned long long p1)\n{"):
        assert part in text, (part, text)
    assert "hidden" not in text and "fixed" not in text, text
    assert "null-dereference at " in box.run("a.c", "--model", "m.c", "--property", "null-dereference", "--strategy=search", "--first").expect(1).out


@test
def stubs_fit_structures_that_only_a_typedef_names(box):
    box.write("a.c", """struct node { struct node *next; };
typedef struct { struct node *head; void (*release)(void *); } list;
typedef union { int i; float f; } number;
list *list_new(number n);
int list_get(const list *l, list *const *all, number *to);
int main(void) {
    number n = {1};
    list *l = list_new(n);
    return list_get(l, &l, &n);
}
""")
    box.write("m.c", box.run("stubs", "a.c").expect(0).out)
    result = box.run("a.c", "--model", "m.c", "--property", "error-call").expect(0)
    assert f"{ASSUMED}'list_new' at m.c:" in result.out and f"{ASSUMED}'list_get' at m.c:" in result.out, result.out
    # Another structure is not meant, whether it has a name or not.
    for text in ("typedef struct hp_other { void *a, *b; } other; other *list_new(union { int i; float f; } n) { return 0; }\n",
                 "typedef struct hp_list { void *a; } list; typedef union { int i; float f; } number; list *list_new(number n) { return 0; }\n",
                 "struct list { void *a, *b; }; typedef union { int i; float f; } number; struct list *list_new(number n) { return 0; }\n"):
        box.write("m.c", text)
        assert "its result has another type" in box.run("a.c", "--model", "m.c").expect(3).err, text


@test
def nothing_is_missing(box):
    box.write("a.c", "int main(void) { return 0; }\n")
    result = box.run("stubs", "a.c").expect(0)
    assert result.out == "" and "every function has a body or a row" in result.err, (result.out, result.err)


@test
def a_project_takes_models_where_it_needs_them(box):
    box.write("a.c", PROGRAM)
    box.write("b.c", "int main(void) { return 0; }\n")
    box.write("m.c", MODELS)
    box.write("compile_commands.json", json.dumps([{"directory": str(box.folder), "file": f, "arguments": ["cc", "-c", f]} for f in ("a.c", "b.c")]))
    box.run("project", ".", "--cache", "cache").expect(2)
    args = ("project", ".", "--cache", "cache", "--model", "m.c")
    result = box.run(*args).expect(0)
    assert f"{ASSUMED}'make' at m.c:4 [model]\n" in result.out, result.out
    assert "2 programs: 0 analysed, 2 unchanged" in box.run(*args).expect(0).err
    box.write("m.c", MODELS.replace("n->v = v;", "n->v = v; free(n);"))
    result = box.run(*args).expect(1)
    assert "2 programs: 1 analysed, 1 unchanged" in result.err and "use-after-free at m.c:10" in result.out, (result.out, result.err)
    box.write("m.c", MODELS.replace("int look(const struct node *n) { return n->v; }", "int look(int n) { return n; }"))
    assert "m.c:10: error: the model does not fit 'look'" in box.run(*args).err
    box.write("m.c", "int look(\n")
    assert "m.c:1:" in box.run(*args).expect(3).err


if __name__ == "__main__":
    sys.exit(run_all())
