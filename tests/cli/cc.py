#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof cc, and projects by the log of their build.  usage: cc.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from tap import run_all, test

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


def skip(what):
    print(f"# SKIP {what} is not there")


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
    assert cc(box, "gcc", "-c", "a.c", b"-DX=\xff".decode("utf-8", "surrogateescape")).returncode == 0
    assert not (box.folder / LOG).exists()


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
    assert not (where / LOG).exists() and log(box)[0]["directory"] == str(where.resolve()), log(box)
    subprocess.run([box.program, "cc", "gcc", "-c", "a.c"], cwd=where, env=dict(os.environ, HEAPPROOF_BUILD=str(box.folder / "mine")), **start)
    assert len(log(box)) == 1 and len(box.read("mine").splitlines()) == 1


@test
def parallel_builds_write_whole_lines(box):
    words = [f"-DX{i}=" + "y" * 9000 for i in range(3)]
    many = [subprocess.Popen([box.program, "cc", "true", *words, f"{i}.c"], cwd=box.folder) for i in range(40)]
    assert all(p.wait() == 0 for p in many)
    assert sorted(int(e["arguments"][-1][:-2]) for e in log(box)) == list(range(40))


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
        (box.folder / LOG).open("a").write(json.dumps({"directory": str(box.folder), "arguments": ["gcc", "-o", "p", "main.o", "libf.a"]}) + "\n")
        assert box.run("project", ".", "--no-cache").status in (0, 1, 2)


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
    assert "conftest.c is not there any more\n" in result.err, result.err
    box.write("a.c", "int y;\nint main(void) { return *(int *)X; }\n")
    build(box, "-DX=&y -c a.c")
    assert "src" not in box.run("project", ".", "--no-cache").expect(0).out


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
        return skip("cmake")
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
        return skip("meson or ninja")
    env = write_two(box)
    box.write("meson.build", MESON)
    done = run(box, "meson", "setup", "build", "--native-file", ROOT / "examples/build/heapproof-meson.ini", env=env)
    assert done.returncode == 0, done
    done = run(box, "ninja", "-C", "build", env=env)
    assert done.returncode == 0, done
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
