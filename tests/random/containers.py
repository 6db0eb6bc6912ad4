# SPDX-License-Identifier: MIT
"""Statements about lists that more than one pointer leads into: queues with a pointer to the last link, lists with head and tail, rings of nodes
inside other structs around a head, and groups whose members know their group.  As in generate.py, each keeps its list tidy unless it is spoilt."""

DECLARATIONS = """struct queue { struct one *first, **last; };
struct deque { struct two *head, *tail; };
struct link { struct link *next, *prev; };
struct item { int v; struct link link; };
struct member { struct member *next, *prev; struct group *owner; int v; };
struct group { struct group *next; struct member *members; int v; };
#define ITEM(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))

static void link_add(struct link *l, struct link *prev, struct link *next) {
    l->prev = prev;
    l->next = next;
    prev->next = l;
    next->prev = l;
}
static void link_remove(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
}
static void member_remove(struct member *m) {
    if (m->prev)
        m->prev->next = m->next;
    else
        m->owner->members = m->next;
    if (m->next)
        m->next->prev = m->prev;
    free(m);
}
"""
INITIAL = {"queue": "struct queue {0} = {{NULL, &{0}.first}};", "deque": "struct deque {0} = {{NULL, NULL}};",
           "ring": "struct link {0} = {{&{0}, &{0}}};", "group": "struct group *{0} = NULL;"}


class Containers:
    """To be mixed into a program: self.containers lists names and kinds."""

    def container(self, kind):
        return self.rng.choice([name for name, k in self.containers if k == kind])

    def other(self, name, kind):
        names = [n for n, k in self.containers if k == kind and n != name]
        return self.rng.choice(names) if names else None

    def inside(self, head, body):
        """The body in a block of its own."""
        self.put(head)
        self.depth += 1
        body()
        self.depth -= 1
        self.put("}")

    # ---- queues

    def queue_put(self):
        q, t = self.container("queue"), self.name("t")

        def body():
            self.put(f"struct one *{t} = malloc(sizeof *{t});")
            if not self.spoilt():
                self.put(f"{t}->next = NULL;")
            self.put(f"{t}->v = {self.rng.randrange(9)};", f"*{q}.last = {t};")
            if not self.spoilt():
                self.put(f"{q}.last = &{t}->next;")
        self.inside(self.loop() if self.rng.random() < 0.7 else "{", body)

    def queue_take(self):
        q, t = self.container("queue"), self.name("t")

        def body():
            self.put(f"struct one *{t} = {q}.first;", f"{q}.first = {t}->next;")
            if not self.spoilt():
                self.put(f"if (!{q}.first)", f"    {q}.last = &{q}.first;")
            self.put(f"free({t});")
        self.inside("{" if self.spoilt() else f"if ({q}.first) {{", body)

    def queue_join(self):
        q = self.container("queue")
        o = self.other(q, "queue")
        if o:
            self.put(f"if ({o}.first) {{", f"    *{q}.last = {o}.first;", f"    {q}.last = {o}.last;",
                     *([] if self.spoilt() else [f"    {o}.first = NULL;"]), *([] if self.spoilt() else [f"    {o}.last = &{o}.first;"]), "}")

    def queue_end(self, q):
        self.put(f"drop({q}.first);", f"{q}.first = NULL;", f"{q}.last = &{q}.first;")

    # ---- lists with head and tail

    def deque_put(self):
        d, t = self.container("deque"), self.name("t")
        near, far, forth, back = self.rng.choice((("head", "tail", "next", "prev"), ("tail", "head", "prev", "next")))

        def body():
            self.put(f"struct two *{t} = malloc(sizeof *{t});", f"{t}->v = {self.rng.randrange(9)};", f"{t}->{back} = NULL;", f"{t}->{forth} = {d}.{near};",
                     f"if ({d}.{near})", f"    {d}.{near}->{back} = {t};", *([] if self.spoilt() else ["else", f"    {d}.{far} = {t};"]), f"{d}.{near} = {t};")
        self.inside(self.loop() if self.rng.random() < 0.7 else "{", body)

    def deque_drop(self, d):
        t = self.name("t")
        near, far, forth, back = self.rng.choice((("head", "tail", "next", "prev"), ("tail", "head", "prev", "next")))
        self.put(f"struct two *{t} = {d}.{near};", f"{d}.{near} = {t}->{forth};")
        if not self.spoilt():
            self.put(f"if ({d}.{near})", f"    {d}.{near}->{back} = NULL;", *([] if self.spoilt() else ["else", f"    {d}.{far} = NULL;"]))
        self.put(f"free({t});")

    def deque_take(self):
        d = self.container("deque")
        self.inside("{" if self.spoilt() else f"if ({d}.{self.rng.choice(('head', 'tail'))}) {{", lambda: self.deque_drop(d))

    def deque_cut(self):
        d, p, n = self.container("deque"), self.name("p"), self.name("n")
        late = self.spoilt()
        self.put(f"for (struct two *{p} = {d}.head, *{n}; {p}; {p} = {f'{p}->next' if late else n}) {{", f"    {n} = {p}->next;",
                 f"    if ({p}->v == {self.rng.randrange(9)} || {self.condition()}) {{", f"        if ({p}->prev)", f"            {p}->prev->next = {p}->next;",
                 "        else", f"            {d}.head = {p}->next;", f"        if ({p}->next)", f"            {p}->next->prev = {p}->prev;",
                 *([] if self.spoilt() else ["        else", f"            {d}.tail = {p}->prev;"]), f"        free({p});", "    }", "}")

    def deque_walk(self):
        d, p = self.container("deque"), self.name("p")
        end, step = self.rng.choice((("head", "next"), ("tail", "prev")))
        self.put(f"for (struct two *{p} = {d}.{end}; {p}; {p} = {p}->{step})", f"    {p}->v++;")

    def deque_turn(self):
        """Swaps the links of every node, and the ends."""
        d, p, n = self.container("deque"), self.name("p"), self.name("n")
        self.put(f"for (struct two *{p} = {d}.head, *{n}; {p}; {p} = {n}) {{", f"    {n} = {p}->next;",
                 *([] if self.spoilt() else [f"    {p}->next = {p}->prev;"]), f"    {p}->prev = {n};", "}",
                 "{", f"    struct two *{p} = {d}.head;", f"    {d}.head = {d}.tail;", f"    {d}.tail = {p};", "}")

    def deque_end(self, d):
        self.inside(f"while ({d}.{self.rng.choice(('head', 'tail'))}) {{", lambda: self.deque_drop(d))

    # ---- rings

    def ring_put(self):
        r, t = self.container("ring"), self.name("t")
        where = self.rng.choice((f"&{r}, {r}.next", f"{r}.prev, &{r}"))
        if self.spoilt():
            where = f"&{r}, &{r}"

        def body():
            self.put(f"struct item *{t} = malloc(sizeof *{t});", f"{t}->v = {self.rng.randrange(9)};", f"link_add(&{t}->link, {where});")
        self.inside(self.loop() if self.rng.random() < 0.7 else "{", body)

    def ring_take(self):
        r, l = self.container("ring"), self.name("l")
        end = self.rng.choice(("next", "prev"))

        def body():
            self.put(f"struct link *{l} = {r}.{end};")
            if not self.spoilt():
                self.put(f"link_remove({l});")
            self.put(f"free({l if self.spoilt() else f'ITEM({l})'});")
        self.inside("{" if self.spoilt() else f"if ({r}.next != &{r}) {{", body)

    def ring_cut(self):
        r, l, n = self.container("ring"), self.name("l"), self.name("n")
        late = self.spoilt()
        self.put(f"for (struct link *{l} = {r}.next, *{n}; {l} != &{r}; {l} = {f'{l}->next' if late else n}) {{", f"    {n} = {l}->next;",
                 f"    if (ITEM({l})->v == {self.rng.randrange(9)} || {self.condition()}) {{", f"        link_remove({l});", f"        free(ITEM({l}));", "    }", "}")

    def ring_walk(self):
        r, l = self.container("ring"), self.name("l")
        step = self.rng.choice(("next", "prev"))
        self.put(f"for (struct link *{l} = {r}.{step}; {l} != &{r}; {l} = {l}->{step})", f"    ITEM({l})->v++;")

    def ring_splice(self):
        r = self.container("ring")
        o = self.other(r, "ring")
        if o:
            self.put(f"if ({o}.next != &{o}) {{", f"    {o}.next->prev = {r}.prev;", f"    {r}.prev->next = {o}.next;", f"    {o}.prev->next = &{r};",
                     f"    {r}.prev = {o}.prev;", *([] if self.spoilt() else [f"    {o}.next = {o}.prev = &{o};"]), "}")

    def ring_end(self, r):
        l, n = self.name("l"), self.name("n")
        if self.rng.random() < 0.5:
            self.put(f"while ({r}.next != &{r}) {{", f"    struct link *{l} = {r}.next;", *([] if self.spoilt() else [f"    link_remove({l});"]),
                     f"    free(ITEM({l}));", "}")
        else:
            self.put(f"for (struct link *{l} = {r}.next, *{n}; {l} != &{r}; {l} = {n}) {{", f"    {n} = {l}->next;", f"    free(ITEM({l}));", "}",
                     *([] if self.spoilt() else [f"{r}.next = {r}.prev = &{r};"]))

    # ---- groups with members

    def group_put(self):
        g, t = self.container("group"), self.name("t")

        def body():
            self.put(f"struct group *{t} = malloc(sizeof *{t});", f"{t}->members = NULL;", f"{t}->v = 0;", f"{t}->next = {g};", f"{g} = {t};")
        self.inside(self.loop(), body)

    def member_put(self):
        g, t = self.container("group"), self.name("t")

        def body():
            self.put(f"struct member *{t} = malloc(sizeof *{t});", f"{t}->v = {self.rng.randrange(9)};", f"{t}->prev = NULL;")
            if not self.spoilt():
                self.put(f"{t}->owner = {g};")
            self.put(f"{t}->next = {g}->members;", f"if ({g}->members)", f"    {g}->members->prev = {t};", f"{g}->members = {t};")
        if self.rng.random() < 0.5:
            self.inside("{" if self.spoilt() else f"if ({g}) {{", body)
        else:
            self.each_group(g, body)

    def each_group(self, g, body):
        """The body for every group in turn, which is then called as the variable is."""
        keep = self.name("all")
        self.put("{", f"    struct group *{keep} = {g};")
        self.depth += 1
        self.inside(f"for (; {g}; {g} = {g}->next) {{", body)
        self.depth -= 1
        self.put(f"    {g} = {keep};", "}")

    def member_take(self):
        g, m, n = self.container("group"), self.name("m"), self.name("n")
        late = self.spoilt()

        def body():
            self.put(f"for (struct member *{m} = {g}->members, *{n}; {m}; {m} = {f'{m}->next' if late else n}) {{", f"    {n} = {m}->next;",
                     f"    if ({self.condition()})", f"        member_remove({m});", "}")
        self.each_group(g, body)

    def member_walk(self):
        g, m = self.container("group"), self.name("m")
        self.each_group(g, lambda: self.put(f"for (struct member *{m} = {g}->members; {m}; {m} = {m}->next)", f"    {m}->owner->v++;"))

    def member_swap(self):
        """The first two groups swap their members."""
        g, m = self.container("group"), self.name("m")
        self.put(f"if ({g} && {g}->next) {{", f"    struct member *{m} = {g}->members;", f"    {g}->members = {g}->next->members;",
                 f"    {g}->next->members = {m};")
        if not self.spoilt():
            self.put(f"    for ({m} = {g}->members; {m}; {m} = {m}->next)", f"        {m}->owner = {g};",
                     f"    for ({m} = {g}->next->members; {m}; {m} = {m}->next)", f"        {m}->owner = {g}->next;")
        self.put("}")

    def group_drop(self, g):
        t = self.name("t")
        self.put(f"struct group *{t} = {g};", f"{g} = {t}->next;", *([] if self.spoilt() else [f"while ({t}->members)", f"    member_remove({t}->members);"]),
                 f"free({t});")

    def group_take(self):
        g = self.container("group")
        self.inside("{" if self.spoilt() else f"if ({g}) {{", lambda: self.group_drop(g))

    def group_end(self, g):
        self.inside(f"while ({g}) {{", lambda: self.group_drop(g))

    # ---- all of them

    def act(self):
        """One statement about one container."""
        kind = self.rng.choice(self.containers)[1]
        acts = {"queue": (self.queue_put, self.queue_put, self.queue_take, self.queue_join),
                "deque": (self.deque_put, self.deque_put, self.deque_take, self.deque_cut, self.deque_walk, self.deque_turn),
                "ring": (self.ring_put, self.ring_put, self.ring_take, self.ring_cut, self.ring_walk, self.ring_splice),
                "group": (self.group_put, self.member_put, self.member_put, self.member_take, self.member_walk, self.member_swap, self.group_take)}
        self.rng.choice(acts[kind])()

    def finish(self, name, kind):
        {"queue": self.queue_end, "deque": self.deque_end, "ring": self.ring_end, "group": self.group_end}[kind](name)
