# SPDX-License-Identifier: MIT
"""Programs about arrays that grow: of pointers or of structures with one, as long as the program wants, enlarged by realloc in all the ways that people do it,
filled at the end, cut from there, walked up and down, emptied in both directions.  As in generate.py, some statements are spoilt: an array grows too late or
too little, an end is off by one, a block is freed twice or not at all.  (What realloc gives is counted by arrays.py.)"""

DECLARATIONS = """struct grown_row { int key; int *p; };
"""
# How the room grows from `room`; the second for one that must not be 0 before.
GROWTHS = (("room ? 2 * room : {k}", "room ? 2 * room : {k}"), ("room + {k}", "room + {k}"), ("room + room / 2 + 1", "room + room / 2 + 1"), ("2 * room", None),
           ("n + 1", "n + 1"), ("2 * n + {k}", "2 * n + {k}"))


class Grown:
    """To be mixed into a program: `all` is the array, n its length, room its room; what lies before n are blocks of their own, or null."""

    def grown_push(self):
        late = self.spoilt()
        k, element = self.rng.choice((1, 2, 4)), self.element
        first, always = self.rng.choice(GROWTHS)
        growth = (always if always and not self.begun else first if self.begun else "room ? 2 * room : 2").format(k=k)
        test = "n > room" if late else self.rng.choice(("n == room", "n >= room"))
        size = "sizeof(int)" if self.spoilt() else f"sizeof({element})"
        loop = self.rng.random() < 0.8
        self.put("while (nondet()) {" if loop else "{", f"    if ({test}) {{", f"        {self.number} more = {growth};",
                 *([f"        if (more > 100000)", "            exit(1);"] if self.number != "size_t" and not self.spoilt() else []), f"        {element} *longer = realloc(all, more * {size});", "        if (!longer)", "            exit(1);", "        all = longer;", "        room = more;", "    }",
                 *(["    all[n].key = 3;"] if self.member else []), f"    all[n]{self.member} = malloc(sizeof(int));",
                 *([] if self.spoilt() else [f"    *all[n]{self.member} = {self.rng.randrange(9)};"]), "    n++;", "}")

    def grown_pop(self):
        """Away with the last ones."""
        place = f"all[n]{self.member}" if not self.spoilt() else f"all[n - 1]{self.member}"
        often = self.rng.choice(("while (n > 0 && nondet())", "if (n > 0)", "if (n > 0)", "while (n > 1)"))
        free = self.rng.choice((f"free({place});", f"int *last = {place}; free(last);")) if not self.spoilt() else ";"
        self.put(f"{often} {{", "    n--;", f"    {free}", "}")

    def grown_walk(self):
        k, more = self.name("k"), " + 1" if self.spoilt() else ""
        act = self.rng.choice((f"if (all[{k}]{self.member}) sum += *all[{k}]{self.member};", f"if (all[{k}]{self.member}) *all[{k}]{self.member} = 5;",
                               f"{{ free(all[{k}]{self.member}); all[{k}]{self.member} = NULL; }}")[:2 if more else 3])  # what the end holds must not be freed: anything happens then
        if self.rng.random() < 0.5:
            self.put(f"for ({self.number} {k} = 0; {k} < n{more}; {k}++)", f"    {act}")
        else:
            self.put(f"for ({self.number} {k} = n{more}; {k}-- > 0;)", f"    {act}")

    def grown_one(self):
        """One of them, wherever it is."""
        k, guarded = self.name("k"), not self.spoilt()
        test = " && {0} < n" if guarded else ""
        act = self.rng.choice(("if (all[{0}]{1}) *all[{0}]{1} = 4;", "{{ free(all[{0}]{1}); all[{0}]{1} = NULL; }}", "{{ free(all[{0}]{1}); all[{0}]{1} = malloc(sizeof(int)); *all[{0}]{1} = 1; }}"))
        if not guarded:
            act = "if (all[{0}]{1}) *all[{0}]{1} = 4;"
        elif self.spoilt():
            act = "free(all[{0}]{1});"
        self.put(f"unsigned {k} = (unsigned)nondet() & 7;", f"if (n > 0{test.format(k)})", f"    {act.format(k, self.member)}")

    def grown_swap(self):
        i, j, m = self.name("i"), self.name("j"), self.member
        last = i if self.spoilt() else j
        self.put(f"unsigned {i} = (unsigned)nondet() & 3, {j} = (unsigned)nondet() & 3;", f"if ({i} < n && {j} < n) {{", f"    int *t = all[{i}]{m};", f"    all[{i}]{m} = all[{j}]{m};",
                 f"    all[{last}]{m} = t;", "}")

    def grown_end(self):
        k, m = self.name("k"), self.member
        from_ = 1 if self.spoilt() else 0
        form = self.rng.randrange(3)
        if form == 0:
            self.put(f"for ({self.number} {k} = {from_}; {k} < n; {k}++)", f"    free(all[{k}]{m});")
        elif form == 1:
            self.put(f"while (n > {from_})", f"    free(all[--n]{m});")
        else:
            self.put(f"for ({self.number} {k} = n; {k} > {from_}; {k}--)", f"    free(all[{k} - 1]{m});")
        self.put("free(all);")

    def body_of_grown(self):
        self.spoils = {k // 2 for k in self.spoils}
        self.element, self.member = self.rng.choice((("int *", ""), ("int *", ""), ("struct grown_row", ".p")))
        self.number = self.rng.choice(("size_t", "size_t", "unsigned", "int"))
        self.begun = self.rng.random() < 0.4
        room = self.rng.choice((1, 2, 4, 8, 20))
        self.put("int sum = 0;")
        if self.begun:
            self.put(f"{self.number} n = 0, room = {room};", f"{self.element} *all = malloc(room * sizeof *all);", "if (!all)", "    exit(1);")
        else:
            self.put(f"{self.number} n = 0, room = 0;", f"{self.element} *all = NULL;")
        self.grown_push()
        for _ in range(self.rng.randint(1, 3)):
            self.rng.choice((self.grown_push, self.grown_pop, self.grown_walk, self.grown_walk, self.grown_one, self.grown_swap))()
        self.grown_end()
        self.put("(void)sum;", "(void)room;")
