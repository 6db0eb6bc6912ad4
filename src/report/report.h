// SPDX-License-Identifier: MIT
// Results as text, JSON, SARIF, HTML.  A report prints what was decided; it decides nothing.
#ifndef HP_REPORT_REPORT_H
#define HP_REPORT_REPORT_H

#include "base/buf.h"
#include "check/check.h"
#include "check/invariant.h"

struct report_options {
    bool color, quiet, stats, verbose;
    bool run;              // the results are of runs, not of proofs: the last line says so
    bool table;            // ends with a line for each result
    bool summary;          // of a project: findings in one line each, assumptions once, then a line for each result
    bool baseline;         // known findings are told from new ones
    ir_rule_set rules;     // the rules checked, for JSON
    const char *const *options;  // that decide results, likewise
    uint32_t n_options;
    const char *settings;  // the file of settings that was added and all options that count, "FILE: OPTIONS"; NULL: none was
    const char *project[2];  // the folder of a project, with a slash, in the two ways in which names of files may begin with it; NULL: none
};

// The name of a file in tables of a project: inside of its folder.
const char *report_in_project(const struct report_options *o, const char *file);

// Lines "FILE:LINE:COLUMN: error: MESSAGE [RULE]" with their traces, assumptions, statistics; the last line is the verdict of all n > 0
// results: "verdict: ..." or, of runs, "run: ...".
void report_text(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out);
// Findings and steps at uses of macros that the programs define name the macro and what it becomes; once, before anything is written.
void report_macros(struct check_result *results, uint32_t n);
// Is this counter reported?  Each command has its own, and what depends on the machine is shown on request only.
bool report_counts(const struct report_options *o, enum check_counter i);
// The contracts of open functions: comments above prototypes, or JSON (doc/open.md).
void report_contracts(const struct check_result *results, uint32_t n, bool json, struct buf *out);
// The same as ACSL, as far as that goes; functions that are not proved have none.
void report_acsl(const struct check_result *results, uint32_t n, struct buf *out);
// One JSON object (doc/json.md).
void report_json(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out);

// One HTML page that needs nothing else.
void report_html(const struct check_result *results, uint32_t n, const struct report_options *o, struct buf *out);

// SARIF 2.1.0; `status` is the exit status of the program.
void report_sarif(const struct check_result *results, uint32_t n, const struct report_options *o, int status, struct buf *out);

// What is known about the heap at a line; `partial`: not all of the program was looked at.  All of it for graphviz goes to *picture, unless that is NULL.
void report_invariant(const struct check_invariant *v, const char *file, uint32_t line, bool partial, struct buf *out, struct buf *picture);

// A result as one line of JSON and back, to hand it from process to process.  report_parse is false if the line is no such result.
void report_pack(const struct check_result *r, struct buf *out);
bool report_parse(struct check_result *r, const char *line, size_t n);
#endif
