# SPDX-License-Identifier: MIT
"""Programs about nodes that point to each other at will: variables, some of them global, lead anywhere into a web of nodes.  One more link joins all
nodes in the order of their birth, so that nothing is lost and the end can free them all.  As in generate.py, some statements are spoilt."""

DECLARATIONS = """struct web { struct web *all, *a, *b; int v; };
static struct web *first_web, *second_web, *third_web;
static void web_set(struct web **place, struct web *value) { *place = value; }
"""
GLOBALS = ("first_web", "second_web", "third_web")


class Webs:
    """To be mixed into a program: self.web lists the variables."""

    def begin_web(self):
        n = self.rng.randint(2, 3)
        globally = self.rng.random() < 0.4
        self.web = list(GLOBALS[:n]) if globally else [f"w{i}" for i in range(n)]
        self.put("struct web *all = NULL;", *(f"{w} = NULL;" if globally else f"struct web *{w} = NULL;" for w in self.web))

    def field(self):
        return self.rng.choice("ab")

    def guarded(self, w, *lines):
        if self.spoilt():
            self.put(*lines)
        else:
            self.put(f"if ({w}) {{", *(f"    {line}" for line in lines), "}")

    def web_new(self):
        w, t = self.rng.choice(self.web), self.name("t")
        links = [f"{t}->{f} = {self.rng.choice(self.web + ['NULL', t])};" for f in "ab"]
        self.put("{", f"    struct web *{t} = malloc(sizeof *{t});", f"    {t}->all = all;", f"    {t}->v = {self.rng.randrange(4)};",
                 *(f"    {line}" for line in links), f"    all = {t};", f"    {w} = {t};", "}")

    def web_copy(self):
        self.put(f"{self.rng.choice(self.web)} = {self.rng.choice(self.web + ['NULL', 'all'])};")

    def web_go(self):
        w, y = self.rng.choice(self.web), self.rng.choice(self.web)
        self.guarded(y, f"{w} = {y}->{self.field()};")

    def web_link(self):
        w, y, f = self.rng.choice(self.web), self.rng.choice(self.web + ["NULL"]), self.field()
        self.guarded(w, self.rng.choice((f"{w}->{f} = {y};", f"web_set(&{w}->{f}, {y});")))

    def web_swap(self):
        w, t = self.rng.choice(self.web), self.name("t")
        self.guarded(w, f"struct web *{t} = {w}->a;", f"{w}->a = {w}->b;", f"{w}->b = {t};")

    def web_walk(self):
        """So many steps, or until a node that another variable leads to."""
        w, y, p, f = self.rng.choice(self.web), self.rng.choice(self.web), self.name("p"), self.field()
        if self.rng.random() < 0.5:
            i = self.name("i")
            self.put(f"for (int {i} = 0; {w} && {i} < {self.rng.randint(1, 4)}; {i}++)", f"    {w} = {w}->{f};")
        else:
            self.put(f"for (struct web *{p} = all; {p}; {p} = {p}->all)", f"    if ({p} == {y} || {p}->v == {self.rng.randrange(4)})", f"        {w} = {p};")

    def web_compare(self):
        x, y = self.rng.choice(self.web), self.rng.choice(self.web + ["NULL", "all"])
        self.put(f"if ({x} {self.rng.choice(('==', '!='))} {y}) {{")
        self.some_web()
        self.put("}")

    def web_choice(self):
        self.put(f"if ({self.condition()}) {{")
        self.some_web()
        if self.rng.random() < 0.5:
            self.put("} else {")
            self.some_web()
        self.put("}")

    def web_loop(self):
        self.put(self.loop())
        self.some_web()
        self.put("}")

    def web_number(self):
        w, y = self.rng.choice(self.web), self.rng.choice(self.web)
        self.put(f"if ({w} && {y})", f"    {w}->v = {y}->v{self.rng.choice(('', ' + 1', ' & 3'))};")

    def some_web(self):
        self.depth += 1
        for _ in range(self.rng.randint(1, 3)):
            self.web_statement()
        self.depth -= 1

    def web_statement(self):
        simple = (self.web_new, self.web_new, self.web_copy, self.web_go, self.web_link, self.web_link, self.web_swap, self.web_walk, self.web_number)
        self.rng.choice(simple + ((self.web_compare, self.web_choice, self.web_loop) if self.depth < 3 else ()))()

    def end_web(self):
        t = self.name("t")
        if self.rng.random() < 0.3 and self.spoilt():
            self.guarded(self.rng.choice(self.web), f"free({self.rng.choice(self.web)});")
        self.put("while (all) {", f"    struct web *{t} = all->all;", "    free(all);", f"    all = {t};", "}")
