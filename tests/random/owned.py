# SPDX-License-Identifier: MIT
"""Programs about nodes (a list, a doubly linked one, a ring, a tree) that own structures of several kinds: a ring, a list, a tree, a block, nothing, ...  Each
node has a tag that says which; some kinds can also be told by what they hold.  What is owned is made, walked, grown, exchanged and freed in place or by
functions.  As in generate.py, some statements are spoilt: one kind is forgotten or taken for another, freed twice or used later, a line is missing."""

# By kind: the type of what is owned, and what is done to p.  Every structure begins with a pointer.
MAKE, USE, GROW, DROP = "make", "use", "grow", "drop"
OWNED = {
    "nil": ("void", {MAKE: "p = NULL;", USE: "", GROW: "", DROP: ""}),
    "block": ("struct o_block", {
        MAKE: "p = malloc(sizeof *p);|p->none = NULL;|p->v = 1;", USE: "p->v++;", GROW: "free(p);|p = malloc(sizeof *p);|p->none = NULL;|p->v = 2;",
        DROP: "free(p);"}),
    "small": ("struct o_any", {MAKE: "p = malloc(sizeof *p);|p->next = NULL;", USE: "if (p->next)|    free(p);", GROW: "", DROP: "free(p);"}),
    "string": ("char", {MAKE: "p = malloc(12);|p[0] = 0;|p[8] = 0;", USE: "while (*p)|    p++;", GROW: "p[0] = 'a';|p[1] = 0;", DROP: "free(p);"}),
    "list": ("struct o_link", {
        MAKE: "p = NULL;|do {|    struct o_link *n = malloc(sizeof *n);|    n->next = p;|    n->v = 1;|    p = n;|} while (nondet());",
        USE: "for (struct o_link *q = p; q; q = q->next)|    q->v++;",
        GROW: "struct o_link *n = malloc(sizeof *n);|n->v = 2;|n->next = p->next;|p->next = n;",
        DROP: "while (p) {|    struct o_link *n = p->next;|    free(p);|    p = n;|}"}),
    "ring": ("struct o_link", {
        MAKE: "p = malloc(sizeof *p);|p->v = 1;|p->next = p;|while (nondet()) {|    struct o_link *n = malloc(sizeof *n);|    n->v = 2;|    n->next = p->next;"
              "|    p->next = n;|}",
        USE: "for (struct o_link *q = p->next; q != p; q = q->next)|    q->v++;",
        GROW: "struct o_link *n = malloc(sizeof *n);|n->v = 3;|n->next = p->next;|p->next = n;|p = n;",
        DROP: "for (struct o_link *q = p->next, *n; q != p; q = n) {|    n = q->next;|    free(q);|}|free(p);"}),
    "doubly": ("struct o_both", {
        MAKE: "p = NULL;|do {|    struct o_both *n = malloc(sizeof *n);|    n->next = p;|    n->prev = NULL;|    n->v = 1;|    if (p)|        p->prev = n;|    p = n;|} while (nondet());",
        USE: "while (p->next)|    p = p->next;|for (; p; p = p->prev)|    p->v++;",
        GROW: "struct o_both *n = malloc(sizeof *n);|n->v = 2;|n->prev = p;|n->next = p->next;|if (n->next)|    n->next->prev = n;|p->next = n;",
        DROP: "while (p) {|    struct o_both *n = p->next;|    free(p);|    p = n;|}"}),
    "wheel": ("struct o_both", {
        MAKE: "p = malloc(sizeof *p);|p->v = 1;|p->next = p->prev = p;|while (nondet()) {|    struct o_both *n = malloc(sizeof *n);|    n->v = 2;|    n->next = p;|    n->prev = p->prev;"
              "|    n->prev->next = n;|    p->prev = n;|}",
        USE: "for (struct o_both *q = p->prev; q != p; q = q->prev)|    q->v++;",
        GROW: "struct o_both *n = malloc(sizeof *n);|n->v = 3;|n->prev = p;|n->next = p->next;|n->next->prev = n;|p->next = n;",
        DROP: "while (p->next != p) {|    struct o_both *n = p->next;|    p->next = n->next;|    n->next->prev = p;|    free(n);|}|free(p);"}),
    "tree": ("struct o_tree", {
        MAKE: "p = o_tree_new(1);", USE: "while (p) {|    p->v++;|    p = nondet() ? p->l : p->r;|}",
        GROW: "struct o_tree *n = malloc(sizeof *n);|n->v = 2;|n->l = p;|n->r = nondet() ? o_tree_new(1) : NULL;|p = n;", DROP: "o_tree_drop(p);"}),
    "boxes": ("struct o_box", {
        MAKE: "p = NULL;|do {|    struct o_box *n = malloc(sizeof *n);|    n->next = p;|    n->own = nondet() ? malloc(8) : NULL;|    p = n;|} while (nondet());",
        USE: "for (struct o_box *q = p; q; q = q->next)|    if (q->own)|        *(long *)q->own = 1;",
        GROW: "struct o_box *n = malloc(sizeof *n);|n->own = NULL;|n->next = p;|p = n;",
        DROP: "while (p) {|    struct o_box *n = p->next;|    free(p->own);|    free(p);|    p = n;|}"}),
    "rings": ("struct o_box", {
        MAKE: "p = NULL;|do {|    struct o_box *n = malloc(sizeof *n);|    n->next = p;|    n->own = o_ring_new();|    p = n;|} while (nondet());",
        USE: "for (struct o_box *q = p; q; q = q->next)|    for (struct o_link *r = ((struct o_link *)q->own)->next; r != q->own; r = r->next)|        r->v++;",
        GROW: "struct o_box *n = malloc(sizeof *n);|n->own = o_ring_new();|n->next = p;|p = n;",
        DROP: "while (p) {|    struct o_box *n = p->next;|    o_ring_drop(p->own);|    free(p);|    p = n;|}"}),
    "array": ("void *", {
        MAKE: "p = malloc(3 * sizeof *p);|p[0] = NULL;|p[1] = malloc(8);|p[2] = nondet() ? malloc(4) : NULL;", USE: "if (p[2])|    *(char *)p[2] = 1;|*(char *)p[1] = 2;",
        GROW: "if (!p[0])|    p[0] = malloc(2);", DROP: "free(p[0]);|free(p[1]);|free(p[2]);|free(p);"}),
    "inside": ("long", {  # led to in its middle, as the next two are
        MAKE: "struct o_block *b = malloc(sizeof *b);|b->none = NULL;|b->v = 1;|p = &b->v;", USE: "(*p)++;", GROW: "", DROP: "free((char *)p - offsetof(struct o_block, v));"}),
    "chain": ("struct o_any", {
        MAKE: "p = NULL;|do {|    struct o_inner *n = malloc(sizeof *n);|    n->link.next = p;|    n->v = 1;|    p = &n->link;|} while (nondet());",
        USE: "for (struct o_any *q = p; q; q = q->next)|    O_INNER(q)->v++;",
        GROW: "struct o_inner *n = malloc(sizeof *n);|n->v = 2;|n->link.next = p->next;|p->next = &n->link;",
        DROP: "while (p) {|    struct o_any *n = p->next;|    free(O_INNER(p));|    p = n;|}"}),
    "loop": ("struct o_any", {
        MAKE: "struct o_inner *b = malloc(sizeof *b);|b->v = 1;|p = &b->link;|p->next = p;|while (nondet()) {|    struct o_inner *n = malloc(sizeof *n);|    n->v = 2;"
              "|    n->link.next = p->next;|    p->next = &n->link;|}",
        USE: "for (struct o_any *q = p->next; q != p; q = q->next)|    O_INNER(q)->v++;",
        GROW: "struct o_inner *n = malloc(sizeof *n);|n->v = 3;|n->link.next = p->next;|p->next = &n->link;",
        DROP: "for (struct o_any *q = p->next, *n; q != p; q = n) {|    n = q->next;|    free(O_INNER(q));|}|free(O_INNER(p));"}),
    "kinds": ("struct o_box", {  # a list of which some nodes own a ring, others a block
        MAKE: "p = NULL;|do {|    struct o_box *n = malloc(sizeof *n);|    n->next = p;|    n->tag = nondet() != 0;|    if (n->tag)|        n->own = o_ring_new();|    else|        n->own = malloc(8);"
              "|    p = n;|} while (nondet());",
        USE: "for (struct o_box *q = p; q; q = q->next)|    if (q->tag)|        ((struct o_link *)q->own)->next->v++;",
        GROW: "struct o_box *n = malloc(sizeof *n);|n->tag = 0;|n->own = malloc(8);|n->next = p;|p = n;",
        DROP: "while (p) {|    struct o_box *n = p->next;|    if (p->tag)|        o_ring_drop(p->own);|    else|        free(p->own);|    free(p);|    p = n;|}"}),
    "back": ("struct o_back", {  # knows its owner, h
        MAKE: "p = malloc(sizeof *p);|p->next = NULL;|p->owner = h;|p->v = 0;", USE: "((struct holder *)p->owner)->count++;|p->v++;", GROW: "p->owner = h;", DROP: "((struct holder *)p->owner)->count = 0;|free(p);"}),
}
TOLD_BY_NULL = ("block", "small", "array", "back")  # their first word, which is not null in rings
NEVER_NULL = ("ring", "wheel", "loop")


def function(kind, what):
    kind_type, bodies = OWNED[kind]
    body = "\n    ".join(line for line in bodies[what].split("|") if line)
    given = "struct holder *h" if what == MAKE else f"struct holder *h, {kind_type} *p"
    result = f"{kind_type} *" if what in (MAKE, GROW) else "void "
    return (f"static {result}{kind}_{what}({given}) {{\n    (void)h;\n" + (f"    {kind_type} *p;\n" if what == MAKE else "    (void)p;\n") + f"    {body}\n"
            + ("    return p;\n" if what in (MAKE, GROW) else "") + "}\n")


STRUCTURES = """struct o_any { struct o_any *next; };
struct o_block { void *none; long v, more[3]; };
struct o_link { struct o_link *next; long v; };
struct o_both { struct o_both *next, *prev; long v; };
struct o_tree { struct o_tree *l, *r; long v; };
struct o_box { struct o_box *next; void *own; int tag; };
struct o_inner { long v; struct o_any link; };
#define O_INNER(l) ((struct o_inner *)((char *)(l) - offsetof(struct o_inner, link)))
struct o_back { struct o_back *next; void *owner; long v; };
struct holder { struct holder *next, *prev; void *own, *more; int tag, count; };
static struct o_tree *o_tree_new(int depth) {
    struct o_tree *t = malloc(sizeof *t);
    t->v = depth;
    t->l = depth > 0 && nondet() ? o_tree_new(depth - 1) : NULL;
    t->r = depth > 0 && nondet() ? o_tree_new(depth - 1) : NULL;
    return t;
}
static void o_tree_drop(struct o_tree *t) {
    if (!t) return;
    o_tree_drop(t->l);
    o_tree_drop(t->r);
    free(t);
}
static struct o_link *o_ring_new(void) {
    struct o_link *p = malloc(sizeof *p);
    p->v = 1;
    p->next = p;
    while (nondet()) {
        struct o_link *n = malloc(sizeof *n);
        n->v = 2;
        n->next = p->next;
        p->next = n;
    }
    return p;
}
static void o_ring_drop(struct o_link *p) {
    for (struct o_link *q = p->next, *n; q != p; q = n) {
        n = q->next;
        free(q);
    }
    free(p);
}
"""
DECLARATIONS = STRUCTURES + "".join(function(kind, what) for kind in OWNED for what in (MAKE, USE, GROW, DROP))


class Owned:
    """To be mixed into a program: self.functions are those that the program has for itself."""

    # ---- what one node owns

    def in_place(self, kind, what, place):
        kind_type, bodies = OWNED[kind]
        lines = [line for line in bodies[what].split("|") if line]
        if what == MAKE:
            self.put(f"{{ {kind_type} *p;")
        else:
            self.put(f"{{ {kind_type} *p = {place};")
        gone = [i for i, line in enumerate(lines) if line.endswith(";") and "*n =" not in line and "*b =" not in line and line[0] != "}" and not lines[i - 1].strip().startswith(("if", "for", "while")) and "p = malloc" not in line]
        if gone and self.rng.random() < 0.4 and self.spoilt():
            lines[self.rng.choice(gone)] = ""
        self.put(*(f"    {line}" for line in lines), *([f"    {place} = p;"] if what in (MAKE, GROW) else []), "}")

    def do(self, kind, what, place="h->own"):
        """One operation on what the node h owns, in place or by a function."""
        if what != MAKE and self.rng.random() < 0.4 and self.spoilt():
            kind = self.rng.choice(self.kinds)  # taken for another
        if self.rng.random() < 0.5 or kind == "nil":
            self.in_place(kind, what, place)
        else:
            result = f"{place} = " if what in (MAKE, GROW) else ""
            self.put(f"{result}{kind}_{what}(h{'' if what == MAKE else f', {place}'});")
        if what == DROP and self.rng.random() < 0.35 and self.spoilt():
            self.put(f"free({place});" if self.rng.random() < 0.5 else f"if (h->tag) *(char *){place} = 0;")

    def test(self, i, left):
        """Is it the i-th kind, one of those left?"""
        kind, others = self.kinds[i], [self.kinds[k] for k in left if k != i]
        if kind == "nil" and self.rng.random() < 0.5:
            return "!h->own"
        if others == ["nil"] and self.rng.random() < 0.5:
            return "h->own"
        if kind in NEVER_NULL and others and all(o in TOLD_BY_NULL for o in others) and self.rng.random() < 0.5:
            return "((struct o_any *)h->own)->next"
        if kind in TOLD_BY_NULL and others and all(o in NEVER_NULL for o in others) and self.rng.random() < 0.5:
            return "!((struct o_any *)h->own)->next"
        return f"h->tag == {i}"

    def by_kind(self, what):
        """The operation, for each kind that the node may have."""
        order = list(range(len(self.kinds)))
        self.rng.shuffle(order)
        for n, i in enumerate(order):
            last = n + 1 == len(order)
            test = "" if last else f"if ({self.test(i, order[n:])}) "
            self.put(("} else " if n else "") + test + "{")
            self.depth += 1
            if not (self.rng.random() < 0.35 and self.spoilt()):
                self.do(self.kinds[i], what)
            self.depth -= 1
        self.put("}")

    def choose(self, among=None):
        """The node h gets something new to own."""
        among = among or list(range(len(self.kinds)))
        for n, i in enumerate(among):
            last = n + 1 == len(among)
            self.put(("} else " if n else "") + ("" if last else "if (nondet()) ") + "{")
            self.depth += 1
            self.put(f"h->tag = {i};")
            self.do(self.kinds[i], MAKE)
            self.depth -= 1
        self.put("}")

    # ---- all nodes

    def captured(self, body):
        before, depth, self.lines, self.depth = self.lines, self.depth, [], 1
        body()
        lines, self.lines, self.depth = self.lines, before, depth
        return lines

    def own_function(self, head, body):
        name = self.name(f"f{self.number}_")
        self.functions.append("\n".join([head.replace("NAME", name) + " {", *self.captured(lambda: body(name)), "}"]) + "\n")
        return name

    def each(self, body, variable="list"):
        """The body for each node h, which it leaves where it is."""
        def loop(at):
            if self.outer == "ring":
                self.put(f"if ({at}) {{", f"    struct holder *h = {at};", "    do {")
            else:
                self.put(f"for (struct holder *h = {at}; h; h = h->next) {{")
            self.depth += 2
            body()
            self.depth -= 2
            self.put(*(["        h = h->next;", f"    }} while (h != {at});", "}"] if self.outer == "ring" else ["}"]))

        def recur(name):
            self.put("if (!h) return;", f"{name}(h->next);", *([f"{name}(h->prev);"] if self.outer == "tree" else []))
            body()
        if self.outer == "tree" or (self.outer == "singly" and self.rng.random() < 0.15):
            self.put(f"{self.own_function('static void NAME(struct holder *h)', recur)}({variable});")
        elif self.rng.random() < 0.3:
            self.put(f"{self.own_function('static void NAME(struct holder *list)', lambda name: loop('list'))}({variable});")
        else:
            loop(variable)

    def insert(self):
        if self.outer == "singly":
            if self.rng.random() < 0.3:
                self.put("if (list) {", "    h->next = list->next;", "    list->next = h;", "} else {", "    h->next = NULL;", "    list = h;", "}")
            else:
                self.put("h->next = list;", "list = h;")
        elif self.outer == "doubly":
            self.put("h->next = list;", "h->prev = NULL;", "if (list)", "    list->prev = h;", "list = h;")
        elif self.outer == "ring":
            self.put("if (list) {", "    h->next = list->next;", "    list->next = h;", "} else {", "    h->next = h;", "    list = h;", "}")
        else:
            self.put("h->next = h->prev = NULL;", "struct holder **at = &list;", "while (*at)", "    at = nondet() ? &(*at)->next : &(*at)->prev;", "*at = h;")

    def make_node(self, among=None):
        self.put("struct holder *h = malloc(sizeof *h);", "h->count = 0;", "h->more = NULL;")
        if self.rng.random() < 0.3:
            name = self.own_function("static void NAME(struct holder *h)", lambda name: self.choose(among))
            self.put(f"{name}(h);")
        else:
            self.choose(among)
        self.insert()

    def owned_build(self):
        if self.rng.random() < 0.4:  # those of one kind, then those of the next
            for i in range(len(self.kinds)):
                self.put(self.loop())
                self.depth += 1
                self.make_node([i])
                self.depth -= 1
                self.put("}")
        else:
            self.put(self.loop())
            self.depth += 1
            self.make_node()
            self.depth -= 1
            self.put("}")

    def owned_use(self):
        self.each(lambda: self.by_kind(USE))

    def owned_grow(self):
        self.each(lambda: self.by_kind(GROW))

    def owned_exchange(self):
        def body():
            self.put(f"if ({self.condition()}) {{")
            self.depth += 1
            self.by_kind(DROP)
            self.choose()
            self.depth -= 1
            self.put("}")
        self.each(body)

    def owned_empty(self):
        """Some give away what they own."""
        if "nil" not in self.kinds:
            return self.owned_use()

        def body():
            self.put(f"if ({self.condition()}) {{")
            self.depth += 1
            self.by_kind(DROP)
            if not (self.rng.random() < 0.5 and self.spoilt()):
                self.put(f"h->tag = {self.kinds.index('nil')};")
            self.put("h->own = NULL;")
            self.depth -= 1
            self.put("}")
        self.each(body)

    def owned_first(self):
        """The first node is taken for what it is."""
        self.put("{" if self.spoilt() else "if (list) {", "    struct holder *h = list;")
        self.depth += 1
        self.by_kind(self.rng.choice((USE, GROW)))
        self.depth -= 1
        self.put("}")

    def owned_move(self):
        """The first two nodes exchange what they own."""
        if self.outer == "tree" or "back" in self.kinds:
            return self.owned_use()
        self.put("if (list && list->next) {", "    struct holder *h = list, *g = list->next;", "    void *own = h->own;", "    int tag = h->tag;", "    h->own = g->own;",
                 "    h->tag = g->tag;", "    g->own = own;", *([] if self.spoilt() else ["    g->tag = tag;"]), "}")

    def owned_reverse(self):
        if self.outer != "singly":
            return self.owned_grow()
        self.put("{", "    struct holder *r = NULL;", "    while (list) {", "        struct holder *h = list;", "        list = h->next;", "        h->next = r;", "        r = h;",
                 "    }", "    list = r;", "}")

    def owned_pop(self):
        if self.outer not in ("singly", "doubly"):
            return self.owned_use()
        self.put("if (list) {", "    struct holder *h = list;", "    list = h->next;", *(["    if (list)", "        list->prev = NULL;"] if self.outer == "doubly" else []))
        self.depth += 1
        self.by_kind(DROP)
        self.put("free(h);")
        self.depth -= 1
        self.put("}")

    def owned_end(self):
        def drop():
            self.by_kind(DROP)
            self.put("free(h);")

        def recur(name):
            self.put("if (!h) return;", f"{name}(h->next);", f"{name}(h->prev);")
            drop()
        if self.outer == "tree":
            return self.put(f"{self.own_function('static void NAME(struct holder *h)', recur)}(list);")
        if self.outer == "ring":
            self.put("if (list) {", "    struct holder *rest = list->next;", "    list->next = NULL;", "    list = rest;", "}")
        self.put("while (list) {", "    struct holder *h = list;", "    list = h->next;")
        self.depth += 1
        drop()
        self.depth -= 1
        self.put("}")

    def body_of_owned(self):
        self.outer = self.rng.choice(("singly", "singly", "doubly", "ring", "tree"))
        self.kinds = self.rng.sample(list(OWNED), self.rng.choice((2, 2, 2, 3)))
        self.put("struct holder *list = NULL;")
        self.owned_build()
        others = (self.owned_build, self.owned_use, self.owned_use, self.owned_grow, self.owned_exchange, self.owned_exchange, self.owned_empty, self.owned_first, self.owned_move,
                  self.owned_reverse, self.owned_pop)
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            self.rng.choice(others)()
        self.owned_end()
