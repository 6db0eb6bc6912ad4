#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contracts that are stated in comments.

* The functions of this folder come out as they say (../run.py has the words).
* Contracts as they are printed are contracts as they are read: each that the functions of the folder above are proved under is put above its function, and the function
  is proved again under it, with the same requires.  With a clause of `ensures` that does not hold in its place, it is not.
* Programs that call functions which have no body but a contract (calls/) come out as their first lines say: `// expect [-DNAME]: safe|unsafe RULE|unknown TEXT`.
* Calls of functions that have a body and a contract (kept/) keep it, or not, as their first lines say: `// expect: kept N` (N calls), `// expect -DNAME: TEXT` (of the first finding).
* Contracts are taken from a file that nobody compiles (--contract-file), as they are printed.
* `--contracts acsl` says in ACSL what acsl.txt has.
* What is wrong with a contract is said, with file and line, and nothing is checked.

usage: run.py HEAPPROOF [--every N] [--frama-c] [PART OF A NAME]

--every: of the folder above only every Nth function.  --frama-c: Frama-C, which must be there, reads what the folder above is proved under in ACSL."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import run  # noqa: E402

EXPECT = re.compile(r"^// expect( -D\w+)?: (safe|unsafe|unknown)(?: (.*))?$", re.M)
WRONG = [  # a contract of `int f(struct node *list, unsigned n)`, and what is said of it
    ("requires lst(list, next) of struct node;", "'lst' is no word of contracts"),
    ("requires list(lost, next) of struct node;", "'lost' is neither a parameter nor a variable outside of functions"),
    ("requires list(result, next) of struct node;", "'result' is neither a parameter nor a variable outside of functions"),
    ("requires list(list, nxt) of struct node;", "'struct node' has no member 'nxt'"),
    ("requires list(list, value) of struct node;", "'value' is no pointer"),
    ("requires list(n, next) of struct node;", "'n' is no pointer"),
    ("requires list(list->value->next, next);", "it speaks of what 'int' leads to, which is no pointer"),
    ("requires list(list, next) of struct nod;", "it does not lead to 'struct nod'"),
    ("requires list(list, next) of struct node", "expected ';' at the end"),
    ("requires list(list next);", "unexpected 'next'"),
    ("requires list(list);", "'list' has another number of links"),
    ("requires array(list, list) of struct node;", "'list' is no number"),
    ("requires range(list, list) of struct node;", "'list' is no pointer to where such elements end"),
    ("requires range(list, n) of struct node;", "'n' is no pointer to where such elements end"),
    ("requires array(list, list->value) of struct node;", "'list -> value' does not stand beside the pointer"),
    ("requires list == g;", "'g' is no function of the program, nor null"),
    ("requires list(list, next); requires list == null or list(list, next);", "something else is said of 'list' before"),
    ("require list(list, next);", "expected 'requires', 'ensures', 'frees' or 'case' before 'require'"),
    ("case: frees nothing;", "expected the number of the case before ':'"),
    ("frees;", "expected a variable or member before ';'"),
    ("", "expected a clause at the end"),
]
DECLARED = "struct node { struct node *next; int value; };\n"
BODY = "int f(struct node *list, unsigned n) { return list && n; }\n"
PLACED = [  # files, and what is said of them
    (DECLARED + "/*@ heapproof: frees nothing; */\nint x;\n" + BODY, "wrong.c:2: error: no function stands below this contract"),
    (DECLARED + "/*@ heapproof: frees nothing; */\nint f(struct node *, unsigned);\n/*@ heapproof: frees perhaps list; */\n" + BODY,
     "wrong.c:4: error: this contract of 'f' contradicts that at wrong.c:2"),
    (DECLARED + "/*@ heapproof:\n\n requires list(list,\n nxt); */\n" + BODY, "wrong.c:4: error: the contract of 'f': 'struct node' has no member 'nxt'"),
]


def check(heapproof, path, names, directory):
    entries = [o for name in names for o in ("--entry", name)]
    command = [heapproof, "check", "--time-limit", "120", *entries, "--format", "json", "--jobs", "2", path]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{path}: exit status {done.returncode}\n{done.stderr}")
    return {p["entry"]: p for p in json.loads(done.stdout)["programs"]}


def words(cases, change=lambda clause: clause):
    """The comment that states these cases."""
    lines = []
    for i, case in enumerate(cases):
        lines += [f"case {i + 1}:"] if len(cases) > 1 else []
        lines += [f"requires {c};" for c in case["requires"]] + [f"ensures {change(c)};" for c in case["ensures"]]
        lines += [f"frees {case['frees']};"]
    return "/*@ heapproof: " + "\n".join(lines) + " */\n"


def state(path, contracts):
    """The text with these comments above their functions."""
    lines = []
    for line in path.read_text().splitlines(keepends=True):
        found = run.FUNCTION.search(line.rstrip())
        lines += [contracts[found[1]], line] if found and found[1] in contracts else [line]
    return "".join(lines)


def is_about_nodes(case):
    return case["ensures"] and all("== null" not in e.split(" or ")[-1] for e in case["ensures"])


def falsified(clause):
    """Another one about the same: that it is null."""
    form = clause.split(" or ")[-1]
    return form[form.index("(") + 1:].split(",")[0].split(")")[0] + " == null"


def as_expected(heapproof, part):
    for path in sorted(HERE.glob("*.c")):
        chosen = [f for f in run.functions(path) if part in f[0]]
        results = check(heapproof, path.name, [f[0] for f in chosen], HERE) if chosen else {}
        for name, expectation, assumed, clauses, _ in chosen:
            yield f"{path.name} {name}", run.wrong(results[name], expectation, assumed, clauses, path.read_text().splitlines())


def round_trip(heapproof, part, step):
    for path in sorted(HERE.parent.glob("*.c")):
        names = [name for name, expected, *_ in run.functions(path) if expected == "safe" and part in name][::step]
        first = check(heapproof, path.name, names, HERE.parent) if names else {}
        proved = {n: r["contract"]["cases"] for n, r in first.items() if r.get("contract", {}).get("cases")}
        spoiled = {n: c for n, c in proved.items() if len(c) == 1 and is_about_nodes(c[0])}
        with tempfile.TemporaryDirectory(prefix="heapproof-test-") as directory:
            copy = pathlib.Path(directory) / path.name
            copy.write_text(state(path, {n: words(c) for n, c in proved.items()}))
            again = check(heapproof, path.name, list(proved), directory) if proved else {}
            copy.write_text(state(path, {n: words(c, falsified) for n, c in spoiled.items()}))
            wrong = check(heapproof, path.name, list(spoiled), directory) if spoiled else {}
        for name, result in again.items():
            same = [c["requires"] for c in result.get("contract", {}).get("cases", [])] == [c["requires"] for c in proved[name]]
            yield f"{path.name} {name} again", None if result["verdict"] == "safe" and same else f"{result['verdict']}: {result['reason']}"
        for name, result in wrong.items():
            shown = result["verdict"] != "unknown" or "is not shown: ensures" not in result["reason"]
            yield f"{path.name} {name} with what does not hold", f"{result['verdict']}: {result['reason']}" if shown else None


def calls(heapproof, part):
    for path in sorted((HERE / "calls").glob("*.c")):
        for macro, verdict, what in EXPECT.findall(path.read_text()):
            if part not in macro:
                continue
            command = [heapproof, "check", "--time-limit", "60", *(["--strategy=fixpoint"] if verdict == "unknown" else []), "--format", "json", *macro.split(), path.name]
            done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode not in (0, 1, 2):
                sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
            result = json.loads(done.stdout)["programs"][0]
            named = {"safe": "", "unsafe": result["findings"][0]["rule"] if result["findings"] else "", "unknown": result["reason"]}[result["verdict"]]
            assumed = any(a["name"] == "contract" for a in result["assumptions"])
            good = result["verdict"] == verdict and what in named and assumed
            yield f"{path.name}{macro}", None if good else f"{result['verdict']} {named}"


def kept(heapproof):
    for path in sorted((HERE / "kept").glob("*.c")):
        for macro, expected in re.findall(r"^// expect( -D\w+)?: (.*)$", path.read_text(), re.M):
            command = [heapproof, "run", "--check-contracts", "--format", "json", *macro.split(), path.name]
            done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            result = json.loads(done.stdout)["programs"][0]
            calls = sum(int(n) for n in re.findall(r"^contract of .*: kept by (\d+) calls, broken by 0, not known of 0$", done.stderr, re.M))
            said = result["findings"][0]["message"] if result["findings"] else f"kept {calls}"
            rule = not macro or result["findings"] and result["findings"][0]["rule"] == "broken-promise"
            yield f"{path.name}{macro}", None if rule and (said == expected if not macro else said.endswith(f", which {expected}")) else said


def from_file(heapproof):
    text = "struct node { struct node *next; int value; };\nint first(struct node *l) { return l->value; }\nint main(void) { struct node n = {0, 1}; return first(&n) - first(&n) + first(N); }\n"
    with tempfile.TemporaryDirectory(prefix="heapproof-test-") as directory:
        def do(*words):
            return subprocess.run([heapproof, *words], cwd=directory, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        folder = pathlib.Path(directory)
        (folder / "a.c").write_text(text)
        (folder / "none.h").write_text("int first(struct node *l);\n")
        printed = do("check", "--entry", "first", "--contracts", "text", "-DN=&n", "a.c").stdout
        (folder / "printed.h").write_text(printed)
        yield "contracts that were printed are read", None if "requires list(l, next) of struct node" in printed or "requires object(l) of struct node" in printed else printed
        good = do("run", "--check-contracts", "--contract-file", "printed.h", "-DN=&n", "a.c")
        yield "calls keep them", None if "contract of first: kept by 3 calls, broken by 0" in good.stderr else good.stderr + good.stdout
        bad = do("run", "--check-contracts", "--contract-file", "printed.h", "-DN=0", "a.c")
        yield "a call does not", None if "breaks its contract (printed.h:" in bad.stdout and bad.returncode == 1 else bad.stderr + bad.stdout
        for name, expected in (("none.h", "none.h: error: there is no contract in it"), ("nowhere.h", "nowhere.h: error: ")):
            done = do("check", "--contract-file", name, "-DN=&n", "a.c")
            yield f"contracts of {name}", None if done.returncode not in (0, 1, 2) and done.stderr.startswith(expected) else done.stderr + done.stdout


def acsl(heapproof, path, entries):
    command = [heapproof, "check", "--quiet", "--contracts", "acsl", *entries, path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return re.split(r"(?m)^verdict: .*\n", done.stdout)[-1]


def in_acsl(heapproof, frama_c):
    text = acsl(heapproof, HERE / "lists.c", ["--entry", "push", "--entry", "append", "--entry", "sum"])
    text += acsl(heapproof, HERE.parent / "trees.c", ["--entry", "insert"])
    yield "as ACSL", None if text == (HERE / "acsl.txt").read_text() else text
    for path in sorted(HERE.parent.glob("*.c")) if frama_c else []:
        with tempfile.TemporaryDirectory(prefix="heapproof-test-") as directory:
            copy = pathlib.Path(directory) / path.name
            copy.write_text(path.read_text() + acsl(heapproof, path, ["--each"]))
            done = subprocess.run(["frama-c", "-kernel-warn-key", "annot-error=abort", copy], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            yield f"{path.name} as ACSL, read by Frama-C", None if done.returncode == 0 else done.stdout


def errors(heapproof):
    texts = [(f"{DECLARED}/*@ heapproof: {c} */\n{BODY}", f"wrong.c:2: error: the contract of 'f': {e}") for c, e in WRONG] + PLACED
    for text, expected in texts:
        with tempfile.TemporaryDirectory(prefix="heapproof-test-") as directory:
            (pathlib.Path(directory) / "wrong.c").write_text(text)
            done = subprocess.run([heapproof, "check", "--entry", "f", "wrong.c"], cwd=directory, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            good = done.returncode not in (0, 1, 2) and done.stderr.startswith(expected) and "verdict" not in done.stdout
            yield expected, None if good else f"exit status {done.returncode}: {done.stderr}{done.stdout}"


def main():
    words = sys.argv[1:]
    step = int(words.pop(words.index("--every") + 1)) if "--every" in words else 1
    frama_c = "--frama-c" in words
    heapproof, *part = [a for a in words if a not in ("--every", "--frama-c")]
    heapproof, part = str(pathlib.Path(heapproof).resolve()), part[0] if part else ""
    failed = number = 0
    for name, wrong in [*as_expected(heapproof, part), *round_trip(heapproof, part, step), *calls(heapproof, part), *kept(heapproof), *from_file(heapproof), *in_acsl(heapproof, frama_c), *errors(heapproof)]:
        number += 1
        failed += wrong is not None
        print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}" + ("" if wrong is None else f": {wrong}"))
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
