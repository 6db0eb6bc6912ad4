# SPDX-License-Identifier: MIT
"""Compares what a call did with what its row promises."""
from cases import LIMIT, WRITTEN

EFAULT, EINVAL = 14, 22
VOID, SIGNED, UNSIGNED, POINTER, REAL, OTHER = range(6)
# Their null is an answer like any other, or their number is computed: errno says nothing.
ANSWERS = {"MEMCHR", "MEMRCHR", "MEMMEM", "MEMCCPY", "STRCHR", "STRRCHR", "STRSTR", "STRCASESTR", "STRPBRK", "STRTOK", "STRSEP", "GETENV",
           "BSEARCH", "LFIND", "GETC", "SCANF", "GETOPT", "GETLINE"}
ENDS = {"EXIT", "HALT", "ABORT", "EXEC", "DIE", "ASSERT_FAIL", "RAISE"}


UNJUDGED = {"timeout": "no call ends in time", "refused": "takes a namespace of its own", "exit": "could not be set up"}


class Judgement:
    """`wrong`: sentences; `judged`: the outcome was compared; `failed`: the call failed as the row defines it."""

    def __init__(self):
        self.wrong, self.judged, self.failed = [], False, False


def signed(n, size):
    n %= 2 ** (8 * size)
    return n - 2 ** (8 * size) if n >= 2 ** (8 * size - 1) else n


class Judge:
    def __init__(self, case, maker, seen):
        self.case, self.maker, self.row, self.seen = case, maker, case.row, seen
        self.out, self.answered = Judgement(), False  # answered: with null or -1, as a search that finds nothing

    def wrong(self, text):
        self.out.wrong.append(text)

    def went_well(self):
        """Did a call without something that the row demands succeed?  None: it could not be made."""
        end = self.seen["end"]
        if end in UNJUDGED and end != "exit" or end == "absent" or end == "exit" and self.seen["code"] in (77, 78):
            return None
        if end != "returned":
            return False
        r, value = self.row.result, self.seen["value"]
        if self.seen["errno"] == EFAULT or r.answer == "num" and r.failure and r.failure[0] <= signed(value, self.seen["size"]) <= r.failure[1]:
            return False
        return not (self.seen["class"] == POINTER and value == 0) and not (r.failure is None and value in (EFAULT, EINVAL))

    # ---- endings -----------------------------------------------------------------------------------------------------------------

    def judge(self):
        end, never = self.seen["end"], self.row.result.answer == "never"
        if end in ("absent", "timeout", "refused"):
            return self.out
        if end == "exit" and self.seen["code"] in (77, 78):
            return self.out  # the case could not be set up
        if end == "fault":
            self.fault()
        elif end in ("exit", "signal"):
            self.out.judged = True
            if not never and self.row.kind not in ENDS:
                self.wrong(f"ends the program ({end} {self.seen.get('code', self.seen.get('signal'))})")
        else:
            self.out.judged = True
            if never:
                self.wrong("returns")
            else:
                self.returned()
        return self.out

    def fault(self):
        at = self.seen["at"]
        if self.case.huge and at and at[1] >= self.case.sizes.get(at[0], 0):
            return
        self.out.judged = True
        self.wrong(f"touches argument {at[0]} at byte {at[1]} of {self.case.sizes.get(at[0])}" if at
                   else "touches null" if self.seen.get("low") else "faults")

    # ---- results -----------------------------------------------------------------------------------------------------------------

    def returned(self):
        r = self.row.result
        kind = self.seen["class"]
        if r.answer == "num":
            self.number()
        elif r.answer not in ("void", "any"):
            if kind != POINTER:
                self.wrong("does not return a pointer")
                return
            self.pointer()
        if self.out.failed:
            self.nothing_written()
        elif not self.answered:
            for i, a in enumerate(self.row.args):
                if self.case.words[i] != "z":
                    self.argument(i, a, self.seen["args"][i])

    def bound(self, b):
        """The number that a bound is in this call, or None if that is not known."""
        if not b or not b.factor:
            return (b.value if self.case.bits == 64 else b.value32) if b else None
        n = self.case.numbers.get(b.factor.arg)
        return None if n is None else self.maker.value(b.factor, n) + b.value

    def open_above(self):
        """Does the upper bound not hold in this call?"""
        r = self.row.result
        if r.open_arg < 0:
            return False
        n = self.case.numbers.get(r.open_arg)
        return n is None or (n & r.open_bits != 0 if r.open_bits else n == 0)

    def number(self):
        r, kind, size = self.row.result, self.seen["class"], self.seen["size"]
        if kind not in (SIGNED, UNSIGNED, POINTER):
            if r.lo or r.hi:
                self.wrong("returns no integer")
            return
        value = self.seen["value"] % 256**size if r.unsigned else signed(self.seen["value"], size)
        lo, hi = self.bound(r.lo), None if self.open_above() else self.bound(r.hi)
        if None not in (lo, hi) and r.hi.factor:
            hi = max(lo, hi)
        fails = r.failure and r.failure[0] <= signed(self.seen["value"], size) <= r.failure[1]
        fits = (lo is None or value >= lo) and (hi is None or value <= hi)
        if not fails and not fits:
            self.wrong(f"returns {value}, not between {lo} and {hi}")
        self.answered = bool(fails) and self.row.kind in ANSWERS
        self.out.failed = bool(fails) and not self.answered and (not fits or r.spoils or not self.changed())

    def changed(self):
        return any(a.role in WRITTEN and self.seen["args"][i].get("changed") for i, a in enumerate(self.row.args))

    def pointer(self):
        r, p = self.row.result, self.seen["ptr"]
        if p["is"] == "null":
            refused = "m" in self.case.environment or "a" in self.case.environment or self.case.huge or self.size() >= LIMIT
            same_null = r.answer in ("same", "inside") and not r.or_static and self.case.words[r.arg] == "z"
            if self.row.kind == "REALLOC" and self.size() == 0 or same_null:
                return
            if not r.null and not (r.null_alloc and refused):
                self.wrong("returns null")
            self.answered = self.row.kind in ANSWERS
            self.out.failed = not self.answered
            return
        getattr(self, r.answer)(r, p)

    def size(self):
        return self.maker.size(self.row.result.size, self.case.numbers, self.case.lengths) if self.row.result.size.known else 0

    def static_string(self, p):
        if p["is"] == "arg" or p.get("length", -1) < 0:
            self.wrong("returns neither its argument nor a string of the library")

    def same(self, r, p):
        if p["is"] == "arg" and p["arg"] == r.arg and p["off"] == 0:
            return
        if r.or_static:
            self.static_string(p)
        elif self.row.kind == "PATHNAME" and self.case.words[r.arg] == "z":
            self.new(r, p)
        elif self.case.words[r.arg][0] in "bcz":
            self.wrong(f"does not return argument {r.arg}: {p}")

    def inside(self, r, p):
        if p["is"] == "arg" and p["arg"] == r.arg:
            return
        if r.or_static:
            self.static_string(p)
        elif self.row.kind == "STRSEP":
            if not (p["is"] == "arg" and p["arg"] >= len(self.row.args)):
                self.wrong("does not point into the string of the cell")
        elif p["is"] == "arg" and self.case.words[p["arg"]].startswith("q"):
            return
        else:
            self.wrong(f"does not point into argument {r.arg}: {p}")

    def new(self, r, p):
        want = self.size()
        if p["is"] == "arg" or p.get("freed"):
            self.wrong("does not return a fresh block")
            return
        have = p["size"] if p["is"] == "heap" and not self.row.name.startswith("__libc_") else self.seen.get("usable", 0)
        if have < want or p["room"] < min(want, LIMIT) or self.seen.get("usable", 0) < want:
            self.wrong(f"returns a block of {have} bytes, not {want}")
        if r.string and p["length"] < 0:
            self.wrong("returns no string")
        if r.zeroed and p["bytes"].strip("0"):
            self.wrong("the block is not zeroed")
        if not self.seen.get("released"):
            self.wrong("the block cannot be freed")

    def resize(self, r, p):
        self.new(r, p)

    def static(self, r, p):
        if p["is"] == "arg" or p.get("freed"):
            self.wrong("does not return storage of the library")
            return
        if r.string:
            if p["length"] < 0:
                self.wrong("returns no string")
            return
        want = self.size()
        if p["room"] < want:
            self.wrong(f"{p['room']} bytes can be used, not {want}")
        elif r.layout:
            self.layout(r.layout, p["bytes"], p["fields"], "the result")

    def open(self, r, p):
        if p["is"] == "arg":
            self.wrong("does not return a handle")

    # ---- arguments ---------------------------------------------------------------------------------------------------------------

    def nothing_written(self):
        if self.seen["errno"] == EFAULT and not self.case.huge and "z" not in self.case.words:
            self.wrong("fails because memory that the row does not demand cannot be used")
        if self.row.result.spoils:
            return
        for i, a in enumerate(self.row.args):
            seen = self.seen["args"][i]
            if a.role in WRITTEN and seen.get("changed"):
                self.wrong(f"fails, but has written bytes {seen['changed'][0][0]} to {seen['changed'][-1][1] - 1} of argument {i}")
            if a.role == "d" and seen.get("freed"):
                self.wrong(f"fails, but has freed argument {i}")

    def argument(self, i, a, seen):
        after = bytes.fromhex(seen.get("after", ""))
        if a.role in "tb" and self.case.sizes.get(i) and not self.terminated(after, a.unit):
            self.wrong(f"leaves argument {i} without terminator")
        elif a.role == "b" and not self.row.kind.startswith("STRCAT") and self.case.sizes.get(i) is None:
            self.wrong(f"argument {i} is no string")
        elif a.role == "e" and int.from_bytes(after, "little") != self.seen["value"] % 256 ** len(after):
            self.wrong(f"stores another number than its result in argument {i}")
        elif a.role == "c":
            self.cell(i, a, seen)
        elif a.role == "n":
            self.fresh(i, seen)
        elif a.role == "d" and seen.get("freed") is False and not self.row.name.startswith("__libc_"):  # those are not seen
            self.wrong(f"does not free argument {i}")
        elif a.role == "g":
            self.shrunk(i, after)
        elif a.role in "wu":
            self.linked(i, a, seen)
            if a.layout and not self.out.wrong and self.row.result.answer != "any" and self.wrote(seen):
                self.layout(a.layout, seen["after"], seen["fields"], f"argument {i}")

    @staticmethod
    def wrote(seen):
        return bool(seen.get("changed"))

    @staticmethod
    def terminated(after, unit):
        return any(not any(after[k:k + unit]) for k in range(0, len(after), unit))

    def linked(self, i, a, seen):
        """Bytes written behind those that the result counts."""
        hi, size = self.row.result.hi, a.size
        if not (a.limited and hi and hi.factor and [hi.factor] == list(size.factors) and seen.get("changed")):
            return
        if seen["changed"][-1][1] > max(self.seen["value"], 0) * a.unit:
            self.wrong(f"writes up to byte {seen['changed'][-1][1]} of argument {i}, but returns {self.seen['value']}")

    def cell(self, i, a, seen):
        to, target = seen["to"], self.case.words[a.target]
        into = {a.target} | {j for j in range(len(self.row.args), len(self.case.words)) if target.startswith("c")}
        if to["is"] != "null" and not (to["is"] == "arg" and to["arg"] in into):
            self.wrong(f"argument {i} does not point into argument {a.target}: {to}")

    def fresh(self, i, seen):
        to = seen.get("to") or {"is": "null"}
        if self.row.kind == "MEMALIGN" and self.seen["value"] != 0:
            if seen.get("changed"):
                self.wrong(f"fails, but has written argument {i}")
        elif to["is"] == "null":
            self.wrong(f"leaves null in argument {i}")
        elif to["is"] == "arg" or to.get("freed"):
            self.wrong(f"stores no fresh block in argument {i}")

    def shrunk(self, i, after):
        a = self.row.args[i]
        before = self.case.numbers.get(i, 0)
        if a.size.known:
            before = self.maker.size(a.size, self.case.numbers, self.case.lengths)
        if int.from_bytes(after, "little") > before:
            self.wrong(f"changes the size in argument {i} from {before} to {int.from_bytes(after, 'little')}")

    # ---- layouts -----------------------------------------------------------------------------------------------------------------

    def layout(self, name, text, followed, where):
        data, pointers = bytes.fromhex(text), list(followed)
        for kind, size, lo, hi, null, offsets in self.maker.layouts[name].fields:
            at = offsets[0 if self.case.bits == 64 else 1]
            if kind == "i":
                n = signed(int.from_bytes(data[at:at + size], "little"), size)
                if not lo <= n <= hi:
                    self.wrong(f"the {size} bytes at {at} of {where} are {n}, not between {lo} and {hi}")
            elif kind == "t":
                if 0 not in data[at:at + size]:
                    self.wrong(f"no string at {at} of {where}")
            else:
                self.followed(kind, size, null, pointers.pop(0), f"pointer at {at} of {where}")

    def followed(self, kind, size, null, seen, where):
        if seen is None:
            if not null:
                self.wrong(f"the {where} is null")
        elif kind == "s" and seen < 0 or kind == "v" and any(n < 0 for n in seen):
            self.wrong(f"the {where} leads to no string")
        elif kind == "b" and seen < size or kind == "a" and any(n < size for n in seen):
            self.wrong(f"the {where} leads to {seen} bytes")
