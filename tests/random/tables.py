# SPDX-License-Identifier: MIT
"""Programs about tables: arrays of pointers, and of structures with pointers, in variables, structures and blocks, behind pointers, accessed at indices of all
widths and signs that are masked, compared or computed, from bases that were moved.  The generator knows between which numbers each index lies and chooses the
base to fit; as in generate.py, some statements are spoilt."""

DECLARATIONS = """struct tab_entry { short key; int *p; };
struct tab_box { int n; int *a[24]; int tail; struct tab_entry e[18]; };
static int tab_x, tab_y, *tab_small[6], *tab_middle[40], *tab_large[420], *tab_grid[9][30];
static struct tab_entry tab_entries[300];
static struct tab_box tab_global_box;
static int *tab_get(int **t, int i) { return t[i]; }
static void tab_put(int **t, unsigned char i, int *p) { t[i] = p; }
static void tab_put_back(int **t, signed char i, int *p) { t[i] = p; }
static void tab_put_far(int **t, unsigned short i, int *p) { t[i] = p; }
"""
WIDTHS = {"signed char": (-128, 127), "unsigned char": (0, 255), "short": (-32768, 32767), "unsigned short": (0, 65535), "int": (-2**31, 2**31 - 1),
          "unsigned": (0, 2**32 - 1), "long": (-2**63, 2**63 - 1), "unsigned long": (0, 2**64 - 1)}
# By name: how it comes to be, the expression, the number of places, what an element is, what of it is the pointer, how it ends.
TABLES = {
    "small": ((), "tab_small", 6, "int *", "", ()),
    "middle": ((), "tab_middle", 40, "int *", "", ()),
    "large": ((), "tab_large", 420, "int *", "", ()),
    "entries": ((), "tab_entries", 300, "struct tab_entry", ".p", ()),
    "stack": (("int *tab_local[30] = {0};",), "tab_local", 30, "int *", "", ()),
    "far": (("int *tab_long[280] = {0};",), "tab_long", 280, "int *", "", ()),
    "block": (("int **tab_block = calloc(35, sizeof *tab_block);",), "tab_block", 35, "int *", "", ("free(tab_block);",)),
    "filled": (("int **tab_filled = malloc(270 * sizeof *tab_filled);", "for (int i = 0; i < 270; i++)", "    tab_filled[i] = NULL;"), "tab_filled", 270, "int *", "",
               ("free(tab_filled);",)),
    "behind": (("int **tab_shown = tab_large + 20, ***tab_behind = &tab_shown;",), "(*tab_behind)", 400, "int *", "", ()),
    "row": ((), "tab_grid[7]", 30, "int *", "", ()),
    "member": ((), "tab_global_box.a", 24, "int *", "", ()),
    "boxed": (("struct tab_box *tab_box = calloc(1, sizeof *tab_box);",), "tab_box->a", 24, "int *", "", ("free(tab_box);",)),
    "members": (("struct tab_box tab_own = {0};",), "tab_own.e", 18, "struct tab_entry", ".p", ()),
}
# Beside their places are other bytes of the same object: a block that is lost there is not lost for the program.
INNER = ("behind", "row", "member", "boxed", "members")


class Tables:
    """To be mixed into a program: self.tables are the chosen ones, self.numbers the indices with the least and the greatest number that they can be."""

    def table_index(self):
        name, kind = self.name("i"), self.rng.choice(tuple(WIDTHS))
        least, most = WIDTHS[kind]
        span = self.rng.choice((0, 1, 2, 3, 3, 5, 7, 7, 12, 90))
        lo = self.rng.choice((0, 0, 0, 1, -span, -3, 5, 100, 120, 200))
        if lo < least or lo + span > most:
            lo = 0
        form, mask = self.rng.randrange(5), span.bit_length()
        if form == 0:
            lo, span = 0, (1 << mask) - 1 if (1 << mask) - 1 <= most else 1
            self.put(f"{kind} {name} = nondet() & {span};")
        elif form == 1:
            self.put(f"{kind} {name} = {lo} + (int)((unsigned)nondet() % {span + 1}u);")
        elif form == 2:
            low = f"{name} < {lo} || " if least < 0 or lo > 0 else ""
            self.put(f"{kind} {name} = nondet();", f"if ({low}{name} > {lo + span})", self.rng.choice(("    return;", f"    {name} = {lo};")))
        elif form == 3:
            self.put(f"{kind} {name} = {lo};", f"while ({name} < {lo + span} && nondet())", f"    {name}++;")
        else:
            self.put(f"int {name}n = nondet();", f"if ({name}n < {lo} || {name}n > {lo + span})", "    return;", f"{kind} {name} = {name}n;")
        self.numbers.append((name, lo, lo + span))

    def table_computed(self):
        """An index made from another one."""
        i, lo, hi = self.rng.choice(self.numbers)
        name, kind = self.name("k"), self.rng.choice(tuple(WIDTHS))
        text, low, high = self.rng.choice((("{0} + 1", lo + 1, hi + 1), ("{0} - 1", lo - 1, hi - 1), ("-{0}", -hi, -lo), ("{0} * 2", 2 * lo, 2 * hi),
                                           ("{0} + 100", lo + 100, hi + 100), ("{0}", lo, hi), ("7 - {0}", 7 - hi, 7 - lo)))
        if low < WIDTHS[kind][0] or high > WIDTHS[kind][1]:
            return
        self.put(f"{kind} {name} = (int)({text.format(f'(int){i}')});")
        self.numbers.append((name, low, high))

    def table_place(self):
        """An expression for the pointer in one place of a table, the array it is in, and what it may be written with."""
        table = self.rng.choice(self.tables)
        _, array, count, element, member, _ = TABLES[table]
        fitting = [n for n in self.numbers if n[2] - n[1] < count]
        if not fitting or self.rng.random() < 0.15:
            return f"{array}[{self.rng.choice((0, 1, 2, count // 2, count - 1))}]{member}"
        i, lo, hi = self.rng.choice(fitting)
        base = self.rng.randint(-lo, count - 1 - hi) if self.rng.random() < 0.7 else max(-lo, 0) if hi + max(-lo, 0) < count else -lo
        if not (self.owned and table in INNER) and self.spoilt():
            base = self.rng.choice((-lo - 1, count - hi, count - hi + (0 if member else self.rng.randint(0, 2))))  # within the red zone behind it
        if base < 0:
            return f"{array}[(long){i} - {-base}]{member}"
        form = self.rng.randrange(4)
        if form == 0:
            return f"({array} + {base})[{i}]{member}"
        if form == 1:
            return f"{array}[{base} + (long){i}]{member}"
        moved = self.name("h")
        self.put(f"{element} *{moved} = {array} + {base};")
        return f"{moved}[{i}]{member}" if form == 2 else f"(*({moved} + {i})){member}"

    # ---- statements ------------------------------------------------------------------------------------------------------------------------

    def table_set(self):
        place = self.table_place()
        if self.owned:
            value = "malloc(sizeof(int))"
            self.put(*([] if self.spoilt() else [f"free({place});"]), f"{place} = {value};", *([] if self.spoilt() else [f"*{place} = 0;"]))
        else:
            self.put(f"{place} = {self.rng.choice(('&tab_x', '&tab_y', '&tab_x', 'NULL'))};")

    def table_use(self):
        place = self.table_place()
        self.put(f"if ({place})" if not self.spoilt() else "", f"    *{place} = {self.rng.randrange(9)};")

    def table_release(self):
        place = self.table_place()
        if self.owned:
            self.put(f"free({place});", *([] if self.spoilt() else [f"{place} = NULL;"]))
        else:
            self.put(f"{place} = NULL;")

    def table_swap(self):
        a, b, t = self.table_place(), self.table_place(), self.name("t")
        last = a if self.spoilt() else b
        self.put("{", f"    int *{t} = {a};", f"    {a} = {b};", f"    {last} = {t};", "}")

    def table_trap(self):
        """A place with a pointer to what is gone, while others are used."""
        table = self.rng.choice([t for t in self.tables])
        _, array, count, _, member, _ = TABLES[table]
        fitting = [n for n in self.numbers if n[2] - n[1] + 1 < count]
        if not fitting:
            return
        i, lo, hi = self.rng.choice(fitting)
        base = self.rng.randint(-lo, count - 2 - hi)
        trap = base + hi + 1 if self.rng.random() < 0.5 else self.rng.choice([k for k in range(count) if not base + lo <= k <= base + hi] or [base + hi + 1])
        if self.spoilt():
            trap = self.rng.randint(base + lo, base + hi)
        there, h, t = f"{array}[{trap}]{member}", f"{array}[{base} + (long){i}]{member}", self.name("t")
        if base >= 0 and self.rng.random() < 0.7:
            h = f"({array} + {base})[{i}]{member}"
        self.put("{", f"    int *{t} = {there};", f"    {there} = malloc(sizeof(int));", f"    free({there});", f"    if ({h})", f"        *{h} = 3;", f"    {there} = {t};", "}")

    def table_loop(self):
        table = self.rng.choice(self.tables)
        _, array, count, element, member, _ = TABLES[table]
        kind, k = self.rng.choice(tuple(WIDTHS)), self.name("k")
        n = self.rng.choice((2, 3, 5, count))
        if n > WIDTHS[kind][1]:
            n = 5
        base = self.rng.randint(0, count - n)
        if not (self.owned and table in INNER) and self.spoilt():
            base = count - n + 1
        h = self.name("h")
        self.put(f"{element} *{h} = {array} + {base};")
        if self.owned:
            act = self.rng.choice((f"if (!{h}[{k}]{member}) {h}[{k}]{member} = malloc(sizeof(int));", f"free({h}[{k}]{member}), {h}[{k}]{member} = NULL;",
                                   f"if ({h}[{k}]{member}) *{h}[{k}]{member} = 2;"))
        else:
            act = self.rng.choice((f"{h}[{k}]{member} = &tab_x;", f"{h}[{k}]{member} = NULL;", f"if ({h}[{k}]{member}) *{h}[{k}]{member} = 2;"))
        self.put(f"for ({kind} {k} = 0; {k} < {n}; {k}++)", f"    {act}")

    def table_call(self):
        fitting = [t for t in self.tables if TABLES[t][3] == "int *"]
        if not fitting:
            return
        table = self.rng.choice(fitting)
        _, array, count, _, _, _ = TABLES[table]
        put, least, most = self.rng.choice((("tab_put", 0, 255), ("tab_put_back", -128, 127), ("tab_put_far", 0, 65535)))
        good = [(i, lo, hi) for i, lo, hi in self.numbers if lo >= least and hi <= most and hi - max(lo, least) < count]
        if not good:
            return
        i, lo, hi = self.rng.choice(good)
        least, most = max(0, -lo), count - 1 - hi
        if least > most:
            return
        base = self.rng.randint(least, most) + (0 if self.owned and table in INNER else self.spoilt())
        if self.owned:
            t = self.name("t")
            self.put(f"int *{t} = tab_get({array} + {base}, {i});", f"if ({t})" if not self.spoilt() else "", f"    *{t} = 4;")
        else:
            self.put(f"{put}({array} + {base}, {i}, {self.rng.choice(('&tab_y', 'NULL'))});")

    def table_statement(self):
        simple = (self.table_set, self.table_set, self.table_use, self.table_use, self.table_release, self.table_swap, self.table_trap, self.table_loop, self.table_call)
        if self.depth < 3 and self.rng.random() < 0.2:
            numbers = len(self.numbers)
            self.put(f"if ({self.condition()}) {{")
            self.depth += 1
            self.table_statement()
            self.depth -= 1
            self.put("}")
            del self.numbers[numbers:]
        elif self.rng.random() < 0.15:
            self.table_computed()
        else:
            self.rng.choice(simple)()

    def body_of_table(self):
        self.owned = self.rng.random() < 0.5
        self.spoils = {k // 2 for k in self.spoils}
        self.tables = self.rng.sample(tuple(TABLES), self.rng.randint(1, 2))
        self.numbers = []
        for _ in range(self.rng.randint(1, 3)):
            self.table_index()
        for table in self.tables:
            self.put(*TABLES[table][0])
        for _ in range(self.rng.randint(2, 5)):
            self.table_statement()
        for table in self.tables:
            _, array, count, _, member, end = TABLES[table]
            if self.owned:
                k, lost = self.name("k"), self.rng.random() < 0.3 and self.spoilt()
                act = f"{array}[{k}]{member} = NULL;" if lost else f"free({array}[{k}]{member});"
                self.put(f"for (int {k} = 0; {k} < {count}; {k}++)", f"    {act}")
            self.put(*end)
