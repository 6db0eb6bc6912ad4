# SPDX-License-Identifier: MIT
"""Functions that the interpreter computes: the same calls, printed by a compiled program and by `heapproof run`, line for line."""
import random
import re
import subprocess

import cases
import native

SIGNS = {"MEMCMP", "STRCMP", "STRCOLL", "STRCASECMP"}
NUMBERS = {"STRTOL", "STRTOUL", "STRTOD"}
KINDS = SIGNS | NUMBERS | {
    "MEMCPY", "MEMCCPY", "MEMSET", "BZERO", "MEMCHR", "MEMRCHR", "RAWMEMCHR", "MEMMEM", "STRLEN", "STRCPY", "STRNCPY", "STRCAT", "STRLCPY",
    "STRLCAT", "STRCHR", "STRRCHR", "STRCHRNUL", "STRSTR", "STRCASESTR", "STRSPN", "STRCSPN", "STRPBRK", "STRTOK", "STRSEP", "STRDUP", "CTYPE",
    "TOLOWER", "TOUPPER", "BSWAP", "ABS", "FFS", "DIFFTIME", "STRERROR", "BASENAME", "XPG_BASENAME", "DIRNAME", "QSORT", "BSEARCH", "MATH"}
REALS = ["0.0", "1.0", "-1.0", "-0.0", "0.5", "2.0", "-2.5", "3.75", "1e10", "-1e10", "1e300", "1e-310", "INFINITY", "-INFINITY", "NAN",
         "0.1", "100.0", "-0.75", "709.0", "1e-5"]
WHOLE = ["0", "1", "-1", "3", "-3", "100", "2000", "-2000"]
PREAMBLE = """
static void *kept[1000];
static unsigned n_kept;
static unsigned char *buffer(unsigned long n, const char *hex) {
    unsigned char *b = kept[n_kept++] = malloc(n);
    for (unsigned long i = 0; i < n; i++) b[i] = 0xa5;
    for (unsigned long i = 0; i < n && hex[2 * i]; i++) {
        int high = hex[2 * i], low = hex[2 * i + 1];
        b[i] = (unsigned char)((high <= '9' ? high - '0' : high - 'a' + 10) * 16 + (low <= '9' ? low - '0' : low - 'a' + 10));
    }
    return b;
}
static void show(const unsigned char *b, unsigned long n) {
    printf(" ");
    for (unsigned long i = 0; i < n; i++) printf("%02x", b[i]);
}
static void place(const void *p, const unsigned char *in, unsigned long n) {
    const unsigned char *at = p;
    if (!p) printf(" null");
    else if (in && at >= in && at <= in + n) printf(" at %ld", (long)(at - in));
    else printf(" \\"%s\\"", (const char *)p);
}
static void real(double x) { if (x != x) printf(" nan"); else printf(" %a", x); }
static int bytes(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static void nothing(void) {}
"""


def argument(word, i):
    """(declaration, expression) of an argument, or None if it is a thing of the world."""
    if word == "z":
        return "", "0"
    if word[0] == "i":
        return "", f"(long){word[1:]}ul"
    if word[0] == "b" and "!" not in word:
        size, _, content = word[3:].partition(":")
        return f'unsigned char *a{i} = buffer({size}, "{content.partition(";")[0]}"); ', f"(void *)a{i}"
    if word[0] == "c" and word[1:] == "z":
        return f"void *c{i} = 0; ", f"(void *)&c{i}"
    if word[0] == "c" and re.match(r"\d\+0$", word[1:]):
        return f"void *c{i} = a{word[1]}; ", f"(void *)&c{i}"
    if word[0] == "F":
        return "", f"(void *){word[1:]}"
    return None


def shown_result(case, prototype):
    r, kind = case.row.result, case.row.kind
    returns = prototype.type.split("(")[0].strip()
    if returns == "void":
        return "", ""
    if returns.endswith("*"):
        of = r.arg if r.arg >= 0 and case.words[r.arg].startswith("b") else -1
        inside = f"a{of}, {case.sizes.get(of, 0)}" if of >= 0 else "0, 0"
        if kind == "STRSEP":
            inside = f"a{case.words[0][1]}, 6" if case.words[0] != "cz" else "0, 0"
        return "void *r = (void *)", f"place(r, {inside}); " + ("free(r); " if r.answer == "new" else "")
    if returns in ("double", "float", "long double"):
        return "double r = ", "real(r); "
    value = "(r > 0) - (r < 0)" if kind in SIGNS else "r != 0" if kind == "CTYPE" else "r"
    return "long long r = (long long)", f'printf(" %lld", (long long)({value})); '


def line_of(case, prototype):
    made = [argument(w, i) for i, w in enumerate(case.words)]
    if None in made or not prototype or case.environment not in ("-", "p") or case.row.result.unit != 1:
        return None
    if case.row.result.or_static:  # where a pointer outside of its argument leads is not asked
        return None
    order = sorted(range(len(made)), key=lambda i: case.words[i].startswith("c"))
    given = ", ".join(made[i][1] for i in range(len(case.row.args)))
    keep, show = shown_result(case, prototype)
    text = "{ " + "".join(made[i][0] for i in order) + f'printf("{case.row.name}"); errno = 0; {keep}({case.row.name})({given}); '
    text += 'printf(" errno %d", errno); ' if case.row.kind in NUMBERS else ""
    text += show
    for i, a in enumerate(case.row.args):
        if case.words[i].startswith("b") and a.role in cases.WRITTEN:
            text += f"show(a{i}, {case.sizes[i]}); "
        elif case.words[i].startswith("c") and case.words[a.target].startswith("b"):
            text += f"place(c{i}, a{a.target}, {case.sizes[a.target]}); "
    return text + 'printf("\\n"); }'


def real_lines(row, prototype, count, seed):
    """Calls of a mathematical function at sampled points."""
    choose = random.Random(f"{seed} {row.name}")
    for k in range(count):
        given, shows, before = [], "", ""
        for i, (_, _, kind) in enumerate(prototype.params):
            if kind.endswith("*"):
                before += f"unsigned char *a{i} = buffer(16, \"00\"); "
                given.append(f"(void *)a{i}")
                shows += f"show(a{i}, {row.args[i].size.factors[0].value}); "
            elif kind in ("double", "float", "long double"):
                given.append(REALS[k] if len(prototype.params) == 1 and k < len(REALS) else
                             choose.choice(REALS) if choose.random() < 0.5 else repr(choose.uniform(-10, 10)))
            else:
                given.append(choose.choice(WHOLE))
        real = prototype.type.split("(")[0].strip() in ("double", "float", "long double")
        result = "real(r); " if real else 'printf(" %lld", (long long)r); '
        yield (f'{{ {before}printf("{row.name} %d", {k}); {"double" if real else "long long"} r = ({row.name})({", ".join(given)}); '
               + result + shows + 'printf("\\n"); }')


def lines_of(row, layouts, found, hints, options):
    prototype = found.get(row.name)
    if not prototype:
        return []
    if row.kind == "MATH":
        return list(real_lines(row, prototype, options.most, options.seed))
    maker = cases.Maker(row, layouts, prototype, hints, 64, options.seed)
    made = [maker.case(c, "-") for c in maker.choices(options.most) if maker.sensible(c)]
    return [text for text in (line_of(case, prototype) for case in made if not case.huge) if text]


def chosen(tried, every):
    """Rows whose results are computed: all, or the first of each kind and some of mathematics."""
    seen = {}
    for t in tried:
        kind = t.row.kind
        if kind in KINDS and t.state == "tested":
            seen[kind] = seen.get(kind, -1) + 1
            if every or seen[kind] == 0 or kind == "MATH" and seen[kind] % 12 == 0:
                yield t


def program(lines, declared):
    functions = "".join(f"static void call_{n}(void) {text}\n" for n, text in enumerate(lines))
    calls = "".join(f"    call_{n}();\n" for n in range(len(lines)))
    return native.includes() + "\n".join(declared) + PREAMBLE + functions + f"int main(void) {{\n{calls}    return 0;\n}}\n"


def outputs(heapproof, folder, name, lines, declared):
    """(lines of the compiled program, lines of the interpreter, its verdict)."""
    source, binary = folder / f"{name}.c", folder / name
    source.write_text(program(lines, declared))
    subprocess.run([native.compiler(), *native.FLAGS, str(source), *native.LIBRARIES, "-o", str(binary)], check=True, capture_output=True)
    real = subprocess.run([str(binary)], capture_output=True, check=False, timeout=20).stdout.decode("latin-1").splitlines()
    out = subprocess.run([heapproof, "run", str(source), "--", "-D_GNU_SOURCE", "-w", "-fno-builtin"], capture_output=True, check=False, timeout=120)
    told = (out.stdout + out.stderr).decode("latin-1").splitlines()
    return real, [line for line in told if not line.startswith("run:")], next((line for line in told if line.startswith("run:")), "no verdict")


def compare(heapproof, folder, row, lines, declared):
    """("agrees" | "unknown" | "differs", first difference)."""
    try:
        real, told, verdict = outputs(heapproof, folder, f"call_{row.name}", lines, declared)
    except subprocess.CalledProcessError as e:
        return "differs", "does not compile: " + next((line for line in e.stderr.decode().splitlines() if "error" in line), "?")
    except subprocess.TimeoutExpired:
        return "unknown", "does not end in time"
    for k, line in enumerate(real):
        if k < len(told) and told[k] != line and "unknown" not in verdict:
            return "differs", f"the library says '{line}', the interpreter '{told[k]}': {lines[k]}"
    if "no fault" in verdict and len(told) == len(real):
        return "agrees", ""
    return ("unknown", verdict) if "unknown" in verdict or "depends" in verdict else ("differs", verdict)
