#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random programs that draw nothing, proved by execution and compared with compiled runs.

usage: alone.py HEAPPROOF COUNT [--seed S] [--batch N] [--jobs N]

The programs are those of generate.py with numbers of their own in the place of inputs; a third of them go by something else besides: where blocks lie, what
storage held, how qsort puts equal elements, what a library function answers.  Wrong is `safe` by execution for a program that fails compiled with
AddressSanitizer or leaves blocks; and a program that passes and goes by nothing else must be called safe.  Ends with status 1 if anything is wrong.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import generate

KINDS = sorted(generate.SHARES)
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
static int calls;
static int by_first(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int by_counting(const void *a, const void *b) { calls++; return by_first(a, b); }
static void otherwise(void) {
    int odd = 0;
    %s
    if (odd == %d) *(int *)NULL = 1;
}
int main(void) {
    (void)by_counting, (void)calls;
    drawn = %du;
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
    def __init__(self, seed, number, text, folder):
        rng = random.Random(f"{seed}/{number}")
        self.seed, self.number = seed, number
        self.kind = rng.choice(sorted(OTHERWISE)) if rng.random() < 1 / 3 else ""
        self.path = folder / f"{seed}-{number}.c"
        main = MAIN % (OTHERWISE.get(self.kind, ""), rng.randrange(2) if self.kind else 2, rng.randrange(1 << 30), number, "otherwise();" if self.kind else "")
        self.path.write_text(text + main)

    def check(self, o):
        command = [o.heapproof, "check", "--verbose", "--strategy=execution", "--property=memory-safety", self.path]
        done = subprocess.run(command, capture_output=True, text=True)
        verdict = re.search(r"^verdict: (\w+)", done.stdout, re.M)
        why = re.search(r"no proof by execution: (.*)", done.stderr)
        return verdict[1] if verdict else "broken", why[1] if why else done.stderr[-200:]

    def fails(self):
        exe = self.path.with_suffix(".exe")
        subprocess.run(["clang-19", "-w", "-O0", "-DNATIVE", "-fsanitize=address", "-o", exe, self.path, "-lm"], check=True)
        done = subprocess.run([exe], capture_output=True, timeout=60, env={"ASAN_OPTIONS": "detect_stack_use_after_return=1:symbolize=0:allocator_may_return_null=1"})
        exe.unlink()
        return done.returncode != 0


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
            p = Program(seed, number, text, pathlib.Path(folder))
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
