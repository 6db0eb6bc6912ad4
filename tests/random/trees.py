# SPDX-License-Identifier: MIT
"""Statements about binary trees, recursive and iterative, for the programs of generate.py: each variable owns a tree of its own."""

DECLARATIONS = """struct fork { struct fork *l, *r; int v; };
static struct fork *sprout(int v) {
    struct fork *n = malloc(sizeof *n);
    n->l = n->r = NULL;
    n->v = v;
    return n;
}
static struct fork *insert(struct fork *t, int v) {
    if (!t) return sprout(v);
    if (v < t->v)
        t->l = insert(t->l, v);
    else if (v > t->v)
        t->r = insert(t->r, v);
    return t;
}
static void fell(struct fork *t) {
    if (!t) return;
    fell(t->l);
    fell(t->r);
    free(t);
}
static void fell_half(struct fork *t) {
    if (!t) return;
    fell_half(t->l);
    if (!t->l) fell_half(t->r);
    free(t);
}
static void fell_early(struct fork *t) {
    if (!t) return;
    fell_early(t->l);
    free(t);
    if (t->v != 3) fell_early(t->r);
}
static void mirror(struct fork *t) {
    if (!t) return;
    struct fork *x = t->l;
    t->l = t->r;
    t->r = x;
    mirror(t->l);
    mirror(t->r);
}
static struct fork *copy(const struct fork *t) {
    if (!t) return NULL;
    struct fork *n = sprout(t->v);
    n->l = copy(t->l);
    n->r = copy(t->r);
    return n;
}
static struct fork *copy_shared(struct fork *t) {
    if (!t) return NULL;
    struct fork *n = sprout(t->v);
    n->l = copy_shared(t->l);
    n->r = t->v == 2 ? t->r : copy_shared(t->r);
    return n;
}
static int weigh(const struct fork *t) { return t ? 1 + (weigh(t->l) | weigh(t->r)) : 0; }
"""


class Trees:
    def body_of_tree(self):
        self.trees = [f"f{i}" for i in range(self.rng.randint(1, 2))]
        for f in self.trees:
            self.put(f"struct fork *{f} = NULL;")
        for _ in range(self.rng.randint(2, 5)):
            self.rng.choice((self.plant, self.plant, self.reach, self.reach, self.prune, self.graft, self.turn, self.double, self.unroot, self.leftmost))()
        for f in self.trees:
            if not (self.rng.random() < 0.4 and self.spoilt()):
                self.uproot(f)

    def some_tree(self):
        return self.rng.choice(self.trees)

    def plant(self):
        f, at = self.some_tree(), self.name("at")
        if self.rng.random() < 0.4:
            self.put(self.loop(), f"    {f} = insert({f}, nondet());", "}")
            return
        self.put(self.loop(), f"    struct fork **{at} = &{f};", f"    while (*{at}) {at} = nondet() ? &(*{at})->l : &(*{at})->r;",
                 f"    *{at} = malloc(sizeof **{at});", f"    (*{at})->l = NULL;")
        if not self.spoilt():
            self.put(f"    (*{at})->r = NULL;")
        self.put(f"    (*{at})->v = {self.rng.randrange(5)};", "}")

    def reach(self):
        """A node, and what is done there."""
        f, p, x = self.some_tree(), self.name("p"), self.name("x")
        self.put(f"struct fork *{p} = {f};")
        step = f"{p} = nondet() ? {p}->l : {p}->r;"
        self.put(f"while ({p}{' && ' + p + '->l' if self.rng.random() < 0.3 else ''} && nondet()) {step}")
        if not self.spoilt():
            self.put(f"if ({p}) {{")
        else:
            self.put("{")
        self.depth += 1
        what = self.rng.randrange(5)
        if what == 0:
            self.put(f"{p}->v = {self.rng.randrange(5)};")
        elif what == 1:
            self.put(f"fell({p}->l);")
            if not self.spoilt():
                self.put(f"{p}->l = NULL;")
        elif what == 2:
            self.put(f"struct fork *{x} = {p}->l;", f"{p}->l = {p}->{'l' if self.spoilt() else 'r'};", f"{p}->r = {x};")
        elif what == 3:
            self.put(f"if (!{p}->r) {p}->r = sprout(1);" if not self.spoilt() else f"{p}->r = sprout(1);")
        else:
            self.put(f"while ({p}->r) {{", f"    struct fork *{x} = {p}->r;", f"    {p}->r = {x}->r;", f"    fell({x}->l);",
                     *([] if self.spoilt() else [f"    free({x});"]), "}")
        self.depth -= 1
        self.put("}")

    def prune(self):
        """A node without right child is taken out."""
        f, at, t = self.some_tree(), self.name("at"), self.name("t")
        self.put("{", f"    struct fork **{at} = &{f};", f"    while (*{at} && nondet()) {at} = nondet() ? &(*{at})->l : &(*{at})->r;",
                 f"    struct fork *{t} = *{at};", f"    if ({t}{'' if self.spoilt() else f' && !{t}->r'}) {{", f"        *{at} = {t}->l;")
        if not self.spoilt():
            self.put(f"        free({t});")
        self.put("    }", "}")

    def graft(self):
        if len(self.trees) < 2:
            return
        f, g = self.rng.sample(self.trees, 2)
        at, side = self.name("at"), self.rng.choice("lr")
        self.put("{", f"    struct fork **{at} = &{f};", f"    while (*{at}) {at} = &(*{at})->{side};", f"    *{at} = {g};",
                 *([] if self.spoilt() else [f"    {g} = NULL;"]), "}")

    def turn(self):
        f, x = self.some_tree(), self.name("x")
        if self.rng.random() < 0.5:
            self.put(f"mirror({f});")
            return
        test = f"{f}" if self.spoilt() else f"{f} && {f}->l"
        self.put(f"if ({test}) {{", f"    struct fork *{x} = {f}->l;", f"    {f}->l = {x}->r;", f"    {x}->r = {f};", f"    {f} = {x};", "}")

    def double(self):
        f, c = self.some_tree(), self.name("c")
        self.put(f"struct fork *{c} = {'copy_shared' if self.spoilt() else 'copy'}({f});", f"if (weigh({c}) == 2) {c}->v = 1;", f"fell({c});")

    def unroot(self):
        f = self.some_tree()
        self.uproot(f)
        if not self.spoilt():
            self.put(f"{f} = NULL;")

    def leftmost(self):
        f, at, t = self.some_tree(), self.name("at"), self.name("t")
        self.put(f"if ({f}) {{" if not self.spoilt() else "{", f"    struct fork **{at} = &{f};", f"    while ((*{at})->l) {at} = &(*{at})->l;",
                 f"    struct fork *{t} = *{at};", f"    *{at} = {t}->r;", f"    free({t});", *([f"    {t}->v = 0;"] if self.spoilt() else []), "}")

    def uproot(self, f):
        x = self.name("x")
        if self.rng.random() < 0.6:
            self.put(f"{self.rng.choice(('fell_half', 'fell_early')) if self.spoilt() else 'fell'}({f});")
            return
        self.put(f"while ({f}) {{", f"    struct fork *{x} = {f}->l;", f"    if ({x}) {{", f"        {f}->l = {x}->r;", f"        {x}->r = {f};", f"        {f} = {x};",
                 "    } else {", f"        {x} = {f}->r;", *([] if self.spoilt() else [f"        free({f});"]), f"        {f} = {x};", "    }", "}")
