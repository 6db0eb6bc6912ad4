# SPDX-License-Identifier: MIT
"""hints.txt: what the rows cannot say about the arguments with which a function can be tried."""
import pathlib
import re

from cases import Value

PATH = pathlib.Path(__file__).resolve().with_name("hints.txt")
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


class Hints:
    """`constants` are C expressions, to be compiled into the program that calls."""

    def __init__(self, path=PATH):
        self.constants, self.declared, self.skipped = [], [], {}
        self.never_null, self.apart, self.fragile, self.lenient = set(), set(), set(), set()
        self.by_parameter, self.by_argument, self.extras, self.kinds = {}, {}, {}, {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            line = line.split(" ## ")[0].strip()
            if not line or line.startswith("#"):
                continue
            word, _, rest = line.partition(" ")
            read = getattr(self, "read_" + word, None)
            if not read:
                raise SystemExit(f"{path.name}:{number}: '{word}' is no kind of hint")
            read(rest)

    def read_declare(self, rest):
        self.declared.append(rest)

    def read_skip(self, rest):
        names, _, why = rest.partition(":")
        self.skipped.update((n, why.strip()) for n in names.split())

    def read_isolated(self, rest):
        self.apart |= set(rest.split())

    def read_unrefused(self, rest):
        self.fragile |= set(rest.split())

    def read_lenient(self, rest):
        *functions, i = rest.split()
        self.lenient |= {(f, int(i)) for f in functions}

    def read_parameter(self, rest):
        names, _, values = rest.partition("=")
        self.by_parameter.update((n, self.parse(values)) for n in names.split())

    def read_argument(self, rest):
        names, _, values = rest.partition("=")
        *functions, i = names.split()
        self.by_argument.update(((f, int(i)), self.parse(values)) for f in functions)

    def read_extra(self, rest):
        names, _, values = rest.partition("=")
        self.extras.update((n, values.split()) for n in names.split())

    def read_notnull(self, rest):
        *functions, i = rest.split()
        self.never_null |= {(f, int(i)) for f in functions}

    def read_environment(self, rest):
        names, _, values = rest.partition("=")
        self.kinds.update((n, values.split()) for n in names.split())

    def parse(self, text):
        return [self.value(w) for w in WORD.findall(text)]

    def value(self, word):
        if word.startswith('"'):
            return Value("text", word[1:-1].encode().decode("unicode_escape").encode("latin-1"))
        if re.match(r"-?\d+$", word):
            return Value("number", int(word))
        if word == "null":
            return Value("null")
        if word.startswith("!"):
            return Value("object", word[1:])
        if word.startswith("0x"):
            return Value("bytes", bytes.fromhex(word[2:]))
        if word.startswith("&"):
            return Value("callback", word[1:])
        if word.startswith("*"):
            return Value("cell", word[1:])
        if re.match(r"[a-z_0-9]+$", word):
            return Value("thing", word)
        self.constants.append(word)
        return Value("constant", len(self.constants))

    def values(self, function, i, parameter):
        return self.by_argument.get((function, i)) or self.by_parameter.get(parameter, [])

    def extra(self, row):
        """Words for arguments behind those of the row."""
        return self.extras.get(row.name, [])

    def environments(self, function, otherwise):
        return self.kinds.get(function, otherwise)
