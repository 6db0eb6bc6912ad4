#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random functions without callers, over lists, doubly linked lists, trees, arrays, strings, rings, queues and tagged unions: what is proved of them holds for inputs that
their contracts allow.

usage: open.py HEAPPROOF [--count N] [--runs K] [--seed S] [--native] [--keep FOLDER]

Each function that is proved runs K times in the interpreter with such inputs (check --try-contracts): a fault, or an exit that is not as ensured, makes the
answer unknown, and the test fails.  With --native a driver that is written from the words of the contract, and puts a bad address wherever they do not say anything, calls the compiled
functions K times each under AddressSanitizer.  Prints TAP, and last how many runs there were."""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BATCH = 25
CONTRADICTED = ("contradicts it", "the proof does not")
TYPES = """#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int v; char *text; };
struct twin { struct twin *next, *prev; int v; };
struct tree { struct tree *left, *right; int v; };
struct vec { int *data; size_t len, cap; };
struct link { struct link *next, *prev; };
struct item { int v; struct link link; };
struct owner { int id; struct link items; };
struct queue { struct node *head, *tail; unsigned count; };
struct pair { int a, b; };
struct one { int kind; union { int number; char *text; struct node *list; struct pair *pair; } u; };
#define ITEM(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))
"""


class Writer:
    """Writes one function.  Some conditions are left out, so that some functions are wrong."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name

    def spoilt(self):
        return self.rng.random() < 0.08

    def test(self, *conditions):
        kept = [c for c in conditions if not self.spoilt()]
        return " && ".join(kept) or "1"

    def some(self, pool, least, most):
        return "\n    ".join(self.rng.choice(pool)() for _ in range(self.rng.randint(least, most)))

    def act(self):
        return self.rng.choice(("k += p->v;", "p->v = k;", "if (p->v == k) break;", "p->v += k; k++;", "if (p->v > k) k = p->v;"))

    # ---- lists: a is one, b another; p and q are null or nodes of a that are there

    def list_walk(self):
        return f"for (p = a; {self.test(self.rng.choice(('p', 'p', 'p && p->next')))}; p = p->next) {{ {self.act()} }}"

    def list_first(self):
        return "p = a;"

    def list_on(self):
        return f"if ({self.test('p')}) p = p->next;"

    def list_use(self):
        return f"if ({self.test('p')}) {self.rng.choice(('p->v = k;', 'k += p->v;'))}"

    def list_push(self):
        return "q = malloc(sizeof *q); if (!q) return a; q->next = a; q->v = k; q->text = NULL; a = q; q = NULL;"

    def list_pop(self):
        return f"if ({self.test('a')}) {{ q = a; a = a->next; free(q); q = NULL; {'' if self.spoilt() else 'p = NULL;'} }}"

    def list_append(self):
        return f"if (!a) a = b; else {{ for (p = a; {self.test('p->next')}; p = p->next) ; p->next = b; }} b = NULL;"

    def list_reverse(self):
        return f"q = NULL; while ({self.test('a')}) {{ p = a->next; a->next = q; q = a; a = p; }} a = q; q = NULL;"

    def list_cut(self):
        return f"if ({self.test('p', 'p->next')}) {{ q = p->next; p->next = q->next; free(q); q = NULL; }}"

    def list_text(self):
        return f"if ({self.test('a', 'a->text')}) k += a->text[0];"

    def list_clear(self):
        return f"while ({self.test('a')}) {{ q = a->next; free(a); a = q; }} {'' if self.spoilt() else 'p = q = NULL;'}"

    def list_swap(self):
        return "q = a; a = b; b = q; p = q = NULL;"

    def list(self):
        pool = [self.list_walk, self.list_first, self.list_on, self.list_use, self.list_push, self.list_pop, self.list_cut, self.list_text, self.list_reverse, self.list_clear]
        both, place = self.rng.random() < 0.4, self.rng.random() < 0.3
        pool += [self.list_append, self.list_swap] if both else []
        second = ", struct node *b" if both else ""
        if place:
            before, end, head = "struct node *a = *h; ", "*h = a; return k ? a : NULL;", f"struct node **h{second}"
        else:
            before, end, head = "", "return a;", f"struct node *a{second}"
        body = self.some(pool, 2, 5).replace("return a;", "return NULL;" if place else "return a;")
        return f"struct node *{self.name}({head}, int k) {{\n    {before}struct node *p = NULL, *q = NULL;\n    {body}\n    (void)p, (void)q;\n    {end}\n}}\n"

    # ---- doubly linked lists: a is a node, or null; so is p

    def twin_walk(self):
        way = self.rng.choice(("next", "prev"))
        return f"for (p = a; {self.test(self.rng.choice(('p', f'p && p->{way}')))}; p = p->{way}) {{ {self.act()} }}"

    def twin_unlink(self):
        one, other = self.test("p->prev"), self.test("p->next")
        return f"if ({self.test('p')}) {{ if ({one}) p->prev->next = p->next; if ({other}) p->next->prev = p->prev; if (p == a) a = p->next; free(p); p = NULL; }}"

    def twin_after(self):
        return (f"if ({self.test('p')}) {{ q = malloc(sizeof *q); if (q) {{ q->v = k; q->prev = p; q->next = p->next; if ({self.test('p->next')}) p->next->prev = q; p->next = q; }} q = NULL; }}")

    def twin_back(self):
        return f"if ({self.test('p', 'p->prev')}) p = p->prev;"

    def twin(self):
        pool = [self.twin_walk, self.twin_unlink, self.twin_after, self.twin_back, self.list_first, self.list_on, self.list_use]
        return f"struct twin *{self.name}(struct twin *a, int k) {{\n    struct twin *p = a, *q = NULL;\n    {self.some(pool, 2, 4)}\n    (void)p, (void)q;\n    return a;\n}}\n"

    # ---- trees

    def tree(self):
        n, rng, t = self.name, self.rng, self.test("t")
        return rng.choice((
            lambda: f"int {n}(struct tree *t, int k) {{ if (!({t})) return k; return {n}(t->left, k + t->v) + {n}(t->right, k); }}\n",
            lambda: f"void {n}(struct tree *t, int k) {{ if (!({t})) return; {n}(t->left, k); {n}(t->right, k); {'t->v = k;' if self.spoilt() else ''} free(t); {'t->v = k;' if self.spoilt() else ''} }}\n",
            lambda: f"struct tree *{n}(struct tree *t, int k) {{ while ({self.test('t', 't->v != k')}) t = k < t->v ? t->left : t->right; return t; }}\n",
            lambda: f"struct tree *{n}(struct tree *t, int k) {{ struct tree **at = &t, *x = malloc(sizeof *x); if (!x) return t; x->v = k; x->left = x->right = NULL; while ({self.test('*at')}) at = k < (*at)->v ? &(*at)->left : &(*at)->right; *at = x; return t; }}\n",
            lambda: f"void {n}(struct tree *t, int k) {{ if (!({t})) return; struct tree *x = t->left; t->left = t->right; t->right = {'t->left' if self.spoilt() else 'x'}; {n}(t->left, k); {n}(t->right, k); }}\n",
            lambda: f"int {n}(struct tree *t, int k) {{ while ({self.test('t->left')}) t = t->left; return t->v + k; }}\n",
        ))()

    # ---- arrays, strings

    def array_act(self):
        return self.rng.choice((
            lambda: f"for (size_t i = 0; i {'<=' if self.spoilt() else '<'} n; i++) k += a[i];",
            lambda: "for (size_t i = n; i > 0; i--) a[i] = k;" if self.spoilt() else "for (size_t i = n; i-- > 0;) a[i] = k;",
            lambda: f"if ({self.test('n')}) a[{self.rng.choice(('0', 'n - 1', 'n / 2'))}] = k;",
            lambda: f"if ({self.test('k >= 0', '(size_t)k < n')}) a[k]++;",
            lambda: f"for (size_t i = 1; i < n; i++) if (a[i - 1] > a[i{' + 1' if self.spoilt() else ''}]) {{ int x = a[i]; a[i] = a[i - 1]; a[i - 1] = x; }}",
            lambda: f"for (size_t i = 0, j = n; i < j{'--' if not self.spoilt() else ''}; i++) {{ int x = a[i]; a[i] = a[j]; a[j] = x; }}",
        ))()

    def array(self):
        return f"int {self.name}(int *a, size_t n, int k) {{\n    {self.some([self.array_act], 1, 3)}\n    return k;\n}}\n"

    def string_act(self):
        return self.rng.choice((
            lambda: f"for (char *p = s; {self.test('*p')}; p++) if (*p == 'a') k++;",
            lambda: f"{{ size_t n = strlen(s); if ({self.test('n')}) s[n - 1] = 'z'; }}",
            lambda: f"{{ char *c = malloc(strlen(s){'' if self.spoilt() else ' + 1'}); if (c) {{ strcpy(c, s); k += c[0]; free(c); }} }}",
            lambda: f"for (size_t i = 0; {self.test('s[i]')}; i++) s[i] = s[i] == 'b' ? 'c' : s[i];",
            lambda: "if (s[0] && s[1]) s[1] = 'x';",
        ))()

    def string(self):
        return f"int {self.name}(char *s, int k) {{\n    {self.some([self.string_act], 1, 3)}\n    return k;\n}}\n"

    # ---- structures

    def vec(self):
        room = self.test("v->len < v->cap")
        return f"int {self.name}(struct vec *v, int k) {{ " + self.rng.choice((
            lambda: f"if ({room}) v->data[v->len++] = k; return k;",
            lambda: f"return {self.test('v->len')} ? v->data[--v->len] : k;",
            lambda: f"for (size_t i = 0; i {'<=' if self.spoilt() else '<'} v->len; i++) k += v->data[i]; return k;",
            lambda: f"return {self.test('k >= 0', '(size_t)k < v->len')} ? v->data[k] : -1;",
        ))() + " }\n"

    def ring(self):
        return f"int {self.name}(struct owner *o, int k) {{ " + self.rng.choice((
            lambda: f"for (struct link *l = o->items.next; l != {'NULL' if self.spoilt() else '&o->items'}; l = l->next) k += ITEM(l)->v; return k;",
            lambda: f"struct link *l = o->items.next; if ({self.test('l != &o->items')}) {{ l->prev->next = l->next; l->next->prev = l->prev; free(ITEM(l)); }} return k;",
            lambda: "struct item *i = malloc(sizeof *i); if (!i) return 0; i->v = k; i->link.next = o->items.next; i->link.prev = &o->items; o->items.next->prev = &i->link; o->items.next = &i->link; return 1;",
            lambda: f"while (o->items.next != &o->items) {{ struct item *i = ITEM(o->items.next); i->link.next->prev = &o->items; o->items.next = i->link.next; free(i); {'k += i->v;' if self.spoilt() else ''} }} return k;",
        ))() + " }\n"

    def queue(self):
        return f"int {self.name}(struct queue *q, int k) {{ " + self.rng.choice((
            lambda: f"struct node *n = malloc(sizeof *n); if (!n) return 0; n->next = NULL; n->v = k; n->text = NULL; if ({self.test('q->head')}) q->tail->next = n; else q->head = n; q->tail = n; q->count++; return 1;",
            lambda: f"struct node *n = q->head; if (!({self.test('n')})) return 0; q->head = n->next; if (!q->head) q->tail = NULL; k = n->v; free(n); q->count--; return k;",
            lambda: f"return {self.test('q->count')} ? q->tail->v + q->head->v : k;",
            lambda: "for (struct node *n = q->head; n; n = n->next) k += n->v; return k;",
        ))() + " }\n"

    # ---- one thing or another: 1 is a text, 2 a list, 3 a pair

    def kind(self, n):
        return str(self.rng.randint(0, 4) if self.spoilt() else n)

    def one_act(self):
        text, some, pair = self.kind(1), self.kind(2), self.kind(3)
        return self.rng.choice((
            lambda: f"if (o->kind == {text}) k += (int)strlen(o->u.text);",
            lambda: f"switch (o->kind) {{ case {text}: k += o->u.text[0]; break; case {max(int(text), int(some)) + 1 if text == some else some}: for (struct node *n = o->u.list; n; n = n->next) k += n->v; break; default: k++; }}",
            lambda: f"if (o->kind == {some}) {{ struct node *n = o->u.list; if ({self.test('n')}) {{ o->u.list = n->next; free(n); }} }}",
            lambda: f"if (o->kind == {text}) {{ free(o->u.text); {'' if self.spoilt() else 'o->kind = 0; o->u.number = k;'} }}",
            lambda: f"if (o->kind == {self.kind(0)}) o->u.number = k;",
            lambda: f"if (o->kind == {pair} && k) {{ struct pair *x = o->u.pair; x->a = x->b; k = x->a; }}",
            lambda: f"if (o->kind != {pair}) {{ struct pair *x = malloc(sizeof *x); if (x) {{ x->a = x->b = k; o->kind = {pair}; o->u.pair = x; }} }}",
            lambda: "o->kind = 0;" if not self.spoilt() else "o->kind = k;",
        ))()

    def one(self):
        return f"int {self.name}(struct one *o, int k) {{\n    {self.some([self.one_act], 1, 3)}\n    return k;\n}}\n"

    def function(self):
        return self.rng.choice((self.list, self.list, self.list, self.twin, self.twin, self.tree, self.array, self.array, self.string, self.vec, self.ring, self.queue, self.one, self.one))()


# ---- drivers, from the words of contracts ------------------------------------------------------------------------------------------------

BUILDERS = """
static unsigned rnd(unsigned n) { return (unsigned)rand() % n; }
static void *bad(void) { return (void *)(uintptr_t)(16 * (1 + rnd(200))); }
static void *get(size_t n) { void *p = malloc(n ? n : 1); if (!p) abort(); memset(p, 0x5a, n); return p; }
static char *string(void) { unsigned n = rnd(4); char *s = get(n + 1); for (unsigned i = 0; i < n; i++) s[i] = (char)('a' + rnd(4)); s[n] = 0; return s; }
static char *text(int how) { return how == 0 ? bad() : how == 2 && rnd(2) ? NULL : string(); }
static struct node *list(int null, int how, unsigned *count, struct node **last) {
    unsigned n = rnd(4) + !null; struct node *l = NULL; *last = NULL; *count = n;
    while (n--) { struct node *x = get(sizeof *x); x->next = l; x->v = (int)rnd(5); x->text = text(how); if (!l) *last = x; l = x; }
    return l;
}
static struct twin *dlist(int null) {
    unsigned n = rnd(4) + !null, k = 0, at = n ? rnd(n) : 0; struct twin *l = NULL, *r = NULL;
    for (; k < n; k++) { struct twin *x = get(sizeof *x); x->next = l; x->prev = NULL; if (l) l->prev = x; x->v = (int)rnd(5); l = x; if (k == at) r = x; }
    return r;
}
static struct tree *tree(int null, int depth) {
    if (null && (!depth || !rnd(3))) return NULL;
    struct tree *t = get(sizeof *t); t->v = (int)rnd(5); t->left = tree(1, depth ? depth - 1 : 0); t->right = tree(1, depth ? depth - 1 : 0); return t;
}
static int *array(size_t n) { int *a = get(n * sizeof *a); for (size_t i = 0; i < n; i++) a[i] = (int)rnd(5); return a; }
static struct owner *owner(void) {
    struct owner *o = get(sizeof *o); o->items.next = o->items.prev = &o->items;
    for (unsigned n = rnd(4); n--;) { struct item *i = get(sizeof *i); i->v = (int)rnd(5); i->link.next = o->items.next; i->link.prev = &o->items; o->items.next->prev = &i->link; o->items.next = &i->link; }
    return o;
}
static int number(void) { return rnd(4) ? (int)rnd(7) - 2 : (int)((unsigned)rand() * 2u); }
"""


def said(requires, form):
    """How a clause of this form is said: 0 not, 1 so, 2 or null."""
    found = [r for r in requires if form in r]
    return 0 if not found else 2 if "== null or" in found[0] else 1


def argument(requires, kind, path):
    """C for what a pointer of the kind may be; None: it is said otherwise."""
    word = {"struct node": "list", "struct twin": "dlist", "struct tree": "tree"}[kind]
    how = said(requires, f"{word}({path},")
    if not how:
        return None if said(requires, f"({path}") else "bad()"
    if word == "list":
        return f"list({how - 1}, {said(requires, f'string({path}->text)') or said(requires, f'string(({path})->text)')}, &count, &last)"
    return f"dlist({how - 1})" if word == "dlist" else f"tree({how - 1}, 3)"


def union_of(requires):
    """Statements that put something into a union, as each clause says where the number has a value."""
    ways = ""
    for kind in range(5):
        clauses = [r.split(" or ", 1)[1] for r in requires if r.startswith(f"o->kind != {kind} or ")]
        if not clauses:
            continue
        null = int("== null or" in clauses[0])
        if "string(o->u.text)" in clauses[0]:
            ways += f" case {kind}: o->u.text = text({1 + null}); break;"
        elif "list(o->u.list, next)" in clauses[0]:
            ways += f" case {kind}: o->u.list = list({null}, {said(requires, 'string(o->u.list->text)')}, &count, &last); break;"
        elif "object(o->u.list)" in clauses[0] or "object(o->u.pair)" in clauses[0]:
            what, size = ("list", "struct node") if "u.list" in clauses[0] else ("pair", "struct pair")
            ways += f" case {kind}: o->u.{what} = {'rnd(2) ? NULL : ' if null else ''}get(sizeof({size})); break;"
        else:
            return None
    return f"switch (o->kind = (int)rnd(6)) {{{ways} default: o->u.text = bad(); }}"


def call_of(function, requires):
    """Statements that build inputs of a proved function and call it; None: its contract has other words."""
    name, head = re.match(r"[\w *]+?\b(\w+)\(([^)]*)\)", function).groups()
    lines, args = [], []
    for p in head.split(", "):
        x = p.split()[-1].lstrip("*")
        if p == "int k":
            value = "number()"
        elif p.startswith("struct node **"):
            inner = argument(requires, "struct node", "*h")
            if not said(requires, "object(h)") or not inner:
                return None
            lines.append(f"struct node **h = get(sizeof *h); *h = {inner};")
            value = "h"
        elif p.startswith(("struct node", "struct twin", "struct tree")):
            built = argument(requires, " ".join(p.split()[:2]), x)
            if not built:
                return None
            lines.append(f"{p} = {built};")
            if x == "b" and said(requires, "may_share(a, b)"):
                lines.append("if (!rnd(3)) b = a;")
            value = x
        elif p == "struct one *o":
            filled = union_of(requires)
            if not said(requires, "object(o)") or not filled:
                return None
            lines.append(f"struct one *o = get(sizeof *o); {filled}")
            value = "o"
        elif p == "int *a":
            how = said(requires, "array(a, n)")
            lines.append("size_t n = rnd(5); int *a = " + ("array(n);" if how else "array(1);" if said(requires, "object(a)") else "bad();"))
            if not how:
                lines.append("n = (size_t)number();")
            value = "a"
        elif p == "size_t n":
            value = "n"
        elif p == "char *s":
            lines.append(f"char *s = text({said(requires, 'string(s)')});")
            value = "s"
        else:
            return None
        args.append(value)
    return "{ " + " ".join(lines) + f" {name}({', '.join(args)}); }}"


def native(folder, source, functions, proved, runs, seed):
    """How many runs there were; and what went wrong, or None."""
    calls = [(n, call_of(functions[n], r)) for n, r in proved.items()]
    calls = [(n, c) for n, c in calls if c]
    text = source + BUILDERS + f"#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\nint main(void) {{\n    unsigned count; struct node *last; (void)count; (void)last; srand({seed});\n"
    for name, call in calls:  # what does not end is not wrong
        text += f'    if (!fork()) {{ alarm(1); for (int i = 0; i < {runs}; i++) {{ fputs("{name}\\n", stderr); {call} }} _exit(0); }}\n'
        text += "    { int s; wait(&s); if (s && !(WIFSIGNALED(s) && WTERMSIG(s) == 14)) return 1; }\n"
    text += "    return 0;\n}\n"
    path = folder / "driver.c"
    path.write_text(text)
    done = subprocess.run(["clang-19", "-w", "-g", "-O1", "-fsanitize=address", "-o", folder / "driver", path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    done = subprocess.run([folder / "driver"], capture_output=True, text=True, timeout=300, env={"ASAN_OPTIONS": "detect_leaks=0"})
    lines = done.stderr.splitlines()
    called = [line for line in lines if line in proved]
    return len(called), None if done.returncode == 0 else f"{called[-1]}: exit status {done.returncode}: {next((line for line in lines if 'ERROR' in line), '')}"


def batch(heapproof, folder, options, number):
    rng = random.Random(options.seed * 1000003 + number)
    functions = {f"f{number}_{i}": Writer(rng, f"f{number}_{i}").function() for i in range(BATCH)}
    source = TYPES + "".join(functions.values())
    path = folder / f"open{number}.c"
    path.write_text(source)
    done = subprocess.run([heapproof, "check", "--each", "--jobs", "2", "--time-limit", "10", "--try-contracts", str(options.runs), "--format", "json", path.name], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        return 0, 0, [f"{path.name}: exit status {done.returncode}: {done.stderr}"]
    programs = json.loads(done.stdout)["programs"]
    wrong = [f"{path.name}: {p['entry']}: {p['reason']}" for p in programs if any(c in (p["reason"] or "") for c in CONTRADICTED)]
    safe = [p for p in programs if p["verdict"] == "safe" and p.get("contract", {}).get("cases")]
    runs = sum(options.runs * len(p["contract"]["cases"]) for p in safe)
    if options.native:
        proved = {p["entry"]: p["contract"]["cases"][0]["requires"] for p in safe}
        n, why = native(folder, source, functions, proved, options.runs, options.seed + number)
        runs += n
        wrong += [f"{path.name}: {why}"] if why else []
    return len(safe), runs, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--keep")
    options = parser.parse_args()
    heapproof = str(pathlib.Path(options.heapproof).resolve())
    proved = runs = failed = 0
    with tempfile.TemporaryDirectory(prefix="heapproof-test-") as made:
        folder = pathlib.Path(options.keep or made)
        batches = max(1, options.count // BATCH)
        for number in range(batches):
            n, more, wrong = batch(heapproof, folder, options, number)
            proved, runs, failed = proved + n, runs + more, failed + bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number + 1} - {n} of {BATCH} functions proved, none of their runs fails" + "".join(f"\n# {w}" for w in wrong), flush=True)
    enough = proved * 3 > batches * BATCH
    print(f"{'ok' if enough else 'not ok'} {batches + 1} - more than a third of them are proved\n# {proved} functions proved, {runs} runs\n1..{batches + 1}")
    return failed > 0 or not enough


sys.exit(main())
