# SPDX-License-Identifier: MIT
"""The rows of src/ir/libc.def and its parts, parsed from their text: what libc.def explains, as Python objects."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ["libc.def", "libposix.def", "libextra.def"]
LINE = re.compile(r'^(SECTION|LIB|LIBX|LAYOUT|UNTRIED)\((.*)\)\s*(?://.*)?$')
FIELD = re.compile(r'"(?:[^"\\]|\\.)*"|[^,"\s][^,"]*')
WIDE = 4
ROLES = "vrwustbecnhxdkfpqlag"


class NotUnderstood(Exception):
    """A row says something that this parser does not know."""


@dataclasses.dataclass(frozen=True)
class Factor:
    """atom: const, layout, arg (unsigned), count (signed, 0 if negative), length, cell; turn: `.` at most, `_` divided by, `^` and rounded up."""
    atom: str
    arg: int = -1
    turn: str = ""
    value: int = 0
    value32: int = 0
    layout: str = ""

    def turned(self, n, bits):
        by = self.value if bits == 64 else self.value32
        return min(n, by) if self.turn == "." else n // by if self.turn == "_" else -(-n // by) if self.turn == "^" else n


@dataclasses.dataclass(frozen=True)
class Size:
    """The product of the factors, plus `add`, a pair by pointer width; no factors: not known."""
    factors: tuple = ()
    add: tuple = (0, 0)

    @property
    def known(self):
        return bool(self.factors)

    def args(self, atoms=("arg", "count", "length", "cell")):
        return [f.arg for f in self.factors if f.atom in atoms]


@dataclasses.dataclass(frozen=True)
class Arg:
    role: str
    unit: int = 1
    null: bool = False
    limited: bool = False
    target: int = -1
    size: Size = Size()
    layout: str = ""
    handle: str = "stream"


@dataclasses.dataclass(frozen=True)
class Bound:
    """A number, or the value of a factor plus the number."""
    value: int = 0
    factor: Factor = None
    value32: int = 0


@dataclasses.dataclass(frozen=True)
class Result:
    answer: str  # void never num any same inside new static open resize
    arg: int = -1
    unit: int = 1
    null: bool = False
    null_alloc: bool = False
    zeroed: bool = False
    string: bool = False
    readonly: bool = False
    or_static: bool = False
    layout: str = ""
    size: Size = Size()
    handle: str = ""
    unsigned: bool = False
    lo: Bound = None
    hi: Bound = None
    open_arg: int = -1
    open_bits: int = 0
    failure: tuple = None
    spoils: bool = False


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    part: str
    section: str
    kind: str
    param: str
    result: Result
    args: tuple
    variadic: bool
    text: str
    untried: str = ""

    @property
    def jumps(self):
        """Does it return to where another call was, or twice?  Whole programs try these."""
        return self.kind in ("SETJMP", "LONGJMP", "FORK")

    @property
    def concludes(self):
        """Is anything concluded from a call alone?"""
        return self.kind != "UNMODELLED" and not self.untried and not self.jumps


@dataclasses.dataclass(frozen=True)
class Layout:
    name: str
    size: tuple
    fields: tuple  # (kind, size, lo, hi, null, (offset64, offset32))


class Cursor:
    """Takes a descriptor apart from left to right."""

    def __init__(self, text, layouts):
        self.text, self.whole, self.layouts = text, text, layouts

    def take(self, pattern):
        m = re.match(pattern, self.text)
        if m:
            self.text = self.text[m.end():]
        return m

    def need(self, pattern):
        m = self.take(pattern)
        if not m:
            raise NotUnderstood(f"'{self.text}' in '{self.whole}'")
        return m

    def number(self):
        return int(self.need(r"-?\d+")[0])

    def pair(self):
        m = self.need(r"(\d+)(?:/(\d+))?")
        return int(m[1]), int(m[2] or m[1])

    def value(self):
        """#K or +K, perhaps turned; None: neither."""
        m = self.take(r"([#+])(\d)")
        if not m:
            return None
        turn = self.take(r"[._^]")
        return Factor("arg" if m[1] == "#" else "count", int(m[2]), turn[0] if turn else "", *(self.pair() if turn else (0, 0)))

    def factor(self):
        f = self.value()
        if f:
            return f
        if m := self.take(r"@(\d)"):
            return Factor("length", int(m[1]))
        if m := self.take(r"\$(\d)"):
            return Factor("cell", int(m[1]))
        if m := self.take(r"<(\w+)>"):
            return Factor("layout", -1, "", *self.layouts[m[1]].size, m[1])
        return Factor("const", -1, "", *self.pair())

    def size(self):
        factors = [self.factor()]
        while self.take(r"\*"):
            factors.append(self.factor())
        return Size(tuple(factors), self.pair() if self.take(r"\+") else (0, 0))

    def bound(self):
        if not self.text or self.text[0] in ":~%":
            return None
        f = self.value()
        if not f and re.match(r"\d+/", self.text):
            return Bound(0, Factor("const", -1, "", *self.pair()))
        if not f:
            low = self.number()
            return Bound(low, None, int(self.need(r"-?\d+")[0]) if self.take("/") else low)
        return Bound(self.number() if self.text.startswith("-") else 0, f)

    def end(self):
        if self.text:
            raise NotUnderstood(f"'{self.text}' in '{self.whole}'")


def layout_of(size):
    return next((f.layout for f in size.factors if f.layout), "")


def parse_arg(text, layouts):
    c = Cursor(text, layouts)
    letter = c.need("[a-zA-Z]")[0]
    role, fields = letter.lower(), {"unit": WIDE if letter.isupper() else 1}
    if role not in ROLES:
        raise NotUnderstood(f"descriptor '{text}'")
    sign = c.take("[:<]")
    if sign:
        fields["limited"] = sign[0] == "<"
        if role == "c":
            fields["target"] = c.number()
        elif role in "hx":
            fields["handle"] = c.need(r"\w+")[0]
        else:
            fields["size"] = c.size()
            fields["layout"] = layout_of(fields["size"])
    fields["null"] = bool(c.take(r"\?"))
    c.end()
    return Arg(role, **fields)


def number_result(c, unsigned):
    f = {"unsigned": unsigned, "failure": None}
    if c.take(":"):
        f["lo"] = c.bound()
        c.need(":")
        f["hi"] = c.bound()
        if m := c.take(r"\|(\d)(?:&(\d+))?"):
            f["open_arg"], f["open_bits"] = int(m[1]), int(m[2] or 0)
    if c.take("~"):
        lo = c.number()
        f["failure"] = (lo, c.number() if c.take(":") else lo)
    f["spoils"] = bool(c.take("%"))
    lo = f.get("lo")
    if not f["failure"] and lo and not lo.factor and lo.value == -1:
        f["failure"], f["lo"] = (-1, -1), Bound()
    return Result("num", **f)


def object_result(c):
    if m := c.take("[sS]"):
        return {"string": True, "unit": WIDE if m[0] == "S" else 1}
    size = c.size()
    return {"size": size, "layout": layout_of(size)}


def pointer_result(c):
    if m := c.take(r"=(\d)"):
        return "same", {"arg": int(m[1])}
    if m := c.take(r"in:(\d)"):
        return "inside", {"arg": int(m[1])}
    if c.take("handle"):
        return "open", {"handle": c.need(r"\w+")[0] if c.take(":") else "stream"}
    if m := c.take(r"resize:(\d):"):
        return "resize", {"arg": int(m[1]), "size": c.size()}
    if m := c.take(r"of:(\d):"):
        return "static", {"arg": int(m[1]), **object_result(c)}
    m = c.need("(new|zero|static|const|lent):")
    return ("new" if m[1] in ("new", "zero") else "static"), {"zeroed": m[1] == "zero", "readonly": m[1] == "const", **object_result(c)}


def parse_result(text, layouts):
    if text in ("void", "never", "any"):
        return Result(text)
    c = Cursor(text, layouts)
    if m := c.take("(u?)num"):
        made = number_result(c, bool(m[1]))
        c.end()
        return made
    answer, fields = pointer_result(c)
    for flag, mark in (("null", r"\?"), ("null_alloc", "!"), ("or_static", r"\|s"), ("null", r"\?"), ("null_alloc", "!"), ("spoils", "%")):
        fields[flag] = bool(c.take(mark)) or fields.get(flag, False)
    c.end()
    return Result(answer, **fields)


def parse_layout(fields):
    name, size64, size32, text = fields
    out = []
    for field in text.split():
        m = re.match(r"([svtiba])(?:\d+/)?(\d*)(?::(-?\d+):(-?\d+))?(\?)?@(\d+)(?:/(\d+))?$", field)
        if not m:
            raise NotUnderstood(f"field '{field}' of layout {name}")
        out.append((m[1], int(m[2] or 0), int(m[3] or 0), int(m[4] or 0), bool(m[5]), (int(m[6]), int(m[7] or m[6]))))
    return Layout(name, (int(size64), int(size32)), tuple(out))


def fields_of(text):
    return [f.strip().strip('"') for f in FIELD.findall(text)]


def parse_row(name, kind, param, result, args, part, section, layouts):
    words = args.split()
    variadic = bool(words) and words[-1] == "..."
    parsed = tuple(parse_arg(w, layouts) for w in (words[:-1] if variadic else words))
    return Row(name, part, section, kind, param, parse_result(result, layouts), parsed, variadic, f'{kind} "{result}" "{args}"')


def row_of(line, part, section, layouts):
    """The row in a line LIB(...) or LIBX(...)."""
    m = LINE.match(line)
    fields = fields_of(m[2])
    param = fields.pop(2) if m[1] == "LIBX" else ""
    result, args = (fields[2:] + [""])[:2]
    return parse_row(fields[0], fields[1], param, result, args, part, section, layouts)


def load(folder=ROOT / "src" / "ir"):
    """(rows, layouts, rows that are not understood as (name, section, part, why))."""
    rows, layouts, strange, untried = [], {}, [], {}
    for part in PARTS:
        section = ""
        for line in (folder / part).read_text().splitlines():
            m = LINE.match(line)
            if not m:
                continue
            fields = fields_of(m[2])
            if m[1] == "SECTION":
                section = m[2].strip('"')
            elif m[1] == "UNTRIED":
                untried[fields[0]] = fields[1]
            elif m[1] == "LAYOUT":
                layouts[fields[0]] = parse_layout(fields)
            else:
                try:
                    rows.append(row_of(line, part, section, layouts))
                except (NotUnderstood, ValueError, KeyError) as e:
                    strange.append((fields[0], section, part, str(e)))
    return [dataclasses.replace(r, untried=untried.get(r.name, "")) for r in rows], layouts, strange
