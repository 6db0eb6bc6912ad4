#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures heapproof: the time of `heapproof ir` against the clang process it runs, with the same arguments, on a 50-line and on a
10,000-line file (medians of 10, the two taken in turn), and the speed of the interpreter.

usage: bench.py HEAPPROOF
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

REPEAT = 10
PART = """
struct node{n} {{
    int value;
    struct node{n} *next, *prev;
    char name[16];
}};

static struct node{n} *insert{n}(struct node{n} *head, int value) {{
    struct node{n} *n = malloc(sizeof *n);
    if (!n)
        return head;
    n->value = value;
    n->next = head;
    n->prev = NULL;
    if (head)
        head->prev = n;
    snprintf(n->name, sizeof n->name, "node %d", value);
    return n;
}}

static int sum{n}(const struct node{n} *head, int limit) {{
    int sum = 0;
    for (const struct node{n} *p = head; p; p = p->next) {{
        if (p->value > limit)
            continue;
        switch (p->value % 4) {{
        case 0: sum += p->value; break;
        case 1: sum -= p->value; break;
        default: sum ^= (int)strlen(p->name);
        }}
    }}
    return sum;
}}

int work{n}(int k) {{
    struct node{n} *head = NULL;
    for (int i = 0; i < k; i++)
        head = insert{n}(head, i);
    int s = sum{n}(head, k / 2);
    while (head) {{ struct node{n} *next = head->next; free(head); head = next; }}
    return s;
}}
"""
LOOP = """
int main(void) {
    static unsigned table[64];
    unsigned x = 1;
    for (unsigned i = 0; i < 300000; i++) {
        x = x * 1103515245u + 12345u;
        table[x >> 26] += i;
    }
    return table[3] == 0;
}
"""


def source(lines):
    """A C file of exactly that many lines."""
    text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    n = 0
    while (text + PART.format(n=n)).count("\n") <= lines - 1:
        text += PART.format(n=n)
        n += 1
    while text.count("\n") < lines - 1:
        text += "\n"
    return text + f"int main(void) {{ return work{n - 1}(10) & 1; }}\n"


def arguments_of_clang(heapproof, path, folder):
    """What heapproof gives clang for this file, as a wrapper in clang's place sees it."""
    record, wrapper = folder / "arguments", folder / "wrapper"
    wrapper.write_text(f"#!{sys.executable}\nimport json, os, sys\n"
                       f"if '--version' not in sys.argv: json.dump(sys.argv[1:], open({str(record)!r}, 'w'))\n"
                       "os.execvp('clang-19', ['clang-19', *sys.argv[1:]])\n")
    wrapper.chmod(0o755)
    subprocess.run([heapproof, "ir", "--clang", str(wrapper), str(path)], stdout=subprocess.DEVNULL, check=True)
    return json.loads(record.read_text())


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def compare(heapproof, lines, folder):
    path = folder / f"lines{lines}.c"
    path.write_text(source(lines))
    clang = ["clang-19", *arguments_of_clang(heapproof, path, folder)]
    ours = [heapproof, "ir", str(path)]
    seconds(clang), seconds(ours)
    pairs = [(seconds(clang), seconds(ours)) for _ in range(REPEAT)]
    a, b = (statistics.median(column) for column in zip(*pairs))
    print(f"{lines} lines: clang {a * 1000:.1f} ms, heapproof ir {b * 1000:.1f} ms, ratio {b / a:.2f}")


def interpret(heapproof, folder):
    path = folder / "loop.c"
    path.write_text(LOOP)
    command = [heapproof, "run", "--stats", "--format", "json", "--max-steps", "1000000000", str(path)]
    numbers = [json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["programs"][0]["statistics"] for _ in range(3)]
    speed = statistics.median(n["steps"] / max(n["check-microseconds"], 1) for n in numbers)
    print(f"interpreter: {numbers[0]['steps']} instructions, {speed:.1f} million a second")


def main():
    heapproof = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="heapproof-bench-") as name:
        folder = pathlib.Path(name)
        for lines in (50, 10000):
            compare(heapproof, lines, folder)
        interpret(heapproof, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
