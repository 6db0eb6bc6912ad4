# SPDX-License-Identifier: MIT
"""Programs about functions, many of them recursive, that are given nodes and places without reading what is there: a node to be linked somewhere whose
link still leads where it led before, a place for a result that still holds an old one.  As in generate.py, some statements are spoilt."""

DECLARATIONS = """static struct one *stale_insert(struct one *list, struct one *n) {
    if (!list || list->v > n->v) {
        n->next = list;
        return n;
    }
    list->next = stale_insert(list->next, n);
    return list;
}
static void stale_split(struct one *list, int pivot, struct one **less, struct one **more) {
    if (!list) {
        *less = *more = NULL;
    } else if (list->v < pivot) {
        stale_split(list->next, pivot, &list->next, more);
        *less = list;
    } else {
        stale_split(list->next, pivot, less, &list->next);
        *more = list;
    }
}
static struct one *stale_same(struct one *n) { return n; }
static void stale_put(struct one **place, struct one *value, int always) {
    if (always || nondet() > 0)
        *place = value;
}
static struct one *stale_put_first(struct one *n, struct one *list) {
    n->next = list;
    return n;
}
static struct one *stale_read(struct one *n) {
    struct one *m = stale_same(n);
    return m->next;
}
static struct one *stale_sort_into(struct one *sorted, struct one *list) {
    if (!list)
        return sorted;
    struct one *next = list->next;
    return stale_sort_into(stale_insert(sorted, list), next);
}
static void stale_free_one(struct one *n, int all) {
    if (all && n->next)
        stale_free_one(n->next, nondet());
    free(n);
}
"""


class Stale:
    """To be mixed into a program: the lists a, b and c."""

    def two_of(self):
        return self.rng.sample("abc", 2)

    def stale_grow(self):
        x = self.rng.choice("abc")
        self.put(self.loop(), f"    {x} = push({x}, nondet() {self.rng.choice(('& 3', '& 1', '% 5'))});", "}")

    def stale_move(self):
        """The first node of one list into another one, its link not cleared."""
        (x, y), t = self.two_of(), self.name("t")
        how = self.rng.choice((f"{y} = stale_insert({y}, {t});", f"{y} = stale_put_first({t}, {y});", f"stale_put(&{t}->next, {y}, 1), {y} = {t};"))
        self.put(f"if ({x}) {{", f"    struct one *{t} = {x};", *([] if self.spoilt() else [f"    {x} = {x}->next;"]), f"    {how}", "}")

    def stale_parts(self):
        """The places for the parts: two empty lists, or lists that are lost then."""
        x, y = self.two_of()
        if not self.spoilt():
            self.put(f"drop({y});")
        if self.rng.random() < 0.5:
            self.put(f"{y} = NULL;" if self.rng.random() < 0.5 else "")
        self.put(f"stale_split({x}, {self.rng.randrange(4)}, &{x}, &{y});")

    def stale_maybe(self):
        """A place that is perhaps not written."""
        x, y = self.two_of()
        always = self.rng.choice((0, 1))
        tidy = [f"    {y} = NULL;"] if always and not self.spoilt() else [f"    if ({x} == {y})", f"        {y} = NULL;"] if not self.spoilt() else []
        self.put(f"if (!{x}) {{", f"    stale_put(&{x}, {y}, {always});", *tidy, "}")

    def stale_read_on(self):
        x, t = self.rng.choice("abc"), self.name("t")
        use = f"free({t});" if self.spoilt() else f"{t}->v = 1;"
        self.put(f"if ({x} && {x}->v < 9) {{" if not self.spoilt() else "{", f"    struct one *{t} = stale_read({x});", f"    if ({t})", f"        {use}", "}")

    def stale_sort(self):
        x = self.rng.choice("abc")
        self.put(f"{x} = stale_sort_into(NULL, {x});")

    def stale_take_off(self):
        """The first node goes; its link was read before, or is lost."""
        x, t = self.rng.choice("abc"), self.name("t")
        rest = f"{x}->next" if not self.spoilt() else "NULL"
        self.put(f"if ({x}) {{", f"    struct one *{t} = {rest};", f"    stale_free_one({x}, 0);", f"    {x} = {t};", "}")

    def stale_statement(self):
        self.rng.choice((self.stale_grow, self.stale_grow, self.stale_move, self.stale_move, self.stale_parts, self.stale_maybe, self.stale_read_on,
                         self.stale_sort, self.stale_take_off))()

    def body_of_stale(self):
        self.put("struct one *a = NULL, *b = NULL, *c = NULL;")
        self.stale_grow()
        for _ in range(self.rng.randint(2, 5)):
            if self.rng.random() < 0.25:
                self.put(self.rng.choice((f"if ({self.condition()}) {{", self.loop())))
                self.depth += 1
                self.stale_statement()
                self.depth -= 1
                self.put("}")
            else:
                self.stale_statement()
        for x in "abc":
            if not (self.rng.random() < 0.4 and self.spoilt()):
                self.put(f"drop({x});")
