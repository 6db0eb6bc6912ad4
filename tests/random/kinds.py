# SPDX-License-Identifier: MIT
"""Programs about a list of nodes whose tags follow a grammar: a row of kinds, each once, perhaps, or any number of times, again and again.  It is built in
either direction and walked by the grammar: a tag that was not expected is a null dereference.  As in generate.py, some statements are spoilt."""

DECLARATIONS = """struct tok { struct tok *next, *prev; int v; };
static void unexpected(void) {
    *(volatile int *)NULL = 0;
}
"""
ONCE, MAYBE, ANY = "once", "maybe", "any"


class Kinds:
    """To be mixed into a program.  `row` has pairs of a tag and how often it comes."""

    def tok_add(self, v, front):
        t = self.name("t")
        if front:
            self.put("{", f"    struct tok *{t} = malloc(sizeof *{t});", f"    {t}->v = {v};", f"    {t}->next = list;", f"    {t}->prev = NULL;",
                     "    if (list)", f"        list->prev = {t};", "    else", f"        last = {t};", f"    list = {t};", "}")
        else:
            self.put("{", f"    struct tok *{t} = malloc(sizeof *{t});", f"    {t}->v = {v};", f"    {t}->next = NULL;", f"    {t}->prev = last;",
                     "    if (last)", f"        last->next = {t};", "    else", f"        list = {t};", f"    last = {t};", "}")

    def tok_item(self, v, how, front):
        if how == ONCE:
            self.tok_add(v, front)
            return
        self.put(self.loop() if how == ANY else f"if ({self.condition()}) {{")
        self.depth += 1
        self.tok_add(v, front)
        self.depth -= 1
        self.put("}")

    def tok_build(self, row, again, front):
        if again:
            self.put(self.loop())
            self.depth += 1
        for v, how in reversed(row) if front else row:
            if self.spoilt():
                how = self.rng.choice((MAYBE, ANY))
            self.tok_item(v if not self.spoilt() else self.rng.randrange(4), how, front)
        if again:
            self.depth -= 1
            self.put("}")

    def tok_walk(self, row, again, back):
        p = self.name("p")
        step = "prev" if back else "next"
        self.put(f"struct tok *{p} = {'last' if back else 'list'};", f"{'while' if again else 'if'} ({p}) {{" if again or all(h != ONCE for _, h in row) else "{")
        self.depth += 1
        for v, how in reversed(row) if back else row:
            there = "" if self.spoilt() else f"{p} && "
            if how == ONCE:
                self.put(f"if ({p}->v != {v})", "    unexpected();", f"{p} = {p}->{step};")
            else:
                self.put(f"{'while' if how == ANY else 'if'} ({there}{p}->v == {v})", f"    {p} = {p}->{step};")
        self.depth -= 1
        self.put("}")
        if not again and not self.spoilt():
            self.put(f"if ({p})", "    unexpected();")

    def tok_follow(self, row, again):
        """What comes after a kind that comes once, if another one that does is next in the row."""
        i = self.rng.randrange(len(row))
        (v, how), (w, then) = row[i], row[(i + 1) % len(row)]
        if then != ONCE or (i + 1 == len(row) and not again):
            return
        p = self.name("p")
        allowed = f"{p}->next->v != {w}" + (f" && {p}->next->v != {v}" if how == ANY else "")
        there = f"{p}->next && " if i + 1 == len(row) or self.spoilt() else ""
        self.put(f"for (struct tok *{p} = list; {p}; {p} = {p}->next)", f"    if ({p}->v == {v} && {there}{allowed})", "        unexpected();")

    def tok_remove(self, v):
        p, n = self.name("p"), self.name("n")
        self.put(f"for (struct tok *{p} = list, *{n}; {p}; {p} = {n}) {{", f"    {n} = {p}->next;", f"    if ({p}->v != {v})", "        continue;",
                 f"    if ({p}->prev)", f"        {p}->prev->next = {n};", "    else", f"        list = {n};",
                 f"    if ({n})", f"        {n}->prev = {p}->prev;", "    else", f"        last = {p}->prev;",
                 *([] if self.spoilt() else [f"    free({p});"]), "}")

    def tok_rename(self, v, w):
        p = self.name("p")
        self.put(f"for (struct tok *{p} = list; {p}; {p} = {p}->next)", f"    if ({p}->v == {v})", f"        {p}->v = {w};")

    def body_of_kinds(self):
        self.put("struct tok *list = NULL, *last = NULL;")
        row = [(v, self.rng.choice((ONCE, ONCE, MAYBE, ANY))) for v in self.rng.sample(range(4), self.rng.randint(2, 3))]
        again = self.rng.random() < 0.8
        self.tok_build(row, again, self.rng.random() < 0.5)
        for _ in range(self.rng.randint(1, 3)):
            what = self.rng.random()
            if what < 0.5:
                self.tok_walk(row, again, self.rng.random() < 0.3)
            elif what < 0.7:
                self.tok_follow(row, again)
            elif what < 0.85 and len(row) > 1:
                v = self.rng.choice(row)[0]
                self.tok_remove(v)
                row = [(x, how) for x, how in row if x != v]
            else:
                v, w = self.rng.choice(row)[0], self.rng.choice([x for x in range(4) if x not in [y for y, _ in row]])
                self.tok_rename(v, w)
                row = [(w if x == v else x, how) for x, how in row]
        t = self.name("t")
        self.put("while (list) {", f"    struct tok *{t} = list;", "    list = list->next;", f"    free({t});", "}")
