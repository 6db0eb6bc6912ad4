#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Summaries of functions that outlive the process (--store).  usage: store.py HEAPPROOF [PART OF A NAME]"""
import json
import re

from tap import run_all, test

PROGRAM = """#include <stdlib.h>
struct node { struct node *next; int v; };
static int limit = 4;
static struct node *spare;
static struct node *make(int v) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->v = v;
    return n;
}
static void push(struct node **list, int v) {
    struct node *n = make(v);
    n->next = *list;
    *list = n;
}
static void clear(struct node **list) {
    while (*list) {
        struct node *n = *list;
        *list = n->next;
        free(n);
    }
}
static int length(const struct node *n) { return n ? 1 + length(n->next) : 0; }
extern int __VERIFIER_nondet_int(void);
static void fill(struct node **list) {
    while (__VERIFIER_nondet_int()) push(list, 1);
}
static void (*const clean)(struct node **) = clear;
static int table[4];
int main(void) {
    struct node *a = NULL, *b = NULL;
    fill(&a);
    fill(&b);
    for (int i = 0; i < limit; i++) table[i] = length(a);
    clean(&a);
    clear(&b);
    return spare != NULL;
}
"""


def plain(report):
    """A report without what the store may change: that it is trusted, and how long a search was."""
    for program in report["programs"]:
        program["assumptions"] = [x for x in program["assumptions"] if x["name"] != "store"]
        for count in ("runs", "steps"):
            program["statistics"].pop(count)
    return report


def made(box, *extra, store="store"):
    out = box.run("check", "p.c", "--store", store, "--stats", *extra).out
    return int(re.search(r"^states-made: (\d+)$", out, re.M)[1])


def both(box, text):
    """The report with the store, which must be the one without."""
    box.write("p.c", text)
    cold, warm = box.run("check", "p.c", "--format", "json"), box.run("check", "p.c", "--store", "store", "--format", "json")
    assert warm.status == cold.status, (warm.status, cold.status)
    a, b = plain(json.loads(cold.out)), plain(json.loads(warm.out))
    assert a == b, (a, b)
    return a


@test
def a_program_that_has_not_changed_makes_no_state(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c", "--store", "store", "--format", "json").expect(0)
    assert box.run("check", "p.c", "--store", "store", "--format", "json").out == first.out
    assert made(box) == 0 and made(box, store="other") > 50
    both(box, PROGRAM)


@test
def the_store_is_an_assumption(box):
    box.write("p.c", PROGRAM)
    box.run("check", "p.c", "--store", "store").expect(0, out_match=r"\[store\]$")
    assert "[store]" not in box.run("check", "p.c").expect(0).out


@test
def lines_that_move_make_no_state_and_the_report_has_them(box):
    bad = PROGRAM.replace("    return spare != NULL;", "    return spare->v;")
    both(box, PROGRAM)
    for text in (PROGRAM, bad):
        both(box, text)
        moved = both(box, "/* a comment */\n\n" + text)
        if text == bad:
            line = text[:text.index("spare->v")].count("\n") + 3
            assert moved["programs"][0]["findings"][0]["place"]["line"] == line, moved["programs"][0]["findings"]
        else:
            assert made(box) == 0


@test
def an_edit_that_keeps_what_a_function_does_is_walked_once(box):
    both(box, PROGRAM)
    whole = made(box, store="other")
    for text in (PROGRAM.replace("    n->v = v;\n", "    int w = v;\n    n->v = w;\n"), PROGRAM.replace("    return spare", "    int more = 1; more++;\n    return spare")):
        box.write("p.c", text)
        n = made(box)
        assert 0 < n < whole, (n, whole)
        both(box, text)


FAULTS = [
    ("    n->next = NULL;\n", ""),
    ("n->next = *list;", "n->next = n;"),
    ("        free(n);\n", ""),
    ("        free(n);\n", "        free(n);\n        n->v = 1;\n"),
    ("limit = 4", "limit = 5"),
    ("table[4]", "table[3]"),
    ("clean)(struct node **) = clear", "clean)(struct node **) = fill"),
    ("static struct node *spare;", "static struct node *spare = (struct node *)8;"),
    ("1 + length(n->next)", "1 + length(n->next->next)"),
    ("    clear(&b);\n", ""),
    ("    clear(&b);\n", "    clear(&a);\n"),
    ("    *list = n;\n}", "    spare = n;\n}"),
    ("    clear(&b);\n", "    clear(&b);\n    clear(&spare);\n    fill(&spare);\n"),
    ("struct node { struct node *next; int v; }", "struct node { int v; struct node *next; }"),
]


@test
def a_fault_that_is_put_in_is_found_and_gone_again(box):
    both(box, PROGRAM)
    for old, new in FAULTS:
        assert old in PROGRAM
        both(box, PROGRAM.replace(old, new))
    assert both(box, PROGRAM)["verdict"] == "safe"


@test
def options_do_not_share_what_they_decide(box):
    box.write("p.c", PROGRAM)
    for options in ((), ("--malloc-may-fail",), ("--property", "memory-leak"), ("--domain", "sl:lengths=1"), ("-DX",), ("-m32",)):
        cold, warm = (box.run("check", "p.c", *options, *store) for store in ((), ("--store", "store"), ))
        assert cold.status == warm.status and warm.out.replace("assumption: what is kept in the store was written by heapproof (--store) [store]\n", "") == cold.out, options


@test
def damaged_entries_are_none(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c", "--store", "store").expect(0)
    whole = made(box, store="other")
    for change in (lambda b: b[:len(b) // 2], lambda b: b"", lambda b: b[:-1] + bytes([b[-1] ^ 1]), lambda b: b + b"x"):
        for path in (box.folder / "store").iterdir():
            path.write_bytes(change(path.read_bytes()))
        again = box.run("check", "p.c", "--store", "store").expect(0, err_match="damaged: not used")
        assert again.out == first.out
    assert made(box) == 0 < whole


@test
def two_at_once_and_a_killed_one_lose_nothing(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c").expect(0)
    started = [box.start("check", "p.c", "--store", "store") for _ in range(4)]
    started[0].kill()
    for process in started[1:]:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0, out
    started[0].communicate()
    assert made(box) == 0
    assert box.run("check", "p.c", "--store", "store").expect(0).out.replace("assumption: what is kept in the store was written by heapproof (--store) [store]\n", "") == first.out


@test
def a_store_that_cannot_be_written_is_told(box):
    box.write("p.c", PROGRAM)
    box.write("store", "a file")
    box.run("check", "p.c", "--store", "store").expect(0, err_match="nothing is kept for the next time")


run_all()
