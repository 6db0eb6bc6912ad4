# SPDX-License-Identifier: MIT
"""The real library: its prototypes, read from clang's view of all headers, and the program that calls it (harness.c and a generated part)."""
import dataclasses
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
BITS = {64: ["-m64"], 32: ["-m32", "--rtlib=compiler-rt", "--unwindlib=none", "-idirafter", "/usr/include/x86_64-linux-gnu"]}
FLAGS = ["-std=gnu17", "-D_GNU_SOURCE", "-D_LARGEFILE64_SOURCE", "-w", "-fno-builtin", "-O0", "-ferror-limit=0", "-Wno-int-conversion",
         "-Wno-incompatible-function-pointer-types", "-fno-color-diagnostics", "-fno-stack-protector"]
LIBRARIES = ["-lm", "-lutil", "-lresolv", "-ldl", "-lpthread", "-lrt"]
HEADERS = """alloca arpa/inet assert complex crypt ctype dirent dlfcn err errno error fcntl fenv fnmatch fts ftw getopt glob grp iconv inttypes
langinfo libgen libintl limits locale malloc math mcheck mntent net/if netdb netinet/ether netinet/in netinet/tcp nl_types poll pthread pty pwd regex
resolv sched search semaphore setjmp shadow signal spawn stdio stdio_ext stdlib string strings sys/acct sys/auxv sys/epoll sys/file sys/inotify
sys/ioctl sys/ipc sys/klog sys/mman sys/mount sys/msg sys/param sys/personality sys/prctl sys/random sys/reboot sys/resource sys/select sys/sem
sys/sendfile sys/shm sys/socket sys/stat sys/statfs sys/statvfs sys/swap sys/syscall sys/sysinfo sys/sysmacros sys/time sys/timeb sys/times
sys/timex sys/types sys/uio sys/un sys/utsname sys/vfs sys/wait sys/xattr syslog termios threads time ucontext unistd utime utmp utmpx wchar
wctype wordexp""".split()
DECLARATION = re.compile(r"^[|`]-FunctionDecl .*? (?:implicit |used |referenced )*(\w+) '([^']*)'(?::'[^']*')?")
PARAMETER = re.compile(r"^[| ] [|`]-ParmVarDecl 0x\w+ <.*?> (?:<\S+ \S+ )?\S+?(?: (?:used |referenced )?(\w+))? '([^']*)'(?::'([^']*)')?")


@dataclasses.dataclass
class Prototype:
    type: str
    params: list  # (name, type, type without its typedef)


def includes():
    return "".join(f"#if __has_include(<{h}.h>)\n#include <{h}.h>\n#endif\n" for h in HEADERS) + "#undef basename\n"


def compiler():
    return shutil.which("clang-19") or shutil.which("clang")


def prototypes(folder, declared):
    """What the headers and the hints declare: {name: Prototype}."""
    source = folder / "headers.c"
    source.write_text(includes() + "\n".join(declared) + "\n")
    out = subprocess.run([compiler(), *FLAGS, "-fsyntax-only", "-Xclang", "-ast-dump", str(source)], capture_output=True, text=True, check=True)
    found, now = {}, None
    for line in out.stdout.splitlines():
        m = DECLARATION.match(line)
        if m:
            now = found.setdefault(m[1], Prototype(m[2], []))
            if now.params:
                now = None
        elif now and (m := PARAMETER.match(line)):
            now.params.append(((m[1] or "").lstrip("_"), m[2], m[3] or m[2]))
        elif line[:2] in ("|-", "`-"):
            now = None
    return found


PREAMBLE = """
#include <stdarg.h>
#include "harness.h"
struct nothing { int none; };
#define SIGNED(r) _Generic((r), char: 1, signed char: 1, short: 1, int: 1, long: 1, long long: 1, default: 0)
#define CLASS(r) (__builtin_classify_type(r) == 5 ? CLASS_POINTER : __builtin_classify_type(r) == 8 ? CLASS_REAL \\
    : __builtin_classify_type(r) > 5 ? CLASS_OTHER : SIGNED(r) ? CLASS_SIGNED : CLASS_UNSIGNED)
static void settle(struct outcome *o, int class, const void *r, int size) {
    *o = (struct outcome){class, size, 0, 0, errno};
    if (class == CLASS_REAL) {
        o->real = size == 8 ? *(const double *)r : size == 4 ? *(const float *)r : (double)*(const long double *)r;
    } else if (class == CLASS_SIGNED) {
        o->value = size == 8 ? *(const long long *)r : size == 4 ? *(const int *)r : size == 2 ? *(const short *)r : *(const signed char *)r;
    } else if (class != CLASS_OTHER && class != CLASS_VOID) {
        o->value = size == 8 ? *(const long long *)r : size == 4 ? *(const unsigned *)r : size == 2 ? *(const unsigned short *)r
            : *(const unsigned char *)r;
    }
}
#define VOID(e) __builtin_types_compatible_p(__typeof__(e), void)
#define CALL(o, e) do { \\
    __typeof__(__builtin_choose_expr(VOID(e), (struct nothing){0}, e)) r = __builtin_choose_expr(VOID(e), ((e), (struct nothing){0}), e); \\
    settle(o, VOID(e) ? CLASS_VOID : CLASS(r), &r, (int)sizeof r); } while (0)
"""
EXTRA = 4  # arguments given for `...`


def by_value(kind):
    return kind.startswith(("struct ", "union ")) and not kind.endswith("*")


def passed(i, role, kind):
    if role == "l":
        return "l"
    if role != "v":
        return f"(void *)a[{i}]"
    return f"*({kind} *)&a[{i}]" if by_value(kind) else f"a[{i}]"


def arguments(row, prototype):
    """A complex number is one argument of the prototype and two of the row."""
    out = []
    fixed = prototype and len(prototype.params) < len(row.args) and "..." not in prototype.type
    for i, a in enumerate(row.args[:len(prototype.params)] if fixed else row.args):
        kind = prototype.params[i][2] if prototype and i < len(prototype.params) else ""
        out.append(passed(i, "v" if a.role == "a" else a.role, kind.removeprefix("const ")))
    if row.variadic:
        out += [f"a[{len(row.args) + i}]" for i in range(EXTRA)]
    return ", ".join(out)


def call_of(row, prototype):
    call = f"CALL(o, ({row.name})({arguments(row, prototype)}));"
    if not any(a.role == "l" for a in row.args):
        return f"static void call_{row.name}(const intptr_t *a, struct outcome *o) {{ {call} }}\n"
    extra = ", ".join(f"a[{len(row.args) + i}]" for i in range(EXTRA))
    return (f"static void list_{row.name}(const intptr_t *a, struct outcome *o, int n, ...) {{ va_list l; va_start(l, n); {call} va_end(l); }}\n"
            f"static void call_{row.name}(const intptr_t *a, struct outcome *o) {{ list_{row.name}(a, o, 0, {extra}); }}\n")


def missing_declarations(rows, found, declared):
    out = []
    for row in rows:
        if row.name in found or any(re.search(rf"\b{row.name}\b", d) for d in declared):
            continue
        like = row.name.strip("_")
        like = like if like in found and len(found[like].params) == len(row.args) else ""
        pointer = row.result.answer in ("same", "inside", "new", "static", "open", "resize")
        out.append(f"extern __typeof__({like}) {row.name};" if like else f"extern {'void *' if pointer else 'int '}{row.name}();")
    return "\n".join(out)


def link(bits, objects, program):
    libraries = LIBRARIES + (["-lcrypt"] if bits == 64 else [])
    return subprocess.run([compiler(), *BITS[bits], *map(str, objects), "-rdynamic", *libraries, "-o", str(program)], capture_output=True,
                          text=True, check=False)


def compiled(folder, bits, sources):
    objects = []
    for source in sources:
        objects.append(folder / f"{source.stem}{bits}.o")
        subprocess.run([compiler(), *BITS[bits], *FLAGS, "-I", str(HERE), "-c", str(source), "-o", str(objects[-1])], check=True,
                       capture_output=True, text=True)
    return objects


def build(folder, bits, rows, found, constants, declared):
    """The program that calls the functions of the rows: (path, names that the library does not have), or (None, why)."""
    source, program, absent = folder / "calls.c", folder / f"harness{bits}", set()
    try:
        rest = compiled(folder, bits, [HERE / name for name in ("harness.c", "world.c", "heap.c")])
    except subprocess.CalledProcessError:
        return None, f"{bits}-bit programs cannot be compiled here"
    for _ in range(3):
        there = [r for r in rows if r.name not in absent]
        text = includes() + PREAMBLE + "\n".join(declared) + "\n" + missing_declarations(there, found, declared) + "\n"
        text += "".join(call_of(r, found.get(r.name)) for r in there)
        text += "const long long constants[] = {0" + "".join(f", (long long)({c})" for c in constants) + "};\n"
        text += "const struct called called[] = {" + ", ".join(f'{{"{r.name}", call_{r.name}}}' for r in there) + "};\n"
        text += "const unsigned n_called = sizeof called / sizeof *called;\n"
        source.write_text(text)
        try:
            out = link(bits, compiled(folder, bits, [source]) + rest, program)
        except subprocess.CalledProcessError as e:
            raise SystemExit("\n".join(line for line in e.stderr.splitlines() if "error:" in line)) from e
        undefined = set(re.findall(r"undefined reference to [`']([^']+)'", out.stderr))
        if out.returncode == 0:
            return program, absent
        if not undefined & {r.name for r in there}:
            return None, f"{bits}-bit programs cannot be linked here: {out.stderr.strip().splitlines()[-1]}"
        absent |= undefined
    return None, "the library has names that cannot be linked"
