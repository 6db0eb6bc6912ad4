#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files of settings (.heapproof) as users of the command line see them.  usage: settings.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import sys

from tap import run_all, test

LEAK = "#include <stdlib.h>\nint main(void) { void *p = malloc(SIZE); p = 0; return p != 0; }\n"
OPEN = "int f(int *p) { return p ? 1 : 0; }\nint g(int *p) { return p != 0; }\n"
USAGE = "Try 'heapproof --help'.\n"


@test
def settings_are_found_from_the_folder_of_the_file_upwards(box):
    box.write("a/b/x.c", LEAK)
    box.write("a/.heapproof", "# what this project needs\n\n-DSIZE=8\n   --property   memory-safety  \r\n")
    box.run("a/b/x.c").expect(1, err="heapproof: settings of a/.heapproof\n", out_match="^verdict: unsafe memory-leak ")
    box.run("-q", "a/b/x.c").expect(1, err="")
    box.write("a/b/.heapproof", "-D SIZE=8\n--property=double-free\n")  # the nearest counts, and no other
    box.run("a/b/x.c").expect(0, err="heapproof: settings of a/b/.heapproof\n")
    box.run("--settings", "a/.heapproof", "a/b/x.c").expect(1, err="heapproof: settings of a/.heapproof\n")
    box.run("--settings=none", "-DSIZE=4", "a/b/x.c").expect(1, err="")
    box.run("--settings=none", "a/b/x.c").expect(3, err_match="use of undeclared identifier 'SIZE'")


@test
def the_command_line_wins(box):
    box.write("x.c", LEAK)
    box.write(".heapproof", "-DSIZE=8\n--property memory-safety\n--time-limit 20\n--fail-on never\n")
    box.run("x.c").expect(0)
    box.run("--fail-on=verdict", "x.c").expect(1)
    box.run("--fail-on=verdict", "--property=double-free", "x.c").expect(0)
    box.write("y.c", "#if SIZE != 8\n#error other\n#endif\nint main(void) { return 0; }\n")
    box.run("y.c").expect(0)
    box.run("-USIZE", "y.c").expect(3)
    box.write("z.c", OPEN)
    box.write(".heapproof", "--entry f\n-m32\n")
    one = json.loads(box.run("--format=json", "z.c").expect(0).out)["programs"]
    assert [p["entry"] for p in one] == ["f"], one
    every = json.loads(box.run("--format=json", "--each", "--arch", "64", "z.c").expect(0).out)["programs"]
    assert [p["entry"] for p in every] == ["f", "g"], every


@test
def entries_of_other_files_and_options_of_other_commands_are_passed_over(box):
    box.write("one.c", OPEN)
    box.write("two.c", "int main(void) { return 0; }\n")
    box.write(".heapproof", "--entry one.c:f\n--entry one.c:g\n--max-states 1000\n")
    assert [p["entry"] for p in json.loads(box.run("--format=json", "one.c").expect(0).out)["programs"]] == ["f", "g"]
    box.run("two.c").expect(0)
    box.run("ir", "two.c").expect(0)
    box.run("explain", "memory-leak").expect(0, err="")


@test
def paths_are_relative_to_the_folder_of_the_file(box):
    box.write("p/include/size.h", "#define SIZE 8\n")
    box.write("p/my headers/other.h", "#define OTHER 1\n")
    box.write("p/src/x.c", '#include <size.h>\n#include <other.h>\n' + LEAK)
    box.write("p/only.prp", "CHECK( init(main()), LTL(G valid-deref) )\n")
    box.write("p/.heapproof", "-I include\n-isystem my headers\n--property only.prp\n--baseline known\n")
    box.write("p/known", "")
    box.run("p/src/x.c").expect(64, err_match="p/known")
    box.write("p/.heapproof", "-I include\n-isystem my headers\n--property only.prp\n")
    box.run("p/src/x.c").expect(0)


@test
def a_wrong_line_is_an_error_with_its_number_and_nothing_is_run_or_written(box):
    box.write("x.c", "int main(void) { return 0; }\n")
    for line, why in (
            ("--frobnicate", "unknown option '--frobnicate'"),
            ("time-limit 3", "'time-limit' is no option"),
            ("--time-limit soon", "option '--time-limit' needs a positive number of seconds, not 'soon'"),
            ("--malloc-may-fail now", "option '--malloc-may-fail' takes no argument"),
            ("--time-limit", "option '--time-limit' needs an argument"),
            ("--clang ./evil", "option '--clang' is for the command line only"),
            ("--output x.c", "option '--output' is for the command line only"),
            ("--strategy", "option '--strategy' needs an argument"),
            ("--strategy wrong", "there is no strategy 'wrong'; --strategy lists them"),
            ("--", "option '--' is for the command line only"),
            ("-frobnicate=./evil.so", "unknown option '-frobnicate=./evil.so' (options for clang follow --)"),
            ("-Xclang -load", "option '-Xclang' is for the command line only"),
            ("-Wp,-frobnicate", "option '-Wp,-frobnicate' is for the command line only"),
            ("-include @more", "option '-include' is for the command line only"),
            ("-pthread -m32", "option '-pthread' takes no argument"),
            ("--entry f\n--each", None),
            ("a\0b", "the line holds a NUL byte")):
        box.write(".heapproof", "# first\n\n" + line + "\n--stats\n")
        number, said = 3, why
        if why is None:
            number, said = 4, "option '--each' contradicts a line above"
        box.run("x.c").expect(64, out="", err=f"heapproof: error: .heapproof:{number}: {said}\n{USAGE}")
    box.write(".heapproof", "--property nothing\n")
    box.run("x.c").expect(64, err_match=r"^heapproof: error: \.heapproof:1: .*'nothing'")
    box.run("--settings", "absent", "x.c").expect(64, err_match="^heapproof: error: absent: No such file")
    assert box.read("x.c") == "int main(void) { return 0; }\n"


@test
def settings_of_another_user_are_not_read_unless_named(box):
    if os.geteuid() != 0:
        return print("# SKIP only the administrator can give a file away")
    box.write("x.c", LEAK)
    box.write(".heapproof", "-DSIZE=8\n--property double-free\n")
    os.chown(box.folder / ".heapproof", 54321, -1)
    box.run("x.c").expect(64, err="heapproof: error: .heapproof: it belongs to another user; --settings .heapproof reads it all the same, --settings none does without\n" + USAGE)
    box.run("x.c", "--settings", ".heapproof").expect(0)
    box.run("x.c", "--settings", "none", "-DSIZE=8").expect(1)


@test
def every_report_names_file_and_options(box):
    box.write("x.c", LEAK)
    box.write(".heapproof", "-DSIZE=8\n--property double-free\n--fail-on never\n")
    said = ".heapproof: --property=double-free -DSIZE=8 --fail-on=never"
    reports = [word for form in ("json", "sarif", "html") for word in ("--format", form, "-o", "r." + form)]
    box.run("x.c").expect(0, out_match="^settings: " + said.replace(".", "[.]") + "\nverdict: safe\n")
    box.run("x.c", *reports).expect(0)
    assert json.loads(box.read("r.json"))["settings"] == said
    assert json.loads(box.read("r.sarif"))["runs"][0]["properties"]["settings"] == said
    assert f"<p>settings: {said}</p>" in box.read("r.html") and f'"settings":"{said}"' in box.read("r.html")
    assert "settings" not in box.run("x.c", "--settings=none", "-DSIZE=8").out


@test
def a_project_has_settings_too(box):
    box.write("p/x.c", LEAK)
    box.write("p/compile_commands.json", json.dumps([{"directory": str(box.folder / "p"), "file": "x.c", "command": "cc -c x.c"}]))
    box.write("p/.heapproof", "-DSIZE=8\n--property double-free\n")
    box.run("project", "--no-cache", "p").expect(0, err_match="^heapproof: settings of p/.heapproof$")
    box.run("project", "--no-cache", "--property=memory-safety", "p").expect(1)


if __name__ == "__main__":
    sys.exit(run_all())
