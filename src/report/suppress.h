// SPDX-License-Identifier: MIT
// Findings that somebody has decided about: in a comment beside them, or in a file of known findings, the baseline.
//
// A suppressed finding stays in the result, and the verdict is what it was; reports count it, and --fail-on may look away.
//
// A fingerprint is what stays the same when lines move: the rule, the file, the function, the text of the line, and which of equal ones it is.
#ifndef HP_REPORT_SUPPRESS_H
#define HP_REPORT_SUPPRESS_H
#include "base/buf.h"
#include "base/intern.h"
#include "check/check.h"
#include "report/source.h"

// Gives every finding its fingerprint.
void report_fingerprints(struct check_result *results, uint32_t n);

// Looks for comments "heapproof: ignore RULE REASON" in the sources of the programs, whose texts `texts` has, and suppresses the findings in their lines: the comment's own and, if it stands alone,
// the next line of code, with nothing but comments in between.  Lines for standard error: warnings about comments that say something else, and unless `quiet`
// notes about those that ignore nothing though their rule is one of `rules`.
void report_ignore(struct check_result *results, uint32_t n, ir_rule_set rules, bool quiet, struct report_sources *texts, struct buf *messages);

// A zeroed baseline knows nothing.
struct report_baseline {
    struct intern known;  // fingerprints
};
// False: *error gets one sentence.
bool report_baseline_read(struct report_baseline *b, const char *path, struct buf *error);
// Suppresses what it knows, unless a comment did.  After report_fingerprints.
void report_baseline_apply(const struct report_baseline *b, struct check_result *results, uint32_t n);
// All findings that no comment ignores, sorted.
void report_baseline_write(const struct check_result *results, uint32_t n, struct buf *out);
void report_baseline_free(struct report_baseline *b);
#endif
