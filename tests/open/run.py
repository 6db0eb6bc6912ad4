#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Open programs: every function of the files in this folder that says what is expected of it is analysed on its own.

The line that opens the function ends with one of

    // expect: safe             proved for the inputs that are assumed
    // expect: RULE             a conditional finding of this rule, in a line that ends with // fault, and no other
    // expect: unsafe RULE      a definite finding of this rule, in such a line, and no other but there
    // expect: unknown TEXT     no finding, and TEXT is part of the reason

and lines `// assume: TEXT` before it are all that is assumed of its inputs ("none": nothing).

Lines `// contract: CLAUSE` are all clauses of the first case of the contract under which it is proved.

Every clause that a proved function requires is needed: among runs with inputs that break it alone (--try-contracts) one goes wrong, does not end, or
ends otherwise than is ensured; while none does that keeps all of them.  A line `// spare: CLAUSE: WHY` before it names one of which no run shows that.

usage: run.py HEAPPROOF [--once] [PART OF A NAME]

--once: neither whether one process and two say the same, nor whether every clause is needed is tried (for builds that are slow)."""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FUNCTION = re.compile(r"(\w+)\((?!\().*// expect: (.+)$")
ASSUME = re.compile(r"// assume: (.+)$")
CONTRACT = re.compile(r"// contract: (.+)$")
SPARE = re.compile(r"// spare: (.+?): (.+)$")
TRIES, FEW_TRIES = "300", "20"  # to see that each clause is needed; to see that they can be made


def functions(path):
    """(name, expectation, assumptions, clauses, clauses that may be spare) of every function to analyse."""
    assumed, clauses, spare = [], [], []
    for line in path.read_text().splitlines():
        found = FUNCTION.search(line)
        said, clause, excused = ASSUME.match(line), CONTRACT.match(line), SPARE.match(line)
        if found:
            yield found[1], found[2], assumed, clauses, spare
        if not (said or clause or excused):
            assumed, clauses, spare = [], [], []
        assumed += [said[1]] if said else []
        clauses += [clause[1]] if clause else []
        spare += [excused[1]] if excused else []


def contract(result):
    """The clauses of the first case."""
    cases = result.get("contract", {}).get("cases", [])
    return [f"{word} {c}" for word in ("requires", "ensures") for c in cases[0][word]] + ["frees " + cases[0]["frees"]] if cases else []


def needless(result, spare):
    """Clauses that nothing shows to be needed, but for those; and those that are not such."""
    cases = result.get("contract", {}).get("cases", []) if result["verdict"] == "safe" else []
    found = {c for case in cases for c, without in zip(case["requires"], case.get("without", []), strict=True) if not without}
    return sorted(found ^ set(spare))


def check(heapproof, path, names, *options):
    entries = [o for name in names for o in ("--entry", name)]
    command = [heapproof, "check", "--time-limit", "120", *entries, *options, path.name]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def analyse(heapproof, path, names, tries=TRIES):
    """The results, by name."""
    programs = json.loads(check(heapproof, path, names, "--format", "json", "--jobs", "2", "--try-contracts", tries))["programs"]
    if [p["entry"] for p in programs] != names:
        sys.exit(f"{path.name}: results for {[p['entry'] for p in programs]}")
    return {p["entry"]: p for p in programs}


def wrong(result, expectation, assumed, clauses, lines):
    """What is not as expected, or None."""
    verdict, findings = result["verdict"], result["findings"]
    inputs = [a["subject"] for a in result["assumptions"] if a["name"] == "input"]
    if assumed and inputs != [a for a in assumed if a != "none"]:
        return f"assumes {inputs}"
    if clauses and contract(result) != clauses:
        return f"the contract is {contract(result)}"
    if expectation == "safe":
        return None if verdict == "safe" and not findings else f"{verdict}: {result['reason']}"
    unsafe, expectation = expectation.startswith("unsafe "), expectation.removeprefix("unsafe ")
    if verdict != ("unsafe" if unsafe else "unknown"):
        return f"{verdict} {[(f['rule'], f['place']['line']) for f in findings]}"
    if expectation.startswith("unknown "):
        return None if not findings and expectation[8:] in result["reason"] else result["reason"]
    for f in findings:
        first = f is findings[0]
        if (f["rule"] != expectation or f["certainty"] != ("definite" if unsafe else "conditional")) if first or not unsafe else False:
            return f"{f['certainty']} {f['rule']}"
        if not lines[f["place"]["line"] - 1].endswith("// fault"):
            return f"{f['rule']} in line {f['place']['line']}"
    return None if findings else result["reason"]


def main():
    once, words = "--once" in sys.argv, [a for a in sys.argv[1:] if a != "--once"]
    heapproof, part = words[0], words[1] if len(words) > 1 else ""
    number, failed = 0, 0
    for path in sorted(HERE.glob("*.c")):
        chosen = [f for f in functions(path) if part in f[0]]
        if not chosen:
            continue
        results = analyse(heapproof, path, [f[0] for f in chosen], FEW_TRIES if once else TRIES)
        for name, expectation, assumed, clauses, spare in chosen:
            number += 1
            why = wrong(results[name], expectation, assumed, clauses, path.read_text().splitlines())
            if not why and not once and needless(results[name], spare):
                why = f"needs no {needless(results[name], spare)}"
            failed += why is not None
            print(f"{'not ok' if why else 'ok'} {number} - {path.name}: {name}, {expectation}" + (f": {why}" if why else ""))
        if once:
            continue
        number += 1
        texts = [check(heapproof, path, [f[0] for f in chosen], "--jobs", n) for n in "12"]
        failed += texts[0] != texts[1]
        print(f"{'ok' if texts[0] == texts[1] else 'not ok'} {number} - {path.name}: the same with one process and with two")
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
