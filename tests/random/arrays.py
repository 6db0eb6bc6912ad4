# SPDX-License-Identifier: MIT
"""Programs about arrays whose number of elements the inputs decide: numbers of many widths, sizes that may wrap, loops up to and down from the number,
indices computed from others.  Most accesses are guarded by a comparison; as in generate.py, some statements are spoilt."""

DECLARATIONS = """#ifdef NATIVE
static void *take_zero(size_t n, size_t m) { return taken(calloc(n, m)); }
static void *take_more(void *p, size_t n) {
    void *q = realloc(p, n);
    blocks += (q && !p) - (!q && p && !n);
    return q;
}
#define calloc take_zero
#define realloc take_more
#endif
struct pair { int x; short y; };
static void array_set(void *p, int c) { *(char *)p = (char)c; }
static int array_sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i] & 1;
    return s;
}
"""
NUMBERS = ("int", "int", "unsigned", "long", "unsigned long", "short", "unsigned char", "signed char")
ELEMENTS = ("char", "int", "int", "long", "struct pair")
BOUNDS = ("if ({0} < 0 || {0} > 12) {0} = 3;", "{0} &= 7;", "{0} %= 9;", "if ({0} > 20) return;", "if ({0} < 1) return;", "")


class Arrays:
    """To be mixed into a program: a is the array, m says how many elements it has."""

    def array_new(self):
        self.element, self.number = self.rng.choice(ELEMENTS), self.rng.choice(NUMBERS)
        size = self.rng.choice(("m * sizeof *a", "m * sizeof *a", "(m + 1) * sizeof *a", f"m * {self.rng.choice((2, 4, 8))}", "m * sizeof *a - 1"))
        if not self.spoilt():
            size = "m * sizeof *a"
        self.put("int n = nondet();", self.rng.choice(BOUNDS).format("n"), f"{self.number} m = {self.rng.choice(('n', 'n', 'n', 'n + 1', 'n * 2', 'n - 1'))};")
        made = f"calloc(m, sizeof *a)" if self.rng.random() < 0.2 else f"malloc({size})"
        self.put(f"{self.element} *a = {made};", "if (!a) return;")

    def array_index(self):
        """An index and what it is computed from."""
        i = self.rng.choice(self.indices + ["n", "m"])
        form = self.rng.choice(("{0}", "{0}", "{0}", "{0} - 1", "{0} + 1", "m - {0}", "m - 1 - {0}", "{0} / 2", "{0} % 5", "({1}){0}", "{0} & 3", "{0} >> 1"))
        return form.format(i, self.rng.choice(NUMBERS))

    def array_access(self):
        i, k = self.array_index(), self.name("k")
        place = f"a[{k}].y" if self.element == "struct pair" else f"a[{k}]"
        act = self.rng.choice((f"{place} = 1;", f"{place}++;", f"n = {place} & 15;"))
        guard = self.rng.choice((f"{k} >= 0 && {k} < m", f"0 <= {k} && {k} != m && {k} < m", f"{k} < m && {k} > 0"))
        if self.spoilt():
            guard = self.rng.choice((f"{k} <= m && {k} >= 0", f"{k} < m", f"{k} != m", f"{k} >= 0 && {k} < n"))
        self.put(f"{self.rng.choice(NUMBERS)} {k} = {i};", f"if ({guard})", f"    {act}")

    def array_loop(self):
        i, kind = self.name("i"), self.rng.choice(NUMBERS)
        start = self.rng.choice((0, 0, 0, 1))
        up, plain = self.rng.random() < 0.7, f"a[{i}].x" if self.element == "struct pair" else f"a[{i}]"
        test = self.rng.choice((f"{i} < m", f"{i} < m", f"{i} < m && {i} < 7", f"{i} != m && {i} < m"))
        if self.spoilt():
            test = self.rng.choice((f"{i} <= m", f"{i} < n", f"{i} != m"))
        head = f"for ({kind} {i} = {start}; {test}; {i}++) {{" if up else f"for ({kind} {i} = m; {i} > 0; {i}--) {{"
        self.put(head)
        self.indices.append(i)
        self.depth += 1
        if up:
            self.put(f"{plain} = 0;")
        for _ in range(self.rng.randint(0, 2) if self.depth < 4 else 0):
            self.array_statement()
        if self.rng.random() < 0.3:
            self.put(f"if ({self.condition()})", "    break;")
        self.depth -= 1
        self.indices.pop()
        self.put("}")

    def array_walk(self):
        """A pointer from the first element to the end, or back."""
        p, e, act = self.name("p"), self.name("e"), self.rng.choice(("array_set({0}, 1);", "*(char *){0} = 2;"))
        end = "a + m" if self.rng.random() < 0.8 or not self.spoilt() else "a + m + 1"
        if self.rng.random() < 0.3:
            self.put(f"if (m >= 0 && m < 50)", f"    for ({self.element} *{p} = {end}; {p} > a;)", "        " + act.format(f"--{p}"))
            return
        test = f"{p} < {e}" if not self.spoilt() else self.rng.choice((f"{p} <= {e}", f"{p} != {e}"))
        self.put("if (m >= 0 && m < 50) {", f"    {self.element} *{p} = a, *{e} = {end};", f"    while ({test}) {{", "        " + act.format(p), f"        {p}++;", "    }", "}")

    def array_element(self):
        k, q = self.name("k"), self.name("q")
        guard = f"{k} >= 0 && {k} < m" if not self.spoilt() else self.rng.choice((f"{k} >= 0 && {k} <= m", f"{k} < m"))
        self.put(f"{self.rng.choice(NUMBERS)} {k} = {self.array_index()};", f"if ({guard}) {{", f"    {self.element} *{q} = &a[{k}];", f"    array_set({q}, 3);", "}")

    def array_change(self):
        if self.spoilt():
            self.put(self.rng.choice(("m++;", "m = m * 2;", "n = m;", "m = n;")))
        else:
            self.put(self.rng.choice(("if (m > 0)", "if (m > 1)", "while (m > 9)")), "    m--;")

    def array_grow(self):
        t, bytes_ = self.name("t"), "m * sizeof *a" if self.spoilt() else "(m + 1) * sizeof *a"
        self.put("if (m > 0 && m < 100) {", f"    {self.element} *{t} = realloc(a, {bytes_});", f"    if (!{t}) {{", "        free(a);", "        return;", "    }",
                 f"    a = {t};", f"    {'a[m].x' if self.element == 'struct pair' else 'a[m]'} = 5;", "    m++;", "}")

    def array_statement(self):
        acts = [self.array_access, self.array_access, self.array_loop, self.array_change, self.array_element]
        if not self.indices:
            acts += [self.array_loop, self.array_grow, self.array_walk, self.array_walk]
        if self.element == "int":
            acts.append(lambda: self.put("n = array_sum(a, m);"))
        self.rng.choice(acts)()

    def body_of_array(self):
        self.indices = []
        self.array_new()
        for _ in range(self.rng.randint(1, 4)):
            self.array_statement()
        if not (self.rng.random() < 0.1 and self.spoilt()):
            self.put("free(a);")
