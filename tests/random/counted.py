# SPDX-License-Identifier: MIT
"""Programs about lists with a counter: pushed, popped, drained and walked by what the counter says, by pointers, or by both.  As in generate.py, some statements
are spoilt: a count that is forgotten, an index that is off by one, a test of the wrong number."""

DECLARATIONS = """struct counted { struct counted *next; int value; };
"""


class Counted:
    """To be mixed into a program: `top` is a list of n nodes."""

    def counted_push(self):
        loop = self.rng.random() < 0.8
        few = " && n < 200" if self.number == "unsigned char" and not self.spoilt() else ""  # with more of them the counter wraps, which no run gets to
        more = self.rng.choice((";", "n += 2;", "if (nondet()) n++;")) if self.spoilt() else self.rng.choice(("n++;", "++n;", "n = n + 1;", "n += 1;"))
        x = self.name("x")
        before, after = (more, "") if self.rng.random() < 0.5 else ("", more)
        self.put(f"while (nondet(){few}) {{" if loop else f"if (1{few}) {{", f"    struct counted *{x} = malloc(sizeof *{x});", f"    if (!{x})", "        exit(1);", f"    {before}",
                 f"    {x}->value = {self.rng.randrange(5)};", f"    {x}->next = top;", f"    top = {x};", f"    {after}", "}")

    def counted_pop(self):
        test = self.rng.choice(("n", "n > 0", "n != 0", "n >= 1", "top"))
        if self.spoilt():
            test = self.rng.choice(("n >= 0", "nondet()", "n != 1"))
        loop = self.rng.choice((f"if ({test})", f"if ({test})", f"while ({test})", f"while ({test} && nondet())"))
        x = self.name("x")
        less = "" if self.spoilt() else self.rng.choice(("n--;", "n -= 1;"))
        self.put(f"{loop} {{", f"    struct counted *{x} = top;", f"    sum += {x}->value;", f"    top = {x}->next;", f"    {less}", f"    free({x});", "}")

    def counted_nth(self):
        k, i, p = self.name("k"), self.name("i"), self.name("p")
        limit = self.rng.choice(("n + 1", "n + 2")) if self.spoilt() else self.rng.choice(("n", "n", "n / 2"))
        act = self.rng.choice((f"sum += {p}->value;", f"{p}->value = 3;"))
        self.put(f"{self.number} {k} = ({self.number})(nondet() & 7);", f"if ({k} < {limit}) {{", f"    struct counted *{p} = top;",
                 f"    for ({self.number} {i} = 0; {i} < {k}; {i}++)", f"        {p} = {p}->next;", f"    {act}", "}")

    def counted_walk(self):
        i, p = self.name("i"), self.name("p")
        more = " + 1" if self.spoilt() else ""
        self.put("{", f"    struct counted *{p} = top;", f"    for ({self.number} {i} = 0; {i} < n{more}; {i}++, {p} = {p}->next)", f"        sum += {p}->value;", "}")

    def counted_put_at(self):
        k, i, p, x = self.name("k"), self.name("i"), self.name("p"), self.name("x")
        limit = "n + 1" if self.spoilt() else "n"
        few = " && n < 200" if self.number == "unsigned char" else ""
        self.put(f"{self.number} {k} = ({self.number})(nondet() & 7);", f"if ({k} > 0 && {k} <= {limit}{few}) {{", f"    struct counted *{p} = top, *{x} = malloc(sizeof *{x});",
                 f"    if (!{x})", "        exit(1);", f"    for ({self.number} {i} = 1; {i} < {k}; {i}++)", f"        {p} = {p}->next;", f"    {x}->value = 1;",
                 f"    {x}->next = {p}->next;", f"    {p}->next = {x};", "    n++;" if not self.spoilt() else "    ;", "}")

    def counted_copy(self):
        """Another list of as many nodes, walked along with the first."""
        p, q, c, x = self.name("p"), self.name("q"), self.name("c"), self.name("x")
        guard = "if (sum != 77) " if self.spoilt() else ""
        self.put("{", f"    struct counted *{c} = NULL;", f"    for (struct counted *{p} = top; {p}; {p} = {p}->next) {guard}{{", f"        struct counted *{x} = malloc(sizeof *{x});",
                 f"        if (!{x})", "            exit(1);", f"        {x}->value = {p}->value;", f"        {x}->next = {c};", f"        {c} = {x};", "    }",
                 f"    for (struct counted *{p} = top, *{q} = {c}; {p}; {p} = {p}->next, {q} = {q}->next)", f"        sum += {p}->value - {q}->value;",
                 f"    while ({c}) {{", f"        struct counted *{x} = {c}->next;", f"        free({c});", f"        {c} = {x};", "    }", "}")

    def counted_end(self):
        x = self.name("x")
        test = self.rng.choice(("n > 0", "n", "top", "n != 0"))
        if self.spoilt():
            test = self.rng.choice(("n > 1", "n + 1 > 0 && sum != 7"))
        self.put(f"while ({test}) {{", f"    struct counted *{x} = top->next;", "    free(top);", f"    top = {x};", "    n--;", "}")

    def body_of_counted(self):
        self.number = self.rng.choice(("size_t", "size_t", "int", "unsigned", "unsigned char"))
        self.put("int sum = 0;", f"{self.number} n = 0;", "struct counted *top = NULL;")
        self.counted_push()
        for _ in range(self.rng.randint(1, 3)):
            self.rng.choice((self.counted_push, self.counted_pop, self.counted_nth, self.counted_walk, self.counted_put_at, self.counted_copy))()
        self.counted_end()
        self.put("(void)sum;")
