#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Specifications in three-valued logic: verdicts, messages, structures kept, and what concrete runs reach.

usage: run.py HEAPPROOF LAWS    prints TAP
Comments at the top of specs/*.tvp say what is expected: `expect:` proved, messages or stopped; `reason:` why it stopped; `message:` a message, with its location and action; `kept:` how many structures at
most, or with `=` exactly; `count:` for how many structures messages hold; `error:` what is said of a file that cannot be read; `input:`, `props:`, `flags:` how to run it; `concrete:` two-valued structures to execute as well.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SPECS = pathlib.Path(__file__).resolve().parent / "specs"
VERDICT = {"proved": (0, r"^verdict: proved"), "messages": (2, r"^verdict: \d+ message"), "stopped": (2, r"^verdict: unknown")}


def header(path):
    found = {}
    for line in path.read_text().splitlines():
        match = re.match(r"// (\w+): (.*)$", line)
        if match:
            found.setdefault(match[1], []).append(match[2])
        elif not line.startswith("//"):
            break
    return found


def command(heapproof, path, says):
    words = [heapproof, "tvl", "--stats", "--time-limit=20", path.name]
    words += says.get("input", [])
    words += [f"--props={p}" for p in says.get("props", [])]
    return words + " ".join(says.get("flags", [])).split()


def complaints(path, says, ran):
    if "error" in says:
        if ran.returncode != 3 or says["error"][0] not in ran.stderr:
            yield f"expected status 3 and '{says['error'][0]}', got {ran.returncode} and '{ran.stderr.strip()}'"
        return
    status, verdict = VERDICT[says["expect"][0]]
    if ran.returncode != status or not re.search(verdict, ran.stdout, re.M):
        yield f"expected {says['expect'][0]}, got status {ran.returncode}: {ran.stdout[-300:]} {ran.stderr}"
    if "reason" in says and f"verdict: unknown: {says['reason'][0]}" not in ran.stdout:
        yield f"expected the reason '{says['reason'][0]}', got {ran.stdout[-300:]}"
    lines = re.findall(r"^\S+:\d+: (.*?) \(\d+ structures?\)$", ran.stdout, re.M)
    if sorted(lines) != sorted(says.get("message", [])):
        yield f"expected the messages {says.get('message', [])}, got {lines}"
    count = re.search(r"^messages: (\d+)$", ran.stdout, re.M)
    if "count" in says and not (count and count[1] == says["count"][0]):
        yield f"expected {says['count'][0]} messages, got {count and count[1]}"
    kept = re.search(r"^kept: (\d+)$", ran.stdout, re.M)
    wanted = says.get("kept", [""])[0]
    if wanted and not (kept and (kept[1] == wanted[1:] if wanted[0] == "=" else int(kept[1]) <= int(wanted))):
        yield f"expected {wanted} structures, got {kept and kept[1]}"


def draws(heapproof):
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ("it.dot", "it.svg")]
        runs = [subprocess.run([heapproof, "tvl", f"--picture={p}", "reverse.tvp", "list.tvs"], cwd=SPECS, capture_output=True, text=True) for p in paths]
        text, svg = (p.read_text() if p.exists() else "" for p in paths)
    balanced = text.count("{") == text.count("}") and text.count('"') % 2 == 0
    wanted = ["digraph structures {", "peripheries=2", '-> "s0.', 'label="next", style=dashed']
    hidden = 'label="path"' in text
    told = all(r.returncode == 0 and r.stdout.startswith("verdict: proved") for r in runs)
    return balanced and told and not hidden and all(w in text for w in wanted) and "<svg" in svg and "next" in svg


def main():
    heapproof, laws = sys.argv[1:3]
    cases = [(p, header(p)) for p in sorted(SPECS.glob("*.tvp"))]
    pictures = draws(heapproof)
    runs = [(p, says, False) for p, says in cases] + [(p, says, True) for p, says in cases if "concrete" in says]
    failed = 0
    print(f"1..{len(runs) + 1}")
    print(f"{'ok' if pictures else 'not ok'} {len(runs) + 1} - --picture makes a graph with pointers, fields and double lines, without what is not to be displayed")
    failed += not pictures
    for number, (path, says, concrete) in enumerate(runs, 1):
        if concrete:
            words = [laws, path.name, says["input"][0], says["concrete"][0], *says.get("props", [])]
            ran = subprocess.run(words, cwd=SPECS, capture_output=True, text=True, timeout=120)
            bad = [] if ran.returncode == 0 else [ran.stdout[-500:] + ran.stderr]
        else:
            ran = subprocess.run(command(heapproof, path, says), cwd=SPECS, capture_output=True, text=True, timeout=120)
            bad = list(complaints(path, says, ran))
        failed += bool(bad)
        what = "describes what concrete runs reach" if concrete else " ".join(says.get("expect", ["is refused"]))
        print(f"{'not ok' if bad else 'ok'} {number} - {path.stem}: {what}", flush=True)
        for line in bad:
            print("# " + line.replace("\n", "\n# "))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
