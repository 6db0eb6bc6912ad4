# SPDX-License-Identifier: MIT
"""Programs about a doubly linked list whose nodes take turns: every second one (v is 1) owns a list.  `first` and `end` say what v is at either end, and
the statements rely on it.  As in generate.py, some statements are spoilt."""

DECLARATIONS = """struct turn { struct turn *next, *prev; int v; struct one *own; };
static void turn_drop(struct turn *t) {
    drop(t->own);
    free(t);
}
"""


class Turns:
    """To be mixed into a program."""

    def turn_front(self, t):
        self.put(f"{t}->next = list;", f"{t}->prev = NULL;", "if (list)", f"    list->prev = {t};", "else", f"    last = {t}, end = {t}->v;",
                 f"list = {t};", f"first = {t}->v;")

    def turn_back(self, t):
        self.put(f"{t}->next = NULL;", f"{t}->prev = last;", "if (last)", f"    last->next = {t};", "else", f"    list = {t}, first = {t}->v;",
                 f"last = {t};", f"end = {t}->v;")

    def turn_grow(self):
        """By one node at a time, at one end; what it holds follows from the node that is there."""
        t, front = self.name("t"), self.rng.random() < 0.5
        here, there = ("list", "first") if front else ("last", "end")
        self.put(self.loop())
        self.depth += 1
        self.put(f"struct turn *{t} = malloc(sizeof *{t});", f"{t}->v = {here} ? !{there} : {self.rng.choice(('0', '1'))};")
        if self.spoilt():
            self.put(f"if ({self.condition()})", f"    {t}->v = 1;")
        self.put(f"{t}->own = {t}->v ? push(NULL, 1) : NULL;")
        (self.turn_front if front else self.turn_back)(t)
        self.depth -= 1
        self.put("}")

    def turn_grow_by_two(self):
        """By pairs, at the front."""
        self.put("if (!list || first) {", f"    {self.loop()}")
        self.depth += 2
        for v in (1, 0):
            t = self.name("t")
            self.put(f"struct turn *{t} = malloc(sizeof *{t});", f"{t}->v = {0 if v and not self.spoilt() else 1};",
                     f"{t}->own = {'NULL' if v else 'push(NULL, 2)'};")
            self.turn_front(t)
        self.depth -= 2
        self.put("    }", "}")

    def turn_walk(self):
        p, f, back = self.name("p"), self.name("f"), self.rng.random() < 0.4
        start, step, value = ("last", "prev", "end") if back else ("list", "next", "first")
        self.put(f"int {f} = {'!' if self.spoilt() else ''}{value};", f"for (struct turn *{p} = {start}; {p}; {p} = {p}->{step}) {{",
                 f"    if ({f})", f"        {p}->own->v = 3;", f"    {f} = !{f};", "}")

    def turn_walk_by_two(self):
        p = self.name("p")
        check = "" if self.spoilt() else f" && {p}->next"
        self.put(f"for (struct turn *{p} = list; {p}{check}; {p} = {p}->next->next)",
                 f"    (first ? {p} : {p}->next)->own->v = {self.rng.randrange(4)};")

    def turn_pop(self):
        t = self.name("t")
        self.put("{" if self.spoilt() else "if (list) {", f"    struct turn *{t} = list;", "    list = list->next;", "    first = !first;",
                 "    if (list)", "        list->prev = NULL;", "    else", "        last = NULL;", f"    turn_drop({t});", "}")

    def turn_pop_last(self):
        t = self.name("t")
        self.put("{" if self.spoilt() else "if (last) {", f"    struct turn *{t} = last;", "    last = last->prev;", "    end = !end;",
                 "    if (last)", "        last->next = NULL;", "    else", "        list = NULL;", f"    turn_drop({t});", "}")

    def turn_remove_second(self):
        """Those that own nothing go, or those that own something: then neighbours are alike, and all of the rest follow."""
        p, t = self.name("p"), self.name("t")
        self.put(f"for (struct turn *{p} = list; {p}; {p} = {p}->next) {{", f"    struct turn *{t} = {p}->next;", f"    if (!{t})", "        break;",
                 f"    {p}->next = {t}->next;", f"    if ({t}->next)", f"        {t}->next->prev = {p};", "    else", f"        last = {p};",
                 *([] if self.spoilt() else [f"    if (!first)", f"        drop({t}->own);"]), f"    free({t});", "}")
        t = self.name("t")
        self.put("while (list) {", f"    struct turn *{t} = list;", "    list = list->next;", "    if (first)", f"        {t}->own->v = 1, drop({t}->own);",
                 f"    free({t});", "}", "last = NULL;")

    def turn_reverse(self):
        p, n, t = self.name("p"), self.name("n"), self.name("t")
        self.put(f"for (struct turn *{p} = list, *{n}; {p}; {p} = {n}) {{", f"    {n} = {p}->next;", f"    {p}->next = {p}->prev;", f"    {p}->prev = {n};", "}",
                 "{", f"    struct turn *{t} = list;", "    list = last;", f"    last = {t};",
                 *([] if self.spoilt() else [f"    int {t}v = first;", "    first = end;", f"    end = {t}v;"]), "}")

    def turn_end(self):
        t = self.name("t")
        lost = self.spoilt()
        self.put("while (list) {", f"    struct turn *{t} = list;", "    list = list->next;", "    if (first) {", f"        {t}->own->v = 1;",
                 *([] if lost else [f"        drop({t}->own);"]), "    }", f"    free({t});", "    first = !first;", "}")

    def body_of_turns(self):
        self.put("struct turn *list = NULL, *last = NULL;", "int first = 0, end = 0;")
        self.turn_grow()
        others = (self.turn_grow, self.turn_grow_by_two, self.turn_walk, self.turn_walk, self.turn_walk_by_two, self.turn_pop, self.turn_pop_last,
                  self.turn_reverse, self.turn_remove_second)
        for _ in range(self.rng.randint(1, 4)):
            self.rng.choice(others)()
        self.turn_end()
