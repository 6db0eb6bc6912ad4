#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Summaries of functions that outlive the process (--store).  usage: store.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]

PROGRAM = """#include <stdlib.h>
struct node { struct node *next; int v; };
static int limit = 4;
static struct node *spare;
static struct node *make(int v) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->v = v;
    return n;
}
static void push(struct node **list, int v) {
    struct node *n = make(v);
    n->next = *list;
    *list = n;
}
static void clear(struct node **list) {
    while (*list) {
        struct node *n = *list;
        *list = n->next;
        free(n);
    }
}
static int length(const struct node *n) { return n ? 1 + length(n->next) : 0; }
extern int __VERIFIER_nondet_int(void);
static void fill(struct node **list) {
    while (__VERIFIER_nondet_int()) push(list, 1);
}
static void (*const clean)(struct node **) = clear;
static int table[4];
int main(void) {
    struct node *a = NULL, *b = NULL;
    fill(&a);
    fill(&b);
    for (int i = 0; i < limit; i++) table[i] = length(a);
    clean(&a);
    clear(&b);
    return spare != NULL;
}
"""


def plain(report):
    """A report without what the store changes: that it is trusted."""
    for program in report["programs"]:
        program["assumptions"] = [x for x in program["assumptions"] if x["name"] != "store"]
    return report


def made(box, *extra, store="store"):
    out = box.run("check", "p.c", "--store", store, "--stats", *extra).out
    return int(re.search(r"^states-made: (\d+)$", out, re.M)[1])


def both(box, text, *options):
    """The report with the store, which must be the one without."""
    box.write("p.c", text)
    cold, warm = (box.run("check", "p.c", "--format", "json", *options, *store) for store in ((), ("--store", "store")))
    assert warm.status == cold.status, (warm.status, cold.status)
    a, b = plain(json.loads(cold.out)), plain(json.loads(warm.out))
    assert a == b, (a, b)
    return a


@test
def a_program_that_has_not_changed_makes_no_state(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c", "--store", "store", "--format", "json").expect(0)
    assert box.run("check", "p.c", "--store", "store", "--format", "json").out == first.out
    assert made(box) == 0 and made(box, store="other") > 50
    both(box, PROGRAM)


@test
def the_store_is_an_assumption(box):
    box.write("p.c", PROGRAM)
    box.run("check", "p.c", "--store", "store").expect(0, out_match=r"\[store\]$")
    assert "[store]" not in box.run("check", "p.c").expect(0).out


@test
def lines_that_move_make_no_state_and_the_report_has_them(box):
    bad = PROGRAM.replace("    return spare != NULL;", "    return spare->v;")
    both(box, PROGRAM)
    for text in (PROGRAM, bad):
        both(box, text)
        moved = both(box, "/* a comment */\n\n" + text)
        if text == bad:
            line = text[:text.index("spare->v")].count("\n") + 3
            assert moved["programs"][0]["findings"][0]["place"]["line"] == line, moved["programs"][0]["findings"]
        else:
            assert made(box) == 0


@test
def an_edit_that_keeps_what_a_function_does_is_walked_once(box):
    both(box, PROGRAM)
    whole = made(box, store="other")
    for text in (PROGRAM.replace("    n->v = v;\n", "    int w = v;\n    n->v = w;\n"), PROGRAM.replace("    return spare", "    int more = 1; more++;\n    return spare")):
        box.write("p.c", text)
        n = made(box)
        assert 0 < n < whole, (n, whole)
        both(box, text)


FAULTS = [
    ("    n->next = NULL;\n", ""),
    ("n->next = *list;", "n->next = n;"),
    ("        free(n);\n", ""),
    ("        free(n);\n", "        free(n);\n        n->v = 1;\n"),
    ("limit = 4", "limit = 5"),
    ("table[4]", "table[3]"),
    ("clean)(struct node **) = clear", "clean)(struct node **) = fill"),
    ("static struct node *spare;", "static struct node *spare = (struct node *)8;"),
    ("1 + length(n->next)", "1 + length(n->next->next)"),
    ("    clear(&b);\n", ""),
    ("    clear(&b);\n", "    clear(&a);\n"),
    ("    *list = n;\n}", "    spare = n;\n}"),
    ("    clear(&b);\n", "    clear(&b);\n    clear(&spare);\n    fill(&spare);\n"),
    ("struct node { struct node *next; int v; }", "struct node { int v; struct node *next; }"),
]


@test
def a_fault_that_is_put_in_is_found_and_gone_again(box):
    both(box, PROGRAM)
    for old, new in FAULTS:
        assert old in PROGRAM
        both(box, PROGRAM.replace(old, new))
    assert both(box, PROGRAM)["verdict"] == "safe"


@test
def an_analysis_that_pauses_pauses_where_it_would(box):
    """The search begins when the proof pauses, inside of what is taken over: how far everything has come then is in the report."""
    for fault in (None, "leak", "use", None, "null", "double"):
        command = [sys.executable, str(ROOT / "tests/whole/drivers.py"), "--lists", "2", "--routines", "6", "--lines", "25", "--seed", "3"] + (["--fault", fault] if fault else [])
        report = both(box, subprocess.run(command, capture_output=True, text=True, check=True).stdout, "--first")
        assert report["verdict"] == ("unsafe" if fault else "safe"), report["verdict"]


def lists_of_choice(count, fault=""):
    """Lists that grow in any order inside of a function which another one calls, and a fault behind that."""
    names = [f"l{i}" for i in range(count)]
    work = ["    struct node %s;" % ", ".join(f"*{name} = NULL" for name in names), "    while (__VERIFIER_nondet_int()) {", "        switch (__VERIFIER_nondet_int()) {",
            *(f"        case {i}: push(&{name}, 1); break;" for i, name in enumerate(names)), "        }", "    }", fault, *(f"    clear(&{name});" for name in names)]
    head = PROGRAM[:PROGRAM.index("static int length(")]
    return "\n".join([head + "extern int __VERIFIER_nondet_int(void);", "static void work(void) {", *work, "}", "static void top(void) { work(); }", "int main(void) {", "    top();", "    return limit + (spare != NULL);", "}", ""])


@test
def a_proof_that_is_refuted_inside_of_what_was_kept_has_come_as_far_as_without(box):
    assert both(box, lists_of_choice(8))["verdict"] == "safe"
    assert both(box, lists_of_choice(8, "    if (__VERIFIER_nondet_int() == 77) *(int *)0 = 1;"))["verdict"] == "unsafe"


@test
def what_was_claimed_in_vain_is_made_as_without(box):
    text = (ROOT / "tests/programs/creation/two_lists_bad_use_after_free.c").read_text()
    for _ in range(2):
        assert both(box, text)["verdict"] == "unsafe"


RECURSION = """extern int __VERIFIER_nondet_int(void);
int i, table[8];
void f(void);
void g(void) { if (__VERIFIER_nondet_int()) f(); }
void f(void) { i = 9; if (__VERIFIER_nondet_int()) { i = 2; g(); } }
int main(void) { i = 2; g(); return table[i]; }
"""
CREATED = """#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *link; };
void f(struct node **p);
void g(struct node **p) { if (__VERIFIER_nondet_int()) f(p); }
void f(struct node **p) { *p = NULL; if (__VERIFIER_nondet_int()) g(p); }
int main(void) { struct node x, *q = &x; x.link = q; g(&q); return q->link == q; }
"""


@test
def runs_that_were_made_together_go_with_no_others(box):
    for text in (RECURSION, RECURSION.replace("i = 9", "i = 3")) * 2:
        assert both(box, text)["verdict"] == ("unsafe" if text == RECURSION else "safe")


@test
def a_recursion_that_an_edit_makes_is_followed(box):
    for text in (CREATED, CREATED.replace("*p = NULL; ", "")) * 2:
        box.write("p.c", text)
        cold, warm = box.run("check", "p.c"), box.run("check", "p.c", "--store", "store")
        assert cold.status == warm.status == (1 if text == CREATED else 0), (cold.err, warm.err)


# Beside its code and what it is given by name, a run depends on what its callee's frame begins with, how variables of its callers lie, and what lent it a string.
BEYOND = [
    ("int f(int d) { int *p = (int[3]){0}; p[2] = d; return 0; }\nint main(void) { return f(3); }\n", "[3]", "[2]", "unsafe"),
    ("extern int __VERIFIER_nondet_int(void);\nint t[8];\nvoid f(int d, int e) { t[e] = 0; while (__VERIFIER_nondet_int()) t[0] = 0; }\nint main(void) { f(9, 3); return 0; }\n",
     "int d, int e", "int e, int d", "unsafe"),
    ("#include <stdint.h>\nint f(char *p) { *(char *)((uintptr_t)(p + 9) & ~(uintptr_t)7) = 1; return 0; }\n"
     "int main(void) { _Alignas(16) char b[12]; b[0] = 0; return f(b + 2); }\n", "_Alignas(16)", "_Alignas(1)", "unknown"),
    ("#include <string.h>\nchar *x(void) { return strerror(2); }\nint f(char *p) { char *q = strsignal(2); return q ? *p : 0; }\n"
     "int main(void) { char *p = x(); return p ? f(p) : 0; }\n", "strerror(2)", "strsignal(2)", "unknown"),
    ("int t[4];\nint b(int i) { return t[i]; }\nvoid *get(void) { return (void *)b; }\nint f(void) { return ((int (*)(int))get())(3); }\nint main(void) { return f(); }\n",
     "b(int i)", "b(long i)", "unknown"),
]


@test
def what_a_run_depends_on_beyond_its_code_is_looked_at(box):
    for text, old, new, verdict in BEYOND:
        for edited in (False, True, False, True):
            assert both(box, text.replace(old, new) if edited else text, "--search-runs", "100")["verdict"] == (verdict if edited else "safe"), (text, edited)


@test
def options_do_not_share_what_they_decide(box):
    box.write("p.c", PROGRAM)
    for options in ((), ("--malloc-may-fail",), ("--property", "memory-leak"), ("--domain", "sl:lengths=1"), ("-DX",), ("-m32",)):
        cold, warm = (box.run("check", "p.c", *options, *store) for store in ((), ("--store", "store"), ))
        assert cold.status == warm.status and warm.out.replace("assumption: what is kept in the store was written by heapproof (--store) [store]\n", "") == cold.out, options


@test
def damaged_entries_are_none(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c", "--store", "store").expect(0)
    whole = made(box, store="other")
    for change in (lambda b: b[:len(b) // 2], lambda b: b"", lambda b: b[:-1] + bytes([b[-1] ^ 1]), lambda b: b + b"x"):
        for path in (box.folder / "store").iterdir():
            path.write_bytes(change(path.read_bytes()))
        again = box.run("check", "p.c", "--store", "store").expect(0, err_match="damaged: not used")
        assert again.out == first.out
    assert made(box) == 0 < whole


@test
def two_at_once_and_a_killed_one_lose_nothing(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c").expect(0)
    started = [box.start("check", "p.c", "--store", "store") for _ in range(4)]
    started[0].kill()
    for process in started[1:]:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0, out
    started[0].communicate()
    assert made(box) == 0
    assert box.run("check", "p.c", "--store", "store").expect(0).out.replace("assumption: what is kept in the store was written by heapproof (--store) [store]\n", "") == first.out


class Server(threading.Thread):
    """What a Redis server does, as far as it is asked; or it hangs, refuses, or goes away in the middle of an answer."""

    def __init__(self, how="", password=None):
        super().__init__(daemon=True)
        self.how, self.password, self.entries, self.asked = how, password, {}, []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.start()

    def run(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def words(self, stream):
        n = int(stream.readline()[1:] or 0)
        return [stream.read(int(stream.readline()[1:]) + 2)[:-2] for _ in range(n)]

    def answer(self, words):
        command = words[0].upper()
        if command == b"AUTH":
            return b"+OK\r\n" if words[-1] == self.password else b"-WRONGPASS " + words[-1] + b"\r\n"
        if command == b"SET":
            self.entries[words[1]] = words[2]
        if command == b"GET":
            value = self.entries.get(words[1])
            return b"$-1\r\n" if value is None else b"$%d\r\n%s\r\n" % (len(value), value)
        return b"+OK\r\n"

    def serve(self, connection):
        stream = connection.makefile("rb")
        while words := self.words(stream):
            self.asked.append(words[0])
            if self.how == "hangs":
                time.sleep(30)
            answer = b"-ERR no\r\n" if self.how == "refuses" else self.answer(words)
            if self.how == "goes" and len(self.asked) > 3:
                connection.sendall(answer[:len(answer) // 2])
                connection.shutdown(socket.SHUT_RDWR)
                return
            connection.sendall(answer)


@test
def a_server_keeps_what_a_folder_does(box):
    box.write("p.c", PROGRAM)
    server = Server()
    first = box.run("check", "p.c", "--store", f"redis://{server.address}/3").expect(0, err="")
    assert made(box, store=f"redis://{server.address}/3") == 0 and server.asked[0] == b"SELECT"
    assert box.run("check", "p.c", "--store", "store").out == first.out
    for name in server.entries:
        server.entries[name] = server.entries[name][:-1]
    again = box.run("check", "p.c", "--store", f"redis://{server.address}").expect(0, err_match="damaged: not used")
    assert again.out == first.out


@test
def a_server_that_is_lost_costs_speed_alone(box):
    box.write("p.c", PROGRAM)
    first = box.run("check", "p.c", "--store", "store").expect(0)
    for how, why in (("hangs", "no answer in time"), ("refuses", "no"), ("goes", "closed|protocol|Protocol")):
        server = Server(how)
        result = box.run("check", "p.c", "--store", f"redis://{server.address}").expect(0, err_match=f"{why}.*: the store is not used")
        assert result.out == first.out and result.err.count("\n") == 1, result.err
    box.run("check", "p.c", "--store", "redis://127.0.0.1:1").expect(0, err_match="Connection refused: the store is not used")


@test
def passwords_are_told_nowhere(box):
    box.write("p.c", PROGRAM)
    server = Server(password=b"secret word")
    environment = dict(os.environ, HEAPPROOF_STORE_PASSWORD="secret word")
    box.run("check", "p.c", "--store", f"redis://{server.address}", env=environment).expect(0, err="")
    assert server.entries
    box.run("check", "p.c", "--store", f"redis://user:secret word@{server.address}").expect(0, err="")
    for store, status in ((f"redis://:hidden@{server.address}", 0), ("redis://:hidden@", 4), (f"redis://:hidden@{server.address}/x", 4)):
        for options in (("--format", "json"), ("--verbose", "--stats")):
            result = box.run("check", "p.c", "--store", store, *options)
            assert result.status != 0 or status == 0, result.err
            assert "hidden" not in result.out + result.err and result.err, result.err
    box.write("compile_commands.json", json.dumps([{"directory": str(box.folder), "file": "p.c", "arguments": ["cc", "-c", "p.c"]}]))
    plan = box.run("project", ".", "--plan", "plan", "--store", f"redis://:hidden@{server.address}")
    assert plan.status != 0 and "HEAPPROOF_STORE_PASSWORD" in plan.err and not (box.folder / "plan").exists()


@test
def a_real_server_keeps_it(box):
    program = shutil.which("redis-server")
    if not program:
        print("# no redis-server: not tried")
        return
    with socket.create_server(("127.0.0.1", 0)) as s:
        port = s.getsockname()[1]
    server = subprocess.Popen([program, "--port", str(port), "--save", "", "--requirepass", "word"], stdout=subprocess.DEVNULL, cwd=box.folder)
    try:
        box.write("p.c", PROGRAM)
        for _ in range(100):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        box.run("check", "p.c", "--store", f"redis://:word@127.0.0.1:{port}/2").expect(0, err="")
        assert made(box, store=f"redis://:word@127.0.0.1:{port}/2") == 0
        box.run("check", "p.c", "--store", f"redis://127.0.0.1:{port}").expect(0, err_match="NOAUTH")
    finally:
        server.terminate()
        server.wait()


@test
def commands_of_a_plan_share_the_store(box):
    box.write("p.c", PROGRAM)
    box.write("compile_commands.json", json.dumps([{"directory": str(box.folder), "file": "p.c", "arguments": ["cc", "-c", "p.c"]}]))
    box.run("project", ".", "--plan", "plan", "--store", "store").expect(0)
    subprocess.run(["sh", "-c", box.read("plan/commands")], cwd="/", check=True)
    assert any((box.folder / "store").iterdir())


@test
def a_store_that_cannot_be_written_is_told(box):
    box.write("p.c", PROGRAM)
    box.write("store", "a file")
    box.run("check", "p.c", "--store", "store").expect(0, err_match="nothing is kept for the next time")


run_all()
