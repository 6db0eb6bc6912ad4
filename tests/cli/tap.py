# SPDX-License-Identifier: MIT
"""Tests of the program as a whole: a function decorated with @test gets a Box, a fresh folder to run heapproof in; run_all prints TAP."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

TESTS = []


class Skipped(Exception):
    """Something that a test needs is absent."""


def skip(what):
    raise Skipped(f"{what} is not there")


def test(function):
    TESTS.append(function)
    return function


class Box:
    """A folder with files, and heapproof run inside it."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def write(self, name, contents, mode=None):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        if mode is not None:
            path.chmod(mode)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))

    def start(self, *args, **options):
        return subprocess.Popen([self.program, *args], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **options)

    def run(self, *args, timeout=60, **options):
        process = self.start(*args, **options)
        out, err = process.communicate(timeout=timeout)
        return Result(args, process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


class Result:
    def __init__(self, args, status, out, err):
        self.args, self.status, self.out, self.err = args, status, out, err

    def expect(self, status, out=None, err=None, err_match=None, out_match=None):
        """Exact output, or a regular expression that matches somewhere in it."""
        wrong = []
        if self.status != status:
            wrong.append(f"exit status {self.status}, expected {status}")
        if out is not None and self.out != out:
            wrong.append(f"standard output differs, expected:\n{out}")
        if err is not None and self.err != err:
            wrong.append(f"standard error differs, expected:\n{err}")
        if out_match is not None and not re.search(out_match, self.out, re.M):
            wrong.append(f"standard output does not match {out_match!r}")
        if err_match is not None and not re.search(err_match, self.err, re.M):
            wrong.append(f"standard error does not match {err_match!r}")
        if wrong:
            raise AssertionError(f"heapproof {' '.join(self.args)}: {'; '.join(wrong)}\n--- stdout:\n{self.out}--- stderr:\n{self.err}")
        return self


def run_one(number, function, program):
    name = function.__name__.replace("_", " ")
    folder = tempfile.mkdtemp(prefix="heapproof-test-")
    os.chmod(folder, 0o755)
    try:
        function(Box(program, folder))
        print(f"ok {number} - {name}", flush=True)
        return True
    except Skipped as why:
        print(f"ok {number} - {name} # SKIP {why}", flush=True)
        return True
    except Exception:
        print(f"not ok {number} - {name}")
        print("\n".join("# " + line for line in traceback.format_exc().splitlines()), flush=True)
        return False
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_all():
    program = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    tests = [t for t in TESTS if wanted in t.__name__]
    print(f"1..{len(tests)}")
    good = [run_one(i, t, program) for i, t in enumerate(tests, 1)]
    return 0 if tests and all(good) else 1
