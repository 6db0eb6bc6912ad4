#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random programs that draw nothing or little, proved by execution or exhaustion and compared with compiled runs.

usage: alone.py HEAPPROOF COUNT [--inputs] [--seed S] [--batch N] [--jobs N]

The programs are those of generate.py with numbers of their own in the place of inputs; a third of them go by something else besides: where blocks lie, what
storage held, how qsort puts equal elements, what a library function answers.  With --inputs they draw up to three numbers of a few values, from which some
make all their other numbers; a third fail for one combination of these only, in some way of their own.  Compiled they are run with every combination.  Wrong is
`safe` for a program that fails compiled with AddressSanitizer or leaves blocks.  Ends with status 1 if anything is wrong.
"""
import argparse
import collections
import concurrent.futures
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import generate

KINDS = sorted(kind for kind, share in generate.SHARES.items() if share)
# How an input below N comes about; what else it may be ends the program.
SOURCES = {
    "int": "int x = __VERIFIER_nondet_int(); if (x < 0 || x >= N) exit(0); return x;",
    "rest": "return (int)(__VERIFIER_nondet_uint() % N);",
    "rand": "return rand() % N;",
    "pid": "return (int)(getpid() & 3) % N;",
    "char": "signed char c = __VERIFIER_nondet_char(); if (c < 'a' || c >= 'a' + N) exit(0); return c - 'a';",
    "switch": "switch (__VERIFIER_nondet_int()) { case -7: return 0; case 100: return 1 % N; case 2000000000: return 2 % N; default: return N - 1; }",
    "file": "FILE *f = fopen(\"/dev/null\", \"r\"); if (f) fclose(f); return f ? 0 : 1 % N;",
    "argc": "return counted > N ? 0 : counted - 1;",
}
# A fault that the combination `sum` shows; each has an `at` that is good otherwise.
FAULTS = [
    "int a[8]; a[0] = 1; int at = sum == %d ? 8 : sum & 7; a[at] = 2;",
    "int a[8] = {0}; int *q = a + sum; if (sum == %d) q = a - 1; if (*q) return;",
    "char *q = malloc(4); if (sum == %d) free(q); free(q);",
    "char *q = malloc(4); if (sum != %d) free(q); else kept = 0;",
    "char *q = sum == %d ? NULL : kept; *q = 1;",
    "char *q = malloc(sum == %d ? 1 : sum + 2); q[0] = q[1] = 1; free(q);",
    "char t[8] = \"abcdefg\"; t[sum & 3] = 0; if (sum == %d) memset(t, 'x', 8); kept[strlen(t)] = 1;",
    "static const int table[] = {1, 2, 3, 4, 5, 6, 7, 8}; char *q = malloc(8); q[sum == %d ? -table[0] : table[sum & 7] - 1] = 1; free(q);",
    "void (*f)(void) = sum == %d ? 0 : nothing; f();",
    "int *q = malloc(sizeof *q); if (sum != %d) *q = 3; if (*q) free(q); else free(q);",
    "int d = 5 - sum; char *q = malloc(8); q[(sum * 3 + d) / 2 & 7] = 1; memcpy(q, kept, sum == %d ? 9 : 8); free(q);",
    "long l = (long)sum << 33; char *q = malloc(8); q[l >> 33] = 1; if (l == (long)%d << 33) q += 1; free(q);",
]
# Numbers instead of inputs, as often small as not.
NUMBERS = """static unsigned drawn;
static int nondet(void) { drawn = drawn * 1103515245u + 12345u; return (int)(drawn >> 16 & (drawn >> 28 & 1 ? 7 : 1)); }
"""
# What goes by something else: each makes `odd` 0 or 1.
OTHERWISE = {
    "place": "char *a = malloc(8), *b = malloc(8); odd = a < b; free(a); free(b);",
    "hash": "char *a = malloc(8); odd = (unsigned long)a >> 4 & 1; free(a);",
    "again": "char *a = malloc(24); unsigned long was = (unsigned long)a; free(a); a = malloc(24); odd = (unsigned long)a == was; free(a);",
    "storage": "unsigned char held[64]; unsigned char *volatile at = held; odd = at[13] & 1;",
    "printed": 'char text[40]; sprintf(text, "%p", (void *)text); odd = text[5] & 1;',
    "answer": "odd = printf(\"\") < 0;",
    "time": "odd = time(NULL) & 1;",
    "equal": "struct { int key, number; } e[9]; for (int i = 0; i < 9; i++) e[i].key = i / 5, e[i].number = 9 - i; qsort(e, 9, sizeof *e, by_first); odd = e[0].number & 1;",
    "counted": "int e[9]; for (int i = 0; i < 9; i++) e[i] = i * 5 % 9; calls = 0; qsort(e, 9, sizeof *e, by_counting); odd = calls & 1;",
}
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static int calls;
static int by_first(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int by_counting(const void *a, const void *b) { calls++; return by_first(a, b); }
static char room[64], *kept = room;
static void nothing(void) {}
static int counted;
#ifdef NATIVE
static char **given;
#else
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
#endif
%s
static void combined(int sum) {
    %s
}
static void otherwise(void) {
    int odd = 0;
    %s
    if (odd == %d) *(int *)NULL = 1;
}
int main(int argc, char **argv) {
    (void)by_counting, (void)calls, (void)nothing, (void)argv, (void)combined;
    counted = argc;
#ifdef NATIVE
    given = argv;
#endif
    drawn = %du;
    %s
    p%d();
    %s
#ifdef NATIVE
    return blocks ? 3 : 0;
#else
    return 0;
#endif
}
"""


class Program:
    def __init__(self, o, seed, number, text, folder):
        rng = random.Random(f"{seed}/{number}")
        self.seed, self.number, self.values = seed, number, []
        self.kind = rng.choice(sorted(OTHERWISE)) if rng.random() < 1 / 3 else ""
        self.path = folder / f"{seed}-{number}.c"
        draw, fault, take = self.inputs(rng) if o.inputs else ("", "", "")
        main = MAIN % (draw, fault, OTHERWISE.get(self.kind, ""), rng.randrange(2) if self.kind else 2, rng.randrange(1 << 30), take, number, "otherwise();" if self.kind else "")
        self.path.write_text(text + main)

    def inputs(self, rng):
        """Functions that draw them, a fault of one combination, and what main does with them."""
        draw, take = "", "int sum = 0;"
        for i, source in enumerate(rng.sample(sorted(SOURCES), rng.randrange(1, 4))):  # each once: argc and the pid are the same when they are asked again
            n = 2 if source == "file" else rng.randrange(2, 5)
            self.values.append(n)
            draw += f"#define N {n}\n#ifdef NATIVE\nstatic int input{i}(void) {{ return given[{i + 1}][0] - '0'; }}\n"
            draw += f"#else\nstatic int input{i}(void) {{ {SOURCES[source]} }}\n#endif\n#undef N\n"
            take += f" sum = sum * {n} + input{i}();"
        bad = rng.randrange(8) if rng.random() < 1 / 2 else 99
        seeds = rng.choice(["", "", "drawn += (unsigned)sum;", "drawn ^= sum & 1 ? 77 : 3;"])
        return draw, rng.choice(FAULTS) % bad + "\n    (void)sum;", f"{take} {seeds} combined(sum < 8 ? sum : sum & 7);"

    def check(self, o):
        command = [o.heapproof, "check", "--verbose", "--strategy=execution,exhaustion", "--property=memory-safety,error-call", self.path]
        done = subprocess.run(command, capture_output=True, text=True)
        verdict = re.search(r"^verdict: (\w+)", done.stdout, re.M)
        why = re.search(r"no proof by exhaustion: (.*)", done.stderr) or re.search(r"no proof by execution: (.*)", done.stderr)
        return verdict[1] if verdict else "broken", why[1] if why else done.stderr[-200:]

    def fails(self):
        exe = self.path.with_suffix(".exe")
        subprocess.run(["clang-19", "-w", "-O0", "-DNATIVE", "-fsanitize=address", "-o", exe, self.path, "-lm"], check=True)
        options = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:symbolize=0:allocator_may_return_null=1"}
        try:
            return any(subprocess.run([exe, *map(str, x)], capture_output=True, timeout=60, env=options).returncode for x in itertools.product(*map(range, self.values)))
        finally:
            exe.unlink()


def text_of(seed, n):
    kind = KINDS[seed % len(KINDS)]
    text = generate.batch(seed, n, kind)
    text = text[: text.rindex("#ifdef NATIVE\nenum { SECONDS")]
    text = text.replace("int __VERIFIER_nondet_int(void);\n#define nondet __VERIFIER_nondet_int\n", NUMBERS)
    return re.sub(r"static int nondet\(void\) \{ return \*inputs.*\n", lambda _: NUMBERS, text)


def judge(o, seed):
    count, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="heapproof-alone-") as folder:
        text = text_of(seed, o.batch)
        for number in range(o.batch):
            p = Program(o, seed, number, text, pathlib.Path(folder))
            verdict, why = p.check(o)
            fails = p.fails()
            count["fails" if fails else "passes", verdict] += 1
            count["otherwise"] += bool(p.kind)
            if verdict == "broken" or (verdict == "safe" and (fails or p.kind)):
                wrong.append(f"seed {seed}, program {number} {p.kind}: {verdict}, {'fails' if fails else 'passes'}: {why}")
            elif verdict != "safe" and not fails and not p.kind:
                count["missed: " + re.sub(r" at /\S+", "", why)] += 1
    return count, wrong


def main():
    a = argparse.ArgumentParser()
    a.add_argument("heapproof", type=lambda p: pathlib.Path(p).resolve())
    a.add_argument("count", type=int)
    a.add_argument("--inputs", action="store_true")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--batch", type=int, default=20)
    a.add_argument("--jobs", type=int, default=2)
    o = a.parse_args()
    total, failed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for count, wrong in pool.map(lambda s: judge(o, s), range(o.seed, o.seed + (o.count + o.batch - 1) // o.batch)):
            total += count
            failed += len(wrong)
            print("".join(line + "\n" for line in wrong), end="", flush=True)
    for key in sorted(map(str, total)):
        print(f"{key}: {next(v for k, v in total.items() if str(k) == key)}")
    print(f"{failed} wrong")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
