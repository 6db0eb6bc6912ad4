# SPDX-License-Identifier: MIT
"""A project of lists to be planned, and what is in the folder of its plan."""
import json

LIST = """#include "list.h"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = list; n->v = V; list = n; }
    while (list) { struct node *next = list->next; free(list); list = next; }
    return RESULT;
}
"""
REPORTS = ("--format", "text", "--format", "json", "-o")


def write_project(box, n=3, bad=1, broken=True):
    box.write("inc/list.h", '#include <stdlib.h>\n#include "value.h"\nstruct node { struct node *next; int v; };\n')
    box.write("inc/value.h", "#define V 1\n")
    names = [f"src/p {i}.c" for i in range(n)] + (["src/broken.c"] if broken else [])
    for i in range(n):
        box.write(names[i], LIST.replace("RESULT", "list->v" if i == bad else str(i)))
    box.write("src/broken.c", "int f( {\n")
    box.write("compile_commands.json", json.dumps([{"directory": str(box.folder), "file": f, "arguments": ["cc", "-Iinc", "-c", f]} for f in names]))


def commands(box, plan="plan"):
    return box.read(f"{plan}/commands").splitlines()


def parts(box):
    return sorted((box.folder / "plan").glob("*/*.part"))
