#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the concrete interpreter with reality: every program of tests/corpus is compiled and run under the tool that can see its
fault, and run by `heapproof run`; both must show the same output, exit status, fault and line.

A program is a line in a corpus file:

    // run: [NAME...] [inputs=1,2,3] [draws=0,1,2,3] [args=a,b] [by=TOOL] -> OUTCOME [@MARK]

NAMEs are macros to define, inputs the values of the nondeterministic functions, draws those of the interpreter's choices if they are not the
same (it also chooses whether weak symbols exist), args the arguments of main after its name, if it takes any.  OUTCOME is `ok`, the name of
a rule, `stopped` (an assumption is false), `abort`, `trap` (integer division), or `unknown` (the program is fine, the interpreter must
say that it cannot tell).  A fault is expected on the line that carries @MARK in a comment; a leak on the line where the last pointer goes,
which valgrind cannot confirm.  `// also: -m32` adds each program of the file a second time with 32-bit pointers, where a tool can see its
fault there (--full).

Tools: asan (null pointers, freed memory, scopes, bounds, bad frees, assertions, error calls), msan (uninitialised values), params (msan
that also looks at arguments), valgrind (leaks), memcheck (valgrind that looks at uninitialised values and not at leaks).

Differences that are understood are listed in tests/reality/differences.txt, one a line:
`FILE[:NAME...][ inputs=...][ -m32] => the interpreter's answer: REASON`; an entry that no longer differs in this way is a failure.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
HARNESS = HERE / "reality" / "harness.c"
DIFFERENCES = HERE / "reality" / "differences.txt"
TIMEOUT = 60

COMMON = ["-std=gnu17", "-D_GNU_SOURCE", "-O0", "-gdwarf-4", "-w", "-fno-omit-frame-pointer", "-pthread"]
BITS = {64: ["-m64"], 32: ["-m32", "--rtlib=compiler-rt", "--unwindlib=none"]}
BUILDS = {
    "plain": [],
    "asan": ["-fsanitize=address", "-shared-libasan", "-fsanitize-address-use-after-scope", "-fsanitize-address-use-after-return=always"],
    "msan": ["-fsanitize=memory", "-fno-sanitize-memory-param-retval"],
    "params": ["-fsanitize=memory", "-fsanitize-memory-param-retval"],
}
VALGRIND = ["valgrind", "--error-exitcode=0", "--num-callers=30"]
LEAKS = ["--leak-check=full", "--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect", "--undef-value-errors=no"]
RULE_TOOL = {"uninitialised-pointer": "msan", "memory-leak": "valgrind"}
RULES = {"null-dereference", "use-after-free", "use-out-of-scope", "out-of-bounds", "uninitialised-pointer", "invalid-free", "double-free",
         "memory-leak", "assertion-failure", "error-call"}
OUTCOMES = RULES | {"ok", "stopped", "abort", "trap", "unknown"}

UNINITIALISED = "uninitialised value"  # a fault of some rule, says the program's claim

# What AddressSanitizer says, as a rule; the first pattern that matches decides.
ASAN_RULES = [
    (r"heap-use-after-free", "use-after-free"),
    (r"attempting double-free", "double-free"),
    (r"attempting free on address which was not malloc|bad-free", "invalid-free"),
    (r"stack-use-after-(scope|return)", "use-out-of-scope"),
    (r"(heap|stack|global|dynamic-stack)-buffer-(overflow|underflow)|negative-size-param", "out-of-bounds"),
    (r"SEGV on unknown address 0x(0{5}(0{8})?|f{5}(f{8})?)[0-9a-f]{3}\b|address points to the zero page", "null-dereference"),
    (r"SEGV on unknown address", "out-of-bounds"),  # a wild address is outside every object
    (r"ERROR: AddressSanitizer: ([-\w]+)", "other error"),
]
VALGRIND_RULES = [
    (r"(Use of|depends on) uninitialised value", UNINITIALISED),
    (r"Invalid (read|write)(.*\n)*?.* (after|before) a block", "out-of-bounds"),
    (r"Invalid (read|write)(.*\n)*?.* inside a block of size \S+ free'd", "use-after-free"),
    (r"Invalid (read|write)(.*\n)*?.* below stack pointer", "use-out-of-scope"),
    (r"Invalid (read|write|free).*", "other error"),
]
STOPPED = "harness: assumption is false"
SIGNALS = {6: "abort", 8: "trap"}
ENDINGS = {"aborted": "abort", "assumption failed": "stopped", "trapped": "trap"}
FRAME = r"^(?:    #\d+ 0x|==\d+==    (?:at|by) 0x).*\b%s:(\d+)"  # a line of a stack, of either tool


@dataclasses.dataclass(frozen=True)
class Case:
    path: pathlib.Path
    names: tuple
    inputs: str
    draws: str
    args: tuple
    outcome: str
    line: int  # of the fault, 0: not given
    tool: str
    bits: int = 64

    @property
    def claim(self):
        return self.outcome + (f" at line {self.line}" if self.line else "")

    @property
    def title(self):
        name = str(self.path.relative_to(CORPUS))
        parts = [":".join((name,) + self.names)]
        if self.inputs:
            parts.append("inputs=" + self.inputs)
        if self.args:
            parts.append("args=" + ",".join(self.args))
        if self.bits == 32:
            parts.append("-m32")
        return " ".join(parts)


@dataclasses.dataclass
class Seen:
    """What one side showed."""
    outcome: str
    line: int = 0
    stdout: bytes = b""
    status: int = None  # exit status of a run that ended by itself
    why: str = ""       # why it is unknown

    def __str__(self):
        where = f" at line {self.line}" if self.line else ""
        status = f", exit {self.status}" if self.status is not None else ""
        why = f" ({self.why})" if self.why else ""
        return f"{self.outcome}{where}{status}{why}"


class CorpusError(Exception):
    pass


# ---- the corpus ------------------------------------------------------------------------------------------------------------------

RUN = re.compile(r"//\s*run:(?P<what>.*)->\s*(?P<outcome>[-\w]+)\s*(@(?P<mark>\w+))?\s*$")


def read_run(path, text, number, marks):
    match = RUN.match(text)
    if not match or match["outcome"] not in OUTCOMES:
        raise CorpusError(f"{path}:{number}: cannot read this run line")
    outcome, mark = match["outcome"], match["mark"]
    words = match["what"].split()
    names = tuple(word for word in words if "=" not in word)
    given = dict(word.split("=", 1) for word in words if "=" in word)
    if given.keys() - {"inputs", "draws", "args", "by"}:
        raise CorpusError(f"{path}:{number}: unknown word in this run line")
    if (outcome in RULES) != (mark is not None) or mark and mark not in marks:
        raise CorpusError(f"{path}:{number}: a fault, and nothing else, needs the mark of a line")
    inputs, args = given.get("inputs", ""), tuple(given["args"].split(",")) if "args" in given else ()
    tool = given.get("by", RULE_TOOL.get(outcome, "asan"))
    return Case(path, names, inputs, given.get("draws", draws_of(args, inputs)), args, outcome, marks.get(mark, 0), tool)


def draws_of(args, inputs):
    """The interpreter's choices: argc, then each string of argv as length and characters (its first one empty), then the inputs."""
    draws = [1 + len(args), 0] + [n for arg in args for n in (len(arg), *arg.encode())] if args else []
    return ",".join([str(n) for n in draws] + ([inputs] if inputs else []))


def read_file(path):
    lines = path.read_text().splitlines()
    marks = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("// run:"):
            continue
        for mark in re.findall(r"//.*?@(\w+)|/\*.*?@(\w+).*?\*/", line):
            marks[mark[0] or mark[1]] = number
    runs = [read_run(path, line, number, marks) for number, line in enumerate(lines, 1) if line.startswith("// run:")]
    if not runs:
        raise CorpusError(f"{path}: no run line")
    if any(line.startswith("// also: -m32") for line in lines):
        runs += [dataclasses.replace(case, bits=32) for case in runs if case.tool == "asan"]
    return runs


def read_differences():
    table = {}
    if DIFFERENCES.exists():
        for line in DIFFERENCES.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                key, _, rest = line.partition(" => ")
                table[key] = rest.partition(": ")[0]
    return table


# ---- reality ---------------------------------------------------------------------------------------------------------------------

class Reality:
    """Compiles and runs, keeping executables in a folder by the hash of what made them."""

    def __init__(self, folder, clang):
        self.folder = folder
        self.clang = clang
        if shutil.which(clang) is None:
            raise CorpusError(f"{clang} is needed and was not found")
        self.version = subprocess.run([clang, "--version"], capture_output=True, check=True).stdout
        folder.mkdir(parents=True, exist_ok=True)
        symbolizer = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")
        if symbolizer is None or shutil.which("valgrind") is None:
            raise CorpusError("valgrind and llvm-symbolizer are needed (packages valgrind and llvm-19)")
        self.env = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": "/nowhere",
                    "ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=0:handle_abort=0:handle_sigfpe=0:exitcode=99:"
                                    "strict_string_checks=1:allocator_may_return_null=1:fast_unwind_on_fatal=0",
                    "LD_LIBRARY_PATH": self.runtime_folder(), "MSAN_OPTIONS": "exitcode=99:allocator_may_return_null=1", "ASAN_SYMBOLIZER_PATH": symbolizer, "MSAN_SYMBOLIZER_PATH": symbolizer}

    def runtime_folder(self):
        done = subprocess.run([self.clang, "-print-file-name=libclang_rt.asan-x86_64.so"], capture_output=True, text=True, check=True)
        return os.path.dirname(done.stdout.strip())

    def compile(self, sources, flags, suffix):
        data = hashlib.sha256(self.version + "\0".join(flags).encode())
        for source in sources:
            data.update(source.name.encode() + b"\0" + source.read_bytes())
        out = self.folder / (sources[0].stem + "-" + data.hexdigest()[:24] + suffix)
        if not out.exists():
            part = out.with_name(out.name + f".{os.getpid()}.part")
            command = [self.clang, *flags, *(["-c"] if suffix == ".o" else []), *map(str, sources), "-o", str(part)]
            if suffix != ".o":
                command += ["-lm"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise CorpusError(f"{sources[0]}: does not compile:\n{done.stderr}")
            part.rename(out)
        return out

    def program(self, case, tool):
        build = build_of(tool)
        flags = COMMON + BITS[case.bits] + BUILDS[build]
        harness = self.compile([HARNESS], flags, ".o")
        return self.compile([case.path, harness], flags + ["-D" + name for name in case.names], "")

    def run(self, command, case):
        env = dict(self.env, HEAPPROOF_INPUTS=case.inputs)
        if case.bits == 32:
            env["ASAN_OPTIONS"] += ":fast_unwind_on_fatal=1"
        return subprocess.run([*command, *case.args], capture_output=True, env=env, timeout=TIMEOUT, stdin=subprocess.DEVNULL)

    def observe(self, case, tool):
        if tool in ("valgrind", "memcheck"):
            return self.valgrind(case, LEAKS if tool == "valgrind" else [])
        done = self.run([str(self.program(case, tool))], case)
        text = done.stderr.decode(errors="replace")
        seen = Seen("ok", 0, done.stdout, done.returncode)
        rule = fault(text)
        if rule:
            seen.outcome, seen.line, seen.status = rule, line_of(text, case.path), None
        elif done.returncode < 0:
            seen.outcome, seen.status = SIGNALS.get(-done.returncode, f"signal {-done.returncode}"), None
        elif STOPPED in text:
            seen.outcome, seen.status = "stopped", None
        return seen

    def valgrind(self, case, options):
        done = self.run([*VALGRIND, *options, str(self.program(case, "valgrind"))], case)
        text = done.stderr.decode(errors="replace")
        leaked = sum(int(n.replace(",", "")) for n in re.findall(r"(?:definitely|indirectly) lost: ([\d,]+) bytes", text))
        rule = next((rule for pattern, rule in VALGRIND_RULES if re.search(pattern, text)), None)
        if rule:
            return Seen(rule, line_of(text, case.path), done.stdout)
        if leaked:
            return Seen("memory-leak", case.line, done.stdout, done.returncode)
        if STOPPED in text:
            return Seen("stopped", 0, done.stdout)
        return Seen("ok", 0, done.stdout, done.returncode)


def build_of(tool):
    return tool if tool in BUILDS else "plain"


def fault(text):
    if "harness: error call" in text:
        return "error-call"
    if re.search(r"^\S*:\d+: .*Assertion `.*' failed", text, re.M) or re.search(r"Assertion `.*' failed\.", text):
        return "assertion-failure"
    if "MemorySanitizer: use-of-uninitialized-value" in text:
        return UNINITIALISED
    for pattern, rule in ASAN_RULES:
        if re.search(pattern, text):
            return rule
    return None


def line_of(text, path):
    """The line of the program in the first stack shown, or in the message of a failed assertion; 0 if there is none."""
    stack = re.split(r"\n\s*\n| is located |==  Address 0x", text)[0]
    match = re.search(FRAME % re.escape(path.name), stack, re.M) or re.search(re.escape(path.name) + r":(\d+): .*Assertion", text)
    return int(match[1]) if match else 0


def agrees_with_claim(case, seen):
    """Does what reality showed confirm the run line?"""
    claim = case.outcome
    if claim == "unknown":
        claim = "ok"
    outcome = claim if seen.outcome == UNINITIALISED and claim in ("uninitialised-pointer", "invalid-free") else seen.outcome
    return outcome == claim and (claim not in RULES or seen.line in (0, case.line))


def realities(case, full):
    """The tools to run: the first decides, the others must find nothing either."""
    others = ["plain", "msan", "valgrind"] if full and case.bits == 64 and case.outcome in ("ok", "unknown", "stopped") else []
    return [case.tool] + others


# ---- the interpreter -------------------------------------------------------------------------------------------------------------

def interpret(heapproof, case):
    with tempfile.TemporaryDirectory(prefix="heapproof-") as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [heapproof, "run", "--format", "json", "-o", str(report), f"-m{case.bits}", "-std=gnu17", "-D_GNU_SOURCE"]
        command += ["--property", "default,memory-leak"]  # as the tools see it
        command += ["-D" + name for name in case.names] + ["--inputs", case.draws] * bool(case.draws) + [str(case.path), "--", "-w"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return Seen("no answer in time")
        if not report.exists():
            return Seen(f"no report (status {done.returncode}): " + done.stderr.decode(errors="replace").strip()[-300:])
        program = json.loads(report.read_text())["programs"][0]
    return read_program(program, case, done.stdout)


def decisive(findings, claim):
    """The finding to compare.  A loss of memory does not end a run, and the tool that sees the other faults does not see it: where such a
    fault is claimed, the first of these counts."""
    others = [finding for finding in findings if finding["rule"] != "memory-leak"]
    wanted = others if others and claim != "memory-leak" else findings
    return wanted[0] if wanted else None


def read_program(program, case, stdout):
    ending = program["ending"] or ""
    finding = decisive(program["findings"], case.outcome)
    if finding:
        place = finding["place"]
        line = place["line"] if pathlib.Path(place["file"]).name == case.path.name else 0
        seen = Seen(finding["rule"], line, stdout)
    else:
        seen = Seen(ENDINGS.get(re.split(": | at ", ending)[0], ending), 0, stdout)
    if program["verdict"] == "unknown":
        seen.outcome, seen.why = "unknown", program["reason"]
    status = re.match(r"exit status (-?\d+)", ending)
    if status:
        seen.outcome, seen.status = seen.outcome if finding or seen.why else "ok", int(status[1]) & 0xff
    return seen


def compare(case, real, ours):
    """What differs between the two, in words; empty if nothing does."""
    if case.outcome == "unknown":
        return "" if ours.outcome == "unknown" else f"expected unknown, interpreter: {ours}"
    if ours.outcome != case.outcome or (case.line and ours.line != case.line):
        return f"compiled: {real}; interpreter: {ours}; expected {case.claim}"
    same = real.stdout == ours.stdout
    if not same and not (case.outcome in RULES and real.stdout.startswith(ours.stdout) and ours.status is None):
        return f"output differs: compiled {real.stdout!r}; interpreter {ours.stdout!r}"
    if case.outcome in ("ok", "memory-leak") and real.status != ours.status:
        return f"exit status differs: compiled {real.status}; interpreter {ours.status}"
    return ""


# ---- all of it -------------------------------------------------------------------------------------------------------------------

@dataclasses.dataclass
class Answer:
    """What became of one case: the disagreement in words (empty: none) and what the interpreter said (empty: it was not asked)."""
    text: str
    ours: str = ""


def judge(case, reality, options):
    real = None
    try:
        for tool in realities(case, options.full):
            seen = reality.observe(case, tool)
            if not agrees_with_claim(case, seen):
                return Answer(f"corpus is wrong: {tool} says {seen}; claimed {case.claim}")
            if real is not None and tool != "valgrind" and seen.stdout != real.stdout:  # valgrind rounds long double to 64 bits
                return Answer(f"corpus is wrong: output depends on the tool ({tool})")
            real = real or seen
    except subprocess.TimeoutExpired:
        return Answer("corpus is wrong: the compiled program does not end")
    if options.heapproof is None:
        return Answer("")
    ours = interpret(options.heapproof, case)
    return Answer(compare(case, real, ours), str(ours))


def parse_arguments():
    parser = argparse.ArgumentParser(description="Compare `heapproof run` with compiled programs.")
    parser.add_argument("--heapproof", metavar="PATH", help="the program to test; without it only the corpus is checked")
    parser.add_argument("--build", metavar="DIR", default="build", help="where compiled programs are kept (in DIR/reality)")
    parser.add_argument("--quick", dest="full", action="store_false", help="64 bits, one tool for each program (default)")
    parser.add_argument("--full", action="store_true", help="also 32 bits, and every tool on programs without fault")
    parser.add_argument("--only", metavar="TEXT", default="", help="only programs whose title contains TEXT")
    parser.add_argument("--clang", metavar="PATH", default="clang-19")
    parser.add_argument("--jobs", type=int, default=2)
    parser.set_defaults(full=False)
    return parser.parse_args()


def report(cases, answers, differences, titles):
    failed, used = 0, set()
    for case, answer in zip(cases, answers):
        if answer.text and answer.ours and answer.ours == differences.get(case.title):
            used.add(case.title)
        elif answer.text:
            failed += 1
            print(f"{case.title}: {answer.text}")
    stale = sorted(key for key in differences if key not in used and (key in {case.title for case in cases} or key not in titles))
    for key in stale:
        print(f"{DIFFERENCES.name}: {key}: does not differ in this way")
    faulty = sum(case.outcome in RULES for case in cases)
    print(f"{len(cases)} programs, {faulty} with a fault, {len(used)} explained differences")
    print(f"{len(cases) - failed} passed, {failed + len(stale)} failed")
    return failed + len(stale)


def main():
    options = parse_arguments()
    corpus = [case for path in sorted(CORPUS.rglob("*.c")) for case in read_file(path)]
    cases = [case for case in corpus if options.only in case.title and (options.full or case.bits == 64)]
    reality = Reality(pathlib.Path(options.build) / "reality", options.clang)
    for bits, build in {(case.bits, build_of(tool)) for case in cases for tool in realities(case, options.full)}:
        reality.compile([HARNESS], COMMON + BITS[bits] + BUILDS[build], ".o")
    # The programs of one file stay in one thread, so that no two threads build the same executable.
    files = [list(group) for _, group in itertools.groupby(cases, key=lambda case: case.path)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = sum(pool.map(lambda group: [judge(case, reality, options) for case in group], files), [])
    differences = read_differences() if options.heapproof else {}
    return 1 if report(cases, answers, differences, {case.title for case in corpus}) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CorpusError as error:
        sys.exit(f"reality.py: {error}")
