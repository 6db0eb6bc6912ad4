# SPDX-License-Identifier: MIT
"""Programs that walk through blocks of bytes whose sizes the inputs decide: by pointers and indices, up and down, by counters, two at once, up to a zero, an end or where
they differ.  Each block holds a string between statements; as in generate.py, some statements are spoilt: one more, a test of something else, no guard."""

DECLARATIONS = """#include <string.h>
static long walk_span(const char *s, const char *set) {
    const char *p = s, *q;
    char c, d;
again:
    c = *p++;
    for (q = set; (d = *q++) != 0;)
        if (d == c) goto again;
    return p - 1 - s;
}
static int walk_compare(const char *s, const char *t, size_t n) {
    if (!n) return 0;
    do {
        if (*s != *t++) return *s - *--t;
        if (*s++ == 0) break;
    } while (--n);
    return 0;
}
static void walk_fill(char *p, size_t n, int c) {
    while (n--) *p++ = (char)c;
}
"""
NUMBERS = ("int", "size_t", "unsigned", "long")


class Walks:
    """To be mixed into a program: a and b are blocks of na and nb bytes, each with a zero in its last one between statements; n is a number."""

    def walk_two(self):
        return self.rng.choice((("a", "b"), ("b", "a")))

    def walk_wrong(self, right, *wrong):
        return self.rng.choice(wrong) if self.spoilt() else right

    def walk_close(self, x):
        self.put(f"{x}[n{x} - 1] = 0;")

    def walk_count(self):
        """A pointer goes up by a counter that goes down."""
        x, y = self.walk_two()
        p, k = self.name("p"), self.name("k")
        kind = self.rng.choice(NUMBERS)
        many = self.rng.choice((f"n{x}", f"n{x} - 1", f"n{x} / 2", f"n{y}"))
        guard = f"if (n{y} <= n{x})" if many == f"n{y}" and not self.spoilt() else "if (1)"
        many = self.walk_wrong(many, f"n{x} + 1", f"n{y}")
        loop = self.rng.choice((f"while ({k}--) *{p}++ = 'x';", f"for (; {k} > 0; {k}--) *{p}++ = 'y';", f"for (; {k} != 0; --{k}, ++{p}) *{p} = 'z';",
                                f"if ({k}) do *{p}++ = 'x'; while (--{k} != 0);"))
        self.put(f"{guard} {{", f"    char *{p} = {x};", f"    {kind} {k} = {many};", f"    {loop}", "}")
        self.walk_close(x)

    def walk_index(self):
        """An index goes up by a counter that goes down."""
        x, _ = self.walk_two()
        i, k = self.name("i"), self.name("k")
        loop = self.rng.choice((f"while ({k}-- > 0) {x}[{i}++] = 'x';", f"for (; {k}; {k}--, {i}++) {x}[{i}] = 'y';"))
        start, more = self.rng.choice(((0, 0), (1, 1))), self.walk_wrong("", " + 1")
        self.put("{", f"    int {i} = {start[0]}, {k} = n{x} - {start[1]}{more};", f"    {loop}", "}")
        self.walk_close(x)

    def walk_copy(self):
        x, y = self.walk_two()
        p, q = self.name("p"), self.name("q")
        guard = self.walk_wrong(f"n{y} <= n{x}", "1", f"n{y} <= n{x} + 1")
        loop = self.rng.choice((f"while ((*{p}++ = *{q}++)) continue;", f"for (; (*{p} = *{q}); {p}++, {q}++) continue;", f"do *{p}++ = *{q}; while (*{q}++);"))
        self.put(f"if ({guard}) {{", f"    char *{p} = {x};", f"    const char *{q} = {y};", f"    {loop}", "}")
        self.walk_close(x)

    def walk_copy_some(self):
        """At most as many as there is room for."""
        x, y = self.walk_two()
        p, q, k = self.name("p"), self.name("q"), self.name("k")
        kind, many = self.rng.choice(("size_t", "unsigned", "int")), self.walk_wrong(f"n{x}", f"n{x} + 1", f"n{y}")
        pad = self.walk_wrong(f"while (--{k} != 0) *{p}++ = 0;", f"while ({k}-- != 0) *{p}++ = 0;")
        self.put("{", f"    char *{p} = {x};", f"    const char *{q} = {y};", f"    {kind} {k} = {many};")
        if self.rng.random() < 0.5:
            self.put(f"    if ({k} != 0)", "        do {", f"            if ((*{p}++ = *{q}++) == 0) {{", f"                {pad}", "                break;", "            }", f"        }} while (--{k} != 0);")
        else:
            self.put(f"    while (--{k} != 0)", f"        if ((*{p}++ = *{q}++) == 0) break;", f"    if ({k} == 0) *{p} = 0;")
        self.put("}")
        self.walk_close(x)

    def walk_compare(self):
        x, y = self.walk_two()
        p, q, i = self.name("p"), self.name("q"), self.name("i")
        end = self.walk_wrong(f"*{p} == 0", f"*{p} == 'x'")
        way = self.rng.randint(0, 3)
        if way == 0:
            self.put("{", f"    const char *{p} = {x}, *{q} = {y};", f"    while (*{p} == *{q}) {{", f"        if ({end}) break;", f"        {p}++;", f"        {q}++;", "    }", f"    n = *{p} < *{q};", "}")
        elif way == 1:
            test = self.walk_wrong(f"{x}[{i}] && {x}[{i}] == {y}[{i}]", f"{x}[{i}] == {y}[{i}]", f"{x}[{i}] || {y}[{i}]")
            self.put("{", f"    {self.rng.choice(NUMBERS)} {i} = 0;", f"    while ({test}) {i}++;", f"    n = (int){i};", "}")
        elif way == 2:
            test = self.walk_wrong(f"*{q} && *{q} == *{p}", f"*{p} == *{q}")
            self.put("{", f"    const char *{p} = {x}, *{q} = {y};", f"    while ({test}) {p}++, {q}++;", f"    n = *{q} == 0;", "}")
        else:
            self.put(f"n = walk_compare({x}, {y}, {self.rng.choice(('n', 'na', '3'))});")

    def walk_end(self):
        x, y = self.walk_two()
        p, e = self.name("p"), self.name("e")
        act = self.rng.choice((f"n += *{p} == 'x';", f"if (*{p} == 'x') *{p} = 'y';"))
        way = self.rng.randint(0, 3)
        if way == 0:
            self.put("{", f"    char *{p} = {x}, *{e} = {x} + n{x}{self.walk_wrong('', ' + 1')};", f"    for (; {p} {self.walk_wrong('<', '<=')} {e}; {p}++) {act}", "}")
        elif way == 1:
            self.put(f"for (char *{p} = {x}; *{p}; {p}++) {act}")
        elif way == 2:
            step = self.walk_wrong(f"*--{p}", f"*{p}--")
            self.put("{", f"    const char *{p} = {x} + n{x};", f"    {self.rng.choice(NUMBERS)} {e} = n{x};", f"    while ({e}--)", f"        if ({step} == 'x') break;", "}")
        else:
            self.put(f"n = (int)walk_span({x}, {y});")
        if "= 'y'" in act:
            self.walk_close(x)

    def walk_squeeze(self):
        """Characters are left out, in place or in a copy."""
        x, y = self.walk_two()
        i, k = self.name("i"), self.name("k")
        to, guard = (x, "1") if self.rng.random() < 0.5 else (y, self.walk_wrong(f"n{x} <= n{y}", "1"))
        last = self.walk_wrong("", " + 1")
        self.put(f"if ({guard}) {{", f"    int {i}, {k} = 0;", f"    for ({i} = 0; {x}[{i}]; {i}++)", f"        if ({x}[{i}] != 'x') {to}[{k}++] = {x}[{i}];", f"    {to}[{k}{last}] = 0;", "}")
        self.walk_close(to)

    def walk_append(self):
        x, y = self.walk_two()
        p, q = self.name("p"), self.name("q")
        guard = self.walk_wrong(f"strlen({x}) + strlen({y}) < (size_t)n{x}", f"strlen({x}) + strlen({y}) <= (size_t)n{x}", f"strlen({y}) < (size_t)n{x}")
        self.put(f"if ({guard}) {{", f"    char *{p} = {x};", f"    const char *{q} = {y};", f"    while (*{p}) {p}++;", f"    while ((*{p}++ = *{q}++)) continue;", "}")
        self.walk_close(x)

    def walk_statement(self):
        acts = (self.walk_count, self.walk_count, self.walk_index, self.walk_copy, self.walk_copy_some, self.walk_compare, self.walk_compare, self.walk_end, self.walk_end,
                self.walk_squeeze, self.walk_append)
        self.rng.choice(acts)()

    def body_of_walk(self):
        kind = self.rng.choice(NUMBERS)
        self.put(f"{kind} na = nondet(), nb = nondet();", "int n = nondet();")
        for x in "ab":
            self.put(self.rng.choice((f"if (n{x} < 1) return;", f"if (n{x} < 1 || n{x} > 40) return;", f"if (n{x} < 1) n{x} = 1;")))
        self.put("if (na > 1000 || nb > 1000) return;")
        self.put("char *a = malloc(na), *b = malloc(nb);", "if (!a || !b) {", "    free(a);", "    free(b);", "    return;", "}")
        for x in "ab":
            self.put(f"walk_fill({x}, n{x}, 'x');", f"{x}[n{x} {self.walk_wrong('- 1', '- 1', '/ 2')}] = 0;")
        for _ in range(self.rng.randint(1, 3)):
            self.walk_statement()
        self.put("free(a);", "free(b);")
