#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Verdicts of the symbolic-heap domain on programs, most of them in families: NAME.c is correct, NAME_bad_RULE.c has a fault.

The first line of a program says what is expected:

    // expect: safe
    // expect: unsafe RULE LINE      a run breaks this rule there; others may break it elsewhere, and be told first
    // expect: unsafe RULE LINE by CAUSE
                                  the same, and this other rule is named as its cause; without it none is
    // expect: not safe [RULE LINE]  this is reported there, perhaps as possible only

More such lines, `// expect -DNAME ...: ...`, make it several programs: the file with these macros.  Instead of LINE there may be `@TAG`, the line whose
comment contains @TAG, or `FILE@TAG`, that of a header in the same folder.  `; inputs LIST` behind the place of a fault gives a run that meets it, where it
is too long to be searched for.  The line after them may give the property: `// property: LIST`; without it leaks at exit are findings.
FOLDER/open.txt lists what is not reached yet, `PROGRAM: REASON` a line (a program is named by its file and its macros).  A program on
it may come out unknown; if it comes out as expected, that is said.  A wrong verdict always fails.

usage: run.py HEAPPROOF [--folder FOLDER] [--jobs N] [--time S] [--domain NAME] [--sound] [--sarif] [--runs N] [--native N] [--busy N] [PART OF A NAME]

--sound: only wrong verdicts and crashes fail (for builds that are slow).  --runs, --native: what the first lines say is compared with N runs of each
program by the interpreter, and by the program compiled with AddressSanitizer; the domain is left out.  --sarif: the SARIF logs of all programs are
validated, too.  --busy: N processes do nothing but take time beside it; verdicts must not depend on that."""
import argparse
import atexit
import concurrent.futures
import itertools
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HARNESS = HERE.parent / "reality" / "harness.c"
EXPECT = re.compile(r"// expect((?: -D\w+)*): (safe|unsafe|not safe)(?: (\S+) (?:(\d+)|([\w.]*)@(\w+)))?(?: by (\S+))?(?:; inputs ([\d,]+))?$")
CAUSE = re.compile(r": note: the cause is an .* \[([\w-]+)\]$", re.M)
PROPERTY = re.compile(r"// property: (\S+)$")
VERDICT = re.compile(r"^verdict: (safe|unsafe|unknown)(.*)$", re.M)
INPUTS = re.compile(r"^(?:inputs:|repeat with: heapproof run --inputs) (\S+)$", re.M)
NATIVE_SECONDS = 20
LEAKS_TOLD = "default,memory-leak"  # leaks at exit are findings
PATIENCE = 60  # times the time asked for, on a machine that is busy
# AddressSanitizer does not see these, or not for sure: a lost pointer may be left over on the stack.
UNSEEN = {"memory-leak", "memory-cleanup", "uninitialised-pointer"}


class Program:
    """A file, its macros, and what is expected of it: kind, rule, and place as FILE:LINE."""
    def __init__(self, folder, path, expect, after):
        self.path, self.file, self.macros = path, path.relative_to(folder).as_posix(), expect[1].split()
        self.name = " ".join([self.file, *self.macros])
        self.kind, self.rule = expect[2], expect[3]
        self.place = self.rule and self.place_of(expect[4], expect[5] or path.name, expect[6])
        self.cause, self.inputs = expect[7], expect[8]
        option = PROPERTY.match(after)
        self.property = [f"--property={option[1] if option else LEAKS_TOLD}"]

    def place_of(self, line, file, tag):
        if not line:
            text = (self.path.parent / file).read_text().splitlines()
            found = [n for n, t in enumerate(text, 1) if re.search(rf"//.*@{tag}\b", t) and not EXPECT.match(t)]
            line = found[0] if len(found) == 1 else sys.exit(f"{self.name}: @{tag} is not one line of {file}")
        return f"{pathlib.PurePosixPath(self.file).parent / file}:{line}"

    def safe(self):
        return self.kind == "safe"


def output(command, folder):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


def heapproof(o, program, *arguments):
    return output([o.heapproof, *arguments, *program.property, *program.macros, program.file], o.folder)


# ---- verdicts ----------------------------------------------------------------------------------------------------------------------

def shown(program, text):
    """Is the expected rule reported in the expected line?"""
    rule, place = program.rule, program.place
    return rule is None or re.search(rf"^{re.escape(place)}:.*\[{re.escape(rule)}\]$", text, re.M)


def among(program, found, text):
    """Does the verdict name the same rule in another place, and is the expected one definite, too?"""
    place, rule = re.escape(program.place), re.escape(program.rule)
    return found.startswith(f"unsafe {program.rule} at ") and re.search(rf"^{place}:\d+: (error: .*\[{rule}\]$|note: also here: )", text, re.M)


def judge(program, verdict, text):
    """right, wrong or open, and why."""
    kind, found = program.kind, verdict[1] + verdict[2]
    if kind == "safe":
        return ("right", "") if verdict[1] == "safe" else ("wrong" if verdict[1] == "unsafe" else "open", f"the verdict is {found}")
    if verdict[1] == "safe":
        return "wrong", "the verdict is safe"
    if kind == "not safe":
        return ("right", "") if shown(program, text) else ("open", f"no {program.rule} is reported at {program.place}")
    if verdict[1] == "unknown":
        return "open", f"the verdict is {found}"
    causes = set(CAUSE.findall(text))
    if causes != ({program.cause} if program.cause else set()):
        return "wrong", f"the cause is {', '.join(causes) or 'not named'}"
    claim = f"unsafe {program.rule} at {program.place}"
    return ("right", "") if found == claim or among(program, found, text) else ("wrong", f"the verdict is {found}")


def ask(o, program, seconds):
    domain = [f"--domain={o.domain}"] if o.domain else []
    if o.logs:
        domain += ["--format=text", "--format=sarif", "-o", pathlib.Path(o.logs, re.sub(r"\W+", "_", program.name) + ".sarif")]
    done = heapproof(o, program, "check", *domain, *([f"--time-limit={seconds}"] if seconds else []))
    verdict = VERDICT.search(done.stdout)
    if not verdict:
        return "wrong", f"no verdict (status {done.returncode}): {done.stderr.strip()}"
    return judge(program, verdict, done.stdout)


def check(o, program):
    """A busy machine is no excuse, but a reason to ask again with more time."""
    outcome = ask(o, program, o.time)
    again = outcome[0] == "open" and o.time and not o.sound and program.name not in o.known
    return ask(o, program, o.time * PATIENCE) if again else outcome


# ---- SARIF -------------------------------------------------------------------------------------------------------------------------

PAGE_TESTS = HERE.parent / "html"
SCHEMA = pathlib.Path(os.environ.get("HEAPPROOF_SARIF_SCHEMA", HERE.parents[2] / "shared" / "sarif-schema-2.1.0.json"))


def validate(o, number):
    """A line of TAP about all logs."""
    what = f"ok {number} - the SARIF logs of all programs validate"
    missing = [str(need) for need in (SCHEMA, PAGE_TESTS / "node_modules" / "installed") if not need.exists()] + ["node"] * (not shutil.which("node"))
    if missing:
        print(f"{what} # SKIP {missing[0]} is not there")
        return True
    done = output(["node", PAGE_TESTS / "sarif.js", SCHEMA, o.logs], HERE)
    print((done.stdout + done.stderr).replace("\n", "\n# ").join(("# ", "")).rstrip("# "), end="")
    print(what if done.returncode == 0 else "not " + what)
    return done.returncode == 0


# ---- runs --------------------------------------------------------------------------------------------------------------------------

def interpret(o, program):
    """A safe program breaks no rule in any run; the other ones do in one."""
    if program.inputs:
        done = heapproof(o, program, "run", f"--inputs={program.inputs}").stdout
        found = f"run: fault {program.rule} at {program.place}\n" in done
        return ("right", "") if found else ("wrong", f"with the inputs: {done.strip().splitlines()[-1:]}")
    if not program.safe():
        text = heapproof(o, program, "check", "--domain=none").stdout
        verdict = VERDICT.search(text)
        return judge(program, verdict, text) if verdict else ("wrong", "no verdict")
    with tempfile.TemporaryDirectory() as folder:
        ir = pathlib.Path(folder) / "program.hir"
        ir.write_text(output([o.heapproof, "ir", *program.macros, program.file], o.folder).stdout)
        for seed in range(1, o.runs + 1):
            done = output([o.heapproof, "run", *program.property, f"--seed={seed}", "--max-steps=1000000", ir], o.folder)
            if done.returncode not in (0, 2) or (done.returncode == 2 and "step limit" not in done.stdout):
                return "wrong", f"seed {seed}: {done.stdout.strip().splitlines()[-1:]}"
    return "right", ""


def draw(seed):
    """Small numbers, from every second seed also characters."""
    source = random.Random(seed)
    few = [0, 1, 1, 1, 2, 3, 5, 8]
    return ",".join(str(source.choice(few if seed % 2 == 0 else few + [source.randrange(32, 127)] * 4)) for _ in range(source.randrange(40)))


def natively(o, program):
    """A safe program passes AddressSanitizer and its search for leaks; of the other ones, the run that heapproof found does not."""
    if program.rule in UNSEEN:
        return "right", ""
    with tempfile.TemporaryDirectory() as folder:
        exe = pathlib.Path(folder) / "a.out"
        subprocess.run(["clang-19", "-std=gnu17", "-g", "-O0", "-w", "-fsanitize=address", "-fsanitize-address-use-after-scope",
                        *program.macros, "-o", exe, program.path, HARNESS], check=True)
        if program.safe():
            inputs = [draw(seed) for seed in range(o.native)]
        else:
            found = None if program.inputs else INPUTS.search(heapproof(o, program, "check", "--domain=none").stdout)
            inputs = [program.inputs or (found[1] if found else "")]
        failed = [i for i in inputs if fails(exe, i)]
    if program.safe():
        return ("wrong", f"fails with inputs {failed[0]}") if failed else ("right", "")
    return ("right", "") if failed else ("open", "the compiled program passes")


def fails(exe, inputs):
    options = "detect_leaks=1:detect_stack_use_after_return=1:abort_on_error=0:allocator_may_return_null=1"
    try:
        done = subprocess.run([exe], env={"HEAPPROOF_INPUTS": inputs, "ASAN_OPTIONS": options}, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=NATIVE_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode < 0 or b"Sanitizer" in done.stderr


# ---- all of them -------------------------------------------------------------------------------------------------------------------

def programs_of(o):
    all_of = [program for path in sorted(o.folder.rglob("*.c")) for program in expected_of(o.folder, path)]
    return [program for program in all_of if o.part in program.name]


def expected_of(folder, path):
    lines = path.read_text().splitlines()
    expected = list(itertools.takewhile(bool, map(EXPECT.match, lines)))
    if not expected:
        sys.exit(f"{path.relative_to(folder)}: the first line says not what is expected")
    for line, expect in zip(lines, expected + [None]):
        if line.startswith("// expect") and (not expect or (expect[2] == "unsafe") > bool(expect[3])):
            sys.exit(f"{path.relative_to(folder)}: '{line}' is no expectation: a rule and its place are missing, or something is said otherwise")
    return [Program(folder, path, expect, lines[len(expected)]) for expect in expected]


def open_of(folder):
    path = folder / "open.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(re.match(r"([^:]+): (.+)$", line).groups() for line in lines if line and not line.startswith("#"))


def complaint(o, program, outcome, why):
    """What is wrong with an outcome, or an empty string."""
    if outcome == "wrong":
        return why
    if o.sound or o.runs or o.native:
        return "" if o.sound or outcome == "right" else why
    return why if outcome == "open" and program.name not in o.known else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float)
    parser.add_argument("--sound", action="store_true")
    parser.add_argument("--sarif", action="store_true")
    parser.add_argument("--domain")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--native", type=int, default=0)
    parser.add_argument("--busy", type=int, default=0)
    o = parser.parse_intermixed_args()
    o.heapproof, o.folder = o.heapproof.resolve(), o.folder.resolve()
    o.known = open_of(o.folder)
    folder = tempfile.TemporaryDirectory()
    o.logs = folder.name if o.sarif else None
    programs, failed, right = programs_of(o), 0, {True: 0, False: 0}
    missing = sorted(name for name in set(o.known) - {program.name for program in programs} if o.part in name)
    answer = interpret if o.runs else natively if o.native else check
    print(f"1..{len(programs) + len(missing) + o.sarif}")
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(o.busy)]
    atexit.register(lambda: [process.kill() for process in busy])
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for number, (program, (outcome, why)) in enumerate(zip(programs, pool.map(lambda p: answer(o, p), programs)), 1):
            wrong = complaint(o, program, outcome, why)
            failed += bool(wrong)
            right[program.safe()] += outcome == "right"
            if outcome == "right" and program.name in o.known:
                print(f"# {program.name} is listed in open.txt, and comes out as expected: take it off if that is so on every machine")
            print(f"{'not ok' if wrong else 'ok'} {number} - {program.name}" + (f": {wrong}" if wrong else ""), flush=True)
    for number, name in enumerate(missing, len(programs) + 1):
        print(f"not ok {number} - {name}: it is listed in open.txt, and does not exist")
    failed += o.sarif and not validate(o, len(programs) + len(missing) + 1)
    safe = sum(p.safe() for p in programs)
    print(f"# {right[True]} of {safe} correct programs and {right[False]} of {len(programs) - safe} faulty ones come out as expected")
    sys.exit(1 if failed or missing or not programs else 0)


if __name__ == "__main__":
    main()
