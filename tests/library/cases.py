# SPDX-License-Identifier: MIT
"""Calls at the edges, made from a row: values for its numbers, and buffers exactly as large as the row demands."""
import dataclasses
import random

INT_MAX, INT_MIN = 2**31 - 1, -2**31
SIZES = [8, 0, 1, 2, 3, 7, 9, 16, 64, 100]
NUMBERS = [0, 1, -1, 2, 5, 65, 255, 256, INT_MAX, INT_MIN]
ALIGNMENTS = [16, 0, 1, 2, 3, 8, 24, 64, 4096]
STRINGS = [b"abc", b"", b"a", b"12", b"-7x", b"  99 tail", b"hello world", b"aXXXXXX", b"a,b,,c", b"x" * 70, b"\xc3\xa9\xff"]
PATHS = [b"file", b"missing", b"dir", b"", b"dir/inner", b"link", b"missing/x", b"file/x", b"p" * 300, b"dangling"]
FORMATS = [b"plain", b"", b"%%", b"%d", b"%5d|%-3d", b"%x %u", b"%c"]
INPUT_FORMATS = [b"word", b"%d", b"%4s", b"%*d %d", b"", b"%c", b"x"]
LIMIT = 1 << 20  # a size above this is a limit that is never reached
ROOM = 8192
PURE = ("Memory (", "Bytes", "Strings", "Characters", "Numbers", "Wide")
REFUSING = ("m0", "m1", "n", "f", "e", "a")
CELLS = [16, 0, 1, 128, 4]
WRITTEN = "wutbecng"


@dataclasses.dataclass
class Value:
    """What is chosen for an argument, before sizes are known."""
    kind: str  # number constant thing text object null callback cell
    value: object = 0


@dataclasses.dataclass
class Case:
    row: object
    bits: int
    environment: str
    values: list      # one Value for each argument
    numbers: dict     # argument: its number as the call sees it
    lengths: dict     # argument: units of its string
    sizes: dict       # argument: bytes of its buffer, as the row demands
    words: list       # the line of the harness
    result: str
    huge: bool = False  # a limit is larger than its buffer: a fault at its end says nothing
    probe: tuple = ()   # (argument, what is missing): the row says that this is a fault

    def line(self, number, fill):
        return " ".join([str(number), self.row.name, self.environment, self.result, fill, *self.words])

    def __str__(self):
        shown = ", ".join(w if len(w) < 60 else w[:57] + "..." for w in self.words)
        return f"{self.row.name}({shown})" + (f" in {self.environment}" if self.environment != "-" else "") + (" -m32" if self.bits == 32 else "")


class Maker:
    """Makes the cases of one row."""

    def __init__(self, row, layouts, prototype, hints, bits, seed):
        self.row, self.layouts, self.prototype, self.hints, self.bits = row, layouts, prototype, hints, bits
        self.word = bits // 8
        self.choose = random.Random(f"{seed} {row.name}")
        self.demanded = {k for a in row.args if a.role in "rwute" and not a.limited for k in a.size.args(("arg", "count"))}
        self.limits = {k for a in row.args if a.limited for k in a.size.args(("arg", "count"))}
        self.produced = set(row.result.size.args(("arg", "count")))

    # ---- choices -----------------------------------------------------------------------------------------------------------------

    def parameter(self, i):
        return self.prototype.params[i] if self.prototype and i < len(self.prototype.params) else ("", "", "")

    def largest(self, i):
        kind = self.parameter(i)[2]
        wide = "long" in kind and ("long long" in kind or self.word == 8)
        top = 2 ** (64 if wide else 32)
        return top - 1 if "unsigned" in kind else top // 2 - 1

    def numbers(self, i):
        """Options for a number."""
        if i in self.demanded:
            return [Value("number", n) for n in SIZES]
        if i in self.limits or i in self.produced:
            return [Value("number", n) for n in SIZES + [self.largest(i), self.largest(i) // 2, self.largest(i) // 2 + 1]]
        values = NUMBERS + ([self.largest(i), 2**63, -2**63] if "long" in self.parameter(i)[2] else [])
        return [Value("number", n) for n in values]

    def handles(self, i):
        kind = self.parameter(i)[1]
        handle = self.row.args[i].handle
        if "DIR" in kind or handle == "directory":
            return [Value("thing", n) for n in ("dir", "dir_end")]
        if "locale" in kind or handle == "locale":
            return [Value("thing", "locale")]
        return [Value("thing", "stream_" + n) for n in ("read", "write", "both", "empty", "end", "full", "folder", "zero", "pipe")]

    def texts(self, i):
        name = self.parameter(i)[0]
        paths = name in ("file", "path", "name", "filename", "from", "to", "old", "new", "target", "linkpath") and self.row.part == "libposix.def"
        return [Value("text", t) for t in (PATHS if paths or name in ("filename", "path") else STRINGS)]

    def options(self, i):
        a = self.row.args[i]
        hinted = self.hints.values(self.row.name, i, self.parameter(i)[0] if a.role == "v" else "")
        if hinted:
            made = hinted
        elif a.role == "v":
            made = self.numbers(i)
        elif a.role == "a":
            made = [Value("number", n) for n in ALIGNMENTS]
        elif a.role in "sb":
            made = self.texts(i)
        elif a.role == "p":
            made = [Value("text", t) for t in FORMATS]
        elif a.role == "q":
            made = [Value("text", t) for t in INPUT_FORMATS]
        elif a.role in "hx":
            made = self.handles(i)
        elif a.role == "d":
            made = [Value("heap", 24), Value("null"), Value("heap", 0)]
        elif a.role == "n":
            made = [Value("cell", "z"), Value("cell", "m8")] if self.row.kind == "GETLINE" else [Value("cell", "z")]
        elif a.role == "g":
            made = [Value("number", n) for n in CELLS]
        elif a.role == "f":
            made = [Value("callback", "nothing")]
        else:
            made = [Value("buffer")]
        null = a.null and (self.row.name, i) not in self.hints.never_null and not any(v.kind == "null" for v in made)
        return made[:1] + ([Value("null")] if null else []) + made[1:]

    def empty(self, base, i):
        """Null where nothing is touched because a size is 0."""
        k = self.row.args[i].size.args(("arg",))[0]
        return [Value("null") if j == i else Value("number", 0) if j == k else v for j, v in enumerate(base)]

    def choices(self, most):
        """One list of values for each case: the first options, each other option once, then mixtures."""
        options = [self.options(i) for i in range(len(self.row.args))]
        base = [o[0] for o in options]
        out = [base]
        for k in range(1, max(map(len, options), default=0)):
            out += [base[:i] + [o[k]] + base[i + 1:] for i, o in enumerate(options) if k < len(o)]
        out += [self.empty(base, i) for i, a in enumerate(self.row.args) if a.role in "rwt" and len(a.size.args(("arg",))) == 1]
        for i in range(len(options)):
            for j in range(i):
                if {"s", "b"} >= {self.row.args[i].role, self.row.args[j].role} and len(options) < 5:
                    out += [base[:j] + [v] + base[j + 1:i] + [v] + base[i + 1:] for v in options[j] if v.kind == "text"]
        for _ in range(most - len(out)):
            out.append([self.choose.choice(o) for o in options])
        return out[:max(most, 1)]

    # ---- sizes -------------------------------------------------------------------------------------------------------------------

    def size(self, size, numbers, lengths):
        n = 1
        for f in size.factors:
            if f.atom in ("const", "layout"):
                n *= f.value if self.bits == 64 else f.value32
            elif f.atom == "length":
                n *= lengths.get(f.arg, 0)
            else:
                n *= self.value(f, numbers.get(f.arg, 0))
        return n + size.add[0 if self.bits == 64 else 1]

    def width(self, i):
        kind = self.parameter(i)[2]
        return 8 if "long long" in kind else self.word if "long" in kind or "*" in kind or not kind else 4

    def value(self, factor, n):
        n %= 256 ** self.width(factor.arg) if factor.atom != "cell" else 2**32
        if factor.atom == "count" and n >= 256 ** self.width(factor.arg) // 2:
            n = 0
        return factor.turned(n, self.bits)

    def number(self, v, i):
        """The number as the callee sees it, or None if it is not known here."""
        if v.kind == "null":
            return 0
        if v.kind != "number":
            return None
        return v.value % 256 ** self.width(i)

    def fields(self, layout):
        which = 0 if self.bits == 64 else 1
        return ",".join(f"{f[0]}{f[5][which]}" + (f"+{f[1]}" if f[0] in "ba" else "") for f in self.layouts[layout].fields
                        if f[0] in "svba") if layout else ""

    def text(self, v, a, limit):
        """(bytes, units before the terminator) of a string that ends where it must."""
        content = v.value if isinstance(v.value, bytes) else str(v.value).encode()
        units = content if a.unit == 1 else b"".join(bytes([c, 0, 0, 0]) for c in content)
        n = len(content)
        if a.limited and limit <= n:
            return units[:limit * a.unit], limit
        return units + bytes(a.unit), n

    # ---- words -------------------------------------------------------------------------------------------------------------------

    def buffer(self, protection, size, content, layout=""):
        place = self.choose.choice("eees")
        return f"b{protection}{place}{size}:{content}" + (";" + self.fields(layout) if layout else "")

    def room(self, i, case, source):
        """Bytes of the string that argument i gets or keeps."""
        a, kind = self.row.args[i], self.row.kind
        own = len(source) // a.unit if a.role == "b" else 0
        other = next((case.lengths[j] for j in case.lengths if j != i), 0)
        if kind == "STRCPY" or (kind == "STRCAT" and a.role == "b"):
            return (max(own - 1, 0) + other + 1) * a.unit
        if a.role == "b":
            return own * a.unit
        if a.limited:
            n = self.size(a.size, case.numbers, case.lengths)
            if n > LIMIT:
                case.huge = True
            return (n if n <= LIMIT else ROOM) * a.unit
        return ROOM

    def memory(self, i, v, case):
        a = self.row.args[i]
        known = a.size.known
        n = self.size(a.size, case.numbers, case.lengths) * a.unit if known else ROOM
        if n > LIMIT:
            case.huge, n = True, ROOM
        if v.kind == "object":
            content = "!" + v.value
        elif v.kind == "bytes":
            content = v.value.ljust(n, b"\0")[:n].hex()
        elif a.role in "ru":
            content = bytes(self.choose.choice(b"\0\0abc\xff") for _ in range(min(n, 256))).hex()
        else:
            content = ""
        case.sizes[i] = n
        return self.buffer("r" if a.role == "r" else "w", n, content, a.layout)

    def argument(self, i, v, case):
        a = self.row.args[i]
        if v.kind == "null":
            return "z"
        if v.kind == "thing":
            return "t" + v.value
        if v.kind == "constant":
            return f"k{v.value}"
        if v.kind == "callback":
            return "F" + v.value
        if v.kind == "heap":
            return f"m{v.value}"
        if v.kind == "cell":
            case.sizes[i] = self.word
            return "c" + v.value
        if a.role == "g":
            case.sizes[i] = 4
            return self.buffer("w", 4, v.value.to_bytes(4, "little").hex())
        if v.kind == "number":
            return f"i{v.value % 2**64}"
        if v.kind == "text":
            limit = self.size(a.size, case.numbers, case.lengths) if a.limited else 0
            content, _ = self.text(v, a, limit)
            n = max(self.room(i, case, content), len(content)) if a.role == "b" else len(content)
            case.sizes[i] = n
            return self.buffer("w" if a.role == "b" or v.kind == "kept" else "r", n, content.hex())
        if a.role == "t":
            case.sizes[i] = self.room(i, case, b"")
            return self.buffer("w", case.sizes[i], "")
        if a.role == "c":
            case.sizes[i] = self.word
            return "cz"
        if a.role == "k":
            case.sizes[i] = 64
            return self.buffer("w", 64, "!" + v.value if v.kind == "object" else v.value.ljust(64, b"\0").hex() if v.kind == "bytes" else "")
        if a.role == "l":
            return "z"
        return self.memory(i, v, case)

    def result(self, case):
        r = self.row.result
        n = self.size(r.size, case.numbers, case.lengths) if r.size.known else 0
        flags = "n" if r.answer in ("new", "resize") or self.row.kind == "PATHNAME" and r.arg >= 0 and case.words[r.arg] == "z" else \
            "w" if r.answer == "static" and not r.readonly else "-"
        return f"{min(n, LIMIT)}:{r.unit}:{flags}:{self.fields(r.layout) or '-'}"

    # ---- what the row demands ----------------------------------------------------------------------------------------------------

    def demanding(self, i):
        """What can be taken away from argument i, so that a call cannot go well."""
        a = self.row.args[i]
        if a.role in "rwustbecpq" and not a.null and not (a.limited and a.role in "rwut"):
            yield "null"
        if a.role in "rwu" and not a.limited and a.size.args(("arg", "count")) and a.unit == 1:
            yield "last byte"
        if a.role in "sb" and not a.limited:
            yield "terminator"

    def taken(self, case, i, what):
        """The case without that, or None if it has nothing to lose."""
        word = case.words[i]
        case.probe = (i, what)
        if not word.startswith("b") or not case.sizes.get(i) or case.huge:
            return None
        if what == "null":
            case.words[i] = "z"
            return case
        head, _, content = word.partition(":")
        n = case.sizes[i] - self.row.args[i].unit
        content = content if content.startswith("!") else content[:2 * n]
        case.words[i] = f"{head[:2]}e{n}:{content}"
        return case

    def probes(self, most):
        choices = [c for c in self.choices(most) if self.sensible(c)]
        for i in range(len(self.row.args)):
            for what in self.demanding(i):
                made = [self.taken(self.case(c, "-"), i, what) for c in choices]
                yield [c for c in made if c]

    def pure(self, values):
        """Does the call need no files?"""
        return self.row.section.startswith(PURE) and not any(v.kind == "thing" for v in values)

    def case(self, values, environment):
        if self.pure(values):
            environment = "p" if environment == "-" else environment + ",p"
        if self.row.name in self.hints.apart:
            environment += ",I"
        case = Case(self.row, self.bits, environment, values, {}, {}, {}, [], "")
        for i, v in enumerate(values):
            n = self.number(v, i) if self.row.args[i].role in "vag" else None
            if v.kind == "bytes":
                n = int.from_bytes(v.value[:4], "little")
            if n is not None:
                case.numbers[i] = n
        for i, v in enumerate(values):
            a = self.row.args[i]
            if v.kind == "text":
                limit = self.size(a.size, case.numbers, {}) if a.limited else 0
                case.lengths[i] = self.text(v, a, limit)[1]
        case.words = [self.argument(i, v, case) for i, v in enumerate(values)]
        case.words += self.hints.extra(self.row)
        case.result = self.result(case)
        return case

    def sensible(self, values):
        """Factors of a product that is demanded are small, and so is their product."""
        case = {i: self.number(v, i) or 0 for i, v in enumerate(values)}
        return all(self.size(a.size, case, {}) <= LIMIT for a in self.row.args if a.role in "rwu" and not a.limited and a.size.known)

    def cases(self, most, refusing):
        choices = [c for c in self.choices(most) if self.sensible(c)]
        environments = self.hints.environments(self.row.name, ["-"])
        out = [self.case(c, e) for c in choices for e in environments]
        for environment in () if self.row.name in self.hints.fragile else refusing:
            out += [self.case(c, environment) for c in choices[:1]]
        return out
