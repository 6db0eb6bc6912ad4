#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is read, and what is refused: preprocessed files, compilers' options, files of projects.  usage: reading.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import subprocess
import sys

from tap import run_all, test

HEADERS = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib
stdnoreturn string tgmath threads time uchar wchar wctype unistd fcntl pthread netdb dirent poll semaphore regex glob search iconv langinfo
sys/socket sys/stat sys/mman sys/wait sys/select sys/time sys/resource arpa/inet netinet/in""".split()
USE = """
#include <stdlib.h>
int main(void) {
    char *p = malloc(4), b[20];
    _Float32 narrow = 1.0f32;
    _Float64x wide = HUGE_VAL_F64X;
    _Float128 widest = 1.0f128;
    if (!p) return 1;
    strcpy(p, "abc");
    snprintf(b, sizeof b, "%s", p);
    printf("%s %d\\n", b, isnan((double)narrow) + (wide > 1 && widest > 1));
    FREE
    return 0;
}
"""


def preprocessed(box, name, source, *flags):
    """What gcc makes of a file, which includes the headers of both widths."""
    box.write("source.c", source)
    subprocess.run(["gcc", *flags, "-idirafter", "/usr/include/x86_64-linux-gnu", "-E", "source.c", "-o", name], cwd=box.folder, check=True)
    (box.folder / "source.c").unlink()
    return name


def every_header(*flags):
    def check(box):
        text = "#define _GNU_SOURCE\n" + "".join(f"#include <{h}.h>\n" for h in HEADERS)
        width = "-m32" if "-m32" in flags else "-m64"
        good = preprocessed(box, "good.i", text + USE.replace("FREE", "free(p);"), *flags)
        box.run("check", width, good).expect(0, out_match="verdict: safe")
        bad = preprocessed(box, "bad.i", text + USE.replace("FREE", "free(p); free(p);"), *flags)
        box.run("check", width, bad).expect(1, out_match="verdict: unsafe double-free at ")
    return check


@test
def every_header_as_gcc_preprocesses_it_is_read(box):
    every_header("-m64")(box)


@test
def every_header_for_32_bits_is_read(box):
    every_header("-m32")(box)


@test
def every_fortified_header_is_read(box):
    every_header("-O2", "-D_FORTIFY_SOURCE=2")(box)


@test
def preprocessed_text_keeps_its_places(box):
    box.write("a.i", '# 7 "x.c"\nvoid *get(void) __attribute__ ((__malloc__\n (f, 1)));\nint main(void) { int *p = 0; return *p; }\n')
    box.run("check", "a.i").expect(1, out_match=r"^x\.c:9:\d+: error: null")
    box.write("b.c", '# 1 "x.c"\nvoid *get(void) __attribute__ ((__malloc__ (f, 1)));\nint main(void) { int *p = 0; return *p; }\n')
    box.run("check", "b.c").expect(1, out_match=r"^x\.c:2:\d+: error: null")


@test
def preprocessed_text_is_read_through_a_link_to_its_folder(box):
    box.write("real/a.i", "void *get(void) __attribute__ ((__malloc__ (f, 1)));\nint main(void) { return 0; }\n")
    os.symlink("real", box.folder / "link")
    for folder in "real", "link":
        result = subprocess.run([box.program, "check", "a.i"], cwd=box.folder / folder, env={**os.environ, "PWD": str(box.folder / folder)},
                                capture_output=True, text=True)
        assert result.returncode == 0, result


@test
def only_preprocessed_text_is_rewritten(box):
    box.write("a.c", "void f(void *);\nvoid *get(void) __attribute__ ((__malloc__ (f, 1)));\nint main(void) { return 0; }\n")
    box.run("check", "a.c").expect(3, err_match="a.c:2:33: error: '__malloc__' attribute takes no arguments")


# ---- options of compilers ----------------------------------------------------------------------------------------------------------------

MAIN = "int f(void);\nint main(void) { return f(); }\n"
F = "int f(void) { return 0; }\n"


def project(box, *entries, **more):
    """Entries are files, or files with options; files that have no contents are not written."""
    commands = []
    for name, *options in [e if isinstance(e, tuple) else (e,) for e in entries]:
        commands.append({"directory": str(box.folder), "file": name, "arguments": ["cc", "-c", *options, name]})
    for name, text in {"m": MAIN, "f": F, **more}.items():
        box.write(f"{name}.c", text)
    box.write("compile_commands.json", json.dumps(commands))


@test
def common_options_of_compilers_need_no_dashes_before_them(box):
    box.write("a.c", "#include <x.h>\nint main(void) { return X; }\n")
    box.write("sub/x.h", "#define X 0\n")
    options = "-O2 -Wall -Wextra -Werror -g -g3 -pthread -pipe -pedantic -std=c11 -c -fPIC -fno-strict-aliasing -march=native -lm -L lib -MD -MF x.d -isystem sub"
    box.run("check", *options.split(), "a.c").expect(0, out_match="verdict: safe", err="")
    box.run("check", "a.c", "-iquote", "other", "-idirafter", "sub").expect(0)
    assert box.files() == ["a.c", "sub", "sub/x.h"], box.files()
    for option in "-unheard-of", "-graph", "-fpass-plugin=x.so", "-x":
        box.run("check", option, "a.c").expect(64, err_match=f"unknown option '{option}'")
    box.run("check", "a.c", "-isystem").expect(64, err_match="option '-isystem' needs an argument")
    box.run("tvl", "-O2", "a.c").expect(64, err_match="option '-O2' is not for 'heapproof tvl'")
    box.run("explain", "-O2").expect(64, err_match="option '-O2' is not for 'heapproof explain'")


HARMFUL = """-fpass-plugin=./x.so|--config=x.cfg|--config x.cfg|-working-directory=/|-Xclang -load-pass-plugin=./x.so|-ivfsoverlay x|-cc1|-fmodules|-Wp,-unheard|
-fopenmp-targets=x86_64|-ccc-gcc-name x|-Xclang -ast-dump|-fbuild-session-file=x""".replace("\n", "").split("|")
WRITING = """-foptimization-record-file=x|-fsave-optimization-record|-dependency-file x|-Xclang -dependency-file -Xclang x|-serialize-diagnostics x|
--serialize-diagnostics x|-o x|-ox|-MD -MF x|-MMD|-MJ x|-save-temps|-save-temps=cwd|-ftime-trace|-ftime-trace=x|-fcrash-diagnostics-dir=x|-B .|-Wp,-MD,x|
-fproc-stat-report=x|-fthin-link-bitcode=x|-gsplit-dwarf|--coverage|-fprofile-generate=x|-S|-E|-M|-fplugin=./x.so|-Xclang -load -Xclang ./x.so|-wrapper ./x|-aux-info x|
-fdump-tree-all|-emit-ast|-Xclang -emit-pch|-gen-reproducer=always|-mllvm -info-output-file=x|-mllvm=-info-output-file=x|-fmemory-profile=x""".replace("\n", "").split("|")


@test
def an_option_that_is_not_known_keeps_its_file_out(box):
    for option in HARMFUL:
        project(box, "m.c", ("f.c", *option.split()))
        result = box.run("-p", ".").expect(3)
        named = option.removeprefix("-Xclang ").removeprefix("-Wp,").split()[0]
        assert f"compile_commands.json: error: entry 2 (f.c): the option {named} is not known to be harmless" in result.err, (option, result.err)
        assert "does not compile, but m.c needs 'f', which it seems to define" in result.err, result.err


@test
def options_that_write_or_load_do_nothing(box):
    box.write("x.so", "no library")
    for option in WRITING:
        project(box, "m.c", ("f.c", *option.split()))
        before = box.files()
        box.run("-p", ".").expect(0, out_match="verdict: safe")
        box.run("project", "--no-cache").expect(0, out_match="verdict: safe")
        assert box.files() == before, (option, box.files())


@test
def options_in_response_files_are_no_better(box):
    project(box, "m.c", ("f.c", "@options"))
    box.write("options", "-DX -fpass-plugin=./x.so\n")
    box.run("-p", ".").expect(3, err_match="entry 2 \\(f.c\\): the option -fpass-plugin=./x.so is not known to be harmless; the file is not compiled")


@test
def an_option_for_one_way_to_compile_a_file_counts(box):
    project(box, "m.c", "f.c", ("f.c", "-unheard-of"))
    box.run("-p", ".").expect(2, out_match=r"^file f.c: unknown: f.c is not read: entry 3 \(f.c\): the option -unheard-of")


# ---- files of projects -------------------------------------------------------------------------------------------------------------------


@test
def a_project_with_a_file_that_is_not_read_is_not_safe(box):
    project(box, "m.c", "f.c", "gone.c", "bad.c", bad="int g(void) { return h; }\n")
    result = box.run("project", "--cache", "kept").expect(2, err_match="^gone.c: error: No such file or directory$")
    rows = [" ".join(line.split()) for line in result.out.splitlines()]
    assert rows[1].startswith("m.c safe"), rows
    assert rows[2:] == ["gone.c unknown gone.c is not read: No such file or directory",
                        "bad.c unknown bad.c is not read: use of undeclared identifier 'h'",
                        "total: 3 programs, 1 safe, 0 unsafe, 2 unknown; accesses: 0 proved, 0 open, 0 not reached",
                        "verdict: unknown: gone.c is not read: No such file or directory"], rows
    again = box.run("project", "--cache", "kept").expect(2, out=result.out)
    assert "1 program: 0 analysed, 1 unchanged" in again.err, again.err
    result = box.run("-p", ".").expect(2)
    assert "file gone.c: unknown: gone.c is not read: No such file or directory\n" in result.out, result.out
    reports = json.loads(box.run("-p", ".", "--format", "json").expect(2).out)
    assert [(p["file"], p["entry"], p["verdict"]) for p in reports["programs"]] == [("m.c", "main", "safe"), ("gone.c", "", "unknown"), ("bad.c", "", "unknown")], reports
    box.run("-p", ".", "--format", "sarif").expect(2)
    box.run("-p", ".", "--entry", "m.c:main").expect(0)
    project(box, "m.c", "f.c")
    box.run("project", "--no-cache").expect(0)


@test
def what_runs_in_files_that_are_left_out_is_named(box):
    more = {"c": "__attribute__((constructor)) static void begin(void) { *(int *)0 = 1; }\n__attribute__((destructor)) void end(void) {}\n",
            "a": "static void early(void) {}\n__attribute__((section(\".init_array\"), used)) static void (*list[])(void) = {early};\n"}
    project(box, "m.c", "f.c", "c.c", "a.c", **more)
    for _ in range(2):
        result = box.run("project", "--cache", "kept").expect(0)
        assert "c.c: note: 'begin', 'end' run without being called, but the file is not part of the program of m.c\n" in result.err, result.err
        assert "a.c: note: 'early' runs without being called, but the file is not part of the program of m.c\n" in result.err, result.err
    project(box, "m.c", "f.c", "c.c", f=F + "void end(void);\nvoid g(void) { end(); }\n")
    assert "run without" not in box.run("project", "--no-cache").expect(1).err


@test
def files_that_never_end_are_refused(box):
    os.mkfifo(box.folder / "pipe.c")
    os.mkfifo(box.folder / "pipe")
    os.symlink("/dev/zero", box.folder / "zero.c")
    os.symlink("/dev/zero", box.folder / "zero.i")
    for entry in "pipe.c", "zero.c", "zero.i":
        project(box, "m.c", "f.c", entry)
        box.run("-p", ".", timeout=20).expect(2, err_match=f"^{entry}: error: is not a regular file$")
    for option in "@pipe", "@/dev/zero", "@/dev/stdin":
        project(box, "m.c", ("f.c", option))
        box.run("-p", ".", timeout=20).expect(3, err_match=f"{option[1:]}: error: response file: is not a regular file$")


@test
def odd_entries_are_refused_by_their_number(box):
    good = {"directory": str(box.folder), "file": "m.c", "arguments": ["cc", "m.c"]}
    cases = [({"file": ""}, 'entry 2: "file" is empty'), ({"file": 5}, 'entry 2: "file" is not a string'), ({"directory": []}, 'entry 2: "directory" is not a string'),
             ({"arguments": []}, "entry 2 (m.c): has no words"), ({"arguments": ["cc", 1]}, 'entry 2 (m.c): "arguments" holds something that is not a string'),
             ({"arguments": {}}, 'entry 2 (m.c): "arguments" is not an array')]
    box.write("m.c", "int main(void) { return 0; }\n")
    for change, message in cases:
        box.write("compile_commands.json", json.dumps([good, {**good, **change}]))
        box.run("-p", ".").expect(3, out="", err=f"./compile_commands.json: error: {message}\n")
    for text in b"", b"[\0]", b"[" * 100000, b'[{"file": "a\\u0000.c"}]', b'["\xff"]':
        box.write("compile_commands.json", text)
        box.run("-p", ".").expect(3, out="", err_match=r"^\./compile_commands.json:1:\d+: error: ")


@test
def names_cannot_harm_the_terminal(box):
    project(box, "m.c", "f.c", ("a\x1b[31m.c", "-\x1b[2J\x7f"))
    result = box.run("-p", ".").expect(2)
    assert "\x1b" not in result.out + result.err and "\x7f" not in result.err and "the option -\\x1b[2J\\x7f is not known" in result.err, result.err


# ---- what is kept ------------------------------------------------------------------------------------------------------------------------


def kept(box, status):
    """The table of a project with a cache; how many programs were analysed."""
    result = box.run("project", "--cache", "kept").expect(status)
    return int(result.err.split(" analysed")[0].split()[-1])


def changes(box, source, change, options=(), before=0, after=1):
    project(box, ("m.c", "-std=c23", *options), m=source)
    assert [kept(box, before), kept(box, before)] == [1, 0]
    change()
    assert [kept(box, after), kept(box, after)] == [1, 0], source


READ = "int main(void) { const int v = 0, *p = X; return *p; }\n"


@test
def a_file_that_is_embedded_counts(box):
    box.write("data", b"\x01")
    changes(box, "const char d[] = {\n#embed \"data\"\n};\nint main(void) { const int v = 0, *p = d[0] ? &v : 0; return *p; }\n", lambda: box.write("data", b"\0"))


@test
def a_file_that_is_asked_for_counts(box):
    ask = "#if QUESTION\n#define X 0\n#else\n#define X &v\n#endif\n" + READ
    questions = {'__has_embed("new/data")': "new/data", '__has_include("new/data.h")': "new/data.h", '__has_include(<data.h>)': "inc/data.h",
                 'ASK("new/data.h")': "new/data.h", 'CAT(__has_, include)("new/data.h")': "new/data.h"}
    for i, (question, file) in enumerate(questions.items()):
        for folder in "new", "inc":
            box.write(f"{i}/{folder}/other", "")
        sub = type(box)(box.program, box.folder / str(i))
        text = "#define CAT(a, b) a##b\n" + ask.replace("QUESTION", question)
        changes(sub, text, lambda: sub.write(file, "1"), ("-DASK=__has_include", "-Iinc"))


@test
def a_file_that_is_included_first_counts(box):
    box.write("first.h", "#define X &v\n")
    changes(box, READ, lambda: box.write("first.h", "#define X 0\n"), ("-include", "first.h"))


@test
def a_header_that_hides_another_counts(box):
    box.write("system/sub/x.h", "#define X &v\n")
    changes(box, "#include <sub/x.h>\n" + READ, lambda: box.write("own/sub/x.h", "#define X 0\n"), ("-Iown", "-isystem", "system"))


@test
def the_compiler_counts(box):
    box.write("clang", '#!/bin/sh\nexec clang-19 -DY=0 $@\n', 0o755)
    project(box, "m.c", m="#ifndef X\n#define X &v\n#endif\n" + READ)  # the same size, the same time
    run = lambda status: box.run("project", "--cache", "kept", "--clang", "./clang").expect(status).err
    assert "1 analysed" in run(0) and "0 analysed" in run(0)
    stamp = os.stat(box.folder / "clang")
    box.write("clang", '#!/bin/sh\nexec clang-19 -DX=0 $@\n', 0o755)
    os.utime(box.folder / "clang", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert "1 analysed" in run(1)


# ---- what reports show -------------------------------------------------------------------------------------------------------------------


@test
def reports_show_only_what_was_compiled(box):
    box.write("secret", "the secret word\n" * 9)
    body = "int main(void) {{ int *p = 0;\n{}\n    return *p; }}\n"
    box.write("line.c", body.format('#line 2 "secret"'))
    box.write("marker.i", body.format('# 2 "secret"'))
    box.write("embed.c", "const char d[] = {\n#embed \"secret\"\n};\n" + body.format('#line 2 "secret"'))
    box.write("honest.c", body.format("").replace("p; }", "p; } // seen"))
    subprocess.run(["clang-19", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "honest.c"], cwd=box.folder, check=True)
    box.write("named.ll", box.read("honest.ll").replace('filename: "honest.c"', 'filename: "secret"'))
    (box.folder / "honest.ll").unlink()
    for name in "line.c", "marker.i", "embed.c", "named.ll":
        for form in "text", "json", "sarif", "html":
            result = box.run("check", "--format", form, *(["-std=c23"] if "embed" in name else []), name).expect(1)
            assert "secret" in result.out and "secret word" not in result.out, (name, form, result.out)
    assert "// seen" in box.run("check", "honest.c").expect(1).out
    assert "// seen" in box.run("check", "--format", "html", "honest.c").expect(1).out


# ---- property files ----------------------------------------------------------------------------------------------------------------------

DEREF = b"CHECK( init(main()), LTL(G valid-deref) )\n"


@test
def bytes_that_are_no_text_do_not_hide_properties(box):
    box.write("a.c", "int main(void) { return 0; }\n")
    cases = {b"CHECK( init(main()), LTL(G valid-free) )\n\0" + DEREF: "2: byte 0x00", b"\0": "1: byte 0x00", DEREF + b"# \0\n": "2: byte 0x00",
             b"\xef\xbb\xbf" + DEREF: "1: byte 0xef", DEREF + b"\x1b[2J\n": "2: byte 0x1b", b"\n\n" + DEREF[:-3] + b"\x7f": "3: byte 0x7f"}
    for text, message in cases.items():
        box.write("p.prp", text)
        box.run("check", "--property", "p.prp", "a.c").expect(64, out="", err_match=f"^heapproof: error: p.prp:{message} is no text$")
    box.write("p.prp", "  # für\n".encode() + DEREF.replace(b"\n", b"\r\n"))
    box.run("check", "--property", "p.prp", "a.c").expect(0)
    os.mkdir(box.folder / "d.prp")
    os.mkfifo(box.folder / "f.prp")
    for name in "d", "f":
        box.run("check", "--property", f"{name}.prp", "a.c").expect(64, err_match=f"^heapproof: error: {name}.prp: (is not a regular file|Is a directory)$")


ORDER = """
#include <stdlib.h>
static int *p, n;
static int make(void) { p = malloc(sizeof *p); *p = 1; return 1; }
static int take(void) { return *p; }
static int more(void) { return ++n; }
static int grow(int *a) { return ++*a; }
static int two(int a, int b) { return a - b; }
int main(void) {
    int a[2] = {0}, r = 0, (*f)(int, int) = two;
    p = NULL;
    EXPRESSION;
    free(p);
    return r;
}
"""


@test
def what_depends_on_the_order_of_operands_is_unknown(box):
    for text in ("r = take() + make()", "r = make() + take()", "r = two(take(), make())", "r = f(make(), take())", "r = *p + make()",
                 "r = two(two(make(), 1), 1 + take())", "a[n] = more() + more()"):
        box.write("a.c", ORDER.replace("EXPRESSION", text))
        for domain in "sl", "fold", "tvl":
            box.run("check", "--domain", domain, "a.c").expect(2, out_match="^verdict: unknown: .* order in which operands are evaluated in 'main'")


@test
def what_holds_in_every_order_of_operands_is_decided(box):
    named = r"assumption: .*: main \[evaluation-order\]"
    for text in ("r = make() + more()", "a[n] = more()", "r = two(more(), 5 * more())", "r = a[grow(&n) - 1] + more()"):
        box.write("a.c", ORDER.replace("EXPRESSION", text))
        box.run("check", "a.c").expect(0, out_match=named)
        box.write("b.hir", box.run("ir", "a.c").out)
        box.run("check", "b.hir").expect(0, out_match=named)
    for text in ("r = more() + take() + more()", "r = two(more() + take(), more())"):
        box.write("a.c", ORDER.replace("EXPRESSION", text))
        box.run("check", "a.c").expect(1, out_match="verdict: unsafe null-dereference at ")
    for text in ("make(), r = take()", "make() && take()", "r = make() ? take() : 0", "r = two(1, make()) + 1", "(r = make()), (r += take())"):
        box.write("a.c", ORDER.replace("EXPRESSION", text))
        done = box.run("check", "a.c")
        done.expect(0)
        assert "evaluation-order" not in done.out, text


@test
def what_is_kept_at_the_end_is_no_fault_of_the_other_order(box):
    text = """#include <stdlib.h>
struct node { struct node *next; };
static struct node *make(void) { struct node *n = malloc(sizeof *n); n->next = NULL; return n; }
int main(void) {
    struct node *head = make();
    head->next = make();
    head->next->next = make();
    %s
    return 0;
}
"""
    box.write("a.c", text % "")
    box.run("check", "a.c").expect(0, out_match=r"leak-at-exit\](.|\n)*evaluation-order\]\nverdict: safe")
    box.write("a.c", text % "head->next = NULL;")
    box.run("check", "a.c").expect(1, out_match="verdict: unsafe memory-leak at a.c:8")


ENVIRONMENT = """#include <pthread.h>
#include <stdio.h>
#include <time.h>
int main(void) {
    int x = 0, *p = &x;
    %s
    *p = 1;
    return 0;
}
"""


@test
def in_a_friendly_environment_calls_do_not_fail(box):
    failing = ('FILE *f = fopen("a", "r"); if (f) fclose(f); else p = NULL;', "struct timespec t; if (clock_gettime(CLOCK_REALTIME, &t)) p = NULL;",
               "pthread_mutex_t m; if (pthread_mutex_init(&m, NULL)) p = NULL;", 'FILE *f = fopen("a", "r"); p = fclose(f) ? NULL : p;')
    named = r"\[environment\]"
    for text in failing:
        box.write("a.c", ENVIRONMENT % text)
        done = box.run("check", "a.c")
        assert done.status != 0 and "[environment]" not in done.out, (text, done.out)
        box.run("check", "--environment=friendly", "a.c").expect(0, out_match=named)
        box.run("check", "--environment=friendly", "--strategy=fixpoint", "a.c").expect(0, out_match=named)
        box.run("run", "--environment=friendly", "--inputs=1,1,1,1", "a.c").expect(0, out_match=named)
    assert '"environment"' in box.run("check", "--environment=friendly", "--format=json", "a.c").out
    assert '"environment"' in box.run("check", "--environment=friendly", "--format=sarif", "a.c").out
    # What is no accident can still happen.
    for text in ("if (getchar() == EOF) p = NULL;", 'char b[9]; FILE *f = fopen("a", "r"); if (!fgets(b, 9, f)) p = NULL; fclose(f);', "pthread_mutex_t m; pthread_mutex_init(&m, NULL); if (pthread_mutex_trylock(&m)) p = NULL;"):
        box.write("a.c", ENVIRONMENT % text)
        assert box.run("check", "--environment=friendly", "a.c").status != 0, text
    box.write("a.c", ENVIRONMENT % "")
    assert "[environment]" not in box.run("check", "--environment=friendly", "a.c").expect(0).out


NESTING = """#include <stdlib.h>
static int down(int n) { %s }
static int loop(int n) { int sum = 0; while (n > 0) sum += n--; return sum; }
int main(void) { int *p = malloc(sizeof *p); *p = down(3) + loop(2); free(p); return 0; }
"""


@test
def proofs_that_rest_on_a_large_stack_say_so(box):
    named = r"assumption: the stack is large enough .*: down \[stack\]"
    for body in ("return n ? 1 + down(n - 1) : 0;", "char *a = __builtin_alloca(n); a[0] = 1; return a[0];", "char a[n]; a[0] = 1; return a[0];", "char a[2 << 20]; a[n] = 1; return a[n];"):
        box.write("a.c", NESTING % body)
        for strategy in "fixpoint", "execution":
            box.run("check", f"--strategy={strategy}", "a.c").expect(0, out_match=named)
    assert '"stack"' in box.run("check", "--format=json", "a.c").out
    assert '"stack: down"' in box.run("check", "--format=sarif", "a.c").out
    for body in ("return n;", "char a[100]; a[n] = 1; return a[n];"):
        box.write("a.c", NESTING % body)
        assert "[stack]" not in box.run("check", "a.c").expect(0).out, body
    box.write("a.c", NESTING % "return n ? 1 + down(n - 1) : *(int *)0;")
    assert "[stack]" not in box.run("check", "a.c").expect(1).out



if __name__ == "__main__":
    sys.exit(run_all())
