#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is read, and what is refused: preprocessed files, compilers' options, files of projects.  usage: reading.py HEAPPROOF [PART OF A NAME]"""
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


if __name__ == "__main__":
    sys.exit(run_all())
