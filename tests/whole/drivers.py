#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a driver-like program: an environment that builds several cyclic lists whose nodes own lists, and then calls dispatch routines in any order for
as long as it likes.  Each routine works on two of the lists: it loops, allocates, frees, and calls two others.  No two routines are equal up to renaming.

usage: drivers.py [--lists N] [--routines N] [--lines N] [--seed N] [--fault leak|use|double|null] [--forever] [-o FILE]

--lines: of a routine, about.  --fault: one routine, chosen by the seed, breaks a rule in the line with @fault; the first line of the program says what is
expected, for tests/domain/run.py.  --forever: `main` never returns.  The same arguments give the same program."""
import argparse
import pathlib
import random
import re
import sys

NAMES = ["reset", "crom", "isoch", "detach", "address", "stream", "timer", "packet", "channel", "request"]
RULES = {"leak": "memory-leak", "use": "use-after-free", "double": "double-free", "null": "null-dereference"}

PRELUDE = """#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

// Links of doubly linked rings; those that are linked in one direction use only next.
struct link {
    struct link *next, *prev;
};

struct part {
    struct part *next;
    unsigned size, tag;
};

struct extension;
"""

HELPERS = """
static void link_after(struct link *at, struct link *e) {
    e->next = at->next;
    e->prev = at;
    at->next->prev = e;
    at->next = e;
}

static void unlink_entry(struct link *e) {
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

static void push_after(struct link *at, struct link *e) {
    e->next = at->next;
    e->prev = NULL;
    at->next = e;
}

static struct part *add_part(struct part *rest, unsigned size) {
    struct part *p = malloc(sizeof *p);
    if (!p) return rest;
    p->size = size;
    p->tag = 0;
    p->next = rest;
    return p;
}

static void free_parts(struct part *p) {
    while (p) {
        struct part *next = p->next;
        free(p);
        p = next;
    }
}
"""


class List:
    """One of the lists of the extension: how it is linked, and what its nodes hold."""
    def __init__(self, number, source):
        base = NAMES[number % len(NAMES)] + ("" if number < len(NAMES) else str(number // len(NAMES)))
        self.type, self.macro, self.field = f"struct {base}", base.upper(), f"{base}s"
        self.double = source.random() < 0.6
        self.first = source.random() < 0.5
        self.numbers = source.sample(["state", "flags", "node", "speed", "bytes"], 3)
        self.named = source.random() < 0.4

    @property
    def head(self):
        return f"x->{self.field}"

    def declaration(self):
        link, owner = "    struct link link;", "    struct extension *owner;"
        return [f"{self.type} {{", *([link, owner] if self.first else [owner, link]), f"    unsigned {', '.join(self.numbers)};",
                "    struct part *parts;", *(["    unsigned *name;"] if self.named else []), "};",
                f"#define {self.macro}(e) (({self.type} *)((char *)(e) - offsetof({self.type}, link)))", ""]

    def insert(self, at, item):
        return f"{'link_after' if self.double else 'push_after'}({at}, &{item}->link);"

    def functions(self):
        """A constructor and a destructor."""
        name = ["    i->name = malloc(4 * sizeof *i->name);", "    if (!i->name) {", "        free(i);", "        return NULL;", "    }",
                f"    i->name[0] = {self.numbers[0]};"] if self.named else []
        return [f"static {self.type} *new_{self.field}(struct extension *x, unsigned {self.numbers[0]}) {{", f"    {self.type} *i = malloc(sizeof *i);",
                "    if (!i) return NULL;", *name, "    i->owner = x;", f"    i->{self.numbers[0]} = {self.numbers[0]};",
                f"    i->{self.numbers[1]} = i->{self.numbers[2]} = 0;", "    i->parts = NULL;", "    return i;", "}", "",
                f"static void free_{self.field}({self.type} *i) {{", *(["    free(i->name);"] if self.named else []), "    free_parts(i->parts);",
                "    free(i);", "}", ""]


class Body:
    """The lines of a routine while it is written."""
    def __init__(self, source):
        self.source, self.lines, self.depth, self.count = source, [], 1, 0

    def put(self, *lines):
        """A line that ends in { is followed by more depth, one that begins with } by less."""
        for line in lines:
            if line.startswith("}"):
                self.depth -= 1
            self.lines.append("    " * self.depth + line)
            if line.endswith("{"):
                self.depth += 1

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def number(self, limit=64):
        return f"{self.source.randrange(1, limit)}u"

    def pick(self, *choices):
        return self.source.choice(choices)


def test(b, l, item):
    f = b.pick(*l.numbers)
    return b.pick(f"{item}->{f} == {b.number()}", f"{item}->{f} > {b.number()}", f"({item}->{f} & {b.number()}) != 0", f"{item}->{f} != arg")


def update(b, l, item):
    f, g = b.source.sample(l.numbers, 2)
    return b.pick(f"{item}->{f} = {b.number()};", f"{item}->{f} += {item}->{g};", f"{item}->{f} ^= arg;", f"{item}->{f} |= {b.number()};", f"{item}->{f}++;",
                  f"done += {item}->{f};", f"{item}->{f} = {item}->{g} >> {b.number(8)};")


# ---- steps: each leaves the lists as it found them, apart from what is in them -------------------------------------------------------

def each(b, l):
    """Opens a loop over a list; returns the item."""
    e, i = b.name("e"), b.name("i")
    b.put(f"for (struct link *{e} = {l.head}.next; {e} != &{l.head}; {e} = {e}->next) {{", f"{l.type} *{i} = {l.macro}({e});")
    return i


def walk(b, a, _):
    i = each(b, a)
    for _ in range(b.source.randrange(1, 4)):
        b.put(f"if ({test(b, a, i)}) {{", update(b, a, i), update(b, a, i), *(["} else {", update(b, a, i)] if b.source.random() < 0.5 else []), "}")
    b.put("}")


def add(b, a, _):
    i = b.name("i")
    b.put(f"{b.pick('if', 'while')} (__VERIFIER_nondet_int()) {{", f"{a.type} *{i} = new_{a.field}(x, {b.pick('arg', b.number())});",
          f"if (!{i}) return done;", update(b, a, i))
    if b.source.random() < 0.7:
        b.put(f"while (__VERIFIER_nondet_int()) {i}->parts = add_part({i}->parts, {b.pick('arg', b.number(), f'{i}->{a.numbers[0]}')});")
    at = f"&{a.head}" if not a.double else b.pick(f"&{a.head}", f"{a.head}.prev")
    b.put(a.insert(at, i), "}")


def search(b, l):
    """Declares an entry that is the head or the first that passes a test; for lists in one direction also the one before."""
    e, before = b.name("e"), b.name("p")
    if l.double:
        forth = b.pick("next", "prev")
        b.put(f"struct link *{e} = {l.head}.{forth};", f"while ({e} != &{l.head} && !({test(b, l, f'{l.macro}({e})')})) {e} = {e}->{forth};")
    else:
        b.put(f"struct link *{before} = &{l.head}, *{e} = {before}->next;", f"while ({e} != &{l.head} && !({test(b, l, f'{l.macro}({e})')})) {{",
              f"{before} = {e};", f"{e} = {e}->next;", "}")
    return e, f"unlink_entry({e});" if l.double else f"{before}->next = {e}->next;"


def change(b, a, _):
    e, _ = search(b, a)
    b.put(f"if ({e} != &{a.head}) {{", update(b, a, f"{a.macro}({e})"), update(b, a, f"{a.macro}({e})"), "}")


def remove(b, a, _):
    e, out = search(b, a)
    b.put(f"if ({e} != &{a.head}) {{", out, *([f"done += {a.macro}({e})->{b.pick(*a.numbers)};"] if b.source.random() < 0.5 else []),
          f"free_{a.field}({a.macro}({e}));", "}")


def drain(b, a, _):
    e = b.name("e")
    b.put(f"while ({a.head}.next != &{a.head}) {{", f"struct link *{e} = {a.head}.next;")
    if b.source.random() < 0.7:
        b.put(f"if ({test(b, a, f'{a.macro}({e})')}) break;")
    b.put(f"unlink_entry({e});" if a.double else f"{a.head}.next = {e}->next;", f"free_{a.field}({a.macro}({e}));", "}")


def count_parts(b, a, _):
    i = each(b, a)
    p = b.name("p")
    b.put(f"for (struct part *{p} = {i}->parts; {p}; {p} = {p}->next) {{", f"if ({p}->size {b.pick('<', '>', '==', '!=')} {b.pick('arg', b.number())}) {p}->tag = {b.number()};",
          f"{i}->{b.pick(*a.numbers)} += {p}->{b.pick('size', 'tag')};", "}", "}")


def prune(b, a, _):
    i = each(b, a)
    p, old = b.name("p"), b.name("o")
    b.put(f"struct part **{p} = &{i}->parts;", f"while (*{p}) {{", f"if ((*{p})->{b.pick('size', 'tag')} {b.pick('<', '>', '==')} {b.number()}) {{",
          f"struct part *{old} = *{p};", f"*{p} = {old}->next;", f"free({old});", "} else {", f"{p} = &(*{p})->next;", "}", "}", "}")


def grow(b, a, _):
    i = each(b, a)
    b.put(f"if ({test(b, a, i)}) {i}->parts = add_part({i}->parts, {b.pick('arg', b.number())});", "}")


def reverse(b, a, _):
    e, i, back, next_one = b.name("e"), b.name("i"), b.name("r"), b.name("n")
    b.put(f"struct link *{e} = {a.head}.next;", f"if ({e} != &{a.head}) {{", f"{a.type} *{i} = {a.macro}({e});", f"struct part *{back} = NULL;", f"while ({i}->parts) {{",
          f"struct part *{next_one} = {i}->parts->next;", f"{i}->parts->next = {back};", f"{back} = {i}->parts;", f"{i}->parts = {next_one};", "}",
          f"{i}->parts = {back};", update(b, a, i), "}")


def give_parts(b, a, c):
    """The parts of an item of one list go to the end of those of an item of the other."""
    e, _ = search(b, a)
    f, _ = search(b, c)
    end = b.name("p")
    b.put(f"if ({e} != &{a.head} && {f} != &{c.head}) {{", f"struct part **{end} = &{c.macro}({f})->parts;", f"while (*{end}) {end} = &(*{end})->next;",
          f"*{end} = {a.macro}({e})->parts;", f"{a.macro}({e})->parts = NULL;", update(b, c, f"{c.macro}({f})"), "}")


def copy(b, a, c):
    """For items of one list, new ones in the other."""
    i = each(b, a)
    new = b.name("i")
    b.put(f"if ({test(b, a, i)}) {{", f"{c.type} *{new} = new_{c.field}(x, {i}->{b.pick(*a.numbers)});", f"if (!{new}) break;", update(b, c, new),
          c.insert(f"&{c.head}", new), "}", "}")


def collect(b, a, c):
    """Parts of all items of one list, on the way to an item of the other, or freed."""
    all_parts = b.name("all")
    b.put(f"struct part *{all_parts} = NULL;")
    i = each(b, a)
    p = b.name("p")
    b.put(f"while ({i}->parts{b.pick('', f' && {i}->{b.pick(*a.numbers)} != {b.number()}')}) {{", f"struct part *{p} = {i}->parts;", f"{i}->parts = {p}->next;",
          f"{p}->next = {all_parts};", f"{all_parts} = {p};", "}", "}")
    e = b.name("e")
    b.put(f"struct link *{e} = {c.head}.next;", f"if ({e} != &{c.head} && !{c.macro}({e})->parts) {{", f"{c.macro}({e})->parts = {all_parts};", "} else {",
          f"free_parts({all_parts});", "}")


def numbers(b, a, _):
    n = b.name("n")
    b.put(f"unsigned {n} = arg * {b.number()};", f"while ({n} > {b.number()}) {{", f"done += {n} & {b.number()};", f"{n} = {n} / {b.number(9)}u;".replace("uu", "u").replace("/ 1u", "/ 2u"),
          "}", f"if (done > {b.number()}) done -= {n};")


def mode(b, a, _):
    i = b.name("i")
    b.put("switch (x->mode) {", "case 0:", f"    x->mode = {b.number(4)};", "    break;", f"case {b.source.randrange(1, 4)}:",
          f"    x->mode = {b.pick('0', 'arg & 3u')};", "    break;", "default:", f"    done += {b.number()};", "}")
    b.put(f"if (x->mode == {b.number(4)} && {a.head}.next != &{a.head}) {{", f"{a.type} *{i} = {a.macro}({a.head}.next);", update(b, a, i), "}")


def owner(b, a, c):
    """Through the owner of an item to the other list."""
    e, i, f = b.name("e"), b.name("i"), b.name("e")
    b.put(f"struct link *{e} = {a.head}.next;", f"if ({e} != &{a.head}) {{", f"{a.type} *{i} = {a.macro}({e});", f"struct link *{f} = {i}->owner->{c.field}.next;",
          f"if ({f} != &{i}->owner->{c.field}) {{", update(b, c, f"{c.macro}({f})"), f"{i}->{b.pick(*a.numbers)} += {c.macro}({f})->{b.pick(*c.numbers)};", "}", "}")


ONE = [walk, add, change, remove, drain, count_parts, prune, grow, reverse, numbers, mode]
TWO = [give_parts, copy, collect, owner]


# ---- faults: each is the first of its run, in its line -----------------------------------------------------------------------------

def fault(b, kind, a):
    e, i = b.name("e"), b.name("i")
    if kind == "null":
        b.put(f"{a.type} *{i} = NULL;")
        j = each(b, a)
        b.put(f"{i} = {j};", "}", f"{i}->{a.numbers[0]} = arg;  // @fault: the list may be empty")
        return
    b.put(f"struct link *{e} = {a.head}.next;", f"if ({e} != &{a.head}) {{", f"{a.type} *{i} = {a.macro}({e});",
          f"unlink_entry({e});" if a.double else f"{a.head}.next = {e}->next;")
    if kind == "leak":
        b.put(f"{i}->parts = add_part({i}->parts, arg);", *([f"free({i}->name);"] if a.named else []), f"free({i});  // @fault: what the item owns is lost")
    elif kind == "use":
        b.put(f"free_{a.field}({i});", f"done += {i}->{a.numbers[1]};  // @fault: the item is freed")
    else:
        b.put(f"free_parts({i}->parts);", *([f"free({i}->name);"] if a.named else []), f"free({i});", f"free({i});  // @fault: the item is freed twice")
    b.put("}")


# ---- the program -------------------------------------------------------------------------------------------------------------------

def routine(number, o, lists, source, seeded):
    b = Body(source)
    a, c = source.sample(lists, 2) if len(lists) > 1 else lists * 2
    later = [r for r in range(number + 1, min(number + 12, o.routines))]
    steps = [add, remove, walk, source.choice(TWO)]
    source.shuffle(steps)
    calls = source.sample(later, min(2, len(later)))
    at = source.randrange(4)
    b.put("unsigned done = 0;")
    while steps or calls or len(b.lines) < o.lines - 4:
        step = steps.pop() if steps else source.choice(ONE + TWO)
        braces = source.random() < 0.3
        if braces:
            b.put(f"if (arg {source.choice(['<', '>', '!='])} {b.number()}) {{")
        step(b, *((a, c) if source.random() < 0.5 else (c, a)))
        if braces:
            b.put("}")
        if seeded and at == 0:
            fault(b, o.fault, a)
        if calls and source.random() < 0.4:
            b.put(f"if (__VERIFIER_nondet_int()) done += routine_{calls.pop()}(x, {b.pick('arg', 'done', 'arg ^ done')});")
        at -= 1
    return [f"static unsigned routine_{number}(struct extension *x, unsigned arg) {{", *b.lines, "    return done;", "}", ""]


def plain(lines, lists):
    """A routine up to renaming: variables, lists, fields and callees without their names."""
    text = "\n".join(lines)
    for l in lists:
        text = re.sub(rf"\b({re.escape(l.type)}|{l.macro}|{l.field}|(new|free)_{l.field})\b", "L", text)
    return re.sub(r"\b(state|flags|node|speed|bytes)\b", "f", re.sub(r"\b(routine_|[a-z]+)\d+\b", "v", text))


def routines(o, lists, source):
    """The last one first: a routine calls later ones."""
    seen, seeded = set(), source.randrange(o.routines) if o.fault else -1
    out = []
    for number in range(o.routines - 1, -1, -1):
        while True:
            lines = routine(number, o, lists, source, number == seeded)
            if plain(lines, lists) not in seen:
                break
        seen.add(plain(lines, lists))
        out += lines
    return out


def environment(o, lists, source):
    b = Body(source)
    out = ["static struct extension *start(void) {", "    struct extension *x = malloc(sizeof *x);", "    if (!x) exit(1);", "    x->mode = 0;"]
    out += [f"    {l.head}.next = {l.head}.prev = &{l.head};" for l in lists]
    for l in lists:
        add(b, l, None)
    out += [line.replace("return done;", "exit(1);").replace("arg", "1u").replace("if (__VERIFIER", "while (__VERIFIER") for line in b.lines if "done" not in line or "return" in line]
    out += ["    return x;", "}", "", "static void stop(struct extension *x) {"]
    for l in lists:
        out += [f"    while ({l.head}.next != &{l.head}) {{", f"        struct link *e = {l.head}.next;",
                "        unlink_entry(e);" if l.double else f"        {l.head}.next = e->next;", f"        free_{l.field}({l.macro}(e));", "    }"]
    out += ["    free(x);", "}", "", "int main(void) {", "    struct extension *x = start();"]
    out += ["    for (;;) {" if o.forever else "    while (__VERIFIER_nondet_int()) {", "        unsigned arg = __VERIFIER_nondet_uint();",
            f"        switch (__VERIFIER_nondet_uint() % {o.routines + o.forever}u) {{"]
    out += [f"        case {r}: routine_{r}(x, arg); break;" for r in range(o.routines)]
    out += ["        default: stop(x); x = start(); break;"] if o.forever else []
    return out + ["        }", "    }", *([] if o.forever else ["    stop(x);", "    return 0;"]), "}"]


def program(o):
    source = random.Random(o.seed)
    lists = [List(n, source) for n in range(o.lists)]
    out = [f"// expect: unsafe {RULES[o.fault]} @fault" if o.fault else "// expect: safe",
           f"// Written by drivers.py: {o.lists} lists, {o.routines} routines of about {o.lines} lines, seed {o.seed}.", *PRELUDE.splitlines(), ""]
    out += [line for l in lists for line in l.declaration()]
    out += ["struct extension {", f"    struct link {', '.join(l.field for l in lists)};", "    unsigned mode;", "};", *HELPERS.splitlines(), ""]
    out += [line for l in lists for line in l.functions()]
    out += routines(o, lists, source)
    return "\n".join(out + environment(o, lists, source)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=int, default=5)
    parser.add_argument("--routines", type=int, default=10)
    parser.add_argument("--lines", type=int, default=90)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=RULES)
    parser.add_argument("--forever", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    o = parser.parse_args()
    if o.lists < 2 or o.routines < 1:
        parser.error("a routine works on two lists: --lists is at least 2, --routines at least 1")
    text = program(o)
    if o.output:
        o.output.write_text(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
