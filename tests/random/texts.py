# SPDX-License-Identifier: MIT
"""Programs about strings, of bytes or of wide characters, in blocks of a few characters: filled, copied, joined, cut, printed and looked through; and in the
members of a list's nodes.  What is written is guarded by lengths; as in generate.py, some statements are spoilt: the guard forgets the end, or a size counts in other units."""

DECLARATIONS = """#include <stdio.h>
#include <string.h>
#include <wchar.h>
#ifdef NATIVE
static char *take_text(const char *s) { return taken(strdup(s)); }
static wchar_t *take_wide(const wchar_t *s) { return taken(wcsdup(s)); }
#define strdup take_text
#define wcsdup take_wide
#endif
struct note {
    int k;
    char name[8];
    struct note *next;
    char other[8];
};
"""
# What the functions are called for bytes and for wide characters, and how literals begin.
BYTES = {"type": "char", "L": "", "len": "strlen", "cpy": "strcpy", "ncpy": "strncpy", "cat": "strcat", "ncat": "strncat", "chr": "strchr", "rchr": "strrchr",
         "cmp": "strcmp", "str": "strstr", "dup": "strdup", "set": "memset", "mcpy": "memcpy", "print": "snprintf", "s": "%s"}
WIDE = {"type": "wchar_t", "L": "L", "len": "wcslen", "cpy": "wcscpy", "ncpy": "wcsncpy", "cat": "wcscat", "ncat": "wcsncat", "chr": "wcschr", "rchr": "wcsrchr",
        "cmp": "wcscmp", "str": "wcsstr", "dup": "wcsdup", "set": "wmemset", "mcpy": "wmemcpy", "print": "swprintf", "s": "%ls"}


class Texts:
    """To be mixed into a program: a and b are blocks of na and nb characters, n is a number; each holds a string between statements."""

    def text_put(self, *lines):
        for line in lines:
            for key, word in self.f.items():
                line = line.replace(f"${key}$", word)
            self.put(line)

    def text_two(self):
        return self.rng.choice((("a", "b"), ("b", "a")))

    def text_letter(self):
        return self.rng.choice("xyz")

    def text_more(self):
        """How many characters a guard forgets."""
        return self.rng.choice((1, 1, 2)) if self.spoilt() else 0

    def text_fill(self):
        x, _ = self.text_two()
        k = self.rng.choice((f"n{x} - 1", f"n{x} - 1", f"n{x} / 2", "1"))
        if self.text_more():
            k = self.rng.choice((f"n{x} + 1", f"n{x} * 2", f"n{x}"))
        self.text_put(f"$set$({x}, $L$'{self.text_letter()}', {k});", f"{x}[n{x} - 1] = 0;" if "2" in k or k == "1" else f"{x}[{k}] = 0;")

    def text_copy(self):
        x, y = self.text_two()
        more = self.text_more()
        call = self.rng.choice((f"$cpy$({x}, {y});", f"$mcpy$({x}, {y}, $len$({y}) + 1);", f"$ncpy$({x}, {y}, $len$({y}) + 1);",
                                f"for (size_t i = 0; i <= $len$({y}); i++) {x}[i] = {y}[i];"))
        self.text_put(f"if ($len$({y}) < n{x}{f' + {more}' if more else ''})", f"    {call}")

    def text_cut(self):
        x, y = self.text_two()
        size = f"n{x}" if not self.spoilt() else self.rng.choice((f"n{x} + 1", f"n{x} * sizeof *{x}"))
        self.text_put(f"$ncpy$({x}, {y}, {size});")
        if not self.spoilt():
            self.text_put(f"{x}[n{x} - 1] = 0;")

    def text_join(self):
        x, y = self.text_two()
        more = self.text_more()
        self.text_put(f"if ($len$({x}) + $len$({y}) < n{x}{f' + {more}' if more else ''})",
                      f"    {self.rng.choice((f'$cat$({x}, {y});', f'$ncat$({x}, {y}, 3);', f'$cpy$({x} + $len$({x}), {y});'))}")

    def text_print(self):
        x, y = self.text_two()
        form = self.rng.choice((f'$L$"$s$", {y}', f'$L$"%d", n', f'$L$"$s$%d", $L$"{self.text_letter()}", n', '$L$"%c", 120'))
        size = f"n{x}" if not self.spoilt() else self.rng.choice((f"n{x} + 1", f"n{x} * sizeof *{x}"))
        self.text_put(f"if ($print$({x}, {size}, {form}) < 0)", f"    {x}[0] = 0;")

    def text_find(self):
        x, y = self.text_two()
        p = self.name("p")
        self.text_put(f"$type$ *{p} = " + self.rng.choice((f"$chr$({x}, $L$'{self.text_letter()}');", f"$rchr$({x}, $L$'{self.text_letter()}');", f"$str$({x}, {y});")))
        self.text_put(f"*{p} = 0;" if self.spoilt() else f"if ({p}) *{p} = 0;")

    def text_index(self):
        x, _ = self.text_two()
        test = f"n >= 0 && n < $len$({x})" if not self.spoilt() else self.rng.choice((f"n >= 0 && n <= n{x}", f"n < n{x}", f"n >= 0"))
        self.text_put(f"if ({test}) {x}[n] = $L$'{self.text_letter()}';")

    def text_number(self):
        self.put("n = nondet();", self.rng.choice(("n &= 7;", "if (n < 0 || n > 9) n = 2;", "n %= 12;")))

    def text_double(self):
        x, _ = self.text_two()
        p = self.name("d")
        end = f"{p}[$len$({p})]" if not self.spoilt() else self.rng.choice((f"{p}[$len$({p}) + 1]", f"{p}[-1]"))
        self.text_put(f"$type$ *{p} = $dup$({x});", f"{end} = 0;")
        if not self.spoilt():
            self.text_put(f"free({p});")

    def text_walk(self):
        x, _ = self.text_two()
        p = self.name("w")
        test = f"*{p}" if not self.spoilt() else f"*{p} != $L$'q'"
        self.text_put(f"for ($type$ *{p} = {x}; {test}; {p}++)", f"    if (*{p} == $L$'{self.text_letter()}') *{p} = $L$'{self.text_letter()}';")

    def text_scan(self):
        """Looks at characters before and behind; spoilt: behind the end."""
        x, y = self.text_two()
        p, i, c, d = self.name("s"), self.name("i"), f"$L$'{self.text_letter()}'", f"$L$'{self.text_letter()}'"
        good = (f"for (size_t {i} = 0; {x}[{i}]; {i}++) n += {x}[{i} + 1] == {c};",
                f"size_t {i} = 0; while ({x}[{i}] == {c} || {x}[{i}] == {d}) {i}++; {x}[{i}] = 0;",
                f"for ($type$ *{p} = {x}; *{p};) {{ $type$ c = *{p}++; if (c == {c} && *{p}) {p}++; }}",
                f"$type$ *{p} = {x}; while (*{p}) {p}++; while ({p} > {x} && {p}[-1] == {c}) *--{p} = 0;",
                f"if ($len$({y}) < n{x}) {{ $type$ *{p} = {x}, *q = {y}; while ((*{p}++ = *q++)) continue; }}",
                f"$type$ *{p} = {x}; for (int c; (c = *{p}) != 0; {p}++) if (c == {c}) {{ *{p} = {d}; n++; }}")
        bad = (f"for (size_t {i} = 0; {x}[{i}]; {i}++) n += {x}[{i} + 2] == {c};", f"for (size_t {i} = 0; {x}[{i}]; {i} += 2) n++;",
               f"$type$ *{p} = {x}; for (int c = 1; c; {p}++) {{ c = *{p}; *{p} = {c}; }}", f"$type$ *{p} = {x}; while (*{p}++ != {c}) n++;",
               f"$type$ *{p} = {x}; for (int c; (c = *{p}) != 0;) {{ *{p}++ = {d}; {p} += c == {c}; }}")
        self.text_put(self.rng.choice(bad if self.spoilt() else good))

    def text_note(self):
        """One or some nodes more, with a string in each member."""
        x, y = self.text_two()
        p, i, more = self.name("p"), self.name("i"), self.text_more()
        put = [f"strcpy({p}->name, {self.rng.choice(('strlen(' + x + ') < 8 ? ' + x + ' : 0x00', 'n & 1 ? ' + chr(34) + 'x' + chr(34) + ' : ' + chr(34) + 'yzyzyz' + chr(34)))});".replace("0x00", '"long"'),
               f"if (strlen({y}) < 8{f' + {more}' if more else ''}) strcpy({p}->other, {y}); else {p}->other[0] = 0;", f"{p}->k = n;", f"{p}->next = notes;"]
        self.rng.shuffle(put)
        many = self.rng.random() < 0.6
        self.put(f"for (int {i} = 0; {i} < {'(n & 3) + 1' if many else '1'}; {i}++) {{", f"    struct note *{p} = malloc(sizeof *{p});", *(f"    {line}" for line in put),
                 f"    notes = {p};", "}")

    def text_notes(self):
        """Every node is looked at, or changed."""
        x, _ = self.text_two()
        p, more, member = self.name("p"), self.text_more(), self.rng.choice(("name", "other"))
        act = self.rng.choice((f"n += (int)strlen({p}->{member});", f"if (strlen({p}->{member}) < n{x}{f' + {more}' if more else ''}) strcpy({x}, {p}->{member});",
                               f"{p}->{member}[strcspn({p}->{member}, \"{self.text_letter()}\")] = 0;", f"if (n >= 0 && n < 8) {p}->{member}[n] = {'0' if not more else 120};",
                               f"strncpy({p}->{member}, {x}, 7);" if not more else f"strncpy({p}->{member}, {x}, 8);", f"struct note copy = *{p}; n += strcmp(copy.{member}, {x}) > 0;"))
        self.put(f"for (struct note *{p} = notes; {p}; {p} = {p}->next) {{", f"    {act}", "}")

    def text_turn(self):
        x, y = self.text_two()
        self.text_put(f"if ($cmp$({x}, {y}) {self.rng.choice(('< 0', '== 0', '> 0'))}) {{")
        self.depth += 1
        self.text_statement()
        self.depth -= 1
        self.put("}")

    def text_statement(self):
        acts = [self.text_fill, self.text_copy, self.text_copy, self.text_cut, self.text_join, self.text_print, self.text_find, self.text_index, self.text_number,
                self.text_double, self.text_walk, self.text_scan, self.text_scan]
        acts += [self.text_note, self.text_notes, self.text_notes] if self.notes else []
        self.rng.choice(acts + ([self.text_turn, self.text_turn] if self.depth < 3 else []))()

    def body_of_text(self):
        self.f = self.rng.choice((BYTES, BYTES, WIDE))
        self.notes = self.f is BYTES and self.rng.random() < 0.7
        self.put("int n = 0;")
        if self.notes:
            self.put("struct note *notes = NULL;")
        self.text_number()
        for x in "ab":
            self.text_put(f"size_t n{x} = {self.rng.choice((self.rng.randint(2, 9), self.rng.randint(2, 9), 'n + 2'))};" if x == "a" or self.rng.random() < 0.7 else "size_t nb = na;")
            self.text_put(f"if (n{x} < 2 || n{x} > 30) n{x} = 4;")
            self.text_put(f"$type$ *{x} = malloc(n{x} * sizeof *{x});", f"{x}[0] = $L$'{self.text_letter()}';", f"{x}[1] = 0;")
        for _ in range(self.rng.randint(3, 7)):
            self.text_statement()
        if self.notes and not (self.rng.random() < 0.1 and self.spoilt()):
            self.put("while (notes) {", "    struct note *gone = notes;", "    notes = gone->next;", "    free(gone);", "}")
        self.put("free(a);")
        if not (self.rng.random() < 0.1 and self.spoilt()):
            self.put("free(b);")
