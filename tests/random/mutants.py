#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutants of the correct programs of the regression suites, checked and compared with compiled runs.

usage: mutants.py HEAPPROOF COUNT [--seed S] [--first N] [--batch N] [--time S] [--runs K] [--domain NAME] [--keep FOLDER] [PART OF A NAME]

Each mutant is a correct program of tests/domain, tests/programs or tests/whole with one change: a statement dropped, doubled or swapped with its neighbour, the
sides of an assignment swapped, a number or a comparison off by one, a condition made true or false, a name exchanged.  Those that do not compile do not count.
Wrong is `safe` for one that fails natively in one of K runs, and `unsafe` where the run with the inputs that are shown does not fail natively.  The programs of
a batch are linked into one, and each run is a process of its own, under AddressSanitizer with its search for leaks; where that sees nothing, valgrind is asked.
The mutant N of a seed is the same wherever it is made; --keep leaves the wrong ones in a folder.  Ends with status 1 if anything is wrong.
"""
import argparse
import collections
import importlib.util
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SUITES = ("domain", "programs", "whole")
spec = importlib.util.spec_from_file_location("suite", HERE.parent / "domain" / "run.py")
suite = importlib.util.module_from_spec(spec)
spec.loader.exec_module(suite)
# What compiled runs show of each rule; the others cannot be confirmed by them.
SHOWN = {"use-after-free", "double-free", "invalid-free", "out-of-bounds", "null-dereference", "memory-leak", "use-out-of-scope", "uninitialised-pointer"}
# Programs whose runs tell something else: constructors run for all of a batch, an open handle is a leak of the library, and nobody hands arguments to mutants.
LEFT_OUT = re.compile(r"constructor|// property:|pthread|fopen|fdopen|popen|opendir|\bargv\b")
TRIES = 40  # to find a change that compiles
FAULT, SECONDS, NOT_READ = 99, 5, 3
# Reports of the sanitizer that are no fault of memory.
OTHERWISE = re.compile(rb"stack-overflow|allocation-size-too-big|out-of-memory|AddressSanitizer: FPE|calloc-overflow|requested allocation size")
VALGRIND = re.compile(rb"uninitialised value|Invalid (read|write|free)|definitely lost")

# ---- mutations -------------------------------------------------------------------------------------------------------------------------

STATEMENT = re.compile(r"^\s+(?!return\b|case\b|default\b|break\b|goto\b|else\b|typedef\b|struct \w+ \{|extern\b)[\w*(][^{}]*;\s*(//.*)?$")
DECLARATION = re.compile(r"^\s*(static |const |unsigned |signed |struct |union |enum |int |char |long |short |void |size_t |\w+_t )")
ASSIGNMENT = re.compile(r"^(\s+)([\w>.\[\]*-]+) = ([\w>.\[\]*-]+);(.*)$")
CONDITION = re.compile(r"\b(if|while) \(([^()]*(?:\([^()]*\)[^()]*)*)\)")
TEST = re.compile(r"(?<![<>=!-])(<=|>=|<|>|==|!=)(?![<>=])")
NUMBER = re.compile(r"(?<![\w.\"'])\d+(?![\w.\"'])")
NAME = re.compile(r"\b[a-z_]\w*\b")
KEYWORDS = set("if else while for do return break continue switch case default sizeof struct union enum static const extern int char long short unsigned signed void typedef goto"
               " malloc free calloc realloc main".split())


def code_lines(lines):
    """Lines inside of functions, without directives and comments."""
    return [k for k, line in enumerate(lines) if line.startswith((" ", "\t")) and not line.lstrip().startswith(("#", "//", "*"))]


def drop(rng, lines, k):
    return [*lines[:k], re.sub(r"\S.*", ";", lines[k], count=1), *lines[k + 1:]] if STATEMENT.match(lines[k]) and not DECLARATION.match(lines[k]) else None


def double(rng, lines, k):
    return [*lines[:k + 1], lines[k], *lines[k + 1:]] if STATEMENT.match(lines[k]) and not DECLARATION.match(lines[k]) else None


def exchange(rng, lines, k):
    good = k + 1 < len(lines) and STATEMENT.match(lines[k]) and STATEMENT.match(lines[k + 1]) and not DECLARATION.match(lines[k]) and not DECLARATION.match(lines[k + 1])
    return [*lines[:k], lines[k + 1], lines[k], *lines[k + 2:]] if good else None


def changed(lines, k, line):
    return None if line is None or line == lines[k] else [*lines[:k], line, *lines[k + 1:]]


def replaced(rng, line, pattern, new):
    """The line with one match of the pattern replaced."""
    found = [m for m in pattern.finditer(line.split("//")[0])]
    if not found:
        return None
    m = rng.choice(found)
    text = new(m)
    return None if text is None else line[:m.start()] + text + line[m.end():]


def sides(rng, lines, k):
    m = ASSIGNMENT.match(lines[k])
    return changed(lines, k, f"{m[1]}{m[3]} = {m[2]};{m[4]}") if m and not m[3][0].isdigit() and m[3] != "NULL" else None


def number(rng, lines, k):
    return changed(lines, k, replaced(rng, lines[k], NUMBER, lambda m: str(max(0, int(m[0]) + rng.choice((-1, 1, 1, 2))))))


def comparison(rng, lines, k):
    other = {"<": ("<=", ">"), "<=": ("<",), ">": (">=", "<"), ">=": (">",), "==": ("!=",), "!=": ("==",)}
    return changed(lines, k, replaced(rng, lines[k], TEST, lambda m: rng.choice(other[m[1]]) if "#include" not in lines[k] else None))


def condition(rng, lines, k):
    def new(m):
        parts = re.split(r" (&&|\|\|) ", m[2])
        if len(parts) > 1 and rng.random() < 0.7:
            return f"{m[1]} ({parts[rng.choice((0, 2))]})"
        return f"{m[1]} ({'1' if m[1] == 'if' and rng.random() < 0.7 else '0'})"
    return changed(lines, k, replaced(rng, lines[k], CONDITION, new))


def name(rng, lines, k):
    """A name becomes another one that stands near."""
    near = sorted({m for line in lines[max(0, k - 6):k + 7] for m in NAME.findall(line.split("//")[0])} - KEYWORDS)
    return changed(lines, k, replaced(rng, lines[k], NAME, lambda m: rng.choice(near) if near and m[0] not in KEYWORDS else None))


MUTATIONS = (drop, drop, drop, double, exchange, sides, number, number, comparison, comparison, condition, condition, name, name)


def mutate(rng, text):
    """A changed text and what was done, or None."""
    lines = text.split("\n")
    where = code_lines(lines)
    if not where:
        return None
    k, how = rng.choice(where), rng.choice(MUTATIONS)
    new = how(rng, lines, k)
    return ("\n".join(new), f"{how.__name__} in line {k + 1}") if new else None


# ---- checking --------------------------------------------------------------------------------------------------------------------------


class Mutant:
    def __init__(self, number, program, text, how, folder):
        self.number, self.program, self.how = number, program, how
        self.path = folder / f"{number}.c"
        self.path.write_text(text)
        self.verdict, self.rule, self.inputs, self.failed = None, None, "", None

    def flags(self):
        return [*self.program.macros, f"-I{self.program.path.parent}"]

    def __str__(self):
        return f"mutant {self.number} ({self.program.name}, {self.how})"


def ask(o, mutant):
    """Its verdict; False: it does not compile."""
    domain = [f"--domain={o.domain}"] if o.domain else []
    done = suite.output([o.heapproof, "check", "--property=memory-safety", f"--time-limit={o.time}", *domain, *mutant.flags(), mutant.path], None)
    verdict = suite.VERDICT.search(done.stdout)
    if not verdict:
        mutant.verdict = None if done.returncode == NOT_READ else "broken"
        return mutant.verdict is not None
    inputs = suite.INPUTS.search(done.stdout)
    mutant.verdict, mutant.rule, mutant.inputs = verdict[1], verdict[2].split()[0] if verdict[1] == "unsafe" else None, inputs[1] if inputs else ""
    return True


def make(o, number, programs, folder):
    rng = random.Random(f"{o.seed}/{number}")
    for _ in range(TRIES):
        program = rng.choice(programs)
        made = mutate(rng, program.path.read_text())
        if made:
            mutant = Mutant(number, program, *made, folder)
            if ask(o, mutant):
                return mutant
    return None


# ---- compiled runs -----------------------------------------------------------------------------------------------------------------------

DRIVER = """#include "%s"
#include <sys/wait.h>
%s
static int (*const mutants[])() = {%s};
static char line[1 << 20];
static void wipe(void) {  // a pointer left over on the stack is no reference
    volatile char dead[1 << 16];
    for (unsigned i = 0; i < sizeof dead; i++) dead[i] = 0;
}
static int start(int k) {
    static char *arguments[] = {"mutant", NULL};
    int status = mutants[k](1, arguments, NULL);
    wipe();
    return status == %d ? 0 : status;
}
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        int status;
        pid_t child = fork();
        if (!child) {
            char *inputs;
            long k = strtol(line, &inputs, 10);
            rest = inputs + (*inputs == ' ');
            alarm(%d);
            if (!freopen("/dev/null", "r", stdin)) return 70;
            exit(start((int)k));
        }
        waitpid(child, &status, 0);
        fprintf(stderr, "\\nmutant ended %%d\\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    return 0;
}
"""


def compiled(mutant, k, folder, *flags):
    """An object file in which nothing but mutant_K is seen from outside, or None."""
    target = folder / f"{mutant.number}.o"
    built = subprocess.run(["clang-19", "-std=gnu17", "-c", "-O0", "-w", *flags, f"-Dmain=mutant_{k}", *mutant.flags(), "-o", target, mutant.path], capture_output=True)
    return target if built.returncode == 0 and subprocess.run(["objcopy", f"--keep-global-symbol=mutant_{k}", target]).returncode == 0 else None


def link(mutants, folder, exe, *flags):
    """The numbers of those that are in the program; None: one names a function that does not exist."""
    objects = [compiled(m, k, folder, *flags) for k, m in enumerate(mutants)]
    present = [k for k, x in enumerate(objects) if x]
    declared = "\n".join(f"int mutant_{k}();" for k in present)
    driver = folder / "driver.c"
    driver.write_text(DRIVER % (suite.HARNESS, declared, ", ".join(f"mutant_{k}" if x else "0" for k, x in enumerate(objects)), FAULT, SECONDS))
    done = subprocess.run(["clang-19", "-O0", "-w", *flags, "-o", exe, driver, *(x for x in objects if x), "-lm", "-pthread"], capture_output=True)
    return present if done.returncode == 0 else None


def runs(exe, jobs):
    """What each run said and its status; jobs are (number in the batch, inputs)."""
    options = f"exitcode={FAULT}:detect_leaks=1:detect_stack_use_after_return=1:allocator_may_return_null=1:symbolize=0:redzone=512:max_allocation_size_mb=2000"
    done = subprocess.run([exe], input="".join(f"{k} {i}\n" for k, i in jobs).encode(), env={"ASAN_OPTIONS": options}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    parts = re.split(rb"\nmutant ended (\d+)\n", done.stderr)
    return list(zip(parts[0::2], map(int, parts[1::2])))


def second_look(mutant, folder):
    """What valgrind says; a run that then breaks down has another status than the one for what it says."""
    exe = folder / "plain"
    link([mutant], folder, exe)  # valgrind breaks down on newer forms of what -g writes
    done = subprocess.run(["valgrind", "-q", f"--error-exitcode={FAULT}", "--trace-children=yes", "--redzone-size=512", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect", exe],
                          input=f"0 {mutant.inputs}\n".encode(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return f"mutant ended {FAULT}".encode() in done.stderr or VALGRIND.search(done.stderr)


def is_blind(mutant, folder):
    """AddressSanitizer looks at the first byte alone of an access that is not aligned, and its pvalloc(0), which valgrind does not know, gives a page."""
    if re.search(r"\bpvalloc\b", mutant.path.read_text()):
        return True
    exe = folder / "aligned"
    link([mutant], folder, exe, "-fsanitize=alignment")
    return any(b"misaligned address" in said for said, _ in runs(exe, [(0, mutant.inputs)]))


def is_replayed(o, mutant):
    """The program's own replay knows which of the inputs are what storage held, and not choices."""
    done = suite.output([o.heapproof, "check", "--confirm", "--property=memory-safety", f"--time-limit={o.time}", *mutant.flags(), mutant.path], None)
    return "note: confirmed" in done.stdout + done.stderr


def only_there(mutant, said, inputs, folder):
    """AddressSanitizer's memalign gives null where the library's does not: an access through null ends a plain program, too."""
    if b"address points to the zero page" not in said:
        return False
    exe = folder / "plain"
    link([mutant], folder, exe)
    return all(status < 128 for _, status in runs(exe, [(0, inputs)]))


def judge(o, ran, folder, say):
    """Compares verdicts, safe or unsafe, with runs; how many of each were confirmed."""
    exe = folder / "mutants"
    present = link(ran, folder, exe, "-fsanitize=address", "-fsanitize-address-use-after-scope") if ran else []
    if present is None and len(ran) > 1:
        half = len(ran) // 2
        return tuple(map(sum, zip(judge(o, ran[:half], folder, say), judge(o, ran[half:], folder, say))))
    if not present:
        return 0, 0
    jobs = [(k, i) for k in present for i in ([ran[k].inputs] if ran[k].verdict == "unsafe" else [suite.draw(n) for n in range(o.runs)])]
    confirmed, outcomes = collections.Counter(), runs(exe, jobs)
    if len(outcomes) != len(jobs):
        say(None, f"{len(outcomes)} of {len(jobs)} compiled runs ended")
    for (k, inputs), (said, status) in zip(jobs, outcomes):
        mutant, fails = ran[k], status == FAULT and not OTHERWISE.search(said)
        if mutant.verdict == "safe" and fails and not only_there(mutant, said, inputs, folder):
            say(mutant, f"is called safe, but fails with inputs {inputs or 'none'}: {said.decode(errors='replace').strip().splitlines()[1:2]}")
        elif mutant.verdict == "safe":
            confirmed[mutant.number] = 1
        elif fails or (mutant.rule in SHOWN and (second_look(mutant, folder) or is_replayed(o, mutant))):
            confirmed[mutant.number] = 2
        elif mutant.rule == "memory-leak" and status != 0:
            continue  # leaks are looked for where main returns
        elif mutant.rule in SHOWN and not is_blind(mutant, folder):
            say(mutant, f"is called unsafe ({mutant.rule}), but passes with inputs {inputs or 'none'}")
    return sum(v == 1 for v in confirmed.values()), sum(v == 2 for v in confirmed.values())


# ---- all of them -------------------------------------------------------------------------------------------------------------------------


def programs_of(part):
    found = []
    for name in SUITES:
        folder = HERE.parent / name
        for path in sorted(folder.rglob("*.c")):
            text = path.read_text()
            if LEFT_OUT.search(text):
                continue
            found += [p for p in suite.expected_of(folder, path) if p.safe() and part in p.name]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heapproof", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--batch", type=int, default=16, help="mutants in one program")
    parser.add_argument("--time", type=float, default=2, help="seconds for the check of each")
    parser.add_argument("--runs", type=int, default=6, help="compiled runs of what is called safe")
    parser.add_argument("--domain")
    parser.add_argument("--keep", type=pathlib.Path)
    o = parser.parse_intermixed_args()
    o.heapproof = o.heapproof.resolve()
    programs, count, wrong = programs_of(o.part), collections.Counter(), 0
    end = o.first + o.count
    for first in range(o.first, end, o.batch):
        with tempfile.TemporaryDirectory(prefix="heapproof-mutants-") as scratch:
            folder, bad = pathlib.Path(scratch), []
            mutants = [m for m in (make(o, n, programs, folder) for n in range(first, min(first + o.batch, end))) if m]
            safe, unsafe = judge(o, [m for m in mutants if m.verdict in ("safe", "unsafe")], folder, lambda m, text: bad.append((m, text)))
            count += collections.Counter({("confirmed", "safe"): safe, ("confirmed", "unsafe"): unsafe})
            for m in mutants:
                count[m.verdict] += 1
                if m.verdict == "broken":
                    bad.append((m, "the check broke down"))
            for m, text in bad:
                print(f"seed {o.seed}, {m or 'the batch'}: {text}", flush=True)
                if m and o.keep:
                    o.keep.mkdir(parents=True, exist_ok=True)
                    (o.keep / f"{o.seed}-{m.number}.c").write_text(m.path.read_text())
            wrong += len(bad)
        if first // o.batch % 10 == 9:
            print(f"{sum(count[v] for v in ('safe', 'unsafe', 'unknown', 'broken'))} mutants, {wrong} wrong", flush=True)
    print(f"{sum(count[v] for v in ('safe', 'unsafe', 'unknown', 'broken'))} mutants of {len(programs)} programs: {count['safe']} safe ({count['confirmed', 'safe']} run natively), "
          f"{count['unsafe']} unsafe ({count['confirmed', 'unsafe']} confirmed natively), {count['unknown']} unknown")
    print(f"{wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
