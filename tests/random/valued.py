# SPDX-License-Identifier: MIT
"""Programs about what holds of the data in all nodes of a list: a variable is a bound of them, one field of each is bounded by another,
they are in order, or their tags follow each other as a grammar says.  Lists are built in loops that the inputs end, changed by walks,
reversed, cut and joined, nodes are removed and put in between, and walks check what should hold.  As in generate.py, some statements are
spoilt: a wrong comparison, a forgotten update, one more or one less."""

DECLARATIONS = """#define VALUED(NAME, NUMBER) \\
    struct NAME { struct NAME *next, *prev; NUMBER key, cap; unsigned char tag; }; \\
    struct NAME##_head { struct NAME *first; NUMBER least, most; };
VALUED(vbyte, unsigned char)
VALUED(vshort, short)
VALUED(vint, int)
VALUED(vlong, long)
#ifdef NATIVE
static void reach_error(void) { abort(); }
#else
void reach_error(void);
#endif
"""
NUMBERS = {"vbyte": "unsigned char", "vshort": "short", "vint": "int", "vlong": "long"}
BOUNDS = ("least", "most", "range")
ANYWHERE = BOUNDS + ("fields",)  # what does not depend on a node's place
GRAMMARS = ("pairs", "groups", "phases", "turns", "thirds")
ABOUT = ANYWHERE + ("order",) * 3 + GRAMMARS


class Valued:
    """To be mixed into a program: a list that begins at `first`, and what holds of it, `about`.  `back` says that it was reversed."""

    # ---- parts of statements ----------------------------------------------------------------------------------------------------------

    def valued_loop(self):
        return "while (nondet()) {" if self.rng.random() < 0.9 else self.loop()

    def valued_number(self):
        return self.rng.choice((f"({self.number})nondet()", f"({self.number})nondet()", f"({self.number})(nondet() & 7)",
                                str(self.rng.randrange(6))))

    def valued_type(self):
        return f"struct {self.node} *"

    def valued_new(self, x):
        return [f"{self.valued_type()}{x} = malloc(sizeof *{x});", f"if (!{x})", "    exit(1);"]

    def valued_each(self, p):
        return f"for ({self.valued_type()}{p} = {self.first}; {p}; {p} = {p}->next) {{"

    def valued_prev(self, x, prev):
        """x is behind prev now, where the list is linked both ways."""
        return [f"if ({x})", f"    {x}->prev = {prev};"] if self.doubly else []

    def valued_update(self, x):
        """The bounds take in the key of x."""
        low, high, lines = self.low, self.high, []
        if self.about in ("least", "range"):
            less = self.rng.choice((f"{x}->key < {low}", f"{low} > {x}->key", f"{x}->key <= {low}"))
            if self.spoilt():
                less = self.rng.choice((f"{x}->key > {low}", f"!{self.first}", f"{x}->key < {low} && {x}->key != 2",
                                        f"{x}->key < {low} && nondet()"))
            lines += [f"if ({less})", f"    {low} = {x}->key;"]
        if self.about in ("most", "range"):
            more = self.rng.choice((f"{x}->key > {high}", f"{high} < {x}->key", f"{x}->key >= {high}"))
            if self.spoilt():
                more = self.rng.choice((f"{x}->key < {high}", f"{x}->key > {high} && {self.first}", f"{x}->key > {high} && {x}->key != 3"))
            lines += [f"{'else ' if lines and self.spoilt() else ''}if ({more})", f"    {high} = {x}->key;"]
        if self.about == "range" and self.rng.random() < 0.3 and lines[2].startswith("if"):
            lines = lines[2:] + lines[:2]
        return lines

    def valued_cut_off(self, x):
        """The key of x is brought into the bounds that are there."""
        lines = []
        if self.about in ("least", "range"):
            lines += [f"if ({x}->key {'>' if self.spoilt() else '<'} {self.low})", f"    {x}->key = {self.low};"]
        if self.about in ("most", "range"):
            more = f"{self.high} < 9 ? {self.high} + 1 : {self.high}" if self.spoilt() else self.high
            lines += [f"if ({x}->key > {self.high})", f"    {x}->key = {more};"]
        return lines

    def valued_fill(self, x):
        """Data of a node that may be anywhere in the list."""
        if self.about == "fields":
            lines = [f"{x}->cap = {self.valued_number()};", f"{x}->key = {self.valued_number()};", f"{x}->tag = 0;"]
            if self.spoilt():
                return lines + self.rng.choice(([], [f"if ({x}->key > {x}->cap && {x}->key != 1)", f"    {x}->key = {x}->cap;"],
                                                [f"if ({x}->key < {x}->cap)", f"    {x}->cap = {x}->key;"]))
            return lines + self.rng.choice(([f"if ({x}->key > {x}->cap)", f"    {x}->key = {x}->cap;"],
                                            [f"if ({x}->cap < {x}->key)", f"    {x}->cap = {x}->key;"],
                                            [f"{x}->key = {x}->cap;"]))
        lines = [f"{x}->key = {self.valued_number()};", f"{x}->cap = 0;", f"{x}->tag = 0;"]
        return lines + (self.valued_cut_off(x) if self.closed and self.rng.random() < 0.8 else self.valued_update(x))

    # ---- building -------------------------------------------------------------------------------------------------------------------

    def valued_build(self):
        getattr(self, f"valued_build_{'anywhere' if self.about in ANYWHERE else self.about}")()

    def valued_build_anywhere(self):
        x = self.name("x")
        self.put(self.valued_loop())
        self.depth += 1
        fill = self.valued_fill(x)
        self.put(*self.valued_new(x))
        if self.rng.random() < 0.6:
            self.put(*fill, f"{x}->next = {self.first};", f"{x}->prev = NULL;", *self.valued_prev(self.first, x), f"{self.first} = {x};")
        else:
            p = self.name("p")
            self.put(*fill, f"{x}->next = NULL;", f"{x}->prev = NULL;", f"{self.valued_type()}{p} = {self.first};",
                     f"while ({p} && {p}->next)", f"    {p} = {p}->next;",
                     f"if ({p}) {{", f"    {p}->next = {x};", f"    {x}->prev = {p};", "} else {", f"    {self.first} = {x};", "}")
        self.depth -= 1
        self.put("}")

    def valued_less(self, a, b, wrong=()):
        """a comes before b, in the order that is kept; what is equal is where it is."""
        if wrong and self.spoilt():
            return self.rng.choice(wrong)
        strict = "=" if self.rng.random() < 0.3 and not self.distinct else ""
        return f"{a} {'>' if self.falling else '<'}{strict} {b}"

    def valued_build_order(self):
        x, p, key = self.name("x"), self.name("p"), self.name("key")
        wrong = "<" if self.falling else ">"
        how = self.rng.randrange(4)
        if how == 3 and not self.begun:  # each is appended, and not before the last one
            end, more = self.name("end"), "" if self.distinct else "="
            keep = self.valued_wrong(f"{key} {'<' if self.falling else '>'}{more} {p}->key", f"{key} != {p}->key", f"{key} != 1")
            self.put(f"{self.valued_type()}{p} = NULL;", f"{self.valued_type()}*{end} = &{self.first};", self.valued_loop(),
                     f"    {self.number} {key} = {self.valued_number()};",
                     f"    if (!{p} || {keep}) {{")
            self.depth += 2
            self.put(*self.valued_new(x), f"{x}->key = {key};", f"{x}->cap = {x}->tag = 0;", f"{x}->next = NULL;", f"{x}->prev = {p};",
                     f"*{end} = {x};", f"{end} = &{x}->next;",
                     f"{p} = {x};")
            self.depth -= 2
            self.put("    }", "}")
            return
        self.put(self.valued_loop())
        self.depth += 1
        self.put(f"{self.number} {key} = {self.valued_number()};")
        if how == 0 or self.distinct:  # by the address of the link
            test = self.valued_less(f"(*{p})->key", key, (f"(*{p})->key {wrong} {key}", f"(*{p})->next && (*{p})->key {self.before} {key}"))
            self.put(f"{self.valued_type()}*{p} = &{self.first};", f"while (*{p} && {test})", f"    {p} = &(*{p})->next;")
            if self.distinct:
                self.put(f"if (!*{p} || {self.valued_wrong(f'(*{p})->key != {key}', '1', f'{key} != 0')}) {{")
                self.depth += 1
            self.put(*self.valued_new(x), f"{x}->key = {key};", f"{x}->cap = {x}->tag = 0;", f"{x}->next = *{p};", f"{x}->prev = NULL;",
                     f"*{p} = {x};")
            if self.distinct:
                self.depth -= 1
                self.put("}")
        else:  # by the node before
            q = self.name("q")
            test = self.valued_less(f"{p}->key", key, (f"{p}->key {wrong} {key}", f"!{q} && {p}->key {self.before} {key}"))
            self.put(*self.valued_new(x), f"{x}->key = {key};", f"{x}->cap = {x}->tag = 0;",
                     f"{self.valued_type()}{p} = {self.first}, *{q} = NULL;", f"while ({p} && {test}) {{",
                     f"    {q} = {p};", f"    {p} = {p}->next;", "}", f"{x}->next = {p};", f"{x}->prev = {q};", *self.valued_prev(p, x),
                     f"if ({q})",
                     f"    {q}->next = {x};", "else", f"    {self.first} = {x};")
        self.depth -= 1
        self.put("}")

    def valued_wrong(self, right, *wrong):
        return self.rng.choice(wrong) if self.spoilt() else right

    def valued_push(self, tag):
        x = self.name("x")
        self.put(*self.valued_new(x), f"{x}->tag = {tag};", f"{x}->key = {x}->cap = 0;", f"{x}->prev = NULL;", f"{x}->next = {self.first};",
                 f"{self.first} = {x};")

    def valued_append(self, end, tag):
        x = self.name("x")
        self.put(*self.valued_new(x), f"{x}->tag = {tag};", f"{x}->key = {x}->cap = 0;", f"{x}->prev = NULL;", f"{x}->next = NULL;",
                 f"*{end} = {x};", f"{end} = &{x}->next;")

    def valued_build_pairs(self):
        """A one has a zero behind it."""
        first = self.first
        if self.rng.random() < 0.5:
            self.valued_push(self.valued_wrong("0", "nondet() == 1"))
            self.put(self.valued_loop())
            self.depth += 1
            self.valued_push(self.valued_wrong(f"{first}->tag == 0 && nondet() ? 1 : 0", "nondet() ? 1 : 0",
                                               f"{first}->next && nondet() ? 1 : 0"))
        else:
            self.put(self.valued_loop())
            self.depth += 1
            if not self.spoilt():
                self.valued_push("0")
            self.put("if (nondet()) {")
            self.depth += 1
            self.valued_push("1")
            self.depth -= 1
            self.put("}")
        self.depth -= 1
        self.put("}")

    def valued_build_groups(self):
        """A zero, any number of ones, and a two."""
        end, late = self.name("end"), self.name("late")
        self.put(f"{self.valued_type()}*{end} = &{self.first};", f"int {late} = 0;", self.valued_loop())
        self.depth += 1
        self.valued_append(end, "0")
        self.put(f"{late} = 0;", f"while (nondet()) {{")
        self.depth += 1
        self.valued_append(end, self.valued_wrong("1", f"{late} ? 2 : 1", "nondet() == 3 ? 0 : 1"))
        self.put(f"{late} = 1;")
        self.depth -= 1
        self.put("}", f"if ({self.valued_wrong('1', late, f'!{late}', 'nondet() != 1')}) {{")
        self.depth += 1
        self.valued_append(end, "2")
        self.depth -= 2
        self.put("    }", "}")

    def valued_build_phases(self):
        """Zeros, then ones."""
        end, late = self.name("end"), self.name("late")
        if self.rng.random() < 0.5:
            self.put(f"int {late} = 0;", f"{self.valued_type()}*{end} = &{self.first};", self.valued_loop(),
                     f"    if ({self.valued_wrong(f'!{late} && nondet()', 'nondet()')})",
                     f"        {late} = {self.valued_wrong('1', f'!{late}')};")
            self.depth += 1
            self.valued_append(end, late)
            self.depth -= 1
            self.put("}")
        else:
            self.put(f"{self.valued_type()}*{end} = &{self.first};")
            for tag in ("0", "1") if not self.spoilt() else ("0", "1", "0"):
                self.put(self.valued_loop())
                self.depth += 1
                self.valued_append(end, tag)
                self.depth -= 1
                self.put("}")

    def valued_build_turns(self, n=2):
        """0, 1 and 0 again."""
        end, tag = self.name("end"), self.name("tag")
        steps = (f"!{tag}", f"1 - {tag}", f"{tag} ? 0 : 1") if n == 2 else (f"({tag} + 1) % 3", f"{tag} == 2 ? 0 : {tag} + 1")
        step = f"{tag} = {self.rng.choice(steps)};"
        if self.spoilt():
            step = self.rng.choice((f"if (nondet() != 2) {step}", f"if (!{tag} || nondet()) {step}"))
        self.put(f"unsigned char {tag} = {self.rng.randrange(n)};", f"{self.valued_type()}*{end} = &{self.first};", self.valued_loop())
        self.depth += 1
        self.valued_append(end, tag)
        self.put(step)
        self.depth -= 1
        self.put("}")

    def valued_build_thirds(self):
        """0, 1, 2 and 0 again."""
        self.valued_build_turns(3)

    # ---- changes --------------------------------------------------------------------------------------------------------------------

    def valued_reverse(self):
        r, n, first = self.name("r"), self.name("n"), self.first
        self.put(f"{self.valued_type()}{r} = NULL;", f"while ({first}) {{", f"    {self.valued_type()}{n} = {first}->next;",
                 f"    {first}->next = {r};",
                 *(["    " + line for line in [*self.valued_prev(r, first), f"{first}->prev = NULL;"]] if self.doubly else []),
                 f"    {r} = {first};", f"    {first} = {n};", "}", f"{first} = {r};")
        self.back = not self.back
        self.falling = not self.falling
        self.before = ">" if self.falling else "<"

    def valued_change(self):
        """A walk that changes each node."""
        p, low, high = self.name("p"), self.low, self.high
        k, c = f"{p}->key", f"{p}->cap"
        number = self.valued_number()
        moves = {
            "least": ((f"if ({k} < 100) {k}++;", f"if (nondet()) {k} = {low};", f"if ({k} > {low}) {k}--;",
                       f"{k} = {k} > 5 ? {k} : {low};"),
                      (f"if ({k} > -100) {k}--;", f"if ({k} >= {low} && {k} > 0) {k}--;", f"if (nondet()) {k} = 0;")),
            "most": ((f"if ({k} > 0) {k}--;", f"if (nondet()) {k} = {high};", f"if ({k} < {high}) {k}++;"),
                     (f"if ({k} < 100) {k}++;", f"if ({k} <= {high} && {k} < 100) {k}++;", f"if ({k} == 3) {k} = 4;")),
            "range": ((f"if ({k} > {low}) {k}--;", f"if ({k} < {high}) {k}++;", f"if (nondet()) {k} = nondet() ? {low} : {high};"),
                      (f"if ({k} >= {low} && {k} > 0) {k}--;", f"if ({k} < {high} && {k} < 100) {k} += 2;", f"if (nondet()) {k} = 0;")),
            "fields": ((f"if ({k} < {c}) {k}++;", f"if ({k} > 0) {k}--;", f"if ({c} < 100) {c}++;", f"if ({k} < {c}) {c}--;",
                        f"if (nondet()) {k} = {c};", f"{c} = {k};",
                        f"if ({c} < {number}) {c} = 100;" if number.isdigit() else f"if (nondet()) {c} = {k};"),
                       (f"if ({k} <= {c} && {k} < 100) {k}++;", f"if ({k} > 0) {c}--;", f"if ({k} < {c} && {k} < 100) {k} += 2;",
                        f"if ({c} > 0) {c}--;", f"if (nondet()) {c} = 0;")),
            "order": ((f"if ({k} > 5) {k} = 5;", f"if ({k} < 0) {k} = 0;"),
                      (f"if ({k} == 5) {k} = 0;", f"if (nondet()) {k} = 2;", f"if (!{p}->next) {k} = 1;")),
            "turns": ((f"{p}->tag = !{p}->tag;", f"{p}->tag = 1 - {p}->tag;"), (f"if (nondet()) {p}->tag = 1;",)),
            "phases": ((f"{k} = {p}->tag;", f"if ({p}->tag) {k} = 1;"), (f"{p}->tag = nondet() == 2;", f"if (!{p}->next) {p}->tag = 0;")),
        }.get(self.about, ((f"{k} = 1;", f"{k} = {p}->tag;"), (f"if ({p}->tag == 0) {p}->tag = nondet() == 1;",)))
        if self.distinct:
            moves = ((f"{c} = {k};",), moves[1])
        self.put(self.valued_each(p), "    " + self.rng.choice(moves[self.spoilt()]), "}")

    def valued_removable(self, x):
        """A test that nodes pass only if they may go."""
        test = self.rng.choice(("nondet()", f"{x}->key == {self.rng.randrange(4)}", f"{x}->key > 2"))
        if self.about in ("pairs", "groups"):
            test = self.valued_wrong(f"{x}->tag == 1", f"{x}->tag == 0", "nondet() == 2")
            return test + (" && nondet()" if self.rng.random() < 0.5 else "")
        return test

    def valued_remove(self):
        if self.about in ("turns", "thirds") and not self.spoilt():
            return self.valued_reverse()
        x, p = self.name("x"), self.name("p")
        stop = ["        break;"] if self.rng.random() < 0.3 else []
        self.put(f"for ({self.valued_type()}*{p} = &{self.first}; *{p};) {{", f"    {self.valued_type()}{x} = *{p};",
                 f"    if ({self.valued_removable(x)}) {{", f"        *{p} = {x}->next;")
        self.depth += 2
        self.put(*self.valued_prev(f"{x}->next", f"{x}->prev"), f"free({x});")
        self.depth -= 2
        self.put(*stop, "    } else {", f"        {p} = &{x}->next;", "    }", "}")
        return None

    def valued_insert(self):
        """A node behind one that is there."""
        x, p = self.name("x"), self.name("p")
        if self.about in ANYWHERE:
            place = self.rng.choice((f"{p}->key > 3", "nondet()", f"!{p}->next"))
            lines = self.valued_fill(x)
        elif self.about == "order":
            if self.distinct:
                return self.valued_change()
            place = self.rng.choice(("nondet()", f"{p}->key == 3"))
            lines = [f"{x}->key = {self.valued_wrong(f'{p}->key', f'{p}->key ^ 1', '3')};", f"{x}->cap = {x}->tag = 0;"]
        elif self.about in ("turns", "thirds"):
            return self.valued_reverse()
        else:
            other = {"pairs": "0", "groups": "1", "phases": f"{p}->tag"}[self.about]
            begin, end = (2, 0) if self.back else (0, 2)
            place = self.valued_wrong(f"{p}->tag == {begin}", f"{p}->tag == {end}") if self.about == "groups" else "nondet()"
            lines = [f"{x}->tag = {self.valued_wrong(other, '1', '0')};", f"{x}->key = {x}->cap = 0;"]
        self.put(self.valued_each(p), f"    if ({place}) {{")
        self.depth += 2
        self.put(*self.valued_new(x), *lines, f"{x}->next = {p}->next;", f"{x}->prev = {p};", *self.valued_prev(f"{x}->next", x),
                 f"{p}->next = {x};",
                 self.rng.choice(("break;", f"{p} = {x};")))
        self.depth -= 2
        self.put("    }", "}")
        return None

    def valued_cut(self):
        """The list is cut in two behind a node, both are looked at, and they are joined again; the order of the parts matters to some."""
        p, rest, q = self.name("p"), self.name("rest"), self.name("q")
        self.put(f"{self.valued_type()}{rest} = NULL;", self.valued_each(p), "    if (nondet()) {", f"        {rest} = {p}->next;",
                 f"        {p}->next = NULL;")
        self.depth += 2
        self.put(*self.valued_prev(rest, "NULL"), "break;")
        self.depth -= 2
        self.put("    }", "}")
        if self.about in ANYWHERE + ("order", "phases", "turns", "thirds"):
            self.valued_check()
        wrong = self.about not in ANYWHERE and self.spoilt()
        if wrong or (self.about in ANYWHERE and self.rng.random() < 0.5):  # the second part first
            self.put(f"if ({rest}) {{", f"    {self.valued_type()}{q} = {rest};", f"    while ({q}->next)", f"        {q} = {q}->next;",
                     f"    {q}->next = {self.first};")
            self.depth += 1
            self.put(*self.valued_prev(self.first, q), f"{self.first} = {rest};")
            self.depth -= 1
            self.put("}")
        else:
            self.put(f"if ({rest}) {{", f"    {self.valued_type()}{q} = {self.first};", f"    while ({q}->next)",
                     f"        {q} = {q}->next;", f"    {q}->next = {rest};")
            self.depth += 1
            self.put(*self.valued_prev(rest, q))
            self.depth -= 1
            self.put("}")

    def valued_sift(self):
        """Nodes are moved one by one to the front of either of two lists, which are then joined."""
        if self.about not in ANYWHERE or self.doubly:
            return self.valued_cut()
        a, b, n, p = (self.name(s) for s in ("a", "b", "n", "p"))
        test = self.rng.choice(("nondet()", f"{n}->key > 2", f"{n}->key == {n}->cap"))
        self.put(f"{self.valued_type()}{a} = NULL, *{b} = NULL;", f"while ({self.first}) {{",
                 f"    {self.valued_type()}{n} = {self.first};", f"    {self.first} = {n}->next;", f"    if ({test}) {{",
                 f"        {n}->next = {a};", f"        {a} = {n};", "    } else {")
        if self.spoilt():
            self.put(f"        {self.rng.choice((f'{n}->key = 100;', f'{n}->cap = 2;', f'{n}->key = 0;'))}")
        self.put(f"        {n}->next = {b};", f"        {b} = {n};", "    }", "}", f"{self.first} = {a};", f"if (!{self.first}) {{",
                 f"    {self.first} = {b};", "} else {",
                 f"    {self.valued_type()}{p} = {self.first};", f"    while ({p}->next)", f"        {p} = {p}->next;",
                 f"    {p}->next = {b};", "}")
        return None

    def valued_bounds(self):
        """The bounds themselves move."""
        if self.about not in BOUNDS:
            return self.valued_change()
        v = self.name("v")
        which = self.rng.choice({"least": ("low",), "most": ("high",), "range": ("low", "high")}[self.about])
        bound, less = (self.low, "<") if which == "low" else (self.high, ">")
        if self.spoilt():
            less = self.rng.choice(("!=", ">" if less == "<" else "<"))
        self.put(f"{self.number} {v} = {self.valued_number()};", f"if ({v} {less} {bound})", f"    {bound} = {v};")
        return None

    # ---- checks ---------------------------------------------------------------------------------------------------------------------

    def valued_fail(self, test):
        return f"if ({test}) reach_error();"

    def valued_check(self):
        p, s = self.name("p"), self.name("s")
        tag, fail = f"{p}->tag", self.valued_fail
        if self.about in ANYWHERE:
            low, high = f"{p}->key < {self.low}", f"{p}->key > {self.high}"
            test = {"least": low, "most": high, "range": self.rng.choice((low, high, f"{low} || {high}")),
                    "fields": f"{p}->key > {p}->cap"}[self.about]
            self.put(self.valued_each(p), "    " + fail(test), "}")
            if self.doubly and self.rng.random() < 0.5:
                q = self.name("q")
                test = test.replace(f"{p}->", f"{q}->")
                self.put(f"{self.valued_type()}{q} = {self.first};", f"while ({q} && {q}->next)", f"    {q} = {q}->next;",
                         f"for (; {q}; {q} = {q}->prev)", "    " + fail(test))
            return
        if self.about == "order":
            self.valued_check_order(p, s)
            return
        if self.about in ("turns", "thirds"):
            n = 2 if self.about == "turns" else 3
            a, b = (f"{p}->next->tag", tag) if self.back else (tag, f"{p}->next->tag")
            tests = (f"{a} == {b}", f"{a} != !{b}") if n == 2 else (f"({a} + 1) % 3 != {b}", f"{b} != ({a} == 2 ? 0 : {a} + 1)")
            test = self.rng.choice(tests)
            self.put(self.valued_each(p), "    " + fail(f"{p}->next && {test}"), "}")
            return
        forward = not self.back
        if self.about == "phases":
            self.put(f"int {s} = {0 if forward else 1};", self.valued_each(p),
                     "    " + fail(f"{s} && !{tag}" if forward else f"!{s} && {tag}"), f"    {s} = {tag};", "}")
        elif self.about == "pairs":
            if forward and self.rng.random() < 0.5:
                self.put(self.valued_each(p), f"    if ({tag} == 1 && {p}->next->tag != 0)", "        reach_error();", "}")
            else:
                self.put(f"int {s} = {0 if forward else 1};", self.valued_each(p), "    " + fail(f"{s} == 1 && {tag} == 1"),
                         f"    {s} = {tag};", "}")
                if forward:
                    self.put(fail(f"{s} == 1"))
        elif forward and self.rng.random() < 0.5:
            q = self.name("q")
            self.put(self.valued_each(p), "    " + fail(f"{tag} != 0"), f"    {self.valued_type()}{q} = {p}->next;",
                     f"    while ({q}->tag == 1)", f"        {q} = {q}->next;",
                     "    " + fail(f"{q}->tag != 2"), f"    {p} = {q};", "}")
        else:
            a, b = (0, 2) if forward else (2, 0)
            self.put(f"int {s} = 0;", self.valued_each(p), f"    if ({tag} == {a}) {{", "        " + fail(s), f"        {s} = 1;",
                     f"    }} else if ({tag} == {b}) {{", "        " + fail(f"!{s}"),
                     f"        {s} = 0;", "    } else {", "        " + fail(f"!{s}"), "    }", "}", fail(s))

    def valued_check_order(self, p, s):
        after = "<" if self.falling else ">"
        wrong = f"{after}=" if self.distinct else after
        how = self.rng.randrange(4)
        if how == 0:
            self.put(self.valued_each(p), "    " + self.valued_fail(f"{p}->next && {p}->key {wrong} {p}->next->key"), "}")
        elif how == 1:
            self.put(f"if ({self.first}) {{", f"    {self.number} {s} = {self.first}->key;",
                     f"    for ({self.valued_type()}{p} = {self.first}->next; {p}; {p} = {p}->next) {{",
                     "        " + self.valued_fail(f"{s} {wrong} {p}->key"), f"        {s} = {p}->key;", "    }", "}")
        elif how == 2:  # the first is the smallest, or the greatest
            self.put(f"if ({self.first}) {{", f"    for ({self.valued_type()}{p} = {self.first}->next; {p}; {p} = {p}->next)",
                     "        " + self.valued_fail(f"{self.first}->key {wrong} {p}->key"), "}")
        else:  # a search that ends early misses nothing
            key = self.name("key")
            past = ">" if not self.falling else "<"
            self.put(f"{self.number} {key} = {self.valued_number()};", f"{self.valued_type()}{p} = {self.first};",
                     f"while ({p} && !({p}->key {past} {key}))", f"    {p} = {p}->next;",
                     f"for (; {p}; {p} = {p}->next)", "    " + self.valued_fail(f"{p}->key == {key}"))

    # ---- all of it ------------------------------------------------------------------------------------------------------------------

    def body_of_valued(self):
        self.node = self.rng.choice(tuple(NUMBERS) + ("vint", "vint"))
        self.number, self.about = NUMBERS[self.node], self.rng.choice(ABOUT)
        self.doubly = self.about in ANYWHERE and self.rng.random() < 0.35
        self.falling, self.back, self.begun = self.rng.random() < 0.4, False, False
        self.before = ">" if self.falling else "<"
        self.distinct = self.about == "order" and self.rng.random() < 0.25
        self.closed = self.about in BOUNDS and self.rng.random() < 0.3  # bounds that were there before the nodes
        self.first, self.low, self.high = "first", "least", "most"
        high, low = {"vbyte": ("255", "0"), "vshort": ("32767", "-32768"), "vint": ("2147483647", "-2147483647 - 1"),
                     "vlong": ("2147483647", "-2147483647 - 1")}[self.node]
        least, most = ("2", "5") if self.closed else (high, low)
        if self.closed and self.about != "range" and self.rng.random() < 0.7:
            least = most = f"({self.number})nondet()"
        if self.rng.random() < 0.4:
            self.first, self.low, self.high = "h.first", "h.least", "h.most"
            self.put(f"struct {self.node}_head h = {{NULL, {least}, {most}}};")
        else:
            self.put(f"{self.valued_type()}first = NULL;", f"{self.number} least = {least};" if self.about in ("least", "range") else "",
                     f"{self.number} most = {most};" if self.about in ("most", "range") else "")
        self.valued_build()
        self.begun = True
        for _ in range(self.rng.randint(0, 3)):
            self.rng.choice((self.valued_change, self.valued_change, self.valued_reverse, self.valued_remove, self.valued_insert,
                             self.valued_cut, self.valued_sift, self.valued_bounds))()
            if self.rng.random() < 0.2:
                self.valued_check()
        if self.about in ANYWHERE + ("order",) and self.rng.random() < 0.2:
            self.valued_build()
        self.valued_check()
        n = self.name("n")
        self.put(f"while ({self.first}) {{", f"    {self.valued_type()}{n} = {self.first}->next;", f"    free({self.first});",
                 f"    {self.first} = {n};", "}")
