// SPDX-License-Identifier: MIT
// What --help and explain print, from the tables.
#include <string.h>

#include "cli/domains.h"
#include "cli/options.h"
#include "cli/table.h"
#include "ir/rules.h"

enum { COLUMN = 28, WIDTH = 80 };

static const char HEAD[] =
    "Usage: heapproof [check] [OPTIONS] FILE...\n"
    "  or:  heapproof ir [OPTIONS] FILE...\n"
    "  or:  heapproof run [OPTIONS] FILE...\n"
    "  or:  heapproof show [OPTIONS] FILE:LINE [FILE]...\n"
    "  or:  heapproof project [OPTIONS] [DIR]\n"
    "  or:  heapproof stubs [OPTIONS] FILE... [-- CLANG_FLAG...]\n"
    "  or:  heapproof diff [OPTIONS] OLD.json NEW.json\n"
    "  or:  heapproof cc [--log FILE] COMPILER [ARGUMENT...]\n"
    "  or:  heapproof merge [OPTIONS] PLAN\n"
    "  or:  heapproof explain [RULE]\n"
    "  or:  heapproof completion bash|zsh|fish\n"
    "  or:  heapproof lsp [OPTIONS]\n"
    "  or:  heapproof tvl [OPTIONS] FILE.tvp [FILE.tvs]\n"
    "Prove that a C program uses its heap correctly, or say what is wrong with it.\n"
    "\n"
    "Commands:\n"
    "  check                     check the program (default)\n"
    "  ir                        print the program as heapproof sees it\n"
    "  run                       execute the program and report its faults\n"
    "  show                      show what is known about the heap at a line\n"
    "  project                   check the programs of DIR/heapproof.build (by cc)\n"
    "                            or DIR/compile_commands.json,\n"
    "                            but not again what did not change; show a table\n"
    "  stubs                     write C bodies, to be edited, of functions that have\n"
    "                            none; --model takes them\n"
    "  diff                      tell what changed from one JSON report to another\n"
    "  cc                        run the compiler, and write its command to the log\n"
    "                            of the build, heapproof.build, for project\n"
    "  merge                     make one report of the results of a plan (--plan)\n"
    "  explain                   tell what a rule means, with examples; or list rules\n"
    "  completion                print completion of this command line for a shell\n"
    "  lsp                       serve an editor (language server protocol) on\n"
    "                            standard input and output\n"
    "  tvl                       analyse a specification in three-valued logic\n"
    "\n"
    "FILEs (.c, .i, .bc, .ll) are one program; or one .hir file, printed by ir.\n"
    "Common options of compilers (-O2, -Wall, -g, -pthread, ...) are taken, too.\n"
    "Arguments after -- are handed to clang.\n";

static const char TAIL[] =
    "\n"
    "The last line of text output (run: of a run, which proves nothing):\n"
    "  verdict: safe             no run of the program breaks a rule\n"
    "  verdict: unsafe RULE at FILE:LINE\n"
    "                            a run breaks this rule there\n"
    "  verdict: unknown: REASON  neither could be shown\n"
    "  run: no fault, ENDING     this run broke no rule\n"
    "  run: fault RULE at FILE:LINE\n"
    "                            this run broke this rule there\n"
    "  run: unknown: REASON      this run could not be followed to its end\n"
    "  verdict: proved: no message\n"
    "                            tvl: no message of the specification can hold\n"
    "  verdict: N messages       tvl: these may hold\n"
    "\n"
    "Exit status: 0 safe, proved or no fault, 1 unsafe or fault, 2 unknown or\n"
    "messages, 3 the program could not be read, 64 wrong usage, 70 internal error.\n";

// Appends text in lines of at most WIDTH columns that start at COLUMN, the first at column `at`.
static void wrapped(struct buf *out, const char *text, size_t at) {
    while (*text) {
        size_t word = strcspn(text, " ");
        if (at > COLUMN && at + 1 + word > WIDTH) {
            buf_printf(out, "\n%*s", COLUMN, "");
            at = COLUMN;
        } else if (at > COLUMN) {
            buf_char(out, ' ');
            at++;
        }
        buf_add(out, text, word);
        at += word;
        text += word;
        text += strspn(text, " ");
    }
    buf_char(out, '\n');
}

static void spelling(struct buf *out, const struct cli_option *row) {
    const char *name = row->names[0], *other = row->names[1];
    bool word = strlen(name) > 2, attached = name[strlen(name) - 1] == '=';
    buf_printf(out, "  %s%s%s", *other ? other : word && name[1] == '-' ? "    " : "", *other ? ", " : "", name);
    if (*row->argument) buf_printf(out, "%s%s", attached ? "" : name[1] == '-' ? "=" : " ", row->argument);
}

// What an option of n columns means, beside it if there is room.
static void show_meaning(struct buf *out, size_t n, const char *text) {
    if (n + 2 > COLUMN) {
        buf_char(out, '\n');
        n = 0;
    }
    buf_printf(out, "%*s", (int)(COLUMN - n), "");
    wrapped(out, text, COLUMN);
}

static void show_option(struct buf *out, const struct cli_option *row) {
    size_t start = out->n;
    spelling(out, row);
    show_meaning(out, out->n - start, row->help);
}

static void show_domain_option(struct buf *out, const char *name, const char *text) {
    buf_printf(out, "  %s", name);
    show_meaning(out, 2 + strlen(name), text);
}

static void show_rules(struct buf *out) {
    buf_str(out, "\nProperties and their rules:\n");
    for (unsigned i = 0; i < IR_N_PROPERTIES; i++) {
        buf_printf(out, "  %-26s", ir_properties[i]);
        struct buf list = {0};
        for (unsigned r = 0; r < IR_N_RULES; r++)
            if (ir_rules[r].property == i) buf_printf(&list, "%s%s", list.n ? ", " : "", ir_rules[r].text);
        wrapped(out, buf_text(&list), COLUMN);
        buf_free(&list);
    }
}

static void explain_rule(struct buf *out, const struct ir_rule_info *rule) {
    buf_printf(out, "# %s\n\n%s (CWE-%u, part of %s): %s.\n\n", rule->text, rule->title, rule->cwe, ir_properties[rule->property],
               rule->help);
    buf_printf(out, "%s\n\n%s\n\n", rule->why, rule->advice);
    buf_printf(out, "Wrong:\n\n```c\n%s```\n\nRight:\n\n```c\n%s```\n", rule->bad, rule->good);
}

void cli_explain(const char *rule, struct buf *out) {
    for (unsigned i = 0; i < IR_N_RULES; i++) {
        if (!rule)
            buf_printf(out, "%-*s%s\n", COLUMN, ir_rules[i].text, ir_rules[i].help);
        else if (strcmp(rule, ir_rules[i].text) == 0)
            explain_rule(out, &ir_rules[i]);
    }
}

void cli_help(struct buf *out) {
    buf_str(out, HEAD);
    for (unsigned i = 0; i < cli_table_size; i++) {
        if (cli_table[i].group)
            buf_printf(out, "\n%s:\n", cli_table[i].group);
        else
            show_option(out, &cli_table[i]);
    }
    buf_str(out, "\nOptions that a heap domain has of its own (--domain=NAME:OPTION=N,...):\n");
    cli_domain_options(out, show_domain_option);
    show_rules(out);
    buf_str(out, TAIL);
}
