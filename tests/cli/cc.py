#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof cc, and projects by the log of their build.  usage: cc.py HEAPPROOF [PART OF A NAME]"""
import fcntl
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from tap import run_all, skip, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAIN = "int f(int);\nint main(void) { return f(0); }\n"
LOG = "heapproof.build"


def run(box, *args, **options):
    return subprocess.run([str(a) for a in args], cwd=box.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def cc(box, *args, **options):
    return run(box, box.program, "cc", *args, **options)


def build(box, *commands):
    for c in commands:
        done = cc(box, "gcc", *c.split())
        assert done.returncode == 0, done


def log(box):
    return [json.loads(line) for line in box.read(LOG).splitlines()]


def note(box, *words):
    """A command that was never run."""
    with (box.folder / LOG).open("a") as file:
        file.write(json.dumps({"directory": str(box.folder.resolve()), "arguments": words}) + "\n")


def check(box, status, *options):
    return box.run("project", ".", "--no-cache", *options).expect(status)


def expect_open(box, *unseen):
    """What is linked is not known altogether: that is said, and the verdict rests on it."""
    result = box.run("project", ".", "--no-cache")
    assert f"nobody knows what else is linked as p ({', '.join(unseen)})" in result.err, result.err
    for text in unseen:
        assert f"could not be read, changes nothing for the rest: {text} [unseen]\n" in result.out, result.out


@test
def what_the_compiler_does_is_what_happens(box):
    box.write("a.c", "#include \"a.h\"\nint f(int x) { return x + A; }\n")
    box.write("a.h", "#define A 1\n")
    box.write("bad.c", "int f( { return 1 }\n")
    for args in (["gcc", "-MMD", "-c", "a.c", "-o", "a.o"], ["gcc", "-c", "bad.c"], ["gcc", "--version"], ["sh", "-c", "echo out; echo err >&2; exit 7"],
                 ["sh", "-c", "kill -TERM $$"], ["gcc", "-xc", "-", "-S", "-o-"]):
        plain, ours = run(box, *args, input=b"int x;\n"), cc(box, *args, input=b"int x;\n")
        assert (plain.returncode, plain.stdout, plain.stderr) == (ours.returncode, ours.stdout, ours.stderr), args
    assert "a.h" in box.read("a.d")
    done = cc(box, "no-such-compiler", "-c", "a.c")
    assert done.returncode == 127 and b"cannot run no-such-compiler" in done.stderr, done
    assert cc(box).returncode == 64 and cc(box, "-c", "a.c").returncode == 64


@test
def a_log_that_cannot_be_written_harms_nothing(box):
    box.write("a.c", "int x;\n")
    box.write("folder/x", "")
    os.mkfifo(box.folder / "pipe")
    for path in ("folder", "pipe", "/dev/full", "missing/log", "/proc/self/mem"):
        done = cc(box, f"--log={path}", "gcc", "-c", "a.c")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), (path, done)
    assert not (box.folder / LOG).exists()
    assert cc(box, "gcc", "-c", "a.c", b"-DX=\xff".decode("utf-8", "surrogateescape")).returncode == 0
    build(box, "-c a.c")
    result = box.run("project", ".", "--no-cache", "--entry", "nobody").expect(3)
    assert "line 1: a command could not be written down: its words are not UTF-8\n" in result.err, result.err


@test
def the_log_is_found(box):
    box.write("sub/deep/a.c", "int x;\n")
    where = box.folder / "sub" / "deep"
    start = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "check": True}
    subprocess.run([box.program, "cc", "gcc", "-c", "a.c"], cwd=where, **start)
    assert (where / LOG).exists()
    os.remove(where / LOG)
    box.write(LOG, "")
    subprocess.run([box.program, "cc", "gcc", "-c", "a.c"], cwd=where, **start)
    subprocess.run([box.program, "cc", "gcc", "--version"], cwd=where, **start)  # nothing that would be worth a log
    subprocess.run([box.program, "cc", "gcc", "-E", "a.c"], cwd=where, **start)
    assert len(log(box)) == 1
    assert not (where / LOG).exists() and log(box)[0]["directory"] == str(where.resolve()), log(box)
    os.remove(box.folder / LOG)
    box.write("sub/CMakeCache.txt", "")
    subprocess.run([box.program, "cc", "gcc", "-c", "a.c"], cwd=where, **start)
    os.rename(box.folder / "sub" / LOG, box.folder / LOG)
    subprocess.run([box.program, "cc", "gcc", "-c", "a.c"], cwd=where, env=dict(os.environ, HEAPPROOF_BUILD=str(box.folder / "mine")), **start)
    assert len(log(box)) == 1 and len(box.read("mine").splitlines()) == 1


@test
def files_are_named_from_where_one_is(box):
    """Whatever folder the compiler ran in."""
    box.write("src/a.c", "int main(void) { return *(int *)0; }\n")
    box.write("other/x", "")
    box.write(LOG, "")
    for args in (["-c", "a.c"], ["-o", "p", "a.o"]):
        subprocess.run([box.program, "cc", "gcc", *args], cwd=box.folder / "src", check=True, stderr=subprocess.DEVNULL)
    out = check(box, 1).out
    assert out.startswith("src/a.c:1:25: error: ") and str(box.folder) not in out, out
    done = subprocess.run([box.program, "project", "..", "--no-cache"], cwd=box.folder / "other", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert done.stdout.decode().startswith(f"{box.folder.resolve()}/src/a.c:1:25: error: "), done.stdout


@test
def parallel_builds_write_whole_lines(box):
    words = [f"-DX{i}=" + "y" * 9000 for i in range(3)]
    many = [subprocess.Popen([box.program, "cc", "true", *words, f"{i}.c"], cwd=box.folder) for i in range(40)]
    assert all(p.wait() == 0 for p in many)
    assert sorted(int(w[:-2]) for e in log(box) for w in e["arguments"] if w.endswith(".c")) == list(range(40))


@test
def a_line_that_was_cut_off_is_ended_and_left_out(box):
    box.write("a.c", "int main(void) { return 0; }\n")
    box.write(LOG, '{"directory": "/x", "argu')
    build(box, "-c a.c")
    result = box.run("project", ".", "--no-cache").expect(0)
    assert "./heapproof.build: note: line 1 is no command, and left out\n" in result.err, result.err


@test
def what_is_linked_is_the_program(box):
    box.write("main.c", MAIN)
    box.write("f.c", "int f(int x) { return x; }\n")
    box.write("a/f.c", "int f(int x) { return *(int *)0; }\n")
    box.write("start.c", "#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { free((void *)1); }\n")
    for order in (("f.c", "a/f.c"), ("a/f.c", "f.c")):
        (box.folder / LOG).unlink(missing_ok=True)
        build(box, "-c main.c", f"-c {order[0]} -o {order[0][:-2]}.o", f"-c {order[1]} -o {order[1][:-2]}.o", "-o p main.o f.o")
        assert "verdict: safe\n" in box.run("project", ".", "--no-cache").expect(0).out
        build(box, "-o p main.o a/f.o")
        assert "null-dereference at a/f.c:1" in box.run("project", ".", "--no-cache").expect(1).out
    build(box, "-c start.c", "-o p main.o f.o start.o")
    assert "invalid-free at start.c:2" in box.run("project", ".", "--no-cache").expect(1).out


@test
def libraries_give_what_is_needed(box):
    box.write("main.c", MAIN)
    box.write("f.c", "int f(int x) { return x; }\n")
    build(box, "-c main.c", "-c f.c")
    assert run(box, "ar", "rcs", "libf.a", "f.o").returncode == 0
    box.write("near/f.c", "int f(int x) { return *(int *)0; }\n")
    build(box, "-c near/f.c -o a-first.o", "-shared -fPIC near/f.c -o near/libg.so")
    assert run(box, "ar", "rcs", "liba_name_that_is_long.a", "f.o").returncode == 0
    assert run(box, "ar", "rcsT", "libthin.a", "f.o").returncode == 0
    for link in ("-o p main.o libf.a", "-o p main.o -L. -lf -lm", "-o p main.o liba_name_that_is_long.a", "-o p main.o -L . -lthin"):
        build(box, link)
        assert "verdict: safe\n" in box.run("project", ".", "--no-cache").expect(0).out, link
    for link in ("-o p main.o near/libg.so", "-o p main.o -Lnear -lg"):
        build(box, link)
        assert "null-dereference at near/f.c:1" in box.run("project", ".", "--no-cache").expect(1).out, link
    for damage in (b"", b"!<arch>\n", b"!<arch>\n" + b"x" * 70, box.folder.joinpath("libf.a").read_bytes()[:-50]):
        (box.folder / "libf.a").write_bytes(damage)
        note(box, "gcc", "-o", "p", "main.o", "libf.a")
        if damage == b"!<arch>\n":  # an archive, but empty
            assert "function 'f' has neither body nor model" in check(box, 2).out
        else:
            expect_open(box, "libf.a")


GOOD = "int f(int x) { return x; }\n"
BAD = "int f(int x) { return *(int *)0; }\n"
START = "#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { free((void *)1); }\n"


@test
def each_link_of_a_main_is_a_program(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    box.write("g.c", BAD)
    build(box, "-c main.c", "-c f.c", "-c g.c", "-o p main.o f.o", "-o same main.o f.o", "-o q main.o g.o")
    rows = [line.split()[:2] for line in check(box, 1).out.splitlines() if line.startswith("main.c")]
    assert rows == [["main.c@p", "safe"], ["main.c@q", "unsafe"]], rows
    assert "main.c@q  unsafe" in check(box, 1, "--entry", "main.c@q:main").out
    assert "main.c: note: is linked as p, and also as q, which --entry main.c@q:main chooses\n" in check(box, 0, "--entry", "main.c:main").err
    assert "<td>main.c@q</td>" in check(box, 1, "--format", "html").out
    (box.folder / "z").mkdir()
    build(box, "-o z/q main.o f.o")  # the same as p, and another q
    assert "main.c@q  unsafe" in check(box, 1, "--entry", "main.c@q:main").out
    report = json.loads(check(box, 1, "--format", "json").out)
    assert [(p["file"], p["linked"], p["verdict"]) for p in report["programs"]] == [("main.c", "p", "safe"), ("main.c", "q", "unsafe")]
    for run in range(2):  # what was found is known again, by program
        result = box.run("project", ".", "--cache", "kept").expect(1)
    assert "0 analysed, 2 unchanged" in result.err and "main.c@p  safe" in result.out, result.err


@test
def a_main_in_a_library_is_one_program_for_each_link(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    box.write("g.c", BAD)
    build(box, "-c main.c", "-c f.c", "-c g.c")
    assert run(box, "ar", "rcs", "libmain.a", "main.o").returncode == 0
    build(box, "-o p f.o libmain.a", "-o q g.o libmain.a")
    out = check(box, 1).out
    assert "main.c@p  safe" in out and "main.c@q  unsafe" in out, out


@test
def a_link_takes_the_objects_of_its_time(box):
    box.write("main.c", MAIN)
    box.write("f.c", "#ifdef BAD\n" + BAD + "#else\n" + GOOD + "#endif\n")
    build(box, "-c main.c", "-DBAD -c f.c", "-o p main.o f.o", "-c f.c", "-o q main.o f.o")
    out = check(box, 1).out
    assert "main.c@p  unsafe" in out and "main.c@q  safe" in out, out
    build(box, "-o p main.o f.o")  # again, with what is there now
    check(box, 0)
    os.remove(box.folder / LOG)
    note(box, "gcc", "-c", "main.c")
    note(box, "gcc", "-o", "p", "main.o", "f.o")
    note(box, "gcc", "-c", "f.c")
    expect_open(box, "f.o")


@test
def one_command_makes_several_objects(box):
    box.write("main.c", MAIN)
    box.write("sub/f.c", GOOD)
    box.write("g.c", BAD)
    build(box, "-c main.c sub/f.c g.c", "-o p main.o f.o")
    assert "note" not in check(box, 0).err


@test
def what_nobody_can_read_is_said(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    build(box, "-c main.c", "-c f.c")
    for words in (["x.s"], ["x.S"], ["x.cc"], ["x.bc"], ["x.os"], ["x.o"], ["x.a"], ["own/x.so"], ["x"], ["@args"], ["-T", "x.ld"], ["-u", "x"]):
        note(box, "gcc", "-o", "p", "main.o", "f.o", *words)
        expect_open(box, " ".join(words))
    for words, text in ((["-l:libx.a"], "-l:libx.a"), (["-lgone"], "-lgone"), (["-l", "gone"], "-lgone"), (["-Wl,-lgone"], "-lgone"),
                        (["-Xlinker", "-lgone"], "-lgone"), (["-Wl,--library=gone"], "-lgone"), (["-Wl,--start-group,x.o,--end-group"], "x.o"),
                        (["-Wl,-T", "-Wl,x.ld"], "x.ld"), (["-Wl,--script=x.ld"], "--script x.ld"), (["-x", "assembler", "f.c"], "f.c")):
        note(box, "gcc", "-o", "p", "main.o", "f.o", *words)
        expect_open(box, text)
    os.remove(box.folder / LOG)
    build(box, "-c main.c", "-c f.c")
    note(box, "ccache", "gcc", "-v", "-o", "p", "main.o", "f.o", "-lm", "-Wl,-rpath,/x", "-Wl,-soname", "-Wl,x.so", "-Wl,-z,now", "-Wl,--as-needed")
    assert "note" not in check(box, 0).err
    note(box, "gcc", "-o", "p", "main.o", "f.o", "gone.c")
    expect_open(box, "gone.c")


@test
def files_in_other_languages_are_named(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    build(box, "-c main.c", "-c f.c", "-o p main.o f.o")
    note(box, "g++", "-c", "x.cc", "-o", "x.o")
    note(box, "gcc", "-c", "y.S")
    note(box, "gcc", "-c", "@words")
    err = check(box, 0).err
    assert "2 files that are not C are left out: x.cc, y.S\n" in err and "line 6: nobody knows what @words has compiled\n" in err, err


@test
def libraries_are_part_of_what_takes_them(box):
    box.write("main.c", MAIN)
    box.write("f.c", "int g(int);\nint f(int x) { return g(x); }\n")
    box.write("g.c", BAD.replace("f(", "g("))
    build(box, "-c main.c", "-fPIC -c g.c")
    assert run(box, "ar", "rcs", "libg.a", "g.o").returncode == 0
    build(box, "-shared -fPIC -o libf.so.1 f.c libg.a")
    os.symlink("libf.so.1", box.folder / "libf.so")
    build(box, "-o p main.o -L. -lf")
    assert "definite null-dereference at g.c:1" in check(box, 1).out
    box.write("x.o", "")  # an object that nobody saw in the library makes the program open
    note(box, "gcc", "-shared", "-o", "libf.so.1", "f.c", "libg.a", "x.o")
    expect_open(box, "x.o")
    note(box, "gcc", "-r", "-o", "both.o", "main.o", "g.o")
    note(box, "gcc", "-o", "p", "both.o", "f.c")
    assert "definite null-dereference at g.c:1" in check(box, 1).out


@test
def archives_are_opened(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    box.write("sub/f.c", BAD)
    build(box, "-c main.c", "-c f.c", "-c sub/f.c -o sub/f.o")
    assert run(box, "ar", "rcs", "libf.a", "sub/f.o").returncode == 0
    env = dict(os.environ, LIBRARY_PATH=str(box.folder))
    for link in ("main.o libf.a", "main.o -L. -l:libf.a", "main.o -L. -Wl,-lf", "main.o -static -L. -lf"):
        build(box, f"-o p {link}")
        result = check(box, 1)
        assert "at sub/f.c:1" in result.out and "note" not in result.err, (link, result.err)
    assert cc(box, "gcc", "-o", "p", "main.o", "-lf", env=env).returncode == 0
    assert "at sub/f.c:1" in check(box, 1).out
    os.remove(box.folder / "sub/f.o")  # which of the two it is cannot be told any more
    expect_open(box, "libf.a(f.o)")
    box.write("start.c", START)
    build(box, "-c start.c", "-c f.c")
    assert run(box, "ar", "rcs", "libs.a", "start.o").returncode == 0
    build(box, "-o p main.o f.o libs.a")
    result = check(box, 0)  # nothing of it is needed, so it is not linked
    assert "verdict: safe" in result.out and "runs without being called" not in result.err, result.err
    build(box, "-o p main.o f.o -Wl,--whole-archive libs.a -Wl,--no-whole-archive")
    assert "invalid-free at start.c:2" in check(box, 1).out
    build(box, "-DX -c start.c")  # compiled again, but what comes out is what is in the archive
    assert "nobody knows" not in check(box, 1).err
    box.write("start.c", START + "int more;\n")
    build(box, "-c start.c")
    expect_open(box, "libs.a(start.o)")
    (box.folder / "made-elsewhere.o").write_bytes((box.folder / "f.o").read_bytes())
    assert run(box, "ar", "rcs", "libs.a", "made-elsewhere.o").returncode == 0
    build(box, "-o p main.o f.o libs.a")
    expect_open(box, "libs.a(start.o)", "libs.a(made-elsewhere.o)")


@test
def what_is_loaded_runs_its_constructors(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    box.write("start.c", START)
    build(box, "-c main.c", "-shared -fPIC -o libf.so f.c start.c", "-o p main.o ./libf.so")
    assert "invalid-free at start.c:2" in check(box, 1).out


@test
def a_file_that_does_not_compile_is_missed_where_it_is_linked(box):
    box.write("main.c", "int main(void) { return 0; }\n")
    box.write("f.c", "int f( { return 1 }\n")
    for words in (["-c", "main.c"], ["-c", "f.c"], ["-o", "p", "main.o", "f.o"], ["-o", "q", "main.o"]):
        note(box, "gcc", *words)
    result = check(box, 2)
    assert "f.c: error: does not compile, but is linked as p\n" in result.err, result.err
    assert "main.c@p  unknown" in result.out and "main.c@q  safe" in result.out, result.out


@test
def programs_that_nobody_saw_have_no_verdict(box):
    box.write("main.c", MAIN)
    box.write("f.c", GOOD)
    build(box, "-c main.c", "-c f.c", "-o p main.o f.o")
    box.write("q", "")
    note(box, "gcc", "-o", "gone", "x.o")
    assert "verdict: safe" in check(box, 0).out
    note(box, "gcc", "-o", "q", "x.o")
    assert "q is not read: nobody saw how the file with its main was compiled" in check(box, 2).out
    os.remove(box.folder / LOG)
    build(box, "-c main.c", "-c f.c")
    assert "main.c: note: no command that links it was seen; what it needs is looked for among all files\n" in check(box, 0).err


@test
def a_newer_list_of_commands_is_not_passed_over_silently(box):
    box.write("main.c", "int main(void) { return 0; }\n")
    build(box, "-o p main.c")
    box.write("compile_commands.json", "[]")
    os.utime(box.folder / "compile_commands.json", (1, 1))
    assert "note" not in check(box, 0).err
    os.utime(box.folder / LOG, (0, 0))
    assert "heapproof.build: note: is read, though compile_commands.json is newer; build again, or remove one of them\n" in check(box, 0).err
    box.write("sub/compile_commands.json", json.dumps([{"directory": str(box.folder), "file": "main.c", "command": "gcc -c main.c"}]))
    assert "is read, since heapproof.build is not here but in the folder above" in box.run("project", "sub", "--no-cache").expect(0).err
    os.remove(box.folder / LOG)
    os.remove(box.folder / "compile_commands.json")
    assert "has neither heapproof.build (which 'heapproof cc' writes) nor compile_commands.json\n" in check(box, 3).err


@test
def the_environment_counts(box):
    box.write("sub/x.h", "#define X 0\n")
    box.write("main.c", "#include <x.h>\nint main(void) { return *(int *)X; }\n")
    for variable in ("CPATH", "C_INCLUDE_PATH"):
        (box.folder / LOG).unlink(missing_ok=True)
        assert cc(box, "gcc", "-c", "main.c", env={**os.environ, variable: "sub"}).returncode == 0
        assert "null-dereference at main.c:2" in check(box, 1).out


@test
def whoever_waits_does_not_wait_for_ever(box):
    """A log that somebody keeps locked, and an alarm that whoever started us does not want to hear."""
    box.write("a.c", "int x;\n")
    box.write(LOG, "")
    def deafen():
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    with (box.folder / LOG).open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        process = box.start("cc", "gcc", "-c", "a.c", preexec_fn=deafen)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        for _ in range(200):  # instead of the ten seconds after which the system does it
            if process.poll() is not None:
                break
            for child in children.read_text().split() if pathlib.Path(f"/proc/{process.pid}/comm").read_text() == "heapproof\n" else []:
                os.kill(int(child), signal.SIGALRM)
            time.sleep(0.02)
        assert process.wait(timeout=5) == 0
        process.communicate()
    assert (box.folder / "a.o").exists() and box.read(LOG) == ""


@test
def the_linker_is_heard(box):
    box.write("main.c", "int get(void);\nint main(void) { return get(); }\n")
    box.write("g.c", "int get(void) { return 0; }\n")
    box.write("v.c", "int __wrap_get(void) { return *(int *)0; }\n")
    build(box, "-c main.c", "-c g.c", "-c v.c", "-o p main.o g.o v.o -Wl,--wrap=get")
    assert "null-dereference at v.c:1" in box.run("project", ".", "--cache", "c").expect(1).out
    build(box, "-o p main.o g.o v.o -Wl,--wrap=other")
    assert "'get, if nothing wraps it'" in box.run("project", ".", "--cache", "c").expect(2).out


@test
def the_last_command_counts_and_missing_sources_do_not(box):
    box.write("a.c", "int main(void) { return *(int *)X; }\n")
    box.write("conftest.c", "int main(void) { return 0; }\n")
    build(box, "-DX=&x -Dx=0 -c conftest.c", "-DX=0 -c a.c", "-Dint(x)=int -c conftest.c")
    os.remove(box.folder / "conftest.c")
    result = box.run("project", ".", "--no-cache").expect(1)
    assert "left out, because not there any more: conftest.c\n" in result.err, result.err
    box.write("a.c", "int y;\nint main(void) { return *(int *)X; }\n")
    build(box, "-DX=&y -c a.c")
    assert "total: " not in box.run("project", ".", "--no-cache").expect(0).out


@test
def one_command_compiles_and_links(box):
    box.write("main.c", MAIN)
    box.write("f.c", "int f(int x) { return x; }\n")
    box.write("g.c", "int f(int x) { return *(int *)0; }\n")
    box.write("args", "main.c f.c")
    build(box, "-c g.c", "@args -o p")
    os.remove(box.folder / "args")
    assert "verdict: safe\n" in box.run("project", ".", "--no-cache").expect(0).out
    (box.folder / LOG).write_text("\n")
    assert "has no command that compiles a C file" in box.run("project", ".", "--no-cache").expect(3).err


CMAKE = """cmake_minimum_required(VERSION 3.21)
project(p C)
add_library(f STATIC f.c)
add_executable(good main.c)
target_link_libraries(good f)
add_executable(bad main.c g.c)
"""
MESON = "project('p', 'c')\nf = static_library('f', 'f.c')\nexecutable('good', 'main.c', link_with: f)\nexecutable('bad', 'main2.c', 'g.c')\n"


def write_two(box):
    box.write("main.c", MAIN)
    box.write("main2.c", MAIN)
    box.write("f.c", "int f(int x) { return x; }\n")
    box.write("g.c", "int f(int x) { return *(int *)0; }\n")
    box.write("bin/heapproof", f"#!/bin/sh\nexec {pathlib.Path(box.program).resolve()} \"$@\"\n", 0o755)
    return dict(os.environ, PATH=f"{box.folder}/bin:{os.environ['PATH']}", CMAKE_C_COMPILER_LAUNCHER="")


@test
def cmake_builds_through_the_snippet(box):
    if not shutil.which("cmake"):
        skip("cmake")
    env = write_two(box)
    box.write("CMakeLists.txt", CMAKE.replace("bad main.c", "bad main2.c"))
    done = run(box, "cmake", "-S", ".", "-B", "build", f"-DCMAKE_PROJECT_INCLUDE={ROOT}/examples/build/heapproof.cmake", env=env)
    assert done.returncode == 0, done
    assert run(box, "cmake", "--build", "build", env=env).returncode == 0
    out = box.run("project", "build", "--no-cache").expect(1).out
    assert "main.c   safe" in out and "main2.c  unsafe" in out, out


@test
def meson_builds_through_the_native_file(box):
    if not shutil.which("meson") or not shutil.which("ninja"):
        skip("meson or ninja")
    env = write_two(box)
    box.write("meson.build", MESON)
    done = run(box, "meson", "setup", "build", "--native-file", ROOT / "examples/build/heapproof-meson.ini", env=env)
    assert done.returncode == 0, done
    done = run(box, "ninja", "-C", "build", env=env)
    assert done.returncode == 0, done
    assert (box.folder / "build" / LOG).exists() and not (box.folder / LOG).exists(), box.files()
    out = box.run("project", "build", "--no-cache").expect(1).out
    assert "main.c   safe" in out and "main2.c  unsafe" in out, out


@test
def the_hook_lets_no_definite_finding_pass(box):
    env = dict(write_two(box), HEAPPROOF_BUILD_DIR=".", XDG_CACHE_HOME=str(box.folder / "cache"), GIT_CONFIG_GLOBAL="/dev/null")
    git = ["git", "-c", "user.name=n", "-c", "user.email=e"]
    build(box, "-c main.c", "-c f.c", "-o p main.o f.o")
    assert run(box, "git", "init", "-q", env=env).returncode == 0
    shutil.copy(ROOT / "examples/build/pre-commit", box.folder / ".git/hooks/pre-commit")
    run(box, "git", "add", "main.c", "f.c", env=env)
    done = run(box, *git, "commit", "-qm", "x", env=env)
    assert done.returncode == 0, done
    box.write("f.c", "int f(int x) { return *(int *)0; }\n")
    run(box, "git", "add", "f.c", env=env)
    done = run(box, *git, "commit", "-qm", "x", env=env)
    assert done.returncode == 1 and b"null-dereference" in done.stdout + done.stderr, done


if __name__ == "__main__":
    sys.exit(run_all())
