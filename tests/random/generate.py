#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes small heap programs: lists with one and two links, lists whose nodes own lists, nodes inside other structs, and what is in arrays.py,
containers.py, counted.py, grown.py, indices.py, kinds.py, library.py, owned.py, parents.py, stale.py, tables.py, texts.py, trees.py, turns.py, valued.py, walks.py and webs.py.

usage: generate.py SEED COUNT [KIND]      (the same arguments give the same text; KIND: only programs about this, list, web, array, ...)

The text is one C file with functions p0, p1, ...  Every statement keeps the heap tidy: each variable owns its list, null-terminated, apart from the others';
at the end all of them are freed.  In most programs one to three statements are spoilt: a null check is missing, something is freed too
early, twice or not at all, a link is forgotten.  Many of the faults need particular inputs, and some never happen.

Compiled with -DNATIVE the file becomes a program: argument 1 is the number of the function, the others are the inputs (then zeros).  Its
exit status is 3 if heap blocks are left.  Without arguments it does the same for each line that it reads, in a process of its own, and prints the status.
"""
import random
import sys

import arrays
import containers
import counted
import grown
import indices
import kinds
import library
import owned
import parents
import stale
import tables
import texts
import trees
import turns
import valued
import walks
import webs

HEADER = """#include <stddef.h>
#include <stdlib.h>
#ifdef NATIVE
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static long blocks;
static char **inputs;
static void *taken(void *p) { blocks += p != NULL; return p; }
static void *take(size_t n) { return taken(malloc(n)); }
static void give(void *p) { blocks -= p != NULL; free(p); }
static int nondet(void) { return *inputs ? (int)strtoll(*inputs++, NULL, 10) : 0; }
#define malloc take
#define free give
#else
int __VERIFIER_nondet_int(void);
#define nondet __VERIFIER_nondet_int
#endif
struct one { struct one *next; int v; };
struct two { struct two *next, *prev; int v; };
struct own { struct own *next; struct one *sub; int v; };
struct box { int a; struct one link; char *text; };

static struct one *push(struct one *list, int v) {
    struct one *n = malloc(sizeof *n);
    n->next = list;
    n->v = v;
    return n;
}
static void drop(struct one *list) {
    while (list) {
        struct one *next = list->next;
        free(list);
        list = next;
    }
}
static struct one *pop(struct one *list) {
    struct one *rest = list->next;
    free(list);
    return rest;
}
"""
NATIVE_MAIN = """#ifdef NATIVE
enum { SECONDS = 5, MOST_INPUTS = 100000 };
static void (*const programs[])(void) = {%s};
static char line[16 * MOST_INPUTS], *words[MOST_INPUTS + 1];
static int run(char **arguments) {
    inputs = arguments + 1;
    programs[atoi(arguments[0])]();
    return blocks ? 3 : 0;
}
static int run_line(void) {
    int n = 0, status;
    for (char *w = strtok(line, " ,\\n"); w && n < MOST_INPUTS; w = strtok(NULL, " ,\\n")) words[n++] = w;
    pid_t child = fork();
    if (!child) {
        alarm(SECONDS);
        _exit(run(words));
    }
    for (int i = 0; i < n; i++) words[i] = NULL;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
int main(int argc, char **argv) {
    if (argc > 1) return run(argv + 1);
    while (fgets(line, sizeof line, stdin)) {
        printf("%%d\\n", run_line());
        fflush(stdout);
    }
    return 0;
}
#endif
"""
# What a program is about, and how often.
SHARES = {"list": 20, "web": 9, "array": 10, "turns": 6, "stale": 7, "tree": 8, "table": 17, "library": 13, "text": 10, "grown": 8, "walk": 8, "counted": 8, "index": 8, "valued": 6, "parent": 0, "owned": 0, "kinds": 0}  # 0: where asked for, with declarations of its own
KINDS = ("one", "one", "two", "own", "box")
CONTAINERS = ("queue", "deque", "deque", "ring", "ring", "group")


class Program(arrays.Arrays, containers.Containers, counted.Counted, grown.Grown, indices.Indices, kinds.Kinds, library.Library, owned.Owned, parents.Parents, stale.Stale, tables.Tables, texts.Texts, trees.Trees, turns.Turns, valued.Valued, walks.Walks, webs.Webs):
    """Lines of one function.  `spoil` counts down over the statements that can be spoilt; at 0 the statement is."""

    def __init__(self, rng):
        self.rng, self.lines, self.depth, self.fresh = rng, [], 1, 0
        self.vars = [(f"{kind}{i}", kind) for i, kind in enumerate(rng.choice(KINDS) for _ in range(rng.randint(1, 3)))]
        self.containers = []
        if rng.random() < 0.5:
            chosen = [rng.choice(CONTAINERS) for _ in range(rng.randint(1, 2))]
            self.containers = [(f"{kind}{i}", kind) for i, kind in enumerate(chosen + chosen[:rng.randint(0, 1)])]
            self.vars = self.vars[:1] if rng.random() < 0.5 else []
        self.spoils = set(rng.sample(range(9), rng.randint(1, 3))) if rng.random() < 0.85 else set()
        self.chance = 0

    def spoilt(self):
        self.chance += 1
        return self.chance - 1 in self.spoils

    def put(self, *lines):
        self.lines += ["    " * self.depth + line for line in lines]

    def name(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def pick(self, kind=None):
        names = [v for v in self.vars if kind in (None, v[1])]
        return self.rng.choice(names) if names else None

    def loop(self):
        """The head of a loop that ends, whose number of turns the inputs decide."""
        i, n, kind = self.name("i"), self.name("n"), self.rng.randrange(3)
        if kind == 0:
            return "while (nondet()) {"
        if kind == 1:
            self.put(f"int {n} = nondet();")
            return f"for (int {i} = 0; {i} < {n} && {i} < {self.rng.randint(2, 6)}; {i}++) {{"
        return f"for (int {i} = 0; {i} < {self.rng.randint(1, 4)}; {i}++) {{"

    def condition(self):
        n = self.rng.choice((0, 0, 1, 2, 3, 7, 100, -1))
        return f"nondet() {self.rng.choice(('==', '!=', '<', '>'))} {n}"

    # ---- lists: statements that keep them tidy, and what spoils them --------------------------------------------------------------------

    def grow(self):
        v, kind = self.pick()
        t = self.name("t")
        if kind == "one" and self.rng.random() < 0.3:
            self.put(self.loop(), f"    {v} = push({v}, {self.rng.randrange(9)});", "}")
            return
        self.put(self.loop())
        self.depth += 1
        if kind == "box":
            self.put(f"struct box *{t} = malloc(sizeof *{t});", f"{t}->a = 1;", f"{t}->text = malloc(4);", f"{t}->text[{4 if self.spoilt() else 3}] = 0;",
                     f"{t}->link.next = {v};", f"{t}->link.v = 2;", f"{v} = &{t}->link;")
        else:
            size = f"sizeof(void *)" if self.rng.random() < 0.3 and self.spoilt() else f"sizeof *{t}"
            self.put(f"struct {kind} *{t} = malloc({size});", f"{t}->next = {v};", f"{t}->v = {self.rng.randrange(9)};")
            if kind == "two":
                self.put(f"{t}->prev = NULL;")
                if not self.spoilt():
                    self.put(f"if ({v})", f"    {v}->prev = {t};")
            if kind == "own" and not (self.rng.random() < 0.5 and self.spoilt()):
                self.put(f"{t}->sub = {'NULL' if self.rng.random() < 0.5 else 'push(NULL, 1)'};")
            if not self.spoilt() or self.rng.random() < 0.5:
                self.put(f"{v} = {t};")
        self.depth -= 1
        self.put("}")

    def append(self):
        v, kind = self.pick()
        if kind not in ("one", "two"):
            return
        t, p = self.name("t"), self.name("p")
        self.put("{", f"    struct {kind} *{t} = malloc(sizeof *{t}), *{p} = {v};")
        self.depth += 1
        if not self.spoilt():
            self.put(f"{t}->next = NULL;")
        self.put(f"{t}->v = 5;")
        if kind == "two":
            self.put(f"{t}->prev = NULL;")
        if self.spoilt():
            self.put(f"while ({p}->next)", f"    {p} = {p}->next;", f"{p}->next = {t};")
        else:
            self.put(f"while ({p} && {p}->next)", f"    {p} = {p}->next;", f"if ({p}) {{", f"    {p}->next = {t};",
                     *([f"    {t}->prev = {p};"] if kind == "two" else []), "} else {", f"    {v} = {t};", "}")
        self.depth -= 1
        self.put("}")

    def free_node(self, t, kind):
        if kind == "own" and not self.spoilt():
            self.put(f"drop({t}->sub);")
        if kind == "box":
            b = self.name("b")
            self.put(f"struct box *{b} = (struct box *)((char *){t} - offsetof(struct box, link));")
            if not self.spoilt():
                self.put(f"free({b}->text);")
            self.put(f"free({t if self.spoilt() else b});")
        else:
            self.put(f"free({t});")

    def shrink(self):
        """Removes the first node."""
        v, kind = self.pick()
        t = self.name("t")
        if kind == "one" and self.rng.random() < 0.3:
            self.put(f"{v} = pop({v});" if self.spoilt() else f"if ({v}) {v} = pop({v});")
            return
        self.put("{" if self.spoilt() else f"if ({v}) {{")
        self.depth += 1
        self.put(f"struct {kind if kind != 'box' else 'one'} *{t} = {v};", f"{v} = {v}->next;")
        if kind == "two":
            self.put(f"if ({v})" if not self.spoilt() else "", f"    {v}->prev = NULL;")
        if not self.spoilt():
            self.free_node(t, kind)
        self.depth -= 1
        self.put("}")

    def unlink(self):
        """Removes a node somewhere."""
        v, kind = self.pick()
        if kind not in ("one", "two", "own"):
            return
        p, t, c = self.name("p"), self.name("t"), self.rng.randrange(9)
        self.put(f"for (struct {kind} **{p} = &{v}; *{p};) {{", f"    struct {kind} *{t} = *{p};", f"    if ({t}->v == {c} || {self.condition()}) {{")
        self.depth += 2
        if self.spoilt():
            self.free_node(t, kind)
            self.put(f"*{p} = {t}->next;")
        else:
            self.put(f"*{p} = {t}->next;")
            if kind == "two":
                self.put(f"if ({t}->next)", f"    {t}->next->prev = {t if self.spoilt() else f'{t}->prev'};")
            self.free_node(t, kind)
        self.depth -= 2
        self.put("    } else {", f"        {p} = &{t}->next;", "    }", "}")

    def back(self):
        """Walks a doubly linked list to its end and back."""
        found = self.pick("two")
        if not found:
            return
        v, p = found[0], self.name("p")
        self.put(f"for (struct two *{p} = {v}; {p}; {p} = {p}->next) {{", f"    if (!{p}->next) {{",
                 f"        while ({p}->prev)", f"            {p} = {p}->prev;", f"        {p}->v++;", "        break;", "    }", "}")

    def walk(self):
        v, kind = self.pick()
        p = self.name("p")
        first = f"{v}->next" if self.spoilt() else v
        step = f"{p}->next->next" if self.spoilt() else f"{p}->next"
        self.put(f"for (struct {kind if kind != 'box' else 'one'} *{p} = {first}; {p}; {p} = {step})", f"    {p}->v = {self.rng.randrange(9)};")

    def reverse(self):
        v, kind = self.pick()
        if kind not in ("one", "own", "box"):
            return
        r, t, k = self.name("r"), self.name("t"), "one" if kind == "box" else kind
        self.put("{", f"    struct {k} *{r} = NULL;", f"    while ({v}) {{", f"        struct {k} *{t} = {v}->next;", f"        {v}->next = {r};",
                 f"        {r} = {v};", f"        {v} = {t};", "    }", *([] if self.spoilt() else [f"    {v} = {r};"]), "}")

    def move(self):
        """All of one list to the front of another of its kind."""
        v, kind = self.pick()
        others = [o for o, k in self.vars if k == kind and o != v]
        if not others or kind == "two":
            return
        o, p, k = self.rng.choice(others), self.name("p"), "one" if kind == "box" else kind
        self.put(f"if ({o}) {{", f"    struct {k} *{p} = {o};", f"    while ({p}->next)", f"        {p} = {p}->next;", f"    {p}->next = {v};",
                 f"    {v} = {o};", *([] if self.spoilt() else [f"    {o} = NULL;"]), "}")

    def swap(self):
        v, kind = self.pick()
        others = [o for o, k in self.vars if k == kind and o != v]
        if not others:
            return
        o, t, k = self.rng.choice(others), self.name("t"), "one" if kind == "box" else kind
        self.put("{", f"    struct {k} *{t} = {v};", f"    {v} = {o};", f"    {o} = {v if self.spoilt() else t};", "}")

    def clear(self, variable=None):
        v, kind = variable or self.pick()
        t, n = self.name("t"), self.name("n")
        if kind == "one" and self.rng.random() < 0.3:
            self.put(f"drop({v});")
        else:
            k = "one" if kind == "box" else kind
            self.put(f"{'if' if self.spoilt() else 'while'} ({v}) {{", f"    struct {k} *{t} = {v};")
            self.depth += 1
            if self.spoilt():
                self.free_node(t, kind)
                self.put(f"{v} = {t}->next;")
            else:
                self.put(f"struct {k} *{n} = {v}->next;")
                self.free_node(t, kind)
                self.put(f"{v} = {n};")
            self.depth -= 1
            self.put("}")
        if not variable and not self.spoilt():
            self.put(f"{v} = NULL;")

    # ---- statements that hold others ------------------------------------------------------------------------------------------------

    def branch(self):
        self.put(f"if ({self.condition()}) {{")
        self.some()
        if self.rng.random() < 0.5:
            self.put("} else {")
            self.some()
        self.put("}")

    def repeat(self):
        self.put(self.loop())
        self.some()
        self.put("}")

    def early(self):
        if self.spoilt():
            self.put(f"if ({self.condition()})", "    return;")

    def some(self):
        self.depth += 1
        for _ in range(self.rng.randint(1, 2)):
            self.statement()
        self.depth -= 1

    def statement(self):
        if self.containers and (not self.vars or self.rng.random() < 0.6):
            self.rng.choice((self.act, self.act, self.act, *((self.branch, self.repeat) if self.depth < 3 else ())))()
            return
        simple = (self.grow, self.grow, self.append, self.shrink, self.unlink, self.walk, self.reverse, self.move, self.swap, self.clear, self.back, self.early)
        self.rng.choice(simple + ((self.branch, self.branch, self.repeat) if self.depth < 3 else ()))()

    def body_of_web(self):
        self.begin_web()
        for _ in range(self.rng.randint(4, 8)):
            self.web_statement()
        self.end_web()

    def body(self):
        for v, kind in self.vars:
            self.put(f"struct {kind if kind != 'box' else 'one'} *{v} = NULL;")
        for name, kind in self.containers:
            self.put(containers.INITIAL[kind].format(name))
        for _ in range(self.rng.randint(2, 5)):
            self.statement()
        for variable in self.vars:
            if not (self.rng.random() < 0.4 and self.spoilt()):
                self.clear(variable)
        for name, kind in self.containers:
            if not (self.rng.random() < 0.4 and self.spoilt()):
                self.finish(name, kind)

    def text(self, number, only=None):
        kind = only or self.rng.choices(*zip(*SHARES.items()))[0]
        self.number, self.functions = number, []
        {"list": self.body, "web": self.body_of_web, "array": self.body_of_array, "turns": self.body_of_turns, "stale": self.body_of_stale,
         "tree": self.body_of_tree, "table": self.body_of_table, "library": self.body_of_library,
         "text": self.body_of_text, "grown": self.body_of_grown, "walk": self.body_of_walk, "counted": self.body_of_counted, "index": self.body_of_index, "valued": self.body_of_valued, "parent": self.body_of_parents, "owned": self.body_of_owned, "kinds": self.body_of_kinds}[kind]()
        return "".join(self.functions) + "\n".join([f"void p{number}(void) {{", *(line for line in self.lines if line.strip()), "}"]) + "\n"


def batch(seed, count, only=None):
    """`only` programs about this, a key of SHARES."""
    programs = [Program(random.Random(f"{seed}/{i}")).text(i, only) for i in range(count)]
    about = (arrays, containers, counted, grown, indices, library, stale, tables, texts, trees, walks, webs, turns, valued) + {"parent": (parents,), "owned": (owned,), "kinds": (kinds,)}.get(only, ())
    names = ", ".join(f"p{i}" for i in range(count))
    return HEADER + "".join(kind.DECLARATIONS for kind in about) + "\n" + "\n".join(programs) + NATIVE_MAIN % names


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or (len(sys.argv) == 4 and sys.argv[3] not in SHARES):
        sys.exit(__doc__)
    sys.stdout.write(batch(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
