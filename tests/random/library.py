# SPDX-License-Identifier: MIT
"""Programs that call the library: strings are copied, joined, searched, printed and parsed, blocks moved and compared, numbers sorted and found.  Every buffer always
holds a string that ends in it, lengths are asked before anything is written, and results are looked at before they are used; as in generate.py, some statements
are spoilt.  (What strdup gives is counted by texts.py.)"""

DECLARATIONS = """#include <ctype.h>
#include <stdio.h>
#include <string.h>
#ifdef NATIVE
static char *take_part(const char *s, size_t n) { return taken(strndup(s, n)); }
#define strndup take_part
#endif
static int lib_order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static char lib_store[24];
"""
WORDS = ("", "a", "key", "12", "-7", "0x1f", "one two", "some words", "value=100", "a rather long one that fills most")


class Library:
    """To be mixed into a program: self.lib_buffers are expressions with their capacities."""

    def lib_begin(self):
        self.lib_buffers = []
        for _ in range(self.rng.randint(1, 3)):
            b, cap = self.name("b"), self.rng.choice((4, 8, 16, 40))
            kind = self.rng.randrange(4)
            if kind == 0:
                self.put(f"char {b}[{cap}] = \"{self.lib_word(cap)}\";")
            elif kind == 1:
                self.put(f"char *{b} = malloc({cap});", f"strcpy({b}, \"{self.lib_word(cap)}\");")
                self.lib_blocks.append(b)
            elif kind == 2:
                self.put(f"char *{b} = calloc({cap}, 1);")
                self.lib_blocks.append(b)
            else:
                cap = 24
                b = "lib_store"
            if (b, cap) not in self.lib_buffers:
                self.lib_buffers.append((b, cap))

    def lib_word(self, cap):
        return self.rng.choice([w for w in WORDS if len(w) < cap])

    def lib_buffer(self):
        return self.rng.choice(self.lib_buffers)

    def lib_string(self):
        """A string to read."""
        return self.rng.choice([b for b, _ in self.lib_buffers] + [f'"{self.rng.choice(WORDS)}"'])

    def lib_other(self, b):
        """A string to read that is not this one."""
        return self.rng.choice([x for x, _ in self.lib_buffers if x != b] + [f'"{self.rng.choice(WORDS)}"'])

    # ---- statements ------------------------------------------------------------------------------------------------------------------------

    def lib_copy(self):
        b, cap = self.lib_buffer()
        s = self.lib_other(b)
        guard = f"strlen({s}) < {cap}" if not self.spoilt() else self.rng.choice((f"strlen({s}) <= {cap}", "1"))
        self.put(f"if ({guard})", "    " + self.rng.choice((f"strcpy({b}, {s});", f"memcpy({b}, {s}, strlen({s}) + 1);", f"memmove({b}, {s}, strlen({s}) + 1);")))

    def lib_join(self):
        b, cap = self.lib_buffer()
        s = self.lib_other(b)
        self.put(f"if (strlen({b}) + strlen({s}) < {cap})" if not self.spoilt() else f"if (strlen({s}) < {cap})", f"    strcat({b}, {s});")

    def lib_limited(self):
        b, cap = self.lib_buffer()
        n = self.rng.randint(1, cap)
        self.put(f"strncpy({b}, {self.lib_other(b)}, {n});")
        if not self.spoilt():
            self.put(f"{b}[{n - 1}] = '\\0';")

    def lib_fill(self):
        b, cap = self.lib_buffer()
        n = self.name("n")
        most = cap if self.spoilt() else cap - 1
        self.put(f"unsigned {n} = (unsigned)nondet() % {most + 1}u;", f"memset({b}, {self.rng.choice((97, 48, 32))}, {n});", f"{b}[{n}] = '\\0';")

    def lib_print(self):
        b, cap = self.lib_buffer()
        r, s = self.name("r"), self.lib_other(b)
        size = cap if not self.spoilt() else cap + 8
        form = self.rng.choice((f'"%d", nondet()', f'"%s", {s}', f'"%s:%d", {s}, nondet()', f'"%u.", 7u', f'"%5.2s|", {s}'))
        self.put(f"int {r} = snprintf({b}, {size}, {form});")
        if self.rng.random() < 0.6:
            guard = f"if ({r} >= 0 && {r} < {cap})" if not self.spoilt() else f"if ({r} <= {cap})"
            self.put(guard, f"    {b}[{r}] = '\\0';")

    def lib_print_all(self):
        b, cap = self.lib_buffer()
        if cap < 16 and not self.spoilt():
            return
        self.put(f"sprintf({b}, \"%d\", nondet());")

    def lib_find(self):
        b, cap = self.lib_buffer()
        p, c = self.name("p"), self.rng.choice("aeo 1=x")
        call = self.rng.choice((f"strchr({b}, '{c}')", f"strrchr({b}, '{c}')", f"strstr({b}, \"{self.rng.choice(WORDS[1:5])}\")", f"strpbrk({b}, \" ={c}\")",
                                f"memchr({b}, '{c}', strlen({b}))"))
        self.put(f"char *{p} = {call};", f"if ({p})" if not self.spoilt() else "", f"    *{p} = 'y';")

    def lib_parse(self):
        k, s = self.name("k"), self.lib_string()
        call = self.rng.choice((f"strtol({s}, NULL, 10)", f"atoi({s})", f"strtol({s}, NULL, 0)", f"(long)strtoul({s}, NULL, 16)"))
        b, cap = self.lib_buffer()
        guard = f"{k} >= 0 && {k} < {cap - 1}" if not self.spoilt() else self.rng.choice((f"{k} < {cap - 1}", f"{k} >= 0"))
        self.put(f"long {k} = {call};", f"if ({guard})", f"    {b}[{k}] = 'z';")

    def lib_parse_rest(self):
        e, b, cap = self.name("e"), *self.lib_buffer()
        self.put(f"char *{e};", f"long {e}n = strtol({b}, &{e}, 10);", f"if (*{e})" if not self.spoilt() else f"if ({e}n != 5)", f"    {e}[{'1' if self.spoilt() else '0'}] = '\\0';")

    def lib_scan(self):
        v, s, (b, cap) = self.name("v"), self.lib_string(), self.lib_buffer()
        start = " = 0" if not self.spoilt() else ""
        self.put(f"int {v}{start};", f"if (sscanf({s}, \"%d\", &{v}) == 1 && {v} >= 0 && {v} < {cap - 1})", f"    {b}[{v}] = 'q';")

    def lib_copy_of(self):
        d, s = self.name("d"), self.lib_string()
        n = self.rng.randint(0, 6)
        call = self.rng.choice((f"strdup({s})", f"strndup({s}, {n})"))
        self.put(f"char *{d} = {call};", f"if ({d}) {{")
        if "strdup" in call and self.rng.random() < 0.5:
            self.put(f"    {d}[strlen({d})] = '\\0';" if not self.spoilt() else f"    {d}[strlen({d}) + 1] = '\\0';")
        else:
            self.put(f"    if ({d}[0])", f"        {d}[0] = 'u';")
        self.put("}")
        if not self.spoilt():
            self.put(f"free({d});")
            if self.spoilt():
                self.put(f"{d}[0] = 'f';")

    def lib_each(self):
        b, cap = self.lib_buffer()
        i = self.name("i")
        test = f"{b}[{i}]" if not self.spoilt() else f"{i} <= {cap}"
        act = self.rng.choice((f"{b}[{i}] = (char)toupper((unsigned char){b}[{i}]);", f"if (isdigit((unsigned char){b}[{i}])) {b}[{i}] = 'n';"))
        self.put(f"for (int {i} = 0; {test}; {i}++)", f"    {act}")

    def lib_compare(self):
        b, cap = self.lib_buffer()
        s = self.lib_string()
        call = self.rng.choice((f"strcmp({b}, {s}) == 0", f"strncmp({b}, {s}, 3) < 0", f"memcmp({b}, {s}, 1) != 0", f"strcasecmp({b}, {s}) > 0", f"strspn({b}, \"abc\") > 1"))
        self.put(f"if ({call}) {{")
        self.depth += 1
        self.lib_simple()
        self.depth -= 1
        self.put("}")

    def lib_move(self):
        b, cap = self.lib_buffer()
        n, k = self.name("n"), self.rng.randint(1, cap // 2)
        most = cap - k if not self.spoilt() else cap - k + 2
        self.put(f"size_t {n} = (unsigned)nondet() % {most + 1}u;", self.rng.choice((f"memmove({b} + {k}, {b}, {n});", f"memmove({b}, {b} + {k}, {n});")), f"{b}[{cap - 1}] = '\\0';")

    def lib_sort(self):
        a, n, f = self.name("a"), self.rng.randint(2, 6), self.name("f")
        self.put(f"int {a}[{n}];", f"for (int i = 0; i < {n}; i++)", f"    {a}[i] = nondet() & 15;", f"qsort({a}, {n if not self.spoilt() else n + 1}, sizeof *{a}, lib_order);")
        if self.rng.random() < 0.6:
            key = self.name("key")
            self.put(f"int {key} = nondet() & 7;", f"int *{f} = bsearch(&{key}, {a}, {n}, sizeof *{a}, lib_order);", f"if ({f})" if not self.spoilt() else "", f"    *{f} = 0;")

    def lib_grow(self):
        if not self.lib_blocks:
            return
        b = self.rng.choice(self.lib_blocks)
        cap = dict(self.lib_buffers).get(b)
        if not cap or self.depth > 1:
            return
        more, t = cap + self.rng.choice((1, 8)), self.name("t")
        self.put(f"char *{t} = realloc({b}, {more});", f"if (!{t}) {{", *(f"    free({x});" for x in self.lib_blocks), "    return;", "}")
        if not self.spoilt():
            self.put(f"{b} = {t};")
            self.lib_buffers = [(x, more if x == b else c) for x, c in self.lib_buffers]
        else:
            self.lib_blocks = [t if x == b else x for x in self.lib_blocks]

    def lib_simple(self):
        self.rng.choice((self.lib_copy, self.lib_join, self.lib_limited, self.lib_fill, self.lib_print, self.lib_find, self.lib_parse, self.lib_each))()

    def lib_statement(self):
        self.rng.choice((self.lib_copy, self.lib_join, self.lib_limited, self.lib_fill, self.lib_print, self.lib_print_all, self.lib_find, self.lib_parse, self.lib_parse_rest,
                         self.lib_scan, self.lib_copy_of, self.lib_each, self.lib_compare, self.lib_move, self.lib_sort, self.lib_grow))()

    def body_of_library(self):
        self.lib_blocks = []
        self.spoils = {k // 2 for k in self.spoils}
        self.lib_begin()
        for _ in range(self.rng.randint(2, 5)):
            self.lib_statement()
        for b in self.lib_blocks:
            if not (self.rng.random() < 0.3 and self.spoilt()):
                self.put(f"free({b});")
