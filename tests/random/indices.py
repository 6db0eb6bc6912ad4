# SPDX-License-Identifier: MIT
"""Programs about indices that are computed: rings, rows of matrices, masks and remainders, arrays from both ends and in halves, two at once into a third, bytes
that grow by realloc.  Numbers of elements come from the inputs, most loops go on for as long as these say; as in generate.py, some statements are spoilt."""

DECLARATIONS = """static unsigned index_hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h;
}
static void index_swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
"""
NUMBERS = ("int", "size_t", "size_t", "unsigned", "long")
STATES = ("while (nondet()) {", "while (nondet()) {", "for (int turn = nondet(); turn > 0; turn--) {")


class Indices:
    """To be mixed into a program: a holds n numbers of type int, text is a string of m bytes with its end; self.number is the type of n and m."""

    def index_wrong(self, right, *wrong):
        return self.rng.choice(wrong) if self.spoilt() else right

    def index_ring(self):
        """Put at one end, taken from the other."""
        h, k, N = self.name("head"), self.name("used"), self.number
        full = self.index_wrong(f"{k} < n", f"{k} <= n", "1")
        wrap = self.rng.choice(("{0} = ({0} + 1) % n;", "if (++{0} == n) {0} = 0;", "{0}++; if ({0} >= n) {0} = 0;", "{0} = {0} + 1 == n ? 0 : {0} + 1;"))
        bad = self.rng.choice(("if (++{0} > n) {0} = 0;", "{0}++;", "{0} = ({0} + 1) % (n + 1);"))
        step = bad if self.spoilt() else wrap
        put = self.rng.choice((f"a[({h} + {k}) % n] = turns;", f"{{ {N} at = {h} + {k}; if (at >= n) at -= n; a[at] = turns; }}"))
        self.put(f"{N} {h} = 0, {k} = 0;", self.rng.choice(STATES), f"    if (nondet() && {full}) {{", f"        {put}", f"        {k}++;", f"    }} else if ({k} > 0) {{",
                 f"        turns += a[{h}];", f"        {step.format(h)}", f"        {k}--;", "    }", "}")

    def index_mask(self):
        """A table whose size is a power of two, or of any size."""
        t, size, h = self.name("table"), self.name("size"), self.name("h")
        power = self.rng.random() < 0.5
        made = f"unsigned {size} = 1u << (nondet() & 7);" if power else f"unsigned {size} = (unsigned)nondet() % 200 + 1;"
        at = f"{h} & ({size} - 1)" if power else f"{h} % {size}"
        at = self.index_wrong(at, f"{h} & {size}", f"{h} % ({size} + 1)") if power else self.index_wrong(at, f"{h} % ({size} + 1)", f"{h} % 201")
        probe = self.index_wrong(at.replace(h, f"({h} + 1)"), f"{at} + 1")
        key = self.rng.choice(("(unsigned)nondet()", "index_hash(text)", "(unsigned)nondet() * 2654435761u"))
        self.put("{", f"    {made}", f"    unsigned char *{t} = calloc({size}, 1);", f"    if (!{t})", "        exit(1);", f"    {self.rng.choice(STATES)}", f"        unsigned {h} = {key};",
                 f"        if ({t}[{at}])", f"            {t}[{probe}]++;", "        else", f"            {t}[{at}] = 1;", "    }", f"    free({t});", "}")

    def index_matrix(self):
        """Cells by row and column."""
        c, h, w, i, k, N = self.name("cells"), self.name("high"), self.name("wide"), self.name("i"), self.name("k"), self.rng.choice(("int", "size_t", "unsigned"))
        rows = self.index_wrong(f"{i} < {h}", f"{i} <= {h}")
        way = self.rng.randint(0, 2)
        at = (f"{c}[{i} * {w} + {k}] = 1;", f"*({c} + {i} * {w} + {k}) = 1;", f"row[{k}] = 1;")[way]
        if way < 2 and self.spoilt():
            at = at.replace(f"{i} * {w}", f"{i} * {h}")
        row = [f"            char *row = {c} + {i} * {w};"] if way == 2 else []
        columns = self.index_wrong(f"{k} < {w}", f"{k} <= {w}")
        self.put("{", f"    {N} {h} = nondet(), {w} = nondet();", f"    if ({h} > 0 && {h} < 100 && {w} > 0 && {w} < 100) {{", f"        char *{c} = calloc({h} * {w}, 1);", f"        if (!{c})",
                 "            exit(1);", f"        for ({N} {i} = 0; {rows}; {i}++) {{", *row, f"            for ({N} {k} = 0; {columns}; {k}++)", f"                {at}", "        }", f"        free({c});", "    }", "}")

    def index_ends(self):
        """From both ends, or from the last one down."""
        i, k, p, N = self.name("i"), self.name("k"), self.name("p"), self.number
        last = self.index_wrong("n - 1", "n")
        ways = (["{", f"    {N} {i} = 0, {k} = {last};", f"    while ({i} < {k})", f"        index_swap(&a[{i}++], &a[{k}--]);", "}"],
                [f"for ({N} {i} = {'n' if last == 'n - 1' else 'n + 1'}; {i}-- > 0;)", f"    turns += a[{i}];"],
                ["{", f"    int *{p} = a + {'n' if last == 'n - 1' else 'n + 1'};", f"    while ({p} {self.rng.choice(('>', '!='))} a)", f"        turns += *--{p};", "}"],
                ["{", f"    int *{p} = a, *{k} = a + {'n' if last == 'n - 1' else 'n + 1'};", f"    while ({k} - {p} > 0)", f"        *{p}++ = 3;", "}"])
        self.put(*self.rng.choice(ways))

    def index_halves(self):
        lo, hi, mid, N = self.name("lo"), self.name("hi"), self.name("mid"), self.number
        half = self.rng.choice((f"{lo} + ({hi} - {lo}) / 2", f"({lo} + {hi}) / 2"))
        self.put("{", f"    {N} {lo} = 0, {hi} = {self.index_wrong('n', 'n + 1')};", f"    while ({lo} < {hi}) {{", f"        {N} {mid} = {half};", f"        if (a[{mid}] < turns)",
                 f"            {lo} = {mid} + 1;", "        else", f"            {hi} = {mid};", "    }", f"    if ({self.index_wrong(f'{lo} < n', f'{lo} <= n')})", f"        turns = a[{lo}];", "}")

    def index_sort(self):
        i, k, N = self.name("i"), self.name("k"), self.number
        down = self.index_wrong(f"{k} > 0 && a[{k} - 1] > a[{k}]", f"a[{k} - 1] > a[{k}]")
        up = self.index_wrong(f"{k} + 1 < n", f"{k} < n")
        if self.rng.random() < 0.5:
            self.put(f"for ({N} {i} = 1; {i} < n; {i}++)", f"    for ({N} {k} = {i}; {down}; {k}--)", f"        index_swap(&a[{k}], &a[{k} - 1]);")
        else:
            self.put(f"for ({N} {i} = 0; {i} < n; {i}++)", f"    for ({N} {k} = 0; {up}; {k}++)", f"        if (a[{k}] > a[{k} + 1])", f"            index_swap(&a[{k}], &a[{k} + 1]);")

    def index_merge(self):
        """Two into one that has room for both."""
        c, i, k, to, N = self.name("both"), self.name("i"), self.name("k"), self.name("to"), self.number
        room = self.index_wrong("(n + m)", "(n + m - 1)", "n")
        at = self.rng.choice((f"{c}[{to}++]", f"{c}[{i} + {k}]"))
        step = "" if "++" in at else f" {to}++;"
        self.put("{", f"    int *{c} = malloc({room} * sizeof *{c});", f"    if (!{c})", "        exit(1);", f"    {N} {i} = 0, {k} = 0, {to} = 0;", f"    while ({i} < n && {k} < m)",
                 f"        if (a[{i}] < text[{k}]) {{ {at} = a[{i}];{step} {i}++; }} else {{ {at} = text[{k}];{step} {k}++; }}", f"    while ({i} < n) {{ {c}[{to}++] = a[{i}++]; }}",
                 f"    while ({k} < m) {{ {c}[{to}++] = text[{k}++]; }}", f"    free({c});", "}")

    def index_grow(self):
        """Bytes that are put at the end, with a zero behind them."""
        s, used, room, t, N = self.name("s"), self.name("used"), self.name("room"), self.name("t"), self.rng.choice(("size_t", "size_t", "unsigned"))
        full = self.rng.choice((f"{used} + 1 >= {room}", f"{used} + 1 == {room}", f"{room} - {used} < 2"))
        full = self.index_wrong(full, f"{used} > {room}", f"{used} == {room}")
        more = self.rng.choice((f"{room} * 2", f"{room} + 16", f"{room} + {room} / 2 + 1"))
        self.put("{", f"    {N} {used} = 0, {room} = {self.rng.choice((2, 4, 16))};", f"    char *{s} = malloc({room});", f"    if (!{s})", "        exit(1);", f"    {s}[0] = 0;", "    while (nondet()) {",
                 f"        if ({full}) {{", f"            {room} = {more};", *(["            if (" + room + " > 100000)", "                exit(1);"] if N == "unsigned" else []), f"            char *{t} = realloc({s}, {room});", f"            if (!{t})", "                exit(1);", f"            {s} = {t};", "        }",
                 f"        {s}[{used}++] = 'x';", f"        {s}[{used}] = 0;", "    }", f"    for (char *{t} = {s}; *{t}; {t}++) turns++;", f"    free({s});", "}")

    def index_text(self):
        """The string by an index, from the front and from its end, copied with its end, looked for in another."""
        i, k, c, N = self.name("i"), self.name("k"), self.name("copy"), self.rng.choice(("int", "size_t", "unsigned"))
        room = self.index_wrong(f"{i} + 1", f"{i}")
        ways = ([f"    while ({i} > 0 && text[{i} - 1] == 'x') {i}--;", f"    text[{i}] = 0;"],
                [f"    char *{c} = malloc({room});", f"    if (!{c})", "        exit(1);", f"    for ({N} {k} = 0; {k} <= {i}; {k}++) {c}[{k}] = text[{k}];", f"    free({c});"],
                [f"    for ({N} {k} = 0; {k} < {i} / 2; {k}++) {{ char t = text[{k}]; text[{k}] = text[{i} - 1 - {k}]; text[{self.index_wrong(f'{i} - 1 - {k}', f'{i} + 1 - {k}')}] = t; }}"],
                [f"    {N} {k} = 0;", f"    for ({N} at = 0; text[at]; at++) if (text[at] != 'x') text[{k}++] = text[at];", f"    text[{self.index_wrong(k, f'{k} + 1')}] = 0;"])
        self.put("{", f"    {N} {i} = 0;", f"    while (text[{i}]) {i}++;", *self.rng.choice(ways), "}")

    def index_statement(self):
        acts = (self.index_ring, self.index_ring, self.index_mask, self.index_mask, self.index_matrix, self.index_ends, self.index_ends, self.index_halves, self.index_sort, self.index_merge,
                self.index_grow, self.index_grow, self.index_text, self.index_text)
        self.rng.choice(acts)()

    def body_of_index(self):
        self.number = self.rng.choice(NUMBERS)
        least = self.index_wrong("1", "0")
        self.put("int turns = 0;", f"{self.number} n = nondet(), m = nondet();", f"if (n < {least} || n > 1000 || m < 1 || m > {self.rng.choice((40, 1000))}) return;",
                 "int *a = calloc(n, sizeof *a);", "char *text = malloc(m);", "if (!a || !text)", "    exit(1);", "memset(text, 'x', m);", "text[m - 1] = 0;")
        for _ in range(self.rng.randint(1, 3)):
            self.index_statement()
        self.put("free(a);", "free(text);", "(void)turns;")
