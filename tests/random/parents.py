# SPDX-License-Identifier: MIT
"""Statements about binary trees whose nodes know their parents, for the programs of generate.py: rotations, deletion, walks up and down."""

DECLARATIONS = """struct twig { struct twig *l, *r, *up; int v; };
static void hang(struct twig **root, struct twig *up, struct twig *old, struct twig *n) {
    if (n) n->up = up;
    if (!up)
        *root = n;
    else if (up->l == old)
        up->l = n;
    else
        up->r = n;
}
static void lift(struct twig **root, struct twig *x) {
    struct twig *p = x->up, *inner;
    hang(root, p->up, p, x);
    if (p->l == x) {
        inner = x->r;
        x->r = p;
        p->l = inner;
    } else {
        inner = x->l;
        x->l = p;
        p->r = inner;
    }
    if (inner) inner->up = p;
    p->up = x;
}
static void lift_alone(struct twig **root, struct twig *x) {
    struct twig *p = x->up;
    hang(root, p->up, p, x);
    if (p->l == x) {
        p->l = x->r;
        x->r = p;
    } else {
        p->r = x->l;
        x->l = p;
    }
    p->up = x;
}
static void strip(struct twig *t) {
    if (!t) return;
    strip(t->l);
    strip(t->r);
    free(t);
}
"""


class Parents:
    def body_of_parents(self):
        self.trees = [f"b{i}" for i in range(self.rng.randint(1, 2))]
        for b in self.trees:
            self.put(f"struct twig *{b} = NULL;")
        for _ in range(self.rng.randint(2, 5)):
            self.rng.choice((self.bud, self.bud, self.climb, self.raise_node, self.cut_out, self.cut_below, self.next_one))()
        for b in self.trees:
            if not (self.rng.random() < 0.4 and self.spoilt()):
                self.clear_twigs(b)

    def bud(self):
        """New leaves; the side is found by a link, or asked for again."""
        b, at, n, up, v = self.some_tree(), self.name("at"), self.name("n"), self.name("up"), self.name("v")
        made = [f"    struct twig *{n} = malloc(sizeof *{n});", f"    {n}->l = {n}->r = NULL;", f"    {n}->v = {v};"]
        if not self.spoilt():
            made.append(f"    {n}->up = {up};")
        start = [self.loop(), f"    int {v} = nondet();", f"    struct twig *{up} = NULL, **{at} = &{b};"]
        if self.rng.random() < 0.5:
            self.put(*start, f"    while (*{at}) {{", f"        {up} = *{at};", f"        {at} = nondet() ? &{up}->l : &{up}->r;", "    }", *made, f"    *{at} = {n};", "}")
            return
        order = "<=" if self.spoilt() else "<"
        self.put(*start, f"    while (*{at}) {{", f"        {up} = *{at};", f"        {at} = {v} < {up}->v ? &{up}->l : &{up}->r;", "    }", *made,
                 f"    if (!{up})", f"        {b} = {n};", f"    else if ({v} {order} {up}->v)", f"        {up}->l = {n};", "    else", f"        {up}->r = {n};", "}")

    def some_node(self, b):
        p = self.name("p")
        self.put(f"struct twig *{p} = {b};", f"while ({p} && nondet()) {p} = nondet() ? {p}->l : {p}->r;")
        return p

    def climb(self):
        p, k = self.some_node(self.some_tree()), self.name("k")
        end = f"{p}->up" if self.spoilt() else p
        self.put(f"int {k} = 0;", f"while ({end}) {{", f"    {k} += {p}->v == 2;", f"    {p} = {p}->up;", "}")

    def raise_node(self):
        b = self.some_tree()
        p = self.some_node(b)
        test = p if self.spoilt() else f"{p} && {p}->up"
        self.put(f"{self.rng.choice(('if', 'while'))} ({test}) {'lift_alone' if self.spoilt() else 'lift'}(&{b}, {p});")

    def cut_out(self):
        """A node with at most one child is taken out."""
        b, c = self.some_tree(), self.name("c")
        p = self.some_node(b)
        few = "" if self.spoilt() else f" && !({p}->l && {p}->r)"
        self.put(f"if ({p}{few}) {{", f"    struct twig *{c} = {p}->l ? {p}->l : {p}->r;", f"    hang(&{b}, {p}->up, {p}, {c});",
                 *([f"    if ({c}) {c}->up = {p};"] if self.spoilt() else []), f"    free({p});", "}")

    def cut_below(self):
        b, side = self.some_tree(), self.rng.choice("lr")
        p = self.some_node(b)
        self.put(f"if ({p}) {{", f"    strip({p}->{side});", *([] if self.spoilt() else [f"    {p}->{side} = NULL;"]), "}")

    def next_one(self):
        b, k = self.some_tree(), self.name("k")
        p = self.some_node(b)
        test = p if not self.spoilt() else "nondet()"
        self.put(f"int {k} = 0;", f"while ({test}) {{", f"    {k} ^= {p}->v;", f"    if ({p}->r) {{", f"        {p} = {p}->r;", f"        while ({p}->l) {p} = {p}->l;",
                 "    } else {", f"        while ({p}->up && {p}->up->r == {p}) {p} = {p}->up;", f"        {p} = {p}->up;", "    }", "}")

    def clear_twigs(self, b):
        p, up = self.name("p"), self.name("up")
        if self.rng.random() < 0.5:
            self.put(f"strip({b});")
            return
        self.put(f"struct twig *{p} = {b};", f"while ({p}) {{", f"    if ({p}->l || {p}->r) {{", f"        {p} = {p}->l ? {p}->l : {p}->r;", "        continue;", "    }",
                 f"    struct twig *{up} = {p}->up;", *([] if self.spoilt() else [f"    hang(&{b}, {up}, {p}, NULL);"]), f"    free({p});", f"    {p} = {up};", "}")
